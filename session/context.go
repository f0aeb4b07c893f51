package session

import (
	"encoding/json"
	"fmt"
)

// ModelRef names a model.
type ModelRef struct {
	Provider string `json:"provider"`
	ModelID  string `json:"modelId"`
}

// Projected is one entry of a context with the messages it gives (spec 7.3).
type Projected struct {
	Entry    int        // index of the entry
	Messages []*Message // none for entries that say nothing to the model
	Edit     int        // index of the context_edit that applies, or Root
	Before   []*Message // with an edit: the messages as they were without it
}

// Projection is what the model would be sent if the conversation went on from
// a leaf, with the entries it comes from.
type Projection struct {
	Leaf          int
	Branch        []int       // root to leaf
	Items         []Projected // in the order of the context
	ThinkingLevel string
	Model         *ModelRef // nil before any model is known
	Notes         []string  // what a reader of this context ought to know

	session *Session
}

// Messages returns the context's messages in order.
func (p *Projection) Messages() []*Message {
	var all []*Message
	for i := range p.Items {
		all = append(all, p.Items[i].Messages...)
	}
	return all
}

// EntryIDs returns the ids of the context's entries in order.
func (p *Projection) EntryIDs() []string {
	ids := make([]string, len(p.Items))
	for i := range p.Items {
		ids[i] = p.session.entries[p.Items[i].Entry].ID
	}
	return ids
}

// cut is what the last compaction on a branch leaves of it.
type cut struct {
	entries []int
	body    *Body // of the compaction, nil without one
	notes   []string
}

// ContextEntries returns the entries that make up the context of a leaf
// (spec 7.2): its whole branch, or the last compaction on it, the entries that
// this keeps, and those after it. It fails when the file can not be read.
func (s *Session) ContextEntries(leaf int) ([]int, error) {
	c, err := s.cutAtCompaction(s.Branch(leaf))
	return c.entries, err
}

func (s *Session) cutAtCompaction(branch []int) (cut, error) {
	at := len(branch) - 1
	for at >= 0 && s.entries[branch[at]].Type != TypeCompaction {
		at--
	}
	if at < 0 {
		return cut{entries: branch}, nil
	}
	body, err := s.Body(branch[at])
	if err != nil {
		return cut{}, err
	}
	c := cut{entries: []int{branch[at]}, body: body}
	if body.RetainedTail != nil {
		c.notes = append(c.notes, "This compaction carries the messages it kept; they follow its summary. pi 1.6 ignores them and sends the entries it finds in the file instead.")
	} else {
		c.keep(s, branch[:at], s.entries[branch[at]].ID)
	}
	c.entries = append(c.entries, branch[at+1:]...)
	return c, nil
}

// keep adds the entries before a compaction that it keeps, without system
// messages, since a compaction brings the system message of its moment.
func (c *cut) keep(s *Session, before []int, compactionID string) {
	first := c.body.FirstKeptEntryID
	found := false
	for _, i := range before {
		found = found || s.entries[i].ID == first
		if found && !s.entries[i].IsMessage(RoleSystem) {
			c.entries = append(c.entries, i)
		}
	}
	if !found && first != compactionID {
		c.notes = append(c.notes, fmt.Sprintf("The compaction keeps from the entry %q on, but that is not on this branch before it; so nothing before the summary is kept.", first))
	}
}

