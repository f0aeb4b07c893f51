package render

import "pith/session"

// ContextDoc draws what the model would be sent if the conversation went on
// from a leaf: a header, then a block for every entry that gives something. What
// a context edit changed or left out is shown with what it was.
func ContextDoc(s *session.Session, p *session.Projection, opt DocOptions) Doc {
	d := newDocWriter(opt)
	d.contextHeader(s, p)
	for i := range p.Items {
		if item := &p.Items[i]; len(item.Messages)+len(item.Before) > 0 {
			d.projected(s, item)
		}
	}
	return d.finish()
}

func (d *docWriter) contextHeader(s *session.Session, p *session.Projection) {
	count := 0
	for i := range p.Items {
		count += len(p.Items[i].Messages)
	}
	tokens := p.Tokens()
	size := "~" + Tokens(float64(tokens.Total)) + " tokens"
	if tokens.Counted {
		size = Tokens(float64(tokens.Total)) + " tokens"
	}
	facts := Count(count, "message") + " · " + size
	if cost := branchCost(s, p.Branch); cost > 0 {
		facts += " · " + Cost(cost)
	}
	d.line(spans{{"context here  ", &d.st.Title}, {facts, &d.st.Muted}})
	model := "no model yet"
	if p.Model != nil {
		model = or(CleanLine(p.Model.ModelID), "unknown model")
	}
	d.line(spans{{model + " · thinking " + CleanLine(p.ThinkingLevel), &d.st.Muted}})
	for _, note := range p.Notes {
		d.paragraph(d.st.Warning, "! "+Clean(note))
	}
	if count == 0 {
		d.blank()
		d.line(spans{{"Nothing: the conversation would start from here.", &d.st.Faint}})
	}
}

func branchCost(s *session.Session, branch []int) float64 {
	on := make(map[int]bool, len(branch))
	for _, i := range branch {
		on[i] = true
	}
	totals := s.Totals(func(entry int) bool { return on[entry] })
	return totals.Cost
}

// projected adds the block of one entry of the context.
func (d *docWriter) projected(s *session.Session, item *session.Projected) {
	d.blank()
	d.anchor(item.Entry)
	e := s.At(item.Entry)
	tokens := 0
	for _, m := range item.Messages {
		tokens += session.EstimateTokens(m)
	}
	title := d.contextTitle(e, item)
	d.rule(title, CleanLine(e.ID), Tokens(float64(tokens)))
	switch {
	case item.Edit == session.Root:
		d.messages(item.Messages)
	case len(item.Messages) == 0:
		d.line(spans{{"left out by the context edit " + CleanLine(s.At(item.Edit).ID) + "; it was:", &d.st.Warning}})
		d.quiet(item.Before)
	default:
		d.messages(item.Messages)
		d.line(spans{{"put here by the context edit " + CleanLine(s.At(item.Edit).ID) + " instead of:", &d.st.Warning}})
		d.quiet(item.Before)
	}
}

// messages adds what an entry gives. Few entries give more than one message;
// then each says what it is.
func (d *docWriter) messages(messages []*session.Message) {
	for i, m := range messages {
		if i > 0 {
			d.blank()
		}
		if len(messages) > 1 {
			d.line(append(spans{{"· ", &d.st.Faint}}, d.roleTitle(m)...))
		}
		d.message(m)
	}
}

// quiet adds messages that the model is not sent: without colours, each line
// marked, and shorter.
func (d *docWriter) quiet(messages []*session.Message) {
	inner := newDocWriter(d.opt)
	inner.width = max(1, d.width-2)
	inner.entry = d.entry
	inner.opt.MaxLines = max(1, d.opt.MaxLines/4)
	inner.messages(messages)
	for _, line := range inner.doc.Lines {
		d.line(spans{{"┊ ", &d.st.Faint}, {stripStyles(line), &d.st.Faint}})
	}
}

// contextTitle says what the entry gives to the context.
func (d *docWriter) contextTitle(e *session.Entry, item *session.Projected) spans {
	messages := item.Messages
	if len(messages) == 0 {
		messages = item.Before
	}
	last := messages[len(messages)-1]
	title := d.roleTitle(last)
	if e.Type == session.TypeCompaction {
		title = d.compactionTitle(messages)
	}
	switch {
	case item.Edit == session.Root:
	case len(item.Messages) == 0:
		title = title.add(&d.st.Warning, " · omitted")
	default:
		title = title.add(&d.st.Warning, " · edited")
	}
	return title
}

// compactionTitle says how much a compaction replaced, and how many messages it
// carries behind its summary.
func (d *docWriter) compactionTitle(messages []*session.Message) spans {
	before, kept := "everything before", 0
	for i, m := range messages {
		if m.Role == session.RoleCompactionSummary {
			kept = len(messages) - 1 - i
			if m.TokensBefore != nil {
				before = Tokens(*m.TokensBefore)
			}
			break
		}
	}
	title := spans{{"compacted " + before + " → summary", &d.st.Summary}}
	if kept > 0 {
		title = title.add(&d.st.Muted, " + "+Count(kept, "message")+" kept")
	}
	return title
}

// roleTitle names a message by its role, with what makes it special.
func (d *docWriter) roleTitle(m *session.Message) spans {
	st := d.st
	switch m.Role {
	case session.RoleUser:
		return spans{{"user", &st.User}}
	case session.RoleAssistant:
		return spans{{"assistant", &st.Assistant}}.add(&st.Muted, stopNote(m.StopReason))
	case session.RoleToolResult:
		title := spans{{"result of " + or(CleanLine(m.ToolName), "a tool"), &st.Tool}}
		if m.IsError {
			title = title.add(&st.Error, " · error")
		}
		return title
	case session.RoleBashExecution:
		return spans{{"command of the user", &st.Tool}}
	case session.RoleSystem:
		return spans{{"system", &st.System}}
	case session.RoleCustom:
		return spans{{"extension " + CleanLine(m.CustomType), &st.Custom}}
	case session.RoleBranchSummary:
		return spans{{"branch summary", &st.Summary}}
	case session.RoleCompactionSummary:
		return spans{{"compaction summary", &st.Summary}}
	}
	return spans{{or(CleanLine(string(m.Role)), "message without a role"), &st.Warning}}
}

func stopNote(reason string) string {
	switch reason {
	case "", session.StopNormal, session.StopToolUse:
		return ""
	}
	return " · " + CleanLine(reason)
}
