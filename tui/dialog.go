package tui

import (
	"strings"

	"charm.land/bubbles/v2/textarea"
	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"

	"pith/keymap"
	"pith/render"
)

// dialogPane is a question over the screen. It has choices, or a line or a text
// to type; it knows nothing of what is asked and calls back. While it is open it
// has all keys.
type dialogPane struct {
	title string
	about []string // what the question is about, clean, one paragraph each

	choices []choice
	at      int // the choice under the cursor

	line   *textinput.Model                     // a line to type
	text   *textarea.Model                      // a text to type
	done   func(m *Model, typed string) tea.Cmd // takes in what was typed
	resume func(m *Model, typed string) tea.Cmd // takes in the text, to go on in pi
	back   func(m *Model) tea.Cmd               // what esc does besides closing, or nil
}

// choice is one answer to a question.
type choice struct {
	key   string // the letter that gives it at once, or ""
	label string
	note  string // what it means, fainter
	do    func(m *Model) tea.Cmd
}

// ask opens a question with choices. The first one is under the cursor.
func (m *Model) ask(title string, about []string, choices ...choice) *dialogPane {
	m.dialog = &dialogPane{title: title, about: about, choices: choices}
	return m.dialog
}

// askLine opens a question that is answered by a line, filled in with value and
// the cursor at its end.
func (m *Model) askLine(title string, about []string, value string, done func(m *Model, typed string) tea.Cmd) *dialogPane {
	input := textinput.New()
	input.Prompt = ""
	input.SetVirtualCursor(false)
	input.SetValue(value)
	input.CursorEnd()
	input.Focus() // its command only blinks a cursor that is not drawn
	m.dialog = &dialogPane{title: title, about: about, line: &input, done: done}
	return m.dialog
}

// askText opens a question that is answered by a text of several lines, filled
// in with value and the cursor at its start.
func (m *Model) askText(title string, about []string, value string, done, resume func(m *Model, typed string) tea.Cmd) *dialogPane {
	area := textarea.New()
	area.Prompt, area.ShowLineNumbers, area.MaxHeight = "", false, 0
	styles := area.Styles()
	styles.Focused.CursorLine = styles.Focused.Text // no bar over the line
	area.SetStyles(styles)
	area.SetVirtualCursor(false)
	area.SetValue(render.Clean(value))
	area.MoveToBegin()
	area.Focus() // its command only blinks a cursor that is not drawn
	m.dialog = &dialogPane{title: title, about: about, text: &area, done: done, resume: resume}
	m.sizeDialog()
	return m.dialog
}

// sizeDialog gives the text of a dialog the room that it has on this screen.
// The widget scrolls by its size, so it must know it before a key comes.
func (m *Model) sizeDialog() {
	if m.dialog == nil || m.dialog.text == nil {
		return
	}
	b := m.placeDialog()
	m.dialog.text.SetWidth(b.field.width)
	m.dialog.text.SetHeight(b.field.height)
}

// scope returns where a key is pressed while the dialog is open.
func (d *dialogPane) scope() keymap.Scope {
	switch {
	case d.line != nil:
		return keymap.ScopeLine
	case d.text != nil:
		return keymap.ScopeText
	}
	return keymap.ScopeDialog
}

func (m *Model) dialogAction(a keymap.Action) tea.Cmd {
	d := m.dialog
	switch a {
	case keymap.Up:
		d.at = max(0, d.at-1)
	case keymap.Down:
		d.at = min(len(d.choices)-1, d.at+1)
	case keymap.Confirm:
		return m.answer()
	case keymap.Resume:
		if d.resume != nil {
			m.dialog = nil
			return d.resume(m, d.typed())
		}
	case keymap.Editor:
		return m.editOutside(d)
	case keymap.Cancel:
		m.dialog = nil
		if d.back != nil {
			return d.back(m)
		}
	}
	return nil
}

// typed returns what stands in the field.
func (d *dialogPane) typed() string {
	switch {
	case d.line != nil:
		return d.line.Value()
	case d.text != nil:
		return d.text.Value()
	}
	return ""
}

// answer closes the dialog and has done what it was answered with.
func (m *Model) answer() tea.Cmd {
	d := m.dialog
	m.dialog = nil
	switch {
	case d.done != nil:
		return d.done(m, d.typed())
	case len(d.choices) > 0:
		return d.choices[d.at].do(m)
	}
	return nil
}

