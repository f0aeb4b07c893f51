package library_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pith/session/library"
)

func TestResolve(t *testing.T) {
	s := newStore(t)
	other := func(name string) string { return s.agent("sessions", "--other--", name) }
	files := map[string]string{ // path to id
		s.session("1.jsonl"): "0199aaaa-1", s.session("2.jsonl"): "0199aabb-2", s.session("3.jsonl"): "custom",
		other("4.jsonl"): "0199aaaa-4", other("5.jsonl"): "0177-5", other("6.jsonl"): "custom.one", other("7.jsonl"): "0166", other("8.jsonl"): "0166",
	}
	for path, id := range files {
		s.write(path, header(id, s.cwd)+user("u", "say "+id))
	}
	if err := os.Symlink(s.session("1.jsonl"), other("link.jsonl")); err != nil {
		t.Fatal(err)
	}
	l := s.library()
	for arg, want := range map[string]string{
		"0199aaaa-1": s.session("1.jsonl"), "0199aaaa": s.session("1.jsonl"), "0199aab": s.session("2.jsonl"), "0177": other("5.jsonl"),
		"custom.one": other("6.jsonl"), "custom": s.session("3.jsonl"), "cust": s.session("3.jsonl"), "0199aaaa-4": other("4.jsonl"),
		s.session("2.jsonl"): s.session("2.jsonl"),
		"~/" + strings.TrimPrefix(other("5.jsonl"), s.home+"/"): other("5.jsonl"),
	} {
		got, err := l.Resolve(context.Background(), arg)
		if err != nil || got != want {
			t.Errorf("%q is %s (%v), want %s", arg, got, err, want)
		}
	}
	for arg, n := range map[string]int{"0199": 2, "0166": 2, "01": 2} {
		_, err := l.Resolve(context.Background(), arg)
		var many *library.AmbiguousError
		if !errors.As(err, &many) || len(many.Rows) != n || !strings.Contains(err.Error(), many.Rows[0].ID) {
			t.Errorf("%q gives the error %v, want one that lists %d", arg, err, n)
		}
	}
	for arg, part := range map[string]string{
		"nothing": s.agent("sessions"), "": "no session", "./nothing": filepath.Join(s.cwd, "nothing"), "x.jsonl": filepath.Join(s.cwd, "x.jsonl"),
	} {
		_, err := l.Resolve(context.Background(), arg)
		var none *library.NotFoundError
		if !errors.As(err, &none) || !strings.Contains(err.Error(), part) {
			t.Errorf("%q gives the error %v, want one that names %s", arg, err, part)
		}
	}
}

// TestResolveInCustomFolder checks that a session of another folder is found,
// but after those of this one.
func TestResolveInCustomFolder(t *testing.T) {
	s := newStore(t)
	env := s.env()
	env.SessionDir = filepath.Join(s.home, "custom")
	mine := s.write(filepath.Join(env.SessionDir, "1.jsonl"), header("01-mine", s.cwd))
	foreign := s.write(filepath.Join(env.SessionDir, "2.jsonl"), header("01-foreign", "/other"))
	l := locate(t, env)
	for arg, want := range map[string]string{"01": mine, "01-f": foreign} {
		if got, err := l.Resolve(context.Background(), arg); err != nil || got != want {
			t.Errorf("%q is %s (%v), want %s", arg, got, err, want)
		}
	}
}
