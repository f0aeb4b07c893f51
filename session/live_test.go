package session_test

import (
	"os"
	"testing"
	"time"

	"pith/session"
)

// TestLive tells when another program seems to be at work on a session.
func TestLive(t *testing.T) {
	file := temp(t, talk)
	info, err := os.Stat(file)
	if err != nil {
		t.Fatal(err)
	}
	written := info.ModTime()
	s := open(t, file)
	look := func(s *session.Session, after time.Duration) session.Liveness {
		t.Helper()
		l, err := s.Live(written.Add(after))
		if err != nil {
			t.Fatal(err)
		}
		return l
	}
	if l := look(s, time.Hour); l.Live() {
		t.Errorf("an hour after the last write: %+v", l)
	}
	if l := look(s, time.Second); !l.Recent || l.Grew {
		t.Errorf("a second after the last write: %+v", l)
	}
	if l := look(s, -time.Hour); l.Live() {
		t.Errorf("written in the future: %+v", l)
	}
	c, err := newWriter().Label(s, 1, "x")
	must(t, c, err)
	if l := look(s, time.Hour); !l.Grew {
		t.Errorf("as it was read before a change: %+v", l)
	}
	info, err = os.Stat(file)
	if err != nil {
		t.Fatal(err)
	}
	written = info.ModTime()
	if l := look(c.Session, time.Second); l.Live() {
		t.Errorf("after a change of our own: %+v", l)
	}
	appendAsPi(t, file, user("z", "u1", "hello"))
	if l := look(c.Session, time.Second); !l.Grew {
		t.Errorf("after a line of pi's: %+v", l)
	}
	unborn, err := newWriter().Create(session.Target{Dir: t.TempDir()}, "")
	if err != nil {
		t.Fatal(err)
	}
	if l := look(unborn, 0); l.Live() {
		t.Errorf("a session without a file: %+v", l)
	}
}
