package tui

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/google/go-cmp/cmp"

	"pith/session"
	"pith/session/library"
)

var update = flag.Bool("update", false, "write the golden screens anew")

// now is the time of all stories: shortly after the sample library ends.
var now = time.Date(2026, 11, 30, 9, 0, 0, 0, time.UTC)

// story is a model that a test drives as its user would. Commands run until
// none is left, so a screen is always the settled one.
type story struct {
	t    *testing.T
	m    *Model
	home string
	quit bool
}

// newStory starts pith on the sample library.
func newStory(t *testing.T, width, height int, change ...func(*Options)) *story {
	t.Helper()
	home := t.TempDir()
	if err := library.UnpackDemo(os.DirFS("../testdata/demo"), home); err != nil {
		t.Fatal(err)
	}
	lib, err := library.Locate(library.Env{Home: home, Cwd: filepath.Join(home, "src", "shop")})
	if err != nil {
		t.Fatal(err)
	}
	opt := Options{Library: lib, Home: home, Now: func() time.Time { return now }, Scope: library.ScopeAll,
		Writer: session.NewWriter(time.Now, session.RandomIDs()), Journal: library.NewJournal(filepath.Join(home, "state"))}
	for _, c := range change {
		c(&opt)
	}
	s := &story{t: t, m: New(opt), home: home}
	s.m.tick = func() tea.Cmd { return nil }
	s.send(tea.WindowSizeMsg{Width: width, Height: height})
	s.run(s.m.Init())
	return s
}

// run runs commands, and what follows from them, until nothing is left to do.
func (s *story) run(first tea.Cmd) {
	results := make(chan tea.Msg)
	waiting := 0
	start := func(cmd tea.Cmd) {
		if cmd == nil {
			return
		}
		waiting++
		go func() { results <- cmd() }()
	}
	start(first)
	for waiting > 0 {
		msg := <-results
		waiting--
		switch msg := msg.(type) {
		case nil:
		case tea.BatchMsg:
			for _, cmd := range msg {
				start(cmd)
			}
		case tea.QuitMsg:
			s.quit = true
		default:
			_, cmd := s.m.Update(msg)
			start(cmd)
		}
	}
}

func (s *story) send(msg tea.Msg) {
	_, cmd := s.m.Update(msg)
	s.run(cmd)
}

// press presses keys by name: "enter", "ctrl+s", "j".
func (s *story) press(keys ...string) *story {
	for _, k := range keys {
		s.send(keyPress(k))
	}
	return s
}

// typeText types a text character by character.
func (s *story) typeText(text string) *story {
	for _, r := range text {
		s.send(tea.KeyPressMsg{Code: r, Text: string(r)})
	}
	return s
}

var special = map[string]rune{
	"enter": tea.KeyEnter, "esc": tea.KeyEscape, "tab": tea.KeyTab, "up": tea.KeyUp, "down": tea.KeyDown, "left": tea.KeyLeft,
	"right": tea.KeyRight, "pgup": tea.KeyPgUp, "pgdown": tea.KeyPgDown, "home": tea.KeyHome, "end": tea.KeyEnd,
	"space": tea.KeySpace, "backspace": tea.KeyBackspace, "f1": tea.KeyF1, "f2": tea.KeyF2,
}

func keyPress(name string) tea.KeyPressMsg {
	var k tea.KeyPressMsg
	if name == "+" {
		return tea.KeyPressMsg{Code: '+', Text: "+"}
	}
	parts := strings.Split(name, "+")
	for _, mod := range parts[:len(parts)-1] {
		switch mod {
		case "ctrl":
			k.Mod |= tea.ModCtrl
		case "alt":
			k.Mod |= tea.ModAlt
		case "shift":
			k.Mod |= tea.ModShift
		}
	}
	base := parts[len(parts)-1]
	if code, ok := special[base]; ok {
		k.Code = code
		return k
	}
	k.Code = []rune(base)[0]
	if k.Mod == 0 {
		k.Text = base
	}
	return k
}

// lines returns the screen without colours, and without the one path that
// differs from run to run.
func (s *story) lines() []string {
	text := ansi.Strip(s.m.View().Content)
	text = strings.ReplaceAll(text, s.home, "~")
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return lines
}

func (s *story) screen() string { return strings.Join(s.lines(), "\n") + "\n" }

// shows fails the test unless every text is on the screen.
func (s *story) shows(texts ...string) *story {
	s.t.Helper()
	screen := s.screen()
	for _, text := range texts {
		if !strings.Contains(screen, text) {
			s.t.Fatalf("the screen does not show %q:\n%s", text, screen)
		}
	}
	return s
}

// hides fails the test if any text is on the screen.
func (s *story) hides(texts ...string) *story {
	s.t.Helper()
	screen := s.screen()
	for _, text := range texts {
		if strings.Contains(screen, text) {
			s.t.Fatalf("the screen shows %q:\n%s", text, screen)
		}
	}
	return s
}

// selected returns the row that the cursor is on.
func (s *story) selected() string {
	for _, line := range s.lines() {
		if strings.HasPrefix(line, "›") {
			return strings.TrimSpace(ansi.Truncate(line, s.m.layout().left.width, ""))
		}
	}
	return ""
}

// golden compares the screen with the one that is kept.
func (s *story) golden(name string) {
	s.t.Helper()
	file := filepath.Join("testdata", name+".golden")
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			s.t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(s.screen()), 0o644); err != nil {
			s.t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		s.t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), s.screen()); diff != "" {
		s.t.Errorf("the screen (+) is not the one that is kept (-):\n%s", diff)
	}
}
