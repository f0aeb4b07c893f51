package jstext_test

import (
	"testing"

	"pith/session/internal/jstext"
)

func TestUnits(t *testing.T) {
	for s, want := range map[string]int{"": 0, "abc": 3, "é": 1, "日本": 2, "🚀": 2, "a🚀é": 4, "\xff": 1} {
		if got := jstext.Units(s); got != want {
			t.Errorf("Units(%q) = %d, want %d", s, got, want)
		}
	}
}

func TestPrefix(t *testing.T) {
	for _, tt := range []struct {
		s    string
		n    int
		want string
	}{{"abc", 2, "ab"}, {"abc", 9, "abc"}, {"a🚀b", 2, "a"}, {"a🚀b", 3, "a🚀"}, {"abc", 0, ""}} {
		if got := jstext.Prefix(tt.s, tt.n); got != tt.want {
			t.Errorf("Prefix(%q, %d) = %q, want %q", tt.s, tt.n, got, tt.want)
		}
	}
}

func TestTrim(t *testing.T) {
	for s, want := range map[string]string{
		" a\t\n": "a", "\ufeffa\u3000": "a", "\u2028": "", "\u0085a": "\u0085a", "\u200ba": "\u200ba",
	} {
		if got := jstext.Trim(s); got != want {
			t.Errorf("Trim(%q) = %q, want %q", s, got, want)
		}
	}
}
