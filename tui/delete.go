package tui

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"pith/render"
)

// askDelete asks whether the session under the cursor is to go, and says what
// goes with it.
func (m *Model) askDelete() {
	p := &m.library
	i := p.rowOf(p.cursor)
	if i < 0 {
		return
	}
	row, title := p.shown[i].Row, render.CleanLine(p.shown[i].Row.Title())
	about := []string{
		title,
		fmt.Sprintf("%s · %s · %s", render.Path(render.CleanLine(row.Path), m.opt.Home), render.Count(row.MessageCount, "message"), render.Age(row.Modified, m.opt.Now())),
	}
	if row.Live(m.opt.Now()) {
		about = append(about, "! pi seems to be writing to it now; what it writes after this is lost.")
	}
	if n := p.shown[i].Forks; n > 0 {
		about = append(about, render.Count(n, "fork")+" of it will stay, without a parent.")
	}
	path := row.Path
	m.ask("Move this session to the trash?", about,
		choice{label: "Move to the trash", note: "^z brings it back", do: func(m *Model) tea.Cmd {
			m.status.info("Moving " + title + " to the trash …")
			return m.trash(path, title)
		}},
		choice{label: "Keep it", do: func(*Model) tea.Cmd { return nil }})
}

// trashed shows what came of a delete.
func (m *Model) trashed(msg trashedMsg) tea.Cmd {
	if msg.err != nil {
		m.status.fail(msg.err)
		return nil
	}
	m.deleted = append(m.deleted, msg.trashed)
	m.status.info("Moved to the trash: " + msg.title + ". ^z brings it back.")
	return m.startListing()
}

// restored shows what came of an undo of a delete.
func (m *Model) restored(msg restoredMsg) tea.Cmd {
	if msg.err != nil {
		m.status.fail(msg.err)
		return nil
	}
	m.library.wanted = msg.trashed.Path
	m.status.info("Back again: " + render.CleanLine(msg.trashed.Row.Title()) + ".")
	return m.startListing()
}
