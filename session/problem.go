package session

import "fmt"

// Problem is one odd thing met in a file, in words for its user: what it was
// and what was made of it.
type Problem struct {
	Line int         `json:"line"` // in the file, from 1; 0 when it is about the whole file
	Kind ProblemKind `json:"kind"`
	Text string      `json:"text"`
}

// ProblemKind names a kind of problem; scripts may rely on it.
type ProblemKind string

// The kinds of problems.
const (
	ProblemBOM          ProblemKind = "byte-order-mark"
	ProblemNotJSON      ProblemKind = "not-json"
	ProblemTornTail     ProblemKind = "torn-tail"
	ProblemNotObject    ProblemKind = "not-an-object"
	ProblemBadUTF8      ProblemKind = "bad-utf8"
	ProblemSecondHeader ProblemKind = "second-header"
	ProblemVersion      ProblemKind = "newer-version"
	ProblemNoID         ProblemKind = "no-id"
	ProblemDuplicateID  ProblemKind = "duplicate-id"
	ProblemOrphan       ProblemKind = "orphan"
	ProblemCycle        ProblemKind = "parent-cycle"
	ProblemTime         ProblemKind = "bad-timestamp"
	ProblemLabelTarget  ProblemKind = "label-target"
)

func (s *Session) problem(line int, kind ProblemKind, format string, args ...any) {
	s.problems = append(s.problems, Problem{Line: line, Kind: kind, Text: fmt.Sprintf(format, args...)})
}
