package render

import (
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
)

// span is a piece of clean text in one style. Rows are built of spans and
// painted once at the end: a styled piece inside another would end the outer
// style with its reset.
type span struct {
	text  string
	style *lipgloss.Style
}

// spans is a row in the making.
type spans []span

func (s spans) add(style *lipgloss.Style, text string) spans {
	if text == "" {
		return s
	}
	return append(s, span{text, style})
}

func (s spans) width() int {
	width := 0
	for i := range s {
		width += Width(s[i].text)
	}
	return width
}

// plain returns the text without styles.
func (s spans) plain() string {
	var b strings.Builder
	for i := range s {
		b.WriteString(s[i].text)
	}
	return b.String()
}

// cut shortens the row to width columns; the style of what is cut is that of
// its "…".
func (s spans) cut(width int) spans {
	if width <= 0 {
		return nil
	}
	used := 0
	for i := range s {
		w := Width(s[i].text)
		if used+w < width || used+w == width && i == len(s)-1 {
			used += w
			continue
		}
		if used+w == width && s[i+1:].width() == 0 {
			return s
		}
		// The sign of the cut is needed here, even where this piece just fits.
		text := Cut(s[i].text, width-used)
		if text == s[i].text {
			text = Cut(s[i].text+" ", width-used)
		}
		return append(s[:i:i], span{text, s[i].style})
	}
	return s
}

// highlight restyles the byte ranges of the row's text that a search found.
// Ranges must be in order and must not overlap.
func (s spans) highlight(ranges [][2]int, style *lipgloss.Style) spans {
	if len(ranges) == 0 {
		return s
	}
	var out spans
	at := 0
	ranges = wholeClusters(s.plain(), ranges)
	for _, one := range s {
		end := at + len(one.text)
		from := at
		for len(ranges) > 0 && ranges[0][0] < end {
			start, stop := max(ranges[0][0], from), min(ranges[0][1], end)
			if start < stop {
				out = out.add(one.style, one.text[from-at:start-at])
				out = out.add(style, one.text[start-at:stop-at])
				from = stop
			}
			if ranges[0][1] > end {
				break
			}
			ranges = ranges[1:]
		}
		out = out.add(one.style, one.text[from-at:])
		at = end
	}
	return out
}

// wholeClusters widens byte ranges of a text to the grapheme clusters they are
// in: a style that began in the middle of one would tear it apart.
func wholeClusters(text string, ranges [][2]int) [][2]int {
	if plain(text) {
		return ranges
	}
	var out [][2]int
	for at := 0; at < len(text) && len(ranges) > 0; {
		cluster, _ := ansi.FirstGraphemeCluster(text[at:], ansi.GraphemeWidth)
		end := at + len(cluster)
		if ranges[0][0] < end && ranges[0][1] > at {
			if n := len(out); n > 0 && out[n-1][1] == at {
				out[n-1][1] = end
			} else {
				out = append(out, [2]int{at, end})
			}
		}
		for len(ranges) > 0 && ranges[0][1] <= end {
			ranges = ranges[1:]
		}
		at = end
	}
	return out
}

// paint draws the row. A selected row is bold on the selection's background.
func (s spans) paint(st *Styles, selected bool) string {
	var b strings.Builder
	for i := range s {
		style := *s[i].style
		if selected {
			style = style.Bold(true)
			if _, none := style.GetBackground().(lipgloss.NoColor); none {
				style = style.Background(st.Selected)
			}
		}
		b.WriteString(style.Inline(true).Render(s[i].text))
	}
	return b.String()
}

// minLeft is how many columns the left part of a row keeps.
const minLeft = 8

// drawRow paints left and right aligned parts in exactly width columns. The left
// part is cut before the right one is touched; a right part that leaves next to
// nothing of it is dropped.
func drawRow(left, right spans, width int, st *Styles, selected bool) string {
	if width <= 0 {
		return ""
	}
	rightWidth := right.width()
	if rightWidth > 0 {
		rightWidth++ // a space between
	}
	if rightWidth > width-minLeft {
		right, rightWidth = nil, 0
	}
	left = left.cut(width - rightWidth)
	gap := width - left.width() - right.width()
	line := append(left[:len(left):len(left)], span{strings.Repeat(" ", gap), &st.Text})
	return append(line, right...).paint(st, selected)
}
