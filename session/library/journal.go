package library

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/gofrs/flock"
	"github.com/google/uuid"
	"github.com/natefinch/atomic"

	"pith/session"
)

const (
	journalFile = "journal.jsonl"
	// journalLimit is the size in bytes at which the older half goes.
	journalLimit = 1 << 20
)

// Journal is the list of what pith has changed, kept in a folder of the user's,
// so that a change can be taken back in the next run too. It holds no text of a
// conversation: only ids, labels, names and paths.
//
// It is a file of lines that is added to, like a session. Losing it loses
// nothing but the way back. Nothing is created before there is a change to
// remember.
type Journal struct{ file string }

// NewJournal returns the journal in a folder, which need not exist yet.
func NewJournal(dir string) *Journal { return &Journal{file: filepath.Join(dir, journalFile)} }

// Done is a change that was made.
type Done struct {
	ID   string       `json:"id"`
	Time time.Time    `json:"time"`
	What string       `json:"what"` // in words, for the user
	Undo session.Undo `json:"undo"`
}

// line is one line of the file: a change, or the id of one taken back.
type line struct {
	*Done
	TakenBack string `json:"takenBack,omitempty"`
}

// Add remembers a change.
func (j *Journal) Add(at time.Time, what string, undo session.Undo) error {
	id, err := uuid.NewRandom()
	if err != nil {
		return err
	}
	return j.write(line{Done: &Done{ID: id.String(), Time: at.UTC(), What: what, Undo: undo}})
}

// Done returns the changes that have not been taken back, the last one first.
func (j *Journal) Done() ([]Done, error) {
	lines, err := j.read()
	if err != nil {
		return nil, err
	}
	back := map[string]bool{}
	for _, l := range lines {
		back[l.TakenBack] = true
	}
	var done []Done
	for _, l := range slices.Backward(lines) {
		if l.Done != nil && !back[l.ID] {
			done = append(done, *l.Done)
		}
	}
	return done, nil
}

// Ours reports whether the last that is known of a file of the given size is a
// change of pith's own, so that its time says nothing about another program.
func (j *Journal) Ours(file string, size int64) (bool, error) {
	lines, err := j.read()
	if err != nil {
		return false, err
	}
	for _, l := range slices.Backward(lines) {
		if l.Done != nil && l.Undo.File == file {
			return l.Undo.Size == size, nil
		}
	}
	return false, nil
}

// TakeBack takes a change back and remembers that. A file that the change made
// is given to trash, unless someone has written to it since; the Change is nil
// then.
func (j *Journal) TakeBack(w *session.Writer, done Done, trash func(file string) error) (*session.Change, error) {
	change, err := takeBack(w, done.Undo, trash)
	if err != nil {
		return nil, fmt.Errorf("take back %s: %w", done.What, err)
	}
	return change, j.write(line{TakenBack: done.ID})
}

func takeBack(w *session.Writer, undo session.Undo, trash func(file string) error) (*session.Change, error) {
	if undo.Created {
		info, err := os.Stat(undo.File)
		if err != nil {
			return nil, err
		}
		if info.Size() != undo.Size {
			return nil, &session.MovedOnError{File: undo.File, What: "the text"}
		}
		return nil, trash(undo.File)
	}
	s, err := session.Open(undo.File)
	if err != nil {
		return nil, err
	}
	change, err := w.Undo(s, undo)
	if err != nil || change.Session != s {
		s.Close()
	}
	return change, err
}

// write adds a line. A lock keeps it from being lost while another pith drops
// the oldest ones.
func (j *Journal) write(l line) error {
	text, err := json.Marshal(l)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(j.file), 0o700); err != nil {
		return fmt.Errorf("remember a change: %w", err)
	}
	lock := flock.New(j.file + ".lock")
	if err := lock.Lock(); err != nil {
		return fmt.Errorf("remember a change: %w", err)
	}
	defer lock.Close()
	if err := j.append(append(text, '\n')); err != nil {
		return fmt.Errorf("the change was made, but not remembered for an undo: %w", err)
	}
	return nil
}

func (j *Journal) append(text []byte) error {
	f, err := os.OpenFile(j.file, os.O_RDWR|os.O_APPEND|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if size := info.Size(); size > 0 {
		var last [1]byte
		if _, err := f.ReadAt(last[:], size-1); err != nil {
			return err
		}
		if last[0] != '\n' { // torn, see session
			text = append([]byte{'\n'}, text...)
		}
	}
	if _, err := f.Write(text); err != nil {
		return err
	}
	if info.Size() > journalLimit {
		return j.shorten()
	}
	return nil
}

// shorten drops the older half.
func (j *Journal) shorten() error {
	text, err := os.ReadFile(j.file)
	if err != nil {
		return err
	}
	_, newer, _ := bytes.Cut(text[len(text)/2:], []byte{'\n'})
	return atomic.WriteFile(j.file, bytes.NewReader(newer))
}

// read returns the lines that can be read; a torn one is passed over.
func (j *Journal) read() ([]line, error) {
	f, err := os.Open(j.file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read what was changed: %w", err)
	}
	defer f.Close()
	var lines []line
	for r := bufio.NewReader(f); ; {
		text, err := r.ReadBytes('\n')
		var l line
		if len(text) > 0 && json.Unmarshal(text, &l) == nil {
			lines = append(lines, l)
		}
		if err == io.EOF {
			return lines, nil
		}
		if err != nil {
			return nil, fmt.Errorf("read what was changed: %w", err)
		}
	}
}
