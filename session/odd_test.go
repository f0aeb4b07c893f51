package session_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"pith/session"
	"pith/session/internal/sessiongen"
)

func parse(t testing.TB, text string) *session.Session {
	t.Helper()
	s, err := session.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func kinds(s *session.Session) []session.ProblemKind {
	var all []session.ProblemKind
	for _, p := range s.Problems() {
		all = append(all, p.Kind)
	}
	return all
}

func texts(t testing.TB, s *session.Session) []string {
	t.Helper()
	var all []string
	for i := range s.Len() {
		text, err := s.Head(i, 100)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, text)
	}
	return all
}

// TestOddFiles has one file for every oddity: what is read of it, and what its
// user is told.
func TestOddFiles(t *testing.T) {
	one, two := user("a", "", "one"), user("b", "a", "two")
	for _, tt := range []struct {
		name, text string
		want       []string // the first text of each entry
		problems   []session.ProblemKind
	}{
		{"sound", header + one + two, []string{"one", "two"}, nil},
		{"byte order mark", "\ufeff" + header + one, []string{"one"}, []session.ProblemKind{session.ProblemBOM}},
		{"CRLF", strings.ReplaceAll(header+one+two, "\n", "\r\n"), []string{"one", "two"}, nil},
		{"garbage before the header", "hello\n" + header + one, []string{"one"}, []session.ProblemKind{session.ProblemNotJSON}},
		{"null before the header", "null\n0\n" + header + one, []string{"one"}, nil},
		{"blank lines", "\n" + header + " \n\t\n" + one, []string{"one"}, nil},
		{"garbage", header + one + "garbage\n" + two, []string{"one", "two"}, []session.ProblemKind{session.ProblemNotJSON}},
		{"torn tail", header + one + two[:40], []string{"one"}, []session.ProblemKind{session.ProblemTornTail}},
		{"no final newline", header + one + strings.TrimSuffix(two, "\n"), []string{"one", "two"}, nil},
		{"bad UTF-8", strings.Replace(header+user("a", "", "x?y"), "?", "\xff", 1), []string{"x\ufffdy"}, []session.ProblemKind{session.ProblemBadUTF8}},
		{"JSON that is no object", header + one + "5\n[]\n", []string{"one", "", ""}, []session.ProblemKind{session.ProblemNotObject, session.ProblemNotObject}},
		{"JSON that is nothing", header + one + "0\nfalse\n", []string{"one"}, []session.ProblemKind{session.ProblemNotObject, session.ProblemNotObject}},
		{"second header", header + one + header + two, []string{"one", "two"}, []session.ProblemKind{session.ProblemSecondHeader}},
		{"newer version", strings.Replace(header, `"version":3`, `"version":7`, 1) + one, []string{"one"}, []session.ProblemKind{session.ProblemVersion}},
		{"orphan", header + user("b", "gone", "two"), []string{"two"}, []session.ProblemKind{session.ProblemOrphan}},
		{"own parent", header + user("a", "a", "one"), []string{"one"}, []session.ProblemKind{session.ProblemCycle}},
		{"two in a circle", header + user("a", "b", "one") + user("b", "a", "two"), []string{"one", "two"}, []session.ProblemKind{session.ProblemCycle}},
		{"an id twice", header + one + user("a", "", "again") + two, []string{"one", "again", "two"}, []session.ProblemKind{session.ProblemDuplicateID}},
		{"an id twice, in a circle", header + one + user("a", "b", "again") + two, []string{"one", "again", "two"}, []session.ProblemKind{session.ProblemDuplicateID, session.ProblemCycle}},
		{"no id", header + `{"type":"message","parentId":null,"timestamp":"2026-05-01T10:00:01.000Z","message":{"role":"user","content":"one"}}` + "\n", []string{"one"}, []session.ProblemKind{session.ProblemNoID}},
		{"no time", header + `{"type":"message","id":"a","message":{"role":"user","content":"one"}}` + "\n", []string{"one"}, []session.ProblemKind{session.ProblemTime}},
		{"label on nothing", header + one + `{"type":"label","id":"l","parentId":"a","timestamp":"2026-05-01T10:00:01.000Z","targetId":"gone","label":"x"}` + "\n", []string{"one", ""}, []session.ProblemKind{session.ProblemLabelTarget}},
		{"no message", header + `{"type":"message","id":"a","timestamp":"2026-05-01T10:00:01.000Z"}` + "\n", []string{""}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := parse(t, tt.text)
			if diff := cmp.Diff(tt.want, texts(t, s)); diff != "" {
				t.Errorf("entries wanted (-) and read (+):\n%s", diff)
			}
			if diff := cmp.Diff(tt.problems, kinds(s)); diff != "" {
				t.Errorf("problems wanted (-) and told (+):\n%s", diff)
			}
			sound(t, s)
		})
	}
}

