package library

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"pith/session/internal/jstext"
)

// holds reports whether the text holds a token.
func (s *said) holds(t *token) bool {
	if !s.mayHold(t.words) {
		return false
	}
	at, _ := t.find(s.text, 0)
	return at >= 0
}

// find returns where in a text the token is first, at or after from, and where
// it ends; at is negative if it is nowhere.
func (t *token) find(text Text, from int) (at, end int) {
	if len(t.words) > 1 {
		return t.findPhrase(text, from)
	}
	i := bytes.Index(text[from:], []byte(t.lower))
	if i < 0 {
		return -1, -1
	}
	return from + i, from + i + len(t.lower)
}

// findPhrase looks for words with any white space between them.
func (t *token) findPhrase(text Text, from int) (at, end int) {
	first := []byte(t.words[0])
	for {
		i := bytes.Index(text[from:], first)
		if i < 0 {
			return -1, -1
		}
		at = from + i
		if end = t.phraseEnd(text, at+len(first)); end >= 0 {
			return at, end
		}
		from = at + 1
	}
}

// phraseEnd returns where the words after the first end if they follow at i,
// else a negative number.
func (t *token) phraseEnd(text Text, i int) int {
	for _, word := range t.words[1:] {
		n := spaceLen(text[i:])
		if n == 0 || !bytes.HasPrefix(text[i+n:], []byte(word)) {
			return -1
		}
		i += n + len(word)
	}
	return i
}

// spaceLen returns the length of the white space that b starts with.
func spaceLen(b []byte) int {
	n := 0
	for n < len(b) {
		r, size := rune(b[n]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRune(b[n:])
		}
		if !jstext.IsSpace(r) {
			break
		}
		n += size
	}
	return n
}

// appendLower appends text in lower case.
func appendLower(dst, text []byte) []byte {
	for len(text) > 0 {
		n := 0
		for n < len(text) && text[n] < utf8.RuneSelf {
			n++
		}
		start := len(dst)
		dst = append(dst, text[:n]...)
		for i, b := range dst[start:] {
			if 'A' <= b && b <= 'Z' {
				dst[start+i] = b + 'a' - 'A'
			}
		}
		text = text[n:]
		for len(text) > 0 && text[0] >= utf8.RuneSelf {
			r, size := utf8.DecodeRune(text)
			dst = utf8.AppendRune(dst, unicode.ToLower(r))
			text = text[size:]
		}
	}
	return dst
}
