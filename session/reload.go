package session

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math"
	"os"
	"slices"

	"pith/session/internal/jsonl"
)

// Reload returns the session as its file is now: s itself if nothing was
// written since it was read, else another session whose leaf is the last entry
// of the file. The usual case, a file that grew, costs what the new lines cost;
// a file that was replaced or cut is read anew. A session without a file never
// changes.
//
// s stays as it was and can still be read, so whoever draws it is not disturbed.
// A file that is gone gives an error that is fs.ErrNotExist.
func (s *Session) Reload() (*Session, error) {
	if !s.onDisk() {
		return s, nil
	}
	info, err := os.Stat(s.file)
	if err != nil {
		return nil, err
	}
	if os.SameFile(info, s.info) && info.Size() == s.info.Size() && info.ModTime().Equal(s.info.ModTime()) {
		return s, nil
	}
	grown, err := s.grown(info)
	if errors.Is(err, errNotGrown) {
		return Open(s.file)
	}
	return grown, err
}

var errNotGrown = errors.New("the file is not what was read with lines added")

// grown returns the session with the lines added that follow what was read, or
// errNotGrown if that is not all that happened to the file.
func (s *Session) grown(info fs.FileInfo) (*Session, error) {
	if !os.SameFile(info, s.info) || info.Size() < s.next || s.torn {
		return nil, errNotGrown
	}
	src, closer, now, err := openSource(s.file)
	if err != nil {
		return nil, err
	}
	g := *s // shares what it does not write to; maps are copied below
	g.src, g.closer, g.info = src, closer, now
	if !g.same(s) {
		g.Close()
		return nil, errNotGrown
	}
	g.detach()
	rest := io.NewSectionReader(src, g.next, math.MaxInt64-g.next)
	var lines jsonl.Reader
	lines.Reset(rest, g.next, g.lines)
	if err := g.readEntries(&lines); err != nil {
		g.Close()
		return nil, err
	}
	return &g, nil
}

// same reports whether the first and the last line that were read still stand
// where they stood: a program that rewrites a session in place changes at least
// one of them, or its length.
func (s *Session) same(old *Session) bool {
	first := make([]byte, len(old.header.raw))
	if _, err := s.src.ReadAt(first, old.headerOffset); err != nil || !bytes.Equal(first, old.header.raw) {
		return false
	}
	if len(s.entries) == 0 {
		return true
	}
	last := len(s.entries) - 1
	now, err := s.Raw(last)
	if err != nil {
		return false
	}
	before, err := old.Raw(last)
	return err == nil && bytes.Equal(now, before)
}

// detach copies what reading on changes and s still shares with the session it
// was copied from.
func (s *Session) detach() {
	s.entries = slices.Clone(s.entries)
	s.spends = slices.Clone(s.spends)
	s.ordinals = slices.Clone(s.ordinals)
	s.problems = slices.DeleteFunc(slices.Clone(s.problems), func(p Problem) bool { return p.Kind == ProblemTornTail })
	s.byID, s.calls, s.labels = maps.Clone(s.byID), maps.Clone(s.calls), maps.Clone(s.labels)
}

// openSource opens a file for reading at any place: whole in memory if it is
// small, else kept open.
func openSource(file string) (io.ReaderAt, io.Closer, fs.FileInfo, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, nil, nil, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = &NotSessionError{File: file, Reason: "it is not a regular file"}
	}
	if err != nil {
		f.Close()
		return nil, nil, nil, err
	}
	if info.Size() > inMemoryLimit {
		return f, f, info, nil
	}
	defer f.Close()
	var data bytes.Buffer
	data.Grow(int(info.Size()) + bytes.MinRead) // all at once, unless the file grows meanwhile
	if _, err := data.ReadFrom(f); err != nil {
		return nil, nil, nil, fmt.Errorf("read %s: %w", file, err)
	}
	return bytes.NewReader(data.Bytes()), nil, info, nil
}