// TestNoSession has files that are no session, and the reason given.
func TestNoSession(t *testing.T) {
	for text, reason := range map[string]string{
		"":      "empty",
		" \n\n": "no line of JSON",
		"hello": "no line of JSON",
		`{"type":"message","id":"a"}` + "\n" + header: `the type "message"`,
		`{"type":"session"}`:                          "no id",
		`{"type":"session","id":5}`:                   "no id",
		`[1]`:                                         "not an object",
		`{"v":4,"kind":"header","id":"x"}`:            "format 4",
	} {
		_, err := session.Parse([]byte(text))
		var no *session.NotSessionError
		if !errors.As(err, &no) || !strings.Contains(no.Reason, reason) {
			t.Errorf("%.30q: error %v, want one that says %q", text, err, reason)
		}
	}
}

// sound checks what must hold of every session, however odd its file.
func sound(t interface {
	Helper()
	Fatalf(string, ...any)
}, s *session.Session) {
	t.Helper()
	seen := make([]int, s.Len())
	for _, v := range s.Preorder() {
		seen[v.Entry]++
		if depth := len(s.Branch(v.Entry)) - 1; depth != v.Depth {
			t.Fatalf("entry %d stands at depth %d, and its branch has %d entries above it", v.Entry, v.Depth, depth)
		}
	}
	for i, n := range seen {
		if n != 1 {
			t.Fatalf("entry %d is %d times in the tree", i, n)
		}
		for _, child := range s.Children(i) {
			if s.Parent(child) != i {
				t.Fatalf("entry %d is a child of %d, but its parent is %d", child, i, s.Parent(child))
			}
		}
	}
	for _, leaf := range []int{session.Root, s.Leaf(), s.Len() / 2} {
		if leaf >= s.Len() {
			continue
		}
		p, err := s.Projection(leaf)
		if err != nil {
			t.Fatalf("leaf %d: %v", leaf, err)
		}
		p.Tokens()
		p.ForModel()
	}
}

// TestAnythingIsSound reads random sessions with everything switched on that pi
// cannot bear: circles, ids that are there twice or not at all, bad bytes.
func TestAnythingIsSound(t *testing.T) {
	opt := sessiongen.Options{SelfParents: true, Cycles: true, Duplicates: true, Idless: true, RetainedTail: true, LineSeparators: true, BadUTF8: true}
	rapid.Check(t, func(r *rapid.T) {
		s, err := session.Parse([]byte(opt.Text(r)))
		if err != nil {
			r.Fatalf("%v", err)
		}
		sound(r, s)
	})
}

func FuzzParse(f *testing.F) {
	files, err := filepath.Glob(filepath.Join(edgeDir, "*.jsonl"))
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if s, err := session.Parse(text); err == nil {
			sound(t, s)
		}
	})
}

// TestLongLine opens a session with a line longer than any buffer, and reads the
// head of its text without the rest.
func TestLongLine(t *testing.T) {
	long := strings.Repeat("word ", 3<<20/5)
	s := parse(t, header+user("a", "", "one")+user("b", "a", long)+user("c", "b", "three"))
	if diff := cmp.Diff([]string{"one", long[:100], "three"}, texts(t, s)); diff != "" {
		t.Error(diff)
	}
	body, err := s.Body(1)
	if err != nil || body.Message.Content.Text("") != long {
		t.Errorf("the long text is not whole: %v", err)
	}
}

// TestOpenChangesNothing reads each file of the edge corpus in every way; its
// bytes and its time stay.
func TestOpenChangesNothing(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(edgeDir, "*.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, from := range files {
		text, err := os.ReadFile(from)
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(dir, filepath.Base(from))
		write(t, file, string(text))
		before, err := os.Stat(file)
		if err != nil {
			t.Fatal(err)
		}
		if s, err := session.Open(file); err == nil {
			sound(t, s)
			if _, err := s.Reload(); err != nil {
				t.Error(err)
			}
			s.Close()
		}
		after, err := os.Stat(file)
		if err != nil {
			t.Fatal(err)
		}
		now, err := os.ReadFile(file)
		if err != nil || string(now) != string(text) || !after.ModTime().Equal(before.ModTime()) {
			t.Errorf("reading %s changed it", from)
		}
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != len(files) {
		t.Errorf("reading left %d files where there were %d", len(left), len(files))
	}
}
