package render

import (
	"fmt"
	"strings"

	"pith/session"
)

// ModelDoc draws the messages as the model is sent them, to the letter, after
// what pi and the layer below it do to them. What is changed, left out or made
// up on the way says so and why.
func ModelDoc(s *session.Session, p *session.Projection, opt DocOptions) Doc {
	d := newDocWriter(opt)
	messages := p.ForModel()
	sent := 0
	for i := range messages {
		if messages[i].Sent() {
			sent++
		}
	}
	facts := Count(sent, "message")
	if n := len(messages) - sent; n > 0 {
		facts += fmt.Sprintf(" · %s not sent", Number(n))
	}
	d.line(spans{{"sent to the model  ", &d.st.Title}, {facts, &d.st.Muted}})
	if p.Model != nil {
		d.line(spans{{CleanLine(p.Model.Provider + "/" + p.Model.ModelID + " · thinking " + p.ThinkingLevel), &d.st.Muted}})
	}
	d.systemState(p.System())
	for i := range messages {
		d.modelMessage(s, &messages[i])
	}
	return d.finish()
}

// systemState adds the system prompt that all system messages come to.
func (d *docWriter) systemState(state *session.SystemState) {
	if state.Content == "" && len(state.Sections) == 0 && len(state.Tools) == 0 {
		d.line(spans{{"no system prompt in the file: pi adds its own", &d.st.Faint}})
		return
	}
	facts := Count(len(state.Tools), "tool")
	if n := len(state.Sections); n > 0 {
		facts = Count(n, "section") + " · " + facts
	}
	d.line(spans{{"system prompt: " + Size(int64(len(state.Content))) + " · " + facts, &d.st.Muted}})
	names := ""
	for i := range state.Tools {
		if i > 0 {
			names += " "
		}
		names += state.Tools[i].Name
	}
	d.field("tools", names)
}

func (d *docWriter) modelMessage(s *session.Session, m *session.ModelMessage) {
	d.blank()
	id := "no entry"
	if m.Entry != session.Root {
		d.anchor(m.Entry)
		id = CleanLine(s.At(m.Entry).ID)
	}
	title := d.roleTitle(m.Message)
	if m.Change != session.Unchanged {
		title = title.add(&d.st.Warning, " · "+string(m.Change))
	}
	d.rule(title, id, Tokens(float64(session.EstimateTokens(m.Message))))
	if m.Why != "" {
		d.paragraph(d.st.Warning, Clean(m.Why))
	}
	if !m.Sent() {
		d.quiet([]*session.Message{m.Message})
		return
	}
	d.literal(m.Message)
}

// literal adds the blocks of a message as they are.
func (d *docWriter) literal(m *session.Message) {
	if m.Role == session.RoleSystem {
		d.system(m)
		return
	}
	if len(m.Content.Blocks) == 0 {
		d.nothing(&m.Content)
	}
	for i := range m.Content.Blocks {
		b := &m.Content.Blocks[i]
		if i > 0 {
			d.blank()
		}
		switch b.Type {
		case session.BlockText:
			if strings.TrimSpace(b.Text) == "" {
				d.line(spans{{"(blank)", &d.st.Faint}})
				continue
			}
			d.block(d.st.Text, b.Text, d.proseLimits())
		case session.BlockToolCall:
			d.callLine(or(CleanLine(b.Name), "tool"))
			d.json(b.Arguments, d.outputLimits())
		default:
			d.messageBlock(b, false)
		}
	}
}
