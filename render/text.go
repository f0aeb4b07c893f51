package render

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// ellipsis stands for what was cut away.
const ellipsis = "…"

// Width returns how many columns s takes on a terminal. It counts grapheme
// clusters and knows styled text. It is the one measure of the program.
func Width(s string) int { return ansi.StringWidth(s) }

// Cut shortens s to at most width columns, between grapheme clusters, and ends
// it in "…" if something was cut away. Styled text stays styled.
func Cut(s string, width int) string {
	if width <= 0 {
		return ""
	}
	if len(s) <= width { // no byte is wider than a column
		return s
	}
	return ansi.Truncate(s, width, ellipsis)
}

// Fit cuts s to width columns, or fills it up with spaces, so that it is
// exactly as wide.
func Fit(s string, width int) string {
	s = Cut(s, width)
	if gap := width - Width(s); gap > 0 {
		s += strings.Repeat(" ", gap)
	}
	return s
}

// fitLeft is Fit with the spaces in front.
func fitLeft(s string, width int) string {
	s = Cut(s, width)
	if gap := width - Width(s); gap > 0 {
		s = strings.Repeat(" ", gap) + s
	}
	return s
}

// firstUnits returns the first n UTF-16 code units of s, never half a rune, and
// whether that is all of it.
func firstUnits(s string, n int) (head string, whole bool) {
	if len(s) <= n {
		return s, true
	}
	for i, r := range s {
		if n--; r > 0xffff {
			n--
		}
		if n < 0 {
			return s[:i], false
		}
	}
	return s, true
}

// cutLeft takes columns away from the left of plain text.
func cutLeft(s string, columns int) string {
	return ansi.TruncateLeft(s, columns, "")
}

// stripStyles returns the text of a styled line.
func stripStyles(s string) string { return ansi.Strip(s) }
