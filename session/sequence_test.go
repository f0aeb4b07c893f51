package session_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"pith/session"
	"pith/session/internal/judge"
	"pith/session/internal/sessiongen"
)

// story is a session that pith and pi change in turn.
type story struct {
	r    *rapid.T
	pi   *judge.Judge
	file string
	w    *session.Writer
	s    *session.Session // as pith has it in memory: may be behind the file
	undo []session.Undo   // of pith's changes since the last that pi made
	was  []state          // what each of them is to bring back
}

// TestSequences makes random sequences of changes, pith's and pi's own, on
// random sessions of all versions. After each the real pi must find in the file
// what pith predicted, and pith what pi reads: leaf, labels, name, tree and
// context.
func TestSequences(t *testing.T) {
	j := judge.Start(t)
	rounds := 5 // of 100, unless -rapid.checks says otherwise
	if testing.Short() {
		rounds = 1
	}
	for round := range rounds {
		t.Run(fmt.Sprint(round), rapid.MakeCheck(func(r *rapid.T) { tellStory(r, j.For(r)) }))
	}
}

func tellStory(r *rapid.T, pi *judge.Judge) {
	st := &story{r: r, pi: pi, w: newWriter(), file: filepath.Join(scratch(r), "s.jsonl")}
	draw := rapid.SampledFrom([]func(*rapid.T) string{sessiongen.Text, sessiongen.Text, sessiongen.V2Text, sessiongen.V1Text}).Draw(r, "version")
	if err := os.WriteFile(st.file, []byte(draw(r)), 0o644); err != nil {
		r.Fatal(err)
	}
	st.reopen()
	for range rapid.IntRange(1, 6).Draw(r, "changes") {
		switch rapid.SampledFrom([]string{"pith", "pith", "pith", "undo", "pi", "reopen"}).Draw(r, "who") {
		case "pith":
			st.change()
		case "undo":
			st.takeBack()
		case "pi":
			st.byPi()
		case "reopen":
			st.reopen()
		}
	}
	agree(r, pi, st.file)
}

func (st *story) reopen() {
	s, err := session.Open(st.file)
	if err != nil {
		st.r.Fatal(err)
	}
	st.s = s
}

// entry draws an entry that pith knows of.
func (st *story) entry(what string) int {
	return rapid.IntRange(0, st.s.Len()-1).Draw(st.r, what)
}

// change makes one of pith's changes and checks what was predicted of it.
func (st *story) change() {
	now, err := st.s.Reload()
	if err != nil {
		st.r.Fatal(err)
	}
	before := stateOf(st.r, now)
	name, c, err := st.draw()
	must(st.r, c, err)
	st.undo, st.was = append(st.undo, c.Undo), append(st.was, before)
	st.predicted(name, c)
	if name == "label" || name == "rename" { // neither moves the leaf
		if diff := cmp.Diff(before.Messages, stateOf(st.r, c.Session).Messages); diff != "" {
			st.r.Fatalf("%s changed the context:\n%s", name, diff)
		}
	}
	st.s = c.Session
}

// predicted fails if pi reads in the file anything else than the session that
// the change gave.
func (st *story) predicted(name string, c *session.Change) {
	want := asPi(st.r, st.pi.File(st.file, judge.Last))
	if diff := cmp.Diff(want, asPith(st.r, c.Session, want.Leaves), equateEmpty); diff != "" {
		st.r.Fatalf("after %s pi (-) reads what pith (+) did not predict:\n%s\nof the file\n%s", name, diff, contents(st.r, st.file))
	}
}

