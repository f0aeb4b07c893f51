package render

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// tabStop is the distance in columns between the stops that tabs are expanded
// to.
const tabStop = 4

// maxMarks is how many combining marks one character may carry. Real scripts
// need four; a text that stacks hundreds would cost bytes without end in a row
// of bounded width.
const maxMarks = 6

// Clean makes text from a file harmless and measurable. It is the one place
// where this is done, and everything from a file passes it before anything
// else: what comes out cannot move the cursor, change colours, write to the
// clipboard or turn the text direction, and every terminal counts the same
// columns for it.
//
//   - Escape sequences (CSI, OSC, DCS and the like, also in their 8-bit forms)
//     are dropped whole. A string sequence that does not end in its line loses
//     only its start, so it cannot swallow the text behind it.
//   - Other control characters are shown as their symbols (␀ ␇ ␈ ␛ ␡), those of
//     C1 as �.
//   - CR LF, CR, NEL and the Unicode line separators become newlines; newlines
//     stay. Tabs become spaces up to the next stop, blanks of any width spaces.
//   - Bidi controls, joiners between emoji, variation selectors, tags, soft
//     hyphens and other invisible format characters are dropped. Only the
//     joiners that Arabic and Indic scripts need are kept.
//   - Skin tones of emoji are dropped and lone regional indicators become
//     letters, since terminals disagree about their width. Where they disagree
//     about the letters of a script (Indic conjuncts, Thai vowels), an
//     invisible break (U+200B) between the letters makes them agree.
//
// Cleaning twice is the same as cleaning once.
func Clean(s string) string {
	if plain(s) {
		return s
	}
	c := cleaner{src: s}
	c.out.Grow(len(s) + len(s)/8)
	c.run()
	return settleWidths(c.out.String())
}

// CleanLine is Clean for a text that is to stand in one line: tabs become
// spaces, its lines are joined by one space each, without their indentation and
// without those that are blank.
func CleanLine(s string) string {
	if !plain(s) {
		s = Clean(strings.ReplaceAll(s, "\t", " "))
	}
	s = strings.TrimSpace(s)
	if strings.IndexByte(s, '\n') < 0 {
		return s
	}
	var b strings.Builder
	for line := range strings.SplitSeq(s, "\n") {
		if line = strings.TrimSpace(line); line != "" {
			if b.Len() > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(line)
		}
	}
	return b.String()
}

// plain reports whether s is printable ASCII and newlines, which is true of
// most lines and makes them free.
func plain(s string) bool {
	for i := 0; i < len(s); i++ {
		if b := s[i]; (b < ' ' && b != '\n') || b >= 0x7f {
			return false
		}
	}
	return true
}

// cleaner walks over a text once.
type cleaner struct {
	src string
	out strings.Builder

	measured  int  // up to where in out the column is known, for tab stops
	column    int  // of the line at measured
	last      rune // the last rune written, 0 at the start
	marks     int  // combining marks since the last other rune
	indicator bool // the last rune is a regional indicator without its partner
}

