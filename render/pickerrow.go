package render

import (
	"strings"
	"time"
)

// PickerRowData is what a row of the library shows of a session.
type PickerRowData struct {
	ID          string // shown by ListLine only
	Name        string // "" if it has none
	FirstPrompt string

	Selected bool
	Marked   bool

	// The place among forks; the lines are drawn as in the tree.
	Depth  int
	Last   bool   // no sibling follows
	Guides []bool // for each ancestor, the root first: whether a line leads past

	Live       bool
	Labels     int
	Messages   int
	Modified   time.Time
	Now        time.Time
	Cwd        string // "" where it goes without saying
	CwdMissing bool
	Path       string // "" if it was not asked for

	Match func(text string) [][2]int // what a search found in the name, or nil
}

// Columns at the right of a picker row, with the space before them.
const (
	ageColumn      = 5 // " 12mo"
	messagesColumn = 9 // " 1.2k msg"
	liveColumn     = 7 // " ● live"
	labelsColumn   = 4 // " ⚑12"

	// minTitle is what the title keeps before columns are dropped.
	minTitle = 30
)

// pickerColumns is which columns fit into a width. It depends on nothing else,
// so that the columns of all rows stand below each other.
type pickerColumns struct {
	age, messages, live, labels bool
	cwd, path                   int // widths, 0 for none
}

func columnsFor(width int, cwd, path bool) pickerColumns {
	var c pickerColumns
	room := width - cursorWidth - minTitle
	take := func(columns int) bool {
		if room < columns {
			return false
		}
		room -= columns
		return true
	}
	if path {
		// Whoever asks for paths wants to read them: they come before all else.
		c.path = max(16, min(80, (width-cursorWidth)/2))
		room += minTitle/3 - c.path
	}
	c.age = take(ageColumn)
	c.messages = take(messagesColumn)
	c.live = take(liveColumn)
	c.labels = take(labelsColumn)
	if size := min(room/2, 40); cwd && size >= 10 && take(size) {
		c.cwd = size
	}
	return c
}

// PickerRow draws a session in one line of exactly width columns. When there is
// too little room, columns go before the title is cut.
func PickerRow(r PickerRowData, width int, st *Styles) string {
	columns := columnsFor(width, r.Cwd != "", r.Path != "")
	var left spans
	if r.Selected {
		left = left.add(&st.Accent, "› ")
	} else {
		left = left.add(&st.Text, "  ")
	}
	if r.Marked {
		left = left.add(&st.Marked, "✓ ")
	}
	if r.Live && !columns.live {
		left = left.add(&st.Live, "● ")
	}
	left = left.add(&st.Faint, r.threadLines(width))
	return drawRow(append(left, r.title(st)...), r.columns(columns, st), width, st, r.Selected)
}

func (r *PickerRowData) title(st *Styles) spans {
	name, style := CleanLine(r.Name), &st.Named
	if name == "" {
		name, style = CleanLine(shorten(r.FirstPrompt)), &st.Text
	}
	if name == "" {
		name, style = "(no messages)", &st.Faint
	}
	s := spans{{name, style}}
	if r.Match != nil {
		s = s.highlight(r.Match(name), &st.Match)
	}
	return s
}

// columns draws the right side. A column without a value is blank, so that the
// others stay in place.
func (r *PickerRowData) columns(c pickerColumns, st *Styles) spans {
	var s spans
	if c.path > 0 {
		s = s.add(&st.Faint, " "+fitLeft(cutPath(CleanLine(r.Path), c.path-1), c.path-1))
	}
	if c.cwd > 0 {
		style := &st.Muted
		if r.CwdMissing {
			style = &st.Warning
		}
		s = s.add(style, " "+Fit(cutPath(CleanLine(r.cwd()), c.cwd-1), c.cwd-1))
	}
	if c.live {
		s = s.add(&st.Live, fitLeft(onlyIf(r.Live, "● live"), liveColumn))
	}
	if c.labels {
		s = s.add(&st.Label, fitLeft(onlyIf(r.Labels > 0, "⚑"+Number(r.Labels)), labelsColumn))
	}
	if c.messages {
		s = s.add(&st.Muted, fitLeft(Tokens(float64(r.Messages))+" msg", messagesColumn))
	}
	if c.age {
		s = s.add(&st.Muted, fitLeft(Age(r.Modified, r.Now), ageColumn))
	}
	if len(s) > 0 {
		s[0].text = strings.TrimPrefix(s[0].text, " ") // drawRow puts one there
	}
	return s
}

func (r *PickerRowData) cwd() string {
	if r.CwdMissing {
		return "! " + r.Cwd
	}
	return r.Cwd
}

// threadLines draws how the session hangs on the one it was forked from. Roots
// are not joined by lines, so the first level needs no room for theirs.
func (r *PickerRowData) threadLines(width int) string {
	if r.Depth == 0 {
		return ""
	}
	var b strings.Builder
	levels := r.Guides[min(1, len(r.Guides)):]
	if most := max(0, width/6-1); len(levels) > most {
		b.WriteString(ellipsis + " ")
		levels = levels[len(levels)-most:]
	}
	for _, line := range levels {
		if line {
			b.WriteString("│  ")
		} else {
			b.WriteString("   ")
		}
	}
	if r.Last {
		return b.String() + "└─ "
	}
	return b.String() + "├─ "
}

// ListLine draws a session for output that is read line by line: its id first,
// then what a picker row has. It is at most width columns wide.
func ListLine(r PickerRowData, width int, st *Styles) string {
	const idColumn = 13 // the part of a UUIDv7 that is its time
	id, _, _ := strings.Cut(Cut(CleanLine(r.ID), 100), " ")
	if len(id) > idColumn {
		id = id[:idColumn]
	}
	left := spans{{Fit(id, idColumn) + "  ", &st.Accent}}
	columns := columnsFor(width-idColumn, r.Cwd != "", false)
	columns.live = false
	line := drawRow(append(left, r.title(st)...), r.columns(columns, st), width, st, false)
	return strings.TrimRight(line, " ")
}

// cutPath shortens a path from the left, since its end tells more.
func cutPath(path string, width int) string {
	if w := Width(path); w > width {
		return ellipsis + cutLeft(path, w-width+1)
	}
	return path
}

func onlyIf(condition bool, text string) string {
	if condition {
		return text
	}
	return ""
}
