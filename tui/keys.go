package tui

import (
	"strings"

	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"

	"pith/keymap"
	"pith/render"
	"pith/session/library"
)

// key turns a key into an action and has it done. A key that asks for nothing
// is typed into the input, if there is one.
func (m *Model) key(msg tea.KeyPressMsg) tea.Cmd {
	m.status.read()
	action, ok := m.keys.Action(m.scope(), msg.String(), msg.Keystroke())
	switch {
	case m.dialog != nil && ok:
		return m.dialogAction(action)
	case m.dialog != nil:
		return m.dialogKey(msg)
	case !ok:
		return m.typeInto(msg)
	case m.pager != nil:
		return m.pagerAction(action)
	case m.screen == screenLibrary:
		return m.libraryAction(action)
	case m.tree.search.typing:
		return m.searchAction(action)
	}
	return m.sessionAction(action)
}

// scope returns where a key is pressed.
func (m *Model) scope() keymap.Scope {
	switch {
	case m.dialog != nil:
		return m.dialog.scope()
	case m.pager != nil:
		return keymap.ScopePager
	case m.screen == screenLibrary:
		return keymap.ScopeLibrary
	case m.tree.search.typing:
		return keymap.ScopeSearch
	}
	return keymap.ScopeSession
}

// input returns the text field that has the keys, or nil.
func (m *Model) input() *textinput.Model {
	switch {
	case m.pager != nil:
		return nil
	case m.screen == screenLibrary:
		return &m.library.input
	case m.tree.search.typing:
		return &m.tree.search.input
	}
	return nil
}

// typeInto gives a key, or pasted text, to the text field that has the keys.
func (m *Model) typeInto(msg tea.Msg) tea.Cmd {
	input := m.input()
	if input == nil {
		return nil
	}
	before := input.Value()
	var cmd tea.Cmd
	*input, cmd = input.Update(msg)
	if m.screen == screenLibrary {
		return tea.Batch(cmd, m.typed(before))
	}
	if input.Value() != before {
		return tea.Batch(cmd, m.startSearch())
	}
	return cmd
}

// paste types pasted text; it is text whatever it holds, and one line.
func (m *Model) paste(text string) tea.Cmd {
	m.status.read()
	if m.dialog != nil && m.dialog.text != nil {
		return m.dialogType(tea.PasteMsg{Content: render.Clean(text)})
	}
	line := tea.PasteMsg{Content: strings.Join(strings.Fields(render.Clean(text)), " ")}
	if m.dialog != nil {
		return m.dialogType(line)
	}
	return m.typeInto(line)
}

func (m *Model) libraryAction(a keymap.Action) tea.Cmd {
	p := &m.library
	page := max(1, m.layout().left.height-1)
	switch a {
	case keymap.Up:
		p.move(-1)
	case keymap.Down:
		p.move(1)
	case keymap.PageUp:
		p.move(-page)
	case keymap.PageDown:
		p.move(page)
	case keymap.Top:
		p.move(-len(p.shown))
	case keymap.Bottom:
		p.move(len(p.shown))
	case keymap.CardUp:
		p.cardTop = max(0, p.cardTop-1)
	case keymap.CardDown:
		p.cardTop++
	case keymap.Confirm:
		return m.openCurrent()
	case keymap.ToggleScope:
		p.scope = library.ScopeAll - p.scope
		p.moved, p.top = false, 0
		return m.startListing()
	case keymap.ToggleSort:
		p.order = nextOrder(p.order)
		return m.rearranged()
	case keymap.ToggleNamed:
		p.named = !p.named
		return m.rearranged()
	case keymap.TogglePath:
		p.paths = !p.paths
	case keymap.Rename:
		if row := p.current(); row != nil {
			return m.editName(row.Path, row.Name, row.Title())
		}
	case keymap.Delete:
		m.askDelete()
	case keymap.Undo:
		return m.undo()
	case keymap.Resume, keymap.ResumeReturn:
		return m.resumeCurrent(a == keymap.ResumeReturn)
	case keymap.ShowSkipped:
		m.showSkipped()
	case keymap.Help:
		m.showHelp()
	case keymap.Cancel:
		if p.input.Value() == "" {
			return tea.Quit
		}
		before := p.input.Value()
		p.input.SetValue("")
		return m.typed(before)
	}
	return m.refreshCard()
}

