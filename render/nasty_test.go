package render

import (
	"strings"

	"pgregory.net/rapid"
)

// nastyTexts are texts that have broken terminal programs.
var nastyTexts = []string{
	"", " ", "\n", "\t", "a", "日本語のテキスト", "ｗｉｄｅ", "👨\u200d👩\u200d👧\u200d👦", "🇩🇪🇫🇷🇩", "❤\ufe0f 🎙\ufe0f 1\ufe0f\u20e3",
	"क्ष स्ते நி", "น้ำ ก็", "｀Д´#", "e\u0301\u0301\u0301", "a" + strings.Repeat("\u0301", 40), "\u0301\u0302",
	"שלום עולם مرحبا", "می\u200cخواهم", "a\u202eb\u202cc", "\u2066x\u2069", "👍🏽👍🏿", "🏴\U000e0067\U000e0062\U000e007f",
	"a\x1b[2J\x1b]52;c;ZWNobw==\x07\u009b31m\u202Eb\rX", "\x1b[", "\x1b]", "\x1bP\x1b\\", "\x1b", "\u009d", "\u0000\u0007\u007f\u0080",
	"\xff\xfe", "\xe2\x80", "\ud7ff\ue000", "\uffff", "ᄒ\u1161\u11ab ᄒᄒ", "\u115f\u1160\u3164", "﷽ ﷺ",
	strings.Repeat("long", 60), strings.Repeat("日", 120), "a-b/c_d.e,f;g:h", "**bold** `code` [l](u) > q", "```go\nx\n```", "| a | b |\n|---|---|\n| 1 | 2 |",
	"> > > > deep", "- a\n  - b\n    - c", "# head\n\ntext", "1. one\n2. two", "\u200b\u2060\ufeff", "…", "│├└─", "\u3000x\u00a0y",
}

// nastyText makes texts out of the nasty ones, cut anywhere.
func nastyText() *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		var b strings.Builder
		for range rapid.IntRange(0, 6).Draw(t, "pieces") {
			s := rapid.SampledFrom(nastyTexts).Draw(t, "piece")
			b.WriteString(s[:rapid.IntRange(0, len(s)).Draw(t, "cut")])
			b.WriteString(rapid.SampledFrom([]string{"", " ", "\n", "x"}).Draw(t, "between"))
		}
		return b.String()
	})
}

// anyWidth is the width of a pane, the narrow ones more often.
func anyWidth() *rapid.Generator[int] {
	return rapid.OneOf(rapid.IntRange(0, 12), rapid.IntRange(1, 200))
}
