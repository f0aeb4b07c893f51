package tui

import (
	"os/exec"

	tea "charm.land/bubbletea/v2"

	"pith/render"
	"pith/session"
)

// resumption is how a session is gone on with in pi.
type resumption struct {
	Path   string // of the session's file
	Cwd    string // the folder it works in; "" asks the session itself
	Prompt string // the first message to start pi with, which may be ""
}

// resuming is a resumption on its way. What was found out and what the user was
// asked is held here, until pi can start.
type resuming struct {
	resumption
	back bool // pith stays, and comes back when pi ends

	found             resumableMsg
	here              bool // in the current folder instead of the session's
	liveOK, droppedOK bool // the user was told, and wants to go on
}

// resume goes on with a session in pi, which takes pith's place. With --print
// the path is what pith ends with.
func (m *Model) resume(r resumption) tea.Cmd { return m.startResuming(&resuming{resumption: r}) }

// resumeCurrent goes on with the session that the user is on.
func (m *Model) resumeCurrent(back bool) tea.Cmd {
	q := &resuming{back: back}
	switch row := m.library.current(); {
	case m.screen == screenSession:
		q.resumption = resumption{Path: m.tree.path, Cwd: m.tree.s.Cwd()}
	case row != nil:
		q.resumption = resumption{Path: row.Path, Cwd: row.Cwd}
	default:
		return nil
	}
	return m.startResuming(q)
}

func (m *Model) startResuming(q *resuming) tea.Cmd {
	if m.opt.Print {
		return m.choose(q.resumption)
	}
	m.resuming = q
	return m.checkResumption(q)
}

// resumable takes in what there is to know before pi starts.
func (m *Model) resumable(msg resumableMsg) tea.Cmd {
	q := m.resuming
	if msg.q != q {
		return nil // something else was asked for since
	}
	if msg.err != nil {
		m.status.fail(msg.err)
		return nil
	}
	q.found = msg
	return m.goOnResuming(q)
}

// goOnResuming asks what is still to be asked, one question at a time, and
// starts pi when nothing is.
func (m *Model) goOnResuming(q *resuming) tea.Cmd {
	switch {
	case q.found.missing != nil:
		return m.sayMissing(q)
	case q.found.live && !q.liveOK:
		m.askLive(q)
	case q.found.cwdGone && !q.here:
		m.askFolder(q)
	case q.found.launch.dropped != "" && !q.droppedOK:
		m.askDropped(q)
	default:
		return m.launch(q)
	}
	return nil
}

// dir returns the folder that pi starts in.
func (m *Model) dir(q *resuming) string {
	if q.here || q.found.cwd == "" {
		return m.here()
	}
	return q.found.cwd
}

// here returns the folder that pith was started in.
func (m *Model) here() string { return m.opt.Library.Target("").Cwd }

// launch starts pi: in pith's place, or beside it until it ends.
func (m *Model) launch(q *resuming) tea.Cmd {
	m.resuming = nil
	cmd := exec.Command(q.found.program, q.found.launch.argv[1:]...)
	cmd.Args[0], cmd.Dir = q.found.launch.argv[0], m.dir(q)
	if q.back {
		return tea.ExecProcess(cmd, func(err error) tea.Msg { return cameBackMsg{path: q.Path, program: cmd.Args[0], err: err} })
	}
	m.handover = cmd
	return tea.Quit
}

// Handover returns the program that is to take pith's place after the screen is
// gone, or nil.
func (m *Model) Handover() *exec.Cmd { return m.handover }

// cameBack looks again at what pi may have changed while it had the terminal.
func (m *Model) cameBack(msg cameBackMsg) tea.Cmd {
	if msg.err != nil {
		m.status.warn(render.CleanLine(msg.program) + " ended: " + msg.err.Error())
	}
	m.library.forgetCard(msg.path)
	return tea.Batch(m.pollSession(), m.startListing())
}

