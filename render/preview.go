package render

import (
	"strings"
	"time"

	"charm.land/lipgloss/v2"

	"pith/session"
)

// Doc is a finished pane: styled lines, none wider than asked for.
type Doc struct {
	Lines   []string
	Anchors []Anchor // in the order of lines
}

// Anchor is the line where the block of an entry starts.
type Anchor struct {
	Line  int
	Entry int
}

// EntryAt returns the entry whose block the line is in, or false before the
// first one.
func (d *Doc) EntryAt(line int) (entry int, ok bool) {
	for _, a := range d.Anchors {
		if a.Line > line {
			break
		}
		entry, ok = a.Entry, true
	}
	return entry, ok
}

// LineOf returns the line where the block of an entry starts.
func (d *Doc) LineOf(entry int) (line int, ok bool) {
	for _, a := range d.Anchors {
		if a.Entry == entry {
			return a.Line, true
		}
	}
	return 0, false
}

// DocOptions says how a pane is drawn.
type DocOptions struct {
	Width  int
	Styles *Styles
	Now    time.Time // its zone is the one that times are shown in
	Home   string    // shown as "~" in paths

	// Expanded tells whether the long blocks of an entry are shown in full; nil
	// stands for none.
	Expanded func(entry int) bool
	// MaxLines is how many lines of an output are shown otherwise; 0 stands for
	// a sensible number. What people wrote may be ten times as long.
	MaxLines int
}

// defaultMaxLines is how many lines of an output a pane shows.
const defaultMaxLines = 16

// docWriter draws a pane from top to bottom.
type docWriter struct {
	opt   DocOptions
	st    *Styles
	width int
	doc   Doc
	entry int // whose block is being drawn, or -1

	// A rich pane draws Markdown and colours code; else text is shown as it
	// is, which is also what the model is sent.
	rich    bool
	session *session.Session // where the calls of results are found; may be nil in a pane that is not rich
}

func newDocWriter(opt DocOptions) *docWriter {
	if opt.MaxLines <= 0 {
		opt.MaxLines = defaultMaxLines
	}
	return &docWriter{opt: opt, st: opt.Styles, width: max(1, opt.Width), entry: -1}
}

// finish returns the pane, without an empty line at its end.
func (d *docWriter) finish() Doc {
	if n := len(d.doc.Lines); n > 0 && d.doc.Lines[n-1] == "" {
		d.doc.Lines = d.doc.Lines[:n-1]
	}
	return d.doc
}

// anchor notes that the block of an entry starts here.
func (d *docWriter) anchor(entry int) {
	d.entry = entry
	d.doc.Anchors = append(d.doc.Anchors, Anchor{Line: len(d.doc.Lines), Entry: entry})
}

func (d *docWriter) expanded() bool {
	return d.opt.Expanded != nil && d.entry >= 0 && d.opt.Expanded(d.entry)
}

// blank adds an empty line, but never two in a row nor one at the top.
func (d *docWriter) blank() {
	if n := len(d.doc.Lines); n > 0 && d.doc.Lines[n-1] != "" {
		d.doc.Lines = append(d.doc.Lines, "")
	}
}

// line adds one line, cut to the width.
func (d *docWriter) line(s spans) {
	d.doc.Lines = append(d.doc.Lines, s.cut(d.width).paint(d.st, false))
}

// paragraph adds clean text, wrapped, in one style.
func (d *docWriter) paragraph(style lipgloss.Style, text string) {
	d.styled(style, Wrap(text, d.width))
}

// styled adds lines that are as wide as they may be.
func (d *docWriter) styled(style lipgloss.Style, lines []string) {
	style = style.Inline(true)
	for _, line := range lines {
		if line != "" {
			line = style.Render(line)
		}
		d.doc.Lines = append(d.doc.Lines, line)
	}
}

// field adds a line "name  value", wrapped under the value.
func (d *docWriter) field(name, value string) {
	if value == "" {
		return
	}
	const indent = 9
	value = CleanLine(value)
	if d.width < 3*indent {
		d.line(spans{{name + " ", &d.st.Faint}, {value, &d.st.Text}})
		return
	}
	for i, line := range Wrap(value, d.width-indent) {
		if i > 0 {
			name = ""
		}
		d.line(spans{{Fit(name, indent), &d.st.Faint}, {line, &d.st.Text}})
	}
}

// rule adds the line that a block starts with: what it is, a line, and on the
// right what it is called and how large it is. Narrow panes lose the right
// parts first.
func (d *docWriter) rule(title spans, right ...string) {
	left := append(spans{{"── ", &d.st.Border}}, title...)
	for len(right) > 0 {
		if left.width()+Width(strings.Join(right, "  "))+5 <= d.width {
			break
		}
		right = right[:len(right)-1]
	}
	tail := ""
	if len(right) > 0 {
		tail = " " + strings.Join(right, "  ")
	}
	if gap := d.width - left.width() - Width(tail); gap > 2 {
		left = left.add(&d.st.Border, " "+strings.Repeat("─", gap-1))
	}
	d.line(left.add(&d.st.Faint, tail))
}
