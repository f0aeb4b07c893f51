package session

import (
	"fmt"

	"pith/session/internal/jsonscan"
	"pith/session/internal/jstext"
)

// Head returns the start of the first text of an entry that is not blank, at
// most maxUnits UTF-16 code units of it, or "" if it has none. Unlike Body it
// costs the same however long the entry's line is, so a row can be drawn for an
// entry of 25 MB.
func (s *Session) Head(i, maxUnits int) (string, error) {
	e := &s.entries[i]
	if !e.HasText {
		return "", nil
	}
	// A code unit takes six bytes at the most, as an escape.
	raw := make([]byte, min(6*maxUnits+6, e.Size-e.textAt))
	if _, err := s.src.ReadAt(raw, e.Offset+int64(e.textAt)); err != nil {
		return "", fmt.Errorf("read line %d of %s: %w", e.Line, s.file, err)
	}
	return jstext.Prefix(jsonscan.QuotedPrefix(raw), maxUnits), nil
}
