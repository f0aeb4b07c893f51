package render

import (
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

func TestClean(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"plain", "plain text\nof two lines", "plain text\nof two lines"},
		{"every kind of sequence", "a\x1b[2J\x1b]52;c;ZWNobw==\x07\u009b31m\u202Eb\rX", "ab\nX"},
		{"colours", "\x1b[1;31mred\x1b[0m", "red"},
		{"link", "\x1b]8;;http://evil\x1b\\text\x1b]8;;\x1b\\", "text"},
		{"device control", "a\x1bPq#0;2;0\x1b\\b\x1b_Gf=100;AAAA\x1b\\c", "abc"},
		{"8-bit string", "a\u009d0;title\u009cb", "ab"},
		{"string without end", "a\x1b]0;no end\nnext line", "a0;no end\nnext line"},
		{"sequence that breaks off", "a\x1b[12", "a"},
		{"lone escape", "a\x1b", "a␛"},
		{"escape before a letter", "a\x1bcb", "ab"},
		{"charset", "a\x1b(0b", "ab"},
		{"controls", "a\x00b\x07c\x08d\x7f", "a␀b␇c␈d␡"},
		{"C1", "a\u0084b\u0085c", "a�b\nc"},
		{"line ends", "a\r\nb\rc\u2028d\u2029e", "a\nb\nc\nd\ne"},
		{"tabs", "\ta\tbc\n日\tx", "    a   bc\n日  x"},
		{"blanks", "a\u00a0b\u3000c\u2003d", "a b  c d"},
		{"bidi", "a\u202a\u202eb\u2066c\u2069\u200f\u061cd", "abcd"},
		{"zero width", "a\u200bb\u2060c\ufeffd\u00ade\u034ff", "abcdef"},
		{"tags", "a\U000e0001\U000e0068\U000e0069b", "ab"},
		{"family", "👨\u200d👩\u200d👧", "👨👩👧"},
		{"variation selector", "❤\ufe0f 🎙\ufe0f", "❤ 🎙"},
		{"skin tone", "👍🏽 🏽x", "👍 x"},
		{"flag", "🇩🇪🇫🇷", "🇩🇪🇫🇷"},
		{"half a flag", "🇩x🇪", "DxE"},
		{"persian keeps its joiner", "می\u200cخواهم", "می\u200cخواهم"},
		{"conjunct", "क्ष", "क्\u200bष"},
		{"thai", "น้ำ", "น้\u200bำ"},
		{"marks without a letter", "\u0301a\n\u0301b", "a\nb"},
		{"too many marks", "a" + strings.Repeat("\u0301", 50), "a" + strings.Repeat("\u0301", maxMarks)},
		{"bad UTF-8", "a\xffb", "a�b"},
	} {
		if got := Clean(c.in); got != c.want {
			t.Errorf("%s: Clean(%q) = %q, want %q", c.name, c.in, got, c.want)
		}
	}
}

func TestCleanLine(t *testing.T) {
	for in, want := range map[string]string{
		"  two\nlines\tand a tab \n": "two lines and a tab",
		"\r\n a\r\nb":                "a b",
		"日\n本":                       "日 本",
	} {
		if got := CleanLine(in); got != want {
			t.Errorf("CleanLine(%q) = %q, want %q", in, got, want)
		}
	}
}

// checkClean fails if clean text could still act on a terminal, or if terminals
// would disagree about its width.
func checkClean(t *testing.T, in, clean string) {
	t.Helper()
	if !utf8.ValidString(clean) {
		t.Errorf("Clean(%q) is not UTF-8", in)
	}
	for _, r := range clean {
		if r != '\n' && unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) {
			t.Errorf("Clean(%q) = %q still has %U", in, clean, r)
		}
	}
	for line := range strings.SplitSeq(clean, "\n") {
		if g, wc := ansi.StringWidth(line), ansi.StringWidthWc(line); g != wc {
			t.Errorf("Clean(%q): %q is %d columns by clusters and %d by code points", in, line, g, wc)
		}
	}
	if twice := Clean(clean); twice != clean {
		t.Errorf("Clean(%q) = %q, and cleaned again %q", in, clean, twice)
	}
}

func FuzzClean(f *testing.F) {
	for _, s := range nastyTexts {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, in string) { checkClean(t, in, Clean(in)) })
}

func TestCleanIsLinear(t *testing.T) {
	for name, s := range map[string]string{
		"string starts": strings.Repeat("\x1b]", 1<<19),
		"tabs":          strings.Repeat("\t日", 1<<18),
		"escapes":       strings.Repeat("\x1b", 1<<20),
		"parameters":    strings.Repeat("\x1b[1", 1<<18),
		"marks":         "a" + strings.Repeat("\u0301", 1<<19),
		"indicators":    strings.Repeat("🇩", 1<<18),
	} {
		start := time.Now()
		Clean(s)
		if took := time.Since(start); took > 5*time.Second {
			t.Errorf("%s: %s took %v", name, Size(int64(len(s))), took)
		}
	}
}
