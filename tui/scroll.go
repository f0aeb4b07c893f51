package tui

// scrollTo returns the first of height lines to show out of n, so that line at
// is among them. top is the first one now; it moves no more than it must.
func scrollTo(top, at, height, n int) int {
	if at >= 0 {
		top = min(top, at)
		top = max(top, at-height+1)
	}
	return max(0, min(top, n-height))
}
