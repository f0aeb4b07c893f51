package library_test

import (
	"cmp"
	"context"
	"encoding/json"
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

// TestGeneratedSearchesAreThoseOfPi compares what 200 random words, phrases and
// expressions find in a folder of big sessions, with an index and without.
func TestGeneratedSearchesAreThoseOfPi(t *testing.T) {
	root := os.Getenv("PITH_BENCH_DIR")
	dirs, err := filepath.Glob(filepath.Join(root, "--*--"))
	if root == "" || err != nil || len(dirs) == 0 {
		t.Skip("PITH_BENCH_DIR names no folder of sessions in folders")
	}
	pi := judge.Start(t)
	s := newStore(t)
	for _, cacheDir := range []string{"", s.home} {
		l := locate(t, library.Env{SessionDir: dirs[0], Cwd: "/", CacheDir: cacheDir})
		rows := list(t, l, library.ScopeAll).rows
		vocabulary := strings.Fields(rows[0].FirstMessage + " " + rows[0].LastPrompt + " " + rows[len(rows)-1].FirstMessage + " nowhere 0199 3c")
		next := rapid.Custom(func(t *rapid.T) string {
			a, b := rapid.SampledFrom(vocabulary).Draw(t, "a"), rapid.SampledFrom(vocabulary).Draw(t, "b")
			forms := []string{a, a + " " + b, `"` + a + " " + b + `"`, a[:1+len(a)/2], "re:" + a + ".*" + b, "re:\\b" + a + "\\s+" + b + "\\b", "re:^" + a, "re:" + a + "(?=,)"}
			return rapid.SampledFrom(forms).Draw(t, "form")
		})
		for i := range 100 {
			text := strings.ToValidUTF8(next.Example(i), "")
			found, refusal := pi.Search(judge.Search{Dir: dirs[0], Query: text, Sort: "relevance"})
			if refusal != "" {
				t.Fatalf("pi refuses the query %q: %s", text, refusal)
			}
			sameSearch(t, l, rows, text, found)
		}
	}
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

// TestSearchIsThatOfPi compares what random queries find, how well and in which
// order.
func TestSearchIsThatOfPi(t *testing.T) {
	pi := judge.Start(t)
	rapid.Check(t, func(rt *rapid.T) {
		s := newStore(t)
		for i := range rapid.IntRange(1, 6).Draw(rt, "sessions") {
			s.write(s.session(fmt.Sprintf("%02d.jsonl", i)), wordySession(rt, i))
		}
		l := s.library()
		rows := list(t, l, library.ScopeAll).rows
		for range 10 {
			text := queryText(rt)
			found, refusal := pi.For(rt).Search(judge.Search{Dir: filepath.Dir(s.session("x")), Query: text, Sort: "relevance"})
			if refusal != "" {
				rt.Fatalf("pi refuses the query %q: %s", text, refusal)
			}
			sameSearch(rt, l, rows, text, found)
		}
	})
}

func sameSearch(t judge.TB, l *library.Library, rows []library.Row, text string, pis []judge.Found) {
	var want, got []string
	for _, f := range pis {
		want = append(want, fmt.Sprintf("%s %.6f", filepath.Base(f.Path), f.Score))
	}
	q, err := library.ParseQuery(text)
	if err == nil {
		var matches []library.Match
		if err := l.Search(context.Background(), q, rows, func(m library.Match) { matches = append(matches, m) }); err != nil {
			t.Fatalf("%v", err)
		}
		for _, r := range library.SortMatches(rows, matches) {
			i := slices.IndexFunc(matches, func(m library.Match) bool { return m.Path == r.Path })
			got = append(got, fmt.Sprintf("%s %.6f", filepath.Base(r.Path), matches[i].Score))
		}
	}
	if diff := gocmp.Diff(want, got); diff != "" {
		t.Fatalf("query %q (error %v): pith (+) does not find what pi (-) does:\n%s", text, err, diff)
	}
}

// searchWords are few, so that queries hit, and alike, so that they nearly do.
var searchWords = []string{
	"deadlock", "dead", "lock", "Auth", "auth", "refactor", "a-b", "codex52", "gpt-5.2-codex", "x", "tidy", "module", "Größe", "日本語",
	"(a|b)", "foo.bar", "l\tk", "two\nlines",
}

func searchText(t *rapid.T, label string) string {
	return strings.Join(rapid.SliceOfN(rapid.SampledFrom(searchWords), 0, 4).Draw(t, label),
		rapid.SampledFrom([]string{" ", "  ", "\n", "\u00a0", "-"}).Draw(t, "space"))
}

// wordySession draws a session with a name and messages of searchWords.
func wordySession(t *rapid.T, i int) string {
	var b strings.Builder
	line := func(v any) {
		text, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		b.Write(append(text, '\n'))
	}
	type object = map[string]any
	line(object{"type": "session", "id": fmt.Sprintf("0199%d-aa%db", i, i*7), "timestamp": "2026-05-01T10:00:00.000Z",
		"cwd": "/home/dev/" + searchText(t, "cwd")})
	for n := range rapid.IntRange(0, 4).Draw(t, "messages") {
		role := rapid.SampledFrom([]string{"user", "assistant", "toolResult"}).Draw(t, "role")
		line(object{"type": "message", "id": fmt.Sprint("e", n), "message": object{
			"role": role, "content": searchText(t, "text"), "timestamp": 1777629600000 + i*60000}})
	}
	if rapid.Bool().Draw(t, "named") {
		line(object{"type": "session_info", "id": "n", "name": searchText(t, "name")})
	}
	return b.String()
}

// queryText draws a query: words, parts of words, phrases and expressions.
func queryText(t *rapid.T) string {
	expressions := []string{
		`dead.*lock`, `^auth`, `lock$`, `\bdead\b`, `a[-_]b`, `(?=dead)d`, `(\w)\1`, `\s\s`, `[^]x`, `auth|tidy`, `GR\u00d6SSE`, `größe`,
		`two.lines`, `two\slines`, `(`, `[a`, ``, `(?<n>x)`, `x{2,}`, `\d+`, `日.語`, `(?!x)x`, `module\/`, `a\-b`, `[]`,
	}
	if rapid.IntRange(0, 2).Draw(t, "kind") == 0 {
		return "re:" + rapid.SampledFrom(expressions).Draw(t, "expression")
	}
	part := rapid.OneOf(
		rapid.SampledFrom(searchWords),
		rapid.Map(rapid.SampledFrom(searchWords), func(w string) string { return w[:1] }),
		rapid.SampledFrom([]string{`"dead lock"`, `"auth  refactor"`, `"a`, `""`, `"tidy" module`, `0199`, `aa7`, `52codex`, `dk`, `home`, `DEV`}),
	)
	return strings.Join(rapid.SliceOfN(part, 0, 3).Draw(t, "query"), " ")
}
