package library

import (
	"bytes"
	"regexp"
	"regexp/syntax"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestAppendASCIILower compares it with the obvious way, on any bytes.
func TestAppendASCIILower(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.SliceOf(rapid.Byte()).Draw(t, "text")
		var want []byte
		for _, b := range text {
			if 'A' <= b && b <= 'Z' {
				b += 'a' - 'A'
			}
			want = append(want, b)
		}
		if got := appendASCIILower(nil, text); !bytes.Equal(got, want) {
			t.Fatalf("%q in lower case is %q, want %q", text, got, want)
		}
	})
}

// TestGramsRuleNothingOut checks that no word that a text holds is ruled out.
func TestGramsRuleNothingOut(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.SliceOf(rapid.ByteRange('a', 'f')).Draw(t, "text")
		from := rapid.IntRange(0, len(text)).Draw(t, "from")
		to := rapid.IntRange(from, len(text)).Draw(t, "to")
		if word := string(text[from:to]); !gramsOf(text).mayHold(word) {
			t.Fatalf("%q in %q is ruled out", word, text)
		}
	})
	if g := gramsOf(Text(strings.Repeat("the lock was held for long ", 100))); g.mayHold("deadlock") {
		t.Error("nothing is ever ruled out")
	}
}

// TestShortcutsOfExpressions checks that the words and the line that an
// expression is said to need are needed: it must match as it does without them.
func TestShortcutsOfExpressions(t *testing.T) {
	parts := []string{"ab", "c", "ab*", "(ab)?", "(ab)+", "(ab|ca)", "(ab){2}", "(ab){0,1}", ".", "[^a]", `\s`, `\n`, "^", "$", `\b`, "a{2}"}
	check := func(t interface {
		Helper()
		Fatalf(string, ...any)
	}, source, text string) {
		t.Helper()
		p, err := compile(source)
		if err != nil {
			return // such as a repeated anchor
		}
		s := said{text: Text(text), grams: gramsOf(Text(text))}
		if want := regexp.MustCompile("(?i)" + goSyntax(source)).MatchString(text); s.matches(p) != want {
			t.Fatalf("%q in %q: %v, want %v (words %q, one line %v)", source, text, !want, want, p.words, p.oneLine)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		source := strings.Join(rapid.SliceOfN(rapid.SampledFrom(parts), 1, 4).Draw(t, "expression"), "")
		check(t, source, rapid.StringOfN(rapid.SampledFrom([]rune("abc \n")), 0, 12, -1).Draw(t, "text"))
	})
	for _, source := range []string{"ab$", "^ab", "ab.c", `ab\sc`, "ab[^x]c", `ab\nc`, "ab.*ab", `\bab\b`} {
		for _, text := range []string{"ab\nc", "c\nab\nc", "c\nab", "ab c", "abxc\nab", "cab\nabc\nab"} {
			check(t, source, text)
		}
	}
}

func TestLiterals(t *testing.T) {
	for source, want := range map[string]string{
		"Dead.*lock": "dead,lock", "(dead)+x?": "dead", "a|b": "", "(lock){2,}": "lock", "(lock)*": "", "": "",
	} {
		tree, err := syntax.Parse("(?i)"+source, syntax.Perl)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(literals(tree), ","); got != want {
			t.Errorf("the words of %q are %q, want %q", source, got, want)
		}
	}
}

// TestUnlowered is about letters whose lower case has another length.
func TestUnlowered(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(rapid.SampledFrom([]rune("aBİKẞßé日"))).Draw(t, "text")
		at := 0
		for i, r := range text {
			if got := unlowered([]byte(text), at); got != i {
				t.Fatalf("the place %d in the lower case of %q is %d, want %d", at, text, got, i)
			}
			at += len(appendLower(nil, []byte(string(r))))
		}
	})
}
