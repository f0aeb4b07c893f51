package library_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"pith/session/library"
)

// entry is a line of any type below a parent.
func entry(id, parent, rest string) string {
	return fmt.Sprintf(`{"id":%q,"parentId":%q,"timestamp":"2026-05-01T10:00:0%d.000Z",%s}`+"\n", id, parent, len(id)%10, rest)
}

func prompt(id, parent, text string) string {
	return entry(id, parent, fmt.Sprintf(`"type":"message","message":{"role":"user","content":%q}`, text))
}

// forkStore has a session with two branches and a fork of it.
func forkStore(t *testing.T) (*library.Library, map[string]*library.Row) {
	s := newStore(t)
	shared := prompt("u1", "", "the DEADLOCK came") + prompt("u2", "u1", "an abandoned deadlock") + prompt("u3", "u1", "nothing here")
	deep := entry("t1", "u3", `"type":"message","message":{"role":"toolResult","toolName":"bash","content":[{"type":"text","text":"Deadlock\nfound"},{"type":"image","data":"deadlock"}]}`) +
		entry("a1", "t1", `"type":"message","message":{"role":"assistant","content":[{"type":"thinking","thinking":"a deadlock?"},{"type":"toolCall","name":"grep","arguments":{"list":["the deadlock"]}}]}`) +
		entry("c1", "a1", `"type":"compaction","summary":"about a deadlock"`)
	s.write(s.session("parent.jsonl"), header("parent", s.cwd)+shared+deep)
	fork := strings.Replace(header("fork", s.cwd), `"cwd"`, fmt.Sprintf(`"parentSession":%q,"cwd"`, s.session("parent.jsonl")), 1)
	s.write(s.session("fork.jsonl"), fork+prompt("u1", "", "the DEADLOCK came")+prompt("new", "u1", "größer: a new İ deadlock"))
	l := s.library()
	rows := map[string]*library.Row{}
	for _, r := range list(t, l, library.ScopeFolder).rows {
		rows[r.ID] = &r
	}
	return l, rows
}

func hitsOf(t *testing.T, l *library.Library, q library.Query, row *library.Row) (library.Hits, []string) {
	t.Helper()
	hits, err := l.Hits(context.Background(), q, row, 100)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, h := range hits.First {
		s := h.Snippet
		lines = append(lines, fmt.Sprintf("%s %s %s[%s]%s", h.Entry, h.Place, s.Text[:s.Start], s.Text[s.Start:s.End], s.Text[s.End:]))
	}
	return hits, lines
}

func TestHits(t *testing.T) {
	l, rows := forkStore(t)
	for _, test := range []struct {
		row, query string
		deep       bool
		want       []string
	}{
		{"parent", "deadlock", false, []string{"u1 active the [DEADLOCK] came", "u2 abandoned an abandoned [deadlock]"}},
		{"parent", "re:dead\\w+ came$", false, []string{"u1 active the [DEADLOCK came]"}},
		{"parent", "re:(?<=an )abandoned", false, []string{"u2 abandoned an [abandoned] deadlock"}},
		{"parent", `nothing "deadlock  came"`, false, []string{"u1 active the [DEADLOCK came]", "u3 active [nothing] here"}},
		{"fork", "deadlock", false, []string{"u1 copied the [DEADLOCK] came", "new active größer: a new İ [deadlock]"}},
		{"parent", "deadlock", true, []string{
			"u1 active the [DEADLOCK] came", "u2 abandoned an abandoned [deadlock]", "t1 active bash [Deadlock] found",
			"a1 active a [deadlock]? grep the deadlock", "c1 active about a [deadlock]",
		}},
	} {
		q := parse(t, test.query)
		q.Deep = test.deep
		hits, lines := hitsOf(t, l, q, rows[test.row])
		if !slices.Equal(lines, test.want) || hits.Total != len(test.want) {
			t.Errorf("%q in %s, deep %v, hits\n%s\nwant\n%s", test.query, test.row, test.deep, strings.Join(lines, "\n"), strings.Join(test.want, "\n"))
		}
	}
	hits, err := l.Hits(context.Background(), parse(t, "deadlock"), rows["parent"], 1)
	if err != nil || len(hits.First) != 1 || hits.Total != 2 || hits.Count[library.PlaceAbandoned] != 1 {
		t.Errorf("with a limit of one: %+v (%v)", hits, err)
	}
}

func TestHitsOfAVanishedFile(t *testing.T) {
	l, _ := forkStore(t)
	if _, err := l.Hits(context.Background(), parse(t, "x"), &library.Row{Path: "/gone.jsonl"}, 1); err == nil || !strings.Contains(err.Error(), "/gone.jsonl") {
		t.Errorf("error %v", err)
	}
}

func TestDeepSearch(t *testing.T) {
	l, rows := forkStore(t)
	all := []library.Row{*rows["parent"], *rows["fork"]}
	for query, want := range map[string]string{
		`"found"`: "parent", `"grep"`: "parent", `"deadlock found"`: "parent", `"found" "nothing"`: "parent", `"new"`: "fork", `"größer"`: "fork",
		"re:dead.*\\?": "parent", "re:(?=new)n": "fork", `"base64"`: "", `"u2"`: "", `"toolresult"`: "", `"deadlock"`: "fork parent",
		`"parent"`: "parent", // the id is searched as ever
	} {
		q := parse(t, query)
		q.Deep = true
		var got []string
		for _, f := range foundBy(t, l, q, all) {
			name, _, _ := strings.Cut(f, ".jsonl ")
			got = append(got, name)
		}
		if s := strings.Join(got, " "); s != want {
			t.Errorf("%q finds %q, want %q", query, s, want)
		}
	}
}

// TestDeepFindsWhatIsSaid checks on random sessions that a deep search finds at
// least what a search does.
func TestDeepFindsWhatIsSaid(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		s := newStore(t)
		for i := range 3 {
			s.write(s.session(fmt.Sprintf("%02d.jsonl", i)), wordySession(rt, i))
		}
		l := s.library()
		rows := list(t, l, library.ScopeAll).rows
		word := rapid.SampledFrom(searchWords[:8]).Draw(rt, "word")
		q := parse(t, word)
		plain := foundBy(t, l, q, rows)
		q.Deep = true
		deep := foundBy(t, l, q, rows)
		for _, f := range plain {
			name, _, _ := strings.Cut(f, " ")
			if !slices.ContainsFunc(deep, func(d string) bool { return strings.HasPrefix(d, name) }) {
				rt.Fatalf("%q: a deep search finds %q, which lacks %s", word, deep, f)
			}
		}
	})
}
