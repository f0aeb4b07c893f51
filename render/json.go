package render

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// maxJSONString is how much of a string a pane shows, in bytes of its JSON.
const maxJSONString = 2000

// jsonPrinter writes JSON indented and coloured, until it has written as many
// lines as it may. It walks over the text once and keeps the open brackets
// itself, so neither depth nor size can hurt; strings that are too long are
// stepped over, not looked at.
type jsonPrinter struct {
	d     *docWriter
	src   []byte
	pos   int
	lines int // left to write
	whole bool

	open []byte // brackets
	row  spans
}

// json adds a JSON text within limits.
func (d *docWriter) json(src []byte, l limits) {
	p := jsonPrinter{d: d, src: src, lines: l.lines, whole: d.expanded()}
	for p.lines > 0 && p.token() {
	}
	p.endRow()
	if p.lines <= 0 && len(bytes.TrimSpace(p.src[p.pos:])) > 0 {
		d.line(spans{{"… " + Size(int64(len(p.src)-p.pos)) + " more", &d.st.Faint}})
	}
}

// token writes what comes next, or returns false at the end.
func (p *jsonPrinter) token() bool {
	p.space()
	if p.pos >= len(p.src) {
		return false
	}
	st := p.d.st
	switch b := p.src[p.pos]; b {
	case '{', '[':
		p.openBracket(b)
	case '}', ']':
		p.pos++
		p.endRow()
		p.open = p.open[:max(0, len(p.open)-1)]
		p.row = p.row.add(&st.Faint, string(b))
	case ',':
		p.pos++
		p.row = p.row.add(&st.Faint, ",")
		p.endRow()
	case ':':
		p.pos++
		p.row = p.row.add(&st.Faint, ": ")
	case '"':
		p.text()
	default:
		start := p.pos
		for p.pos < len(p.src) && p.pos-start < 400 && bytes.IndexByte([]byte(",:]}\" \t\r\n"), p.src[p.pos]) < 0 {
			p.pos++
		}
		p.row = p.row.add(&st.Summary, CleanLine(string(p.src[start:p.pos])))
	}
	return true
}

func (p *jsonPrinter) openBracket(b byte) {
	p.pos++
	p.space()
	if p.pos < len(p.src) && p.src[p.pos] == b+2 { // '{' and '}', '[' and ']' are two apart
		p.pos++
		p.row = p.row.add(&p.d.st.Faint, string(b)+string(b+2))
		return
	}
	p.row = p.row.add(&p.d.st.Faint, string(b))
	p.endRow()
	p.open = append(p.open, b)
}

// text writes a string: a name, or a value of which the start is shown.
func (p *jsonPrinter) text() {
	start := p.pos
	p.pos = stringEnd(p.src, start)
	raw := p.src[start:p.pos]
	p.space()
	style := &p.d.st.Success
	if p.pos < len(p.src) && p.src[p.pos] == ':' {
		style = &p.d.st.Accent
	}
	if len(raw) <= maxJSONString || p.whole && len(raw) <= expandedBytes {
		p.row = p.row.add(style, Clean(string(raw)))
		return
	}
	head := raw[:maxJSONString/4]
	for len(head) > 0 && !utf8.RuneStart(raw[len(head)]) {
		head = head[:len(head)-1]
	}
	p.row = p.row.add(style, Clean(string(head))+ellipsis+`"`)
	p.row = p.row.add(&p.d.st.Faint, " "+Size(int64(len(raw))))
}

// stringEnd returns the offset behind the string that starts at start: behind
// the first quote that has an even number of backslashes before it.
func stringEnd(src []byte, start int) int {
	for i := start + 1; i < len(src); {
		next := bytes.IndexByte(src[i:], '"')
		if next < 0 {
			break
		}
		quote := i + next
		i = quote + 1
		slashes := quote
		for slashes > start+1 && src[slashes-1] == '\\' {
			slashes--
		}
		if (quote-slashes)%2 == 0 {
			return i
		}
	}
	return len(src)
}

func (p *jsonPrinter) space() {
	for p.pos < len(p.src) && (p.src[p.pos] <= ' ') {
		p.pos++
	}
}

// endRow writes the row that was filled, indented and wrapped.
func (p *jsonPrinter) endRow() {
	if len(p.row) == 0 {
		return
	}
	depth := len(p.open)
	indent := strings.Repeat("  ", min(depth, p.d.width/8))
	w := wrapper{width: p.d.width}
	line := append(spans{{indent, &p.d.st.Text}}, p.row...).paint(p.d.st, false)
	for _, one := range w.wrap(line, indent+"  ") {
		if p.lines--; p.lines < 0 {
			break
		}
		p.d.doc.Lines = append(p.d.doc.Lines, one)
	}
	p.row = p.row[:0]
}
