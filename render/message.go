package render

import (
	"strings"

	"pith/session"
)

// message adds what a message says, without its role.
func (d *docWriter) message(m *session.Message) {
	switch m.Role {
	case session.RoleSystem:
		d.system(m)
	case session.RoleAssistant:
		d.assistant(m)
	case session.RoleToolResult:
		d.toolResult(m)
	case session.RoleBashExecution:
		d.bash(m)
	case session.RoleBranchSummary, session.RoleCompactionSummary:
		d.markdown(m.Summary, d.proseLimits())
	case session.RoleUser, session.RoleCustom:
		d.content(&m.Content)
	default:
		d.content(&m.Content)
		if len(m.Content.Blocks) == 0 {
			d.json(m.Raw(), d.outputLimits())
		}
	}
}

// content adds the blocks of a message that people wrote.
func (d *docWriter) content(c *session.Content) {
	if len(c.Blocks) == 0 {
		d.nothing(c)
		return
	}
	for i := range c.Blocks {
		d.messageBlock(&c.Blocks[i], i > 0)
	}
}

// nothing says that a message has no content, and which kind of nothing it is.
func (d *docWriter) nothing(c *session.Content) {
	text := "(empty)"
	if !c.Present {
		text = "(no content in the file)"
	}
	d.line(spans{{text, &d.st.Faint}})
}

// messageBlock adds one block of a message.
func (d *docWriter) messageBlock(b *session.Block, apart bool) {
	if apart {
		d.blank()
	}
	switch b.Type {
	case session.BlockText:
		if strings.TrimSpace(b.Text) == "" {
			d.line(spans{{"(blank)", &d.st.Faint}})
			return
		}
		d.markdown(b.Text, d.proseLimits())
	case session.BlockImage:
		d.line(spans{{imageText(b), &d.st.Custom}})
	case session.BlockThinking:
		d.thinking(b)
	case session.BlockToolCall:
		d.toolCall(b)
	default:
		d.line(spans{{"[" + or(CleanLine(b.Type), "block without a type") + ": a block pith does not know]", &d.st.Warning}})
	}
}

func (d *docWriter) thinking(b *session.Block) {
	switch {
	case b.Redacted:
		d.line(spans{{"[thinking: hidden by the provider]", &d.st.Thinking}})
	case strings.TrimSpace(b.Thinking) == "":
		d.line(spans{{"[thinking: empty]", &d.st.Thinking}})
	default:
		d.line(spans{{"[thinking]", &d.st.Thinking}})
		d.block(d.st.Thinking, b.Thinking, d.thinkingLimits())
	}
}

// thinkingLimits keep thinking folded: a few lines say what it is about.
func (d *docWriter) thinkingLimits() limits {
	l := d.outputLimits()
	if !d.expanded() {
		l.lines = max(2, l.lines/4)
	}
	return l
}

func (d *docWriter) assistant(m *session.Message) {
	if len(m.Content.Blocks) == 0 && m.ErrorMessage == "" {
		d.nothing(&m.Content)
	}
	for i := range m.Content.Blocks {
		d.messageBlock(&m.Content.Blocks[i], i > 0)
	}
	switch m.StopReason {
	case session.StopAborted:
		d.line(spans{{"(aborted: the model is not sent this answer)", &d.st.Warning}})
	case session.StopLength:
		d.line(spans{{"(cut off: the answer reached the limit of its length)", &d.st.Warning}})
	case session.StopError:
		d.line(spans{{"(ended with an error: the model is not sent this answer)", &d.st.Error}})
	}
	if m.ErrorMessage != "" {
		d.block(d.st.Error, m.ErrorMessage, d.outputLimits())
	}
}

// system adds a system prompt: its text, its named sections, and the tools
// that it brings or takes away.
func (d *docWriter) system(m *session.Message) {
	if text := m.Content.Text("\n"); text != "" {
		d.block(d.st.System, text, d.outputLimits())
	}
	if !isNullJSON(m.Sections) {
		d.line(spans{{"sections", &d.st.Faint}})
		d.json(m.Sections, d.outputLimits())
	}
	if !isNullJSON(m.ToolsAdded) {
		d.line(spans{{"tools added", &d.st.Faint}})
		d.json(m.ToolsAdded, d.outputLimits())
	}
	if !isNullJSON(m.ToolsRemoved) {
		d.line(spans{{"tools removed", &d.st.Faint}})
		d.json(m.ToolsRemoved, d.outputLimits())
	}
}

// bash adds a command that the user ran, and how it ended.
func (d *docWriter) bash(m *session.Message) {
	d.command(m.Command)
	if m.Output == "" {
		d.line(spans{{"(no output)", &d.st.Faint}})
	} else {
		d.block(d.st.Tool, m.Output, d.outputLimits())
	}
	switch {
	case m.Cancelled:
		d.line(spans{{"(cancelled)", &d.st.Warning}})
	case m.ExitCode != nil && *m.ExitCode != 0:
		d.line(spans{{"exit " + number(*m.ExitCode), &d.st.Error}})
	case m.ExitCode != nil:
		d.line(spans{{"exit 0", &d.st.Faint}})
	}
	if m.Truncated {
		d.field("full", Path(m.FullOutputPath, d.opt.Home))
	}
	if m.ExcludeFromContext {
		d.line(spans{{"(run with !!: the model does not see this)", &d.st.Muted}})
	}
}

// command adds the lines of a shell command behind a "$".
func (d *docWriter) command(text string) {
	l := d.outputLimits()
	head, rest := l.head(strings.TrimRight(text, "\n"))
	lines := (&wrapper{width: d.width}).all("$ "+Clean(head), "  ")
	d.cutLines(d.st.Text, lines, rest, l)
}
