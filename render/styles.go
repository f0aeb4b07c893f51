package render

import (
	"image/color"

	"charm.land/lipgloss/v2"
)

// Styles are the looks of everything this program draws, named by what they
// mean. They are made once for a dark or a light terminal and handed around; a
// terminal with fewer colours, or none, is the business of the writer at the
// end.
type Styles struct {
	IsDark bool

	Text  lipgloss.Style // what needs no other
	Muted lipgloss.Style // secondary facts
	Faint lipgloss.Style // tree lines, ids, what was left out

	Accent  lipgloss.Style // the cursor, the active path, what can be acted on
	Title   lipgloss.Style
	Key     lipgloss.Style // a key in the hint row
	Hint    lipgloss.Style // what it does
	Border  lipgloss.Style
	Match   lipgloss.Style // what a search found
	Leaf    lipgloss.Style // where the session goes on
	Live    lipgloss.Style // a session that pi works in right now
	Marked  lipgloss.Style
	Label   lipgloss.Style
	Named   lipgloss.Style // a session with a name of its own
	Current lipgloss.Style

	User      lipgloss.Style
	Assistant lipgloss.Style
	Tool      lipgloss.Style
	Call      lipgloss.Style // the line a tool call starts with
	Thinking  lipgloss.Style
	System    lipgloss.Style
	Custom    lipgloss.Style
	Summary   lipgloss.Style
	Setting   lipgloss.Style // bookkeeping entries

	Error   lipgloss.Style
	Warning lipgloss.Style
	Success lipgloss.Style

	Added   lipgloss.Style // lines of a diff
	Removed lipgloss.Style
	Hunk    lipgloss.Style

	Selected color.Color // the background of the selected row

	palette palette
}

// palette is the few colours that all styles are made from. They are chosen so
// that a terminal of 256 or 16 colours still gets greys for the greys and a
// selection that can be seen.
type palette struct {
	muted, faint, line                       color.Color
	blue, green, yellow, red, violet, cyan   color.Color
	selected, found, foundText, added, taken color.Color
	codeTheme                                string // of chroma
}

func newPalette(isDark bool) palette {
	hex := lipgloss.Color
	if isDark {
		return palette{
			muted: hex("#a0a4a8"), faint: hex("#767676"), line: hex("#4e5055"),
			blue: hex("#7db1ff"), green: hex("#8fd19e"), yellow: hex("#e5c07b"),
			red: hex("#ff7b85"), violet: hex("#c3a6ff"), cyan: hex("#7fd4d9"),
			selected: hex("#3a3f4b"), found: hex("#e5c07b"), foundText: hex("#1b1e25"),
			added: hex("#8fd19e"), taken: hex("#ff8f98"),
			codeTheme: "github-dark",
		}
	}
	return palette{
		muted: hex("#57606a"), faint: hex("#7c858f"), line: hex("#c3c9d0"),
		blue: hex("#0a58ca"), green: hex("#1a7f37"), yellow: hex("#8a5a00"),
		red: hex("#b42318"), violet: hex("#6f42c1"), cyan: hex("#0f6f78"),
		selected: hex("#dce6f7"), found: hex("#ffd866"), foundText: hex("#1b1e25"),
		added: hex("#1a7f37"), taken: hex("#b42318"),
		codeTheme: "github",
	}
}

// NewStyles returns the styles for a terminal with a dark or a light
// background.
func NewStyles(isDark bool) *Styles {
	p := newPalette(isDark)
	in := func(c color.Color) lipgloss.Style { return lipgloss.NewStyle().Foreground(c) }
	plain := lipgloss.NewStyle()
	return &Styles{
		IsDark: isDark,

		Text: plain, Muted: in(p.muted), Faint: in(p.faint),

		Accent: in(p.blue), Title: plain.Bold(true), Key: in(p.blue), Hint: in(p.muted), Border: in(p.line),
		Match: in(p.foundText).Background(p.found),
		Leaf:  in(p.blue), Live: in(p.green), Marked: in(p.violet).Bold(true),
		Label: in(p.yellow), Named: in(p.yellow), Current: in(p.blue),

		User: in(p.blue), Assistant: in(p.green), Tool: in(p.muted), Call: plain.Bold(true), Thinking: in(p.faint).Italic(true),
		System: in(p.muted), Custom: in(p.violet), Summary: in(p.cyan), Setting: in(p.faint),

		Error: in(p.red), Warning: in(p.yellow), Success: in(p.green),

		Added: in(p.added), Removed: in(p.taken), Hunk: in(p.cyan),

		Selected: p.selected,
		palette:  p,
	}
}
