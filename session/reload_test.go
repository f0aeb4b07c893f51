package session_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"pith/session"
)

const header = `{"type":"session","version":3,"id":"0199aaaa-0000-7000-9000-000000000000","timestamp":"2026-05-01T10:00:00.000Z","cwd":"/home/dev/project"}` + "\n"

// user is a line with a user message.
func user(id, parent, text string) string {
	p := "null"
	if parent != "" {
		p = fmt.Sprintf("%q", parent)
	}
	return fmt.Sprintf(`{"type":"message","id":%q,"parentId":%s,"timestamp":"2026-05-01T10:00:01.000Z","message":{"role":"user","content":%q}}`+"\n", id, p, text)
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func ids(s *session.Session) []string {
	var all []string
	for _, e := range s.Entries() {
		all = append(all, e.ID)
	}
	return all
}

// TestReload has the file change in every way a file can while it is open; what
// is read must be the same as when the file is opened afresh.
func TestReload(t *testing.T) {
	start := header + user("a", "", "one") + user("b", "a", "two")
	for name, after := range map[string]string{
		"nothing":              start,
		"a line":               start + user("c", "b", "three"),
		"several lines":        start + user("c", "b", "three") + `{"type":"label","id":"d","parentId":"c","targetId":"a","label":"x"}` + "\n",
		"a torn line":          start + `{"type":"mess`,
		"a line, no newline":   start + user("c", "b", "three")[:100],
		"rewritten, longer":    header + user("a", "", "ONE") + user("b", "a", "TWO") + user("c", "b", "three"),
		"rewritten, same size": header + user("x", "", "one") + user("b", "x", "two"),
		"shorter":              header + user("a", "", "one"),
		"another session":      user("a", "", "no header")[:0] + `{"type":"session","id":"other","version":3}` + "\n" + start[len(header):],
	} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "s.jsonl")
			write(t, file, start)
			s := open(t, file)
			write(t, file, after)
			later := time.Now().Add(time.Minute)
			if err := os.Chtimes(file, later, later); err != nil {
				t.Fatal(err)
			}
			got, err := s.Reload()
			if err != nil {
				t.Fatal(err)
			}
			want := open(t, file)
			if diff := cmp.Diff(ids(want), ids(got)); diff != "" {
				t.Errorf("entries opened (-) and reloaded (+):\n%s", diff)
			}
			if diff := cmp.Diff(want.Problems(), got.Problems()); diff != "" {
				t.Errorf("problems opened (-) and reloaded (+):\n%s", diff)
			}
			if want.Leaf() != got.Leaf() || want.ID() != got.ID() {
				t.Errorf("leaf %d of %s, want %d of %s", got.Leaf(), got.ID(), want.Leaf(), want.ID())
			}
			if diff := cmp.Diff([]string{"a", "b"}, ids(s)); diff != "" {
				t.Errorf("the session that was open changed:\n%s", diff)
			}
		})
	}
}

// TestReloadTornTail completes a line that was half written when it was read.
func TestReloadTornTail(t *testing.T) {
	file := filepath.Join(t.TempDir(), "s.jsonl")
	line := user("b", "a", "two")
	for cut := range len(line) {
		write(t, file, header+user("a", "", "one")+line[:cut])
		s := open(t, file)
		write(t, file, header+user("a", "", "one")+line+user("c", "b", "three"))
		s, err := s.Reload()
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]string{"a", "b", "c"}, ids(s)); diff != "" || len(s.Problems()) > 0 {
			t.Fatalf("cut after %d bytes: %s %v", cut, diff, s.Problems())
		}
	}
}
