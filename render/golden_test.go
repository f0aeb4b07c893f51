package render

import (
	"fmt"
	"os"
	"testing"

	"pith/session"
)

// kindsSession has an entry of every kind.
func kindsSession(tb testing.TB) *session.Session {
	tb.Helper()
	text, err := os.ReadFile("testdata/kinds.jsonl")
	if err != nil {
		tb.Fatal(err)
	}
	s, err := session.Parse(text)
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

func docOptions(width int) DocOptions {
	return DocOptions{Width: width, Styles: NewStyles(true), Now: testNow, Home: "/home/dev"}
}

func TestGoldenTree(t *testing.T) {
	s := kindsSession(t)
	for _, width := range []int{80, 40} {
		tree := LayoutTree(s, s.Leaf(), TreeOptions{Filter: FilterAll})
		golden(t, fmt.Sprintf("tree-all-%d", width), treeLines(tree, width))
	}
	var lines []string
	for _, name := range []string{"branches", "branch-summary", "multi-root", "orphan", "stop-reasons", "unknown-types", "context-edit", "compaction", "null-content", "labels"} {
		s := edgeSession(t, name)
		lines = append(lines, name)
		lines = append(lines, treeLines(LayoutTree(s, s.Leaf(), TreeOptions{}), 60)...)
	}
	golden(t, "tree-edge", lines)
}

func TestGoldenRowOptions(t *testing.T) {
	s := kindsSession(t)
	tree := LayoutTree(s, s.Leaf(), TreeOptions{})
	opt := RowOptions{Width: 60, Styles: NewStyles(true), Home: "/home/dev", Now: testNow, Selected: true, Compared: true, LabelTimes: true}
	golden(t, "tree-row-options", []string{tree.Draw(1, opt)})
}

func TestGoldenEntryDoc(t *testing.T) {
	s := kindsSession(t)
	for _, width := range []int{72, 30} {
		var lines []string
		for i := range s.Len() {
			doc := EntryDoc(s, i, docOptions(width))
			lines = append(append(lines, doc.Lines...), "")
		}
		golden(t, fmt.Sprintf("entry-%d", width), lines)
	}
}

func TestGoldenContextDoc(t *testing.T) {
	s := kindsSession(t)
	p, err := s.Projection(s.Leaf())
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "context-60", ContextDoc(s, p, docOptions(60)).Lines)
	golden(t, "model-60", ModelDoc(s, p, docOptions(60)).Lines)
	var lines []string
	for _, name := range []string{"compaction", "compaction-missing-kept", "compaction-system", "retained-tail", "only-header", "custom"} {
		s := edgeSession(t, name)
		p, err := s.Projection(s.Leaf())
		if err != nil {
			t.Fatal(err)
		}
		lines = append(append(lines, "", name, ""), ContextDoc(s, p, docOptions(60)).Lines...)
	}
	golden(t, "context-edge", lines)
}

func TestGoldenJSONDoc(t *testing.T) {
	s := kindsSession(t)
	var lines []string
	for _, id := range []string{"k0000004", "k0000030"} {
		i, ok := s.Find(id)
		if !ok {
			t.Fatal(id)
		}
		lines = append(append(lines, JSONDoc(s, i, docOptions(50)).Lines...), "")
	}
	golden(t, "json-50", lines)
}

func TestGoldenCard(t *testing.T) {
	card := CardData{
		Name: "Fix migration deadlock", Cwd: "/home/dev/src/shop", Home: "/home/dev", Model: "claude-sonnet-4-5", Level: "high",
		Cost: 4.123, Tokens: 1_250_000, ContextTokens: 61_200, Branches: 3, Messages: 214, Labels: 2, Problems: 1,
		FirstPrompt: "move the orders table without downtime", LastPrompt: "ok, roll back the second attempt",
		LastAnswer: "Rolled back. The lock is taken by the migration itself, since it opens a second connection for the check.\nShall I go on with the batches?",
		StopReason: session.StopLength, Files: []string{"/home/dev/src/shop/db/003.sql", "db/004.sql"},
		SizeBytes: 1_300_000, Created: testNow.AddDate(0, 0, -3), Modified: testNow.Add(-2 * 3600e9), Now: testNow,
	}
	golden(t, "card-46", Card(card, 46, NewStyles(true)))
	card.CwdMissing = true
	golden(t, "card-18", Card(card, 18, NewStyles(true)))
	golden(t, "card-empty", Card(CardData{Branches: 1}, 40, NewStyles(true)))
}

func TestGoldenPicker(t *testing.T) {
	rows := []PickerRowData{
		{ID: "0199aaaa-0000-7000-9000-000000000009", Name: "Fix migration deadlock", Live: true, Messages: 214, Modified: testNow.Add(-2 * 3600e9), Selected: true},
		{ID: "b", FirstPrompt: "try advisory\nlocks", Depth: 1, Guides: []bool{false}, Messages: 88, Modified: testNow.Add(-3600e9), Marked: true},
		{ID: "c", FirstPrompt: "and another way, with a prompt that is too long for a row", Depth: 2, Last: true, Guides: []bool{false, true}, Messages: 4, Modified: testNow},
		{ID: "d", Name: "Migrate orders to v2", Labels: 2, Messages: 12_345, Modified: testNow.AddDate(0, 0, -3), CwdMissing: true},
		{ID: "e", Modified: testNow.AddDate(-2, 0, 0)},
	}
	var lines []string
	for _, width := range []int{110, 60, 40, 16} {
		for _, row := range rows {
			row.Now, row.Cwd, row.Path = testNow, "~/src/shop", "~/.pi/agent/sessions/--home-dev-src-shop--/2026.jsonl"
			lines = append(lines, PickerRow(row, width, NewStyles(true)))
		}
	}
	for _, row := range rows {
		row.Now, row.Cwd = testNow, "~/src/shop"
		lines = append(lines, ListLine(row, 100, NewStyles(true)))
	}
	golden(t, "picker", lines)
}
