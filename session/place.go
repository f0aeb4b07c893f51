package session

// The places of a session, found again in the same session read later.

// onDisk reports whether the session has a file that has been written.
func (s *Session) onDisk() bool { return s.file != "" && !s.unborn }

// last returns where the file goes on: its last entry. An entry without an id
// can not be a parent, so it is passed over.
func (s *Session) last() int { return s.anchor(len(s.entries) - 1) }

// anchor returns the entry i, or the nearest before it that has an id.
func (s *Session) anchor(i int) int {
	for i != Root && s.entries[i].madeID {
		i--
	}
	return i
}

// idOf returns the id of an entry, "" for Root.
func (s *Session) idOf(i int) string {
	if i == Root {
		return ""
	}
	return s.entries[i].ID
}

// locate returns the index in now of the entry that has the index i in s.
func (s *Session) locate(now *Session, i int) (int, error) {
	if i == Root || now == s {
		return i, nil
	}
	e := &s.entries[i]
	if i < len(now.entries) && now.entries[i].ID == e.ID && now.entries[i].Offset == e.Offset {
		return i, nil
	}
	j, ok := now.Find(e.ID)
	if !ok || e.madeID {
		return Root, &GoneError{File: s.file, ID: e.ID}
	}
	return j, nil
}

// target is locate for an entry that others are to name, as their parent or as
// what they are about.
func (s *Session) target(now *Session, i int) (int, error) {
	if i != Root && s.entries[i].madeID {
		return Root, &NoIDError{File: s.file, Line: s.entries[i].Line}
	}
	return s.locate(now, i)
}

// leafIn returns the leaf of s in now. A leaf that nobody moved is the last
// entry of the file, so it is what is the last entry now: a leaf remembered
// from before would make a side branch of all that was written since
// (public issue 1).
func (s *Session) leafIn(now *Session) (int, error) {
	if s.leaf == len(s.entries)-1 {
		return now.last(), nil
	}
	return s.target(now, s.leaf)
}
