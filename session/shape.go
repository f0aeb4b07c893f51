package session

import (
	"encoding/json"
	"slices"
)

// TreeShape is a session's tree as scripts get it; the field names are stable.
type TreeShape struct {
	Path     string          `json:"path"`
	Header   json.RawMessage `json:"header"`
	Version  int             `json:"version"`
	Name     *string         `json:"name"`
	LeafID   *string         `json:"leafId"`
	Entries  []EntryShape    `json:"entries"` // each before its children
	Problems []Problem       `json:"problems"`
}

// EntryShape is one entry of a TreeShape.
type EntryShape struct {
	Index     int     `json:"index"` // position in the file among the entries, from 0
	ID        string  `json:"id"`
	ParentID  *string `json:"parentId"`
	Type      Type    `json:"type"`
	Role      *Role   `json:"role"`
	Timestamp *string `json:"timestamp"` // ISO 8601, UTC, milliseconds
	Depth     int     `json:"depth"`     // 0 for roots
	Label     *string `json:"label"`
	OnPath    bool    `json:"onPath"` // on the branch of the leaf
}

// ContextShape is a context as scripts get it; the field names are stable.
type ContextShape struct {
	Messages      []*Message `json:"messages"`
	ThinkingLevel string     `json:"thinkingLevel"`
	Model         *ModelRef  `json:"model"`
	Entries       []string   `json:"entries"` // ids of the context's entries
	Tokens        int        `json:"tokens"`
	Notes         []string   `json:"notes,omitempty"`
}

// TreeShape returns the tree in the form that scripts get.
func (s *Session) TreeShape() TreeShape {
	shape := TreeShape{
		Path: s.file, Header: s.header.raw, Version: s.header.Version, Name: nonEmpty(s.name), LeafID: nonEmpty(s.LeafID()),
		Entries: []EntryShape{}, Problems: append([]Problem{}, s.problems...),
	}
	branch := s.Branch(s.leaf)
	slices.Sort(branch)
	for _, v := range s.Preorder() {
		e := &s.entries[v.Entry]
		one := EntryShape{
			Index: e.Index, ID: e.ID, ParentID: nonEmpty(e.ParentID), Type: e.Type, Role: nonEmpty(e.Role), Depth: v.Depth,
		}
		if e.Time != NoTime {
			one.Timestamp = nonEmpty(formatTime(e.When()))
		}
		if label, ok := s.Label(v.Entry); ok {
			one.Label = &label.Text
		}
		_, one.OnPath = slices.BinarySearch(branch, v.Entry)
		shape.Entries = append(shape.Entries, one)
	}
	return shape
}

// Shape returns the context in the form that scripts get.
func (p *Projection) Shape() ContextShape {
	return ContextShape{
		Messages: append([]*Message{}, p.Messages()...), ThinkingLevel: p.ThinkingLevel, Model: p.Model,
		Entries: p.EntryIDs(), Tokens: p.Tokens().Total, Notes: p.Notes,
	}
}

// ModelShape returns the context in the form that scripts get, with the
// messages as the model is sent them.
func (p *Projection) ModelShape() ContextShape {
	shape := p.Shape()
	shape.Messages = []*Message{}
	for _, m := range p.ForModel() {
		if m.Sent() {
			shape.Messages = append(shape.Messages, m.Message)
		}
	}
	return shape
}

// nonEmpty returns a pointer to s, or nil for JSON's null.
func nonEmpty[S ~string](s S) *S {
	if s == "" {
		return nil
	}
	return &s
}
