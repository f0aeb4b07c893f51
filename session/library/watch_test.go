package library_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pith/session/library"
)

// watched is a running Watch.
type watched struct {
	t       *testing.T
	changes chan library.Changes
	rows    map[string]library.Row
	skipped map[string]string
}

func watch(t *testing.T, l *library.Library, scope library.Scope, rows []library.Row) *watched {
	w := &watched{t: t, changes: make(chan library.Changes), rows: map[string]library.Row{}, skipped: map[string]string{}}
	for _, r := range rows {
		w.rows[r.Path] = r
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error)
	go func() {
		done <- l.Watch(ctx, scope, rows, func(c library.Changes) {
			select {
			case w.changes <- c:
			case <-ctx.Done():
			}
		})
	}()
	t.Cleanup(func() {
		cancel()
		if err := <-done; !errors.Is(err, context.Canceled) {
			t.Errorf("Watch ended with the error %v", err)
		}
	})
	return w
}

// until takes in changes until the rows are as they should be.
func (w *watched) until(right func() bool) {
	for !right() {
		c := <-w.changes
		for _, path := range c.Gone {
			delete(w.rows, path)
		}
		for _, r := range c.Rows {
			w.rows[r.Path] = r
		}
		for _, s := range c.Skipped {
			w.skipped[s.Path] = s.Reason
		}
	}
}

func (w *watched) ids() string {
	var ids []string
	for _, r := range w.rows {
		ids = append(ids, r.ID)
	}
	slices.Sort(ids)
	return strings.Join(ids, " ")
}

func TestWatch(t *testing.T) {
	for _, cached := range []bool{false, true} {
		s := newStore(t)
		l := s.library()
		if cached {
			l = s.cached()
		}
		a := s.write(s.session("a.jsonl"), header("a", s.cwd)+user("u", "hello"))
		vanished := s.write(s.session("v.jsonl"), header("v", s.cwd))
		rows := list(t, l, library.ScopeAll).rows
		if err := os.Remove(vanished); err != nil { // between the list and the watch
			t.Fatal(err)
		}
		w := watch(t, l, library.ScopeAll, rows)
		w.until(func() bool { return w.ids() == "a" })

		s.write(s.session("b.jsonl"), header("b", s.cwd))
		w.until(func() bool { return w.ids() == "a b" })

		f, err := os.OpenFile(a, os.O_APPEND|os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.WriteString(user("v", "more")); err != nil {
			t.Fatal(err)
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
		w.until(func() bool { return w.rows[a].MessageCount == 2 && w.rows[a].LastPrompt == "more" })

		s.write(s.agent("sessions", "--new--", "c.jsonl"), header("c", "/"))
		w.until(func() bool { return w.ids() == "a b c" })

		s.write(s.session("b.jsonl"), "no session any more\n")
		w.until(func() bool { return w.ids() == "a c" && w.skipped[s.session("b.jsonl")] != "" })

		if err := os.RemoveAll(filepath.Dir(a)); err != nil {
			t.Fatal(err)
		}
		w.until(func() bool { return w.ids() == "c" })
	}
}

// TestWatchBeforeTheFolder checks that a folder may come later.
func TestWatchBeforeTheFolder(t *testing.T) {
	s := newStore(t)
	w := watch(t, s.library(), library.ScopeFolder, nil)
	s.write(s.session("a.jsonl"), header("a", s.cwd))
	w.until(func() bool { return w.ids() == "a" })
}
