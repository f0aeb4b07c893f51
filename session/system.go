package session

import (
	"encoding/json"
	"strings"

	"pith/session/internal/jsonscan"
	"pith/session/internal/jstext"
)

// SystemState is the system prompt that all system messages of a context come
// to, replayed in order (spec 7.5).
type SystemState struct {
	Content  string
	Sections []SystemSection // in the order in which they were first set
	Tools    []SystemTool
}

// SystemSection is a named part of the system prompt.
type SystemSection struct{ Name, Text string }

// SystemTool is a tool that the model is told about.
type SystemTool struct {
	Name string
	Raw  json.RawMessage
}

// System replays the context's system messages.
func (p *Projection) System() *SystemState {
	var st SystemState
	var contents []string
	for _, m := range p.Messages() {
		if m.Role != RoleSystem {
			continue
		}
		if text := m.Content.Text("\n"); text != "" {
			contents = append(contents, text)
		}
		st.patchSections(m.Sections)
		st.patchTools(m)
	}
	st.Content = strings.Join(contents, "\n\n")
	return &st
}

// patchSections sets the sections that have a text and removes those that are
// null.
func (st *SystemState) patchSections(raw json.RawMessage) {
	c := jsonscan.New(raw)
	for key := range c.Members() {
		name := string(key)
		text, isText := c.Text()
		at := -1
		for n := range st.Sections {
			if st.Sections[n].Name == name {
				at = n
			}
		}
		switch {
		case isText && at >= 0:
			st.Sections[at].Text = text
		case isText:
			st.Sections = append(st.Sections, SystemSection{Name: name, Text: text})
		case at >= 0:
			st.Sections = append(st.Sections[:at], st.Sections[at+1:]...)
		}
	}
}

func (st *SystemState) patchTools(m *Message) {
	for _, t := range toolList(m.ToolsRemoved) {
		st.dropTool(t.Name)
	}
	for _, t := range toolList(m.ToolsAdded) {
		st.setTool(t)
	}
}

func (st *SystemState) dropTool(name string) {
	for n := range st.Tools {
		if st.Tools[n].Name == name {
			st.Tools = append(st.Tools[:n], st.Tools[n+1:]...)
			return
		}
	}
}

func (st *SystemState) setTool(t SystemTool) {
	for n := range st.Tools {
		if st.Tools[n].Name == t.Name {
			st.Tools[n] = t
			return
		}
	}
	st.Tools = append(st.Tools, t)
}

func toolList(raw json.RawMessage) []SystemTool {
	var list []json.RawMessage
	if !isNull(raw) {
		unmarshal(raw, &list)
	}
	tools := make([]SystemTool, len(list))
	for n, one := range list {
		tools[n] = SystemTool{Name: stringOr(rawFields(one)["name"]), Raw: one}
	}
	return tools
}

// units is the length of the state in code units, as an estimate counts it.
func (st *SystemState) units() int {
	units := jstext.Units(st.Content)
	for _, section := range st.Sections {
		units += jstext.Units(section.Text)
	}
	if len(st.Tools) > 0 {
		units += 2 + len(st.Tools) - 1
		for _, t := range st.Tools {
			units += stringifiedUnits(t.Raw)
		}
	}
	return units
}
