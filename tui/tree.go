package tui

import (
	"context"
	"slices"

	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"

	"pith/render"
	"pith/session"
)

// treePane is the tree of the open session. The cursor is an entry; the rows
// are made from the session, the filter and the folds, and may change under it.
type treePane struct {
	path     string // of the session that is open or being opened
	s        *session.Session
	title    string // what a person knows it by, clean
	branches int
	polling  bool // a look at the file is under way

	filter     render.Filter
	folded     map[string]bool // ids of entries
	labelTimes bool
	tree       *render.Tree
	texts      map[int]render.RowTextParts // what rows say, worked out once

	cursor int // an entry, session.Root while there is none
	wanted int // the entry that the user chose, which a filter may hide
	top    int // first row on screen
	search searchState
}

// searchState is a search in the session.
type searchState struct {
	input  textinput.Model
	typing bool
	hide   bool // rows without a hit are hidden, not dimmed
	run    *searchRun
	hits   []int // entries, in file order
	done   bool
	from   int // where the cursor was when the search began
}

func newTreePane() treePane {
	input := textinput.New()
	input.Prompt = ""
	input.SetVirtualCursor(false)
	return treePane{
		filter: render.FilterDefault, folded: map[string]bool{}, texts: map[int]render.RowTextParts{},
		cursor: session.Root, search: searchState{input: input},
	}
}

// opened shows a session that was asked for.
func (m *Model) opened(msg openedMsg) tea.Cmd {
	if msg.path != m.tree.path {
		return nil // something else was asked for since
	}
	if msg.err != nil {
		m.tree.path = ""
		m.status.fail(msg.err)
		return nil
	}
	m.status = status{more: m.status.more} // it said that the session is being read
	filter, labelTimes := m.tree.filter, m.tree.labelTimes
	m.tree = newTreePane()
	m.tree.filter, m.tree.labelTimes = filter, labelTimes
	m.tree.path = msg.path
	m.tree.hold(msg.s, msg.title)
	m.screen = screenSession
	m.preview = newPreviewPane()
	m.layoutTree()
	m.selectEntry(msg.s.Leaf())
	return m.refreshPreview()
}

// reloaded takes in what a look at the open session's file found.
func (m *Model) reloaded(msg reloadedMsg) tea.Cmd {
	t := &m.tree
	if msg.old != t.s {
		return nil
	}
	t.polling = false
	if msg.err != nil {
		m.status.warn("This session can no longer be read: " + msg.err.Error() + " What is on screen is what was read before.")
		return nil
	}
	if msg.s == t.s {
		return nil
	}
	return m.goOnWith(msg.s, msg.title)
}

// hold takes a session that was just read. What is said of it in every frame is
// worked out here, once.
func (t *treePane) hold(s *session.Session, title string) {
	t.s, t.title, t.branches = s, render.CleanLine(title), len(s.Leaves())
	t.texts = map[int]render.RowTextParts{}
}

// goOnWith shows the open session as it was read anew. The cursor stays on its
// entry; whoever looks at the end keeps looking at the end.
func (m *Model) goOnWith(s *session.Session, title string) tea.Cmd {
	t := &m.tree
	id := t.cursorID()
	atLeaf := t.cursor == t.s.Leaf()
	t.hold(s, title)
	m.library.forgetCard(t.path)
	m.layoutTree()
	if i, ok := t.s.Find(id); ok && !atLeaf {
		m.selectEntry(i)
	} else {
		m.selectEntry(t.s.Leaf())
	}
	m.preview.forget()
	return tea.Batch(m.refreshPreview(), m.startSearch())
}

func (p *libraryPane) forgetCard(path string) {
	delete(p.cards, path)
	delete(p.cardErrs, path)
}

func (t *treePane) cursorID() string {
	if t.cursor == session.Root {
		return ""
	}
	return t.s.At(t.cursor).ID
}

// layoutTree makes the rows anew.
func (m *Model) layoutTree() {
	t := &m.tree
	opt := render.TreeOptions{Filter: t.filter, Folded: t.folded}
	if t.search.hide && t.search.run != nil {
		opt.Only = func(entry int) bool {
			_, hit := slices.BinarySearch(t.search.hits, entry)
			return hit
		}
	}
	t.tree = render.LayoutTree(t.s, t.s.Leaf(), opt)
	t.cursor = t.visible(t.wanted)
}

// visible returns the entry itself if it has a row, else the nearest one that
// has.
func (t *treePane) visible(entry int) int {
	row := t.tree.NearestVisible(entry)
	if row < 0 {
		return session.Root
	}
	return t.tree.Rows[row].Entry
}

