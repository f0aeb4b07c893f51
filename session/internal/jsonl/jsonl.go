// Package jsonl gives the lines of a JSONL file one by one.
//
// Lines are split at \n only and may be of any length (spec 2): a reader with a
// limit has lost whole sessions to one long line. What a line holds is not this
// package's business.
package jsonl

import (
	"bytes"
	"io"
)

const (
	// chunk is how many bytes are asked for at a time: few enough to stay in a
	// processor's cache until they are looked at.
	chunk = 256 << 10
	// keep is the largest buffer that is kept for the next file.
	keep = 4 << 20
)

// Reader reads lines. Its memory is bounded by the longest line. The zero value
// is ready for Reset; it keeps its buffer from file to file.
type Reader struct {
	// Want is how many bytes are asked for at a time, at most; Reset sets it to
	// as many as are good for reading a whole file.
	Want int
	// Stop, if set, is asked before every read; its error ends the reading.
	Stop func() error

	r      io.Reader
	buf    []byte
	start  int   // of the bytes in buf that are not given yet
	end    int   // of the bytes in buf
	offset int64 // in the file, of buf[start]
	line   int
	err    error
}

// Reset starts on r, whose first byte stands at offset in its file and starts
// the line after the one numbered line.
func (l *Reader) Reset(r io.Reader, offset int64, line int) {
	if l.buf == nil || len(l.buf) > keep {
		l.buf = make([]byte, chunk)
	}
	*l = Reader{Want: chunk, r: r, buf: l.buf, offset: offset, line: line}
}

// Offset returns the offset in the file of the first byte that Next has not
// given yet.
func (l *Reader) Offset() int64 { return l.offset }

// Line returns the number of the line that Next gave last, from 1.
func (l *Reader) Line() int { return l.line }

// Next returns the next line without its newline, the offset of its first byte
// and whether it had a newline; io.EOF after the last. An empty rest behind the
// last newline is no line. The bytes are valid until the next call.
func (l *Reader) Next() (text []byte, offset int64, whole bool, err error) {
	seen := 0 // bytes already searched for a newline
	for {
		if i := bytes.IndexByte(l.buf[l.start+seen:l.end], '\n'); i >= 0 {
			text = l.buf[l.start : l.start+seen+i]
			return text, l.take(len(text) + 1), true, nil
		}
		seen = l.end - l.start
		if l.err != nil {
			break
		}
		l.fill()
	}
	if l.err != io.EOF {
		return nil, 0, false, l.err
	}
	if seen == 0 {
		return nil, 0, false, io.EOF
	}
	text = l.buf[l.start:l.end]
	return text, l.take(seen), false, nil
}

// take moves over n bytes, a line, and returns the offset of the first of them.
func (l *Reader) take(n int) int64 {
	offset := l.offset
	l.start += n
	l.offset += int64(n)
	l.line++
	return offset
}

// fill reads more, moving or growing the buffer when it is full.
func (l *Reader) fill() {
	if l.Stop != nil {
		if l.err = l.Stop(); l.err != nil {
			return
		}
	}
	if l.start > 0 {
		copy(l.buf, l.buf[l.start:l.end])
		l.end -= l.start
		l.start = 0
	}
	if l.end == len(l.buf) {
		grown := make([]byte, 2*len(l.buf))
		copy(grown, l.buf)
		l.buf = grown
	}
	n, err := l.r.Read(l.buf[l.end:min(l.end+l.Want, len(l.buf))])
	l.end += n
	l.err = err
}
