package tui

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"pith/render"
	"pith/session"
)

// branching is a move of the leaf on its way. What was found out and what the
// user said so far is held here; nothing is written before the last answer.
type branching struct {
	s  *session.Session
	at int // the entry that was chosen

	found   branchableMsg
	summary string // of what is left behind, or ""
	label   string
	resume  bool // pi takes over when the leaf is there
}

// branchHere begins a branch at the entry under the cursor.
func (m *Model) branchHere() tea.Cmd {
	if m.tree.cursor == session.Root {
		return nil
	}
	m.branching = &branching{s: m.tree.s, at: m.tree.cursor}
	return m.checkBranch(m.branching)
}

// branchable takes in what a branch would leave behind.
func (m *Model) branchable(msg branchableMsg) tea.Cmd {
	q := m.branching
	if msg.q != q {
		return nil // something else was asked for since
	}
	if msg.err != nil {
		m.branching = nil
		m.status.fail(msg.err)
		return nil
	}
	q.found = msg
	if msg.leaf == q.s.Leaf() && msg.text == "" {
		m.branching = nil
		m.status.info("The session goes on from here already. r resumes it in pi.")
		return nil
	}
	m.askBranch(q)
	return nil
}

// askBranch asks what becomes of what is left behind.
func (m *Model) askBranch(q *branching) {
	label := q.label
	if label == "" {
		label = "none"
	}
	var choices []choice
	if len(q.found.left.Messages) == 0 || m.opt.Library.Settings.SkipSummaryPrompt {
		choices = append(choices, choice{key: "b", label: "Branch here", do: func(m *Model) tea.Cmd { return m.branchText(q) }})
	} else {
		choices = append(choices,
			choice{key: "n", label: "No summary", note: "branch here at once", do: func(m *Model) tea.Cmd { return m.branchText(q) }},
			choice{key: "d", label: "Draft a summary", note: "from the branch, for you to edit", do: func(m *Model) tea.Cmd { return m.draftSummary(q, q.found.draft) }})
		if m.opt.Summarizer != "" {
			choices = append(choices, choice{
				key: "a", label: "Ask a program for a summary", note: render.CleanLine(m.opt.Summarizer),
				do: func(m *Model) tea.Cmd { return m.askFocus(q) },
			})
		}
	}
	choices = append(choices,
		choice{key: "l", label: "Label: " + render.CleanLine(label), note: "for finding the place again", do: func(m *Model) tea.Cmd { return m.branchLabel(q) }},
		choice{label: "Cancel", do: func(m *Model) tea.Cmd { return m.noBranch() }})
	m.ask("Branch here", m.aboutBranch(q), choices...).back = (*Model).noBranch
}

// noBranch leaves everything as it is.
func (m *Model) noBranch() tea.Cmd {
	m.branching = nil
	return nil
}

// aboutBranch says where the leaf will be and what is left behind.
func (m *Model) aboutBranch(q *branching) []string {
	about := []string{m.whereTo(q)}
	if left := q.found.left; len(left.Messages) == 0 {
		about = append(about, "Nothing is left behind: the leaf only moves further on.")
	} else {
		parts := []string{render.Count(q.found.totals.Messages, "message")}
		if n := len(left.ModifiedFiles); n > 0 {
			parts = append(parts, render.Count(n, "file")+" changed")
		}
		if q.found.totals.Cost > 0 {
			parts = append(parts, render.Cost(q.found.totals.Cost))
		}
		about = append(about, "Left behind, but kept in the tree: "+strings.Join(parts, ", ")+".")
	}
	if q.found.live {
		about = append(about, "! pi seems to be at work on this session. It will not see the branch before it opens the session again.")
	}
	return about
}

// whereTo says where the leaf will be.
func (m *Model) whereTo(q *branching) string {
	words := render.Cut(q.found.words, 120)
	switch {
	case q.found.text == "" && q.found.leaf == q.at:
		return "The session will go on after: " + words
	case q.found.leaf == session.Root:
		return "The session will start anew, before: " + words
	}
	return "The session will go on before this message, for you to write it anew: " + words
}

// branchLabel asks for a label and comes back to the question.
func (m *Model) branchLabel(q *branching) tea.Cmd {
	d := m.askLine("Label of the branch (empty for none)", []string{m.whereTo(q)}, q.label, func(m *Model, typed string) tea.Cmd {
		q.label = strings.TrimSpace(typed)
		m.askBranch(q)
		return nil
	})
	d.back = m.backToBranch(q)
	return nil
}

// backToBranch returns what esc does in a later question: it asks the first one
// again.
func (m *Model) backToBranch(q *branching) func(*Model) tea.Cmd {
	return func(m *Model) tea.Cmd {
		m.askBranch(q)
		return nil
	}
}

// draftSummary offers a summary for editing.
func (m *Model) draftSummary(q *branching, draft string) tea.Cmd {
	take := func(resume bool) func(m *Model, typed string) tea.Cmd {
		return func(m *Model, typed string) tea.Cmd {
			q.summary, q.resume = strings.TrimSpace(typed), resume
			return m.branchText(q)
		}
	}
	about := fmt.Sprintf("What the model is told of the %s that are left behind; pi's own words and the lists of files are put around it.",
		render.Count(q.found.totals.Messages, "message"))
	m.askText("Summary", []string{about}, draft, take(false), take(true)).back = m.backToBranch(q)
	return nil
}

// branchText offers the text of a message that is to be written anew, if it is
// one, and then moves the leaf.
func (m *Model) branchText(q *branching) tea.Cmd {
	if q.found.text == "" {
		return m.moveLeaf(q, "")
	}
	d := m.askText("Your message", []string{"Resume starts pi with this text on the new branch. Take it only moves the leaf, and copies the text if you changed it."}, q.found.text,
		func(m *Model, typed string) tea.Cmd {
			q.resume = false
			move := m.moveLeaf(q, "")
			if typed == q.found.text {
				return move
			}
			return tea.Batch(move, tea.SetClipboard(typed))
		},
		func(m *Model, typed string) tea.Cmd {
			q.resume = true
			return m.moveLeaf(q, strings.TrimSpace(typed))
		})
	d.back = m.backToBranch(q)
	return nil
}

// moveLeaf moves the leaf, and goes on in pi if that was asked for.
func (m *Model) moveLeaf(q *branching, prompt string) tea.Cmd {
	m.branching = nil
	move := session.Move{To: q.found.leaf, Label: q.label, Labeled: q.at}
	if q.summary != "" {
		move.Summary = q.found.left.Stored(q.summary)
	}
	what := "The session goes on from here now. ^z takes it back, r resumes in pi."
	change := m.changeSession(m.tree.path, what, func(w *session.Writer) (*session.Change, error) { return w.Move(q.s, move) })
	var next *resumption
	if q.resume {
		next = &resumption{Path: m.tree.path, Cwd: q.s.Cwd(), Prompt: prompt}
	}
	return func() tea.Msg {
		msg, ok := change().(changedMsg)
		if !ok {
			return nil
		}
		msg.toLeaf, msg.next = true, next
		return msg
	}
}
