package render

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"pith/session"
)

// piTree is one tree as pi 1.6.0 drew it: a session, a filter, a leaf, and keys
// typed one after the other (up, down, fold or to the branch above, unfold or to
// the branch below).
type piTree struct {
	Text   string
	Filter Filter
	Leaf   int
	Start  int // the row selected at first, an entry
	Keys   string
	Rows   []struct {
		Entry  int
		Prefix string // what stands before the text
	}
	Cursor int
}

func TestLayoutIsThatOfPi(t *testing.T) {
	f, err := os.Open("testdata/pi-rows.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for n := 1; lines.Scan(); n++ {
		var want piTree
		if err := json.Unmarshal(lines.Bytes(), &want); err != nil {
			t.Fatal(err)
		}
		t.Run(fmt.Sprint(n), func(t *testing.T) { compareWithPi(t, &want) })
	}
}

func compareWithPi(t *testing.T, want *piTree) {
	s, err := session.Parse([]byte(want.Text))
	if err != nil {
		t.Fatal(err)
	}
	opt := TreeOptions{Filter: want.Filter, Folded: map[string]bool{}}
	if want.Filter == FilterAll { // pi hides these even there
		opt.Only = func(i int) bool {
			e := s.At(i)
			return e.Type != session.TypeUsage && (!isSilent(e) || i == want.Leaf)
		}
	}
	tree, cursor := typeKeys(s, want, opt)
	if len(tree.Rows) != len(want.Rows) {
		t.Fatalf("%d rows, pi has %d", len(tree.Rows), len(want.Rows))
	}
	for i, row := range want.Rows {
		if got := tree.Rows[i].Entry; got != row.Entry {
			t.Fatalf("row %d is entry %d, in pi %d", i, got, row.Entry)
		}
		line := ansi.Strip(tree.prefix(i, RowOptions{Width: 500, Styles: NewStyles(true)}).plain())
		if got := strings.TrimRight(line, " "); got != row.Prefix {
			t.Errorf("row %d starts with %q, in pi with %q", i, got, row.Prefix)
		}
	}
	if cursor != want.Cursor {
		t.Errorf("the cursor is in row %d, in pi in %d", cursor, want.Cursor)
	}
}

// typeKeys does what the keys of a piTree do.
func typeKeys(s *session.Session, want *piTree, opt TreeOptions) (*Tree, int) {
	tree := LayoutTree(s, want.Leaf, opt)
	cursor := tree.NearestVisible(want.Start)
	if cursor < 0 {
		return tree, -1
	}
	fold := func(entry int, folded bool) {
		opt.Folded[s.At(entry).ID] = folded
		tree = LayoutTree(s, want.Leaf, opt)
		cursor = tree.NearestVisible(entry)
	}
	for _, key := range want.Keys {
		row := tree.Rows[cursor]
		switch {
		case key == 'U':
			cursor = (cursor + len(tree.Rows) - 1) % len(tree.Rows)
		case key == 'D':
			cursor = (cursor + 1) % len(tree.Rows)
		case key == 'L' && row.Foldable && !row.Folded:
			fold(row.Entry, true)
		case key == 'L':
			cursor = tree.BranchAbove(cursor)
		case row.Folded:
			fold(row.Entry, false)
		default:
			cursor = tree.BranchBelow(cursor)
		}
	}
	return tree, cursor
}

// user is the line of a user message.
func user(id, parent string) string {
	p := "null"
	if parent != "" {
		p = `"` + parent + `"`
	}
	return fmt.Sprintf(`{"type":"message","id":%q,"parentId":%s,"timestamp":"2026-01-01T00:00:00.000Z","message":{"role":"user","content":%q}}`, id, p, id)
}

func treeLines(tree *Tree, width int) []string {
	var lines []string
	for i := range tree.Rows {
		line := tree.Draw(i, RowOptions{Width: width, Styles: NewStyles(true), Home: "/home/dev", Offset: tree.Offset(0, len(tree.Rows), width), Now: testNow})
		lines = append(lines, line)
	}
	return lines
}

func TestFoldedRowSaysHowManyItHides(t *testing.T) {
	s := parseSession(t, user("a", ""), user("b", "a"), user("c", "b"), user("d", "a"), user("e", "d"), user("f", "e"))
	tree := LayoutTree(s, 2, TreeOptions{Folded: map[string]bool{"d": true, "gone": true}})
	golden(t, "tree-folded", treeLines(tree, 40))
	row, ok := tree.RowOf(5)
	if ok {
		t.Errorf("a folded entry is in row %d", row)
	}
	if row := tree.NearestVisible(5); tree.Rows[row].Entry != 3 {
		t.Errorf("the nearest row to a folded entry is that of %d", tree.Rows[row].Entry)
	}
}

func TestFoldOfAHiddenEntryHidesNothing(t *testing.T) {
	s := edgeSession(t, "custom")
	folded := map[string]bool{"k0000001": true} // bookkeeping, not shown by default
	if got, want := len(LayoutTree(s, s.Leaf(), TreeOptions{Folded: folded}).Rows), 5; got != want {
		t.Errorf("%d rows instead of %d", got, want)
	}
}

func TestAllShowsEveryEntry(t *testing.T) {
	for _, name := range []string{"tools", "usage", "unknown-types", "settings", "malformed", "orphan", "numbers"} {
		s := edgeSession(t, name)
		tree := LayoutTree(s, s.Leaf(), TreeOptions{Filter: FilterAll})
		if len(tree.Rows) != s.Len() {
			t.Errorf("%s: %d rows for %d entries", name, len(tree.Rows), s.Len())
		}
	}
}

func TestCircleIsShownAndMarked(t *testing.T) {
	s := parseSession(t, user("a", "b"), user("b", "a"), user("c", "c"), user("d", "gone"))
	golden(t, "tree-circle", treeLines(LayoutTree(s, 1, TreeOptions{}), 50))
}

func TestDeepTreeKeepsHalfOfTheRowForText(t *testing.T) {
	var lines []string
	parent := ""
	for i := range 40 {
		id := fmt.Sprintf("e%03d", i)
		lines = append(lines, user(id, parent), user(id+"-side", parent))
		parent = id
	}
	s := parseSession(t, lines...)
	tree := LayoutTree(s, s.Len()-2, TreeOptions{})
	golden(t, "tree-deep", treeLines(tree, 40))
	for i := range tree.Rows {
		opt := RowOptions{Width: 40, Styles: NewStyles(true), Offset: tree.Offset(0, len(tree.Rows), 40)}
		if width := tree.prefix(i, opt).width(); width > 19 {
			t.Errorf("row %d has %d columns before its text", i, width)
		}
	}
}

func TestEmptySession(t *testing.T) {
	s := edgeSession(t, "only-header")
	tree := LayoutTree(s, s.Leaf(), TreeOptions{})
	if len(tree.Rows) != 0 || tree.NearestVisible(session.Root) != -1 {
		t.Errorf("rows %v, nearest %d", tree.Rows, tree.NearestVisible(session.Root))
	}
}
