package jsonscan

import (
	"bytes"
	"encoding/binary"
	"math/bits"
)

// Skip steps over the value that comes next, checking it.
func (c *Cursor) Skip() {
	c.stack = c.stack[:0]
	for {
		switch c.Kind() {
		case Object, Array:
			if !c.open() {
				continue // the container has members: its first comes next
			}
		case String:
			c.stringBody()
		case Number:
			c.number()
		case True:
			c.word("true")
		case False:
			c.word("false")
		case Null:
			c.word("null")
		default:
			c.fail()
		}
		if !c.nextInSkip() {
			return
		}
	}
}

// open enters a container during a Skip and reports whether it was empty, in
// which case it is left again.
func (c *Cursor) open() (empty bool) {
	end := byte('}')
	if c.buf[c.pos] == '[' {
		end = ']'
	}
	if len(c.stack) == maxDepth {
		c.fail()
		return true
	}
	c.pos++
	if c.peek() == end {
		c.pos++
		return true
	}
	c.stack = append(c.stack, end)
	if end == '}' {
		c.skipName()
	}
	return false
}

// nextInSkip stands behind a value during a Skip, closes the containers that
// end here and steps to the next member. It returns false when the value that
// Skip began with has ended, or on an error.
func (c *Cursor) nextInSkip() bool {
	for c.err == nil && len(c.stack) > 0 {
		end := c.stack[len(c.stack)-1]
		switch c.peek() {
		case ',':
			c.pos++
			if end == '}' {
				c.skipName()
			}
			return c.err == nil
		case end:
			c.pos++
			c.stack = c.stack[:len(c.stack)-1]
		default:
			c.fail()
		}
	}
	return false
}

// skipName steps over a member's name and the colon behind it.
func (c *Cursor) skipName() {
	if c.peek() != '"' {
		c.fail()
		return
	}
	c.stringBody()
	if c.peek() != ':' {
		c.fail()
		return
	}
	c.pos++
}

// stringBody steps over the string that starts here and returns what is
// between its quotes.
func (c *Cursor) stringBody() []byte {
	c.pos++
	start := c.pos
	for {
		c.pos = plainEnd(c.buf, c.pos)
		if c.pos >= len(c.buf) {
			c.fail()
			return nil
		}
		switch c.buf[c.pos] {
		case '"':
			body := c.buf[start:c.pos]
			c.pos++
			return body
		case '\\':
			n := escapeLen(c.buf[c.pos:])
			if n == 0 {
				c.fail()
				return nil
			}
			c.pos += n
		default: // a control byte may not stand in a string
			c.fail()
			return nil
		}
	}
}

// plainEnd returns the offset of the first byte at or after i that ends a run
// of plain string bytes: a quote, a backslash or a control byte.
func plainEnd(b []byte, i int) int {
	const (
		ones  = 0x0101010101010101
		highs = 0x8080808080808080
	)
	for ; i+8 <= len(b); i += 8 {
		w := binary.LittleEndian.Uint64(b[i:])
		quote := w ^ ones*'"'
		slash := w ^ ones*'\\'
		// A byte below the bound borrows into its high bit; the lowest set high
		// bit is always a true hit, which is all that is asked for.
		hit := ((quote - ones) &^ quote) | ((slash - ones) &^ slash) | ((w - ones*0x20) &^ w)
		if hit &= highs; hit != 0 {
			return i + bits.TrailingZeros64(hit)/8
		}
	}
	for ; i < len(b); i++ {
		if b[i] == '"' || b[i] == '\\' || b[i] < 0x20 {
			return i
		}
	}
	return i
}

// escapeLen returns the length of the escape that b starts with, or 0 if it is
// none.
func escapeLen(b []byte) int {
	if len(b) < 2 {
		return 0
	}
	switch b[1] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return 2
	case 'u':
		if len(b) < 6 {
			return 0
		}
		for _, h := range b[2:6] {
			if !isHex(h) {
				return 0
			}
		}
		return 6
	}
	return 0
}

func isHex(b byte) bool {
	return '0' <= b && b <= '9' || 'a' <= b && b <= 'f' || 'A' <= b && b <= 'F'
}

func hasEscape(raw []byte) bool { return bytes.IndexByte(raw, '\\') >= 0 }

func (c *Cursor) word(w string) {
	if !bytes.HasPrefix(c.buf[c.pos:], []byte(w)) {
		c.fail()
		return
	}
	c.pos += len(w)
}

// number steps over a number of JSON's grammar: no leading zeros, no bare dot.
func (c *Cursor) number() {
	if c.at('-') {
		c.pos++
	}
	if c.at('0') {
		c.pos++
	} else if !c.digits() {
		c.fail()
		return
	}
	if c.at('.') {
		c.pos++
		if !c.digits() {
			c.fail()
			return
		}
	}
	if c.at('e') || c.at('E') {
		c.pos++
		if c.at('+') || c.at('-') {
			c.pos++
		}
		if !c.digits() {
			c.fail()
		}
	}
}

func (c *Cursor) at(b byte) bool { return c.pos < len(c.buf) && c.buf[c.pos] == b }

func (c *Cursor) digits() bool {
	start := c.pos
	for c.pos < len(c.buf) && '0' <= c.buf[c.pos] && c.buf[c.pos] <= '9' {
		c.pos++
	}
	return c.pos > start
}
