package tui

import (
	"context"
	"fmt"

	tea "charm.land/bubbletea/v2"

	"pith/render"
	"pith/session/library"
)

// trashedMsg tells what came of moving a session to the trash.
type trashedMsg struct {
	title   string
	trashed library.Trashed
	err     error
}

// restoredMsg tells what came of bringing a session back.
type restoredMsg struct {
	trashed library.Trashed
	err     error
}

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
		choice{label: "Move to the trash", note: "^z brings it back", do: func(m *Model) tea.Cmd { return m.trash(path, title) }},
		choice{label: "Keep it", do: func(*Model) tea.Cmd { return nil }})
}

// trash moves a session to the trash, beside the loop: the system's program for
// that may take its time.
func (m *Model) trash(path, title string) tea.Cmd {
	lib := m.opt.Library
	m.status.info("Moving " + title + " to the trash …")
	return func() tea.Msg {
		trashed, err := lib.Trash(context.Background(), path)
		return trashedMsg{title: title, trashed: trashed, err: err}
	}
}

func (m *Model) trashed(msg trashedMsg) tea.Cmd {
	if msg.err != nil {
		m.status.fail(msg.err)
		return nil
	}
	m.deleted = append(m.deleted, msg.trashed)
	m.status.info("Moved to the trash: " + msg.title + ". ^z brings it back.")
	return m.startListing()
}

func (m *Model) restore(t library.Trashed) tea.Cmd {
	lib := m.opt.Library
	return func() tea.Msg { return restoredMsg{trashed: t, err: lib.Restore(t)} }
}

func (m *Model) restored(msg restoredMsg) tea.Cmd {
	if msg.err != nil {
		m.status.fail(msg.err)
		return nil
	}
	m.library.wanted = msg.trashed.Path
	m.status.info("Back again: " + render.CleanLine(msg.trashed.Row.Title()) + ".")
	return m.startListing()
}
