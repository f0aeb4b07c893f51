package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"pith/render"
	"pith/session"
)

// changed shows what came of a change. If the session is open, the screen goes
// on with it as it is now.
func (m *Model) changed(msg changedMsg) tea.Cmd {
	if msg.err != nil {
		m.status.fail(msg.err)
		return nil
	}
	m.status.info(msg.what)
	m.remember(msg)
	if msg.note != nil {
		m.status.warn(msg.note.Error())
	}
	if c := msg.change; c != nil {
		if c.Backup != "" {
			m.status.warn("The file was of an old version; it is kept as " + render.Path(c.Backup, m.opt.Home) + ".")
		}
		if c.Raced {
			m.status.warn("Another program wrote to this session at the same moment; nothing is lost, but look at the branches.")
		}
	}
	m.library.forgetCard(msg.path)
	var cmds []tea.Cmd
	if msg.change != nil && m.tree.s != nil && m.tree.path == msg.path {
		cmds = append(cmds, m.goOnWith(msg.change.Session, msg.title))
		if msg.toLeaf {
			m.selectEntry(m.tree.s.Leaf())
			cmds = append(cmds, m.refreshPreview())
		}
	}
	if m.screen == screenLibrary {
		cmds = append(cmds, m.startListing())
	}
	if msg.next != nil {
		cmds = append(cmds, m.resume(*msg.next))
	}
	return tea.Batch(cmds...)
}

// editLabel asks for the label of the entry under the cursor.
func (m *Model) editLabel() tea.Cmd {
	t := &m.tree
	if t.cursor == session.Root {
		return nil
	}
	at := t.cursor
	old, _ := t.s.Label(at)
	about := []string{render.Cut(render.CleanLine(rowWords(t.text(t.row(), m.opt.Home))), 200)}
	m.askLine("Label (empty takes it away)", about, old.Text, func(m *Model, typed string) tea.Cmd {
		typed = strings.TrimSpace(typed)
		switch {
		case typed == old.Text:
			return nil // nothing changed, so nothing is written
		case typed == "":
			return m.changeOpen("The label is gone.", func(w *session.Writer, s *session.Session) (*session.Change, error) {
				return w.Label(s, at, "")
			})
		}
		return m.changeOpen("The entry is labelled "+typed+".", func(w *session.Writer, s *session.Session) (*session.Change, error) {
			return w.Label(s, at, typed)
		})
	})
	return nil
}

func rowWords(p render.RowTextParts) string { return p.Lead + p.Text }

// changeOpen changes the open session.
func (m *Model) changeOpen(what string, do func(*session.Writer, *session.Session) (*session.Change, error)) tea.Cmd {
	s := m.tree.s
	return m.changeSession(m.tree.path, what, func(w *session.Writer) (*session.Change, error) { return do(w, s) })
}

// editName asks for the name of a session.
func (m *Model) editName(path, old, title string) tea.Cmd {
	m.askLine("Name (empty takes it away)", []string{render.CleanLine(title)}, old, func(m *Model, typed string) tea.Cmd {
		typed = strings.TrimSpace(typed)
		if typed == old {
			return nil
		}
		what := "The session is called " + typed + " now."
		if typed == "" {
			what = "The session has no name now."
		}
		return m.changeSession(path, what, func(w *session.Writer) (*session.Change, error) { return renameFile(w, path, typed) })
	})
	return nil
}
