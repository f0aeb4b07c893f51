package tui

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"pith/render"
	"pith/session/library"
)

var sizes = [][2]int{{40, 10}, {60, 16}, {80, 24}, {110, 32}, {200, 60}}

// TestGoldenScreens keeps what a user sees at several sizes.
func TestGoldenScreens(t *testing.T) {
	for _, size := range sizes {
		name := func(screen string) string { return fmt.Sprintf("%s-%dx%d", screen, size[0], size[1]) }
		t.Run(name("screens"), func(t *testing.T) {
			s := newStory(t, size[0], size[1])
			s.golden(name("library"))
			s.typeText("deadlock").golden(name("library-search"))
			s.press("esc", "enter")
			s.golden(name("session"))
			s.press("tab").golden(name("entry"))
			s.press("?").golden(name("help"))
		})
	}
}

func TestFromListToContextAndBack(t *testing.T) {
	s := newStory(t, 110, 32)
	s.shows("11 sessions", "Fix migration deadlock", "└─ try advisory locks", "first ")
	s.press("enter").shows("79 entries", "◀ leaf", "[context]", "context here")
	s.press("tab").shows("[entry]", "stop     stop")
	s.press("tab").shows("[model]")
	s.press("tab").shows("[json]", `"type": "message"`)
	s.press("tab").shows("[context]")
	s.press("g").shows("› • [system]")
	s.press("esc").shows("11 sessions")
	if got := s.selected(); !strings.Contains(got, "Fix migration deadlock") {
		t.Errorf("back in the library the cursor is on %q", got)
	}
	s.press("esc")
	if !s.quit {
		t.Error("esc in the library did not quit")
	}
}

// TestTypingSelectsTheBestMatch: pi once left the cursor where it was, so that
// enter opened a session that did not match.
func TestTypingSelectsTheBestMatch(t *testing.T) {
	s := newStory(t, 110, 32)
	s.press("down", "down", "down", "down")
	before := s.selected()
	s.typeText("gift").shows("Gift cards", "match")
	if got := s.selected(); !strings.Contains(got, "Gift cards") {
		t.Errorf("the cursor is on %q", got)
	}
	s.press("left", "left") // moves in the query, not in the list
	if got := s.selected(); !strings.Contains(got, "Gift cards") {
		t.Errorf("moving in the query moved the cursor to %q", got)
	}
	s.press("esc").shows("11 sessions")
	if got := s.selected(); got != before {
		t.Errorf("the query is cleared and the cursor is on %q, not back on %q", got, before)
	}
}

func TestSearchFindsWhatWasSaid(t *testing.T) {
	s := newStory(t, 110, 32)
	s.typeText("seed catalogue").hides("Flaky payment webhook test")
	s.press("esc").typeText(`re:web(hook|shop)`).shows("match")
	s.press("esc").typeText(`re:(`).shows("re:", "missing closing")
	s.press("esc").typeText("zzzz nothing has this").shows("Nothing matches")
}

func TestScopeSortAndNamed(t *testing.T) {
	s := newStory(t, 110, 32, func(o *Options) { o.Scope = library.ScopeFolder })
	s.shows("this folder", "10 sessions").hides("Link check")
	s.press("tab").shows("all folders", "11 sessions", "Link check")
	s.press("ctrl+s").shows("recent").hides("└─")
	s.press("ctrl+n").shows("named only").hides("(no messages)")
	s.press("ctrl+n", "ctrl+p").shows(".jsonl")
}

// TestPlaceSurvivesFilters: pi moves to an ancestor when a filter hides the row
// and stays there when it shows it again.
func TestPlaceSurvivesFilters(t *testing.T) {
	s := newStory(t, 110, 32).press("enter", "up")
	row := s.selected()
	if !strings.Contains(row, "[bash") {
		t.Fatalf("the story wants a tool row, not %q:\n%s", row, s.screen())
	}
	s.press("3")
	if s.selected() == row {
		t.Fatal("the filter user-only shows a tool row")
	}
	s.press("1")
	if got := s.selected(); got != row {
		t.Errorf("after the filter the cursor is on %q, not back on %q", got, row)
	}
}

