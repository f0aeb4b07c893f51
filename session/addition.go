package session

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
)

// The methods that add one entry below the session's leaf, as those of pi's
// SessionManager do. Values come as JSON, so that what a caller knows of a
// message and this package does not is kept.

// AppendMessage adds a message. The messages that pi makes of summaries have
// entries of their own and are not accepted.
func (w *Writer) AppendMessage(s *Session, message json.RawMessage) (*Change, error) {
	raw, err := compact("a message", message)
	if err != nil {
		return nil, err
	}
	switch role := Role(stringOr(rawFields(raw)["role"])); role {
	case "":
		return nil, errors.New("a message needs a role")
	case RoleBranchSummary, RoleCompactionSummary:
		return nil, fmt.Errorf("a message of role %s is made from an entry of its own: use Move or AppendCompaction", role)
	}
	return w.add(s, plain(TypeMessage, field{"message", raw}))
}

// AppendThinkingLevelChange adds a change of the thinking level.
func (w *Writer) AppendThinkingLevelChange(s *Session, level string) (*Change, error) {
	return w.add(s, plain(TypeThinkingLevel, field{"thinkingLevel", quoteRaw(level)}))
}

// AppendModelChange adds a change of the model.
func (w *Writer) AppendModelChange(s *Session, model ModelRef) (*Change, error) {
	return w.add(s, plain(TypeModelChange, field{"provider", quoteRaw(model.Provider)}, field{"modelId", quoteRaw(model.ModelID)}))
}

// AppendUsage adds what was billed outside of any message. A note of "" is left
// out.
func (w *Writer) AppendUsage(s *Session, kind, provider, model string, usage json.RawMessage, note string) (*Change, error) {
	raw, err := compact("a usage", usage)
	if err != nil {
		return nil, err
	}
	return w.add(s, plain(TypeUsage, field{"kind", quoteRaw(kind)}, field{"provider", quoteRaw(provider)},
		field{"model", quoteRaw(model)}, field{"usage", raw}, field{"note", textOrNothing(note)}))
}

// AppendCustomEntry adds data of an extension, which the model is not told.
func (w *Writer) AppendCustomEntry(s *Session, customType string, data json.RawMessage) (*Change, error) {
	raw, err := compact("data", data)
	if err != nil {
		return nil, err
	}
	return w.add(s, extension(TypeCustom, field{"customType", quoteRaw(customType)}, field{"data", raw}))
}

// AppendCustomMessageEntry adds a message of an extension, which the model is
// told as the user's. The content is a string or a list of blocks.
func (w *Writer) AppendCustomMessageEntry(s *Session, customType string, content json.RawMessage, display bool, details json.RawMessage) (*Change, error) {
	rawContent, err := compact("content", content)
	if err != nil {
		return nil, err
	}
	rawDetails, err := compact("details", details)
	if err != nil {
		return nil, err
	}
	return w.add(s, extension(TypeCustomMessage, field{"customType", quoteRaw(customType)}, field{"content", rawContent},
		field{"display", boolRaw(display)}, field{"details", rawDetails}))
}

// AppendContextEdit has the model be told another content for the entry i, from
// here on; a nil content leaves the entry out. Only what says something to the
// model can be edited, and only on the branch of the leaf (spec 7.3).
func (w *Writer) AppendContextEdit(s *Session, i int, content json.RawMessage) (*Change, error) {
	raw, err := compact("content", content)
	if err != nil {
		return nil, err
	}
	if raw != nil && raw[0] != '"' && raw[0] != '[' {
		return nil, errors.New("the new content must be a string or a list of blocks")
	}
	return w.change(s, func(now *Session, leaf int) (plan, error) {
		target, err := s.target(now, i)
		if err != nil {
			return plan{}, err
		}
		if err := now.editable(target, leaf); err != nil {
			return plan{}, err
		}
		return addBelow(now, leaf, plain(TypeContextEdit, field{"targetId", quoteRaw(now.idOf(target))},
			field{"replacement", now.replacement(target, raw)})), nil
	})
}

// editable returns an error if the model's context at leaf has no content of
// the entry i to edit.
func (s *Session) editable(i, leaf int) error {
	if i == Root {
		return errors.New("there is no entry before the first one to edit")
	}
	e := &s.entries[i]
	if !slices.Contains(s.Branch(leaf), i) {
		return fmt.Errorf("the entry %s is not on the branch that is open, so the model is not told it there", e.ID)
	}
	if e.Type == TypeCustomMessage || e.IsMessage(RoleUser) || e.IsMessage(RoleAssistant) || e.IsMessage(RoleToolResult) {
		return nil
	}
	return fmt.Errorf("the entry %s has no content that the model is told", e.ID)
}

// replacement writes a new content as the role of the entry i needs it:
// assistants and tools speak in blocks only.
func (s *Session) replacement(i int, content json.RawMessage) json.RawMessage {
	if content == nil {
		return json.RawMessage("null")
	}
	e := &s.entries[i]
	if content[0] == '"' && (e.IsMessage(RoleAssistant) || e.IsMessage(RoleToolResult)) {
		content = textBlocks(stringOr(content))
	}
	var o objectWriter
	o.raw("content", content)
	return o.bytes()
}

// add appends one entry below the leaf.
func (w *Writer) add(s *Session, d draft) (*Change, error) {
	return w.change(s, func(now *Session, leaf int) (plan, error) { return addBelow(now, leaf, d), nil })
}

func addBelow(now *Session, leaf int, d draft) plan {
	return plan{under: leaf, drafts: []draft{d}, undo: Undo{Leaf: &LeafUndo{To: now.idOf(now.last())}}}
}

// compact returns a JSON value on one line, as a session file needs it; nil for
// one that is missing.
func compact(what string, raw json.RawMessage) (json.RawMessage, error) {
	if raw == nil {
		return nil, nil
	}
	var buf bytes.Buffer
	if err := json.Compact(&buf, raw); err != nil {
		return nil, fmt.Errorf("%s for a session is not JSON: %w", what, err)
	}
	return buf.Bytes(), nil
}