// Projection builds the context of a leaf (spec 7). Root gives an empty one. It
// fails when the file can not be read.
func (s *Session) Projection(leaf int) (*Projection, error) {
	p := &Projection{Leaf: leaf, Branch: s.Branch(leaf), session: s}
	if err := s.modelAndLevel(p); err != nil {
		return nil, err
	}
	c, err := s.cutAtCompaction(p.Branch)
	if err != nil {
		return nil, err
	}
	p.Notes = c.notes
	bodies := make([]*Body, len(c.entries))
	edits := map[string]int{} // target id to the place in entries of the edit that counts
	for n, i := range c.entries {
		if !givesContext(&s.entries[i]) {
			continue
		}
		if bodies[n], err = s.Body(i); err != nil {
			return nil, err
		}
		if s.entries[i].Type == TypeContextEdit && bodies[n].Replacement != nil {
			edits[bodies[n].TargetID] = n
		}
	}
	p.Items = make([]Projected, len(c.entries))
	for n, i := range c.entries {
		item := Projected{Entry: i, Edit: Root}
		item.Messages = s.contextMessages(i, bodies[n], n == 0)
		if at, ok := edits[s.entries[i].ID]; ok {
			item.edit(c.entries[at], bodies[at].Replacement)
		}
		p.Items[n] = item
	}
	return p, nil
}

// givesContext reports whether the body of the entry matters to a context.
func givesContext(e *Entry) bool {
	switch e.Type {
	case TypeMessage, TypeCustomMessage, TypeBranchSummary, TypeCompaction, TypeContextEdit:
		return true
	}
	return false
}

// contextMessages returns the messages that an entry gives. Of several
// compactions only the one that leads the context speaks.
func (s *Session) contextMessages(i int, body *Body, leads bool) []*Message {
	e := &s.entries[i]
	switch {
	case e.Type == TypeMessage:
		return []*Message{withoutNull(body.Message)}
	case e.Type == TypeCustomMessage:
		return []*Message{body.Message}
	case e.Type == TypeBranchSummary && body.Summary != "":
		return []*Message{summaryMessage(e, body.line)}
	case e.Type == TypeCompaction && leads:
		var messages []*Message
		if !isNull(body.SystemMessage) {
			messages = append(messages, newMessage(body.SystemMessage))
		}
		messages = append(messages, summaryMessage(e, body.line))
		for _, raw := range body.RetainedTail {
			messages = append(messages, withoutNull(newMessage(raw)))
		}
		return messages
	}
	return nil
}

// edit applies a context_edit: null leaves the messages out, anything else
// replaces the content of those that have one (spec 7.3).
func (p *Projected) edit(by int, replacement json.RawMessage) {
	p.Edit, p.Before, p.Messages = by, p.Messages, nil
	if isNull(replacement) {
		return
	}
	content, has := rawFields(replacement)["content"]
	for _, m := range p.Before {
		switch m.Role {
		case RoleUser, RoleCustom:
			m = m.withContent(content)
		case RoleAssistant, RoleToolResult:
			if has && content[0] == '"' {
				var block objectWriter
				block.text("type", BlockText)
				block.raw("text", content)
				content = json.RawMessage("[" + string(block.bytes()) + "]")
			}
			m = m.withContent(content)
		}
		p.Messages = append(p.Messages, m)
	}
}

// modelAndLevel finds the thinking level and the model that hold at the leaf.
// Unlike the messages they come from the whole branch, compacted or not
// (spec 7.4).
func (s *Session) modelAndLevel(p *Projection) error {
	p.ThinkingLevel = "off"
	level := false
	for n := len(p.Branch) - 1; n >= 0 && (!level || p.Model == nil); n-- {
		e := &s.entries[p.Branch[n]]
		isModel := e.Type == TypeModelChange || e.IsMessage(RoleAssistant)
		if e.Type != TypeThinkingLevel && !isModel || isModel && p.Model != nil || !isModel && level {
			continue
		}
		body, err := s.Body(e.Index)
		if err != nil {
			return err
		}
		switch {
		case e.Type == TypeThinkingLevel:
			p.ThinkingLevel, level = body.ThinkingLevel, true
		case e.Type == TypeModelChange:
			p.Model = &ModelRef{Provider: body.Provider, ModelID: body.ModelID}
		default:
			p.Model = &ModelRef{Provider: body.Message.Provider, ModelID: body.Message.Model}
		}
	}
	return nil
}
