package render

import (
	"fmt"
	"strings"
	"testing"

	"pith/session"
)

// largeSession is a session of n entries: a chain with a branch every hundred.
func largeSession(tb testing.TB, n int) *session.Session {
	tb.Helper()
	var b strings.Builder
	b.WriteString(`{"type":"session","version":3,"id":"x","timestamp":"2026-01-01T00:00:00.000Z","cwd":"/"}` + "\n")
	for i := range n {
		parent := "null"
		switch {
		case i > 0 && i%100 == 0:
			parent = fmt.Sprintf(`"e%07d"`, i-50)
		case i > 0:
			parent = fmt.Sprintf(`"e%07d"`, i-1)
		}
		fmt.Fprintf(&b, `{"type":"message","id":"e%07d","parentId":%s,"timestamp":"2026-01-01T00:00:00.000Z","message":{"role":"user","content":"prompt number %d, as long as prompts are"}}`+"\n", i, parent, i)
	}
	s, err := session.Parse([]byte(b.String()))
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

func BenchmarkLayoutTree100k(b *testing.B) {
	s := largeSession(b, 100_000)
	for b.Loop() {
		LayoutTree(s, s.Leaf(), TreeOptions{})
	}
}

func BenchmarkDrawRow(b *testing.B) {
	s := largeSession(b, 1000)
	t := LayoutTree(s, s.Leaf(), TreeOptions{})
	opt := RowOptions{Width: 60, Styles: NewStyles(true), Offset: t.Offset(500, 540, 60)}
	b.Run("with text", func(b *testing.B) {
		for b.Loop() {
			t.Draw(500, opt)
		}
	})
	text := RowText(s, t.Rows[500].Entry, "")
	b.Run("text known", func(b *testing.B) {
		for b.Loop() {
			t.DrawText(500, text, opt)
		}
	})
}

func BenchmarkWrap(b *testing.B) {
	text := strings.Repeat("words of a text that is long enough to be wrapped ", 20_000)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		Wrap(text, 80)
	}
}

func BenchmarkClean(b *testing.B) {
	for name, text := range map[string]string{
		"ascii":  strings.Repeat("plain text\n", 10_000),
		"colour": strings.Repeat("\x1b[31mred\x1b[0m text\t", 10_000),
		"cjk":    strings.Repeat("日本語のテキスト", 10_000),
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				Clean(text)
			}
		})
	}
}
