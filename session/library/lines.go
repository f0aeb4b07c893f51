package library

import (
	"bytes"
	"io"
)

const (
	// chunk is how many bytes are asked for at a time: few enough to stay in a
	// processor's cache until they are walked.
	chunk = 256 << 10
	// peek is the same for a reader that wants no more than the header.
	peek = 8 << 10
	// keepBuffer is the largest buffer that is kept for the next file.
	keepBuffer = 4 << 20
)

// bom is the byte order mark that some editors put before UTF-8.
const bom = "\ufeff"

// lineReader gives the lines of one file after another, split at \n only and
// without a limit on their length (spec 2). It keeps its buffer from file to
// file.
type lineReader struct {
	r      io.Reader
	buf    []byte
	start  int   // of the bytes in buf that are not given yet
	end    int   // of the bytes in buf
	offset int64 // in the file, of buf[start]
	err    error
	want   int          // how many bytes are asked for at a time
	stop   func() error // asked before every read; an error ends the reading
}

// reset starts on r, whose first byte stands at offset in its file.
func (l *lineReader) reset(r io.Reader, offset int64, stop func() error) {
	if l.buf == nil || len(l.buf) > keepBuffer {
		l.buf = make([]byte, chunk)
	}
	*l = lineReader{r: r, buf: l.buf, offset: offset, want: chunk, stop: stop}
}

// next returns the next line without its newline, the offset of its first byte
// and whether it had a newline; io.EOF after the last. The bytes are valid until
// the next call.
func (l *lineReader) next() (line []byte, offset int64, whole bool, err error) {
	seen := 0 // bytes already searched for a newline
	for {
		if i := bytes.IndexByte(l.buf[l.start+seen:l.end], '\n'); i >= 0 {
			line = l.buf[l.start : l.start+seen+i]
			return line, l.take(len(line) + 1), true, nil
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
	line = l.buf[l.start:l.end]
	return line, l.take(seen), false, nil
}

// take moves over n bytes and returns the offset of the first of them.
func (l *lineReader) take(n int) int64 {
	offset := l.offset
	l.start += n
	l.offset += int64(n)
	return offset
}

// fill reads more, moving or growing the buffer when it is full.
func (l *lineReader) fill() {
	if l.err = l.stop(); l.err != nil {
		return
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
	n, err := l.r.Read(l.buf[l.end:min(l.end+l.want, len(l.buf))])
	l.end += n
	l.err = err
}
