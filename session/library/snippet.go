package library

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"pith/session/internal/jstext"
)

// Snippet is a piece of a text with a hit in it, on one line.
type Snippet struct {
	Text       string
	Start, End int  // of the hit, in bytes of Text
	Cut, More  bool // there is text before, and behind
}

// How much of a text, in bytes, a snippet shows before and from its hit.
const (
	snippetBefore = 60
	snippetAfter  = 240
)

// snippet cuts a piece out of text around the bytes from start to end.
func snippet(text []byte, start, end int) Snippet {
	from := max(0, start-snippetBefore)
	for from < start && !utf8.RuneStart(text[from]) {
		from++
	}
	to := min(len(text), max(end, start+snippetAfter))
	for to < len(text) && !utf8.RuneStart(text[to]) {
		to++
	}
	s := Snippet{Cut: from > 0, More: to < len(text)}
	before, hit := oneLined(text[from:start]), oneLined(text[start:end])
	before = strings.TrimLeftFunc(before, jstext.IsSpace)
	s.Text = before + hit + strings.TrimRightFunc(oneLined(text[end:to]), jstext.IsSpace)
	s.Start, s.End = len(before), len(before)+len(hit)
	return s
}

// oneLined turns every run of white space into one space.
func oneLined(text []byte) string {
	var b strings.Builder
	space := false
	for _, r := range string(text) {
		if jstext.IsSpace(r) {
			space = true
			continue
		}
		if space {
			b.WriteByte(' ')
			space = false
		}
		b.WriteRune(r)
	}
	if space {
		b.WriteByte(' ')
	}
	return b.String()
}

// find returns where in a text the first part of the query is; start is negative
// if none is. buf is for the text in lower case.
func (q *Query) find(text []byte, buf *said) (start, end int) {
	if q.re != nil {
		return q.re.find(text)
	}
	buf.text = appendLower(buf.text[:0], text)
	start, end = -1, -1
	for i := range q.tokens {
		if at, to := q.tokens[i].find(buf.text, 0); at >= 0 && (start < 0 || at < start) {
			start, end = at, to
		}
	}
	if start < 0 || len(buf.text) == len(text) {
		return start, end
	}
	return unlowered(text, start), unlowered(text, end)
}

// Find returns where in a text the first part of the query is, in bytes; ok is
// false if none is in it.
func (q *Query) Find(text string) (start, end int, ok bool) {
	start, end = q.find([]byte(text), &said{})
	return start, end, start >= 0
}

// unlowered returns the place in text of what stands at an offset in its lower
// case, which can be longer or shorter.
func unlowered(text []byte, at int) int {
	lower := 0
	for i := 0; i < len(text); {
		if lower >= at {
			return i
		}
		r, size := utf8.DecodeRune(text[i:])
		lower += utf8.RuneLen(unicode.ToLower(r))
		i += size
	}
	return len(text)
}
