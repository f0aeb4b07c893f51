//go:build unix

package library_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"pith/session/library"
)

// TestOddThingsAreSkipped puts everything into a sessions folder that is no
// session and checks that each is named with a reason and that none of them
// keeps the session beside it from being listed.
func TestOddThingsAreSkipped(t *testing.T) {
	s := newStore(t)
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	s.write(s.session("good.jsonl"), header("good", s.cwd)+user("u", "hello"))
	reasons := map[string]string{ // a name and a part of its reason
		"folder.jsonl": "a folder", "empty.jsonl": "empty", "dangling.jsonl": "does not exist", "loop.jsonl": "back to itself",
		"pipe.jsonl": "not a regular file", "log.jsonl": "not \"session\"", "blank.jsonl": "no line of JSON",
		"idless.jsonl": "no id", "agent4.jsonl": "agent library", "number.jsonl": "no session",
	}
	must(os.Mkdir(s.session("folder.jsonl"), 0o755))
	s.write(s.session("empty.jsonl"), "")
	must(os.Symlink("nowhere.jsonl", s.session("dangling.jsonl")))
	must(os.Symlink("loop.jsonl", s.session("loop.jsonl")))
	must(syscall.Mkfifo(s.session("pipe.jsonl"), 0o644))
	s.write(s.session("log.jsonl"), `{"type":"log","text":"started"}`+"\n")
	s.write(s.session("blank.jsonl"), "\n \n\n")
	s.write(s.session("idless.jsonl"), `{"type":"session","cwd":"/"}`+"\n")
	s.write(s.session("agent4.jsonl"), `{"v":4,"kind":"header","id":"x","cwd":"/"}`+"\n")
	s.write(s.session("number.jsonl"), "5\n"+header("x", s.cwd))
	s.write(s.session("notes.txt"), "not asked for")
	if os.Geteuid() != 0 {
		s.write(s.session("secret.jsonl"), header("secret", s.cwd))
		must(os.Chmod(s.session("secret.jsonl"), 0))
		reasons["secret.jsonl"] = "permission denied"
	}

	for _, scope := range []library.Scope{library.ScopeFolder, library.ScopeAll} {
		got := list(t, s.library(), scope)
		if ids := got.ids(); !slices.Equal(ids, []string{"good"}) {
			t.Errorf("scope %v: listed %q, want the good one", scope, ids)
		}
		for name, part := range reasons {
			if reason, ok := got.skipped[s.session(name)]; !ok || !strings.Contains(reason, part) {
				t.Errorf("scope %v: %s is skipped with the reason %q, which should speak of %q", scope, name, reason, part)
			}
		}
		if len(got.skipped) != len(reasons) {
			t.Errorf("scope %v: skipped %v, want %d", scope, got.skipped, len(reasons))
		}
	}
}

// TestSessionsThatPiLosesAreListed is about files that pi's list drops by
// accident (spec 2, 4.1).
func TestSessionsThatPiLosesAreListed(t *testing.T) {
	s := newStore(t)
	null := `{"type":"message","id":"n","message":{"role":"user","content":null}}` + "\n"
	files := map[string]string{
		"null":      header("null", s.cwd) + null + user("u", "hello"),
		"nomessage": header("nomessage", s.cwd) + `{"type":"message","id":"n"}` + "\n",
		"bom":       "\ufeff" + header("bom", s.cwd) + user("u", "hello"),
		"separator": header("separator", s.cwd) + user("u", "a\u2028b"),
		"badutf8":   header("badutf8", s.cwd) + user("u", "a\xffb"),
		"crlf":      strings.ReplaceAll(header("crlf", s.cwd)+user("u", "hello"), "\n", "\r\n"),
		"torn":      header("torn", s.cwd) + user("u", "hello") + `{"type":"mess`,
		"late":      "{torn\nnull\n\n" + header("late", s.cwd) + user("u", "hello"),
		"long":      header("long", s.cwd) + user("u", strings.Repeat("x", 3<<20)) + user("v", "hello"),
		"future":    strings.Replace(header("future", s.cwd), `"version":3`, `"version":9`, 1),
	}
	var want []string
	for id, text := range files {
		s.write(s.session(id+".jsonl"), text)
		want = append(want, id)
	}
	slices.Sort(want)
	got := list(t, s.library(), library.ScopeAll)
	if ids := got.ids(); !slices.Equal(ids, want) {
		t.Errorf("listed %q, want %q; skipped %v", ids, want, got.skipped)
	}
	for _, r := range got.rows {
		if r.ID == "null" && (r.MessageCount != 2 || r.FirstMessage != "hello") {
			t.Errorf("the row of the session with null content is %+v", r)
		}
		if r.ID == "separator" && r.FirstMessage != "a\u2028b" {
			t.Errorf("the first prompt is %q", r.FirstMessage)
		}
	}
}

