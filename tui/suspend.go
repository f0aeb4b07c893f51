package tui

import (
	tea "charm.land/bubbletea/v2"

	"pith/session/library"
)

// madeChange is a change that was made in this run, by what the journal knows
// it by: the file, and its size after it.
type madeChange struct {
	file string
	size int64
}

// matches reports whether the journal's change is this one.
func (c madeChange) matches(d library.Done) bool {
	return d.Undo.File == c.file && d.Undo.Size == c.size
}

// undo takes back the last change of this run: in a session the last one to it,
// in the library what was deleted, then the last one to any session. Where
// there is none, the key does what it does in a shell.
func (m *Model) undo() tea.Cmd {
	if n := len(m.deleted); m.screen == screenLibrary && n > 0 {
		last := m.deleted[n-1]
		m.deleted = m.deleted[:n-1]
		return m.restore(last)
	}
	for i := len(m.made) - 1; i >= 0; i-- {
		c := m.made[i]
		if m.screen == screenSession && c.file != m.tree.path {
			continue
		}
		m.made = append(m.made[:i], m.made[i+1:]...)
		return m.takeBack(c)
	}
	return m.suspend()
}

// suspend stops pith until its shell continues it.
func (m *Model) suspend() tea.Cmd {
	if !m.opt.Suspend {
		m.status.info("There is nothing to take back: pith has changed nothing here in this run.")
		return nil
	}
	return tea.Suspend
}

// made remembers a change for being taken back.
func (m *Model) remember(msg changedMsg) {
	if c := msg.change; c != nil && !msg.takenBack && (len(c.Appended) > 0 || c.Undo.Created) {
		m.made = append(m.made, madeChange{file: c.Undo.File, size: c.Undo.Size})
	}
}
