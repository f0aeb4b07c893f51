package session

import (
	"cmp"
	"maps"
	"slices"
)

// Parent returns the index of the entry's parent, or Root. A parent that is
// missing, or that would close a circle, counts as Root.
func (s *Session) Parent(i int) int { return s.parents[i] }

// Children returns the entries whose parent is i, oldest first; for Root the
// roots, in file order. The slice is the session's own.
func (s *Session) Children(i int) []int {
	if i == Root {
		return s.roots
	}
	return s.children[i]
}

// Roots returns the entries without a parent, in file order.
func (s *Session) Roots() []int { return s.roots }

// Branch returns the entries from a root down to leaf, both included; none for
// Root.
func (s *Session) Branch(leaf int) []int {
	n := 0
	for i := leaf; i != Root; i = s.parents[i] {
		n++
	}
	path := make([]int, n)
	for i := leaf; i != Root; i = s.parents[i] {
		n--
		path[n] = i
	}
	return path
}

// CommonAncestor returns the deepest entry on the branches of both a and b, or
// Root.
func (s *Session) CommonAncestor(a, b int) int {
	onA := map[int]bool{}
	for i := a; i != Root; i = s.parents[i] {
		onA[i] = true
	}
	i := b
	for i != Root && !onA[i] {
		i = s.parents[i]
	}
	return i
}

// Visit is one step of a walk over the tree.
type Visit struct {
	Entry int
	Depth int // 0 for roots
}

// Preorder returns all entries, each before its children (spec 5.1).
func (s *Session) Preorder() []Visit {
	order := make([]Visit, 0, len(s.entries))
	stack := pushReversed(nil, s.roots, 0)
	for len(stack) > 0 {
		v := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		order = append(order, v)
		stack = pushReversed(stack, s.children[v.Entry], v.Depth+1)
	}
	return order
}

func pushReversed(stack []Visit, entries []int, depth int) []Visit {
	for _, i := range slices.Backward(entries) {
		stack = append(stack, Visit{Entry: i, Depth: depth})
	}
	return stack
}

// Leaves returns the entries without children, in file order.
func (s *Session) Leaves() []int {
	var leaves []int
	for i, children := range s.children {
		if len(children) == 0 {
			leaves = append(leaves, i)
		}
	}
	return leaves
}

// Label returns the label of the entry with the index i.
func (s *Session) Label(i int) (Label, bool) {
	// A label belongs to an id. Of several entries with one id the last is meant.
	if j, ok := s.byID[s.entries[i].ID]; !ok || j != i {
		return Label{}, false
	}
	l, ok := s.labels[s.entries[i].ID]
	return l, ok
}

// Labeled returns the entries that have a label, in the order in which the
// labels were first set.
func (s *Session) Labeled() []int {
	ids := slices.SortedFunc(maps.Keys(s.labels), func(a, b string) int {
		return cmp.Compare(s.labels[a].seq, s.labels[b].seq)
	})
	var entries []int
	for _, id := range ids {
		if i, ok := s.byID[id]; ok {
			entries = append(entries, i)
		}
	}
	return entries
}
