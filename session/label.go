package session

import (
	"strings"

	"pith/session/internal/jstext"
)

// Label gives the entry i a label; "" takes it away. Like a name it goes under
// the file's last entry at the moment of writing, wherever the session's leaf
// was moved to in memory, and so does not move the position (rules of the file).
func (w *Writer) Label(s *Session, i int, text string) (*Change, error) {
	return w.change(s, func(now *Session, _ int) (plan, error) {
		target, err := s.target(now, i)
		if err != nil {
			return plan{}, err
		}
		id := now.idOf(target)
		return plan{
			under:      now.last(),
			drafts:     []draft{labelDraft(id, text)},
			undo:       Undo{Label: &TextUndo{Entry: id, Old: now.labels[id].Text, New: text}},
			keepsPlace: true,
		}, nil
	})
}

// labelDraft is a label entry. Without a label it clears one (spec 3).
func labelDraft(target, text string) draft {
	return plain(TypeLabel, field{"targetId", quoteRaw(target)}, field{"label", textOrNothing(text)})
}

// Rename gives the session a name; "" takes it away. Line ends become a space
// and space around it goes, as in pi (spec 3, session_info).
func (w *Writer) Rename(s *Session, name string) (*Change, error) {
	name = cleanName(name)
	return w.change(s, func(now *Session, _ int) (plan, error) {
		return plan{
			under:      now.last(),
			drafts:     []draft{nameDraft(name)},
			undo:       Undo{Name: &TextUndo{Old: now.name, New: name}},
			keepsPlace: true,
		}, nil
	})
}

func nameDraft(name string) draft {
	return plain(TypeSessionInfo, field{"name", quoteRaw(name)})
}

// cleanName returns a name as pi stores it.
func cleanName(name string) string {
	var b strings.Builder
	inBreak := false
	for _, r := range name {
		isBreak := r == '\r' || r == '\n'
		switch {
		case !isBreak:
			b.WriteRune(r)
		case !inBreak:
			b.WriteByte(' ')
		}
		inBreak = isBreak
	}
	return jstext.Trim(b.String())
}
