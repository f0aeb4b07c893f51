package render

import (
	"slices"

	"pith/session"
)

// Mark is a word at the right end of a row that says what is special about its
// entry.
type Mark struct {
	Text string
	Ink  Ink
}

// problemMarks returns the marks of the entries whose place in the tree is not
// what the file says.
func problemMarks(s *session.Session) map[int][]Mark {
	marks := map[int][]Mark{}
	for _, p := range s.Problems() {
		word := problemWord(p.Kind)
		if word == "" {
			continue
		}
		at, ok := slices.BinarySearchFunc(s.Entries(), p.Line, func(e session.Entry, line int) int { return e.Line - line })
		if ok {
			marks[at] = append(marks[at], Mark{word, InkWarning})
		}
	}
	return marks
}

func problemWord(kind session.ProblemKind) string {
	switch kind {
	case session.ProblemOrphan:
		return "parent missing"
	case session.ProblemCycle:
		return "in a circle"
	case session.ProblemDuplicateID:
		return "id twice"
	case session.ProblemNoID:
		return "no id"
	}
	return ""
}

// editMarks adds the marks of the entries on a branch that a context edit
// leaves out or gives another content. Of several edits the last one counts.
func editMarks(s *session.Session, path []int, marks map[int][]Mark) {
	words := map[int]string{}
	for _, i := range path {
		if s.At(i).Type != session.TypeContextEdit || s.At(i).Size > peekLimit {
			continue
		}
		body, err := s.Body(i)
		if err != nil {
			continue // drawing the row will meet the same error and say so
		}
		if target, ok := s.Find(body.TargetID); ok && body.Replacement != nil {
			words[target] = "edited"
			if string(body.Replacement) == "null" {
				words[target] = "omitted"
			}
		}
	}
	for entry, word := range words {
		marks[entry] = append(marks[entry], Mark{word, InkWarning})
	}
}
