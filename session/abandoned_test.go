package session_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"pith/session"
	"pith/session/internal/judge"
	"pith/session/internal/sessiongen"
)

// left is what pi and this package say of a branch that is left behind.
type left struct {
	Entries       []int    `json:"entries"`
	Ancestor      int      `json:"ancestor"`
	Conversation  string   `json:"conversation"`
	Summary       string   `json:"summary"`
	ReadFiles     []string `json:"readFiles"`
	ModifiedFiles []string `json:"modifiedFiles"`
}

// leftLikePi compares what a move from leaf to selected leaves behind. It
// reports whether pi could say.
func leftLikePi(t judge.TB, pi *judge.Judge, file string, leaf, selected, budget int) bool {
	t.Helper()
	var want left
	request := map[string]any{"path": file, "leaf": leaf, "selected": selected, "budget": budget, "answer": "It went well."}
	s, err := session.Open(file)
	if err != nil {
		t.Fatalf("%v", err)
	}
	defer s.Close()
	if refusal := pi.Ask(request, &want); refusal != "" {
		if !strings.Contains(refusal, "TypeError") {
			t.Fatalf("pi: %s", refusal)
		}
		return false // pi trips over content that is missing
	}
	a, err := s.Abandoned(leaf, selected, budget)
	if err != nil {
		t.Fatalf("%v", err)
	}
	got := left{Entries: a.Entries, Ancestor: a.Ancestor, Conversation: a.Conversation(), ReadFiles: a.ReadFiles, ModifiedFiles: a.ModifiedFiles}
	got.Summary = a.Stored("It went well.").Summary
	if len(a.Messages) == 0 { // pi then asks no model and stores neither preamble nor files
		got.Summary = session.NothingToSummarize
		got.ReadFiles, got.ModifiedFiles = nil, nil
	}
	if diff := cmp.Diff(want, got, equateEmpty); diff != "" {
		t.Fatalf("from %d to %d within %d: pi (-), pith (+):\n%s\nof\n%s", leaf, selected, budget, diff, contents(t, file))
	}
	return true
}

// TestAbandonedLikePi collects and serialises what is left behind between any
// two entries of the edge corpus and of random sessions, beside pi.
func TestAbandonedLikePi(t *testing.T) {
	pi := judge.StartScript(t, "testdata/abandoned.mjs")
	for name, text := range edgeFiles(t) {
		t.Run(name, func(t *testing.T) {
			file := temp(t, text)
			s := open(t, file)
			if strings.Contains(text, `"line-`) || name == "malformed" {
				t.Skip("pi has no id to name some of its entries by")
			}
			for leaf := range s.Len() {
				for selected := range s.Len() {
					leftLikePi(t, pi.For(t), file, leaf, selected, 0)
				}
			}
		})
	}
	said := 0
	t.Run("random", func(t *testing.T) {
		rapid.Check(t, func(r *rapid.T) {
			file := filepath.Join(scratch(r), "s.jsonl")
			text := sessiongen.Options{Tame: true}.Text(r)
			if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
				r.Fatal(err)
			}
			s, err := session.Parse([]byte(text))
			if err != nil || s.Len() == 0 {
				return
			}
			entry := rapid.IntRange(0, s.Len()-1)
			budget := rapid.SampledFrom([]int{0, 10, 100, 1000}).Draw(r, "budget")
			if leftLikePi(r, pi.For(r), file, entry.Draw(r, "leaf"), entry.Draw(r, "selected"), budget) {
				said++
			}
		})
	})
	if said < 10 {
		t.Errorf("pi answered %d times only", said)
	}
}

// TestAbandonedInParts compares with pi what random sessions have too seldom:
// summaries at every edge of the budget, and arguments that JavaScript writes in
// another way than they stand in the file.
func TestAbandonedInParts(t *testing.T) {
	pi := judge.StartScript(t, "testdata/abandoned.mjs")
	summary := func(id, parent, kind, more string) string {
		return `{"type":"` + kind + `","id":"` + id + `","parentId":"` + parent + `","timestamp":"2026-05-01T10:00:01.000Z","summary":"` + strings.Repeat("sum ", 10) + `"` + more + `}` + "\n"
	}
	text := header + user("a", "", strings.Repeat("text", 10)) +
		summary("b", "a", "branch_summary", `,"fromId":"x","details":{"readFiles":["r","m"],"modifiedFiles":["m"]}`) +
		user("c", "b", strings.Repeat("text", 8)) +
		summary("d", "c", "compaction", `,"firstKeptEntryId":"a","tokensBefore":1`) +
		user("e", "d", strings.Repeat("text", 9))
	file := temp(t, text)
	for budget := range 60 {
		if !leftLikePi(t, pi, file, 4, 0, budget) {
			t.Fatal("pi could not say")
		}
	}
	calls := `{"b":1.50e3,"10":-0,"2":[1E2,{"z":null,"1":true}],"a":"\u00e9\/\u2028\u0007","b":1e400,"":"","01":5e-324,"n":123456789012345678901234}`
	file = temp(t, header+user("a", "", "one")+
		`{"type":"message","id":"b","parentId":"a","timestamp":"2026-05-01T10:00:01.000Z","message":{"role":"assistant","content":[{"type":"toolCall","id":"1","name":"x","arguments":`+calls+`},{"type":"toolCall","id":"2","name":"edit","arguments":{"path":"f"}}]}}`+"\n")
	if !leftLikePi(t, pi, file, 1, 0, 0) {
		t.Fatal("pi could not say")
	}
}