func (c *cleaner) run() {
	for i := 0; i < len(c.src); {
		if b := c.src[i]; b >= ' ' && b < 0x7f {
			c.write(rune(b))
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(c.src[i:])
		if n := sequenceLen(c.src[i:]); n > 0 {
			i += n
			continue
		}
		if r == '\r' && strings.HasPrefix(c.src[i+1:], "\n") {
			size++
		}
		c.rune(r)
		i += size
	}
	c.closeIndicator()
}

// rune writes what stands for one rune that is not printable ASCII.
func (c *cleaner) rune(r rune) {
	switch {
	case r == '\n', r == '\r', r == 0x85, r == 0x2028, r == 0x2029:
		c.write('\n')
	case r == '\t':
		c.tab()
	case r < ' ':
		c.write('␀' + r)
	case r == 0x7f:
		c.write('␡')
	case r < 0xa0:
		c.write(utf8.RuneError)
	case r == 0x3000:
		c.write(' ')
		c.write(' ')
	case unicode.Is(unicode.Zs, r), r == 0x2800, r == 0x3164, r == 0xffa0:
		c.write(' ')
	case isJoiner(r):
		if joins(c.last) {
			c.write(r)
		}
	case invisible(r):
	case unicode.Is(unicode.Mn, r), unicode.Is(unicode.Me, r):
		c.mark(r)
	case unicode.Is(unicode.Noncharacter_Code_Point, r), (unicode.IsMark(r) || !unicode.IsGraphic(r)) && disputed(r):
		c.write(utf8.RuneError)
	default:
		c.write(r)
	}
}

func (c *cleaner) write(r rune) {
	if isIndicator(r) && c.indicator {
		c.out.WriteRune(c.last)
		c.out.WriteRune(r)
		c.indicator, c.last, c.marks = false, r, 0
		return
	}
	c.closeIndicator()
	c.last, c.marks = r, 0
	if isIndicator(r) {
		c.indicator = true // written with its partner
		return
	}
	c.out.WriteRune(r)
	if r == '\n' {
		c.measured, c.column = c.out.Len(), 0
	}
}

// closeIndicator writes a regional indicator that found no partner as the
// letter it stands for.
func (c *cleaner) closeIndicator() {
	if c.indicator {
		c.out.WriteRune('A' + c.last - 0x1f1e6)
		c.indicator, c.last = false, 'A'
	}
}

// mark writes a combining mark if there is something for it to combine with.
func (c *cleaner) mark(r rune) {
	c.closeIndicator()
	if c.last == 0 || c.last == '\n' || c.last == ' ' || c.marks == maxMarks {
		return
	}
	if disputed(r) {
		c.write(utf8.RuneError)
		return
	}
	c.marks++
	c.out.WriteRune(r)
}

func (c *cleaner) tab() {
	c.closeIndicator()
	c.column += Width(settleWidths(c.out.String()[c.measured:]))
	c.measured = c.out.Len()
	for range tabStop - c.column%tabStop {
		c.write(' ')
	}
}

// disputed reports whether r alone is given two widths, as happens to marks
// that are newer than some table.
func disputed(r rune) bool {
	s := string(r)
	return ansi.StringWidth(s) != ansi.StringWidthWc(s)
}

func isIndicator(r rune) bool { return r >= 0x1f1e6 && r <= 0x1f1ff }

func isJoiner(r rune) bool { return r == 0x200c || r == 0x200d }

// joins reports whether a joiner after r shapes letters: in Arabic, Indic and
// the scripts between and after them.
func joins(r rune) bool {
	return r >= 0x0600 && r < 0x1100 && (unicode.IsLetter(r) || unicode.IsMark(r)) || r >= 0x1780 && r < 0x1900
}

// invisible reports whether r is drawn as nothing and only has effects: on
// direction, on joining, on the look of its neighbours, on a reader's trust.
func invisible(r rune) bool {
	switch {
	case unicode.Is(unicode.Cf, r):
		return true // bidi controls, joiners, tags, soft hyphen, byte order mark
	case r >= 0xfe00 && r <= 0xfe0f, r >= 0xe0000 && r <= 0xe0fff, r >= 0x180b && r <= 0x180f:
		return true // variation selectors and tags
	case r >= 0x1f3fb && r <= 0x1f3ff:
		return true // skin tones
	case r == 0x034f, r == 0x115f, r == 0x1160, r == 0x17b4, r == 0x17b5:
		return true // joiners and fillers that are not classed as format characters
	}
	return false
}

// settleWidths puts an invisible break into every grapheme cluster for which
// terminals that count clusters and terminals that count code points come to
// different widths, so that both count the same.
func settleWidths(s string) string {
	var out strings.Builder
	done := 0
	for i := 0; i < len(s); {
		if s[i] < 0x80 && (i+1 == len(s) || s[i+1] < 0x80) {
			i++
			continue
		}
		cluster, width := ansi.FirstGraphemeCluster(s[i:], ansi.GraphemeWidth)
		if width != ansi.StringWidthWc(cluster) {
			out.WriteString(s[done:i])
			breakCluster(&out, cluster)
			done = i + len(cluster)
		}
		i += len(cluster)
	}
	if done == 0 {
		return s
	}
	out.WriteString(s[done:])
	return out.String()
}

func breakCluster(out *strings.Builder, cluster string) {
	for i, r := range cluster {
		if i > 0 && !isIndicator(r) && ansi.StringWidthWc(string(r)) > 0 {
			out.WriteRune(0x200b) // not inside a flag, which all count the same
		}
		out.WriteRune(r)
	}
}
