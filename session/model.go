package session

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"pith/session/internal/jstext"
)

// Treatment is what happens to a message on its way from the context to the model
// (spec 7.5).
type Treatment string

// The treatments. The first three are pi's own conversion; the others are made by
// the layer below it for every provider.
const (
	Unchanged  Treatment = ""
	Converted  Treatment = "converted"    // a role of pi's own became a user message
	NotSent    Treatment = "not sent"     // the user or its role keeps it from the model
	DroppedEnd Treatment = "left out"     // an answer that failed or was aborted
	MadeUp     Treatment = "made up"      // a result for a tool call that has none
	Trimmed    Treatment = "trimmed"      // thinking that the model can not take back
	Delayed    Treatment = "moved behind" // a system message between a call and its result
)

// ModelMessage is one message as the model gets it, or one that it does not
// get, with the reason.
type ModelMessage struct {
	Message *Message
	Entry   int // the context entry it comes from, Root if it was made up
	Change  Treatment
	Why     string // in words, "" if unchanged
}

// Sent reports whether the model gets the message.
func (m *ModelMessage) Sent() bool { return m.Change != NotSent && m.Change != DroppedEnd }

// Convert turns the context's messages into the roles that models know, as pi
// does before it hands them to a provider. Messages that are kept from the
// model are in the list too, marked.
func (p *Projection) Convert() []ModelMessage {
	var out []ModelMessage
	for _, item := range p.Items {
		for _, m := range item.Messages {
			converted := convertMessage(m)
			converted.Entry = item.Entry
			out = append(out, converted)
		}
	}
	return out
}

func convertMessage(m *Message) ModelMessage {
	asUser := func(content json.RawMessage, why string) ModelMessage {
		var o objectWriter
		o.text("role", string(RoleUser))
		o.raw("content", content)
		o.raw("timestamp", rawFields(m.raw)["timestamp"])
		return ModelMessage{Message: newMessage(o.bytes()), Change: Converted, Why: why}
	}
	switch m.Role {
	case RoleSystem, RoleUser, RoleAssistant, RoleToolResult:
		return ModelMessage{Message: m}
	case RoleBashExecution:
		if m.ExcludeFromContext {
			return ModelMessage{Message: m, Change: NotSent, Why: "run with !!, which keeps it from the model"}
		}
		return asUser(textBlocks(bashText(m)), "a command of the user's, told as a user message")
	case RoleCustom:
		content := rawFields(m.raw)["content"]
		if m.Content.Plain {
			content = textBlocks(m.Content.Text(""))
		}
		return asUser(content, "a message of the extension "+strconv.Quote(m.CustomType)+", told as a user message")
	case RoleBranchSummary:
		return asUser(textBlocks(branchSummaryIntro+m.Summary+branchSummaryEnd), "a branch summary, told as a user message")
	case RoleCompactionSummary:
		return asUser(textBlocks(compactionIntro+m.Summary+compactionEnd), "a compaction summary, told as a user message")
	}
	return ModelMessage{Message: m, Change: NotSent, Why: fmt.Sprintf("pi knows no role %q", m.Role)}
}

// The texts that pi puts round summaries (spec 7.5). They are data: the model
// reads them, so they must be the same to the letter.
const (
	branchSummaryIntro = "The following is a summary of a branch that this conversation came back from:\n\n<summary>\n"
	branchSummaryEnd   = "</summary>"
	compactionIntro    = "The conversation history before this point was compacted into the following summary:\n\n<summary>\n"
	compactionEnd      = "\n</summary>"
)

// bashText tells the model of a command that the user ran.
func bashText(m *Message) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Ran `%s`\n", m.Command)
	if m.Output == "" {
		b.WriteString("(no output)")
	} else {
		fmt.Fprintf(&b, "```\n%s\n```", m.Output)
	}
	switch {
	case m.Cancelled:
		b.WriteString("\n\n(command cancelled)")
	case m.ExitCode != nil && *m.ExitCode != 0:
		b.WriteString("\n\nCommand exited with code " + strconv.FormatFloat(*m.ExitCode, 'f', -1, 64))
	}
	if m.Truncated && m.FullOutputPath != "" {
		fmt.Fprintf(&b, "\n\n[Output truncated. Full output: %s]", m.FullOutputPath)
	}
	return b.String()
}