func TestLinks(t *testing.T) {
	s := newStore(t)
	elsewhere := filepath.Join(s.home, "elsewhere")
	real := s.write(filepath.Join(elsewhere, "a.jsonl"), header("a", s.cwd))
	for _, link := range []string{"--one--", "--two--"} {
		if err := os.MkdirAll(s.agent("sessions"), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(elsewhere, s.agent("sessions", link)); err != nil {
			t.Fatal(err)
		}
	}
	s.write(s.agent("sessions", "--three--", "b.jsonl"), header("b", s.cwd))
	for name, target := range map[string]string{"c.jsonl": real, "hard.jsonl": ""} {
		path, err := s.agent("sessions", "--three--", name), error(nil)
		if target != "" {
			err = os.Symlink(target, path)
		} else {
			err = os.Link(s.agent("sessions", "--three--", "b.jsonl"), path)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	got := list(t, s.library(), library.ScopeAll)
	if ids := got.ids(); !slices.Equal(ids, []string{"a", "b"}) {
		t.Fatalf("listed %q, want each file once; skipped %v", ids, got.skipped)
	}
	for _, r := range got.rows {
		if r.ID == "a" && len(r.Also) != 2 || r.ID == "b" && len(r.Also) != 1 {
			t.Errorf("%s is known by %s and %q", r.ID, r.Path, r.Also)
		}
	}
}

// TestFolders checks which folders the two scopes read in the two layouts (spec
// 1.4).
func TestFolders(t *testing.T) {
	s := newStore(t)
	sessions := func(dir string) {
		s.write(filepath.Join(dir, "direct.jsonl"), header("direct", s.cwd))
		s.write(filepath.Join(dir, "foreign.jsonl"), header("foreign", "/other"))
		s.write(filepath.Join(dir, "nowhere.jsonl"), header("nowhere", ""))
		s.write(filepath.Join(dir, library.EncodeCwd(s.cwd), "mine.jsonl"), header("mine", s.cwd))
		s.write(filepath.Join(dir, library.EncodeCwd(s.cwd), "collision.jsonl"), header("collision", "/other"))
		s.write(filepath.Join(dir, library.EncodeCwd(s.cwd), "deeper", "child.jsonl"), header("child", s.cwd))
		s.write(filepath.Join(dir, ".dotted", ".hidden.jsonl"), header("hidden", "/other"))
	}
	sessions(s.agent("sessions"))
	custom := filepath.Join(s.home, "custom")
	sessions(custom)
	env := s.env()
	env.SessionDir = custom
	for _, test := range []struct {
		name    string
		library *library.Library
		scope   library.Scope
		want    []string
	}{
		{"default, folder", s.library(), library.ScopeFolder, []string{"collision", "mine"}},
		{"default, all", s.library(), library.ScopeAll, []string{"collision", "hidden", "mine"}},
		{"custom, folder", locate(t, env), library.ScopeFolder, []string{"direct", "mine"}},
		{"custom, all", locate(t, env), library.ScopeAll, []string{"collision", "direct", "foreign", "mine", "nowhere"}},
	} {
		got := list(t, test.library, test.scope)
		if ids := got.ids(); !slices.Equal(ids, test.want) {
			t.Errorf("%s: listed %q, want %q", test.name, ids, test.want)
		}
	}
}

func TestNoFolder(t *testing.T) {
	s := newStore(t)
	got := list(t, s.library(), library.ScopeAll)
	if len(got.rows)+len(got.skipped) > 0 || len(got.updates) != 1 || !got.updates[0].Finished {
		t.Errorf("an empty home gives %+v", got)
	}
	if _, err := os.Stat(s.agent()); err == nil {
		t.Error("looking created a folder")
	}
	s.write(s.agent("sessions"), "a file where a folder should be")
	if got := list(t, s.library(), library.ScopeAll); got.skipped[s.agent("sessions")] == "" {
		t.Errorf("a file in place of the folder gives %+v", got)
	}
}

// TestLookingTouchesNothing compares bytes and times before and after.
func TestLookingTouchesNothing(t *testing.T) {
	s := newStore(t)
	old := time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC)
	texts := map[string]string{
		s.session("torn.jsonl"):  header("a", s.cwd) + user("u", "hello") + `{"torn`,
		s.session("v1.jsonl"):    `{"type":"session","id":"b"}` + "\n" + `{"type":"message","message":{"role":"user","content":"x"}}`,
		s.session("empty.jsonl"): "",
	}
	for path, text := range texts {
		s.at(s.write(path, text), old)
	}
	l := s.library()
	rows := list(t, l, library.ScopeAll).rows
	q, err := library.ParseQuery("hello")
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Search(context.Background(), q, rows, func(library.Match) {}); err != nil {
		t.Fatal(err)
	}
	for path, text := range texts {
		got, err := os.ReadFile(path)
		info, statErr := os.Stat(path)
		if err != nil || statErr != nil || string(got) != text || !info.ModTime().Equal(old) {
			t.Errorf("%s was changed", path)
		}
	}
	if entries, err := os.ReadDir(filepath.Dir(s.session("x"))); err != nil || len(entries) != len(texts) {
		t.Errorf("the folder holds %v (%v)", entries, err)
	}
}