// sayMissing tells that there is no pi, and gives the command to the user's own
// hands.
func (m *Model) sayMissing(q *resuming) tea.Cmd {
	m.resuming = nil
	line := q.found.launch.shellLine(m.dir(q))
	m.ask("The program "+render.CleanLine(q.found.launch.argv[0])+" cannot be started",
		[]string{
			render.CleanLine(q.found.missing.Error()) + ". Install pi, or name another command in PITH_RESUME.",
			"This goes on with the session, and is in the clipboard if the terminal lets it in:",
			render.CleanLine(line),
		},
		choice{label: "Close", do: func(*Model) tea.Cmd { return nil }})
	return tea.SetClipboard(line)
}

func (m *Model) askLive(q *resuming) {
	m.ask("Is pi running on this session?",
		[]string{"Its file was written to seconds ago, and not by pith. Two at work on one session end up on two branches."},
		choice{key: "r", label: "Resume it all the same", do: func(m *Model) tea.Cmd {
			q.liveOK = true
			return m.goOnResuming(q)
		}},
		m.noResume())
}

func (m *Model) askFolder(q *resuming) {
	here := render.Path(render.CleanLine(m.here()), m.opt.Home)
	note := ""
	if m.opt.Resume == "" {
		note = "pi asks again, each time"
	}
	m.ask("The session's folder is gone",
		[]string{render.Path(render.CleanLine(q.found.cwd), m.opt.Home) + " does not exist. pi can work in " + here + " instead."},
		choice{key: "c", label: "Continue here", note: note, do: func(m *Model) tea.Cmd {
			q.here = true
			return m.goOnResuming(q)
		}},
		choice{key: "f", label: "Fork into here", note: "a new session; this one stays as it is", do: func(m *Model) tea.Cmd {
			return m.forkHere(q)
		}},
		m.noResume())
}

func (m *Model) askDropped(q *resuming) {
	m.ask("The message cannot be given to pi",
		[]string{
			"The message that pi was to start with cannot be in its command line: " + q.found.launch.dropped + ".",
			"It can go to the clipboard, if the terminal lets it in, to be pasted in pi.",
		},
		choice{key: "r", label: "Copy the message and resume", do: func(m *Model) tea.Cmd {
			q.droppedOK = true
			return tea.Sequence(tea.SetClipboard(q.Prompt), m.goOnResuming(q))
		}},
		m.noResume())
}

// noResume is the choice to leave everything as it is.
func (m *Model) noResume() choice {
	return choice{label: "Cancel", do: func(m *Model) tea.Cmd {
		m.resuming = nil
		return nil
	}}
}

// forkHere copies a session whose folder is gone to the current one, and goes on
// with the copy.
func (m *Model) forkHere(q *resuming) tea.Cmd {
	lib, here := m.opt.Library, m.here()
	fork := m.changeSession(q.Path, "The session was forked into "+render.Path(here, m.opt.Home)+".", func(w *session.Writer) (*session.Change, error) {
		return forkFile(w, q.Path, lib.Target(here))
	})
	return func() tea.Msg {
		msg, ok := fork().(changedMsg)
		if !ok || msg.err != nil {
			return msg
		}
		made := msg.change.Session
		return forkedHereMsg{q: q, path: made.File(), cwd: here, note: msg.note}
	}
}

// forkedHere goes on with the session that forkHere made.
func (m *Model) forkedHere(msg forkedHereMsg) tea.Cmd {
	if msg.note != nil {
		m.status.warn(msg.note.Error())
	}
	list := m.startListing()
	if m.resuming != msg.q {
		return list
	}
	q := &resuming{resumption: resumption{Path: msg.path, Cwd: msg.cwd, Prompt: msg.q.Prompt}, back: msg.q.back, liveOK: true}
	return tea.Batch(list, m.startResuming(q))
}

// choose ends pith with a session as what was chosen. A message that was to go
// with it is not lost.
func (m *Model) choose(r resumption) tea.Cmd {
	m.chosen = r.Path
	if r.Prompt == "" {
		return tea.Quit
	}
	return tea.Sequence(tea.SetClipboard(r.Prompt), tea.Quit)
}

// Chosen returns the path of the session that was chosen to be printed, or "".
func (m *Model) Chosen() string { return m.chosen }
