package render

import (
	"strings"
	"testing"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestCut(t *testing.T) {
	for _, c := range []struct {
		in    string
		width int
		want  string
	}{
		{"abc", 3, "abc"}, {"abcd", 3, "ab…"}, {"abc", 1, "…"}, {"abc", 0, ""}, {"abc", -1, ""}, {"", 0, ""},
		{"日本", 4, "日本"}, {"日本", 3, "日…"}, {"日本", 2, "…"}, {"e\u0301x", 2, "e\u0301x"}, {"🇩🇪x", 2, "…"},
	} {
		if got := Cut(c.in, c.width); got != c.want {
			t.Errorf("Cut(%q, %d) = %q, want %q", c.in, c.width, got, c.want)
		}
	}
}

func TestWrap(t *testing.T) {
	for _, c := range []struct {
		in    string
		width int
		want  []string
	}{
		{"", 5, []string{""}},
		{"a b", 5, []string{"a b"}},
		{"hello world", 5, []string{"hello", "world"}},
		{"hello  world", 6, []string{"hello", "world"}},
		{"  in dented", 6, []string{"  in", "dented"}},
		{"abcdefghij", 4, []string{"abcd", "efgh", "ij"}},
		{"a abcdefghij", 4, []string{"a", "abcd", "efgh", "ij"}},
		{"one\n\ntwo", 9, []string{"one", "", "two"}},
		{"日本語", 4, []string{"日本", "語"}},
		{"a日本", 4, []string{"a日", "本"}},
		{"日", 1, []string{"…"}},
		{"trailing   ", 8, []string{"trailing"}},
		{"x", 0, []string{""}},
	} {
		if diff := cmp.Diff(c.want, Wrap(c.in, c.width)); diff != "" {
			t.Errorf("Wrap(%q, %d): %s", c.in, c.width, diff)
		}
	}
}

func TestWrapCarriesStylesOn(t *testing.T) {
	got := Wrap("\x1b[31mred and long\nstill\x1b[m not", 8)
	want := []string{"\x1b[31mred and\x1b[m", "\x1b[31mlong\x1b[m", "\x1b[31mstill\x1b[m", "not"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestWrapLosesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := Clean(nastyText().Draw(t, "text"))
		width := rapid.IntRange(2, 60).Draw(t, "width")
		lines := Wrap(text, width)
		atMost(t, lines, width)
		squeeze := func(s string) string { return strings.NewReplacer(" ", "", "\n", "").Replace(s) }
		if got, want := squeeze(strings.Join(lines, "")), squeeze(text); got != want {
			t.Fatalf("got %q of %q", got, want)
		}
	})
}

func TestWidths(t *testing.T) {
	style := lipgloss.NewStyle().Foreground(lipgloss.Color("#ff0000")).Bold(true)
	rapid.Check(t, func(t *rapid.T) {
		width := anyWidth().Draw(t, "width")
		text := Clean(nastyText().Draw(t, "text"))
		atMost(t, Wrap(text, max(1, width)), max(1, width))
		atMost(t, Wrap(style.Render(text)+" "+text, max(1, width)), max(1, width))
		line := CleanLine(text)
		atMost(t, []string{Cut(line, width)}, width)
		for _, fitted := range []string{Fit(line, width), Fit(style.Inline(true).Render(line), width)} {
			if Width(fitted) != width {
				t.Fatalf("Fit(%q, %d) has %d columns", line, width, Width(fitted))
			}
		}
		if cut := Cut(line, width); width > 0 && cut != line && !strings.HasSuffix(ansi.Strip(cut), ellipsis) {
			t.Fatalf("Cut(%q, %d) = %q", line, width, cut)
		}
	})
}

func TestSpans(t *testing.T) {
	st := NewStyles(true)
	s := spans{{"abc", &st.Text}, {"日本", &st.Muted}}
	for width, want := range map[int]string{0: "", 1: "…", 3: "ab…", 4: "abc…", 5: "abc…", 6: "abc日…", 7: "abc日本", 9: "abc日本"} {
		if got := append(spans{}, s...).cut(width).plain(); got != want {
			t.Errorf("cut to %d: %q instead of %q", width, got, want)
		}
	}
	found := s.highlight([][2]int{{1, 6}}, &st.Match)
	var texts []string
	for _, one := range found {
		texts = append(texts, one.text)
	}
	if diff := cmp.Diff([]string{"a", "bc", "日", "本"}, texts); diff != "" {
		t.Error(diff)
	}
}
