package render

import (
	"strings"

	"charm.land/lipgloss/v2"
)

// diff adds the lines of a diff in their colours. The signs at their starts
// say the same without.
func (d *docWriter) diff(text string, l limits) {
	head, rest := l.head(strings.TrimRight(text, "\n"))
	shown := 0
	lines := strings.Split(Clean(head), "\n")
	for n, line := range lines {
		wrapped := (&wrapper{width: d.width}).wrap(line, "  ")
		if shown += len(wrapped); shown > l.lines && n > 0 {
			d.more(len(lines)-n, rest)
			return
		}
		d.styled(d.diffStyle(line), wrapped[:min(len(wrapped), l.lines)])
	}
	if rest != "" {
		d.more(0, rest)
	}
}

func (d *docWriter) diffStyle(line string) lipgloss.Style {
	switch {
	case strings.HasPrefix(line, "+"):
		return d.st.Added
	case strings.HasPrefix(line, "-"):
		return d.st.Removed
	case strings.HasPrefix(line, "@@"), strings.TrimSpace(line) == "...":
		return d.st.Hunk
	}
	return d.st.Muted
}

// replacement writes the replacement of one text by another as a diff. Lines
// that both start or end with stand once.
func replacement(before, after string) string {
	old, now := splitLines(before), splitLines(after)
	start := 0
	for start < len(old) && start < len(now) && old[start] == now[start] {
		start++
	}
	end := 0
	for end < len(old)-start && end < len(now)-start && old[len(old)-1-end] == now[len(now)-1-end] {
		end++
	}
	var b strings.Builder
	write := func(sign string, lines []string) {
		for _, line := range lines {
			b.WriteString(sign)
			b.WriteString(line)
			b.WriteByte('\n')
		}
	}
	write("  ", old[:start])
	write("- ", old[start:len(old)-end])
	write("+ ", now[start:len(now)-end])
	write("  ", old[len(old)-end:])
	return b.String()
}

func splitLines(text string) []string {
	text = strings.TrimSuffix(text, "\n")
	if text == "" {
		return nil
	}
	return strings.Split(text, "\n")
}
