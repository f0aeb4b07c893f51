package tui

// rect is a part of the screen, in cells.
type rect struct{ x, y, width, height int }

// layout is where everything stands: the panes, with what is above and below.
// A pane without room has no width or no height.
type layout struct {
	left, right rect // side by side, or one above the other
	stacked     bool
	top, bottom int // rows above and below the panes
}

// Below these sizes the two panes do not stand side by side, and not both.
const (
	sideBySide = 84 // columns
	bothHigh   = 14 // rows
)

// layout works out the places for the size of the screen.
func (m *Model) layout() layout {
	l := layout{top: 2, bottom: 1}
	if m.height >= bothHigh {
		l.top, l.bottom = 3, 2 // with rules
	}
	if m.screen == screenSession {
		l.top-- // no query row
	}
	height := max(0, m.height-l.top-l.bottom)
	full := rect{0, l.top, m.width, height}
	switch {
	case m.screen == screenSession && m.preview.zoomed:
		l.right = full
	case m.width >= sideBySide:
		l.left, l.right = split(full, m.screen)
	case m.height >= bothHigh && m.screen == screenSession:
		l.stacked = true
		upper := (height - 1) / 2
		l.left = rect{0, l.top, m.width, upper}
		l.right = rect{0, l.top + upper, m.width, height - upper}
	default:
		l.left = full
	}
	return l
}

// split divides a part of the screen into two with a line between them. The
// library needs more room for its rows, the tree less.
func split(full rect, s screen) (left, right rect) {
	width := full.width * 46 / 100
	if s == screenLibrary {
		width = full.width * 58 / 100
	}
	left = rect{full.x, full.y, width, full.height}
	right = rect{width + 2, full.y, full.width - width - 2, full.height}
	return left, right
}
