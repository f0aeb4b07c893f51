package library_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"pith/session/library"
)

// store is a home folder with sessions that a test makes.
type store struct {
	t    testing.TB
	home string
	cwd  string
}

// newStore makes a home folder and a working directory, both empty.
func newStore(t testing.TB) *store {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	s := &store{t: t, home: filepath.Join(dir, "home"), cwd: filepath.Join(dir, "work")}
	for _, dir := range []string{s.home, s.cwd} {
		if err := os.Mkdir(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// agent returns a path below pi's own folder.
func (s *store) agent(parts ...string) string {
	return filepath.Join(append([]string{s.home, ".pi", "agent"}, parts...)...)
}

// session returns a path below the folder for the sessions of cwd.
func (s *store) session(name string) string {
	return s.agent("sessions", library.EncodeCwd(s.cwd), name)
}

// write makes a file and the folders above it.
func (s *store) write(path, text string) string {
	s.t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		s.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		s.t.Fatal(err)
	}
	return path
}

func (s *store) env() library.Env { return library.Env{Home: s.home, Cwd: s.cwd} }

func (s *store) library() *library.Library { return locate(s.t, s.env()) }

func locate(t testing.TB, env library.Env) *library.Library {
	t.Helper()
	l, err := library.Locate(env)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// listed is everything that a list says.
type listed struct {
	rows    []library.Row
	skipped map[string]string
	updates []library.Update
}

// list lists a scope to its end, the latest row first.
func list(t testing.TB, l *library.Library, scope library.Scope) listed {
	t.Helper()
	got := listed{skipped: map[string]string{}}
	err := l.List(context.Background(), scope, func(u library.Update) {
		got.updates = append(got.updates, u)
		got.rows = append(got.rows, u.Rows...)
		for _, s := range u.Skipped {
			got.skipped[s.Path] = s.Reason
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	library.Sort(got.rows, library.OrderRecent)
	return got
}

func (l *listed) ids() []string {
	var ids []string
	for _, r := range l.rows {
		ids = append(ids, r.ID)
	}
	slices.Sort(ids)
	return ids
}

// header is the first line of a session.
func header(id, cwd string) string {
	return `{"type":"session","version":3,"id":"` + id + `","timestamp":"2026-05-01T10:00:00.000Z","cwd":"` + cwd + `"}` + "\n"
}

// user is a line with a prompt.
func user(id, text string) string {
	return `{"type":"message","id":"` + id + `","parentId":null,"timestamp":"2026-05-01T10:00:01.000Z","message":` +
		`{"role":"user","content":"` + text + `","timestamp":1777629601000}}` + "\n"
}

// symlink makes a link and the folders above both ends.
func (s *store) symlink(target, link string) {
	s.t.Helper()
	for _, dir := range []string{target, filepath.Dir(link)} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			s.t.Fatal(err)
		}
	}
	if err := os.Symlink(target, link); err != nil {
		s.t.Fatal(err)
	}
}

// at sets when a file was changed last.
func (s *store) at(path string, t time.Time) {
	s.t.Helper()
	if err := os.Chtimes(path, t, t); err != nil {
		s.t.Fatal(err)
	}
}
