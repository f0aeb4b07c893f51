package library_test

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"pith/session/internal/judge"
	"pith/session/internal/sessiongen"
	"pith/session/library"
)

// asListed brings a row into the form in which pi lists sessions.
func asListed(t judge.TB, l *library.Library, r *library.Row) judge.Listed {
	first, err := l.FirstMessage(r)
	if err != nil {
		t.Fatalf("%v", err)
	}
	out := judge.Listed{
		Path: r.Path, ID: r.ID, Cwd: r.Cwd, MessageCount: r.MessageCount, FirstMessage: first,
		Created: iso(r.Created), Modified: iso(r.Modified),
	}
	if r.Name != "" {
		out.Name = &r.Name
	}
	if r.ParentSessionPath != "" {
		out.ParentSessionPath = r.ParentSessionPath
	}
	return out
}

// iso returns a time as JavaScript's JSON has it; nil if it is none.
func iso(t time.Time) *string {
	if t.IsZero() {
		return nil
	}
	s := t.UTC().Format("2006-01-02T15:04:05.000Z")
	if y := t.UTC().Year(); y > 9999 || y < 0 {
		s = fmt.Sprintf("%+07d%s", y, t.UTC().Format("-01-02T15:04:05.000Z"))
	}
	return &s
}

// sameRows compares a list with pi's, by path.
func sameRows(t judge.TB, l *library.Library, rows []library.Row, pis []judge.Listed) {
	t.Helper()
	mine := []judge.Listed{}
	for i := range rows {
		mine = append(mine, asListed(t, l, &rows[i]))
	}
	for i := range pis {
		pis[i].AllMessagesText = ""
	}
	byPath := func(a, b judge.Listed) int { return cmp.Compare(a.Path, b.Path) }
	slices.SortFunc(mine, byPath)
	slices.SortFunc(pis, byPath)
	if diff := gocmp.Diff(pis, mine); diff != "" {
		t.Fatalf("pith's rows (+) are not pi's (-):\n%s", diff)
	}
}

// lostByPi takes out of rows those that pi's list does not have because a
// message in them has content that is null. Nothing else may be missing there.
func lostByPi(rows []library.Row, texts map[string]string, pis []judge.Listed) []library.Row {
	return slices.DeleteFunc(rows, func(r library.Row) bool {
		return strings.Contains(texts[r.Path], `"content":null`) &&
			!slices.ContainsFunc(pis, func(p judge.Listed) bool { return p.Path == r.Path })
	})
}

// TestRowsAreThoseOfPi compares the rows of random sessions with pi's.
func TestRowsAreThoseOfPi(t *testing.T) {
	pi := judge.Start(t)
	files := rapid.Custom(func(t *rapid.T) string {
		return rapid.SampledFrom([]func(*rapid.T) string{sessiongen.Text, sessiongen.V1Text, sessiongen.V2Text}).Draw(t, "version")(t)
	})
	rapid.Check(t, func(rt *rapid.T) {
		s := newStore(t)
		texts := map[string]string{}
		for i, text := range rapid.SliceOfN(files, 1, 12).Draw(rt, "files") {
			path := s.write(s.session(fmt.Sprintf("%02d.jsonl", i)), text)
			texts[path] = text
			s.at(path, time.UnixMilli(1777629600000+int64(i)))
		}
		l := s.library()
		got := list(t, l, library.ScopeAll)
		if len(got.skipped) > 0 {
			rt.Fatalf("skipped: %v", got.skipped)
		}
		pis := pi.For(rt).ListRoot(s.agent())
		sameRows(rt, l, lostByPi(got.rows, texts, pis), pis)
	})
}

// TestGeneratedFolderIsThatOfPi compares a whole folder of big sessions.
func TestGeneratedFolderIsThatOfPi(t *testing.T) {
	dir := os.Getenv("PITH_BENCH_DIR")
	if dir == "" {
		t.Skip("PITH_BENCH_DIR names no folder of sessions")
	}
	pi := judge.Start(t)
	s := newStore(t)
	if err := os.MkdirAll(s.agent(), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(dir, s.agent("sessions")); err != nil {
		t.Fatal(err)
	}
	l := s.library()
	got := list(t, l, library.ScopeAll)
	if len(got.skipped) > 0 {
		t.Errorf("skipped: %v", got.skipped)
	}
	pis := pi.ListRoot(s.agent())
	for i, r := range got.rows {
		if r.Path != pis[i].Path {
			t.Fatalf("row %d is %s, in pi's list %s", i, filepath.Base(r.Path), filepath.Base(pis[i].Path))
		}
	}
	sameRows(t, l, got.rows, pis)
}

// TestEdgeFilesAreThoseOfPi compares the session files of testdata/edge, one
// rule each. pi's list takes a line separator in a string for the end of the
// line, so unicode.jsonl cannot agree.
func TestEdgeFilesAreThoseOfPi(t *testing.T) {
	pi := judge.Start(t)
	files, err := filepath.Glob(filepath.Join("..", "..", "testdata", "edge", "*.jsonl"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no files in testdata/edge (%v)", err)
	}
	s := newStore(t)
	texts := map[string]string{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if filepath.Base(file) != "unicode.jsonl" {
			texts[s.write(s.session(filepath.Base(file)), string(text))] = string(text)
		}
	}
	l := s.library()
	pis := pi.ListRoot(s.agent())
	sameRows(t, l, lostByPi(list(t, l, library.ScopeAll).rows, texts, pis), pis)
}
