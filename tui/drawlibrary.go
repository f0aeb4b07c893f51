package tui

import (
	"fmt"
	"strings"

	"pith/render"
	"pith/session/library"
)

const libraryPrompt = " > "

func (m *Model) drawLibrary() []string {
	l := m.layout()
	m.library.input.SetWidth(max(8, m.width-30))
	head := []string{m.libraryTitle(), m.libraryQuery()}
	left := m.libraryRows(l.left)
	return m.withRules(head, m.panes(l, left, m.libraryCard(l.right)), l)
}

// libraryTitle says which sessions are shown and how.
func (m *Model) libraryTitle() string {
	p := &m.library
	where := "all folders"
	if p.scope == library.ScopeFolder {
		where = "this folder " + render.Path(render.CleanLine(m.opt.Library.Cwd()), m.opt.Home)
	}
	if m.opt.Title != "" {
		where = m.opt.Title + " · " + where
	}
	count := render.Count(len(p.rows), "session")
	if p.loading {
		count = fmt.Sprintf("reading %s of %s", render.Number(p.done), render.Number(p.total))
	}
	left := " " + m.styles.Title.Render("pith") + "  " + m.styles.Text.Render(where) + m.styles.Muted.Render(" · "+count)
	facts := []string{string(p.order)}
	if p.named {
		facts = append(facts, "named only")
	}
	if n := len(p.skipped); n > 0 {
		facts = append(facts, fmt.Sprintf("%s skipped", render.Number(n)))
	}
	return spread(left, m.styles.Muted.Render(strings.Join(facts, " · "))+" ", m.width)
}

// libraryQuery is the row in which the query is typed, with what it found.
func (m *Model) libraryQuery() string {
	p := &m.library
	left := m.styles.Accent.Render(libraryPrompt) + p.input.View()
	if p.input.Value() == "" {
		left = m.styles.Accent.Render(libraryPrompt) + m.styles.Faint.Render("type to search: words  \"a phrase\"  re:pattern")
	}
	right := ""
	switch {
	case p.queryErr != nil:
		right = m.styles.Error.Render(render.CleanLine(p.queryErr.Error()))
	case p.search != nil:
		right = fmt.Sprintf("%s of %s match", render.Number(len(p.shown)), render.Number(len(p.rows)))
		if p.search.running {
			right += " …"
		}
		right = m.styles.Muted.Render(right)
	}
	return spread(left, right+" ", m.width)
}

func (m *Model) libraryRows(r rect) []string {
	p := &m.library
	if len(p.shown) == 0 {
		return m.libraryEmpty(r.width)
	}
	top := p.scroll(r.height)
	var lines []string
	for i := top; i < min(len(p.shown), top+r.height); i++ {
		lines = append(lines, render.PickerRow(m.pickerRow(i), r.width, m.styles))
	}
	return lines
}

func (m *Model) pickerRow(i int) render.PickerRowData {
	p := &m.library
	t := &p.shown[i]
	now := m.opt.Now()
	data := render.PickerRowData{
		Selected: t.Row.Path == p.cursor,
		Name:     t.Row.Name, FirstPrompt: t.Row.FirstMessage,
		Depth: t.Depth, Last: t.Last, Guides: t.Guides,
		Live: t.Row.Live(now), Labels: t.Row.Labels, Messages: t.Row.MessageCount,
		Modified: t.Row.Modified, Now: now, CwdMissing: t.Row.CwdMissing,
	}
	if p.scope == library.ScopeAll {
		data.Cwd = render.Path(t.Row.Cwd, m.opt.Home)
	}
	if p.paths {
		data.Path = render.Path(t.Row.Path, m.opt.Home)
	}
	return data
}

// libraryEmpty says why there is nothing, and how to see more.
func (m *Model) libraryEmpty(width int) []string {
	p := &m.library
	var text string
	switch {
	case p.queryErr != nil:
		text = p.queryErr.Error()
	case p.loading && p.search == nil:
		text = "Reading " + m.opt.Library.Root + " …"
	case p.search != nil && p.search.running:
		text = "Searching what was said in " + render.Count(len(p.rows), "session") + " …"
	case p.search != nil:
		text = fmt.Sprintf("Nothing matches %q among %s. esc clears the search.", p.input.Value(), render.Count(len(p.rows), "session"))
	case p.named && len(p.rows) > 0:
		text = "None of the " + render.Count(len(p.rows), "session") + " has a name. ^n shows all."
	default:
		text = m.noSessions()
	}
	var lines []string
	for _, line := range render.Wrap(render.Clean(text), max(1, width-4)) {
		lines = append(lines, "  "+m.styles.Muted.Render(line))
	}
	return append([]string{""}, lines...)
}

func (m *Model) noSessions() string {
	p := &m.library
	lib := m.opt.Library
	where := lib.Root
	if p.scope == library.ScopeFolder {
		where = lib.DirFor(lib.Cwd())
	}
	text := "No sessions in " + render.Path(where, m.opt.Home) + "."
	if n := len(p.skipped); n > 0 {
		text += fmt.Sprintf(" %s skipped; F2 says why.", render.Count(n, "file"))
	}
	if p.scope == library.ScopeFolder {
		text += " tab shows all folders."
	}
	return text
}

func (m *Model) libraryCard(r rect) []string {
	p := &m.library
	row := p.current()
	if row == nil || r.width == 0 {
		return nil
	}
	if err, ok := p.cardErrs[row.Path]; ok {
		return render.Wrap(m.styles.Error.Render(render.Clean(err.Error())), r.width)
	}
	card, ok := p.cards[row.Path]
	if !ok {
		return []string{m.styles.Faint.Render("…")}
	}
	card.Home, card.Now = m.opt.Home, m.opt.Now()
	lines := render.Card(card, r.width, m.styles)
	p.cardTop = max(0, min(p.cardTop, len(lines)-r.height))
	return lines[p.cardTop:]
}
