package session

import "slices"

// link resolves every parentId to an index, once, so that nothing that walks
// the tree can meet a missing parent or go round in a circle.
func (s *Session) link() {
	s.dropLinkProblems()
	s.parents = make([]int, len(s.entries))
	upward := true // every parent stands before its child, as in all sound files
	for i := range s.entries {
		s.parents[i] = s.resolveParent(&s.entries[i])
		upward = upward && s.parents[i] < i
	}
	if !upward {
		s.cutCycles()
	}
	s.collectChildren()
	for id, label := range s.labels {
		if _, ok := s.byID[id]; !ok {
			e := &s.entries[label.Entry]
			s.problem(e.Line, ProblemLabelTarget, "The label %q is for the entry %s, which is not in the file.", label.Text, id)
		}
	}
	slices.SortStableFunc(s.problems, func(a, b Problem) int { return a.Line - b.Line })
}

// dropLinkProblems forgets the problems that link is about to find again.
func (s *Session) dropLinkProblems() {
	s.problems = slices.DeleteFunc(s.problems, func(p Problem) bool {
		return p.Kind == ProblemOrphan || p.Kind == ProblemCycle || p.Kind == ProblemLabelTarget
	})
}

func (s *Session) resolveParent(e *Entry) int {
	if e.ParentID == "" {
		return Root
	}
	if e.ParentID == e.ID {
		s.problem(e.Line, ProblemCycle, "The entry %s is its own parent; pith shows it as a root. pi crashes on such a file.", e.ID)
		return Root
	}
	// Nearly every entry hangs on the one before it.
	if e.Index > 0 && !s.duplicates && s.entries[e.Index-1].ID == e.ParentID {
		return e.Index - 1
	}
	parent, ok := s.byID[e.ParentID]
	if !ok {
		s.problem(e.Line, ProblemOrphan, "The parent %s is not in the file, so the history before this entry is cut off; pith shows it as a root.", e.ParentID)
		return Root
	}
	return parent
}

// cutCycles makes a root of the first entry, in file order, of every circle of
// parents.
func (s *Session) cutCycles() {
	const (
		fresh = iota
		onWalk
		done
	)
	state := make([]uint8, len(s.parents))
	var walk []int
	for start := range s.parents {
		walk = walk[:0]
		i := start
		for i != Root && state[i] == fresh {
			state[i] = onWalk
			walk = append(walk, i)
			i = s.parents[i]
		}
		if i != Root && state[i] == onWalk {
			s.cutCycle(walk[slices.Index(walk, i):])
		}
		for _, w := range walk {
			state[w] = done
		}
	}
}

func (s *Session) cutCycle(cycle []int) {
	first := slices.Min(cycle)
	e := &s.entries[first]
	s.problem(e.Line, ProblemCycle, "%d entries are each other's parents in a circle; pith opens it at this one. pi crashes on such a file.", len(cycle))
	s.parents[first] = Root
}

// collectChildren fills roots and children. Roots stay in file order, children
// are sorted by time (spec 5.1).
func (s *Session) collectChildren() {
	n := len(s.entries)
	counts := make([]int, n)
	s.roots = nil
	for i, p := range s.parents {
		if p == Root {
			s.roots = append(s.roots, i)
		} else {
			counts[p]++
		}
	}
	// All lists lie in one array, so that a chain of 100,000 entries does not
	// cost 100,000 allocations.
	all := make([]int, 0, n-len(s.roots))
	s.children = make([][]int, n)
	for i, count := range counts {
		start := len(all)
		all = all[:start+count]
		s.children[i] = all[start:start:len(all)]
	}
	for i, p := range s.parents {
		if p != Root {
			s.children[p] = append(s.children[p], i)
		}
	}
	for _, list := range s.children {
		s.sortByTime(list)
	}
}

// sortByTime sorts entries by time, keeping the order of those that have the
// same. An entry without a time compares as equal to every other, which is no
// order at all; what comes out then depends on the way of sorting, so this
// sorts the way JavaScript engines sort short lists.
func (s *Session) sortByTime(list []int) {
	before := func(a, b int) bool {
		ta, tb := s.entries[a].Time, s.entries[b].Time
		return ta != NoTime && tb != NoTime && ta < tb
	}
	if len(list) < 2 {
		return
	}
	sorted := sortedRun(list, before)
	for i := sorted; i < len(list); i++ {
		pivot := list[i]
		lo, hi := 0, i
		for lo < hi {
			mid := lo + (hi-lo)/2
			if before(pivot, list[mid]) {
				hi = mid
			} else {
				lo = mid + 1
			}
		}
		copy(list[lo+1:i+1], list[lo:i])
		list[lo] = pivot
	}
}

// sortedRun returns the length of the run that list starts with, either rising
// or strictly falling, after turning a falling one round.
func sortedRun(list []int, before func(a, b int) bool) int {
	n := 2
	if !before(list[1], list[0]) {
		for n < len(list) && !before(list[n], list[n-1]) {
			n++
		}
		return n
	}
	for n < len(list) && before(list[n], list[n-1]) {
		n++
	}
	slices.Reverse(list[:n])
	return n
}
