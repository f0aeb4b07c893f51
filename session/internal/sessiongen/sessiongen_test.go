package sessiongen_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"pith/session/internal/judge"
	"pith/session/internal/sessiongen"
)

// drawers are the three kinds of files, under given options.
func drawers(o sessiongen.Options) map[string]func(*rapid.T) string {
	return map[string]func(*rapid.T) string{"v1": o.V1Text, "v2": o.V2Text, "v3": o.Text}
}

// TestPiOpensEveryFile asks pi about 100 files of each version: it opens them and reads the tree, and from every leaf it
// builds, converts and counts the context. Only where usage is missing may its statistics and its footer fail.
func TestPiOpensEveryFile(t *testing.T) {
	pi := judge.Start(t)
	for name, draw := range drawers(sessiongen.Options{}) {
		t.Run(name, rapid.MakeCheck(func(t *rapid.T) {
			s := pi.For(t).Content(draw(t), judge.Every)
			if s.Error != "" {
				t.Fatalf("pi refuses the file: %s", s.Error)
			}
			delete(s.Errors, "stats")
			for i := range s.Leaves {
				delete(s.Leaves[i].Errors, "tokens.footer")
			}
			wantNoErrors(t, s)
		}))
	}
}

// TestPiSurvivesTameFiles asks for everything else of tame files: the statistics, the footer and the drawn tree.
func TestPiSurvivesTameFiles(t *testing.T) {
	pi := judge.Start(t)
	for name, draw := range drawers(sessiongen.Options{Tame: true}) {
		t.Run(name, rapid.MakeCheck(func(t *rapid.T) {
			pi, text := pi.For(t), draw(t)
			wantNoErrors(t, pi.Content(text, judge.Every))
			for _, filter := range []string{"default", "user-only", "all"} {
				if rows := pi.Rows(judge.View{Text: text, Filter: filter}); rows.Error != "" {
					t.Fatalf("the %s view: %s", filter, rows.Error)
				}
			}
		}))
	}
}

func wantNoErrors(t *rapid.T, s *judge.Session) {
	t.Helper()
	if len(s.Errors) > 0 {
		t.Fatalf("pi throws: %v", s.Errors)
	}
	for _, c := range s.Leaves {
		if len(c.Errors) > 0 {
			t.Fatalf("pi throws at leaf %d: %v", c.Leaf, c.Errors)
		}
	}
}

// TestOptions asks pi about files with everything switched on: it may report a path without end, but it has to come back.
func TestOptions(t *testing.T) {
	pi := judge.Start(t)
	o := sessiongen.Options{
		MaxEntries: 12, SelfParents: true, Cycles: true, Duplicates: true, Idless: true, RetainedTail: true,
		LineSeparators: true, BadUTF8: true,
	}
	rapid.Check(t, func(t *rapid.T) {
		if s := pi.For(t).Content(o.Text(t), judge.Every); s.Error != "" {
			t.Fatalf("pi refuses the file: %s", s.Error)
		}
	})
}

// TestVariety checks that whatever is promised does turn up among a few hundred files.
func TestVariety(t *testing.T) {
	seen := map[string]int{}
	for i := range 400 {
		o := sessiongen.Options{}
		for version, draw := range drawers(o) {
			text := rapid.Custom(draw).Example(i)
			tally(seen, version, text)
		}
		all := sessiongen.Options{SelfParents: true, Duplicates: true, Idless: true, RetainedTail: true, BadUTF8: true}
		tally(seen, "odd", rapid.Custom(all.Text).Example(i))
	}
	want := []string{
		"v1 compaction", "v1 firstKeptEntryIndex", "v2 hookMessage", "v3 CRLF", "v3 no newline", "v3 torn", "v3 blank", "v3 garbage",
		"v3 null parent", "v3 no parent", "v3 orphan", "v3 branch", "v3 two compactions", "odd own parent", "odd same id", "odd no id",
		"odd retainedTail",
	}
	for _, kind := range []string{
		"message", "compaction", "label", "context_edit", "branch_summary", "custom_message", "session_info", "model_change",
		"thinking_level_change", "custom", "usage", "leaf", "active_tools_change", "unheard_of",
		"user", "assistant", "toolResult", "system", "bashExecution", "narrator", "systemMessage",
	} {
		want = append(want, "v3 "+kind)
	}
	for _, w := range want {
		if seen[w] < 3 {
			t.Errorf("%s turned up %d times", w, seen[w])
		}
	}
	if t.Failed() || testing.Verbose() {
		for _, key := range slices.Sorted(maps.Keys(seen)) {
			t.Logf("%6d %s", seen[key], key)
		}
	}
}

// tally counts what a file holds.
func tally(seen map[string]int, version, text string) {
	has := func(what string, yes bool) {
		if yes {
			seen[version+" "+what]++
		}
	}
	has("CRLF", strings.Contains(text, "\r\n"))
	has("no newline", !strings.HasSuffix(text, "\n"))
	ids, parents := map[any]int{}, map[any]int{}
	compactions := 0
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		var e map[string]any
		if err := json.Unmarshal([]byte(line), &e); err != nil || e == nil {
			has("blank", line == "")
			has("torn", strings.Contains(line, "0000torn"))
			has("garbage", line != "" && line != "null")
			continue
		}
		kind, _ := e["type"].(string)
		if kind == "session" {
			continue
		}
		id, hasID := e["id"]
		parent, hasParent := e["parentId"]
		ids[id]++
		parents[parent]++
		has(kind, true)
		for _, key := range []string{"firstKeptEntryIndex", "retainedTail", "systemMessage"} {
			has(key, e[key] != nil)
		}
		message, _ := e["message"].(map[string]any)
		has(fmt.Sprint(message["role"]), kind == "message")
		if kind == "compaction" {
			compactions++
		}
		has("no id", !hasID)
		has("same id", ids[id] > 1)
		has("null parent", hasParent && parent == nil)
		has("no parent", !hasParent)
		has("orphan", parent == "0000gone")
		has("own parent", hasID && id == parent)
		has("branch", parent != nil && parents[parent] == 2)
	}
	has("two compactions", compactions > 1)
}
