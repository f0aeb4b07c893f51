package tui

import (
	"errors"
	"os/exec"
	"path/filepath"

	tea "charm.land/bubbletea/v2"

	"pith/session"
	"pith/session/library"
)

// This file holds the commands of resuming.

// resumableMsg brings what there is to know before pi starts.
type resumableMsg struct {
	q       *resuming
	cwd     string // the folder the session works in
	cwdGone bool   // it does not exist
	live    bool   // another program seems to be at work on the session
	launch  launch
	program string // the path of the program
	missing error  // why there is no program
	err     error  // why the session cannot be resumed at all
}

// cameBackMsg tells that pi ended and the terminal is pith's again.
type cameBackMsg struct {
	path    string
	program string
	err     error
}

// forkedHereMsg brings a session that was copied to be resumed.
type forkedHereMsg struct {
	q         *resuming
	path, cwd string
	note      error // the change was made, but not remembered for an undo
}

// checkResumption finds out what stands in the way of starting pi.
func (m *Model) checkResumption(q *resuming) tea.Cmd {
	open, journal, now := m.tree.s, m.opt.Journal, m.opt.Now
	if m.screen != screenSession || m.tree.path != q.Path {
		open = nil
	}
	l := launcher{template: m.opt.Resume}
	r := q.resumption
	return func() tea.Msg {
		msg := resumableMsg{q: q}
		s := open
		if s == nil {
			if s, msg.err = session.Open(r.Path); msg.err != nil {
				return msg
			}
			defer s.Close()
		}
		if r.Cwd == "" {
			r.Cwd = s.Cwd()
		}
		msg.cwd, msg.cwdGone = r.Cwd, r.Cwd != "" && !library.FolderExists(r.Cwd)
		live, err := s.Live(now())
		if err != nil {
			msg.err = err
			return msg
		}
		// A journal that cannot be read makes no more than one question too many.
		ours, _ := journal.Ours(s.File(), s.Size())
		msg.live = live.Grew || live.Recent && !ours
		if msg.launch, msg.err = l.launch(r, s.ID()); msg.err == nil {
			msg.program, msg.missing = findProgram(msg.launch.argv[0])
		}
		return msg
	}
}

// findProgram returns where a program is. It is started in another folder, so
// the path is absolute.
func findProgram(name string) (string, error) {
	path, err := exec.LookPath(name)
	if err != nil {
		if errors.Is(err, exec.ErrNotFound) && filepath.Base(name) == name {
			return "", errors.New(name + " is not on the PATH")
		}
		return "", err
	}
	return filepath.Abs(path)
}

// forkFile copies a session that is not open, with all its branches.
func forkFile(w *session.Writer, path string, to session.Target) (*session.Change, error) {
	s, err := session.Open(path)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	return w.CopyAll(s, to)
}