// rearranged shows the library in another order, with the cursor on the same
// session.
func (m *Model) rearranged() tea.Cmd { return tea.Batch(m.arrange(), m.refreshCard()) }

func nextOrder(o library.Order) library.Order {
	orders := library.Orders()
	for i := range orders {
		if orders[i] == o {
			return orders[(i+1)%len(orders)]
		}
	}
	return orders[0]
}

func (m *Model) openCurrent() tea.Cmd {
	row := m.library.current()
	if row == nil {
		return nil
	}
	m.tree.path = row.Path
	m.status.info("Reading " + render.CleanLine(row.Title()) + " …")
	return m.openSession(row.Path)
}

func (m *Model) sessionAction(a keymap.Action) tea.Cmd {
	switch {
	case m.moveAction(a), m.filterAction(a), m.foldAction(a), m.previewAction(a):
		return m.refreshPreview()
	}
	s := &m.tree.search
	switch a {
	case keymap.Search:
		s.typing, s.from = true, m.tree.cursor
		s.input.Focus() // its command only blinks a cursor that is not drawn
		return nil
	case keymap.SearchNext:
		m.stepHit(1)
	case keymap.SearchPrev:
		m.stepHit(-1)
	case keymap.SearchHide:
		s.hide = !s.hide
		m.layoutTree()
	case keymap.Branch:
		return m.branchHere()
	case keymap.EditLabel:
		return m.editLabel()
	case keymap.Rename:
		return m.editName(m.tree.path, m.tree.s.Name(), m.tree.title)
	case keymap.Undo:
		return m.undo()
	case keymap.Resume, keymap.ResumeReturn:
		return m.resumeCurrent(a == keymap.ResumeReturn)
	case keymap.LabelTimes:
		m.tree.labelTimes = !m.tree.labelTimes
	case keymap.Problems:
		m.showProblems()
	case keymap.Help:
		m.showHelp()
	case keymap.Quit:
		return tea.Quit
	case keymap.Cancel:
		return m.back()
	}
	return m.refreshPreview()
}

// back takes away one thing at a time: the zoom, the search, the session.
func (m *Model) back() tea.Cmd {
	switch {
	case m.preview.zoomed:
		m.preview.zoomed = false
	case m.tree.search.run != nil:
		m.endSearch()
	default:
		m.screen = screenLibrary
		m.library.wanted = m.tree.path
		m.tree.path, m.tree.s = "", nil
		m.library.settle()
		return m.refreshCard()
	}
	return m.refreshPreview()
}

func (m *Model) endSearch() {
	m.tree.search.input.SetValue("")
	m.startSearch()
}

func (m *Model) searchAction(a keymap.Action) tea.Cmd {
	s := &m.tree.search
	switch a {
	case keymap.Confirm:
		s.typing = false
		s.input.Blur()
	case keymap.Cancel:
		s.typing = false
		s.input.Blur()
		m.endSearch()
		m.selectEntry(s.from)
	case keymap.SearchNext:
		m.stepHit(1)
	case keymap.SearchPrev:
		m.stepHit(-1)
	case keymap.Help:
		m.showHelp()
	}
	return m.refreshPreview()
}

// wheel scrolls what is under the pointer.
func (m *Model) wheel(mouse tea.Mouse) tea.Cmd {
	by := 3
	if mouse.Button == tea.MouseWheelUp {
		by = -3
	}
	over := m.layout().right
	inRight := mouse.X >= over.x && mouse.Y >= over.y && over.width > 0
	switch {
	case m.pager != nil:
		m.pager.scroll(by)
	case m.screen == screenLibrary && inRight:
		m.library.cardTop = max(0, m.library.cardTop+by)
	case m.screen == screenLibrary:
		m.library.move(by)
		return m.refreshCard()
	case inRight:
		m.scrollPreview(by)
	default:
		m.tree.moveTo(m.tree.row() + by)
		return m.refreshPreview()
	}
	return nil
}
