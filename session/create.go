package session

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Target says what a new session is to be.
type Target struct {
	Dir string // the folder that its file goes into
	Cwd string // the folder that it works in; "" for that of the session it is made from
	ID  string // "" for a new one
}

// Create returns a new session without entries. Its file is written with the
// first message of the user's or the model's, and not before (spec 2, writing
// rules). A parent of "" is none.
func (w *Writer) Create(to Target, parent string) (*Session, error) {
	id, err := w.sessionID(to.ID)
	if err != nil {
		return nil, err
	}
	dir, err := filepath.Abs(to.Dir)
	if err != nil {
		return nil, err
	}
	at := w.now()
	s, err := Parse(append(headerLine(id, to.Cwd, parent, at), '\n'))
	if err != nil {
		return nil, err
	}
	s.file, s.unborn = filepath.Join(dir, fileName(id, at)), true
	return s, nil
}

// OpenOrCreate opens a file that a user named, as pi does: one that does not
// exist becomes a new session in that place, with its first message; one
// without a byte gets a header at once. Anything else that is no session is
// refused and left as it is (public issue 17).
func (w *Writer) OpenOrCreate(file, cwd string) (*Session, error) {
	info, err := os.Stat(file)
	if err == nil && info.Size() > 0 || err != nil && !errors.Is(err, fs.ErrNotExist) {
		return Open(file)
	}
	abs, absErr := filepath.Abs(file)
	if absErr != nil {
		return nil, absErr
	}
	s, createErr := w.Create(Target{Dir: filepath.Dir(abs), Cwd: cwd}, "")
	if createErr != nil {
		return nil, createErr
	}
	if s.file = abs; err != nil {
		return s, nil
	}
	return w.fillEmpty(s)
}

// fillEmpty writes the header of a session into its file, which is empty.
func (w *Writer) fillEmpty(s *Session) (*Session, error) {
	unlock, err := w.lock(s.file)
	if err != nil {
		return nil, err
	}
	defer unlock()
	info, err := w.disk.stat(s.file)
	if err != nil {
		return nil, err
	}
	if info.Size() > 0 { // someone was faster
		return Open(s.file)
	}
	s.info = info
	if err := w.appendLines(s, [][]byte{s.header.raw}); err != nil {
		return nil, fmt.Errorf("start a session: %w", err)
	}
	return Open(s.file)
}
