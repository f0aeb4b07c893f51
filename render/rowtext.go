package render

import (
	"bytes"
	"strconv"
	"strings"

	"pith/session"
)

const (
	// rowUnits is how much of an entry's text a row may show, in UTF-16 code
	// units: more than a terminal is wide.
	rowUnits = 500

	// peekLimit is the size in bytes up to which the line of an entry is
	// decoded for its row. What is larger is an image or an output nearly
	// always; its row says how large it is instead.
	peekLimit = 256 << 10

	// largeEntry is the size in bytes from which on a row says it.
	largeEntry = 1 << 20
)

// RowTextParts is what the row of an entry says, clean and in one line.
type RowTextParts struct {
	Lead    string // what kind of entry it is, as "user: "
	LeadInk Ink
	Text    string
	TextInk Ink
	Marks   []Mark
}

// Plain returns the text without the marks.
func (p *RowTextParts) Plain() string { return p.Lead + p.Text }

// RowText returns what the row of an entry says (spec 5.5). It does not decode
// bodies that are large, so it takes well under a millisecond for any entry.
// home is shown as "~" in paths.
func RowText(s *session.Session, entry int, home string) RowTextParts {
	r := rowTexter{s: s, e: s.At(entry), home: home}
	p := r.parts()
	p.Lead, p.Text = CleanLine(p.Lead), CleanLine(p.Text)
	if p.Lead != "" && p.Text != "" {
		p.Lead += " "
	}
	if r.e.Size >= largeEntry {
		p.Marks = append(p.Marks, Mark{Size(int64(r.e.Size)), InkMuted})
	}
	return p
}

// rowTexter works out the text of one row.
type rowTexter struct {
	s    *session.Session
	e    *session.Entry
	home string
}

func (r *rowTexter) parts() RowTextParts {
	switch r.e.Type {
	case session.TypeMessage:
		return r.message()
	case session.TypeCustomMessage:
		b := r.body()
		text := r.head()
		if text == "" && b.Message != nil {
			text = b.Message.Content.Text("")
		}
		return RowTextParts{Lead: "[" + or(b.CustomType, "custom message") + "]:", LeadInk: InkCustom, Text: or(shorten(text), "(no text)"), Marks: r.images()}
	case session.TypeCompaction:
		b := r.body()
		size := "of unknown size"
		if b.TokensBefore != nil {
			size = Tokens(*b.TokensBefore) + " tokens"
		}
		return RowTextParts{Lead: "[compaction: " + size + "]", LeadInk: InkSummary, Text: shorten(b.Summary), TextInk: InkMuted}
	case session.TypeBranchSummary:
		return RowTextParts{Lead: "[branch summary]:", LeadInk: InkSummary, Text: or(shorten(r.body().Summary), "(empty)")}
	}
	return RowTextParts{Lead: r.setting(), LeadInk: InkSetting}
}

// setting is the text of an entry that is bookkeeping or of no known type.
func (r *rowTexter) setting() string {
	b := r.body()
	switch r.e.Type {
	case session.TypeModelChange:
		return "[model: " + or(b.ModelID, "unknown") + "]"
	case session.TypeThinkingLevel:
		return "[thinking: " + or(b.ThinkingLevel, "unknown") + "]"
	case session.TypeUsage:
		text := "[usage: " + or(b.Kind, "unknown")
		if b.Usage != nil {
			text += " " + Cost(b.Usage.Cost.Total)
		}
		return text + "]"
	case session.TypeLabel:
		return "[label: " + or(strings.TrimSpace(b.Label), "(cleared)") + "]"
	case session.TypeSessionInfo:
		return "[title: " + or(strings.TrimSpace(b.Name), "empty") + "]"
	case session.TypeContextEdit:
		if isNullJSON(b.Replacement) {
			return "[context omit: " + b.TargetID + "]"
		}
		return "[context replace: " + b.TargetID + "]"
	case session.TypeCustom:
		if b.CustomType == session.CustomTypeLeaf {
			return "[the session was continued from here]"
		}
		return "[custom: " + or(b.CustomType, "of no type") + "]"
	case session.TypeLeaf:
		return "[leaf: " + or(b.TargetID, "before the first entry") + "]"
	case session.TypeActiveToolsChange:
		return "[tools changed]"
	case "":
		return "[not an entry: a line that is JSON but no object] " + Size(int64(r.e.Size))
	}
	return "[" + string(r.e.Type) + ": a type pith does not know] " + Size(int64(r.e.Size))
}