// TestFoldsSurviveFilters: pi forgets all folds with every change of a filter.
func TestFoldsSurviveFilters(t *testing.T) {
	s := newStory(t, 110, 32).press("enter", "-").shows("⊞")
	rows := len(s.m.tree.tree.Rows)
	s.press("2", "1").shows("⊞")
	if got := len(s.m.tree.tree.Rows); got != rows {
		t.Errorf("%d rows after the filters, %d before", got, rows)
	}
	s.press("@").hides("No row") // the leaf is inside a fold: going there unfolds
	if s.m.tree.cursor != s.m.tree.s.Leaf() {
		t.Error("@ did not go to the leaf")
	}
	s.press("+").hides("⊞")
}

func TestSearchInASession(t *testing.T) {
	s := newStory(t, 110, 32).press("enter")
	from := s.selected()
	s.press("/").typeText("advisory").shows("/advisory: 1/")
	s.press("enter", "n").shows("/advisory: 2/")
	s.press("N").shows("/advisory: 1/")
	s.press("H")
	for _, row := range s.m.tree.tree.Rows {
		if s.m.tree.search.hitPlace(row.Entry) == 0 {
			t.Fatalf("a row without a hit is shown: entry %d", row.Entry)
		}
	}
	s.press("H", "esc").hides("/advisory")
	s.press("@", "/").typeText("zzzz").press("enter", "n").shows("Nothing in this session matches")
	s.press("esc", "@")
	s.press("/").typeText("advisory").press("esc")
	if got := s.selected(); got != from {
		t.Errorf("the search was given up and the cursor is on %q, not back on %q", got, from)
	}
}

// TestLettersTypeInSearch: pi's label keys cannot be typed into its search.
func TestLettersTypeInSearch(t *testing.T) {
	s := newStory(t, 110, 32).press("enter", "/").typeText("LTqgn?")
	s.shows("/ LTqgn?")
	s.send(tea.PasteMsg{Content: "a\nb\x1b[2Jc"})
	s.shows("LTqgn?a b")
}

