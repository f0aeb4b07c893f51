package render

// indent gives every row its level, its connector and the lines to its left
// (spec 5.4). A straight chain stays flat; each branch takes one level, and
// what follows the first row of a branch one more. Several roots hang on a
// root that is not drawn.
func (t *Tree) indent() {
	roots := 0
	for i := range t.Rows {
		if t.Rows[i].Parent < 0 {
			roots++
		}
	}
	// What is known of a row before its children are: the level that counts
	// the undrawn root, whether the row starts a branch, and how many of its
	// children have been placed.
	level := make([]int32, len(t.Rows))
	branched := make([]bool, len(t.Rows))
	placed := make([]int32, len(t.Rows))
	virtual := roots > 1
	for i := range t.Rows {
		row := &t.Rows[i]
		if row.Parent < 0 {
			branched[i] = virtual
			if virtual {
				level[i] = 1
			}
			row.Foldable = row.Children > 0
			continue
		}
		parent := &t.Rows[row.Parent]
		level[i] = level[row.Parent]
		branched[i] = parent.Children > 1
		if branched[i] || branched[row.Parent] && level[row.Parent] > 0 {
			level[i]++
		}
		row.Indent = drawnLevel(level[i], virtual)
		row.gutter = parent.below
		placed[row.Parent]++
		if branched[i] {
			row.Foldable = row.Children > 0
			row.Connector = MiddleChild
			if int(placed[row.Parent]) == parent.Children {
				row.Connector = LastChild
			}
		}
		row.below = t.gutterBelow(row)
	}
}

func drawnLevel(level int32, virtual bool) int {
	if virtual {
		level--
	}
	return int(max(0, level))
}

// gutterBelow returns the innermost gutter of the rows below row: one more than
// row has itself if it hangs on a branch point, for the line that goes on to
// its siblings.
func (t *Tree) gutterBelow(row *TreeRow) int32 {
	if row.Connector == NoConnector || row.Children == 0 {
		return row.gutter
	}
	t.gutters = append(t.gutters, gutter{
		level: int32(max(0, row.Indent-1)),
		outer: row.gutter,
		line:  row.Connector == MiddleChild,
	})
	return int32(len(t.gutters) - 1)
}
