package session

import (
	"fmt"
	"slices"
	"strings"

	"pith/session/internal/jstext"
)

// How much of each thing a draft shows. It is a text to be read and edited, and
// a model reads it with every later message.
const (
	draftGoalUnits    = 600
	draftAnswerUnits  = 1200
	draftLineUnits    = 160
	draftMostRequests = 20
	draftMostCommands = 20
)

// Draft makes a summary of what is left behind without a model: what was
// wanted, what was asked, which commands ran and how they ended, the last
// answer, and what still failed at the end. It is meant to be edited. The files
// are not in it, since Stored adds their lists.
func (a *Abandoned) Draft() (string, error) {
	d := draftSummary{outcome: map[string]int{}}
	for _, i := range a.Entries {
		if a.session.entries[i].Type != TypeMessage {
			continue
		}
		body, err := a.session.Body(i)
		if err != nil {
			return "", err
		}
		if m := a.edited(i, body.Message); m != nil {
			d.add(m)
		}
	}
	if text := d.text(); text != "" {
		return text, nil
	}
	return NothingToSummarize, nil
}

// draftSummary gathers what a draft tells.
type draftSummary struct {
	asked   []string
	answer  string
	calls   []draftCall
	outcome map[string]int // tool call id to its place in calls
	failure string         // the last answer ended with this error
}

// draftCall is a command or a tool call and how it ended.
type draftCall struct {
	what    string // the same for two calls that try the same
	command bool
	ended   bool
	failed  bool
	output  string
}

func (d *draftSummary) add(m *Message) {
	switch m.Role {
	case RoleUser:
		if text := jstext.Trim(m.Content.Text("\n")); text != "" {
			d.asked = append(d.asked, text)
		}
	case RoleAssistant:
		d.addAnswer(m)
	case RoleToolResult:
		if at, ok := d.outcome[m.ToolCallID]; ok {
			c := &d.calls[at]
			c.ended, c.failed, c.output = true, m.IsError, m.Content.Text("\n")
		}
	case RoleBashExecution:
		d.calls = append(d.calls, draftCall{
			what: m.Command, command: true, ended: true, output: m.Output,
			failed: m.Cancelled || m.ExitCode != nil && *m.ExitCode != 0,
		})
	}
}

func (d *draftSummary) addAnswer(m *Message) {
	d.failure = ""
	if m.StopReason == StopError {
		d.failure = m.ErrorMessage
	}
	if text := jstext.Trim(m.Content.Text("\n")); text != "" {
		d.answer = text
	}
	for _, block := range m.Content.ToolCalls() {
		call := draftCall{what: argument(block, "command"), command: true}
		if call.what == "" {
			call = draftCall{what: strings.TrimSpace(block.Name + " " + argument(block, "path"))}
		}
		d.outcome[block.ID] = len(d.calls)
		d.calls = append(d.calls, call)
	}
}

func (d *draftSummary) text() string {
	var sections []string
	section := func(title string, lines ...string) {
		if len(lines) > 0 && lines[0] != "" {
			sections = append(sections, "## "+title+"\n"+strings.Join(lines, "\n"))
		}
	}
	if len(d.asked) > 0 {
		section("Goal", cutText(d.asked[0], draftGoalUnits))
		section("Asked", listed(oneLines(d.asked[1:]), draftMostRequests)...)
	}
	section("Commands", d.commands()...)
	section("Last answer", cutText(d.answer, draftAnswerUnits))
	section("Open errors", d.open()...)
	return strings.Join(sections, "\n\n")
}

// commands lists the commands that ran, the newest ones if there are many.
func (d *draftSummary) commands() []string {
	var lines []string
	for _, c := range d.calls {
		if c.command {
			lines = append(lines, "`"+oneLine(c.what)+"`: "+c.outcomeText())
		}
	}
	return listed(lines, draftMostCommands)
}

func (c *draftCall) outcomeText() string {
	switch {
	case !c.ended:
		return "no result"
	case c.failed:
		return "failed: " + oneLine(ending(c.output))
	}
	return "ok"
}

// open lists what failed and was not done again with success.
func (d *draftSummary) open() []string {
	var lines []string
	seen := map[string]bool{}
	for _, c := range slices.Backward(d.calls) {
		if c.failed && !seen[c.what] {
			lines = append(lines, "`"+oneLine(c.what)+"`: "+oneLine(ending(c.output)))
		}
		seen[c.what] = true
	}
	slices.Reverse(lines)
	if d.failure != "" {
		lines = append(lines, oneLine(d.failure))
	}
	return listed(lines, draftMostCommands)
}

// listed makes list items of the last texts.
func listed(texts []string, most int) []string {
	var lines []string
	if left := len(texts) - most; left > 0 {
		lines = append(lines, fmt.Sprintf("- (%d before)", left))
		texts = texts[left:]
	}
	for _, text := range texts {
		lines = append(lines, "- "+text)
	}
	return lines
}

func oneLines(texts []string) []string {
	lines := make([]string, len(texts))
	for i, text := range texts {
		lines[i] = oneLine(text)
	}
	return lines
}

func oneLine(text string) string {
	return cutText(strings.Join(strings.Fields(text), " "), draftLineUnits)
}

// ending returns the last two lines: that is where commands tell what went
// wrong and how they ended.
func ending(text string) string {
	lines := strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' })
	return strings.Join(lines[max(0, len(lines)-2):], " ")
}

func cutText(text string, units int) string {
	if jstext.Units(text) <= units {
		return text
	}
	return jstext.Prefix(text, units-1) + "…"
}