// dialogKey takes a key that is no action: a choice's letter, or text.
func (m *Model) dialogKey(msg tea.KeyPressMsg) tea.Cmd {
	for i, c := range m.dialog.choices {
		if c.key != "" && msg.Text == c.key {
			m.dialog.at = i
			return m.answer()
		}
	}
	return m.dialogType(msg)
}

// dialogType types into the dialog's field.
func (m *Model) dialogType(msg tea.Msg) tea.Cmd {
	d := m.dialog
	var cmd tea.Cmd
	switch {
	case d.line != nil:
		*d.line, cmd = d.line.Update(msg)
	case d.text != nil:
		*d.text, cmd = d.text.Update(msg)
	}
	return cmd
}

// dialogBox is where a dialog stands and what its field looks like.
type dialogBox struct {
	rect
	field rect // of the line or text, in cells of the screen
}

// dialogMargin is how far a dialog stays away from the sides, in columns.
const dialogMargin = 3

// textRows is how high a text to type is where there is room.
const textRows = 14

// placeDialog works out where the dialog goes: in the middle, as high as it
// needs to be.
func (m *Model) placeDialog() dialogBox {
	d := m.dialog
	width := max(MinWidth-2, min(m.width-2*dialogMargin, 84))
	inner := width - 4
	lines := len(d.aboutLines(inner))
	field := len(d.choices)
	switch {
	case d.line != nil:
		field = 1
	case d.text != nil:
		field = min(textRows, max(3, m.height-8-lines))
	}
	height := min(m.height-1, 2+lines+b2i(lines > 0)+field)
	b := dialogBox{rect: rect{x: (m.width - width) / 2, y: max(0, (m.height-1-height)/2), width: width, height: height}}
	b.field = rect{x: b.x + 2, y: b.y + height - 1 - field, width: inner, height: field}
	return b
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (d *dialogPane) aboutLines(width int) []string {
	var lines []string
	for _, p := range d.about {
		lines = append(lines, render.Wrap(p, width)...)
	}
	return lines
}

// drawDialog lays the dialog over a screen.
func (m *Model) drawDialog(lines []string) []string {
	d, b := m.dialog, m.placeDialog()
	inner := b.width - 4
	border := m.styles.Accent
	content := []string{}
	for _, line := range d.aboutLines(inner) {
		content = append(content, m.styles.Text.Render(line))
	}
	if len(content) > 0 {
		content = append(content, "")
	}
	content = append(content, m.dialogField(b)...)
	for len(content) > b.height-2 && len(content) > b.field.height { // a low screen loses what the question is about
		content = content[1:]
	}
	title := " " + render.Cut(d.title, inner-2) + " "
	box := []string{border.Render("╭─") + m.styles.Title.Render(title) + border.Render(strings.Repeat("─", max(0, b.width-3-render.Width(title)))+"╮")}
	for _, line := range content {
		box = append(box, border.Render("│ ")+render.Fit(line, inner)+border.Render(" │"))
	}
	box = append(box, border.Render("╰"+strings.Repeat("─", b.width-2)+"╯"))
	return render.Overlay(lines, box, b.x, b.y)
}

// dialogField draws the choices, the line or the text.
func (m *Model) dialogField(b dialogBox) []string {
	d := m.dialog
	switch {
	case d.line != nil:
		d.line.SetWidth(b.field.width - 1)
		return []string{d.line.View()}
	case d.text != nil:
		return strings.Split(d.text.View(), "\n")
	}
	var lines []string
	for i, c := range d.choices {
		mark, style := "  ", m.styles.Text
		if i == d.at {
			mark, style = m.styles.Accent.Render("› "), m.styles.Title
		}
		key := ""
		if c.key != "" {
			key = m.styles.Key.Render(c.key) + " "
		}
		line := mark + key + style.Render(c.label)
		if c.note != "" {
			line += "  " + m.styles.Muted.Render(c.note)
		}
		lines = append(lines, line)
	}
	return lines
}

// dialogCursor returns where the terminal's cursor stands in the dialog.
func (m *Model) dialogCursor() *tea.Cursor {
	d := m.dialog
	var c *tea.Cursor
	switch {
	case d.line != nil:
		c = d.line.Cursor()
	case d.text != nil:
		c = d.text.Cursor()
	}
	if c != nil {
		b := m.placeDialog()
		c.X += b.field.x
		c.Y += b.field.y
	}
	return c
}
