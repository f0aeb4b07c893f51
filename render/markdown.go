package render

import (
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
)

const (
	// maxMarkdown is how much Markdown of one block is drawn as such, in
	// bytes; glamour reads less than a megabyte a second.
	maxMarkdown = 16 << 10

	// maxNesting is how deep quotes and lists may lie in each other. glamour's
	// cost doubles with every few levels.
	maxNesting = 8
)

// markdown adds a text that is Markdown, drawn as such if the pane is rich and
// the text is neither too long nor too strange, else as it stands.
func (d *docWriter) markdown(text string, l limits) {
	head, rest := l.head(strings.TrimRight(text, "\n"))
	head = Clean(head)
	if !d.rich || len(head) > maxMarkdown || tooNested(head) {
		d.cutLines(d.st.Text, d.sourceLines(head), rest, l)
		return
	}
	var lines []string
	for i, part := range splitMarkdown(head) {
		if i > 0 {
			lines = append(lines, "")
		}
		lines = append(lines, d.drawPart(part)...)
	}
	d.cutLines(lipgloss.NewStyle(), lines, rest, l)
}

// drawPart returns the lines of a part of a Markdown text.
func (d *docWriter) drawPart(part markdownPart) []string {
	if part.code {
		return (&wrapper{width: d.width}).all(indentLines(colourCode(part.text, language(part.lang), d.st)), "    ")
	}
	width := 0
	if part.table {
		width = d.width
	}
	drawn, ok := drawMarkdown(part.text, width, d.st)
	if !ok {
		return d.sourceLines(part.text)
	}
	w := wrapper{width: d.width}
	var lines []string
	blank := false
	for line := range strings.SplitSeq(drawn, "\n") {
		if !visible(line) {
			blank = true
			continue
		}
		if blank && len(lines) > 0 {
			lines = append(lines, "")
		}
		blank = false
		lines = append(lines, w.wrap(line, hangOf(ansi.Strip(line)))...)
	}
	return lines
}

// hangOf returns what the lines that go on from a line of Markdown start with: the bars of its quotes, and spaces under its bullet or number.
func hangOf(line string) string {
	var b strings.Builder
	rest := line
	for {
		text := strings.TrimLeft(rest, " ")
		b.WriteString(strings.Repeat(" ", len(rest)-len(text)))
		after, quoted := strings.CutPrefix(text, "│ ")
		if !quoted {
			rest = text
			break
		}
		b.WriteString("│ ")
		rest = after
	}
	for _, bullet := range []string{"• ", "- ", "* ", "+ ", "> "} {
		if strings.HasPrefix(rest, bullet) {
			return b.String() + "  "
		}
	}
	digits := len(rest) - len(strings.TrimLeft(rest, "0123456789"))
	if digits > 0 && digits < 4 && strings.HasPrefix(rest[digits:], ". ") {
		return b.String() + strings.Repeat(" ", digits+2)
	}
	return b.String()
}

// sourceLines returns Markdown as it was written, wrapped. Headings and code
// stand out a little; every character stays.
func (d *docWriter) sourceLines(text string) []string {
	var lines []string
	w := wrapper{width: d.width}
	fence := ""
	for line := range strings.SplitSeq(text, "\n") {
		style := d.st.Text
		mark, _ := fenceMark(line)
		switch {
		case fence == "" && mark != "":
			fence, style = mark, d.st.Faint
		case fence != "" && strings.HasPrefix(mark, fence):
			fence, style = "", d.st.Faint
		case fence != "":
			style = d.st.Summary
		case isHeading(line):
			style = d.st.Title
		}
		for _, one := range w.wrap(line, hangOf(line)) {
			if one != "" {
				one = style.Inline(true).Render(one)
			}
			lines = append(lines, one)
		}
	}
	return lines
}

func isHeading(line string) bool {
	level := len(line) - len(strings.TrimLeft(line, "#"))
	return level > 0 && level <= 6 && strings.HasPrefix(line[level:], " ")
}

// markdownPart is a piece of a Markdown text: a fenced block of code, a table,
// or what stands between.
type markdownPart struct {
	code, table bool
	lang        string
	text        string
}

// splitMarkdown takes the fenced blocks and the tables out of a Markdown text.
// Code is coloured here and not by glamour, which guesses the language of what
// does not say it and takes seconds to do so; fences that are indented are left
// to it, since it shows them plain. Tables are the one thing glamour has to
// know the width for.
func splitMarkdown(text string) []markdownPart {
	var parts []markdownPart
	var part []string
	flush := func(p markdownPart) {
		p.text = strings.Join(part, "\n")
		part = part[:0]
		if p.code || strings.TrimSpace(p.text) != "" {
			parts = append(parts, p)
		}
	}
	fence, lang, table := "", "", false
	for line := range strings.SplitSeq(text, "\n") {
		mark, info := "", ""
		if strings.HasPrefix(line, "`") || strings.HasPrefix(line, "~") {
			mark, info = fenceMark(line)
		}
		switch {
		case fence == "" && mark != "":
			flush(markdownPart{table: table})
			fence, lang, table = mark, info, false
		case fence != "" && info == "" && strings.HasPrefix(mark, fence):
			flush(markdownPart{code: true, lang: lang})
			fence = ""
		case fence == "" && isTableRule(line) && len(part) > 0 && strings.Contains(part[len(part)-1], "|"):
			header := part[len(part)-1]
			part = part[:len(part)-1]
			flush(markdownPart{})
			part, table = append(part, header, line), true
		case table && !strings.Contains(line, "|"):
			flush(markdownPart{table: true})
			part, table = append(part, line), false
		default:
			part = append(part, line)
		}
	}
	flush(markdownPart{code: fence != "", lang: lang, table: table})
	return parts
}

// isTableRule reports whether line is the one below the header of a table.
func isTableRule(line string) bool {
	return strings.Contains(line, "|") && strings.Contains(line, "-") && strings.Trim(line, "|-: ") == ""
}

// fenceMark returns the marks that a line opens or ends a block of code with,
// and the first word behind them.
func fenceMark(line string) (mark, info string) {
	line = strings.TrimLeft(line, " ")
	for _, c := range []string{"`", "~"} {
		rest := strings.TrimLeft(line, c)
		if n := len(line) - len(rest); n >= 3 && !strings.Contains(rest, "`") {
			info, _, _ = strings.Cut(strings.TrimSpace(rest), " ")
			return line[:n], info
		}
	}
	return "", ""
}

// tooNested reports whether quotes or lists lie in each other deeper than is
// worth drawing.
func tooNested(text string) bool {
	for line := range strings.SplitSeq(text, "\n") {
		marks := 0
		for i := 0; i < len(line); i++ {
			switch line[i] {
			case '>', '-', '+', '*':
				marks++
			case ' ', '\t', '.', ')', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
			default:
				i = len(line)
			}
		}
		if marks > maxNesting && strings.Trim(line, "-*+ ") != "" {
			return true
		}
		if indent := len(line) - len(strings.TrimLeft(line, " ")); indent > 4*maxNesting && marks > 0 {
			return true
		}
	}
	return false
}

func indentLines(text string) string {
	return "  " + strings.ReplaceAll(text, "\n", "\n  ")
}

// visible reports whether a drawn line has anything to see.
func visible(line string) bool { return strings.TrimSpace(ansi.Strip(line)) != "" }
