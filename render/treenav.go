package render

import "pith/session"

// RowOf returns the row of an entry, or false if it is not shown.
func (t *Tree) RowOf(entry int) (row int, ok bool) {
	if entry < 0 || entry >= len(t.rowOf) || t.rowOf[entry] < 0 {
		return -1, false
	}
	return int(t.rowOf[entry]), true
}

// NearestVisible returns the row of an entry, or of its nearest ancestor that
// is shown, or else the last row (spec 5.7). It is -1 if there are no rows.
func (t *Tree) NearestVisible(entry int) int {
	for i := entry; i != session.Root && i < len(t.rowOf); i = t.session.Parent(i) {
		if row, ok := t.RowOf(i); ok {
			return row
		}
	}
	return len(t.Rows) - 1
}

// BranchAbove returns where "to the branch above" leads from row: to the
// nearest row above it that starts a branch and has row below it, or to the
// root (spec 5.7).
func (t *Tree) BranchAbove(row int) int {
	for at := row; ; {
		parent := t.Rows[at].Parent
		if parent < 0 {
			return at
		}
		if t.Rows[parent].Children > 1 && at < row {
			return at
		}
		at = parent
	}
}

// BranchBelow returns where "to the branch below" leads from row: to the first
// row of the next branch point, or to the end of the chain (spec 5.7).
func (t *Tree) BranchBelow(row int) int {
	for at := row; ; at++ { // the first child of a row is the row after it
		switch t.Rows[at].Children {
		case 0:
			return at
		case 1:
		default:
			return at + 1
		}
	}
}
