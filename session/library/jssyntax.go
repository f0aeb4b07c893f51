package library

import (
	"fmt"
	"strings"
)

// What JavaScript means by a dot and by white space, for inside and outside of
// a class. Go's own are narrower or wider.
const (
	jsDot      = `[^\n\r\x{2028}\x{2029}]`
	jsSpaces   = `\t\n\v\f\r \x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}`
	jsNothing  = `[^\x00-\x{10FFFF}]`
	jsAnything = `[\x00-\x{10FFFF}]`
	// jsNotSpaces are the ranges between those of jsSpaces.
	jsNotSpaces = `\x00-\x08\x0e-\x1f!-\x{9f}\x{a1}-\x{167f}\x{1681}-\x{1fff}\x{200b}-\x{2027}\x{202a}-\x{202e}` +
		`\x{2030}-\x{205e}\x{2060}-\x{2fff}\x{3001}-\x{fefe}\x{ff00}-\x{10FFFF}`
)

// goSyntax turns an expression of JavaScript, as it is without the flag u, into
// Go's syntax. What Go cannot express comes out as something that does not
// compile.
func goSyntax(source string) string {
	t := translator{rest: source}
	for t.rest != "" {
		t.next()
	}
	return t.out.String()
}

type translator struct {
	rest    string
	out     strings.Builder
	inClass bool
}

// emit writes text for the next n bytes of the source.
func (t *translator) emit(n int, text string) {
	t.out.WriteString(text)
	t.rest = t.rest[n:]
}

func (t *translator) next() {
	switch c := t.rest[0]; {
	case c == '\\' && len(t.rest) > 1:
		t.escape()
	case t.inClass && c == ']':
		t.inClass = false
		t.emit(1, "]")
	case t.inClass && c == '[': // Go has [:names:] in classes
		t.emit(1, `\[`)
	case t.inClass:
		t.emit(1, t.rest[:1])
	case strings.HasPrefix(t.rest, "[^]"):
		t.emit(3, jsAnything)
	case strings.HasPrefix(t.rest, "[]"):
		t.emit(2, jsNothing)
	case strings.HasPrefix(t.rest, "[^"):
		t.inClass = true
		t.emit(2, "[^")
	case c == '[':
		t.inClass = true
		t.emit(1, "[")
	case c == '.':
		t.emit(1, jsDot)
	default:
		t.emit(1, t.rest[:1])
	}
}

// escape translates what starts with a backslash.
func (t *translator) escape() {
	switch c := t.rest[1]; {
	case c == 's' && t.inClass:
		t.emit(2, jsSpaces)
	case c == 's':
		t.emit(2, "["+jsSpaces+"]")
	case c == 'S' && t.inClass:
		t.emit(2, jsNotSpaces)
	case c == 'S':
		t.emit(2, "[^"+jsSpaces+"]")
	case c == 'u' && allHex(t.rest, 2, 6):
		t.emit(6, `\x{`+t.rest[2:6]+"}")
	case c == 'x' && allHex(t.rest, 2, 4):
		t.emit(4, `\x{`+t.rest[2:4]+"}")
	case c == 'c' && len(t.rest) > 2 && isLetter(t.rest[2]):
		t.emit(3, fmt.Sprintf(`\x{%x}`, t.rest[2]&31))
	case c == 'b' && t.inClass:
		t.emit(2, `\x08`)
	case c == '0' && (len(t.rest) == 2 || t.rest[2] < '0' || t.rest[2] > '9'):
		t.emit(2, `\x00`)
	case strings.IndexByte("bBdDwWtnvfr", c) >= 0 || c >= '1' && c <= '9' || c == 'k':
		t.emit(2, t.rest[:2]) // the same in Go, or nothing that Go has
	case isLetter(c): // any other letter stands for itself
		t.emit(2, t.rest[1:2])
	default: // punctuation, or a character of several bytes
		if c < 0x80 {
			t.emit(2, t.rest[:2])
		} else {
			t.emit(1, "")
		}
	}
}

func isLetter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }

func allHex(s string, from, to int) bool {
	if len(s) < to {
		return false
	}
	for _, c := range []byte(s[from:to]) {
		if !('0' <= c && c <= '9' || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F') {
			return false
		}
	}
	return true
}