func (r *rowTexter) message() RowTextParts {
	switch r.e.Role {
	case session.RoleUser:
		return RowTextParts{Lead: "user:", LeadInk: InkUser, Text: or(r.head(), "(no text)"), Marks: r.images()}
	case session.RoleAssistant:
		return r.assistant()
	case session.RoleToolResult:
		p := RowTextParts{Lead: "[" + r.call() + "]", LeadInk: InkTool, Marks: r.images()}
		if r.e.IsError {
			p.Marks = append(p.Marks, Mark{"error", InkError})
		}
		return p
	case session.RoleBashExecution:
		return r.bash()
	case session.RoleSystem:
		return RowTextParts{Lead: "[system]", LeadInk: InkSystem, Text: r.head(), TextInk: InkFaint}
	case session.RoleCustom:
		return RowTextParts{Lead: "[" + or(r.messageBody().CustomType, "custom") + "]:", LeadInk: InkCustom, Text: or(r.head(), "(no text)"), Marks: r.images()}
	case "":
		return RowTextParts{Lead: "[message without a role]", LeadInk: InkWarning, Text: r.head()}
	}
	return RowTextParts{Lead: "[" + string(r.e.Role) + "]", LeadInk: InkSystem, Text: r.head(), TextInk: InkFaint}
}

func (r *rowTexter) assistant() RowTextParts {
	p := RowTextParts{Lead: "assistant:", LeadInk: InkAssistant, Text: r.head()}
	switch r.e.StopReason {
	case session.StopAborted:
		p.Marks = []Mark{{"aborted", InkWarning}}
	case session.StopError:
		p.Marks = []Mark{{"error", InkError}}
	case session.StopLength:
		p.Marks = []Mark{{"cut off", InkWarning}}
	case "deferred":
		p.Marks = []Mark{{"deferred", InkWarning}}
	}
	if p.Text != "" {
		return p
	}
	m := r.messageBody()
	switch calls := m.Content.ToolCalls(); {
	case r.e.StopReason == session.StopAborted:
		p.Text, p.TextInk = "(aborted)", InkMuted
	case m.ErrorMessage != "":
		p.Text, p.TextInk = shorten(m.ErrorMessage), InkError
	case len(calls) > 0:
		p.Text, p.TextInk = "["+callText(calls[0].Name, calls[0].Arguments, r.home)+"]", InkTool
		if len(calls) > 1 {
			p.Text += " and " + Count(len(calls)-1, "more call")
		}
	case r.e.ToolCalls > 0:
		p.Text, p.TextInk = "("+Count(r.e.ToolCalls, "tool call")+")", InkMuted
	case len(m.Content.Blocks) > 0:
		p.Text, p.TextInk = "(no text)", InkMuted
	default:
		p.Text, p.TextInk = "(no content)", InkMuted
	}
	return p
}

func (r *rowTexter) bash() RowTextParts {
	m := r.messageBody()
	p := RowTextParts{Lead: "[bash]:", LeadInk: InkTool, Text: shorten(m.Command), TextInk: InkMuted}
	switch {
	case m.Role == "":
		p.Text = "(too large for a row)"
	case m.Cancelled:
		p.Marks = append(p.Marks, Mark{"cancelled", InkWarning})
	case m.ExitCode != nil && *m.ExitCode != 0:
		p.Marks = append(p.Marks, Mark{"exit " + strconv.FormatFloat(*m.ExitCode, 'f', -1, 64), InkError})
	}
	if m.ExcludeFromContext {
		p.Marks = append(p.Marks, Mark{"not sent", InkMuted})
	}
	return p
}

// call says what the tool call did whose result the entry is: the arguments
// stand in the assistant message that made it.
func (r *rowTexter) call() string {
	if call := findCall(r.s, r.e.ToolCallID); call != nil {
		return callText(call.Name, call.Arguments, r.home)
	}
	return or(r.messageBody().ToolName, "tool")
}

// head returns the start of the entry's text.
func (r *rowTexter) head() string {
	text, err := r.s.Head(r.e.Index, rowUnits+1)
	if err != nil {
		return "(" + err.Error() + ")"
	}
	return shorten(text)
}

// body returns the entry's body, or an empty one if it is too large to look at
// for a row.
func (r *rowTexter) body() *session.Body {
	if r.e.Size <= peekLimit {
		if b, err := r.s.Body(r.e.Index); err == nil {
			return b
		}
	}
	return &session.Body{}
}

func (r *rowTexter) messageBody() *session.Message {
	if m := r.body().Message; m != nil {
		return m
	}
	return &session.Message{}
}

// images returns the mark of an entry that holds images. An image makes a line
// long, so short lines need no look.
func (r *rowTexter) images() []Mark {
	if r.e.Size < 200 || r.e.Size > 16*peekLimit {
		return nil
	}
	line, err := r.s.Raw(r.e.Index)
	if err != nil {
		return nil
	}
	switch n := bytes.Count(line, []byte(`"type":"image"`)); n {
	case 0:
		return nil
	case 1:
		return []Mark{{"image", InkCustom}}
	default:
		return []Mark{{Count(n, "image"), InkCustom}}
	}
}

// shorten cuts text to what a row can show.
func shorten(text string) string {
	head, whole := firstUnits(text, rowUnits)
	if !whole {
		head += ellipsis
	}
	return head
}

// or returns text, or instead if that is empty.
func or(text, instead string) string {
	if text == "" {
		return instead
	}
	return text
}

func isNullJSON(raw []byte) bool { return len(raw) == 0 || string(raw) == "null" }
