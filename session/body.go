package session

import (
	"bytes"
	"encoding/json"
	"fmt"
	"unicode/utf8"
)

// Body is what an entry holds beyond its skeleton (spec 3). Which fields are
// filled depends on the entry's type.
type Body struct {
	Message *Message `json:"-"` // message, and custom_message in its message form

	ThinkingLevel string `json:"thinkingLevel"` // thinking_level_change

	Provider string `json:"provider"` // model_change, usage
	ModelID  string `json:"modelId"`  // model_change
	Model    string `json:"model"`    // usage
	Kind     string `json:"kind"`     // usage
	Note     string `json:"note"`     // usage

	Summary          string            `json:"summary"` // compaction, branch_summary
	FirstKeptEntryID string            `json:"firstKeptEntryId"`
	TokensBefore     *float64          `json:"tokensBefore"`
	RetainedTail     []json.RawMessage `json:"retainedTail"`
	FromID           string            `json:"fromId"`
	FromHook         bool              `json:"fromHook"`
	Usage            *Usage            `json:"usage"`

	CustomType string          `json:"customType"` // custom, custom_message
	Data       json.RawMessage `json:"data"`       // custom
	Details    json.RawMessage `json:"details"`    // summaries, custom_message

	TargetID    string          `json:"targetId"`    // label, context_edit, leaf
	Label       string          `json:"label"`       // label
	Name        string          `json:"name"`        // session_info
	Replacement json.RawMessage `json:"replacement"` // context_edit: null, or {"content": …}

	FirstKeptEntryIndex *float64        `json:"firstKeptEntryIndex"` // compaction, version 1
	SystemMessage       json.RawMessage `json:"systemMessage"`       // compaction
	RawMessage          json.RawMessage `json:"message"`             // as in the file; see Message

	line []byte
}

// Raw returns the line of the entry with the index i as it stands in the file,
// without its newline.
func (s *Session) Raw(i int) ([]byte, error) {
	e := &s.entries[i]
	line := make([]byte, e.Size)
	if _, err := s.src.ReadAt(line, e.Offset); err != nil {
		return nil, fmt.Errorf("read line %d of %s: %w", e.Line, s.file, err)
	}
	return line, nil
}

// Body reads and decodes the entry with the index i. Fields of an unexpected
// type are left empty.
func (s *Session) Body(i int) (*Body, error) {
	line, err := s.Raw(i)
	if err != nil {
		return nil, err
	}
	return s.decode(&s.entries[i], validUTF8(line)), nil
}

// decode makes the body of entry e from its line.
func (s *Session) decode(e *Entry, line []byte) *Body {
	b := &Body{line: line}
	unmarshal(line, b)
	switch e.Type {
	case TypeMessage:
		raw := b.RawMessage
		if raw == nil {
			raw = json.RawMessage("{}")
		}
		b.Message = newMessage(raw)
		if b.Message.Role == roleHook && e.Role == RoleCustom {
			b.Message = b.Message.with("role", quoteRaw(string(RoleCustom)))
		}
	case TypeCustomMessage:
		b.Message = customMessage(e, line)
	case TypeCompaction:
		s.migrateFirstKept(e, b)
	}
	return b
}

// migrateFirstKept turns the line number by which version 1 named the first
// entry that a compaction keeps into that entry's id (spec 2, migrations).
func (s *Session) migrateFirstKept(e *Entry, b *Body) {
	if !s.version1() || b.FirstKeptEntryIndex == nil {
		return
	}
	n := int(*b.FirstKeptEntryIndex)
	if float64(n) != *b.FirstKeptEntryIndex || n < 0 || n >= len(s.ordinals) || s.ordinals[n] == Root || s.ordinals[n] > e.Index {
		return
	}
	b.FirstKeptEntryID = s.entries[s.ordinals[n]].ID
}

// validUTF8 replaces every byte that is not UTF-8 by U+FFFD.
func validUTF8(line []byte) []byte {
	if utf8.Valid(line) {
		return line
	}
	return bytes.Map(func(r rune) rune { return r }, line)
}
