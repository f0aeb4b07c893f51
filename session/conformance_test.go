package session_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"pith/session"
	"pith/session/internal/judge"
	"pith/session/internal/sessiongen"
)

// These tests ask the real pi. They are skipped where it is not installed; see
// testdata/pi/README.md.

// view is what pi and this package both say of a session, in one form.
type view struct {
	Name    string
	Leaf    int
	Types   []string
	Parents []int
	Tree    [][2]int
	Labels  []labelView
	Leaves  []contextView
}

type labelView struct {
	Entry int
	Text  string
}

type contextView struct {
	Leaf    int
	Branch  []int
	Entries []int
	Context map[string]any
	LLM     []any
	Tokens  int
}

// asPi returns what pi says.
func asPi(t judge.TB, d *judge.Session) view {
	t.Helper()
	if d.Error != "" {
		t.Fatalf("pi refuses the file: %s", d.Error)
	}
	v := view{Leaf: d.Leaf.Pos, Parents: positions(d.Parents)}
	if d.Name != nil {
		v.Name = *d.Name
	}
	for _, typ := range d.Types {
		if typ == nil {
			v.Types = append(v.Types, "")
		} else {
			v.Types = append(v.Types, *typ)
		}
	}
	for _, row := range d.Tree {
		v.Tree = append(v.Tree, [2]int{row.Entry.Pos, row.Depth})
	}
	for _, l := range d.Labels {
		if l.Entry.Missing == "" {
			v.Labels = append(v.Labels, labelView{l.Entry.Pos, l.Text})
		}
	}
	for _, leaf := range d.Leaves {
		c := contextView{Leaf: int(leaf.Leaf), Branch: positions(leaf.Branch), Entries: positions(leaf.ContextEntries)}
		c.Context = decode[map[string]any](t, encode(t, leaf.Context))
		c.LLM = decode[[]any](t, encode(t, leaf.LLM))
		if leaf.Tokens.Projected != nil {
			c.Tokens = int(leaf.Tokens.Projected.Tokens)
		}
		v.Leaves = append(v.Leaves, c)
	}
	return v
}

// asPith returns what this package says of the same leaves.
func asPith(t judge.TB, s *session.Session, leaves []contextView) view {
	t.Helper()
	v := view{Name: s.Name(), Leaf: s.Leaf()}
	for i, e := range s.Entries() {
		v.Types = append(v.Types, string(e.Type))
		v.Parents = append(v.Parents, s.Parent(i))
	}
	for _, step := range s.Preorder() {
		v.Tree = append(v.Tree, [2]int{step.Entry, step.Depth})
	}
	for _, i := range s.Labeled() {
		label, _ := s.Label(i)
		v.Labels = append(v.Labels, labelView{i, label.Text})
	}
	for _, asked := range leaves {
		v.Leaves = append(v.Leaves, contextAt(t, s, asked.Leaf))
	}
	return v
}

func contextAt(t judge.TB, s *session.Session, leaf int) contextView {
	t.Helper()
	at := leaf
	if leaf == int(judge.Last) {
		at = s.Leaf()
	}
	p, err := s.Projection(at)
	if err != nil {
		t.Fatalf("leaf %d: %v", leaf, err)
	}
	c := contextView{Leaf: leaf, Branch: p.Branch, Tokens: p.Tokens().Total}
	for _, item := range p.Items {
		c.Entries = append(c.Entries, item.Entry)
	}
	c.Context = decode[map[string]any](t, encode(t, map[string]any{
		"messages": p.Shape().Messages, "thinkingLevel": p.ThinkingLevel, "model": p.Model,
	}))
	for _, m := range p.Convert() {
		if m.Sent() {
			c.LLM = append(c.LLM, decode[any](t, encode(t, m.Message)))
		}
	}
	return c
}

func positions(refs []judge.Ref) []int {
	list := make([]int, len(refs))
	for i, r := range refs {
		list[i] = r.Pos
	}
	return list
}

func encode(t judge.TB, v any) []byte {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatalf("encode: %v", err)
	}
	return text
}

func decode[T any](t judge.TB, text []byte) (v T) {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var loose any
	if err := d.Decode(&loose); err != nil {
		t.Fatalf("decode %s: %v", text, err)
	}
	v, _ = asJavaScript(loose).(T)
	return v
}

// asJavaScript turns numbers into what JavaScript reads and writes of them:
// one too large is Infinity, for which JSON has only null.
func asJavaScript(v any) any {
	switch v := v.(type) {
	case json.Number:
		f, err := v.Float64()
		if err != nil {
			return nil
		}
		return f
	case []any:
		for i := range v {
			v[i] = asJavaScript(v[i])
		}
	case map[string]any:
		for k := range v {
			v[k] = asJavaScript(v[k])
		}
	}
	return v
}

// compare asks pi of a text and its leaves and reports where this package
// differs.
func compare(t judge.TB, j *judge.Judge, text string, leaves ...judge.Leaf) {
	t.Helper()
	want := asPi(t, j.Content(text, leaves...))
	s, err := session.Parse([]byte(text))
	if err != nil {
		t.Fatalf("pith refuses the file: %v\n%s", err, text)
	}
	got := asPith(t, s, want.Leaves)
	if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
		t.Fatalf("pi (-) and pith (+) differ:\n%s\nof the file\n%s", diff, text)
	}
}

func TestRandomSessionsAgreeWithPi(t *testing.T) {
	j := judge.Start(t)
	for name, gen := range map[string]func(*rapid.T) string{
		"v3": sessiongen.Text, "v2": sessiongen.V2Text, "v1": sessiongen.V1Text,
	} {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(r *rapid.T) {
				compare(r, j.For(r), gen(r), judge.Every)
			})
		})
	}
}

func TestRealSessionsAgreeWithPi(t *testing.T) {
	corpus := os.Getenv("PITH_CORPUS")
	if corpus == "" {
		t.Skip("PITH_CORPUS names no folder with real sessions")
	}
	files, err := filepath.Glob(filepath.Join(corpus, "real", "*.jsonl"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no sessions in %s: %v", corpus, err)
	}
	j := judge.Start(t)
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".jsonl"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			lines := strings.Count(string(text), "\n") - 1
			compare(t, j.For(t), string(text), judge.Last, judge.Root, judge.Leaf(lines/2), judge.Leaf(lines/3), 10)
		})
	}
}
