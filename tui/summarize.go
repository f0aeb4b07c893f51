package tui

import (
	"context"
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"pith/render"
)

// summarizing is a program at work on a summary. Esc ends it.
type summarizing struct {
	q      *branching
	focus  string // what the summary is to dwell on, or ""
	ctx    context.Context
	cancel context.CancelFunc
}

// askFocus asks what the summary is to dwell on.
func (m *Model) askFocus(q *branching) tea.Cmd {
	about := []string{"What should the summary dwell on? Nothing typed leaves that to the program."}
	d := m.askLine("Ask "+render.CleanLine(m.opt.Summarizer), about, "", func(m *Model, typed string) tea.Cmd {
		return m.startSummarizing(q, strings.TrimSpace(typed))
	})
	d.back = m.backToBranch(q)
	return nil
}

// startSummarizing starts the program, and shows that it is at work.
func (m *Model) startSummarizing(q *branching, focus string) tea.Cmd {
	ctx, cancel := context.WithTimeout(context.Background(), summarizerLimit)
	run := &summarizing{q: q, focus: focus, ctx: ctx, cancel: cancel}
	m.summarizing = run
	stop := func(m *Model) tea.Cmd {
		cancel()
		m.summarizing = nil
		m.askBranch(q)
		return nil
	}
	m.ask("Waiting for a summary",
		[]string{fmt.Sprintf("%s reads the %s that are left behind. It has %s.",
			render.CleanLine(m.opt.Summarizer), render.Count(q.found.totals.Messages, "message"), summarizerLimit)},
		choice{label: "Stop it", do: stop}).back = stop
	return m.runSummarizer(run)
}

// summarized offers what the program wrote for editing.
func (m *Model) summarized(msg summarizedMsg) tea.Cmd {
	if msg.run != m.summarizing {
		return nil // it was stopped
	}
	m.summarizing = nil
	msg.run.cancel()
	if msg.err != nil {
		m.status.fail(msg.err)
		m.askBranch(msg.run.q)
		return nil
	}
	return m.draftSummary(msg.run.q, msg.text)
}
