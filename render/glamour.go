package render

import (
	"fmt"
	"image/color"
	"strings"

	"charm.land/glamour/v2"
	"charm.land/glamour/v2/ansi"
)

// drawMarkdown draws clean Markdown without fenced code, in at most width
// columns; 0 gives each paragraph one line, which is both faster and easier to
// wrap with an indentation. It returns false if glamour fails: it has panicked on odd input
// before, and a preview must not.
//
// A renderer of glamour's is not safe for concurrent use and costs little, so
// each call makes its own.
func drawMarkdown(text string, width int, st *Styles) (drawn string, ok bool) {
	defer func() {
		if recover() != nil {
			drawn, ok = "", false
		}
	}()
	r, err := glamour.NewTermRenderer(
		glamour.WithStyles(markdownStyle(st)), glamour.WithWordWrap(width), glamour.WithInlineTableLinks(true))
	if err != nil {
		return "", false
	}
	drawn, err = r.Render(text)
	if err != nil {
		return "", false
	}
	return withoutLinks(drawn), true
}

// withoutLinks drops what is not a style: glamour writes links as OSC 8, which
// would let a text of a file say one address and lead to another.
func withoutLinks(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); {
		n := 0
		if s[i] == 0x1b {
			n = sequenceLen(s[i:])
		}
		if n == 0 {
			next := strings.IndexByte(s[i+1:], 0x1b) + 1
			if next == 0 {
				next = len(s) - i
			}
			b.WriteString(s[i : i+next])
			i += next
			continue
		}
		if s[i+n-1] == 'm' && s[i+1] == '[' {
			b.WriteString(s[i : i+n])
		}
		i += n
	}
	return b.String()
}

// markdownStyle is glamour's style in the colours of this program.
func markdownStyle(st *Styles) ansi.StyleConfig {
	p := st.palette
	yes := true
	quote, indent := "│ ", uint(1)
	ink := func(c color.Color) *string {
		r, g, b, _ := c.RGBA()
		hex := fmt.Sprintf("#%02x%02x%02x", r>>8, g>>8, b>>8)
		return &hex
	}
	heading := func(prefix string) ansi.StyleBlock {
		return ansi.StyleBlock{StylePrimitive: ansi.StylePrimitive{Prefix: prefix, Color: ink(p.blue), Bold: &yes}}
	}
	code := ansi.StylePrimitive{Color: ink(p.cyan)}
	return ansi.StyleConfig{
		BlockQuote: ansi.StyleBlock{StylePrimitive: ansi.StylePrimitive{Color: ink(p.muted)}, Indent: &indent, IndentToken: &quote},
		List:       ansi.StyleList{LevelIndent: 2},
		Heading:    ansi.StyleBlock{StylePrimitive: ansi.StylePrimitive{BlockSuffix: "\n", Color: ink(p.blue), Bold: &yes}},
		H1:         heading("# "), H2: heading("## "), H3: heading("### "),
		H4: heading("#### "), H5: heading("##### "), H6: heading("###### "),
		Strikethrough:         ansi.StylePrimitive{CrossedOut: &yes},
		Emph:                  ansi.StylePrimitive{Italic: &yes},
		Strong:                ansi.StylePrimitive{Bold: &yes},
		HorizontalRule:        ansi.StylePrimitive{Color: ink(p.line), Format: "\n────────\n"},
		Item:                  ansi.StylePrimitive{BlockPrefix: "• "},
		Enumeration:           ansi.StylePrimitive{BlockPrefix: ". "},
		Task:                  ansi.StyleTask{Ticked: "[x] ", Unticked: "[ ] "},
		Link:                  ansi.StylePrimitive{Color: ink(p.cyan), Underline: &yes},
		LinkText:              ansi.StylePrimitive{Color: ink(p.blue)},
		Image:                 ansi.StylePrimitive{Color: ink(p.cyan), Underline: &yes},
		ImageText:             ansi.StylePrimitive{Format: "Image: {{.text}}"},
		Code:                  ansi.StyleBlock{StylePrimitive: code},
		CodeBlock:             ansi.StyleCodeBlock{StyleBlock: ansi.StyleBlock{StylePrimitive: code}},
		DefinitionDescription: ansi.StylePrimitive{BlockPrefix: "\n  "},
	}
}
