package library_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"pith/session/internal/sessiongen"
	"pith/session/library"
)

// cached returns the library of a store with an index.
func (s *store) cached() *library.Library {
	env := s.env()
	env.CacheDir = filepath.Join(s.home, "cache")
	return locate(s.t, env)
}

// state is all that can be seen of a library: rows, reasons, and what queries
// match.
type state struct {
	Rows    []string
	Skipped map[string]string
	Matches map[string][]string
}

var stateQueries = []string{"hello", "fix", `"the parser"`, "日本語", "a", "zz", "re:t.*s", "re:notes$", "long", "two lines"}

func stateOf(t testing.TB, l *library.Library) state {
	t.Helper()
	got := list(t, l, library.ScopeAll)
	s := state{Skipped: got.skipped, Matches: map[string][]string{}}
	for _, r := range got.rows {
		s.Rows = append(s.Rows, fmt.Sprintf("%+v", r))
	}
	for _, text := range stateQueries {
		s.Matches[text] = found(t, l, text, got.rows)
	}
	return s
}

// found returns the files that a query matches, and how well.
func found(t testing.TB, l *library.Library, text string, rows []library.Row) []string {
	t.Helper()
	q := parse(t, text)
	return foundBy(t, l, q, rows)
}

func foundBy(t testing.TB, l *library.Library, q library.Query, rows []library.Row) []string {
	t.Helper()
	var all []string
	if err := l.Search(context.Background(), q, rows, func(m library.Match) {
		all = append(all, fmt.Sprintf("%s %.3f", filepath.Base(m.Path), m.Score))
	}); err != nil {
		t.Fatal(err)
	}
	slices.Sort(all)
	return all
}

// TestIndexTellsTheTruth changes a folder in every way that a folder of
// sessions can change, and compares what a library with an index says after each
// change with what one without says.
func TestIndexTellsTheTruth(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		s := newStore(t)
		cached, plain := s.cached(), s.library()
		for range rapid.IntRange(1, 12).Draw(rt, "changes") {
			change(rt, s)
			if diff := gocmp.Diff(stateOf(t, plain), stateOf(t, cached)); diff != "" {
				rt.Fatalf("the library with an index (+) differs from one without (-):\n%s", diff)
			}
		}
	})
}

// change does something to one of four files.
func change(t *rapid.T, s *store) {
	path := s.session(fmt.Sprintf("%d.jsonl", rapid.IntRange(0, 3).Draw(t, "file")))
	text, err := os.ReadFile(path)
	lines := strings.SplitAfter(string(text), "\n")
	whole := sessiongen.Options{MaxEntries: 6}.Text(t)
	switch kind := rapid.IntRange(0, 7).Draw(t, "change"); {
	case err != nil || kind == 0: // appear, or be another session
		s.write(path, whole)
	case kind == 1: // vanish
		_ = os.Remove(path)
	case kind == 2: // be cut off
		s.write(path, string(text[:rapid.IntRange(0, len(text)).Draw(t, "size")]))
	case kind == 3: // be another session in the same file
		lines[0] = header("other", "/elsewhere")
		s.write(path, strings.Join(lines, ""))
	case kind == 4: // be moved here
		_ = os.Rename(path, s.session("moved.jsonl"))
	default: // grow, by whole lines or by part of one
		_, rest, _ := strings.Cut(whole, "\n")
		rest = user("u", "hello two  lines") + rest
		f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		if _, err := f.WriteString(rest[:rapid.IntRange(0, len(rest)).Draw(t, "part")]); err != nil {
			t.Fatal(err)
		}
	}
}

// TestIndexIsUsed checks that a file the index knows is not read again, by
// taking its bytes away behind its back.
func TestIndexIsUsed(t *testing.T) {
	s := newStore(t)
	path := s.write(s.session("a.jsonl"), header("a", s.cwd)+user("u", "hello"))
	l := s.cached()
	rows := list(t, l, library.ScopeFolder).rows
	if got := found(t, l, "hello", rows); len(got) != 1 {
		t.Fatalf("found %q", got)
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	s.write(path, strings.Repeat(" ", int(info.Size())))
	s.at(path, info.ModTime())
	// The rows still have the state before, which the index knows.
	if got := found(t, l, "hello", rows); len(got) != 1 {
		t.Errorf("the text was not taken from the index: found %q", got)
	}
	if got := list(t, l, library.ScopeFolder); len(got.rows) != 0 {
		t.Errorf("a file with new bytes and its old time is listed as before: %+v", got.rows)
	}
}

// TestPrepare checks that it counts to the end and that searches then need no
// file.
func TestPrepare(t *testing.T) {
	s := newStore(t)
	for i := range 20 {
		s.write(s.session(fmt.Sprintf("%d.jsonl", i)), header(fmt.Sprint("s", i), s.cwd)+user("u", fmt.Sprint("say word", i)))
	}
	l := s.cached()
	rows := list(t, l, library.ScopeFolder).rows
	last := 0
	if err := l.Prepare(context.Background(), rows, func(done, total int) { last = max(last, done*100/total) }); err != nil || last != 100 {
		t.Errorf("prepared %d %% (%v)", last, err)
	}
	if err := os.RemoveAll(filepath.Dir(s.session("x"))); err != nil {
		t.Fatal(err)
	}
	if got := found(t, l, "word7", rows); len(got) != 1 {
		t.Errorf("found %q", got)
	}
}

// TestGoneFilesLeaveTheIndex checks that it does not grow for ever.
func TestGoneFilesLeaveTheIndex(t *testing.T) {
	s := newStore(t)
	s.write(s.session("b.jsonl"), header("b", s.cwd))
	path := s.write(s.session("a.jsonl"), header("a", s.cwd)+user("u", "hello"))
	l := s.cached()
	rows := list(t, l, library.ScopeAll).rows
	found(t, l, "hello", rows)
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	list(t, l, library.ScopeAll)
	if got := found(t, l, "hello", rows); len(got) != 0 {
		t.Errorf("the text of a file that is gone is still there: %q", got)
	}
}

// TestDamagedIndex checks that a bad index is replaced without a word.
func TestDamagedIndex(t *testing.T) {
	s := newStore(t)
	s.write(s.session("a.jsonl"), header("a", s.cwd)+user("u", "hello"))
	l := s.cached()
	want := stateOf(t, l)
	files, err := filepath.Glob(filepath.Join(s.home, "cache", "*"))
	if err != nil || len(files) != 1 {
		t.Fatalf("the cache folder holds %q (%v)", files, err)
	}
	for _, text := range []string{"", "nonsense", strings.Repeat("\xff", 1<<16)} {
		s.write(files[0], text)
		for range 2 {
			if diff := gocmp.Diff(want, stateOf(t, l)); diff != "" {
				t.Errorf("with an index of %.10q...:\n%s", text, diff)
			}
		}
	}
}

// TestSearchOrder checks that SortMatches puts the best first.
func TestSearchOrder(t *testing.T) {
	rows := []library.Row{{ID: "a", Path: "/a"}, {ID: "b", Path: "/b"}, {ID: "c", Path: "/c"}}
	sorted := library.SortMatches(rows, []library.Match{{Path: "/b", Score: -5}, {Path: "/c", Score: -9}, {Path: "/a", Score: 7}})
	if len(sorted) != 3 || sorted[0].ID+sorted[1].ID+sorted[2].ID != "cba" {
		t.Errorf("sorted %+v", sorted)
	}
	if none := library.SortMatches(rows, nil); len(none) != 0 {
		t.Errorf("without a match there is %+v", none)
	}
}
