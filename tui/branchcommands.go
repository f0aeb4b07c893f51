package tui

import (
	"errors"
	"fmt"
	"os/exec"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/google/shlex"

	"pith/render"
	"pith/session"
	"pith/tui/handover"
)

// This file holds the commands of branching.

// branchableMsg brings what there is to know before the leaf moves.
type branchableMsg struct {
	q      *branching
	words  string // the chosen entry, in a few words
	leaf   int    // where the leaf goes
	text   string // of the message that is to be written anew, or ""
	left   *session.Abandoned
	totals session.Totals // of what is left behind
	draft  string         // a summary of it
	live   bool           // another program seems to be at work on the session
	err    error
}

// checkBranch finds out where a branch leads and what it leaves behind.
func (m *Model) checkBranch(q *branching) tea.Cmd {
	now, journal, home := m.opt.Now, m.opt.Journal, m.opt.Home
	return func() tea.Msg {
		msg := branchableMsg{q: q, words: rowWords(render.RowText(q.s, q.at, home))}
		if msg.leaf, msg.text, msg.err = q.s.BranchPoint(q.at); msg.err != nil {
			return msg
		}
		if msg.left, msg.err = q.s.Abandoned(q.s.Leaf(), q.at, 0); msg.err != nil {
			return msg
		}
		gone := map[int]bool{}
		for _, i := range msg.left.Entries {
			gone[i] = true
		}
		msg.totals = q.s.Totals(func(entry int) bool { return gone[entry] })
		if msg.draft, msg.err = msg.left.Draft(); msg.err != nil {
			return msg
		}
		live, err := q.s.Live(now())
		ours, _ := journal.Ours(q.s.File(), q.s.Size())
		msg.live = err == nil && (live.Grew || live.Recent && !ours)
		return msg
	}
}

// editorReadyMsg brings an editor that can start, and the file it edits.
type editorReadyMsg struct {
	dialog *dialogPane
	cmd    *exec.Cmd
	file   string
	err    error
}

// editedMsg brings a text back from an editor.
type editedMsg struct {
	dialog *dialogPane
	text   string
	err    error
}

// errNoEditor tells what there must be for an editor to start.
var errNoEditor = errors.New("no editor is set: set externalEditor in pi's settings, or $VISUAL or $EDITOR")

// editOutside gives the text of a dialog to the user's editor: the one of pi's
// settings first, then $VISUAL, then $EDITOR, as pi has it.
func (m *Model) editOutside(d *dialogPane) tea.Cmd {
	if d.text == nil {
		return nil
	}
	text, lines := d.text.Value(), append([]string{m.opt.Library.Settings.ExternalEditor}, m.opt.Editors...)
	return func() tea.Msg {
		msg := editorReadyMsg{dialog: d}
		msg.cmd, msg.file, msg.err = editorFor(lines, text)
		return msg
	}
}

// editorFor makes the command of the first editor that is set, for a new file
// that holds text.
func editorFor(lines []string, text string) (*exec.Cmd, string, error) {
	for _, line := range lines {
		if strings.TrimSpace(line) == "" {
			continue
		}
		words, err := shlex.Split(line)
		if err != nil || len(words) == 0 {
			return nil, "", fmt.Errorf("the editor %q is no command line: %w", line, err)
		}
		file, err := handover.WriteScratch(text)
		if err != nil {
			return nil, "", err
		}
		return exec.Command(words[0], append(words[1:], file)...), file, nil
	}
	return nil, "", errNoEditor
}

// editorReady gives the terminal to the editor.
func (m *Model) editorReady(msg editorReadyMsg) tea.Cmd {
	if msg.err != nil {
		m.status.fail(msg.err)
		return nil
	}
	return tea.ExecProcess(msg.cmd, func(err error) tea.Msg {
		back := editedMsg{dialog: msg.dialog}
		text, readErr := handover.TakeScratch(msg.file)
		back.text, back.err = strings.TrimRight(text, "\n"), readErr
		if err != nil {
			back.err = fmt.Errorf("the editor %s ended with an error, so the text is as it was: %w", msg.cmd.Path, err)
		}
		return back
	})
}

// edited takes in a text that was edited outside.
func (m *Model) edited(msg editedMsg) tea.Cmd {
	switch {
	case msg.err != nil:
		m.status.fail(msg.err)
	case m.dialog == msg.dialog && msg.dialog.text != nil:
		m.dialog.text.SetValue(render.Clean(msg.text))
		m.dialog.text.MoveToBegin()
	}
	return nil
}
