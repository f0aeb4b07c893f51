package session_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"pith/session"
)

const edgeDir = "../testdata/edge"

// dump is what pi 1.6.0 made of a file, with positions in the file for ids.
type dump struct {
	Error          string         `json:"error"`
	Name           *string        `json:"name"`
	Leaf           *int           `json:"leaf"`
	Count          int            `json:"count"`
	Types          []string       `json:"types"`
	Tree           [][]any        `json:"tree"`
	Branch         []int          `json:"branch"`
	ContextEntries []int          `json:"contextEntries"`
	Context        map[string]any `json:"context"`
}

// dumpOf makes of a session what the dumps hold of it.
func dumpOf(t *testing.T, s *session.Session, leaf int) dump {
	t.Helper()
	d := dump{Count: s.Len(), Branch: s.Branch(leaf)}
	if name := s.Name(); name != "" {
		d.Name = &name
	}
	if leaf != session.Root {
		d.Leaf = &leaf
	}
	for _, e := range s.Entries() {
		d.Types = append(d.Types, string(e.Type))
	}
	for _, v := range s.Preorder() {
		row := []any{float64(v.Entry), float64(v.Depth), nil}
		if label, ok := s.Label(v.Entry); ok {
			row[2] = label.Text
		}
		d.Tree = append(d.Tree, row)
	}
	p, err := s.Projection(leaf)
	if err != nil {
		t.Fatal(err)
	}
	for _, item := range p.Items {
		d.ContextEntries = append(d.ContextEntries, item.Entry)
	}
	messages := p.Messages()
	if messages == nil {
		messages = []*session.Message{}
	}
	text, err := json.Marshal(map[string]any{"messages": messages, "thinkingLevel": p.ThinkingLevel, "model": p.Model})
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &d.Context); err != nil {
		t.Fatal(err)
	}
	return d
}

// TestEdgeCorpus reads each file that shows one rule of the format and compares
// with what pi made of it.
func TestEdgeCorpus(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(edgeDir, "*.jsonl"))
	if err != nil || len(files) < 30 {
		t.Fatalf("the edge corpus is gone: %d files, %v", len(files), err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".jsonl"), func(t *testing.T) {
			text, err := os.ReadFile(strings.TrimSuffix(file, ".jsonl") + ".pi.json")
			if err != nil {
				if _, err := session.Open(file); err == nil {
					t.Fatal("an empty file was taken for a session")
				}
				return
			}
			var want dump
			if err := json.Unmarshal(text, &want); err != nil {
				t.Fatal(err)
			}
			s, err := session.Open(file)
			if want.Error != "" {
				if err == nil {
					t.Fatalf("opened, but pi says %q", want.Error)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, dumpOf(t, s, s.Leaf()), cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("pi (-) and pith (+) differ:\n%s", diff)
			}
		})
	}
}
