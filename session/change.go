package session

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"time"
)

// GoneError tells that an entry which a change is about is not in the file any
// more: another program has written the file anew.
type GoneError struct{ File, ID string }

func (e *GoneError) Error() string {
	return fmt.Sprintf("the entry %s is no longer in %s, which another program has rewritten; nothing was written: open the session again", e.ID, e.File)
}

// NoIDError tells that an entry can not be referred to.
type NoIDError struct {
	File string
	Line int
}

func (e *NoIDError) Error() string {
	return fmt.Sprintf("the entry on line %d of %s has no id, so no other entry can name it; nothing was written: choose the entry before or after it", e.Line, e.File)
}

// maxRaces is how often a change is planned again because another program
// wrote to the file meanwhile. It is never reached by one that writes lines.
const maxRaces = 1000

// change reads the session again, has a plan made for it, and carries it out.
func (w *Writer) change(s *Session, decide decision) (*Change, error) {
	if !s.onDisk() {
		return w.changeInMemory(s, decide)
	}
	unlock, err := w.lock(s.file)
	if err != nil {
		return nil, err
	}
	defer unlock()
	for range maxRaces {
		c, err := w.attempt(s, decide)
		if !errors.Is(err, errGrew) {
			return c, err
		}
	}
	return nil, fmt.Errorf("%s is being written to without a pause; nothing was added: try again when the other program rests", s.file)
}

// attempt is one try of a change. It returns errGrew, with nothing written, if
// the file did not stay as it was read.
func (w *Writer) attempt(s *Session, decide decision) (*Change, error) {
	now, err := s.Reload()
	if err != nil {
		return nil, err
	}
	c, err := w.carryOut(s, now, decide)
	if now != s && (err != nil || c.Session != now) {
		now.Close()
	}
	return c, err
}

// carryOut makes a plan for now, which is s as its file is, and writes it.
func (w *Writer) carryOut(s, now *Session, decide decision) (*Change, error) {
	p, added, err := w.prepare(s, now, decide)
	if err != nil {
		return nil, err
	}
	if len(added.lines) == 0 {
		return &Change{Session: now, Undo: Undo{File: now.file, Size: now.Size()}}, nil
	}
	c := &Change{Undo: p.undo}
	if now.header.Version < CurrentVersion {
		c.Backup, err = w.migrate(now, added.lines)
	} else {
		err = w.appendLines(now, added.lines)
	}
	if err != nil {
		return nil, err
	}
	if err := c.readBack(now, added); err != nil {
		return nil, err
	}
	// No lock keeps pi from writing between the last look and the write.
	c.Raced = c.Backup == "" && c.Appended[0] != now.Len()
	if !c.Raced {
		return c, nil
	}
	if p.keepsPlace {
		if err := w.restorePlace(c); err != nil {
			return nil, err
		}
	}
	c.Session.ours = time.Time{} // someone is at work there
	return c, nil
}

// addition is the lines that a change adds, with their ids.
type addition struct {
	lines [][]byte
	ids   []string
}

// prepare makes the lines that a change adds to now.
func (w *Writer) prepare(s, now *Session, decide decision) (p plan, added addition, err error) {
	leaf, err := s.leafIn(now)
	if err != nil {
		return p, added, err
	}
	if p, err = decide(now, leaf); err != nil {
		return p, added, err
	}
	added, err = w.stamped(now, p.under, p.drafts)
	return p, added, err
}

// stamped gives drafts what makes them entries of s, each the parent of the
// next.
func (w *Writer) stamped(s *Session, under int, drafts []draft) (added addition, err error) {
	st := stamp{parent: s.idOf(under), at: w.now()}
	taken := func(id string) bool {
		_, inFile := s.byID[id]
		return inFile || slices.Contains(added.ids, id)
	}
	for _, d := range drafts {
		if st.id, err = w.entryID(taken); err != nil {
			return addition{}, err
		}
		added.lines = append(added.lines, d(st))
		added.ids = append(added.ids, st.id)
		st.parent = st.id
	}
	return added, nil
}

// readBack reads the session after a change and looks for what was added.
func (c *Change) readBack(before *Session, added addition) error {
	after, err := before.Reload()
	if err != nil {
		return fmt.Errorf("the change to %s was written, but reading it back failed: %w", before.file, err)
	}
	if err := c.found(after, added); err != nil {
		after.Close()
		return err
	}
	if after.info != nil {
		after.ours = after.info.ModTime()
	}
	return nil
}

// found takes the session after a change and looks for what was added to it.
func (c *Change) found(after *Session, added addition) error {
	for _, id := range added.ids {
		i, ok := after.Find(id)
		if !ok {
			return fmt.Errorf("the entry %s was written to %s but is not found there: another program rewrote the file or wrote half a line at the same moment; open the session again", id, after.file)
		}
		c.Appended = append(c.Appended, i)
	}
	c.Session = after
	c.Undo.File, c.Undo.Size = after.file, after.Size()
	if c.Undo.Leaf != nil {
		c.Undo.Leaf.After = added.ids[len(added.ids)-1]
	}
	return nil
}

// restorePlace makes the entry that slipped in before a label or a name the
// place again: if that label is the last line now, pi would go on below it and
// leave what it wrote itself behind (rules of the file: a label never moves the
// leaf). Should another entry slip in before the marker, it starts over.
func (w *Writer) restorePlace(c *Change) error {
	for at := c.Appended[0]; ; {
		s := c.Session
		before := s.Len()
		if c.Appended[len(c.Appended)-1] != before-1 {
			return nil // the other program wrote on, so its last line is the place
		}
		added, err := w.stamped(s, s.anchor(at-1), []draft{leafMarker(s.LeafID())})
		if err == nil {
			err = w.appendLines(s, added.lines)
		}
		if errors.Is(err, errGrew) {
			return nil // as above
		}
		if err == nil {
			err = c.readBack(s, added)
		}
		if err != nil {
			return fmt.Errorf("the change to %s was written, but it stands after an entry that another program added at the same moment, and going back there failed: %w", s.file, err)
		}
		s.Close()
		if at = c.Appended[len(c.Appended)-1]; at == before {
			return nil
		}
	}
}

// changeInMemory carries out a change to a session without a file, or to one
// whose file waits for its first message: pi writes none before that, so that
// looking in and leaving again leaves nothing behind (spec 2, writing rules).
func (w *Writer) changeInMemory(s *Session, decide decision) (*Change, error) {
	p, added, err := w.prepare(s, s, decide)
	if err != nil {
		return nil, err
	}
	if len(added.lines) == 0 {
		return &Change{Session: s, Undo: Undo{File: s.file, Size: s.Size()}}, nil
	}
	text, err := io.ReadAll(io.NewSectionReader(s.src, 0, s.Size()))
	if err != nil {
		return nil, err
	}
	if text[len(text)-1] != '\n' {
		text = append(text, '\n')
	}
	text = append(text, joined(added.lines)...)
	after, err := Parse(text)
	if err != nil {
		return nil, err
	}
	after.file, after.unborn = s.file, s.unborn
	c := &Change{Undo: p.undo}
	if after.unborn && after.hasConversation() {
		if after, err = w.publishText(s.file, text); err != nil {
			return nil, err
		}
		c.Undo = Undo{Created: true}
	}
	if err := c.found(after, added); err != nil {
		return nil, err
	}
	return c, nil
}

// hasConversation reports whether anyone has said anything yet.
func (s *Session) hasConversation() bool {
	return slices.ContainsFunc(s.entries, func(e Entry) bool {
		return e.IsMessage(RoleUser) || e.IsMessage(RoleAssistant)
	})
}
