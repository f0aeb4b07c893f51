// Package jstext counts and trims text as JavaScript does, since pi's files,
// limits and estimates are in its terms.
package jstext

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Units returns the length of s in UTF-16 code units.
func Units(s string) int {
	n := 0
	for i := 0; i < len(s); {
		if s[i] < utf8.RuneSelf {
			n++
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		n++
		if r > 0xFFFF {
			n++
		}
		i += size
	}
	return n
}

// Prefix returns the longest prefix of s that has at most n UTF-16 code units
// and ends at a whole character.
func Prefix(s string, n int) string {
	for i, r := range s {
		n--
		if r > 0xFFFF {
			n--
		}
		if n < 0 {
			return s[:i]
		}
	}
	return s
}

// IsSpace reports whether JavaScript's trim removes r.
func IsSpace(r rune) bool {
	switch r {
	case '\t', '\n', '\v', '\f', '\r', ' ', 0xA0, 0xFEFF, 0x2028, 0x2029:
		return true
	}
	return r > 0xFF && unicode.Is(unicode.Zs, r)
}

// Trim removes white space from both ends of s as JavaScript's trim does.
func Trim(s string) string { return strings.TrimFunc(s, IsSpace) }

// Blank reports whether s is empty or white space only.
func Blank(s string) bool { return Trim(s) == "" }
