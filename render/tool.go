package render

import (
	"encoding/json"
	"strings"

	"pith/session"
)

// toolCall adds a tool call as a person reads it.
func (d *docWriter) toolCall(b *session.Block) {
	a := parseArguments(b.Arguments)
	l := d.outputLimits()
	switch b.Name {
	case "bash":
		d.callLine("bash")
		d.command(a.text("command"))
	case "write":
		d.callLine(a.callText(b.Name, b.Arguments, d.opt.Home))
		d.code(a.text("content"), d.lang(a.path("")), l)
	case "edit":
		d.callLine(a.callText(b.Name, b.Arguments, d.opt.Home))
		d.edits(a, l)
	case "read", "grep", "find", "ls":
		d.callLine(a.callText(b.Name, b.Arguments, d.opt.Home))
	default:
		d.callLine(or(CleanLine(b.Name), "tool"))
		d.json(b.Arguments, l)
	}
}

// callLine adds the line a tool call starts with.
func (d *docWriter) callLine(text string) {
	d.line(spans{{"▸ ", &d.st.Accent}, {text, &d.st.Call}})
}

// lang returns the language that code of a file is coloured as: none in a pane
// that shows text as it is.
func (d *docWriter) lang(path string) string {
	if !d.rich {
		return ""
	}
	return languageOf(path)
}

// edits adds the replacements that an edit asks for as a diff. Older files have
// one of them, without a list.
func (d *docWriter) edits(a arguments, l limits) {
	type edit struct{ OldText, NewText string }
	list := []edit{{a.text("oldText"), a.text("newText")}}
	if raw := a["edits"]; !isNullJSON(raw) {
		list = nil
		if json.Unmarshal(raw, &list) != nil {
			d.json(raw, l)
			return
		}
	}
	for i, e := range list {
		if i > 0 {
			d.line(spans{{"...", &d.st.Hunk}})
		}
		before, restBefore := l.head(e.OldText)
		after, restAfter := l.head(e.NewText)
		d.diff(replacement(before, after), limits{2 * l.lines, 2 * l.bytes})
		if rest := restBefore + restAfter; rest != "" {
			d.more(0, rest)
		}
	}
}

// toolResult adds what a tool gave back. The call stands above it, in the
// message of the assistant.
func (d *docWriter) toolResult(m *session.Message) {
	if diff := parseArguments(m.Details).text("diff"); m.ToolName == "edit" && diff != "" && !m.IsError {
		d.diff(diff, d.outputLimits())
		return
	}
	if len(m.Content.Blocks) == 0 {
		d.nothing(&m.Content)
	}
	for i := range m.Content.Blocks {
		switch b := &m.Content.Blocks[i]; b.Type {
		case session.BlockText:
			if strings.TrimSpace(b.Text) == "" {
				d.line(spans{{"(blank)", &d.st.Faint}})
				continue
			}
			d.resultText(m, b.Text)
		default:
			d.messageBlock(b, false)
		}
	}
}

func (d *docWriter) resultText(m *session.Message, text string) {
	l := d.outputLimits()
	if lang := d.resultLanguage(m); lang != "" {
		d.code(text, lang, l)
		return
	}
	style := d.st.Tool
	if m.IsError {
		style = d.st.Error
	}
	d.block(style, text, l)
	if _, rest := l.head(text); rest != "" && m.ToolName == "bash" {
		if line := exitLine(text); line != "" {
			d.line(spans{{CleanLine(line), &d.st.Error}})
		}
	}
}

// resultLanguage returns the language to colour a result as. Only reading a
// file gives code, and which file that was stands in the call.
func (d *docWriter) resultLanguage(m *session.Message) string {
	if !d.rich || m.IsError || m.ToolName != "read" {
		return ""
	}
	call := findCall(d.session, m.ToolCallID)
	if call == nil {
		return ""
	}
	return languageOf(parseArguments(call.Arguments).path(""))
}

// findCall returns the tool call with the id, or nil if no message in the file
// made it or that message is too large to look at.
func findCall(s *session.Session, id string) *session.Block {
	at, ok := s.CallOf(id)
	if !ok || s.At(at).Size > peekLimit {
		return nil
	}
	body, err := s.Body(at)
	if err != nil || body.Message == nil {
		return nil
	}
	for _, call := range body.Message.Content.ToolCalls() {
		if call.ID == id {
			return call
		}
	}
	return nil
}

// exitLine returns the line in which pi's shell tool says at the end of an
// output how the command ended, or "" if all went well.
func exitLine(output string) string {
	tail := strings.TrimRight(output[max(0, len(output)-100):], "\n ")
	last := tail[strings.LastIndexByte(tail, '\n')+1:]
	if strings.HasPrefix(last, "Command exited with code ") {
		return last
	}
	return ""
}
