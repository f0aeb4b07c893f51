package session

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"unicode/utf16"
)

// branchSummaryPreamble starts the text of every branch summary that pi stores.
// It is data: the model reads it, so it must be the same to the letter (spec 6).
const branchSummaryPreamble = "The user explored a different conversation branch before returning here.\nSummary of that exploration:\n\n"

// NothingToSummarize is what pi stores when the branch says nothing (spec 6).
const NothingToSummarize = "No content to summarize"

// Stored returns the branch_summary that keeps a summary of the branch as pi
// stores its own: with its preamble, and with the files that were touched.
func (a *Abandoned) Stored(text string) *BranchSummary {
	own := false
	return &BranchSummary{
		Summary:  branchSummaryPreamble + text + fileBlock("read-files", a.ReadFiles) + fileBlock("modified-files", a.ModifiedFiles),
		Details:  a.details(),
		FromHook: &own,
	}
}

func fileBlock(tag string, files []string) string {
	if len(files) == 0 {
		return ""
	}
	return "\n\n<" + tag + ">\n" + strings.Join(files, "\n") + "\n</" + tag + ">"
}

func (a *Abandoned) details() json.RawMessage {
	var o objectWriter
	o.raw("readFiles", stringList(a.ReadFiles))
	o.raw("modifiedFiles", stringList(a.ModifiedFiles))
	return o.bytes()
}

func stringList(texts []string) json.RawMessage {
	raws := make([]json.RawMessage, len(texts))
	for i, text := range texts {
		raws[i] = quoteRaw(text)
	}
	return list(raws)
}

// sortedAsJS returns the names of a set in the order of their UTF-16 code
// units, as JavaScript's sort has it.
func sortedAsJS(set map[string]bool) []string {
	return slices.SortedFunc(maps.Keys(set), func(a, b string) int {
		return slices.Compare(utf16.Encode([]rune(a)), utf16.Encode([]rune(b)))
	})
}

// Conversation writes the messages as one text for whoever summarises them, so
// that a model takes them for what was said and not for its own talk to go on
// with (spec 6).
func (a *Abandoned) Conversation() string {
	var parts []string
	for _, m := range a.Messages {
		converted := convertMessage(m)
		if converted.Sent() {
			parts = append(parts, spoken(converted.Message)...)
		}
	}
	return strings.Join(parts, "\n\n")
}

// spoken returns the parts of the conversation that a message makes.
func spoken(m *Message) (parts []string) {
	switch m.Role {
	case RoleUser:
		if text := m.Content.Text(""); text != "" {
			parts = append(parts, "[User]: "+text)
		}
	case RoleAssistant:
		if hasTextBlock(m) {
			parts = append(parts, "[Assistant]: "+m.Content.Text("\n"))
		}
		if calls := m.Content.ToolCalls(); len(calls) > 0 {
			parts = append(parts, "[Assistant tool calls]: "+spokenCalls(calls))
		}
	}
	return parts
}

func hasTextBlock(m *Message) bool {
	return slices.ContainsFunc(m.Content.Blocks, func(b Block) bool { return b.Type == BlockText })
}

func spokenCalls(calls []*Block) string {
	texts := make([]string, len(calls))
	for i, call := range calls {
		var args []string
		for _, m := range members(call.Arguments) {
			args = append(args, m.name+"="+stringified(m.value))
		}
		texts[i] = call.Name + "(" + strings.Join(args, ", ") + ")"
	}
	return strings.Join(texts, "; ")
}