// selectEntry puts the cursor on an entry, unfolding what hides it.
func (m *Model) selectEntry(entry int) {
	t := &m.tree
	t.wanted = entry
	if entry != session.Root && t.unfoldAbove(entry) {
		m.layoutTree()
	}
	t.cursor = t.visible(entry)
}

// unfoldAbove unfolds the ancestors of an entry and reports whether any was
// folded.
func (t *treePane) unfoldAbove(entry int) bool {
	any := false
	for i := t.s.Parent(entry); i != session.Root; i = t.s.Parent(i) {
		if id := t.s.At(i).ID; t.folded[id] {
			delete(t.folded, id)
			any = true
		}
	}
	return any
}

// row returns the row of the cursor, or -1 without any row.
func (t *treePane) row() int {
	if t.tree == nil || t.cursor == session.Root {
		return -1
	}
	if row, ok := t.tree.RowOf(t.cursor); ok {
		return row
	}
	return -1
}

// moveTo puts the cursor on a row.
func (t *treePane) moveTo(row int) {
	if t.tree == nil || len(t.tree.Rows) == 0 {
		return
	}
	row = max(0, min(row, len(t.tree.Rows)-1))
	t.cursor = t.tree.Rows[row].Entry
	t.wanted = t.cursor
}

// moveWhere puts the cursor on the next row, in the direction given by step,
// whose entry is as is asked for, and reports whether there is one.
func (t *treePane) moveWhere(step int, is func(row int) bool) bool {
	for row := t.row() + step; row >= 0 && row < len(t.tree.Rows); row += step {
		if is(row) {
			t.moveTo(row)
			return true
		}
	}
	return false
}

// text returns what a row says.
func (t *treePane) text(row int, home string) render.RowTextParts {
	entry := t.tree.Rows[row].Entry
	parts, ok := t.texts[entry]
	if !ok {
		parts = render.RowText(t.s, entry, home)
		t.texts[entry] = parts
	}
	return parts
}

// startSearch looks for what is typed, from the first entry on.
func (m *Model) startSearch() tea.Cmd {
	s := &m.tree.search
	if s.run != nil {
		s.run.cancel()
		s.run = nil
	}
	s.hits, s.done = nil, false
	matcher := session.NewMatcher(s.input.Value())
	if matcher == nil {
		m.layoutTree()
		return nil
	}
	ctx, cancel := context.WithCancel(context.Background())
	s.run = &searchRun{s: m.tree.s, matcher: matcher, ctx: ctx, cancel: cancel}
	return s.run.step
}

// searched takes in what a search has found.
func (m *Model) searched(msg searchedMsg) tea.Cmd {
	s := &m.tree.search
	if msg.run != s.run {
		return nil
	}
	first := len(s.hits) == 0 && len(msg.hits) > 0
	s.hits, s.done = msg.hits, msg.done
	if msg.err != nil {
		m.status.fail(msg.err)
	}
	if s.hide {
		m.layoutTree()
	}
	cmds := []tea.Cmd{}
	if first && s.typing {
		m.toHit(s.nearestHit(s.from))
		cmds = append(cmds, m.refreshPreview())
	}
	if !msg.done {
		cmds = append(cmds, s.run.step)
	}
	return tea.Batch(cmds...)
}

// nearestHit returns the first hit at or after an entry, else the first of all.
func (s *searchState) nearestHit(entry int) int {
	if len(s.hits) == 0 {
		return session.Root
	}
	i, _ := slices.BinarySearch(s.hits, entry)
	return s.hits[i%len(s.hits)]
}

// toHit puts the cursor on a hit. One that the filter hides is not shown by
// another row: the filter is widened.
func (m *Model) toHit(entry int) {
	if entry == session.Root {
		return
	}
	m.selectEntry(entry)
	if m.tree.cursor != entry && m.tree.filter != render.FilterAll {
		m.tree.filter = render.FilterAll
		m.status.info("The hit is hidden by the filter; all entries are shown now.")
		m.layoutTree()
		m.selectEntry(entry)
	}
}

// stepHit goes to the next hit, or the one before, in the order of the file.
func (m *Model) stepHit(step int) {
	s := &m.tree.search
	if len(s.hits) == 0 {
		if s.run != nil && s.done {
			m.status.info("Nothing in this session matches.")
		}
		return
	}
	i, on := slices.BinarySearch(s.hits, m.tree.cursor)
	switch {
	case step < 0:
		i += len(s.hits) - 1
	case on:
		i++
	}
	m.toHit(s.hits[i%len(s.hits)])
}

// hitPlace returns which hit the cursor is on, from 1, or 0.
func (s *searchState) hitPlace(entry int) int {
	if i, on := slices.BinarySearch(s.hits, entry); on {
		return i + 1
	}
	return 0
}
