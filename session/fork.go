package session

import (
	"bufio"
	"fmt"
	"io"
	"path/filepath"
)

// Extract makes a new session of one branch, from its root to leaf, as pi's
// /fork and /clone do (spec 8.1): ids, times and bytes of the entries stay,
// label entries are left out and the labels that are set now are written again
// at the end. With Root the new session is empty, and only remembers where it
// comes from.
//
// Unlike pi's, the file is complete at once, whatever the branch holds.
func (w *Writer) Extract(s *Session, leaf int, to Target) (*Change, error) {
	return w.makeFrom(s, to, func(now *Session, c *copier) error {
		at, err := s.locate(now, leaf)
		if err != nil {
			return err
		}
		c.dropLabels = true
		if err := c.branch(now, at); err != nil {
			return err
		}
		return c.labels(now)
	})
}

// CopyAll makes a new session of all branches, as pi's --fork does (spec 8.4).
// A source of an old version is migrated on the way; pi copies it as it is
// under a header of the new version, which breaks it for good.
func (w *Writer) CopyAll(s *Session, to Target) (*Change, error) {
	return w.makeFrom(s, to, func(now *Session, c *copier) error {
		c.keepOrphans = true
		return c.all(now)
	})
}

// Export writes one branch to a new file as a session of the same id, as pi's
// /export does (spec 8.5).
func (w *Writer) Export(s *Session, leaf int, file string) (*Change, error) {
	dest, err := filepath.Abs(file)
	if err != nil {
		return nil, err
	}
	return w.makeFile(s, dest, headerLine(s.ID(), s.Cwd(), "", w.now()), func(now *Session, c *copier) error {
		at, err := s.locate(now, leaf)
		if err != nil {
			return err
		}
		return c.branch(now, at)
	})
}

// ExportTo writes to out what Export writes to a file.
func (w *Writer) ExportTo(out io.Writer, s *Session, leaf int) error {
	c := newCopier(w, bufio.NewWriter(out))
	c.line(headerLine(s.ID(), s.Cwd(), "", w.now()))
	if err := c.branch(s, leaf); err != nil {
		return err
	}
	return c.out.Flush()
}

// makeFrom makes a new session that names s as its parent.
func (w *Writer) makeFrom(s *Session, to Target, fill func(now *Session, c *copier) error) (*Change, error) {
	if s.unborn {
		return nil, fmt.Errorf("the session %s is written with its first message, so there is nothing to copy yet", s.ID())
	}
	id, err := w.sessionID(to.ID)
	if err != nil {
		return nil, err
	}
	dir, err := filepath.Abs(to.Dir)
	if err != nil {
		return nil, err
	}
	cwd := to.Cwd
	if cwd == "" {
		cwd = s.Cwd()
	}
	at := w.now()
	return w.makeFile(s, filepath.Join(dir, fileName(id, at)), headerLine(id, cwd, s.file, at), fill)
}

// makeFile publishes a new session file of what fill takes from s as it is now.
func (w *Writer) makeFile(s *Session, dest string, header []byte, fill func(now *Session, c *copier) error) (*Change, error) {
	now, err := s.Reload()
	if err != nil {
		return nil, err
	}
	if now != s {
		defer now.Close()
	}
	p, err := w.beside(dest, newFilePerm)
	if err != nil {
		return nil, err
	}
	defer p.discard()
	c := newCopier(w, p.out)
	c.line(header)
	if err := fill(now, c); err != nil {
		return nil, err
	}
	if err := p.finish(); err != nil {
		return nil, err
	}
	if err := c.check(p.temp); err != nil {
		return nil, err
	}
	if err := p.publish(); err != nil {
		return nil, err
	}
	made, err := Open(dest)
	if err != nil {
		return nil, err
	}
	return &Change{Session: made, Undo: Undo{File: made.file, Size: made.Size(), Created: true}}, nil
}
