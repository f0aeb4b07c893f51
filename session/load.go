package session

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"unicode/utf8"

	"pith/session/internal/jsonl"
	"pith/session/internal/jsonscan"
	"pith/session/internal/jstext"
)

// Label is a name that a user gave to an entry.
type Label struct {
	Text  string
	Time  int64 // when it was set, in ms since the epoch, or NoTime
	Entry int   // the label entry that set it
	seq   int   // labels keep the order in which they were first set
}

var utf8BOM = []byte("\ufeff")

// read reads the whole session.
func (s *Session) read() error {
	// A guess at the number of entries spares much growing of large sessions.
	guess := 0
	if s.info != nil {
		guess = int(min(s.info.Size()/1000, 1<<20))
	}
	s.entries = make([]Entry, 0, guess)
	s.byID, s.calls, s.labels = make(map[string]int, guess), make(map[string]int, guess/2), map[string]Label{}
	var lines jsonl.Reader
	lines.Reset(io.NewSectionReader(s.src, 0, math.MaxInt64), 0, 0)
	if err := s.readHeader(&lines); err != nil {
		return err
	}
	return s.readEntries(&lines)
}

// readHeader finds the first line that is JSON, which must be the header.
func (s *Session) readHeader(lines *jsonl.Reader) error {
	for {
		line, offset, whole, err := lines.Next()
		if err == io.EOF {
			reason := "it holds no line of JSON"
			if offset == 0 && lines.Offset() == 0 {
				reason = "it is empty"
			}
			return &NotSessionError{File: s.file, Reason: reason}
		}
		if err != nil {
			return fmt.Errorf("read %s: %w", s.file, err)
		}
		if offset == 0 && bytes.HasPrefix(line, utf8BOM) {
			line, offset = line[len(utf8BOM):], int64(len(utf8BOM))
			s.problem(1, ProblemBOM, "The file starts with a byte order mark, so pi does not open it; pith reads past it.")
		}
		if blank(line) {
			continue
		}
		if !jsonscan.Valid(line) {
			s.problem(lines.Line(), ProblemNotJSON, "This line before the header is not JSON; it is left out.")
			continue
		}
		if emptyValue(line) {
			continue
		}
		header, reason := parseHeader(bytes.TrimSpace(line))
		if reason != "" {
			return &NotSessionError{File: s.file, Reason: reason}
		}
		s.header, s.headerOffset = header, offset+int64(bytes.Index(line, header.raw))
		if header.Version > CurrentVersion {
			s.problem(lines.Line(), ProblemVersion, "The file has the version %d; pith knows versions up to %d and reads it as that.", header.Version, CurrentVersion)
		}
		if s.version1() {
			s.ordinals = []int{Root}
		}
		if whole {
			s.next = offset + int64(len(line)) + 1
		}
		s.lines = lines.Line()
		return nil
	}
}

// readEntries reads the lines that lines still has and then ties the tree
// together anew.
func (s *Session) readEntries(lines *jsonl.Reader) error {
	scanner := newLineScanner()
	for {
		line, offset, whole, err := lines.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return fmt.Errorf("read %s: %w", s.file, err)
		}
		s.readLine(scanner, line, offset, lines.Line(), whole)
		if whole {
			s.next, s.lines = offset+int64(len(line))+1, lines.Line()
		}
	}
	s.link()
	s.leaf = len(s.entries) - 1
	return nil
}

