package render

import (
	"slices"

	"pith/session"
)

// Filter chooses which entries the tree shows (spec 5.3). The values are the
// words of pi's setting treeFilterMode.
type Filter string

// The filters.
const (
	FilterDefault  Filter = "default"      // all but bookkeeping
	FilterNoTools  Filter = "no-tools"     // nor tool results
	FilterUserOnly Filter = "user-only"    // what the user wrote
	FilterLabeled  Filter = "labeled-only" // what has a label
	FilterAll      Filter = "all"          // every entry of the file
)

// Filters returns the filters in the order in which pi cycles through them.
func Filters() []Filter {
	return []Filter{FilterDefault, FilterNoTools, FilterUserOnly, FilterLabeled, FilterAll}
}

// ParseFilter returns the filter with the name s, or false if there is none.
func ParseFilter(s string) (Filter, bool) {
	if slices.Contains(Filters(), Filter(s)) {
		return Filter(s), true
	}
	return FilterDefault, false
}

// TreeOptions says what of a session's tree is laid out.
type TreeOptions struct {
	Filter Filter // "" is FilterDefault
	// Folded has the ids of the entries that are folded. One that is not shown
	// hides nothing, so that what vanished can always be brought back.
	Folded map[string]bool
	// Only, if set, must hold for an entry to be shown: a search that hides.
	Only func(entry int) bool
}

// Tree is the layout of a session's tree: one row for each entry shown, from
// top to bottom.
type Tree struct {
	Rows []TreeRow
	Leaf int // the entry whose branch comes first and carries the path marks

	session *session.Session
	rowOf   []int32 // entry to row; -1 for a hidden entry
	gutters []gutter
	marks   map[int][]Mark // of the entries that have some beyond their own text
}

// TreeRow is the place of one entry in the tree.
type TreeRow struct {
	Entry       int
	Parent      int // row of the nearest ancestor shown, or -1
	Children    int // rows whose Parent this is
	Indent      int // levels of three columns
	Connector   Connector
	Foldable    bool // it starts a branch and has something below it
	Folded      bool
	HiddenBelow int  // entries that would show below it were it not folded
	OnPath      bool // between a root and the leaf
	IsLeaf      bool // the leaf, or what is nearest above it if it has no row

	gutter int32 // the innermost gutter to its left, or -1
	below  int32 // the same of the rows below it
}

// Connector is how a row hangs on the line of its branch point.
type Connector uint8

// The connectors.
const (
	NoConnector Connector = iota
	MiddleChild
	LastChild
)

// gutter is a vertical line, or the gap where none is needed, that the rows
// below a branch have at a level. Rows share the chains of their ancestors, so
// a tree of any depth takes no more memory than a flat one.
type gutter struct {
	level int32
	outer int32 // the next one to the left, or -1
	line  bool
}

// LayoutTree lays out the tree of s as pi does (spec 5.1 to 5.4), with the
// branch that ends in leaf first. It takes time in proportion to the number of
// entries, whatever the tree's shape.
func LayoutTree(s *session.Session, leaf int, opt TreeOptions) *Tree {
	t := &Tree{Leaf: leaf, session: s, rowOf: make([]int32, s.Len()), marks: problemMarks(s)}
	for i := range t.rowOf {
		t.rowOf[i] = -1
	}
	onPath := make([]bool, s.Len())
	path := s.Branch(leaf)
	for _, i := range path {
		onPath[i] = true
	}
	editMarks(s, path, t.marks)
	t.collect(onPath, opt)
	t.countChildren()
	t.indent()
	// A label that is set with a move is the leaf and has no row of its own.
	for i := leaf; i != session.Root; i = s.Parent(i) {
		if row, ok := t.RowOf(i); ok {
			t.Rows[row].IsLeaf = true
			break
		}
	}
	return t
}

// visit is an entry that the walk is about to come to, with the row of its
// nearest ancestor shown and the row that folds it away, or -1.
type visit struct {
	entry          int32
	parent, folded int32
}

// collect walks the tree, each entry before its children, the active branch
// first, and makes a row of every entry that is shown.
func (t *Tree) collect(onPath []bool, opt TreeOptions) {
	s := t.session
	shows := filterFunc(s, t.Leaf, opt)
	t.Rows = make([]TreeRow, 0, s.Len())
	stack := pushChildren(nil, s.Roots(), onPath, -1, -1)
	for len(stack) > 0 {
		v := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		entry := int(v.entry)
		if shows(entry) {
			if v.folded >= 0 {
				t.Rows[v.folded].HiddenBelow++
			} else {
				row := int32(len(t.Rows))
				folded := opt.Folded[s.At(entry).ID]
				t.rowOf[entry] = row
				t.Rows = append(t.Rows, TreeRow{
					Entry: entry, Parent: int(v.parent), Folded: folded,
					OnPath: onPath[entry], gutter: -1, below: -1,
				})
				v.parent = row
				if folded {
					v.folded = row
				}
			}
		}
		stack = pushChildren(stack, s.Children(entry), onPath, v.parent, v.folded)
	}
}

// pushChildren puts entries on the stack so that they come off in order, the
// one on the path to the leaf first.
func pushChildren(stack []visit, entries []int, onPath []bool, parent, folded int32) []visit {
	active := -1
	for _, i := range slices.Backward(entries) {
		if onPath[i] {
			active = i
			continue
		}
		stack = append(stack, visit{int32(i), parent, folded})
	}
	if active >= 0 {
		stack = append(stack, visit{int32(active), parent, folded})
	}
	return stack
}

func (t *Tree) countChildren() {
	for i := range t.Rows {
		if p := t.Rows[i].Parent; p >= 0 {
			t.Rows[p].Children++
		}
	}
}

// filterFunc returns what decides whether an entry is shown.
func filterFunc(s *session.Session, leaf int, opt TreeOptions) func(entry int) bool {
	return func(entry int) bool {
		e := s.At(entry)
		return passes(s, e, leaf, opt.Filter) && (opt.Only == nil || opt.Only(entry))
	}
}

func passes(s *session.Session, e *session.Entry, leaf int, filter Filter) bool {
	if filter == FilterAll {
		return true // pi hides some entries even here, where a reader wants all
	}
	if e.Type == session.TypeUsage || isSilent(e) && e.Index != leaf {
		return false
	}
	switch filter {
	case FilterUserOnly:
		return e.IsMessage(session.RoleUser)
	case FilterLabeled:
		_, labeled := s.Label(e.Index)
		return labeled
	case FilterNoTools:
		return !isBookkeeping(e.Type) && !e.IsMessage(session.RoleToolResult)
	}
	return !isBookkeeping(e.Type)
}

// isSilent reports whether the entry is an assistant message that only calls
// tools; the rows of their results say what it did (spec 5.2).
func isSilent(e *session.Entry) bool {
	if !e.IsMessage(session.RoleAssistant) || e.HasText {
		return false
	}
	return e.StopReason == "" || e.StopReason == session.StopNormal || e.StopReason == session.StopToolUse
}

// isBookkeeping reports whether entries of type t only note settings (spec
// 5.3).
func isBookkeeping(t session.Type) bool {
	switch t {
	case session.TypeLabel, session.TypeContextEdit, session.TypeCustom,
		session.TypeModelChange, session.TypeThinkingLevel, session.TypeSessionInfo:
		return true
	}
	return false
}
