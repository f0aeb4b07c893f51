package tui

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"pith/keymap"
	"pith/render"
)

// pagerPane is a text over the whole screen: help, skipped files, problems.
type pagerPane struct {
	title string
	text  []pagerLine
	top   int
}

// pagerLine is a line that is not wrapped yet, clean, with what stands before
// it in a column of its own.
type pagerLine struct{ head, text string }

func (m *Model) pagerAction(a keymap.Action) tea.Cmd {
	page := max(1, m.height-4)
	switch a {
	case keymap.Cancel:
		m.pager = nil
	case keymap.Down:
		m.pager.scroll(1)
	case keymap.Up:
		m.pager.scroll(-1)
	case keymap.PageDown:
		m.pager.scroll(page)
	case keymap.PageUp:
		m.pager.scroll(-page)
	case keymap.Top:
		m.pager.top = 0
	case keymap.Bottom:
		m.pager.scroll(1 << 20)
	}
	return nil
}

// scroll scrolls by lines; drawing stops it at the last.
func (p *pagerPane) scroll(by int) { p.top = max(0, p.top+by) }

func (m *Model) drawPager() []string {
	p := m.pager
	var wrapped []string
	for _, line := range p.text {
		wrapped = append(wrapped, line.wrap(m.width-2)...)
	}
	height := m.height - 3
	p.top = max(0, min(p.top, len(wrapped)-height))
	body := wrapped[p.top:min(len(wrapped), p.top+height)]
	right := ""
	if len(wrapped) > height {
		right = fmt.Sprintf("%d-%d/%d ", p.top+1, p.top+len(body), len(wrapped))
	}
	lines := []string{spread(" "+m.styles.Title.Render(p.title), m.styles.Muted.Render(right), m.width), m.rule(-1, "")}
	for _, line := range body {
		lines = append(lines, " "+line)
	}
	for len(lines) < m.height-1 {
		lines = append(lines, "")
	}
	return append(lines, m.hintRow())
}

// wrap breaks a line; what does not fit goes on under the start of its text.
func (l pagerLine) wrap(width int) []string {
	indent := 0
	if l.head != "" {
		indent = render.Width(l.head) + 2
	}
	if indent > width/2 {
		return render.Wrap(l.head+"  "+l.text, width)
	}
	lines := render.Wrap(l.text, width-indent)
	for i := range lines {
		head := ""
		if i == 0 {
			head = l.head
		}
		lines[i] = render.Fit(head, indent) + lines[i]
	}
	return lines
}

// showHelp explains the keys and the marks of the screen that is open. All of
// it is made from the table of keys.
func (m *Model) showHelp() {
	scope := m.scope()
	width := 0
	for _, b := range m.keys.Bindings(scope) {
		width = max(width, render.Width(keysOf(b)))
	}
	var text []pagerLine
	for _, b := range m.keys.Bindings(scope) {
		if b.Enabled() {
			text = append(text, pagerLine{m.styles.Key.Render(render.Fit(keysOf(b), width)), b.Doc})
		}
	}
	text = append(text, pagerLine{})
	legend := sessionLegend
	if scope == keymap.ScopeLibrary {
		legend = libraryLegend
	}
	headWidth := 0
	for _, line := range legend {
		headWidth = max(headWidth, render.Width(line.head))
	}
	for _, line := range legend {
		if line.head != "" {
			line.head = m.styles.Accent.Render(render.Fit(line.head, headWidth))
		}
		text = append(text, line)
	}
	m.pager = &pagerPane{title: "Help: " + string(scope), text: text}
}

func keysOf(b keymap.Binding) string {
	var keys []string
	for _, k := range b.Keys() {
		keys = append(keys, keymap.Display(k))
	}
	return strings.Join(keys, " ")
}

// The marks, explained. They stand nowhere else in words.
var (
	libraryLegend = []pagerLine{
		{"", "What is typed searches names, ids, folders and all that was said:"},
		{"word word", "every word must be there, in any place"},
		{"\"a phrase\"", "these words in this order"},
		{"re:pattern", "a regular expression, whatever the case"},
		{"", ""},
		{"●", "pi is writing to this session now"},
		{"⚑2", "two entries have a label"},
		{"└─", "a fork of the session above"},
	}
	sessionLegend = []pagerLine{
		{"•", "on the branch of the leaf"},
		{"◀ leaf", "where the session goes on"},
		{"⊟ ⊞", "a branch that is open, that is folded"},
		{"[label]", "a name that someone gave to the entry"},
		{"…", "something is cut off here"},
		{"", ""},
		{"", "The right side shows, of the entry under the cursor:"},
		{"context", "what the model gets if the talk goes on from here"},
		{"entry", "the entry in full"},
		{"model", "the text that the model is sent, to the letter"},
		{"json", "the line in the file"},
	}
)

// showSkipped lists what the library does not show.
func (m *Model) showSkipped() {
	var text []pagerLine
	for _, s := range m.library.skipped {
		path := render.CleanLine(render.Path(s.Path, m.opt.Home))
		text = append(text, pagerLine{"", path}, pagerLine{" ", m.styles.Muted.Render(render.CleanLine(s.Reason))}, pagerLine{})
	}
	if len(text) == 0 {
		text = []pagerLine{{"", "No file was skipped: every session in the folder is in the list."}}
	}
	m.pager = &pagerPane{title: render.Count(len(m.library.skipped), "file") + " skipped", text: text}
}

// showProblems lists what is odd in the open session's file.
func (m *Model) showProblems() {
	var text []pagerLine
	for _, p := range m.tree.s.Problems() {
		text = append(text, pagerLine{m.styles.Key.Render(fmt.Sprintf("line %d", p.Line)), render.CleanLine(p.Text)})
	}
	if len(text) == 0 {
		text = []pagerLine{{"", "Nothing is odd in this file."}}
	}
	m.pager = &pagerPane{title: render.Count(len(m.tree.s.Problems()), "problem") + " in " + render.CleanLine(m.tree.path), text: text}
}
