package session_test

import (
	"encoding/json"
	"errors"
	"maps"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pith/session"
	"pith/session/internal/judge"
)

// state is what an undo has to bring back.
type state struct {
	Name     string
	Labels   map[string]string
	Messages []string
}

func stateOf(t judge.TB, s *session.Session) state {
	t.Helper()
	st := state{Name: s.Name(), Labels: map[string]string{}}
	for _, i := range s.Labeled() {
		label, _ := s.Label(i)
		st.Labels[s.At(i).ID] = label.Text
	}
	p, err := s.Projection(s.Leaf())
	if err != nil {
		t.Fatalf("%v", err)
	}
	for _, m := range p.Messages() {
		st.Messages = append(st.Messages, string(m.Raw()))
	}
	return st
}

// stored sends an undo through the form in which it is kept between runs.
func stored(t judge.TB, u session.Undo) session.Undo {
	t.Helper()
	text, err := json.Marshal(u)
	if err != nil {
		t.Fatalf("%v", err)
	}
	var back session.Undo
	if err := json.Unmarshal(text, &back); err != nil {
		t.Fatalf("%v", err)
	}
	return back
}

// TestUndo takes every change back, and then takes that back.
func TestUndo(t *testing.T) {
	for _, op := range operations() {
		t.Run(op.name, func(t *testing.T) {
			file := temp(t, talk)
			before := stateOf(t, open(t, file))
			c, err := op.do(newWriter(), open(t, file))
			must(t, c, err)
			after := stateOf(t, c.Session)
			back, err := newWriter().Undo(open(t, file), stored(t, c.Undo))
			must(t, back, err)
			if diff := cmp.Diff(before, withoutSummaryLabels(stateOf(t, open(t, file)), before)); diff != "" {
				t.Errorf("taken back, but\n%s", diff)
			}
			redone, err := newWriter().Undo(open(t, file), stored(t, back.Undo))
			must(t, redone, err)
			if diff := cmp.Diff(after, stateOf(t, open(t, file))); diff != "" {
				t.Errorf("done again, but\n%s", diff)
			}
			endsWith(t, file, talk)
		})
	}
}

// withoutSummaryLabels leaves out labels of entries that were not there before:
// a summary that carries one stays, on its branch.
func withoutSummaryLabels(st, before state) state {
	maps.DeleteFunc(st.Labels, func(id, _ string) bool { return before.Labels[id] == "" })
	return st
}

// TestUndoMovedOn does not take back what someone has changed since.
func TestUndoMovedOn(t *testing.T) {
	w := newWriter()
	var moved *session.MovedOnError
	t.Run("leaf", func(t *testing.T) {
		file := temp(t, talk)
		c, err := w.Move(open(t, file), session.Move{To: 1})
		must(t, c, err)
		_, err = w.Label(open(t, file), 2, "noted") // does not count as going on
		if err != nil {
			t.Fatal(err)
		}
		appendAsPi(t, file, user("new", c.Session.LeafID(), "going on"))
		text := contents(t, file)
		if _, err := w.Undo(open(t, file), c.Undo); !errors.As(err, &moved) {
			t.Errorf("%v", err)
		}
		unchanged(t, file, text)
	})
	t.Run("leaf, with labels only", func(t *testing.T) {
		file := temp(t, talk)
		before := stateOf(t, open(t, file)).Messages
		c, err := w.Move(open(t, file), session.Move{To: 1})
		must(t, c, err)
		if _, err = w.Label(open(t, file), 2, "noted"); err != nil {
			t.Fatal(err)
		}
		back, err := w.Undo(open(t, file), c.Undo)
		must(t, back, err)
		if diff := cmp.Diff(before, stateOf(t, open(t, file)).Messages); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("label", func(t *testing.T) {
		file := temp(t, talk)
		c, err := w.Label(open(t, file), 1, "mine")
		must(t, c, err)
		if _, err := w.Label(open(t, file), 1, "theirs"); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Undo(open(t, file), c.Undo); !errors.As(err, &moved) {
			t.Errorf("%v", err)
		}
	})
	t.Run("name", func(t *testing.T) {
		file := temp(t, talk)
		c, err := w.Rename(open(t, file), "mine")
		must(t, c, err)
		if _, err := w.Rename(open(t, file), "theirs"); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Undo(open(t, file), c.Undo); !errors.As(err, &moved) {
			t.Errorf("%v", err)
		}
	})
}

// TestMoveToLeaf writes nothing when there is nothing to write.
func TestMoveToLeaf(t *testing.T) {
	file := temp(t, talk)
	s := open(t, file)
	c, err := newWriter().Move(s, session.Move{To: s.Leaf()})
	must(t, c, err)
	unchanged(t, file, talk)
	if len(c.Appended) != 0 || c.Session.Leaf() != s.Leaf() {
		t.Errorf("%+v", c)
	}
}

// TestMoveToMovedLeaf writes down a place that the session is at in memory only.
func TestMoveToMovedLeaf(t *testing.T) {
	file := temp(t, talk)
	s := open(t, file)
	s.MoveLeaf(2)
	c, err := newWriter().Move(s, session.Move{To: 2})
	must(t, c, err)
	now := open(t, file)
	if parent := now.Parent(now.Leaf()); parent != 2 {
		t.Errorf("the file goes on below entry %d", parent)
	}
	if !strings.Contains(endsWith(t, file, talk), `"data":{"from":"l1"}`) {
		t.Error(endsWith(t, file, talk))
	}
}
