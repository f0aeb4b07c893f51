package library

import (
	"bytes"
	"encoding/binary"
)

// finder looks for words in one line of a session file after another. It takes
// the trouble to read a line only when the words stand in its bytes.
type finder struct {
	walker lineWalker
	line   []byte
	lower  []byte // the line in lower case, empty until it is needed
	said   said   // what the line says, in lower case
	read   bool   // said is of this line
	text   []byte
}

// use turns to another line, which must not change while it is looked at.
func (f *finder) use(line []byte) {
	f.line, f.lower, f.read = line, f.lower[:0], false
}

func (f *finder) holds(t *token) bool {
	return f.mayHold(t.words) && f.readable().holds(t)
}

func (f *finder) matches(p *pattern) bool {
	return f.mayHold(p.words) && f.readable().matches(p)
}

// mayHold reports whether the bytes of the line hold all words. Words that may
// be written in several ways in JSON do not count.
func (f *finder) mayHold(words []string) bool {
	for _, w := range words {
		if !writtenAsIs(w) {
			continue
		}
		if len(f.lower) == 0 {
			f.lower = appendASCIILower(f.lower, f.line)
		}
		if !bytes.Contains(f.lower, []byte(w)) {
			return false
		}
	}
	return true
}

// readable returns what the line says; nothing if it is not JSON.
func (f *finder) readable() *said {
	if !f.read {
		f.text = f.walker.appendReadable(f.text[:0], f.line)
		if !f.walker.c.End() {
			f.text = f.text[:0]
		}
		f.said.text = appendLower(f.said.text[:0], f.text)
		f.read = true
	}
	return &f.said
}

// writtenAsIs reports whether JSON has only one usual way to write a word.
func writtenAsIs(word string) bool {
	for _, c := range []byte(word) {
		if c < ' ' || c >= 0x7f || c == '"' || c == '\\' || c == '/' || c == '<' || c == '>' || c == '&' {
			return false
		}
	}
	return true
}

// appendASCIILower appends text with the letters from A to Z in lower case,
// eight at a time.
func appendASCIILower(dst, text []byte) []byte {
	start := len(dst)
	dst = append(dst, text...)
	b := dst[start:]
	for ; len(b) >= 8; b = b[8:] {
		w := binary.LittleEndian.Uint64(b)
		const low, high = 0x7f7f7f7f7f7f7f7f, 0x8080808080808080
		seven := w & low
		fromA := seven + 0x3f3f3f3f3f3f3f3f // the high bit is set from A on
		pastZ := seven + 0x2525252525252525 // and here behind Z
		upper := (fromA &^ pastZ) &^ w & high
		binary.LittleEndian.PutUint64(b, w|upper>>2)
	}
	for i, c := range b {
		if 'A' <= c && c <= 'Z' {
			b[i] = c + 'a' - 'A'
		}
	}
	return dst
}
