package session

import "encoding/json"

// The messages that are made from entries when a context is built (spec 7.3).
// Their fields are in the order in which pi makes them.

// customMessage makes a message of a custom_message entry.
func customMessage(e *Entry, line []byte) *Message {
	f := rawFields(line)
	content := f["content"]
	if isNull(content) {
		content = json.RawMessage("[]")
	}
	var o objectWriter
	o.text("role", string(RoleCustom))
	o.raw("customType", f["customType"])
	o.raw("content", content)
	o.raw("display", f["display"])
	o.raw("details", f["details"])
	o.raw("timestamp", millis(e.Time))
	return newMessage(o.bytes())
}

// summaryMessage makes a message of a branch_summary or compaction entry.
func summaryMessage(e *Entry, line []byte) *Message {
	f := rawFields(line)
	role, detail := RoleBranchSummary, "fromId"
	if e.Type == TypeCompaction {
		role, detail = RoleCompactionSummary, "tokensBefore"
	}
	var o objectWriter
	o.text("role", string(role))
	o.raw("summary", f["summary"])
	o.raw(detail, f[detail])
	o.raw("timestamp", millis(e.Time))
	return newMessage(o.bytes())
}

// withoutNull gives a message whose content is missing or null the empty
// content that pi gives it.
func withoutNull(m *Message) *Message {
	if m.Content.Present {
		return m
	}
	switch m.Role {
	case RoleSystem:
		return m.withContent(json.RawMessage(`""`))
	case RoleUser, RoleAssistant, RoleToolResult:
		return m.withContent(json.RawMessage("[]"))
	}
	return m
}

func isNull(raw json.RawMessage) bool { return len(raw) == 0 || string(raw) == "null" }
