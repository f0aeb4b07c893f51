package session

import "encoding/json"

// Message is one message of a conversation (spec 3, message roles). Which
// fields are filled depends on the role. Raw has every field that the file has.
type Message struct {
	Role    Role    `json:"role"`
	Content Content `json:"content"`

	// system
	Sections     json.RawMessage `json:"sections"`
	ToolsAdded   json.RawMessage `json:"toolsAdded"`
	ToolsRemoved json.RawMessage `json:"toolsRemoved"`

	// assistant
	API           string `json:"api"`
	Provider      string `json:"provider"`
	Model         string `json:"model"`
	ResponseModel string `json:"responseModel"`
	Usage         *Usage `json:"usage"`
	StopReason    string `json:"stopReason"`
	ErrorMessage  string `json:"errorMessage"`

	// toolResult
	ToolCallID string          `json:"toolCallId"`
	ToolName   string          `json:"toolName"`
	Details    json.RawMessage `json:"details"`
	IsError    bool            `json:"isError"`

	// bashExecution
	Command            string   `json:"command"`
	Output             string   `json:"output"`
	ExitCode           *float64 `json:"exitCode"`
	Cancelled          bool     `json:"cancelled"`
	Truncated          bool     `json:"truncated"`
	FullOutputPath     string   `json:"fullOutputPath"`
	ExcludeFromContext bool     `json:"excludeFromContext"`

	// custom
	CustomType string `json:"customType"`
	Display    bool   `json:"display"`

	// branchSummary, compactionSummary
	Summary      string   `json:"summary"`
	FromID       string   `json:"fromId"`
	TokensBefore *float64 `json:"tokensBefore"`

	Timestamp *float64 `json:"timestamp"` // ms since the epoch

	raw json.RawMessage
}

// Usage is what one answer cost (spec 3, usage). Counts are tokens, costs are
// in US dollars.
type Usage struct {
	Input       float64 `json:"input"`
	Output      float64 `json:"output"`
	CacheRead   float64 `json:"cacheRead"`
	CacheWrite  float64 `json:"cacheWrite"`
	TotalTokens float64 `json:"totalTokens"`
	Cost        struct {
		Total float64 `json:"total"`
	} `json:"cost"`
}

// ContextTokens returns how many tokens of context the usage stands for
// (spec 7.6): the provider's own total, or the sum of its parts.
func (u *Usage) ContextTokens() float64 {
	if u.TotalTokens != 0 {
		return u.TotalTokens
	}
	return u.Input + u.Output + u.CacheRead + u.CacheWrite
}

// newMessage decodes a message. raw must be JSON and is kept.
func newMessage(raw json.RawMessage) *Message {
	m := &Message{raw: raw}
	unmarshal(raw, m)
	return m
}

// Raw returns the message as JSON with every field it has in the file.
func (m *Message) Raw() json.RawMessage { return m.raw }

// MarshalJSON gives the message as pi would have it in memory.
func (m *Message) MarshalJSON() ([]byte, error) { return m.raw, nil }

// with returns a copy of the message in which the field has another value.
func (m *Message) with(field string, value json.RawMessage) *Message {
	return newMessage(setField(m.raw, field, value))
}

// withContent returns a copy of the message with another content.
func (m *Message) withContent(content json.RawMessage) *Message {
	return m.with("content", content)
}
