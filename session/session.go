package session

import (
	"bytes"
	"io"
	"io/fs"
	"path/filepath"
	"time"
)

// inMemoryLimit is the size in bytes up to which Open reads a file whole and
// closes it. Of a larger file the bodies are read when asked for, so that it
// costs memory by its entries and not by its bytes.
const inMemoryLimit = 16 << 20

// Session is one session, read to its end. Its methods may run at the same time,
// but for MoveLeaf, which may not run beside anything. Changes are for a Writer,
// which leaves the session as it is.
type Session struct {
	file   string // absolute path, or "" for a session that is no file
	src    io.ReaderAt
	closer io.Closer
	info   fs.FileInfo // when it was read
	unborn bool        // the file is written with the first message, see Writer.Create
	ours   time.Time   // the file's modification time if this package changed it last, else zero

	header       Header
	headerOffset int64
	entries      []Entry
	problems     []Problem
	next         int64 // offset of the first byte not read as part of a whole line
	lines        int   // number of the line before next
	torn         bool  // the last entry has no newline behind it yet

	byID       map[string]int // the last entry with the id
	duplicates bool           // some id stands there twice
	calls      map[string]int // tool call id to the assistant message that made it
	labels     map[string]Label
	labelSeq   int
	spends     []Spend
	name       string
	ordinals   []int // of a version 1 file: parsed line to entry, Root for none

	parents  []int // resolved, never a cycle
	children [][]int
	roots    []int
	leaf     int
}

// Open reads the session in file. It changes nothing, whatever the file's
// version or state. A file that is no session gives a *NotSessionError.
// Close it when done.
func Open(file string) (*Session, error) {
	abs, err := filepath.Abs(file)
	if err != nil {
		return nil, err
	}
	s := &Session{file: abs}
	if s.src, s.closer, s.info, err = openSource(abs); err != nil {
		return nil, err
	}
	if err := s.read(); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// Parse reads a session from text. It has no file: nothing can be appended to
// disk.
func Parse(text []byte) (*Session, error) {
	s := &Session{src: bytes.NewReader(text)}
	if err := s.read(); err != nil {
		return nil, err
	}
	return s, nil
}

// InMemory returns a session without entries and without a file.
func InMemory(id, cwd string, now time.Time) (*Session, error) {
	return Parse(append(headerLine(id, cwd, "", now), '\n'))
}

// Close lets go of the file. Bodies can no longer be read. A session that is
// not closed lets go of its file when it is garbage.
func (s *Session) Close() error {
	if s.closer == nil {
		return nil
	}
	return s.closer.Close()
}

// File returns the absolute path of the session's file, or "" if it has none.
func (s *Session) File() string { return s.file }

// Dir returns the folder that the session's file is in, or "" if it has none.
func (s *Session) Dir() string {
	if s.file == "" {
		return ""
	}
	return filepath.Dir(s.file)
}

// Persisted reports whether the session has a file.
func (s *Session) Persisted() bool { return s.file != "" }

// Header returns the session's first line.
func (s *Session) Header() *Header { return &s.header }

// ID returns the session's id.
func (s *Session) ID() string { return s.header.ID }

// Cwd returns the folder that the session works in, or "" if its header has none.
func (s *Session) Cwd() string { return s.header.Cwd }

// Name returns the session's name, or "" if it has none: the last session_info
// in the file counts, on whatever branch it lies, and an empty one clears the
// name (spec 4.1).
func (s *Session) Name() string { return s.name }

// Size returns how many bytes of the file have been read.
func (s *Session) Size() int64 {
	if s.torn {
		last := &s.entries[len(s.entries)-1]
		return last.Offset + int64(last.Size)
	}
	return s.next
}

// Problems returns what was odd in the file, in file order.
func (s *Session) Problems() []Problem { return s.problems }

// Len returns the number of entries.
func (s *Session) Len() int { return len(s.entries) }

// Entries returns the skeletons of all entries in file order, all branches.
// The slice is the session's own: read it, do not change it.
func (s *Session) Entries() []Entry { return s.entries }

// At returns the entry with the index i, or nil for Root.
func (s *Session) At(i int) *Entry {
	if i == Root {
		return nil
	}
	return &s.entries[i]
}

// Find returns the index of the entry with the id. Where several have it, the
// last one in the file is meant (spec 2).
func (s *Session) Find(id string) (i int, ok bool) {
	i, ok = s.byID[id]
	return i, ok
}

// CallOf returns the index of the assistant message that made the tool call
// with the id, or false if none in the file did.
func (s *Session) CallOf(toolCallID string) (i int, ok bool) {
	i, ok = s.calls[toolCallID]
	return i, ok
}

// Leaf returns the index of the entry where the session goes on: the last one
// in the file, of whatever type (spec 2), unless MoveLeaf chose another. It is
// Root for a session without entries.
func (s *Session) Leaf() int { return s.leaf }

// LeafID returns the id of the leaf, or "" if that is Root.
func (s *Session) LeafID() string {
	if s.leaf == Root {
		return ""
	}
	return s.entries[s.leaf].ID
}

// MoveLeaf makes the entry with the index i the leaf, in memory only. Root is
// the place before the first entry.
func (s *Session) MoveLeaf(i int) { s.leaf = i }
