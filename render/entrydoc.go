package render

import (
	"strings"
	"time"

	"pith/session"
)

// EntryDoc draws one entry in full: what is known of it, then what it says as
// a person reads it.
func EntryDoc(s *session.Session, entry int, opt DocOptions) Doc {
	d := newDocWriter(opt)
	d.rich, d.session = true, s
	d.anchor(entry)
	e := s.At(entry)
	body, err := s.Body(entry)
	if err != nil {
		d.entryTitle(e, nil)
		d.paragraph(d.st.Error, Clean(err.Error()))
		return d.finish()
	}
	d.entryTitle(e, body.Message)
	d.entryFacts(s, e)
	d.bodyFacts(e, body)
	d.blank()
	d.body(s, e, body)
	return d.finish()
}

func (d *docWriter) entryTitle(e *session.Entry, m *session.Message) {
	title := spans{{strings.ReplaceAll(or(CleanLine(string(e.Type)), "a line that is no entry"), "_", " "), &d.st.Title}}
	if m != nil {
		title = d.roleTitle(m)
	}
	d.rule(title, CleanLine(e.ID), Size(int64(e.Size)))
}

// entryFacts adds what the tree knows of the entry.
func (d *docWriter) entryFacts(s *session.Session, e *session.Entry) {
	if label, ok := s.Label(e.Index); ok {
		text := label.Text
		if label.Time != session.NoTime {
			text += "  set " + d.when(time.UnixMilli(label.Time))
		}
		d.field("label", text)
	}
	if t := e.When(); !t.IsZero() {
		d.field("time", d.when(t))
	}
	parent := "none: it is a root"
	if e.ParentID != "" {
		parent = e.ParentID
		if s.Parent(e.Index) == session.Root {
			parent += " (not used: see the problems of the file)"
		}
	}
	d.field("parent", parent)
	children := s.Children(e.Index)
	d.field("place", "line "+Number(e.Line)+" · "+Count(len(children), "child"))
	for _, mark := range problemMarks(s)[e.Index] {
		d.field("problem", mark.Text)
	}
}

// when writes a time and how long ago it was.
func (d *docWriter) when(t time.Time) string {
	if d.opt.Now.IsZero() {
		return t.UTC().Format("2006-01-02 15:04:05")
	}
	return t.In(d.opt.Now.Location()).Format("2006-01-02 15:04:05") + " · " + ago(t, d.opt.Now)
}

// bodyFacts adds the small fields of the entry's body.
func (d *docWriter) bodyFacts(e *session.Entry, b *session.Body) {
	if m := b.Message; m != nil {
		d.messageFacts(m)
		return
	}
	d.field("model", strings.Trim(b.Provider+"/"+or(b.ModelID, b.Model), "/"))
	d.field("level", b.ThinkingLevel)
	d.field("kind", b.Kind)
	d.field("note", b.Note)
	d.field("type", b.CustomType)
	switch e.Type {
	case session.TypeLabel:
		d.field("label", or(b.Label, "(cleared)"))
	case session.TypeSessionInfo:
		d.field("name", or(b.Name, "(cleared)"))
	}
	d.field("target", b.TargetID)
	d.field("from", b.FromID)
	d.field("keeps", onlyIf(b.FirstKeptEntryID != "", "from "+b.FirstKeptEntryID+" on"))
	if b.TokensBefore != nil {
		d.field("before", Tokens(*b.TokensBefore)+" tokens")
	}
	if n := len(b.RetainedTail); n > 0 {
		d.field("tail", Count(n, "message")+" kept")
	}
	d.field("by", onlyIf(b.FromHook, "an extension"))
	d.usage(b.Usage)
}

func (d *docWriter) messageFacts(m *session.Message) {
	model := strings.Trim(m.Provider+"/"+m.Model, "/")
	if m.ResponseModel != "" && m.ResponseModel != m.Model {
		model += " (answered by " + m.ResponseModel + ")"
	}
	d.field("model", model)
	d.field("api", m.API)
	d.field("stop", m.StopReason)
	d.field("call", m.ToolCallID)
	if m.Role == session.RoleToolResult {
		if call := findCall(d.session, m.ToolCallID); call != nil {
			d.field("of", callText(call.Name, call.Arguments, d.opt.Home))
		}
	}
	if m.Role == session.RoleCustom && !m.Display {
		d.field("display", "hidden from the talk on screen, sent to the model")
	}
	d.usage(m.Usage)
}

func (d *docWriter) usage(u *session.Usage) {
	if u == nil {
		return
	}
	parts := []string{"in " + Tokens(u.Input), "out " + Tokens(u.Output)}
	if u.CacheRead+u.CacheWrite > 0 {
		parts = append(parts, "cache read "+Tokens(u.CacheRead), "written "+Tokens(u.CacheWrite))
	}
	if u.Cost.Total != 0 {
		parts = append(parts, Cost(u.Cost.Total))
	}
	d.field("tokens", strings.Join(parts, " · "))
}

// body adds what the entry says.
func (d *docWriter) body(s *session.Session, e *session.Entry, b *session.Body) {
	switch {
	case b.Message != nil:
		d.message(b.Message)
		d.details(b.Message)
	case e.Type == session.TypeCompaction || e.Type == session.TypeBranchSummary:
		d.markdown(b.Summary, d.proseLimits())
		d.rawField("details", b.Details)
	case e.Type == session.TypeContextEdit:
		d.replaced(s, b)
	case e.Type == session.TypeCustom:
		d.rawField("data", b.Data)
	case !e.Type.Known():
		d.line(spans{{"pith does not know this type; the line as it is:", &d.st.Faint}})
		d.rawLine(s, e)
	}
}

// details adds what a tool or an extension noted beside its text.
func (d *docWriter) details(m *session.Message) {
	if m.Role == session.RoleToolResult && m.ToolName == "edit" && !m.IsError {
		return // the diff was shown
	}
	d.rawField("details", m.Details)
}

func (d *docWriter) rawField(name string, raw []byte) {
	if isNullJSON(raw) {
		return
	}
	d.blank()
	d.line(spans{{name, &d.st.Faint}})
	d.json(raw, d.outputLimits())
}

// replaced adds what a context edit does to its target.
func (d *docWriter) replaced(s *session.Session, b *session.Body) {
	if isNullJSON(b.Replacement) {
		d.paragraph(d.st.Warning, "From here on the target is left out of the context.")
	} else {
		d.paragraph(d.st.Warning, "From here on the target has this content:")
		d.json(b.Replacement, d.proseLimits())
	}
	if target, ok := s.Find(b.TargetID); ok {
		text := RowText(s, target, d.opt.Home)
		d.field("it is", text.Plain())
	} else {
		d.field("it is", "not in the file")
	}
}

func (d *docWriter) rawLine(s *session.Session, e *session.Entry) {
	line, err := s.Raw(e.Index)
	if err != nil {
		d.paragraph(d.st.Error, Clean(err.Error()))
		return
	}
	d.json(line, d.proseLimits())
}

// JSONDoc draws the line of an entry as it stands in the file, indented.
func JSONDoc(s *session.Session, entry int, opt DocOptions) Doc {
	d := newDocWriter(opt)
	d.anchor(entry)
	e := s.At(entry)
	d.rule(spans{{"line " + Number(e.Line), &d.st.Title}}, CleanLine(e.ID), Size(int64(e.Size)))
	d.rawLine(s, e)
	return d.finish()
}
