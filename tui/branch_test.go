package tui

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pith/session/library"
)

// newBranchStory opens the first session of the sample library, with the
// terminal's programs set as a test wants them.
func newBranchStory(t *testing.T, width, height int, change ...func(*Options)) *story {
	t.Helper()
	change = append(change, func(o *Options) { o.Resume = "echo {file} {prompt}" })
	return newStory(t, width, height, change...).press("enter")
}

// words returns the file of the open session, to see what is written.
func (s *story) file() string {
	s.t.Helper()
	text, err := os.ReadFile(s.m.tree.path)
	if err != nil {
		s.t.Fatal(err)
	}
	return string(text)
}

// TestBranchWithADraft goes on from an earlier entry in three keys and a
// summary in between.
func TestBranchWithADraft(t *testing.T) {
	s := newBranchStory(t, 110, 32).press("up", "up", "up", "up", "up")
	before := s.file()
	s.press("enter").shows("Branch here", "The session will go on after: ", "7 messages, $0.061", "Label: none").golden("branch-110x32")
	s.press("l").typeText("second try").press("enter").shows("Label: second try")
	s.press("d").shows("Summary", "## Goal").golden("branch-draft-110x32")
	if s.file() != before {
		t.Fatal("something was written before the last answer")
	}
	s.typeText("First this. ").press("ctrl+s").shows("The session goes on from here now", "4 branches", "◀ leaf")
	added := strings.TrimPrefix(s.file(), before)
	if added == s.file() || !strings.Contains(added, `"branch_summary"`) || !strings.Contains(added, "First this. ## Goal") || !strings.Contains(added, "second try") {
		t.Errorf("this was written:\n%s", added)
	}
	s.press("ctrl+z").shows("Taken back", "◀ leaf")
}

// TestBranchIsCancelledAnywhere comes back to the same row with the search, the
// filter and the folds as they were.
func TestBranchIsCancelledAnywhere(t *testing.T) {
	s := newBranchStory(t, 110, 32).press("/").typeText("soak").press("enter", "n").press("left", "right")
	before, bytes := s.screen(), s.file()
	for _, keys := range [][]string{{"esc"}, {"l", "esc", "esc"}, {"d", "esc", "esc"}, {"l", "x", "enter", "esc"}} {
		s.press("enter").shows("Branch here").press(keys...)
		if diff := cmp.Diff(before, s.screen()); diff != "" {
			t.Errorf("after enter and %v the screen is another:\n%s", keys, diff)
		}
	}
	if s.file() != bytes {
		t.Error("something was written")
	}
}

// TestBranchFromAUserMessage writes a message anew: pi starts with the text.
func TestBranchFromAUserMessage(t *testing.T) {
	s := newBranchStory(t, 110, 32).press("U").press("enter").shows("before this message, for you to write it anew")
	s.press("n").shows("Your message", "roll back the second attempt").golden("branch-message-110x32")
	s.typeText("Please: ").press("alt+enter")
	cmd := s.m.Handover()
	if cmd == nil || !s.quit {
		t.Fatalf("pi was not started:\n%s", s.screen())
	}
	if prompt := cmd.Args[len(cmd.Args)-1]; prompt != "Please: ok, roll back the second attempt" {
		t.Errorf("pi gets %q", prompt)
	}

	// Kept, it only moves the leaf.
	s = newBranchStory(t, 110, 32).press("U", "enter", "n", "ctrl+s")
	if s.quit || s.m.Handover() != nil {
		t.Error("pi was started")
	}
	s.shows("The session goes on from here now")
}

func TestBranchWhereTheLeafIs(t *testing.T) {
	s := newBranchStory(t, 110, 32)
	before := s.file()
	s.press("enter").shows("goes on from here already").hides("Branch here")
	if s.file() != before {
		t.Error("something was written")
	}
}

// TestBranchAsksNoQuestionAboutASummary holds for branches that leave nothing
// behind and for users who told pi so.
func TestBranchAsksNoQuestionAboutASummary(t *testing.T) {
	s := newBranchStory(t, 110, 32, func(o *Options) { o.Library.Settings = library.Settings{SkipSummaryPrompt: true} })
	s.press("up", "up", "up", "up", "up", "enter").hides("summary  ").shows("› b Branch here")
	s.press("enter").shows("The session goes on from here now")
	// Back down to where it was: the old leaf is below the new one.
	s = newBranchStory(t, 110, 32).press("U", "enter", "n", "ctrl+s", "down", "down", "enter")
	s.shows("Nothing is left behind", "› b Branch here").hides("summary  ")
	s.press("esc")
}

