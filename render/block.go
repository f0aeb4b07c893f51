package render

import (
	"strings"
	"unicode/utf8"

	"charm.land/lipgloss/v2"
)

// The bounds of a block that is expanded. A pane is for reading; who needs more
// of an output than this opens the file.
const (
	expandedLines = 20_000
	expandedBytes = 1 << 20
)

// limits bound one block of a pane.
type limits struct{ lines, bytes int }

// outputLimits bound what programs wrote: tool results, arguments, thinking.
func (d *docWriter) outputLimits() limits {
	if d.expanded() {
		return limits{expandedLines, expandedBytes}
	}
	return limits{d.opt.MaxLines, d.opt.MaxLines * 512}
}

// proseLimits bound what people and models wrote to each other.
func (d *docWriter) proseLimits() limits {
	l := d.outputLimits()
	if !d.expanded() {
		l.lines, l.bytes = 10*l.lines, 10*l.bytes
	}
	return l
}

// head returns the start of text within the limits and what is left. It does
// not look at more of text than it returns.
func (l limits) head(text string) (head, rest string) {
	if len(text) > l.bytes {
		cut := l.bytes
		for cut > 0 && !utf8.RuneStart(text[cut]) {
			cut--
		}
		head, rest = text[:cut], text[cut:]
	} else {
		head = text
	}
	at := 0
	for range l.lines {
		i := strings.IndexByte(head[at:], '\n')
		if i < 0 {
			return head, rest
		}
		at += i + 1
	}
	return text[:at-1], text[at:]
}

// block adds a text within limits, as it is, and says what it left out.
func (d *docWriter) block(style lipgloss.Style, text string, l limits) {
	head, rest := l.head(strings.TrimRight(text, "\n"))
	lines := Wrap(Clean(head), d.width)
	d.cutLines(style, lines, rest, l)
}

// cutLines adds lines within the limits and says what was left out: of them,
// and of the text that they were made from.
func (d *docWriter) cutLines(style lipgloss.Style, lines []string, rest string, l limits) {
	left := 0
	if len(lines) > l.lines {
		left = len(lines) - l.lines
		lines = lines[:l.lines]
	}
	d.styled(style, lines)
	if left > 0 || rest != "" {
		d.more(left, rest)
	}
}

// more says what is not shown: so many lines of a text, and all of rest.
func (d *docWriter) more(lines int, rest string) {
	newlines := strings.Count(rest, "\n")
	text := "… " + Count(lines+newlines+min(1, len(rest)), "more line")
	switch {
	case newlines == 0 && len(rest) >= 1024: // the rest of a long line
		text = "… " + Size(int64(len(rest))) + " more"
	case len(rest) >= 1024:
		text += " (" + Size(int64(len(rest))) + ")"
	}
	d.line(spans{{text, &d.st.Faint}})
}
