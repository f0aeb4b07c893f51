package render

import (
	"strings"
	"time"

	"pith/session"
)

// cursorWidth is what the cursor at the start of a row takes.
const cursorWidth = 2

// RowOptions says how a row of the tree is drawn.
type RowOptions struct {
	Width  int
	Styles *Styles
	Home   string // shown as "~" in paths

	Selected bool
	Compared bool // marked to be compared with
	Dim      bool // not among what a search found

	// Offset is how many levels are scrolled out of sight on the left; see
	// [Tree.Offset].
	Offset int
	// Match returns the byte ranges of the text of a row that are highlighted,
	// in order.
	Match func(text string) [][2]int
	// LabelTimes shows when labels were set; Now and its zone say how.
	LabelTimes bool
	Now        time.Time
}

// Draw returns the row in one line of exactly opt.Width columns.
func (t *Tree) Draw(row int, opt RowOptions) string {
	return t.DrawText(row, RowText(t.session, t.Rows[row].Entry, opt.Home), opt)
}

// DrawText is Draw with a text that was worked out before by [RowText]: it
// does not look into the file.
func (t *Tree) DrawText(row int, text RowTextParts, opt RowOptions) string {
	st := opt.Styles
	var left spans
	if opt.Selected {
		left = left.add(&st.Accent, "› ")
	} else {
		left = left.add(&st.Text, "  ")
	}
	left = append(left, t.prefix(row, opt)...)
	body := t.body(row, &text, opt)
	if opt.Match != nil {
		body = body.highlight(opt.Match(body.plain()), &st.Match)
	}
	return drawRow(append(left, body...), t.rightMarks(row, &text, opt), opt.Width, st, opt.Selected)
}

// body is the row's text with what stands right before it.
func (t *Tree) body(row int, text *RowTextParts, opt RowOptions) spans {
	st := opt.Styles
	var s spans
	if label, ok := t.session.Label(t.Rows[row].Entry); ok {
		s = s.add(&st.Label, "["+CleanLine(label.Text)+"] ")
		if opt.LabelTimes && label.Time != session.NoTime {
			s = s.add(&st.Muted, LabelTime(time.UnixMilli(label.Time), opt.Now)+" ")
		}
	}
	if opt.Dim {
		return s.add(&st.Faint, text.Plain())
	}
	return s.add(st.Ink(text.LeadInk), text.Lead).add(st.Ink(text.TextInk), text.Text)
}

// rightMarks are the words at the right end of the row.
func (t *Tree) rightMarks(row int, text *RowTextParts, opt RowOptions) spans {
	st := opt.Styles
	r := &t.Rows[row]
	var s spans
	add := func(ink Ink, word string) {
		if len(s) > 0 {
			s = s.add(&st.Text, " ")
		}
		s = s.add(st.Ink(ink), word)
	}
	if r.Folded && r.HiddenBelow > 0 {
		add(InkFaint, "+"+Number(r.HiddenBelow))
	}
	for _, m := range text.Marks {
		add(m.Ink, m.Text)
	}
	for _, m := range t.marks[r.Entry] {
		add(m.Ink, m.Text)
	}
	if opt.Compared {
		add(InkLeaf, "= marked")
	}
	if r.IsLeaf {
		add(InkLeaf, "◀ leaf")
	}
	return s
}

// LabelTime writes when a label was set (spec 5.5), in the zone of now: today
// 14:05, this year 3/24 14:05, else 25/3/24 14:05.
func LabelTime(then, now time.Time) string {
	then = then.In(now.Location())
	switch {
	case then.Year() == now.Year() && then.YearDay() == now.YearDay():
		return then.Format("15:04")
	case then.Year() == now.Year():
		return then.Format("1/2 15:04")
	}
	return then.Format("06/1/2 15:04")
}

// prefix draws what stands between the cursor and the text: the lines of the
// tree, the fold mark of a row that hangs on none, and the mark of the active
// path.
func (t *Tree) prefix(row int, opt RowOptions) spans {
	st := opt.Styles
	r := &t.Rows[row]
	offset := opt.Offset
	if need := t.offsetFor(r, opt.Width); offset < need {
		offset = need
	}
	var s spans
	switch {
	case offset > 0 && r.Indent >= offset:
		s = s.add(&st.Faint, ellipsis+" ")
	case offset > 0:
		s = s.add(&st.Faint, "‹ ")
	}
	before, mark, after := t.lines(r, offset)
	s = s.add(&st.Faint, before)
	if mark != "" {
		markStyle := &st.Faint
		if r.Folded {
			markStyle = &st.Accent
		}
		s = s.add(markStyle, mark).add(&st.Faint, after)
	}
	if r.Folded && (r.Connector == NoConnector || r.Indent <= offset) {
		s = s.add(&st.Accent, "⊞ ")
	}
	if r.OnPath {
		s = s.add(&st.Accent, "• ")
	}
	return s
}

// lines draws the levels from offset on: vertical lines that pass by, then the
// connector in three parts, the middle one being the fold mark.
func (t *Tree) lines(r *TreeRow, offset int) (before, mark, after string) {
	levels := r.Indent - offset
	if levels <= 0 {
		return "", "", ""
	}
	cells := make([]string, levels)
	for g := r.gutter; g >= 0; g = t.gutters[g].outer {
		level := int(t.gutters[g].level) - offset
		if level < 0 {
			break // levels only fall towards the outside
		}
		if level < levels && t.gutters[g].line {
			cells[level] = "│  "
		}
	}
	var b strings.Builder
	for i, cell := range cells {
		if i == levels-1 && r.Connector != NoConnector {
			break
		}
		b.WriteString(or(cell, "   "))
	}
	switch r.Connector {
	case MiddleChild:
		return b.String() + "├", foldMark(r), " "
	case LastChild:
		return b.String() + "└", foldMark(r), " "
	}
	return b.String(), "", ""
}

func foldMark(r *TreeRow) string {
	switch {
	case r.Folded:
		return "⊞"
	case r.Foldable:
		return "⊟"
	}
	return "─"
}

// Offset returns how many levels have to be scrolled out of sight so that each
// of the rows from from up to, but not including, to keeps at least half of the
// width for its text. All rows on the screen take the same, so that columns go
// on meaning depth.
func (t *Tree) Offset(from, to, width int) int {
	offset := 0
	for i := max(0, from); i < min(to, len(t.Rows)); i++ {
		offset = max(offset, t.offsetFor(&t.Rows[i], width))
	}
	return offset
}

// offsetFor is the offset that one row needs.
func (t *Tree) offsetFor(r *TreeRow, width int) int {
	const marks = 4 // the sign of hidden levels and the mark of the path
	room := max(0, (width-cursorWidth)/2-marks)
	if 3*r.Indent <= room+marks-2 {
		return 0
	}
	return r.Indent - room/3
}