// TestAskAProgram runs programs of every kind as PITH_SUMMARIZER.
func TestAskAProgram(t *testing.T) {
	task := filepath.Join(t.TempDir(), "task")
	for name, c := range map[string]struct {
		line  string
		shows []string
	}{
		"answers":          {`sh -c 'cat >"$0"; echo "It *went* well."' ` + task, []string{"Summary", "It *went* well."}},
		"fails":            {`sh -c 'echo no key >&2; exit 3'`, []string{"sh failed, and nothing was written", "no key", "Branch here"}},
		"says nothing":     {`true`, []string{"true wrote nothing", "Branch here"}},
		"does not exist":   {`no-such-program --x`, []string{"no-such-program failed", "Branch here"}},
		"is no command":    {`a 'b`, []string{"no command line", "Branch here"}},
		"writes no end":    {`sh -c 'head -c 2000000 /dev/zero | tr "\0" x'`, []string{"wrote more than", "Branch here"}},
		"leaves one alive": {`sh -c 'sleep 600 >/dev/null & echo done'`, []string{"Summary", "done"}},
	} {
		t.Run(name, func(t *testing.T) {
			s := newBranchStory(t, 160, 40, func(o *Options) { o.Summarizer = c.line }).press("up", "up", "up", "up", "up", "enter", "a")
			s.shows("What should the summary dwell on?").typeText("the lock").press("enter").shows(c.shows...)
		})
	}
	text, err := os.ReadFile(task)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"Summarize the conversation", "Dwell on this: the lock", "[Assistant]: ", "roll back the second attempt"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("the program does not get to read %q", want)
		}
	}
	newBranchStory(t, 110, 32).press("up", "up", "enter").hides("Ask a program")
}

// TestEditOutside takes the first editor that is set, in pi's order, and
// brings back what it made of the text.
func TestEditOutside(t *testing.T) {
	cmd, file, err := editorFor([]string{"", `sh -c 'echo more >>"$0"'`, "never"}, "text")
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Run(); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file)
	os.Remove(file)
	if err != nil || string(text) != "textmore\n" {
		t.Errorf("the editor left %q, %v", text, err)
	}
	s := newBranchStory(t, 110, 32).press("up", "up", "up", "up", "up", "enter", "d", "ctrl+g").shows("no editor is set")
	d := s.m.dialog
	s.send(editedMsg{dialog: d, text: "from the editor"})
	s.shows("from the editor")
	s.press("esc", "esc")
	s.send(editedMsg{dialog: d, text: "too late"})
	s.hides("too late")
}

// elsewhere starts pith in another folder than the sessions work in.
func elsewhere(o *Options) {
	o.Resume = "echo {file}"
	o.Library, _ = library.Locate(library.Env{Home: o.Home, Cwd: filepath.Join(o.Home, "src")})
}

// TestResume takes every way there is to go on in pi.
func TestResume(t *testing.T) {
	s := newStory(t, 110, 32, func(o *Options) { o.Resume = "echo {id} {cwd} {file} {prompt}" })
	row := s.m.library.current()
	s.press("alt+enter")
	cmd := s.m.Handover()
	if cmd == nil || len(cmd.Args) != 4 || cmd.Args[1] != row.ID || cmd.Args[2] != row.Cwd || cmd.Args[3] != row.Path || cmd.Dir != row.Cwd {
		t.Fatalf("the command is %v", cmd)
	}

	s = newStory(t, 110, 32, elsewhere)
	if err := os.RemoveAll(s.m.library.current().Cwd); err != nil {
		t.Fatal(err)
	}
	s.press("alt+enter").shows("The session's folder is gone", "Continue here", "Fork into here").golden("resume-gone-110x32")
	s.press("esc").hides("is gone").press("alt+enter", "c")
	if cmd := s.m.Handover(); cmd == nil || cmd.Dir != s.m.here() {
		t.Fatalf("the command is %v", cmd)
	}
	s = newStory(t, 110, 32, elsewhere)
	gone := s.m.library.current()
	if err := os.RemoveAll(gone.Cwd); err != nil {
		t.Fatal(err)
	}
	s.press("alt+enter", "f")
	if cmd := s.m.Handover(); cmd == nil || cmd.Args[1] == gone.Path {
		t.Fatalf("the command is %v:\n%s", cmd, s.screen())
	}

	s = newStory(t, 110, 32, func(o *Options) { o.Print = true }).press("alt+enter")
	if want := s.m.library.current().Path; s.m.Chosen() != want || !s.quit {
		t.Errorf("%q was chosen, not %q", s.m.Chosen(), want)
	}

	s = newStory(t, 110, 32, func(o *Options) { o.Resume = "no-such-pi {file}" }).press("enter", "r")
	s.shows("no-such-pi cannot be started", "is not on the PATH", "PITH_RESUME")
}