// readLine makes an entry of one line, if it is one.
func (s *Session) readLine(scanner *lineScanner, line []byte, offset int64, number int, whole bool) {
	if blank(line) {
		return
	}
	found := scanner.scan(line)
	switch {
	case found.kind == jsonscan.None && !whole:
		s.problem(number, ProblemTornTail, "The last line is incomplete (%d bytes); whoever wrote it was cut off. It is left out.", len(line))
		return
	case found.kind == jsonscan.None:
		s.problem(number, ProblemNotJSON, "This line is not JSON (%d bytes); pi skips it, and so does pith.", len(line))
		return
	case found.kind == jsonscan.Object && found.entry.Type == typeHeader:
		s.problem(number, ProblemSecondHeader, "This is a second session header; it is no entry and is left out.")
		s.ordinal(Root)
		return
	case found.kind != jsonscan.Object && emptyValue(line):
		s.problem(number, ProblemNotObject, "This line is JSON but no object; it is left out.")
		return
	}
	if !utf8.Valid(line) {
		s.problem(number, ProblemBadUTF8, "This line has bytes that are not UTF-8; they are shown as \ufffd.")
	}
	e := found.entry
	e.Index, e.Line, e.Offset, e.Size = len(s.entries), number, offset, len(line)
	s.identify(&e, &found)
	s.entries = append(s.entries, e)
	s.torn = !whole
	s.note(&e, &found)
}

// identify gives the entry its id and its parent's. Version 1 had neither: its
// entries are a chain, and their ids come from their position, so that they are
// the same at every reading (spec 2, migrations).
func (s *Session) identify(e *Entry, found *scanned) {
	if found.kind != jsonscan.Object {
		s.problem(e.Line, ProblemNotObject, "This line is JSON but no object; pi keeps it as an entry of no type.")
	}
	if s.version1() {
		e.ID, e.madeID = fmt.Sprintf("%08x", e.Index+1), found.kind != jsonscan.Object
		e.ParentID = ""
		if e.Index > 0 {
			e.ParentID = s.entries[e.Index-1].ID
		}
		s.ordinal(e.Index)
	} else {
		e.ParentID = found.parent
		if !found.id {
			e.ID, e.madeID = fmt.Sprintf("line-%d", e.Line), true
			if found.kind == jsonscan.Object {
				s.problem(e.Line, ProblemNoID, "This entry has no id; pith calls it %s.", e.ID)
			}
		}
	}
	if s.header.Version < CurrentVersion && e.Role == roleHook {
		e.Role = RoleCustom
	}
}

// note takes from a new entry what counts for the whole session.
func (s *Session) note(e *Entry, found *scanned) {
	known := len(s.byID)
	s.byID[e.ID] = e.Index
	if len(s.byID) == known { // no new id; asking first would cost a look-up for every entry
		s.problem(e.Line, ProblemDuplicateID, "The id %s stands on an earlier line already; this line is the one meant by it.", e.ID)
		s.duplicates = true
	}
	for _, call := range found.calls {
		s.calls[call] = e.Index
	}
	if e.Time == NoTime && found.kind == jsonscan.Object {
		s.problem(e.Line, ProblemTime, "This entry has no timestamp that can be read.")
	}
	if found.used {
		s.spends = append(s.spends, newSpend(e, found))
	}
	switch e.Type {
	case TypeSessionInfo:
		s.name = jstext.Trim(found.text)
	case TypeLabel:
		s.noteLabel(e, found)
	}
}

// noteLabel sets or clears a label. The order in the file counts, not the
// branch (spec 2, labels).
func (s *Session) noteLabel(e *Entry, found *scanned) {
	if found.text == "" {
		delete(s.labels, found.target)
		return
	}
	label := Label{Text: found.text, Time: e.Time, Entry: e.Index, seq: s.labelSeq}
	if old, ok := s.labels[found.target]; ok {
		label.seq = old.seq
	}
	s.labelSeq++
	s.labels[found.target] = label
}

// version1 reports whether the file is of the version without ids.
func (s *Session) version1() bool { return s.header.Version < 2 }

// ordinal remembers which entry the next parsed line of a version 1 file is,
// since compactions there count lines.
func (s *Session) ordinal(entry int) {
	if s.version1() {
		s.ordinals = append(s.ordinals, entry)
	}
}

func blank(line []byte) bool { return len(bytes.TrimSpace(line)) == 0 }

// emptyValue reports whether a line is one of the JSON values that pi takes for
// no entry at all.
func emptyValue(line []byte) bool {
	switch string(bytes.TrimSpace(line)) {
	case "null", "false", "0", "-0", "0.0", `""`:
		return true
	}
	return false
}
