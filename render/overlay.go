package render

import "github.com/charmbracelet/x/ansi"

// Overlay lays the lines of a box over those of a screen, with its upper left
// corner in column x of row y. What lies outside the screen is left out.
func Overlay(screen, box []string, x, y int) []string {
	out := append([]string(nil), screen...)
	for i, line := range box {
		row := y + i
		if row < 0 || row >= len(out) {
			continue
		}
		under := out[row]
		right := x + Width(line)
		out[row] = Fit(ansi.Truncate(under, x, ""), x) + line + ansi.TruncateLeft(under, right, "")
	}
	return out
}
