package judge_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pith/session/internal/judge"
)

const edge = "../../../testdata/edge"

// committed is the part of a committed dump that a judge's answer is compared with.
type committed struct {
	Error          string          `json:"error"`
	Header         json.RawMessage `json:"header"`
	Name           *string         `json:"name"`
	Leaf           judge.Ref       `json:"leaf"`
	Count          int             `json:"count"`
	Types          []*string       `json:"types"`
	Parents        []judge.Ref     `json:"parents"`
	Tree           []judge.TreeRow `json:"tree"`
	Branch         []judge.Ref     `json:"branch"`
	ContextEntries []judge.Ref     `json:"contextEntries"`
	Context        struct {
		Messages      []json.RawMessage `json:"messages"`
		ThinkingLevel json.RawMessage   `json:"thinkingLevel"`
		Model         json.RawMessage   `json:"model"`
	} `json:"context"`
}

// TestEdge asks about every file of testdata/edge and expects what was committed beside it.
func TestEdge(t *testing.T) {
	pi := judge.Start(t)
	dumps, err := filepath.Glob(filepath.Join(edge, "*.pi.json"))
	if err != nil || len(dumps) == 0 {
		t.Fatalf("no dumps in %s: %v", edge, err)
	}
	for _, dump := range dumps {
		name := strings.TrimSuffix(filepath.Base(dump), ".pi.json")
		t.Run(name, func(t *testing.T) {
			if name == "retained-tail" {
				t.Skip("its dump follows the format document, which pi 1.6 does not")
			}
			var want committed
			content, err := os.ReadFile(dump)
			if err != nil {
				t.Fatal(err)
			}
			if err := json.Unmarshal(content, &want); err != nil {
				t.Fatal(err)
			}
			s := pi.For(t).File(filepath.Join(edge, name+".jsonl"), judge.Last)
			got := committed{
				Error: s.Error, Header: s.Header, Name: s.Name, Leaf: s.Leaf, Count: s.Count,
				Types: s.Types, Parents: s.Parents, Tree: s.Tree,
			}
			if s.Error == "" {
				c := s.Leaves[0]
				got.Branch, got.ContextEntries, got.Context = c.Branch, c.ContextEntries, c.Context
			} else {
				want.Leaf = judge.None
			}
			if diff := cmp.Diff(want, got, jsonValues, fileNames); diff != "" {
				t.Errorf("pi differs from the committed dump (-committed +pi):\n%s", diff)
			}
		})
	}
}

// jsonValues compares raw JSON by value.
var jsonValues = cmp.FilterValues(
	func(a, b json.RawMessage) bool { return json.Valid(a) && json.Valid(b) },
	cmp.Transformer("value", func(raw json.RawMessage) (v any) {
		json.Unmarshal(raw, &v)
		return v
	}))

// fileNames lets an error name the file as the judge does.
var fileNames = cmp.Transformer("file", func(s string) string {
	if i := strings.LastIndex(s, ": "); strings.HasPrefix(s, "Session file is") && i > 0 {
		return s[:i]
	}
	return s
})

const header = `{"type":"session","version":3,"id":"s1","timestamp":"2026-05-01T10:00:00.000Z","cwd":"/work"}` + "\n"

// user returns the line of a user message.
func user(id, parent, text string) string {
	if parent != "null" {
		parent = `"` + parent + `"`
	}
	return `{"type":"message","id":"` + id + `","parentId":` + parent + `,"timestamp":"2026-05-01T10:00:01.000Z",` +
		`"message":{"role":"user","content":"` + text + `","timestamp":1777629601000}}` + "\n"
}

