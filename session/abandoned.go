package session

import (
	"encoding/json"
	"slices"
)

// Abandoned is what is left behind when the leaf moves from one place to
// another (spec 6): the entries from the old leaf up to where the two branches
// meet, and what they say.
type Abandoned struct {
	Entries  []int // oldest first
	Ancestor int   // where the branches meet, or Root

	// Messages is what the entries say, oldest first, without the results of
	// tools, with the edits among the entries applied. It is what fits into the
	// budget of tokens, counted from the newest.
	Messages []*Message

	ReadFiles     []string // read but not changed, sorted as JavaScript does
	ModifiedFiles []string

	session *Session
	edits   map[string]json.RawMessage
}

// Abandoned collects what a move from the leaf from to the entry selected
// leaves behind. selected is the entry that was chosen, not where the leaf then
// goes: a user message that is to be written anew is not summarised itself. A
// budget of 0 or less is no limit.
func (s *Session) Abandoned(from, selected, budget int) (*Abandoned, error) {
	a := &Abandoned{Ancestor: s.CommonAncestor(from, selected), session: s, edits: map[string]json.RawMessage{}}
	for i := from; i != a.Ancestor; i = s.parents[i] {
		a.Entries = append(a.Entries, i)
	}
	slices.Reverse(a.Entries)
	files := newFileOps()
	bodies := make([]*Body, len(a.Entries))
	for n, i := range a.Entries {
		if !givesContext(&s.entries[i]) {
			continue
		}
		body, err := s.Body(i)
		if err != nil {
			return nil, err
		}
		bodies[n] = body
		switch s.entries[i].Type {
		case TypeContextEdit:
			a.edits[body.TargetID] = body.Replacement
		case TypeBranchSummary:
			files.addDetails(body)
		}
	}
	a.collect(bodies, budget, files)
	a.ReadFiles, a.ModifiedFiles = files.lists()
	return a, nil
}

// collect fills Messages from the newest entry to the oldest. A summary is let
// in over the budget while there is a tenth of it left, since it stands for
// much.
func (a *Abandoned) collect(bodies []*Body, budget int, files *fileOps) {
	total := 0
	for n := len(bodies) - 1; n >= 0; n-- {
		m := a.message(a.Entries[n], bodies[n])
		if m == nil {
			continue
		}
		files.addCalls(m)
		tokens := EstimateTokens(m)
		if budget > 0 && total+tokens > budget {
			isSummary := m.Role == RoleBranchSummary || m.Role == RoleCompactionSummary
			if isSummary && float64(total) < float64(budget)*0.9 {
				a.Messages = append(a.Messages, m)
			}
			break
		}
		a.Messages = append(a.Messages, m)
		total += tokens
	}
	slices.Reverse(a.Messages)
}

// message returns what an entry says to whoever summarises, or nil.
func (a *Abandoned) message(i int, body *Body) *Message {
	e := &a.session.entries[i]
	switch {
	case e.Type == TypeMessage && e.Role != RoleToolResult, e.Type == TypeCustomMessage:
		return a.edited(i, body.Message)
	case e.Type == TypeBranchSummary, e.Type == TypeCompaction:
		return summaryMessage(e, body.line)
	}
	return nil
}

// edited returns the message of the entry i as the last edit of it on this
// branch has it, nil if that leaves it out.
func (a *Abandoned) edited(i int, m *Message) *Message {
	edit, ok := a.edits[a.session.entries[i].ID]
	if !ok {
		return m
	}
	p := Projected{Entry: i, Messages: []*Message{withoutNull(m)}}
	p.edit(Root, edit)
	if len(p.Messages) == 0 {
		return nil
	}
	return p.Messages[0]
}

// fileOps is which files the tools of a branch have touched.
type fileOps struct{ read, modified map[string]bool }

func newFileOps() *fileOps {
	return &fileOps{read: map[string]bool{}, modified: map[string]bool{}}
}

// addDetails takes over what an earlier summary of pi's own says, so that the
// lists of one summary hold those of all before it.
func (f *fileOps) addDetails(body *Body) {
	if body.FromHook || isNull(body.Details) {
		return
	}
	var details struct {
		ReadFiles     []string `json:"readFiles"`
		ModifiedFiles []string `json:"modifiedFiles"`
	}
	unmarshal(body.Details, &details)
	for _, file := range details.ReadFiles {
		f.read[file] = true
	}
	for _, file := range details.ModifiedFiles {
		f.modified[file] = true
	}
}

// addCalls takes the files from the tool calls of an answer.
func (f *fileOps) addCalls(m *Message) {
	if m.Role != RoleAssistant || m.Content.Plain {
		return
	}
	for _, call := range m.Content.ToolCalls() {
		path := argument(call, "path")
		if path == "" {
			continue
		}
		switch call.Name {
		case "read":
			f.read[path] = true
		case "write", "edit":
			f.modified[path] = true
		}
	}
}

// argument returns an argument of a tool call that is a string, or "".
func argument(call *Block, name string) string {
	return stringOr(rawFields(call.Arguments)[name])
}

func (f *fileOps) lists() (read, modified []string) {
	for file := range f.modified {
		delete(f.read, file)
	}
	return sortedAsJS(f.read), sortedAsJS(f.modified)
}
