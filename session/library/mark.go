package library

import (
	"hash/fnv"
	"io"
	"io/fs"
)

// stamp says which state of which file something was read from. As long as it is
// the same, so is the file.
type stamp struct {
	size           int64
	mtime, changed int64 // ns
	dev, ino       uint64
}

func stampOf(info fs.FileInfo) stamp {
	id := identify(info, "")
	return stamp{size: info.Size(), mtime: info.ModTime().UnixNano(), changed: changed(info), dev: id.Dev, ino: id.Ino}
}

// covers reports whether what was read in the state s also serves somebody who
// knows the file in the state older, or the same one.
func (s stamp) covers(older stamp) bool {
	return s == older ||
		s.ino != 0 && s.ino == older.ino && s.dev == older.dev && s.mtime >= older.mtime && s.size >= older.size
}

// mark says how far a file was read, and in which state.
type mark struct {
	stamp stamp
	next  int64  // the offset behind the last whole line
	torn  bool   // there was more behind it, which may grow into another line
	print uint64 // of what stands at the start and before next
}

// markOf returns the mark of a file that was read up to next.
func markOf(file io.ReaderAt, s stamp, f *facts) mark {
	m := mark{stamp: s, next: f.next, torn: f.torn}
	if print, ok := printOf(file, f.next); ok {
		m.print = print
	} else {
		m.torn = true
	}
	return m
}

// grew reports whether a file, in the state now, is the file of the mark with
// lines added at its end, so that what was read before need not be read again.
// One that was written anew, as pi does to old versions, has another print.
func (m *mark) grew(file io.ReaderAt, now stamp) bool {
	if m.torn || m.next == 0 || m.stamp.ino == 0 || m.stamp.ino != now.ino || m.stamp.dev != now.dev || now.size < m.next {
		return false
	}
	print, ok := printOf(file, m.next)
	return ok && print == m.print
}

// printSize is how much of either end of a file goes into its print.
const printSize = 512

// printOf returns the print of a file up to the offset next; false if it cannot
// be read.
func printOf(file io.ReaderAt, next int64) (uint64, bool) {
	sum := fnv.New64a()
	var buf [printSize]byte
	size := min(next, printSize)
	for _, offset := range []int64{0, next - size} {
		if _, err := file.ReadAt(buf[:size], offset); err != nil {
			return 0, false
		}
		sum.Write(buf[:size])
	}
	return sum.Sum64(), true
}
