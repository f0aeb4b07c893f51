package tui

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"pith/keymap"
	"pith/render"
	"pith/session/library"
)

// draw makes the whole screen: exactly as many lines as it has, each exactly as
// wide.
func (m *Model) draw() string {
	if m.width == 0 || m.height == 0 {
		return ""
	}
	if m.width < MinWidth || m.height < MinHeight {
		return m.drawTooSmall()
	}
	var lines []string
	switch {
	case m.pager != nil:
		lines = m.drawPager()
	case m.screen == screenLibrary:
		lines = m.drawLibrary()
	default:
		lines = m.drawSession()
	}
	for len(lines) < m.height {
		lines = append(lines, "")
	}
	lines = lines[:m.height]
	if m.dialog != nil {
		lines = m.drawDialog(lines)
		lines[m.height-1] = m.bottomRow()
	}
	for i := range lines {
		lines[i] = render.Fit(lines[i], m.width)
	}
	return strings.Join(lines, "\n")
}

func (m *Model) drawTooSmall() string {
	text := fmt.Sprintf("pith needs %d×%d; this is %d×%d", MinWidth, MinHeight, m.width, m.height)
	lines := render.Wrap(text, m.width)
	return strings.Join(lines[:min(len(lines), m.height)], "\n")
}

// spread puts left at the left end of a row and right at its right end; left
// gives way.
func spread(left, right string, width int) string {
	if right == "" {
		return render.Fit(left, width)
	}
	right = render.Cut(right, width)
	room := width - render.Width(right)
	if room <= 1 {
		return render.Fit(right, width)
	}
	return render.Fit(left, room-1) + " " + right
}

// rule draws a line across the screen; joint is where a line between two panes
// meets it, with the sign for that, or -1.
func (m *Model) rule(joint int, sign string) string {
	if joint < 0 {
		return m.styles.Border.Render(strings.Repeat("─", m.width))
	}
	return m.styles.Border.Render(strings.Repeat("─", joint) + sign + strings.Repeat("─", max(0, m.width-joint-1)))
}

// panes draws the two panes of a layout.
func (m *Model) panes(l layout, left, right []string) []string {
	if l.left.width == 0 {
		return fill(right, l.right)
	}
	upper := fill(left, l.left)
	switch {
	case l.stacked:
		return append(upper, fill(right, l.right)...)
	case l.right.width == 0:
		return upper
	}
	beside := fill(right, l.right)
	border := m.styles.Border.Render("│")
	for i := range upper {
		upper[i] += border + " " + beside[i]
	}
	return upper
}

// fill makes lines exactly as many and as wide as a part of the screen.
func fill(lines []string, r rect) []string {
	full := make([]string, r.height)
	for i := range full {
		line := ""
		if i < len(lines) {
			line = lines[i]
		}
		full[i] = render.Fit(line, r.width)
	}
	return full
}

// joint returns where the line between the panes meets the rules, or -1.
func (l layout) joint() int {
	if l.stacked || l.left.width == 0 || l.right.width == 0 {
		return -1
	}
	return l.left.width
}

// withRules puts the panes between rules where there is room for them.
func (m *Model) withRules(head, body []string, l layout) []string {
	lines := head
	if m.height >= bothHigh {
		lines = append(lines, m.rule(l.joint(), "┬"))
	}
	lines = append(lines, body...)
	if m.height >= bothHigh {
		lines = append(lines, m.rule(l.joint(), "┴"))
	}
	return append(lines, m.bottomRow())
}

// bottomRow says what has to be said, or else which keys do what.
func (m *Model) bottomRow() string {
	if m.status.text == "" {
		return m.hintRow()
	}
	text := render.CleanLine(m.status.text)
	switch m.status.level {
	case levelError:
		return m.styles.Error.Render(" ✗ " + text)
	case levelWarning:
		return m.styles.Warning.Render(" ! " + text)
	}
	return m.styles.Accent.Render(" " + text)
}

// hintRow shows the keys of the scope, as many as there is room for; the way to
// the help is always among them.
func (m *Model) hintRow() string {
	var help string
	var items []string
	room := m.width - 1
	for _, h := range m.keys.Hints(m.scope(), m.useless) {
		item := m.styles.Key.Render(h.Key) + " " + m.styles.Hint.Render(m.hintWord(h)) + "  "
		if h.Action == keymap.Help {
			help = item
			room -= render.Width(item)
			continue
		}
		items = append(items, item)
	}
	row := " "
	for _, item := range items {
		if room -= render.Width(item); room < 0 {
			break
		}
		row += item
	}
	return row + help
}

// hintWord returns what a key does as things stand.
func (m *Model) hintWord(h keymap.Hint) string {
	if h.Action == keymap.ToggleScope && m.library.scope == library.ScopeAll {
		return "this folder"
	}
	return h.Word
}

// useless reports whether an action would do nothing now, so that its key is
// not offered.
func (m *Model) useless(a keymap.Action) bool {
	switch a {
	case keymap.ShowSkipped:
		return len(m.library.skipped) == 0
	case keymap.TogglePath:
		return m.width < sideBySide
	case keymap.PreviewZoom:
		return m.preview.zoomed
	}
	return false
}

// cursor returns where the terminal's own cursor stands, if something is typed.
func (m *Model) cursor() *tea.Cursor {
	if m.dialog != nil {
		return m.dialogCursor()
	}
	input := m.input()
	if input == nil || m.width < MinWidth || m.height < MinHeight {
		return nil
	}
	c := input.Cursor()
	if c == nil {
		return nil
	}
	if m.screen == screenLibrary {
		c.X += len(libraryPrompt)
		c.Y = 1
	} else {
		c.X += len(searchPrompt)
		c.Y = m.height - 1
	}
	return c
}
