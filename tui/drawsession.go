package tui

import (
	"fmt"
	"strings"

	"pith/render"
)

const searchPrompt = " / "

func (m *Model) drawSession() []string {
	l := m.layout()
	body := m.panes(l, m.treeRows(l.left), m.previewLines(l.right))
	lines := m.withRules([]string{m.sessionTitleRow()}, body, l)
	if m.tree.search.typing {
		lines[len(lines)-1] = m.searchRow()
	}
	return lines
}

func (m *Model) sessionTitleRow() string {
	t := &m.tree
	title := " " + m.styles.Title.Render(t.title)
	if cwd := t.s.Cwd(); cwd != "" {
		title += m.styles.Muted.Render("  " + render.Path(render.CleanLine(cwd), m.opt.Home))
	}
	facts := []string{string(t.filter), render.Count(t.s.Len(), "entry")}
	if t.branches > 1 {
		facts = append(facts, render.Count(t.branches, "branch"))
	}
	if n := len(t.s.Problems()); n > 0 {
		facts = append(facts, "! "+render.Count(n, "problem"))
	}
	if s := &t.search; s.run != nil && !s.typing {
		facts = append([]string{m.searchFact()}, facts...)
	}
	return spread(title, m.styles.Muted.Render(strings.Join(facts, " · "))+" ", m.width)
}

// searchFact says what is searched for and how many hits there are.
func (m *Model) searchFact() string {
	s := &m.tree.search
	more := ""
	if !s.done {
		more = "…"
	}
	at := s.hitPlace(m.tree.cursor)
	if at == 0 {
		return fmt.Sprintf("/%s: %s%s", s.input.Value(), render.Count(len(s.hits), "hit"), more)
	}
	return fmt.Sprintf("/%s: %d/%d%s", s.input.Value(), at, len(s.hits), more)
}

func (m *Model) searchRow() string {
	s := &m.tree.search
	s.input.SetWidth(max(8, m.width-24))
	right := ""
	if s.run != nil {
		right = m.searchFact()
	} else {
		right = "enter keep  esc end"
	}
	return spread(m.styles.Accent.Render(searchPrompt)+s.input.View(), m.styles.Muted.Render(right)+" ", m.width)
}

func (m *Model) treeRows(r rect) []string {
	t := &m.tree
	if r.width == 0 {
		return nil
	}
	if len(t.tree.Rows) == 0 {
		return m.treeEmpty(r.width)
	}
	t.top = scrollTo(t.top, t.row(), r.height, len(t.tree.Rows))
	end := min(len(t.tree.Rows), t.top+r.height)
	opt := render.RowOptions{
		Width: r.width, Styles: m.styles, Home: m.opt.Home, Offset: t.tree.Offset(t.top, end, r.width),
		LabelTimes: t.labelTimes, Now: m.opt.Now(),
	}
	if t.search.run != nil {
		opt.Match = t.search.run.matcher.Find
	}
	var lines []string
	for row := t.top; row < end; row++ {
		entry := t.tree.Rows[row].Entry
		opt.Selected = entry == t.cursor
		opt.Dim = t.search.run != nil && t.search.hitPlace(entry) == 0
		lines = append(lines, t.tree.DrawText(row, t.text(row, m.opt.Home), opt))
	}
	return lines
}

// treeEmpty says why there are no rows.
func (m *Model) treeEmpty(width int) []string {
	text := "This session has no entries yet."
	switch {
	case m.tree.search.hide && m.tree.search.run != nil:
		text = "No entry that the filter shows matches. H shows the others again."
	case m.tree.s.Len() > 0:
		text = fmt.Sprintf("The filter %s shows none of the %s. 5 shows all.", m.tree.filter, render.Count(m.tree.s.Len(), "entry"))
	}
	var lines []string
	for _, line := range render.Wrap(text, max(1, width-4)) {
		lines = append(lines, "  "+m.styles.Muted.Render(line))
	}
	return append([]string{""}, lines...)
}

// previewLines draws the preview: which view it is, then the part of its text
// that is scrolled to.
func (m *Model) previewLines(r rect) []string {
	p := &m.preview
	if r.width == 0 || r.height == 0 {
		return nil
	}
	lines := []string{m.previewTitle(r.width, r.height)}
	switch {
	case p.err != nil:
		lines = append(lines, render.Wrap(m.styles.Error.Render(render.Clean(p.err.Error())), r.width)...)
	case p.doc.Lines == nil:
		lines = append(lines, m.styles.Faint.Render("…"))
	default:
		lines = append(lines, p.doc.Lines[:p.pinned()]...)
		lines = append(lines, p.doc.Lines[min(p.top, len(p.doc.Lines)):]...)
	}
	return lines
}

// previewTitle names the views, the one shown first among them, and says how
// far the text is scrolled.
func (m *Model) previewTitle(width, height int) string {
	p := &m.preview
	var tabs []string
	for v := range viewKinds {
		if v == p.view {
			tabs = append(tabs, m.styles.Title.Render("["+v.String()+"]"))
		} else {
			tabs = append(tabs, m.styles.Muted.Render(v.String()))
		}
	}
	right := ""
	if n := len(p.doc.Lines); n > height-1 {
		right = fmt.Sprintf("%d-%d/%d", p.top+1, min(n, p.top+height-1-p.pinned()), n)
	}
	left := strings.Join(tabs, " ")
	if m.layout().stacked { // the title is also the line between the panes
		left = m.styles.Border.Render("── ") + left + " "
		left += m.styles.Border.Render(strings.Repeat("─", max(0, width-render.Width(left)-render.Width(right)-1)))
	}
	return spread(left, m.styles.Faint.Render(right), width)
}