// work is a branch on which something was tried: it is left at u1.
const work = header +
	`{"type":"message","id":"u1","parentId":null,"message":{"role":"user","content":"Fix the   deadlock\nin migrations"}}` + "\n" +
	`{"type":"message","id":"a1","parentId":"u1","message":{"role":"assistant","content":[{"type":"text","text":"Looking."},{"type":"toolCall","id":"c1","name":"read","arguments":{"path":"db/lock.go"}},{"type":"toolCall","id":"c2","name":"bash","arguments":{"command":"go test ./db"}}]}}` + "\n" +
	`{"type":"message","id":"r1","parentId":"a1","message":{"role":"toolResult","toolCallId":"c1","toolName":"read","content":[{"type":"text","text":"package db"}],"isError":false}}` + "\n" +
	`{"type":"message","id":"r2","parentId":"r1","message":{"role":"toolResult","toolCallId":"c2","toolName":"bash","content":[{"type":"text","text":"ok\n--- FAIL: TestLock\n\nCommand exited with code 1"}],"isError":true}}` + "\n" +
	`{"type":"message","id":"u2","parentId":"r2","message":{"role":"user","content":[{"type":"text","text":"try an advisory lock"}]}}` + "\n" +
	`{"type":"message","id":"a2","parentId":"u2","message":{"role":"assistant","content":[{"type":"toolCall","id":"c3","name":"edit","arguments":{"path":"db/lock.go"}},{"type":"toolCall","id":"c4","name":"bash","arguments":{"command":"go test ./db"}},{"type":"toolCall","id":"c5","name":"bash","arguments":{"command":"go vet ./..."}}]}}` + "\n" +
	`{"type":"message","id":"r4","parentId":"a2","message":{"role":"toolResult","toolCallId":"c4","toolName":"bash","content":[{"type":"text","text":"ok"}],"isError":false}}` + "\n" +
	`{"type":"message","id":"r5","parentId":"r4","message":{"role":"toolResult","toolCallId":"c5","toolName":"bash","content":[{"type":"text","text":"lock.go:7: unused result"}],"isError":true}}` + "\n" +
	`{"type":"message","id":"b1","parentId":"r5","message":{"role":"bashExecution","command":"git status","output":"","exitCode":0,"cancelled":false,"truncated":false}}` + "\n" +
	`{"type":"message","id":"a3","parentId":"b1","message":{"role":"assistant","content":[{"type":"text","text":"The lock is advisory now."}],"stopReason":"stop"}}` + "\n"

// TestDraft makes a summary without a model.
func TestDraft(t *testing.T) {
	s := open(t, temp(t, work))
	a, err := s.Abandoned(s.Leaf(), session.Root, 0)
	if err != nil {
		t.Fatal(err)
	}
	got, err := a.Draft()
	if err != nil {
		t.Fatal(err)
	}
	want := `## Goal
Fix the   deadlock
in migrations

## Asked
- try an advisory lock

## Commands
- ` + "`go test ./db`" + `: failed: --- FAIL: TestLock Command exited with code 1
- ` + "`go test ./db`" + `: ok
- ` + "`go vet ./...`" + `: failed: lock.go:7: unused result
- ` + "`git status`" + `: ok

## Last answer
The lock is advisory now.

## Open errors
- ` + "`go vet ./...`" + `: lock.go:7: unused result`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	stored := a.Stored(got)
	if !strings.HasSuffix(stored.Summary, "\n\n<modified-files>\ndb/lock.go\n</modified-files>") || strings.Contains(stored.Summary, "<read-files>") {
		t.Errorf("stored as\n%s", stored.Summary)
	}
	if string(stored.Details) != `{"readFiles":[],"modifiedFiles":["db/lock.go"]}` || *stored.FromHook {
		t.Errorf("details %s", stored.Details)
	}
}

// TestDraftHonoursEdits leaves out of a draft what the model was not told.
func TestDraftHonoursEdits(t *testing.T) {
	text := work + `{"type":"context_edit","id":"e1","parentId":"a3","targetId":"u2","replacement":null}` + "\n" +
		`{"type":"context_edit","id":"e2","parentId":"e1","targetId":"a3","replacement":{"content":[{"type":"text","text":"Done."}]}}` + "\n"
	s := open(t, temp(t, text))
	a, err := s.Abandoned(s.Leaf(), session.Root, 0)
	if err != nil {
		t.Fatal(err)
	}
	got, err := a.Draft()
	if err != nil || strings.Contains(got, "advisory") || !strings.Contains(got, "Done.") {
		t.Errorf("%v\n%s", err, got)
	}
}

// TestDraftOfNothing has nothing to say.
func TestDraftOfNothing(t *testing.T) {
	s := open(t, temp(t, header+`{"type":"label","id":"l","parentId":null,"targetId":"x"}`+"\n"))
	a, err := s.Abandoned(0, session.Root, 0)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := a.Draft(); err != nil || got != session.NothingToSummarize {
		t.Errorf("%v %q", err, got)
	}
}

// TestBranchPoint follows pi's rule for the row that is chosen (spec 5.8).
func TestBranchPoint(t *testing.T) {
	s := open(t, temp(t, talk))
	type point struct {
		Leaf int
		Text string
	}
	want := []point{{0, ""}, {0, "list it"}, {2, ""}, {3, ""}, {3, "by the way"}, {5, ""}}
	for i, w := range want {
		leaf, text, err := s.BranchPoint(i)
		if diff := cmp.Diff(w, point{leaf, text}); diff != "" || err != nil {
			t.Errorf("entry %d: %v %s", i, err, diff)
		}
	}
}
