package library_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"pith/session/internal/judge"
	"pith/session/library"
)

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
