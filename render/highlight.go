package render

import (
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/alecthomas/chroma/v2"
	"github.com/alecthomas/chroma/v2/lexers"
	chromastyles "github.com/alecthomas/chroma/v2/styles"
)

// maxColouredCode is how much code of one block is coloured, in bytes. chroma
// reads about half a megabyte a second.
const maxColouredCode = 8 << 10

// colourCode colours clean code. Each line is complete in itself.
func colourCode(text, lang string, st *Styles) string {
	if lang == "" || len(text) > maxColouredCode {
		return text
	}
	lexer := lexers.Get(lang)
	if lexer == nil {
		return text
	}
	tokens, err := chroma.Coalesce(lexer).Tokenise(nil, text)
	if err != nil {
		return text
	}
	theme := chromastyles.Get(st.palette.codeTheme)
	var b strings.Builder
	for token := tokens(); token != chroma.EOF; token = tokens() {
		style := codeStyle(theme.Get(token.Type))
		for i, part := range strings.Split(token.Value, "\n") {
			if i > 0 {
				b.WriteByte('\n')
			}
			if part != "" {
				b.WriteString(style.Render(part))
			}
		}
	}
	return strings.TrimRight(b.String(), "\n")
}

// codeStyle takes over the foreground of a theme; its background would fight
// with the terminal's.
func codeStyle(entry chroma.StyleEntry) lipgloss.Style {
	style := lipgloss.NewStyle().Inline(true)
	if entry.Colour.IsSet() {
		style = style.Foreground(lipgloss.Color(entry.Colour.String()))
	}
	if entry.Italic == chroma.Yes {
		style = style.Italic(true)
	}
	return style
}
