package library_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"pith/session"
	"pith/session/library"
)

// TestContinueRecent takes the file that was written to last, if it is a
// session of this folder, and starts a session if there is none (spec 1.8).
func TestContinueRecent(t *testing.T) {
	s := newStore(t)
	w := session.NewWriter(func() time.Time { return time.Unix(1, 0) }, session.RandomIDs())
	ctx := context.Background()
	open := func(l *library.Library) *session.Session {
		t.Helper()
		got, err := l.ContinueRecent(ctx, w)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { got.Close() })
		return got
	}
	fresh := open(s.library())
	if filepath.Dir(fresh.File()) != s.agent("sessions", library.EncodeCwd(s.cwd)) || fresh.Cwd() != s.cwd {
		t.Errorf("a new session is %s for %s", fresh.File(), fresh.Cwd())
	}
	if _, err := os.Stat(s.agent()); err == nil {
		t.Error("looking made a folder")
	}
	header := func(id, cwd string) string {
		return `{"type":"session","version":3,"id":"` + id + `","timestamp":"2026-05-01T10:00:00.000Z","cwd":"` + cwd + `"}` + "\n"
	}
	aged := func(file string, age time.Duration) {
		at := time.Now().Add(-age)
		if err := os.Chtimes(file, at, at); err != nil {
			t.Fatal(err)
		}
	}
	aged(s.write(s.session("b.jsonl"), header("old", s.cwd)), 3*time.Hour)
	aged(s.write(s.session("a.jsonl"), header("new", s.cwd)), 2*time.Hour)
	aged(s.write(s.session("c.jsonl"), "no session\n"), time.Hour)
	if err := os.Symlink("nowhere", s.session("d.jsonl")); err != nil {
		t.Fatal(err)
	}
	if got := open(s.library()); got.ID() != "new" {
		t.Errorf("went on with %q", got.ID())
	}
	flat := filepath.Join(s.home, "flat")
	aged(s.write(filepath.Join(flat, "x.jsonl"), header("mine", s.cwd)), 2*time.Hour)
	aged(s.write(filepath.Join(flat, "y.jsonl"), header("foreign", "/elsewhere")), time.Hour)
	env := s.env()
	env.SessionDir = flat
	if got := open(locate(t, env)); got.ID() != "mine" {
		t.Errorf("in a folder of the user's choice went on with %q", got.ID())
	}
}