// draw draws a change and makes it.
func (st *story) draw() (name string, c *session.Change, err error) {
	kinds := []string{"rename", "message", "custom", "model", "move to root"}
	if st.s.Len() > 0 {
		kinds = append(kinds, "label", "label", "move", "move", "summary", "labelled move", "compaction", "edit")
	}
	name = rapid.SampledFrom(kinds).Draw(st.r, "change")
	text := rapid.SampledFrom([]string{"x", "", "start", "two\nlines", " é😀 "}).Draw(st.r, "text")
	w, s := st.w, st.s
	switch name {
	case "rename":
		c, err = w.Rename(s, text)
	case "message":
		c, err = w.AppendMessage(s, raw(`{"role":"user","content":"hello","timestamp":1}`))
	case "custom":
		c, err = w.AppendCustomEntry(s, "x", raw(`[1]`))
	case "model":
		c, err = w.AppendModelChange(s, session.ModelRef{Provider: "p", ModelID: "m"})
	case "move to root":
		c, err = w.Move(s, session.Move{To: session.Root})
	case "label":
		c, err = w.Label(s, st.entry("labelled"), text)
	case "move":
		c, err = w.Move(s, session.Move{To: st.entry("to")})
	case "labelled move":
		c, err = w.Move(s, session.Move{To: st.entry("to"), Label: "here", Labeled: st.entry("labelled")})
	case "compaction":
		c, err = w.AppendCompaction(s, session.Compaction{Summary: "so far", FirstKept: st.entry("kept"), TokensBefore: 7})
	case "edit":
		return st.edit()
	case "summary":
		selected := st.entry("selected")
		left, err := s.Abandoned(s.Leaf(), selected, 0)
		if err != nil {
			return name, nil, err
		}
		draft, err := left.Draft()
		if err != nil {
			return name, nil, err
		}
		to, _, err := s.BranchPoint(selected)
		if err != nil {
			return name, nil, err
		}
		c, err = w.Move(s, session.Move{To: to, Summary: left.Stored(draft), Label: text})
		return name, c, err
	}
	return name, c, err
}

// edit edits an entry of the context if there is one that can be.
func (st *story) edit() (string, *session.Change, error) {
	target := st.entry("edited")
	now, err := st.s.Reload()
	if err != nil {
		return "", nil, err
	}
	e := now.At(target)
	editable := e.Type == session.TypeCustomMessage || e.IsMessage(session.RoleUser) || e.IsMessage(session.RoleAssistant) || e.IsMessage(session.RoleToolResult)
	editable = editable && slices.Contains(now.Branch(now.Leaf()), target)
	c, err := st.w.AppendContextEdit(st.s, target, raw(`"other"`))
	if (err == nil) != editable {
		st.r.Fatalf("editing %d: %v", target, err)
	}
	if err != nil {
		return st.noChange()
	}
	return "edit", c, nil
}

// noChange stands for a change that was refused.
func (st *story) noChange() (string, *session.Change, error) {
	s, err := st.s.Reload()
	return "nothing", &session.Change{Session: s}, err
}

// takeBack takes pith's last change back.
func (st *story) takeBack() {
	last := len(st.undo) - 1
	if last < 0 {
		return
	}
	undo, was := st.undo[last], st.was[last]
	st.undo, st.was = st.undo[:last], st.was[:last]
	c, err := st.w.Undo(st.s, stored(st.r, undo))
	must(st.r, c, err)
	st.predicted("undo", c)
	got := stateOf(st.r, c.Session)
	if diff := cmp.Diff(was.Messages, got.Messages, equateEmpty); diff != "" {
		st.r.Fatalf("taken back, but the context is:\n%s", diff)
	}
	if diff := cmp.Diff(was.Labels, withoutSummaryLabels(got, was).Labels); diff != "" || was.Name != got.Name {
		st.r.Fatalf("taken back, but named %q instead of %q:\n%s", got.Name, was.Name, diff)
	}
	st.s = c.Session
}

// byPi has pi change the file while pith has it open.
func (st *story) byPi() {
	st.undo, st.was = nil, nil
	steps := []judge.Step{
		judge.Do("appendMessage", raw(`{"role":"user","content":"from pi","timestamp":2}`)),
		judge.Do("appendSessionInfo", "pi's name"),
	}
	now, err := session.Open(st.file)
	if err != nil {
		st.r.Fatal(err)
	}
	version := now.Header().Version
	if now.Len() > 0 {
		at := rapid.IntRange(0, now.Len()-1).Draw(st.r, "pi's entry")
		steps = append(steps, judge.Do("appendLabelChange", judge.EntryID(at), "pi's label"))
		steps = append(steps, judge.Do("branch", judge.EntryID(at)), judge.Do("appendThinkingLevelChange", "high"))
	}
	steps = rapid.Permutation(steps).Draw(st.r, "pi's changes")
	if w := st.pi.Write(st.file, steps...); w.Error != "" {
		st.r.Fatalf("pi: %s", w.Error)
	}
	if version < 2 { // pi has drawn ids, which no earlier reading knows
		st.reopen()
	}
}
