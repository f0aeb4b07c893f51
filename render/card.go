package render

import (
	"strings"
	"time"

	"charm.land/lipgloss/v2"

	"pith/session"
)

// CardData is what someone wants to know of a session before going back to it.
type CardData struct {
	Name       string
	Cwd        string
	CwdMissing bool
	Home       string // shown as "~" in paths
	Model      string
	Level      string

	Cost                  float64 // in US dollars
	Tokens, ContextTokens float64
	Branches, Messages    int
	Labels, Problems      int

	FirstPrompt, LastPrompt, LastAnswer string
	StopReason                          string   // of the last answer
	Files                               []string // changed, most recent first
	SizeBytes                           int64
	Created, Modified                   time.Time
	Now                                 time.Time // zero: times are shown as dates
}

// Card draws the resume card: lines of at most width columns.
func Card(c CardData, width int, st *Styles) []string {
	d := newDocWriter(DocOptions{Width: width, Styles: st, Now: c.Now, Home: c.Home})
	d.cardTexts("", st.Title, c.Name, 2)
	d.facts(st.Muted, c.place()...)
	if c.CwdMissing {
		d.paragraph(st.Warning, "! the folder is not there any more")
	}
	d.facts(st.Muted, c.size()...)
	d.facts(st.Faint, c.dates()...)
	if c.Problems > 0 {
		d.paragraph(st.Warning, "! "+Count(c.Problems, "problem")+" in the file")
	}
	d.blank()
	d.cardTexts("first", st.Text, c.FirstPrompt, 3)
	if c.LastPrompt != c.FirstPrompt {
		d.cardTexts("last", st.Text, c.LastPrompt, 4)
	}
	d.cardTexts("answer", st.Text, c.LastAnswer, 8)
	switch c.StopReason {
	case "", session.StopNormal, session.StopToolUse:
	default:
		d.cardTexts("ended", st.Warning, c.StopReason, 1)
	}
	d.cardFiles(c.Files)
	return d.finish().Lines
}

func (c *CardData) place() []string {
	cost := ""
	if c.Cost > 0 {
		cost = Cost(c.Cost)
	}
	return []string{Path(CleanLine(c.Cwd), c.Home), c.Model, c.Level, cost}
}

func (c *CardData) size() []string {
	facts := []string{Count(c.Branches, "branch"), Count(c.Messages, "message")}
	if c.ContextTokens > 0 {
		facts = append(facts, "context ~"+Tokens(c.ContextTokens))
	}
	if c.Tokens > 0 {
		facts = append(facts, Tokens(c.Tokens)+" tokens billed")
	}
	if c.Labels > 0 {
		facts = append(facts, "⚑ "+Count(c.Labels, "label"))
	}
	return facts
}

func (c *CardData) dates() []string {
	var facts []string
	add := func(what string, t time.Time) {
		switch {
		case t.IsZero():
		case c.Now.IsZero():
			facts = append(facts, what+" "+t.Format("2006-01-02"))
		default:
			facts = append(facts, what+" "+ago(t, c.Now))
		}
	}
	add("started", c.Created)
	add("last message", c.Modified)
	if c.SizeBytes > 0 {
		facts = append(facts, Size(c.SizeBytes))
	}
	return facts
}

// ago is Age in a sentence.
func ago(then, now time.Time) string {
	if age := Age(then, now); age != "now" && age != "?" {
		return age + " ago"
	}
	return "just now"
}

// facts adds those of the texts that are not empty, as one paragraph.
func (d *docWriter) facts(style lipgloss.Style, texts ...string) {
	var clean []string
	for _, text := range texts {
		if text = CleanLine(text); text != "" {
			clean = append(clean, text)
		}
	}
	if len(clean) > 0 {
		d.paragraph(style, strings.Join(clean, " · "))
	}
}

// cardTexts adds a text of at most so many lines behind its name.
func (d *docWriter) cardTexts(name string, style lipgloss.Style, text string, most int) {
	if text = CleanLine(shorten(text)); text == "" {
		return
	}
	indent := 0
	if name != "" && d.width >= 20 {
		indent = 7
	}
	lines := Wrap(text, max(1, d.width-indent))
	if len(lines) > most {
		lines = lines[:most]
		lines[most-1] = Cut(lines[most-1]+" "+ellipsis, d.width-indent)
	}
	for i, line := range lines {
		if i > 0 {
			name = ""
		}
		var s spans
		if indent > 0 {
			s = s.add(&d.st.Faint, Fit(name, indent))
		}
		d.line(s.add(&style, line))
	}
}

func (d *docWriter) cardFiles(files []string) {
	const most = 8
	if len(files) == 0 {
		return
	}
	d.blank()
	d.line(spans{{Count(len(files), "file") + " changed", &d.st.Faint}})
	for _, file := range files[:min(len(files), most)] {
		d.line(spans{{cutPath(Path(CleanLine(file), d.opt.Home), d.width), &d.st.Muted}})
	}
	if len(files) > most {
		d.line(spans{{"… " + Number(len(files)-most) + " more", &d.st.Faint}})
	}
}
