package jsonscan

import (
	"encoding/json"
	"errors"
	"iter"
	"strconv"
	"unicode/utf8"
)

// Kind is the kind of a JSON value, told by its first byte.
type Kind byte

// The kinds of JSON values. None stands for the end of the text or a byte that
// starts no value.
const (
	None   Kind = 0
	Object Kind = '{'
	Array  Kind = '['
	String Kind = '"'
	Number Kind = '0'
	True   Kind = 't'
	False  Kind = 'f'
	Null   Kind = 'n'
)

// maxDepth bounds the nesting of a text, as encoding/json does.
const maxDepth = 10000

// errSyntax is the one error: whoever meets it reports the line, not the column.
var errSyntax = errors.New("not valid JSON")

// A Cursor stands somewhere in a JSON text and moves forward only. The first
// error stays: after it every method returns zero values, so a walk can be
// written without checks and ask Err once at its end.
type Cursor struct {
	buf   []byte
	pos   int
	err   error
	first bool   // the container just entered has given no member yet
	stack []byte // open containers of a Skip, kept to spare allocations
}

// New returns a cursor at the start of text.
func New(text []byte) *Cursor {
	return &Cursor{buf: text}
}

// Reset puts the cursor at the start of another text.
func (c *Cursor) Reset(text []byte) {
	c.buf, c.pos, c.err, c.first = text, 0, nil, false
}

// Err returns the first error met, or nil.
func (c *Cursor) Err() error { return c.err }

// Pos returns the offset in bytes of the next byte to be read.
func (c *Cursor) Pos() int { return c.pos }

// End reports whether the walk met no error and only white space is left.
func (c *Cursor) End() bool {
	if c.err != nil {
		return false
	}
	c.space()
	return c.pos == len(c.buf)
}

// Kind returns the kind of the value that comes next.
func (c *Cursor) Kind() Kind {
	switch b := c.peek(); b {
	case '{', '[', '"', 't', 'f', 'n':
		return Kind(b)
	case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		return Number
	}
	return None
}

// Enter steps into the object or array that comes next and reports whether
// there was one of that kind; if not, the value is skipped.
func (c *Cursor) Enter(k Kind) bool {
	if c.Kind() != k {
		c.Skip()
		return false
	}
	c.pos++
	c.first = true
	return c.err == nil
}

// Key steps to the next member of the object entered last and returns its
// name, or false after the last one. The name is only valid until the next
// call. The member's value must then be read, entered to its end, or skipped.
func (c *Cursor) Key() (name []byte, ok bool) {
	if !c.more('}') {
		return nil, false
	}
	if c.peek() != '"' {
		c.fail()
		return nil, false
	}
	raw := c.stringBody()
	if c.peek() != ':' {
		c.fail()
		return nil, false
	}
	c.pos++
	if hasEscape(raw) {
		raw = []byte(Unquote(raw))
	}
	return raw, true
}

// Members enters the object that comes next and gives the names of its members
// one by one, each valid until the next. The loop must read, enter to its end,
// or skip each member's value. A value of another kind is skipped and has none.
func (c *Cursor) Members() iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for ok := c.Enter(Object); ok; {
			var name []byte
			if name, ok = c.Key(); !ok || !yield(name) {
				return
			}
		}
	}
}

// Elem steps to the next element of the array entered last and reports whether
// there is one. The element must then be read, entered to its end, or skipped.
func (c *Cursor) Elem() bool { return c.more(']') }

// more steps over the comma before the next member, or over the end byte.
func (c *Cursor) more(end byte) bool {
	b := c.peek()
	switch {
	case c.err != nil:
		return false
	case b == end:
		c.pos++
		c.first = false
		return false
	case c.first:
		c.first = false
		return true
	case b == ',':
		c.pos++
		return true
	}
	c.fail()
	return false
}

// Text returns the string that comes next, unescaped. A value of another kind
// is skipped and gives "" and false.
func (c *Cursor) Text() (string, bool) {
	raw, ok := c.Quoted()
	if !ok {
		return "", false
	}
	return Unquote(raw), true
}

// Quoted returns the bytes between the quotes of the string that comes next,
// escapes and all; Unquote turns them into text. A value of another kind is
// skipped and gives false.
func (c *Cursor) Quoted() ([]byte, bool) {
	if c.Kind() != String {
		c.Skip()
		return nil, false
	}
	raw := c.stringBody()
	return raw, c.err == nil
}

// Number returns the number that comes next. A value of another kind is skipped
// and gives 0 and false.
func (c *Cursor) Number() (float64, bool) {
	if c.Kind() != Number {
		c.Skip()
		return 0, false
	}
	start := c.pos
	c.number()
	if c.err != nil {
		return 0, false
	}
	raw := c.buf[start:c.pos]
	if n, ok := smallInt(raw); ok {
		return n, true
	}
	f, err := strconv.ParseFloat(string(raw), 64)
	return f, err == nil
}

// smallInt reads a whole number of up to 15 digits, which is what most numbers
// are and what a float64 holds exactly.
func smallInt(raw []byte) (float64, bool) {
	if len(raw) > 15 {
		return 0, false
	}
	n := 0
	for _, d := range raw {
		if d < '0' || d > '9' {
			return 0, false
		}
		n = n*10 + int(d-'0')
	}
	return float64(n), true
}

// Raw returns the bytes of the value that comes next, checked.
func (c *Cursor) Raw() []byte {
	c.space()
	start := c.pos
	c.Skip()
	if c.err != nil {
		return nil
	}
	return c.buf[start:c.pos]
}

// Unquote turns the bytes between the quotes of a JSON string into text.
// Bytes that are not UTF-8 and lone surrogates become U+FFFD.
func Unquote(raw []byte) string {
	if !hasEscape(raw) {
		if utf8.Valid(raw) {
			return string(raw)
		}
		return string([]rune(string(raw)))
	}
	quoted := make([]byte, 0, len(raw)+2)
	quoted = append(quoted, '"')
	quoted = append(quoted, raw...)
	quoted = append(quoted, '"')
	var s string
	if err := json.Unmarshal(quoted, &s); err != nil {
		return ""
	}
	return s
}

// Valid reports whether text is one JSON value with nothing but white space
// around it.
func Valid(text []byte) bool {
	c := New(text)
	c.Skip()
	return c.End()
}

func (c *Cursor) fail() {
	if c.err == nil {
		c.err = errSyntax
	}
	c.pos = len(c.buf)
}

// space steps over JSON white space.
func (c *Cursor) space() {
	for c.pos < len(c.buf) {
		switch c.buf[c.pos] {
		case ' ', '\t', '\n', '\r':
			c.pos++
		default:
			return
		}
	}
}

// peek returns the next byte that is not white space, or 0 at the end.
func (c *Cursor) peek() byte {
	c.space()
	if c.pos >= len(c.buf) {
		return 0
	}
	return c.buf[c.pos]
}
