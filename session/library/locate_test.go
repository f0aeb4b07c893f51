package library_test

import (
	"path/filepath"
	"strings"
	"testing"

	"pith/session/library"
)

// TestLocate goes through the places that sessions can be in, in their order
// (spec 1.1).
func TestLocate(t *testing.T) {
	vars := func(pairs ...string) func(string) string {
		return func(name string) string {
			for i := 0; i < len(pairs); i += 2 {
				if pairs[i] == name {
					return pairs[i+1]
				}
			}
			return ""
		}
	}
	const agentDir, sessionDir = "PI_CODING_AGENT_DIR", "PI_CODING_AGENT_SESSION_DIR"
	for _, test := range []struct {
		name    string
		getenv  func(string) string
		flag    string
		global  string // settings.json in the agent folder
		project string // settings.json in the working directory
		root    string // HOME and CWD stand for the two folders
		custom  bool
	}{
		{name: "default", root: "HOME/.pi/agent/sessions"},
		{name: "agent folder", getenv: vars(agentDir, "~/pi"), root: "HOME/pi/sessions"},
		{name: "agent folder, relative", getenv: vars(agentDir, "pi"), root: "CWD/pi/sessions"},
		{name: "agent folder, as URL", getenv: vars(agentDir, "file:///srv/a%20b"), root: "/srv/a b/sessions"},
		{name: "flag", flag: "~/s", getenv: vars(sessionDir, "/env"), global: `{"sessionDir":"/set"}`, root: "HOME/s", custom: true},
		{name: "flag, relative", flag: "s/../t/", root: "CWD/t", custom: true},
		{name: "home itself", flag: "~", root: "HOME", custom: true},
		{name: "variable", getenv: vars(sessionDir, "/env"), global: `{"sessionDir":"/set"}`, root: "/env", custom: true},
		{name: "global setting", global: `{"sessionDir":"/set"}`, root: "/set", custom: true},
		{name: "global setting with BOM", global: "\ufeff" + `{"sessionDir":"/set"}`, root: "/set", custom: true},
		{name: "project setting", global: `{"sessionDir":"/set"}`, project: `{"sessionDir":"~/p"}`, root: "HOME/p", custom: true},
		{name: "empty setting", global: `{"sessionDir":""}`, root: "HOME/.pi/agent/sessions"},
		{name: "setting of the wrong kind", global: `{"sessionDir":5}`, root: "HOME/.pi/agent/sessions"},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := newStore(t)
			if test.global != "" {
				s.write(s.agent("settings.json"), test.global)
			}
			if test.project != "" {
				s.write(filepath.Join(s.cwd, ".pi", "settings.json"), test.project)
			}
			env := s.env()
			env.Getenv, env.SessionDir = test.getenv, test.flag
			l := locate(t, env)
			root := strings.NewReplacer("HOME", s.home, "CWD", s.cwd).Replace(test.root)
			if l.Root != root || l.Custom != test.custom {
				t.Errorf("root %s, custom %v; want %s, %v", l.Root, l.Custom, root, test.custom)
			}
		})
	}
}

func TestLocateWithoutHome(t *testing.T) {
	if l, err := library.Locate(library.Env{Cwd: "/"}); err == nil {
		t.Errorf("found %s without a home folder", l.Root)
	}
	l := locate(t, library.Env{Cwd: "/", SessionDir: "/srv/s"})
	if l.Root != "/srv/s" {
		t.Errorf("root %s, want the flag's", l.Root)
	}
}

func TestSettings(t *testing.T) {
	s := newStore(t)
	s.write(s.agent("settings.json"), `{"treeFilterMode":"user-only","externalEditor":"vi","branchSummary":{"skipPrompt":true,"reserveTokens":9}}`)
	s.write(filepath.Join(s.cwd, ".pi", "settings.json"), `{"treeFilterMode":"nonsense","branchSummary":{"reserveTokens":7}}`)
	want := library.Settings{TreeFilterMode: "default", ExternalEditor: "vi", SkipSummaryPrompt: true, ReserveTokens: 7}
	if l := s.library(); l.Settings != want || len(l.Notes) > 0 {
		t.Errorf("settings %+v, notes %q; want %+v and none", l.Settings, l.Notes, want)
	}
}

// TestBrokenSettingsAreANote checks that a typing error in a settings file says
// so, names the file and spoils nothing else.
func TestBrokenSettingsAreANote(t *testing.T) {
	s := newStore(t)
	s.write(s.agent("settings.json"), `{"externalEditor":"vi"}`)
	broken := s.write(filepath.Join(s.cwd, ".pi", "settings.json"), `{"sessionDir":`)
	l := s.library()
	if len(l.Notes) != 1 || !strings.Contains(l.Notes[0], broken) {
		t.Errorf("notes %q, want one that names %s", l.Notes, broken)
	}
	if l.Settings.ExternalEditor != "vi" {
		t.Errorf("the other file's settings are lost: %+v", l.Settings)
	}
}

func TestEncodeCwd(t *testing.T) {
	for cwd, want := range map[string]string{
		"/srv/a/b-c": "--srv-a-b-c--", "/srv/a/b/c/": "--srv-a-b-c--", "/": "----", "/a b/ü": "--a b-ü--",
		`C:\x\y`: "--C--x-y--", "/a/./b/../c": "--a-c--", "//net/x": "--net-x--",
	} {
		if got := library.EncodeCwd(cwd); got != want {
			t.Errorf("EncodeCwd(%q) = %q, want %q", cwd, got, want)
		}
	}
}

func TestDirFor(t *testing.T) {
	s := newStore(t)
	if got, want := s.library().DirFor("~/x"), s.agent("sessions", library.EncodeCwd(s.home+"/x")); got != want {
		t.Errorf("DirFor = %s, want %s", got, want)
	}
	env := s.env()
	env.SessionDir = "/srv/s"
	if got := locate(t, env).DirFor("/x"); got != "/srv/s" {
		t.Errorf("DirFor = %s, want the custom folder itself", got)
	}
}