func textBlocks(text string) json.RawMessage {
	var o objectWriter
	o.text("type", BlockText)
	o.raw("text", quoteRaw(text))
	return json.RawMessage("[" + string(o.bytes()) + "]")
}

// ForModel returns what the context's model would be sent, after the layer that
// all providers share: answers that failed are left out, calls without a result
// get one, and thinking of another model is taken away (spec 7.5). Messages
// that are not sent are in the list too, marked.
func (p *Projection) ForModel() []ModelMessage {
	l := providerLayer{model: p.Model}
	for _, m := range p.Convert() {
		l.add(m)
	}
	l.close()
	return l.out
}

// providerLayer follows the messages and keeps track of tool calls that wait
// for their result.
type providerLayer struct {
	model   *ModelRef
	out     []ModelMessage
	pending []*Block
	results map[string]bool
	held    []ModelMessage // system messages that came between a call and its result
}

func (l *providerLayer) add(m ModelMessage) {
	if !m.Sent() {
		l.out = append(l.out, m)
		return
	}
	switch m.Message.Role {
	case RoleAssistant:
		l.close()
		l.assistant(m)
	case RoleToolResult:
		if l.results == nil {
			l.results = map[string]bool{}
		}
		l.results[m.Message.ToolCallID] = true
		l.out = append(l.out, m)
	case RoleSystem:
		if len(l.pending) > 0 {
			m.Change, m.Why = Delayed, "it stands between a tool call and its result; the result goes first"
			l.held = append(l.held, m)
			return
		}
		l.out = append(l.out, m)
	default:
		l.close()
		l.out = append(l.out, m)
	}
}

func (l *providerLayer) assistant(m ModelMessage) {
	if m.Message.StopReason == StopError || m.Message.StopReason == StopAborted {
		m.Change, m.Why = DroppedEnd, "the answer ended with "+strconv.Quote(m.Message.StopReason)
		l.out = append(l.out, m)
		return
	}
	if calls := m.Message.Content.ToolCalls(); len(calls) > 0 {
		l.pending, l.results = calls, map[string]bool{}
	}
	l.out = append(l.out, l.trim(m))
}

// trim takes away the thinking that the model would not get back: all of
// another model, and what is empty and unsigned.
func (l *providerLayer) trim(m ModelMessage) ModelMessage {
	same := l.model != nil && m.Message.Provider == l.model.Provider && m.Message.Model == l.model.ModelID
	var keep []json.RawMessage
	dropped := 0
	var raws []json.RawMessage
	unmarshal(rawFields(m.Message.raw)["content"], &raws)
	for n, raw := range raws {
		b := &m.Message.Content.Blocks[n]
		empty := jstext.Blank(b.Thinking) && !b.Redacted && b.ThinkingSignature == ""
		if b.Type == BlockThinking && (!same || empty) {
			dropped++
			continue
		}
		keep = append(keep, raw)
	}
	if dropped == 0 {
		return m
	}
	content, err := json.Marshal(append([]json.RawMessage{}, keep...))
	if err != nil {
		return m // the blocks came out of valid JSON, so this can not be
	}
	m.Message = m.Message.withContent(content)
	m.Change, m.Why = Trimmed, "its thinking is another model's and is not sent back"
	if same {
		m.Why = "its thinking is empty and is not sent back"
	}
	return m
}

// close gives every call that has no result one, and lets go of the system
// messages that waited.
func (l *providerLayer) close() {
	for _, call := range l.pending {
		if l.results[call.ID] {
			continue
		}
		var o objectWriter
		o.text("role", string(RoleToolResult))
		o.text("toolCallId", call.ID)
		o.text("toolName", call.Name)
		o.raw("content", textBlocks("No result provided"))
		o.raw("isError", json.RawMessage("true"))
		l.out = append(l.out, ModelMessage{
			Message: newMessage(o.bytes()), Entry: Root, Change: MadeUp,
			Why: "the file has no result for this tool call, and providers insist on one",
		})
	}
	l.out = append(l.out, l.held...)
	l.pending, l.held = nil, nil
}
