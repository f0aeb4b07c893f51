package render

import (
	"strings"
	"unicode/utf8"
)

// sequenceLen returns the length in bytes of the escape sequence that s starts
// with, or 0 if it starts with none. Both the 7-bit forms, which begin with
// ESC, and the 8-bit forms, which begin with a C1 control, are known.
func sequenceLen(s string) int {
	r, size := utf8.DecodeRuneInString(s)
	switch r {
	case 0x1b:
		if len(s) < 2 {
			return 0
		}
		return escapeLen(s)
	case 0x9b:
		return csiLen(s, size)
	case 0x90, 0x98, 0x9d, 0x9e, 0x9f:
		return controlStringLen(s, size)
	case 0x9c:
		return size // the end of a string that was not one
	}
	return 0
}

// escapeLen returns the length of a sequence that begins with ESC. An ESC
// before something that can not follow it is no sequence.
func escapeLen(s string) int {
	switch b := s[1]; {
	case b == '[':
		return csiLen(s, 2)
	case b == ']', b == 'P', b == 'X', b == '^', b == '_':
		return controlStringLen(s, 2)
	case b >= 0x20 && b <= 0x2f: // intermediate bytes, then a final one
		i := 1
		for i < len(s) && s[i] >= 0x20 && s[i] <= 0x2f {
			i++
		}
		if i < len(s) && s[i] >= 0x30 && s[i] <= 0x7e {
			return i + 1
		}
		return 0
	case b >= 0x30 && b <= 0x7e:
		return 2
	}
	return 0
}

// csiLen returns the length of a control sequence whose parameters start at i.
// One that breaks off counts up to where it does.
func csiLen(s string, i int) int {
	for i < len(s) && s[i] >= 0x20 && s[i] <= 0x3f {
		i++
	}
	if i < len(s) && s[i] >= 0x40 && s[i] <= 0x7e {
		i++
	}
	return i
}

// controlStringLen returns the length of a control string whose text starts at
// i. It ends at BEL or ST. One that meets the end of the line or another control
// first is no string, and only its introducer is dropped; since every other
// start ends the search, a text full of starts costs no more than another.
func controlStringLen(s string, i int) int {
	for at := i; at < len(s); at++ {
		switch b := s[at]; {
		case b == '\a':
			return at + 1
		case b == 0x1b && strings.HasPrefix(s[at:], "\x1b\\"), b == 0xc2 && strings.HasPrefix(s[at:], "\u009c"):
			return at + 2
		case b < ' ' && b != '\t', b == 0xc2 && at+1 < len(s) && s[at+1] < 0xa0:
			return i
		}
	}
	return i
}
