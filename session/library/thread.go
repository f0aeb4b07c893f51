package library

import "slices"

// Threaded is a row in its place among the forks it belongs to.
type Threaded struct {
	Row   *Row
	Depth int
	Last  bool // no sibling follows
	// Guides has one value for each ancestor, the root first: whether a line
	// must lead past this row to a later sibling of that ancestor. It is false
	// for the root, since roots are not joined by lines.
	Guides []bool
	// Forks is how many rows there are below this one, at any depth.
	Forks int
}

// Thread arranges rows as a forest, each below the session it was forked from,
// in the order in which they are shown (spec 4.3): families by the latest
// message anywhere in them, and the same within each. A row whose parent is not
// among the rows is a root. So is every row whose parents lead in a circle,
// which pi does not show at all. The rows are not copied.
func Thread(rows []Row) []Threaded {
	f := newForest(rows)
	out := make([]Threaded, 0, len(rows))
	type place struct {
		node   int
		last   bool
		guides []bool
	}
	var stack []place
	push := func(nodes []int, guides []bool) {
		for i := len(nodes) - 1; i >= 0; i-- {
			stack = append(stack, place{nodes[i], i == len(nodes)-1, guides})
		}
	}
	push(f.children[len(rows)], nil)
	for len(stack) > 0 {
		p := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		out = append(out, Threaded{
			Row: &rows[p.node], Depth: len(p.guides), Last: p.last, Guides: p.guides, Forks: f.below[p.node],
		})
		if below := f.children[p.node]; len(below) > 0 {
			guides := append(slices.Clip(p.guides), len(p.guides) > 0 && !p.last)
			push(below, guides)
		}
	}
	return out
}

// forest ties rows to their parents by index. The node after the last row
// stands above the roots.
type forest struct {
	rows     []Row
	parent   []int
	children [][]int
	latest   []int // the row with the latest message in the family of each row
	below    []int // how many rows are in the family, without its head
}

func newForest(rows []Row) *forest {
	n := len(rows)
	f := &forest{rows: rows, parent: parents(rows), children: make([][]int, n+1), latest: make([]int, n), below: make([]int, n)}
	for i, p := range f.parent {
		f.children[p] = append(f.children[p], i)
		f.latest[i] = i
	}
	// A row is counted into its parent when all of its own have been.
	waiting := make([]int, n)
	var ready []int
	for i := range rows {
		if waiting[i] = len(f.children[i]); waiting[i] == 0 {
			ready = append(ready, i)
		}
	}
	for len(ready) > 0 {
		i := ready[len(ready)-1]
		ready = ready[:len(ready)-1]
		p := f.parent[i]
		if p == n {
			continue
		}
		f.below[p] += f.below[i] + 1
		if rows[f.latest[i]].Modified.After(rows[f.latest[p]].Modified) {
			f.latest[p] = f.latest[i]
		}
		if waiting[p]--; waiting[p] == 0 {
			ready = append(ready, p)
		}
	}
	for _, children := range f.children {
		slices.SortStableFunc(children, func(a, b int) int {
			return f.rows[f.latest[b]].Modified.Compare(f.rows[f.latest[a]].Modified)
		})
	}
	return f
}

// parents returns the index of each row's parent; len(rows) for a root.
func parents(rows []Row) []int {
	n := len(rows)
	byPath := make(map[string]int, n)
	for i := range rows {
		byPath[rows[i].real] = i
	}
	parent := make([]int, n)
	for i := range rows {
		parent[i] = n
		if p, ok := byPath[rows[i].parent]; ok && rows[i].parent != "" {
			parent[i] = p
		}
	}
	// Walk up from every row that no walk has met yet. Who meets their own walk
	// again has found a circle.
	walk := make([]int, n) // the number of the walk that met a row, from 1
	for i := range rows {
		for j := i; j != n; j = parent[j] {
			if walk[j] == i+1 {
				uncircle(parent, j, n)
			} else if walk[j] == 0 {
				walk[j] = i + 1
				continue
			}
			break
		}
	}
	return parent
}

// uncircle makes roots of all rows on the circle that leads through i.
func uncircle(parent []int, i, root int) {
	for parent[i] != root {
		i, parent[i] = parent[i], root
	}
}

// Orphans returns the rows that become roots when the sessions with the paths
// are gone: their forks that stay.
func Orphans(rows []Row, paths ...string) []*Row {
	gone := map[string]bool{}
	for i := range rows {
		if slices.Contains(paths, rows[i].Path) {
			gone[rows[i].real] = true
		}
	}
	var orphans []*Row
	for i := range rows {
		if r := &rows[i]; r.parent != "" && gone[r.parent] && !gone[r.real] {
			orphans = append(orphans, r)
		}
	}
	return orphans
}
