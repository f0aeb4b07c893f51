package session

import "fmt"

// Undo is what takes a change back. It is plain data, so that it can be kept in
// a file and used by the next run. The zero value takes nothing back.
type Undo struct {
	File string `json:"file"`
	Size int64  `json:"size"` // of the file after the change: while it has it, nobody else has written

	Label *TextUndo `json:"label,omitempty"` // put a label back
	Name  *TextUndo `json:"name,omitempty"`  // put the name back
	Leaf  *LeafUndo `json:"leaf,omitempty"`  // go back to where the session was

	// Created tells that the change made the file. This package removes
	// nothing; whoever has a trash moves the file there, if its size is still
	// the same.
	Created bool `json:"created,omitempty"`
}

// TextUndo is a label or a name before and after a change; "" is none.
type TextUndo struct {
	Entry string `json:"entry,omitempty"` // what is labelled
	Old   string `json:"old"`
	New   string `json:"new"`
}

// LeafUndo is where the file went on before a change.
type LeafUndo struct {
	To    string `json:"to"`    // its id, "" for before the first entry
	After string `json:"after"` // the last entry that the change added
}

// MovedOnError tells that a change can not be taken back without undoing what
// happened after it too.
type MovedOnError struct {
	File string
	What string
}

func (e *MovedOnError) Error() string {
	return fmt.Sprintf("%s of %s has changed since; nothing was written: change it by hand if you still want to", e.What, e.File)
}

// Undo takes a change back, by appending what restores the label, the name or
// the leaf that was there before. That is a change like any other and can
// itself be taken back.
//
// It fails with a *MovedOnError when someone has changed the same thing since,
// for a leaf when the conversation has gone on. A file that a change made is
// not its to remove.
func (w *Writer) Undo(s *Session, u Undo) (*Change, error) {
	return w.change(s, func(now *Session, _ int) (plan, error) {
		p := plan{under: now.last(), keepsPlace: u.Leaf == nil}
		if u.Leaf != nil {
			to, err := now.undoLeaf(u.Leaf)
			if err != nil {
				return plan{}, err
			}
			p.under = to
			p.undo.Leaf = &LeafUndo{To: now.idOf(now.last())}
			p.drafts = append(p.drafts, leafMarker(now.idOf(now.last())))
		}
		if u.Label != nil {
			if got := now.labels[u.Label.Entry].Text; got != u.Label.New {
				return plan{}, &MovedOnError{File: now.file, What: "the label of the entry " + u.Label.Entry}
			}
			p.drafts = append(p.drafts, labelDraft(u.Label.Entry, u.Label.Old))
			p.undo.Label = u.Label.reversed()
		}
		if u.Name != nil {
			if now.name != u.Name.New {
				return plan{}, &MovedOnError{File: now.file, What: "the name"}
			}
			p.drafts = append(p.drafts, nameDraft(u.Name.Old))
			p.undo.Name = u.Name.reversed()
		}
		return p, nil
	})
}

func (t *TextUndo) reversed() *TextUndo {
	return &TextUndo{Entry: t.Entry, Old: t.New, New: t.Old}
}

// undoLeaf returns the entry to go back to.
func (s *Session) undoLeaf(u *LeafUndo) (int, error) {
	after, ok := s.Find(u.After)
	if !ok {
		return Root, &GoneError{File: s.file, ID: u.After}
	}
	for i := len(s.entries) - 1; i != after; i = s.parents[i] {
		if i == Root || !s.entries[i].bookkeeping() {
			return Root, &MovedOnError{File: s.file, What: "the position"}
		}
	}
	if u.To == "" {
		return Root, nil
	}
	to, ok := s.Find(u.To)
	if !ok {
		return Root, &GoneError{File: s.file, ID: u.To}
	}
	return to, nil
}

// bookkeeping reports whether an entry only notes something about others, so
// that going back over it loses nothing.
func (e *Entry) bookkeeping() bool {
	switch e.Type {
	case TypeLabel, TypeSessionInfo, TypeCustom, TypeUsage:
		return true
	}
	return false
}
