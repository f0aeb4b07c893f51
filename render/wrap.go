package render

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// Wrap breaks clean text into lines of at most width columns: at newlines, at
// spaces, between wide characters, and inside words that are longer than a
// line. Styles go on from line to line, and every line ends with them reset.
// The cost is that of one walk over the text.
func Wrap(s string, width int) []string {
	w := wrapper{width: width}
	for line := range strings.SplitSeq(s, "\n") {
		w.line(line, "")
	}
	return w.lines
}

// wrapper fills lines one grapheme cluster at a time.
type wrapper struct {
	lines []string
	width int
	pen   []byte // the SGR sequences in force
	hang  string // what lines that go on from one before start with

	buf        []byte // the line being filled
	column     int    // its width
	text       bool   // it has more than indentation
	skipBlanks bool   // it goes on from one before; blanks at its start are dropped

	// The last place where the line may be broken: before end it ends, behind
	// next the following one starts.
	canBreak   bool
	end, next  int
	nextColumn int
	endPen     string
}

// line adds the lines that one line of text makes. Those that go on from one
// before start with hang, unless that leaves too little room.
func (w *wrapper) line(line, hang string) {
	if w.width <= 0 {
		w.lines = append(w.lines, "")
		return
	}
	if len(line) <= w.width && len(w.pen) == 0 && strings.IndexByte(line, 0x1b) < 0 {
		w.lines = append(w.lines, line)
		return
	}
	w.hang = hang
	if used := Width(hang); used > w.width/2 || used > w.width-2 {
		w.hang = ""
	}
	w.start("", "", string(w.pen), 0)
	w.skipBlanks, w.text = false, false
	for len(line) > 0 {
		if line[0] == 0x1b {
			n := max(1, sequenceLen(line))
			w.escape(line[:n])
			line = line[n:]
			continue
		}
		cluster, width := line[:1], 1
		if line[0] >= 0x80 || len(line) > 1 && line[1] >= 0x80 {
			cluster, width = ansi.FirstGraphemeCluster(line, ansi.GraphemeWidth)
		}
		line = line[len(cluster):]
		w.cluster(cluster, width)
	}
	if !w.skipBlanks { // else all that was left were blanks
		w.emit(len(w.buf), string(w.pen))
	}
}

// escape keeps a sequence in the line and notes what style holds after it.
func (w *wrapper) escape(seq string) {
	w.buf = append(w.buf, seq...)
	if seq == "\x1b[m" || seq == "\x1b[0m" {
		w.pen = w.pen[:0]
	} else if seq[len(seq)-1] == 'm' {
		w.pen = append(w.pen, seq...)
	}
}

func (w *wrapper) cluster(cluster string, width int) {
	blank := cluster == " "
	if blank && w.skipBlanks {
		return
	}
	if width > w.width {
		cluster, width = ellipsis, 1 // it fits on no line
	}
	if w.column+width > w.width {
		w.breakLine(blank)
		if blank {
			return
		}
		if w.column+width > w.width { // what was carried over is full already
			w.breakLine(false)
		}
	}
	w.skipBlanks = false
	if blank && w.text {
		w.noteBlank()
	}
	w.buf = append(w.buf, cluster...)
	w.column += width
	w.text = w.text || !blank
	if width > 1 {
		w.canBreak, w.end, w.endPen = true, len(w.buf), string(w.pen)
	}
	if blank || width > 1 {
		w.next, w.nextColumn = len(w.buf), w.column
	}
}

// noteBlank notes that the line can be broken at the blank that comes next. Of
// a run of blanks the first counts.
func (w *wrapper) noteBlank() {
	if w.canBreak && w.next == len(w.buf) && w.buf[w.next-1] == ' ' {
		return
	}
	w.canBreak, w.end, w.endPen = true, len(w.buf), string(w.pen)
}

// breakLine ends the line at the last good place, or else where it is full,
// and carries the rest over to the next.
func (w *wrapper) breakLine(atBlank bool) {
	if atBlank || !w.canBreak {
		end := len(w.buf)
		if atBlank && w.canBreak && w.next == end {
			end = w.end // without the blanks before this one
		}
		w.emit(end, string(w.pen))
		w.start(w.hang, "", string(w.pen), 0)
		return
	}
	rest, width, pen := string(w.buf[w.next:]), w.column-w.nextColumn, w.endPen
	w.emit(w.end, pen)
	w.start(w.hang, rest, pen, width)
}

// emit adds the line up to end, with its styles reset.
func (w *wrapper) emit(end int, pen string) {
	line := string(w.buf[:end])
	if pen != "" {
		line += "\x1b[m"
	}
	w.lines = append(w.lines, line)
}

// start begins a line with the hang, the style in force and the text that was
// carried over.
func (w *wrapper) start(hang, rest, pen string, width int) {
	w.buf = append(w.buf[:0], hang...)
	w.buf = append(w.buf, pen...)
	w.buf = append(w.buf, rest...)
	w.column = Width(hang) + width
	w.canBreak = false
	w.skipBlanks, w.text = rest == "", true
}

// wrap returns the lines that one line of text makes, all but the first of
// them starting with hang.
func (w *wrapper) wrap(line, hang string) []string {
	w.lines = nil
	w.line(line, hang)
	return w.lines
}