func TestContent(t *testing.T) {
	pi := judge.Start(t)

	t.Run("leaves", func(t *testing.T) {
		s := pi.For(t).Content(header+user("a", "null", "four")+user("b", "a", "five!"), judge.Every)
		var leaves []judge.Leaf
		var messages []int
		for _, c := range s.Leaves {
			leaves, messages = append(leaves, c.Leaf), append(messages, len(c.LLM))
		}
		if diff := cmp.Diff([]judge.Leaf{judge.Root, 0, 1}, leaves); diff != "" {
			t.Error(diff)
		}
		if diff := cmp.Diff([]int{0, 1, 2}, messages); diff != "" {
			t.Error(diff)
		}
		if diff := cmp.Diff([]float64{1, 2}, s.Leaves[2].Tokens.Messages); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("bytes", func(t *testing.T) {
		s := pi.For(t).Content(header+user("a", "null", "\xff"), judge.Last)
		if !strings.Contains(string(s.Leaves[0].LLM[0]), "\uFFFD") {
			t.Errorf("a byte that is not UTF-8 became %s", s.Leaves[0].LLM[0])
		}
	})
	t.Run("refused", func(t *testing.T) {
		if s := pi.For(t).Content("no session\n"); s.Error == "" {
			t.Error("pi opened a file without a header")
		}
	})
	t.Run("missing leaf", func(t *testing.T) {
		s := pi.For(t).Content(header, 7)
		if s.Leaves[0].Errors["leaf"] == "" {
			t.Error("no error for a leaf that does not exist")
		}
	})
}

// TestEndless checks that files which hang pi are reported instead of asked about.
func TestEndless(t *testing.T) {
	pi := judge.Start(t)
	for name, text := range map[string]string{
		"self":             header + user("a", "a", "x"),
		"cycle":            header + user("a", "b", "x") + user("b", "a", "y"),
		"duplicate parent": header + user("a", "null", "x") + user("b", "a", "y") + user("a", "b", "z"),
	} {
		t.Run(name, func(t *testing.T) {
			pi := pi.For(t)
			if s := pi.Content(text, judge.Last); s.Leaves[0].Errors["leaf"] == "" {
				t.Error("no error for a path without end")
			}
			if r := pi.Rows(judge.View{Text: text}); r.Error == "" {
				t.Error("no error for rows of a tree without end")
			}
		})
	}
}

func TestRows(t *testing.T) {
	pi := judge.Start(t)
	path := filepath.Join(edge, "branches.jsonl")
	root := judge.Root
	for _, test := range []struct {
		name string
		view judge.View
		want []int
	}{
		{"default", judge.View{Path: path}, []int{0, 1, 6, 7, 2, 3, 4, 5}},
		{"user-only", judge.View{Path: path, Filter: "user-only"}, []int{0, 6, 2, 4}},
		{"root", judge.View{Path: path, Leaf: &root}, []int{0, 1, 2, 3, 6, 7, 4, 5}},
		{"search", judge.View{Path: path, Query: "answer other"}, []int{5}},
		{"nothing found", judge.View{Path: path, Query: "nowhere"}, nil},
		{"folded", judge.View{Path: path, Keys: []string{"\x1b[A", "\x1b[1;5D"}}, []int{0, 1, 6, 2, 3, 4, 5}},
	} {
		t.Run(test.name, func(t *testing.T) {
			rows := pi.For(t).Rows(test.view)
			var got []int
			for _, row := range rows.Rows {
				got = append(got, row.Entry.Pos)
			}
			if diff := cmp.Diff(test.want, got); diff != "" || rows.Error != "" {
				t.Errorf("%s\n%s", rows.Error, diff)
			}
		})
	}
}

func TestPicker(t *testing.T) {
	pi := judge.Start(t)
	agentDir := t.TempDir()
	dir := filepath.Join(agentDir, "sessions", "--work--")
	write(t, filepath.Join(dir, "a.jsonl"), header+user("a", "null", "tidy the cellar"))
	child := strings.Replace(header, `"s1"`, `"s2","parentSession":"`+filepath.Join(dir, "a.jsonl")+`"`, 1)
	write(t, filepath.Join(dir, "b.jsonl"), child+user("a", "null", "tidy the attic"))

	if got := ids(pi.List(dir, "")); !slices.Equal(got, []any{"s2", "s1"}) {
		t.Errorf("List = %v", got)
	}
	if got := ids(pi.List(dir, "/elsewhere")); len(got) != 0 {
		t.Errorf("List of another cwd = %v", got)
	}
	if got := ids(pi.ListRoot(agentDir)); len(got) != 2 {
		t.Errorf("ListRoot = %v", got)
	}
	found, refusal := pi.Search(judge.Search{Dir: dir, Query: "attic"})
	if refusal != "" || len(found) != 1 || filepath.Base(found[0].Path) != "b.jsonl" {
		t.Errorf("Search = %v, %q", found, refusal)
	}
	threaded, refusal := pi.Search(judge.Search{Dir: dir})
	if refusal != "" || len(threaded) != 2 || threaded[1].Depth != 1 || filepath.Base(threaded[1].Path) != "b.jsonl" {
		t.Errorf("threaded = %v, %q", threaded, refusal)
	}
}

func ids(sessions []judge.Listed) []any {
	var ids []any
	for _, s := range sessions {
		ids = append(ids, s.ID)
	}
	return ids
}

func TestWrite(t *testing.T) {
	pi := judge.Start(t)
	dir := t.TempDir()
	path := filepath.Join(dir, "a.jsonl")
	before := header + user("a", "null", "one") + user("b", "a", "two")
	write(t, path, before)

	w := pi.Write(path,
		judge.Do("appendLabelChange", judge.EntryID(0), "start"),
		judge.Do("branch", "a"),
		judge.Do("appendSessionInfo", "a name"),
		judge.Do("appendLabelChange", judge.Made(0)))
	if w.Error != "" || !w.OnDisk || len(w.Results) != 4 {
		t.Fatalf("Write = %+v", w)
	}
	if diff := cmp.Diff([]judge.Ref{judge.None, judge.At(0), judge.At(1), judge.At(0), judge.At(3)}, w.Session.Parents); diff != "" {
		t.Error(diff)
	}
	after, err := os.ReadFile(path)
	if err != nil || !strings.HasPrefix(string(after), before) || strings.Count(string(after), "\n") != 6 {
		t.Errorf("the file now holds %v\n%s", err, after)
	}

	t.Run("fork", func(t *testing.T) {
		w := pi.For(t).Write(path, judge.Do("forkFrom", "/other", filepath.Join(dir, "forks")))
		if w.Error != "" || w.Session.Count != 5 || filepath.Dir(w.File) != filepath.Join(dir, "forks") {
			t.Errorf("forkFrom = %+v", w)
		}
	})
	t.Run("create", func(t *testing.T) {
		name := judge.Do("appendSessionInfo", "early")
		if w := pi.For(t).Create(dir, "/work", name); w.OnDisk || w.Session.Count != 1 {
			t.Errorf("a name alone: %+v", w)
		}
		hello := judge.Do("appendMessage", map[string]any{"role": "user", "content": "hello", "timestamp": 1})
		if w := pi.For(t).Create(dir, "/work", name, hello); !w.OnDisk || w.Session.Count != 2 {
			t.Errorf("with a message: %+v", w)
		}
	})
	t.Run("refused", func(t *testing.T) {
		if w := pi.For(t).Write(path, judge.Do("branch", "nowhere")); w.Error == "" {
			t.Error("pi branched from an entry that does not exist")
		}
	})
}

func write(t *testing.T, path, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

// fatal is a test that only remembers how it failed.
type fatal struct{ message string }

func (*fatal) Helper() {}

func (f *fatal) Fatalf(format string, args ...any) {
	f.message = format
	panic(f)
}

// TestGone checks that a judge whose process was ended fails the test that asks it.
func TestGone(t *testing.T) {
	var pi *judge.Judge
	t.Run("start", func(t *testing.T) { pi = judge.Start(t) })
	if pi == nil {
		t.Skip("there is no judge")
	}
	f := &fatal{}
	func() {
		defer func() {
			if r := recover(); r != nil && r != f {
				panic(r)
			}
		}()
		pi.For(f).Content(header)
	}()
	if f.message == "" {
		t.Error("a request to a judge that has ended did not fail the test")
	}
}
