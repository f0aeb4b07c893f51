package session

import (
	"encoding/json"
	"strconv"
)

// Compaction is what a compaction entry says (spec 3).
type Compaction struct {
	Summary      string
	FirstKept    int // the first entry that stays in the context, or Root to keep none
	TokensBefore float64
	Details      json.RawMessage // nil for none
	Usage        json.RawMessage // nil for none
	FromHook     *bool           // pi writes false for its own; nil leaves it out
}

// AppendCompaction adds a compaction below the leaf. It carries the system
// prompt that holds there, since the messages that made it up are cut away.
func (w *Writer) AppendCompaction(s *Session, c Compaction) (*Change, error) {
	details, err := compact("details", c.Details)
	if err != nil {
		return nil, err
	}
	usage, err := compact("a usage", c.Usage)
	if err != nil {
		return nil, err
	}
	return w.change(s, func(now *Session, leaf int) (plan, error) {
		first, err := s.target(now, c.FirstKept)
		if err != nil {
			return plan{}, err
		}
		context, err := now.Projection(leaf)
		if err != nil {
			return plan{}, err
		}
		return addBelow(now, leaf, func(st stamp) json.RawMessage {
			kept := now.idOf(first)
			if kept == "" {
				kept = st.id // its own id: nothing (spec 3)
			}
			return plain(TypeCompaction,
				field{"summary", quoteRaw(c.Summary)}, field{"firstKeptEntryId", quoteRaw(kept)},
				field{"tokensBefore", numberRaw(c.TokensBefore)}, field{"details", details}, field{"usage", usage},
				field{"fromHook", optional(c.FromHook)}, field{"systemMessage", context.checkpoint(st)})(st)
		}), nil
	})
}

// checkpoint writes the system prompt of a context as one message, or nothing
// if there is none.
func (p *Projection) checkpoint(st stamp) json.RawMessage {
	system := p.System()
	if len(system.Tools) == 0 && !p.systemTimed() {
		return nil
	}
	var o, sections objectWriter
	for _, section := range system.Sections {
		sections.text(section.Name, section.Text)
	}
	tools := make([]json.RawMessage, len(system.Tools))
	for i, t := range system.Tools {
		tools[i] = t.Raw
	}
	o.text("role", string(RoleSystem))
	o.text("content", system.Content)
	if len(system.Sections) > 0 {
		o.raw("sections", sections.bytes())
	}
	if len(tools) > 0 {
		o.raw("toolsAdded", list(tools))
	}
	o.raw("timestamp", millis(st.at.UnixMilli()))
	return o.bytes()
}

// systemTimed reports whether a system message of the context has a timestamp,
// without which pi takes it for none.
func (p *Projection) systemTimed() bool {
	for _, m := range p.Messages() {
		if m.Role == RoleSystem && !isNull(rawFields(m.raw)["timestamp"]) {
			return true
		}
	}
	return false
}

// list writes a JSON array.
func list(values []json.RawMessage) json.RawMessage {
	raw := []byte{'['}
	for i, v := range values {
		if i > 0 {
			raw = append(raw, ',')
		}
		raw = append(raw, v...)
	}
	return append(raw, ']')
}

func numberRaw(f float64) json.RawMessage {
	return strconv.AppendFloat(nil, f, 'f', -1, 64)
}