// TestSessionGrowsOnScreen appends while the session is open: whoever looks at
// the end goes on looking at the end, anyone else stays.
func TestSessionGrowsOnScreen(t *testing.T) {
	s := newStory(t, 110, 32).press("enter")
	grow := func(id, text string) {
		leaf := s.m.tree.s.LeafID()
		f, err := os.OpenFile(s.m.tree.path, os.O_APPEND|os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(f, `{"type":"message","id":%q,"parentId":%q,"timestamp":"2026-11-30T08:59:00.000Z","message":{"role":"user","content":%q}}`+"\n", id, leaf, text)
		f.Close()
		s.send(tickMsg{})
	}
	grow("aaaa0001", "a new question")
	s.shows("80 entries")
	if got := s.selected(); !strings.Contains(got, "a new question") {
		t.Errorf("the cursor is on %q", got)
	}
	s.press("g")
	grow("aaaa0002", "another one")
	s.shows("81 entries")
	if got := s.selected(); !strings.Contains(got, "[system]") {
		t.Errorf("the cursor moved to %q", got)
	}
	if err := os.Remove(s.m.tree.path); err != nil {
		t.Fatal(err)
	}
	s.send(tickMsg{})
	s.shows("can no longer be read", "[system]")
}

// TestLateAnswersAreDropped gives the model answers to questions that it no
// longer asks.
func TestLateAnswersAreDropped(t *testing.T) {
	s := newStory(t, 110, 32)
	first := s.m.library.current().Path
	cmd := s.m.openSession(first)
	s.press("down")
	s.m.openCurrent() // asks for another session; its answer does not come
	s.send(cmd())
	if s.m.screen != screenLibrary {
		t.Error("a session was opened that is no longer asked for")
	}
	s.press("enter")
	old := s.m.preview.shown
	s.press("up")
	now := s.m.preview.shown
	s.send(previewMsg{key: old, doc: render.Doc{Lines: []string{"late"}}})
	if s.hides("late"); s.m.preview.shown != now {
		t.Error("a late text is shown")
	}
}

func TestWhatIsWrongIsSaid(t *testing.T) {
	s := newStory(t, 110, 32)
	s.typeText("gift").press("enter").shows("problem")
	s.press("!").shows("line ", "not JSON")
	s.press("esc", "esc")
	path := filepath.Join(filepath.Dir(s.m.library.current().Path), "broken.jsonl")
	if err := os.WriteFile(path, []byte("hello\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	s.press("esc", "tab", "tab").shows("1 skipped", "F2")
	s.press("f2").shows("broken.jsonl", "JSON")
}

func TestEmptyLibrary(t *testing.T) {
	home := t.TempDir()
	lib, err := library.Locate(library.Env{Home: home, Cwd: home})
	if err != nil {
		t.Fatal(err)
	}
	s := newStory(t, 110, 32, func(o *Options) { o.Library, o.Scope = lib, library.ScopeFolder })
	s.shows("No sessions in", "tab shows all folders")
	s.press("tab", "enter", "down", "ctrl+s", "f2").shows("No file was skipped")
}

// TestHostileText opens a session whose every text tries to act on the terminal.
func TestHostileText(t *testing.T) {
	const probe = `a\u001b[2J\u001b]52;c;ZWNobw==\u0007\u009b31m\u202Eb\rX`
	home := t.TempDir()
	dir := filepath.Join(home, ".pi", "agent", "sessions", "--x--")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	line := func(id, parent, rest string) string {
		return fmt.Sprintf(`{"id":%q,"parentId":%s,"timestamp":"2026-11-29T10:00:00.000Z",%s}`+"\n", id, parent, strings.ReplaceAll(rest, "PROBE", probe))
	}
	text := strings.ReplaceAll(`{"type":"session","version":3,"id":"hostile","timestamp":"2026-11-29T10:00:00.000Z","cwd":"/PROBE"}`+"\n", "PROBE", probe) +
		line("u1", "null", `"type":"message","message":{"role":"user","content":"PROBE"}`) +
		line("a1", `"u1"`, `"type":"message","message":{"role":"assistant","model":"PROBE","provider":"PROBE","content":[{"type":"text","text":"# PROBE\n\n`+"```PROBE"+`\nPROBE\n"},{"type":"thinking","thinking":"PROBE"},{"type":"toolCall","id":"c","name":"PROBE","arguments":{"PROBE":"PROBE"}}],"stopReason":"PROBE","errorMessage":"PROBE"}`) +
		line("t1", `"a1"`, `"type":"message","message":{"role":"toolResult","toolCallId":"c","toolName":"PROBE","content":[{"type":"text","text":"PROBE"}],"details":{"diff":"PROBE"},"isError":true}`) +
		line("l1", `"t1"`, `"type":"label","targetId":"t1","label":"PROBE"`) +
		line("n1", `"l1"`, `"type":"session_info","name":"PROBE"`) +
		line("x1", `"n1"`, `"type":"PROBE","PROBE":"PROBE"`)
	if err := os.WriteFile(filepath.Join(dir, "h.jsonl"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	lib, err := library.Locate(library.Env{Home: home, Cwd: home})
	if err != nil {
		t.Fatal(err)
	}
	s := newStory(t, 110, 32, func(o *Options) { o.Library = lib })
	s.harmless()
	s.press("enter", "5").harmless()
	for range viewKinds {
		s.press("tab").harmless()
		for range 8 {
			s.press("up").harmless()
		}
		s.press("@")
	}
	s.press("/").typeText("a").harmless()
}

// harmless fails the test if the screen holds anything but text and colours.
func (s *story) harmless() {
	s.t.Helper()
	for _, r := range ansi.Strip(s.m.View().Content) {
		if r != '\n' && (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)) {
			s.t.Fatalf("the screen holds %U:\n%q", r, s.screen())
		}
	}
	for seq := range strings.SplitSeq(s.m.View().Content, "\x1b") {
		if seq != "" && seq[0] != '[' && s.m.View().Content[0] == '\x1b' {
			s.t.Fatalf("the screen holds the sequence %q", seq)
		}
	}
}

// fits fails the test unless every line is as wide as the screen and there are
// as many as it has.
func (s *story) fits(tb interface {
	Helper()
	Fatalf(string, ...any)
}) {
	tb.Helper()
	if s.m.width < MinWidth || s.m.height < MinHeight {
		return
	}
	lines := strings.Split(s.m.View().Content, "\n")
	if len(lines) != s.m.height {
		tb.Fatalf("%d lines on a screen of %d", len(lines), s.m.height)
	}
	for n, line := range lines {
		if w := render.Width(line); w != s.m.width {
			tb.Fatalf("line %d is %d columns wide on a screen of %d: %q", n, w, s.m.width, ansi.Strip(line))
		}
	}
}

// TestAnyKeysAtAnySize presses random keys at random sizes: nothing panics, and
// the screen is always whole.
func TestAnyKeysAtAnySize(t *testing.T) {
	keys := []string{
		"up", "down", "pgup", "pgdown", "home", "end", "left", "right", "enter", "esc", "tab", "space", "backspace", "f1", "f2",
		"ctrl+left", "ctrl+right", "ctrl+s", "ctrl+n", "ctrl+p", "ctrl+d", "ctrl+t", "ctrl+u", "ctrl+l", "ctrl+a", "ctrl+o",
		"a", "e", "/", "n", "N", "H", "o", "-", "+", "[", "]", "{", "}", "u", "U", "p", "'", "@", "T", "J", "K", "x", "z", "?", "!", "1", "5",
	}
	rapid.Check(t, func(r *rapid.T) {
		s := newStory(t, 80, 24)
		for range rapid.IntRange(1, 30).Draw(r, "steps") {
			if rapid.IntRange(0, 5).Draw(r, "kind") == 0 {
				s.send(tea.WindowSizeMsg{Width: rapid.IntRange(0, 130).Draw(r, "width"), Height: rapid.IntRange(0, 40).Draw(r, "height")})
			} else {
				s.press(rapid.SampledFrom(keys).Draw(r, "key"))
			}
			s.fits(r)
			if s.quit {
				return
			}
		}
	})
}

// TestLabelRenameUndo changes a session from the screen and takes it back; the
// leaf stays where it was.
func TestLabelRenameUndo(t *testing.T) {
	s := newStory(t, 110, 32).press("enter", "up", "up", "up")
	row := s.selected()
	s.press("l").shows("Label (empty takes it away)").typeText("back here").press("enter")
	s.shows("[back here]", "is labelled back here")
	s.press("ctrl+z").shows("Taken back").hides("[back here]")
	s.press("l").typeText("never").press("esc").hides("[never]")
	if got := s.selected(); got != row {
		t.Errorf("the cursor is on %q, not on %q any more", got, row)
	}
	s.press("R").typeText(", again").press("enter").shows("Fix migration deadlock, again")
	s.press("q").shows("Fix migration deadlock, again")
	s.press("ctrl+z").shows("Taken back").press("down", "up").hides("again")
	s.press("ctrl+r").shows("Name (empty").press("esc")
}

// TestDeleteAndUndo moves the parent of forks to the trash and brings it back.
func TestDeleteAndUndo(t *testing.T) {
	s := newStory(t, 110, 32)
	path := s.m.library.current().Path
	s.press("ctrl+d").shows("Move this session to the trash?", "2 forks of it will stay")
	s.press("esc").shows("11 sessions")
	s.press("ctrl+d", "down", "enter").shows("11 sessions")
	s.press("ctrl+d", "enter").shows("10 sessions", "Moved to the trash: Fix migration deadlock")
	if _, err := os.Stat(path); err == nil {
		t.Fatal("the file is still there")
	}
	s.press("ctrl+z").shows("11 sessions", "Back again")
	if got := s.m.library.current().Path; got != path {
		t.Errorf("the cursor is on %s", got)
	}
}

// TestListStaysWhileItIsReadAgain: a list that empties under the cursor with
// every rename and delete is how the wrong session gets deleted.
func TestListStaysWhileItIsReadAgain(t *testing.T) {
	s := newStory(t, 110, 32).press("down", "down")
	before := s.selected()
	s.m.startListing() // its command does not run
	s.m.Update(listedMsg{list: s.m.library.list, update: library.Update{Total: 11}})
	s.shows("reading 0 of 11", "Fix migration deadlock", "Gift cards")
	if got := s.selected(); got != before {
		t.Errorf("the cursor is on %q, not on %q any more", got, before)
	}
}
