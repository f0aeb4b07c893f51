package render

import (
	"encoding/json"
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"pith/session"
)

// nastySession is a session whose every text is nasty.
func nastySession() *rapid.Generator[*session.Session] {
	return rapid.Custom(func(t *rapid.T) *session.Session {
		header := `{"type":"session","version":3,"id":"x","timestamp":"2026-01-01T00:00:00.000Z","cwd":"/"}` + "\n"
		parent, text := "null", header
		for i := range rapid.IntRange(1, 8).Draw(t, "entries") {
			id := fmt.Sprintf("e%07d", i)
			text += fmt.Sprintf(`{"id":%q,"parentId":%s,"timestamp":"2026-01-01T00:00:00.000Z",%s}`+"\n", id, parent, nastyEntry(t))
			if rapid.IntRange(0, 3).Draw(t, "branch") > 0 {
				parent = `"` + id + `"`
			}
		}
		s, err := session.Parse([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		return s
	})
}

// nastyEntry returns the fields of an entry beyond those that all have.
func nastyEntry(t *rapid.T) string {
	text := func() string {
		b, err := json.Marshal(nastyText().Draw(t, "text"))
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	kinds := []func() string{
		func() string { return `"type":"message","message":{"role":"user","content":` + text() + `}` },
		func() string {
			return fmt.Sprintf(`"type":"message","message":{"role":"assistant","stopReason":%s,"errorMessage":%s,"model":%s,"content":[{"type":"text","text":%s},{"type":"thinking","thinking":%s},{"type":"toolCall","id":"c","name":%s,"arguments":{"path":%s,"x":%s}},{"type":"toolCall","id":"d","name":"edit","arguments":{"path":%s,"oldText":%s,"newText":%s}},{"type":%s}]}`,
				text(), text(), text(), text(), text(), text(), text(), text(), text(), text(), text(), text())
		},
		func() string {
			return fmt.Sprintf(`"type":"message","message":{"role":"toolResult","toolCallId":"c","toolName":%s,"content":[{"type":"text","text":%s},{"type":"image","mimeType":%s,"data":"AAAA"}],"isError":true,"details":{"diff":%s}}`, text(), text(), text(), text())
		},
		func() string {
			return fmt.Sprintf(`"type":"message","message":{"role":"bashExecution","command":%s,"output":%s,"exitCode":3,"truncated":true,"fullOutputPath":%s}`, text(), text(), text())
		},
		func() string {
			return fmt.Sprintf(`"type":"message","message":{"role":%s,"content":%s}`, text(), text())
		},
		func() string {
			return fmt.Sprintf(`"type":"custom_message","customType":%s,"content":%s`, text(), text())
		},
		func() string {
			return fmt.Sprintf(`"type":"compaction","summary":%s,"firstKeptEntryId":%s`, text(), text())
		},
		func() string { return fmt.Sprintf(`"type":"branch_summary","summary":%s,"fromId":%s`, text(), text()) },
		func() string { return fmt.Sprintf(`"type":"label","targetId":"e0000000","label":%s`, text()) },
		func() string {
			return fmt.Sprintf(`"type":"context_edit","targetId":"e0000000","replacement":{"content":%s}`, text())
		},
		func() string { return fmt.Sprintf(`"type":%s,"a":{"b":[%s,1,{}]}`, text(), text()) },
	}
	return rapid.SampledFrom(kinds).Draw(t, "kind")()
}

func TestEveryRowHasItsWidth(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := nastySession().Draw(t, "session")
		width := anyWidth().Draw(t, "width")
		tree := LayoutTree(s, rapid.IntRange(0, s.Len()-1).Draw(t, "leaf"), TreeOptions{Filter: rapid.SampledFrom(Filters()).Draw(t, "filter")})
		opt := RowOptions{
			Width: width, Styles: NewStyles(true), Selected: rapid.Bool().Draw(t, "selected"), Now: testNow,
			LabelTimes: true, Offset: rapid.IntRange(0, 5).Draw(t, "offset"),
		}
		if m := session.NewMatcher(nastyText().Draw(t, "query")); m != nil {
			opt.Match = m.Find
		}
		for row := range tree.Rows {
			line := tree.Draw(row, opt)
			if got := Width(line); got != width {
				t.Fatalf("row %d has %d columns instead of %d: %q", row, got, width, line)
			}
			checkLine(t, line)
		}
	})
}

func TestEveryDocKeepsToItsWidth(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := nastySession().Draw(t, "session")
		opt := docOptions(rapid.OneOf(rapid.IntRange(1, 12), rapid.IntRange(1, 200)).Draw(t, "width"))
		opt.MaxLines = rapid.IntRange(0, 5).Draw(t, "lines")
		expanded := rapid.Bool().Draw(t, "expanded")
		opt.Expanded = func(int) bool { return expanded }
		check := func(d Doc) {
			atMost(t, d.Lines, opt.Width)
			for _, line := range d.Lines {
				checkLine(t, line)
			}
		}
		for i := range s.Len() {
			check(EntryDoc(s, i, opt))
			check(JSONDoc(s, i, opt))
		}
		p, err := s.Projection(s.Leaf())
		if err != nil {
			t.Fatal(err)
		}
		check(ContextDoc(s, p, opt))
		check(ModelDoc(s, p, opt))
	})
}

func TestPickerAndCardKeepToTheirWidth(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		width := anyWidth().Draw(t, "width")
		text := func() string { return nastyText().Draw(t, "text") }
		depth := rapid.IntRange(0, 40).Draw(t, "depth")
		row := PickerRowData{
			ID: text(), Name: text(), FirstPrompt: text(), Cwd: text(), Path: text(), Depth: depth, Guides: make([]bool, depth),
			Live: rapid.Bool().Draw(t, "live"), Marked: true, Labels: rapid.IntRange(0, 10_000).Draw(t, "labels"), Messages: 1_000_000, Now: testNow,
		}
		line := PickerRow(row, width, NewStyles(false))
		if Width(line) != width {
			t.Fatalf("%d columns instead of %d: %q", Width(line), width, line)
		}
		checkLine(t, line)
		atMost(t, []string{ListLine(row, width, NewStyles(false))}, width)
		card := CardData{
			Name: text(), Cwd: text(), CwdMissing: true, Model: text(), FirstPrompt: text(), LastPrompt: text(), LastAnswer: text(),
			StopReason: text(), Files: []string{text(), text()}, Problems: 3,
		}
		atMost(t, Card(card, max(1, width), NewStyles(false)), max(1, width))
	})
}

// checkLine fails if a finished line has anything but text and styles.
func checkLine(t *rapid.T, line string) {
	for i := 0; i < len(line); {
		if n := sequenceLen(line[i:]); n > 0 {
			if line[i] != 0x1b || line[i+1] != '[' || line[i+n-1] != 'm' {
				t.Fatalf("the line %q has the sequence %q", line, line[i:i+n])
			}
			i += n
			continue
		}
		if line[i] < ' ' || line[i] == 0x7f {
			t.Fatalf("the line %q has the control %q", line, line[i])
		}
		i++
	}
}
