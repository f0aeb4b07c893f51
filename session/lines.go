package session

import (
	"bytes"
	"io"
)

// chunk is how many bytes are asked for at a time: few enough to stay in the
// processor's cache between being read and being looked at. A line longer than
// the buffer makes it grow, so memory is bounded by the longest line.
const chunk = 128 << 10

// lineReader gives the lines of a file one by one, split at \n only and without
// a limit on their length (spec 2; a scanner with a limit has lost whole
// sessions to one long line).
type lineReader struct {
	r     io.Reader
	buf   []byte
	start int   // of the bytes in buf that are not given yet
	end   int   // of the bytes in buf
	base  int64 // offset in the file of buf[start]
	line  int   // number of the line given last, from 1
	err   error
}

// newLineReader reads from r, whose first byte stands at offset in the file and
// starts the line after the one numbered line.
func newLineReader(r io.Reader, offset int64, line int) *lineReader {
	return &lineReader{r: r, buf: make([]byte, chunk), base: offset, line: line}
}

// next returns the next line without its newline, the offset of its first byte
// and whether it had a newline; io.EOF after the last. An empty rest behind the
// last newline is no line. The bytes are valid until the next call.
func (l *lineReader) next() (text []byte, offset int64, whole bool, err error) {
	seen := 0 // bytes already searched for a newline
	for {
		if i := bytes.IndexByte(l.buf[l.start+seen:l.end], '\n'); i >= 0 {
			text = l.buf[l.start : l.start+seen+i]
			return l.give(text, len(text)+1, true)
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
	return l.give(l.buf[l.start:l.end], seen, false)
}

func (l *lineReader) give(text []byte, consumed int, whole bool) ([]byte, int64, bool, error) {
	offset := l.base
	l.start += consumed
	l.base += int64(consumed)
	l.line++
	return text, offset, whole, nil
}

// fill reads more, moving or growing the buffer when it is full.
func (l *lineReader) fill() {
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
	n, err := l.r.Read(l.buf[l.end:])
	l.end += n
	l.err = err
}
