package tui

import (
	"pith/keymap"
	"pith/render"
	"pith/session"
)

// moveAction moves the cursor in the tree and reports whether the action asks
// for that.
func (m *Model) moveAction(a keymap.Action) bool {
	t := &m.tree
	row, page := t.row(), max(1, m.layout().left.height-1)
	if m.preview.zoomed && m.scrollAction(a) {
		return true
	}
	switch a {
	case keymap.Up:
		t.moveTo(row - 1)
	case keymap.Down:
		t.moveTo(row + 1)
	case keymap.PageUp:
		t.moveTo(row - page)
	case keymap.PageDown:
		t.moveTo(row + page)
	case keymap.Top:
		t.moveTo(0)
	case keymap.Bottom:
		t.moveTo(len(t.tree.Rows) - 1)
	case keymap.Parent:
		if row >= 0 && t.tree.Rows[row].Parent >= 0 {
			t.moveTo(t.tree.Rows[row].Parent)
		}
	case keymap.PrevSibling:
		m.moveOr(-1, "There is no branch before this one.", t.sibling)
	case keymap.NextSibling:
		m.moveOr(1, "There is no branch after this one.", t.sibling)
	case keymap.PrevBranching:
		m.moveOr(-1, "There is no branch point above.", t.branchPoint)
	case keymap.NextBranching:
		m.moveOr(1, "There is no branch point below.", t.branchPoint)
	case keymap.PrevUser:
		m.moveOr(-1, "There is no user message above.", t.userMessage)
	case keymap.NextUser:
		m.moveOr(1, "There is no user message below.", t.userMessage)
	case keymap.NextLabel:
		m.nextLabel()
	case keymap.GoLeaf:
		m.selectEntry(t.s.Leaf())
	default:
		return false
	}
	return true
}

// scrollAction has the keys that move in lists scroll the view, for when it has
// the whole screen.
func (m *Model) scrollAction(a keymap.Action) bool {
	page := max(1, m.layout().right.height-2)
	switch a {
	case keymap.Up:
		m.scrollPreview(-1)
	case keymap.Down:
		m.scrollPreview(1)
	case keymap.PageUp:
		m.scrollPreview(-page)
	case keymap.PageDown:
		m.scrollPreview(page)
	case keymap.Top:
		m.scrollPreview(-len(m.preview.doc.Lines))
	case keymap.Bottom:
		m.scrollPreview(len(m.preview.doc.Lines))
	default:
		return false
	}
	return true
}

// moveOr moves to the next row that is as asked for, or says that there is none.
func (m *Model) moveOr(step int, none string, is func(row int) bool) {
	if !m.tree.moveWhere(step, is) {
		m.status.info(none)
	}
}

func (t *treePane) sibling(row int) bool {
	at := t.row()
	return at >= 0 && t.tree.Rows[row].Parent == t.tree.Rows[at].Parent
}

func (t *treePane) branchPoint(row int) bool { return t.tree.Rows[row].Children > 1 }

func (t *treePane) userMessage(row int) bool {
	return t.s.At(t.tree.Rows[row].Entry).IsMessage(session.RoleUser)
}

func (t *treePane) labeled(row int) bool {
	_, ok := t.s.Label(t.tree.Rows[row].Entry)
	return ok
}

// nextLabel goes to the next label below, and from the last to the first.
func (m *Model) nextLabel() {
	t := &m.tree
	if t.moveWhere(1, t.labeled) {
		return
	}
	at := t.cursor
	t.moveTo(0)
	if !t.labeled(0) && !t.moveWhere(1, t.labeled) {
		m.selectEntry(at)
		m.status.info("No row on screen has a label.")
	}
}

// filterAction changes which entries are shown. pi's keys for one filter go
// back to the default when that filter is on already.
func (m *Model) filterAction(a keymap.Action) bool {
	filters := render.Filters()
	at := 0
	for i := range filters {
		if filters[i] == m.tree.filter {
			at = i
		}
	}
	switch a {
	case keymap.FilterDefault:
		m.setFilter(render.FilterDefault)
	case keymap.FilterNoTools:
		m.toggleFilter(render.FilterNoTools)
	case keymap.FilterUser:
		m.toggleFilter(render.FilterUserOnly)
	case keymap.FilterLabeled:
		m.toggleFilter(render.FilterLabeled)
	case keymap.FilterAll:
		m.toggleFilter(render.FilterAll)
	case keymap.FilterNext:
		m.setFilter(filters[(at+1)%len(filters)])
	case keymap.FilterPrev:
		m.setFilter(filters[(at+len(filters)-1)%len(filters)])
	default:
		return false
	}
	return true
}

func (m *Model) toggleFilter(f render.Filter) {
	if m.tree.filter == f {
		f = render.FilterDefault
	}
	m.setFilter(f)
}

// setFilter shows other entries. The entry that the user chose is remembered
// while a filter hides it, and comes back with it.
func (m *Model) setFilter(f render.Filter) {
	m.tree.filter = f
	m.layoutTree()
}

// foldAction folds and unfolds.
func (m *Model) foldAction(a keymap.Action) bool {
	t := &m.tree
	row := t.row()
	switch a {
	case keymap.FoldAll:
		m.foldAll()
	case keymap.UnfoldAll:
		clear(t.folded)
		m.layoutTree()
	case keymap.ToggleFold, keymap.FoldOrUp, keymap.UnfoldOrDown:
		if row >= 0 {
			m.foldOne(a, row)
		}
	default:
		return false
	}
	return true
}

func (m *Model) foldOne(a keymap.Action, row int) {
	t := &m.tree
	r := &t.tree.Rows[row]
	switch {
	case a == keymap.FoldOrUp && (!r.Foldable || r.Folded):
		t.moveTo(t.tree.BranchAbove(row))
	case a == keymap.UnfoldOrDown && !r.Folded:
		t.moveTo(t.tree.BranchBelow(row))
	case a == keymap.ToggleFold && !r.Foldable:
		m.status.info("Only the first row of a branch folds; ctrl+← goes there.")
	default:
		m.fold(r.Entry, !r.Folded)
	}
}

func (m *Model) fold(entry int, folded bool) {
	id := m.tree.s.At(entry).ID
	if folded {
		m.tree.folded[id] = true
	} else {
		delete(m.tree.folded, id)
	}
	m.layoutTree()
}

// foldAll folds every branch, so that what is left is a table of contents.
func (m *Model) foldAll() {
	t := &m.tree
	clear(t.folded)
	m.layoutTree()
	for i := range t.tree.Rows {
		if r := &t.tree.Rows[i]; r.Foldable && r.Parent >= 0 {
			t.folded[t.s.At(r.Entry).ID] = true
		}
	}
	m.layoutTree()
}

// previewAction changes or scrolls the view on the right.
func (m *Model) previewAction(a keymap.Action) bool {
	p := &m.preview
	page := max(1, m.layout().right.height-2)
	switch a {
	case keymap.ViewNext:
		p.view = (p.view + 1) % viewKinds
	case keymap.ViewPrev:
		p.view = (p.view + viewKinds - 1) % viewKinds
	case keymap.PreviewDown:
		m.scrollPreview(1)
	case keymap.PreviewUp:
		m.scrollPreview(-1)
	case keymap.PreviewPageDown:
		m.scrollPreview(page)
	case keymap.PreviewPageUp:
		m.scrollPreview(-page)
	case keymap.PreviewExpand:
		p.expanded = !p.expanded
	case keymap.PreviewZoom:
		p.zoomed = !p.zoomed
	default:
		return false
	}
	return true
}
