package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// piDump is what pi 1.6.0 made of a session, with positions in the file for
// ids.
type piDump struct {
	Error          string
	Name           *string
	Leaf           *int
	Tree           [][]any
	ContextEntries []int
	Context        struct {
		Messages      []any
		ThinkingLevel string
		Model         any
	}
}

// TestVerbsPrintWhatPiMakes has the verbs print each file of the edge corpus as
// JSON and compares with what pi made of it.
func TestVerbsPrintWhatPiMakes(t *testing.T) {
	files, err := filepath.Glob("testdata/edge/*.pi.json")
	if err != nil || len(files) < 30 {
		t.Fatalf("the edge corpus is gone: %d files, %v", len(files), err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			var want piDump
			unmarshalFile(t, file, &want)
			source := strings.TrimSuffix(file, ".pi.json") + ".jsonl"
			if want.Error != "" {
				if _, err := pith(t, "tree", source, "--json"); err == nil {
					t.Fatalf("pi says %q, pith prints a tree", want.Error)
				}
				return
			}
			if diff := cmp.Diff(want, dumpByVerbs(t, source), cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("pi (-) and pith (+) differ:\n%s", diff)
			}
		})
	}
}

func dumpByVerbs(t *testing.T, source string) piDump {
	t.Helper()
	var tree struct {
		Name    *string
		LeafID  *string
		Entries []struct {
			Index int
			ID    string
			Depth int
			Label *string
		}
	}
	var context struct {
		Messages      []any
		ThinkingLevel string
		Model         any
		Entries       []string
	}
	unmarshalOutput(t, &tree, "tree", source, "--json")
	unmarshalOutput(t, &context, "context", source, "--json")
	got := piDump{Name: tree.Name}
	got.Context.Messages, got.Context.ThinkingLevel, got.Context.Model = context.Messages, context.ThinkingLevel, context.Model
	index := map[string]int{}
	for _, e := range tree.Entries {
		index[e.ID] = e.Index
		row := []any{float64(e.Index), float64(e.Depth), nil}
		if e.Label != nil {
			row[2] = *e.Label
		}
		got.Tree = append(got.Tree, row)
	}
	if tree.LeafID != nil {
		leaf := index[*tree.LeafID]
		got.Leaf = &leaf
	}
	for _, id := range context.Entries {
		got.ContextEntries = append(got.ContextEntries, index[id])
	}
	return got
}

func unmarshalFile(t *testing.T, file string, v any) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err == nil {
		err = json.Unmarshal(text, v)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func unmarshalOutput(t *testing.T, v any, args ...string) {
	t.Helper()
	out, err := pith(t, args...)
	if err == nil {
		err = json.Unmarshal(out, v)
	}
	if err != nil {
		t.Fatalf("pith %s: %v", strings.Join(args, " "), err)
	}
}

// pith runs the program and returns what it printed.
func pith(t *testing.T, args ...string) ([]byte, error) {
	t.Helper()
	binary, err := buildOnce()
	if err != nil {
		t.Fatal(err)
	}
	return exec.Command(binary, args...).Output()
}
