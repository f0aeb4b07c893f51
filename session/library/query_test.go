package library_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"pith/session/library"
)

// TestFuzzyScores has the examples of spec 4.4.
func TestFuzzyScores(t *testing.T) {
	for _, test := range []struct {
		query, name string
		want        float64
	}{
		{"abc", "abc", -139.7}, {"abc", "xx abc", -23.8}, {"foo", "f-o-o", 2_000_000 - 30.4}, {"ac", "abc", 2_000_000 - 12.8},
		{"codex52", "gpt-5.2-codex", 2_000_000 - 65}, {"auth", "Auth refactor", -59.4},
	} {
		q := parse(t, test.query)
		got, ok := q.Match(&library.Row{Name: test.name}, nil)
		if !ok || math.Abs(got-test.want) > 1e-6 {
			t.Errorf("%q in the name %q: %v, score %v, want %v", test.query, test.name, ok, got, test.want)
		}
	}
}

func TestMatch(t *testing.T) {
	row := library.Row{ID: "0199AB-77", Name: "Fix  the Lock", Cwd: "/home/dev/Shop"}
	text := library.Text("the deadlock\ncame from two migrations größe")
	const no = -1
	for query, tier := range map[string]int{
		"": 0, `""`: 0, "lock": 0, "LOCK": 0, `"fix the"`: 0, "fix lock": 0, "deadlock": 1, "ab-77": 1, "shop": 1, "GRÖSSE": no, "GRÖßE": 1,
		`"deadlock came"`: 1, `"deadlock  CAME from"`: 1, `"deadlock from"`: no, "fxlk": 2, "hmshp": 2, "ddlck": no, `"fxlk"`: no,
		"deadlock nothere": no, `half"quote`: no, `te"the deadlock"`: 2 + 1, "re:dead.*two": no, "re:dead[^]*two": 1, "re:^fix": 0, "re:SHOP$": 1,
		"re:(?<=dead)lock": 1, "re:gr.ße$": 1,
	} {
		q := parse(t, query)
		score, ok := q.Match(&row, text)
		if got := int(math.Round(score / 1_000_000)); ok != (tier != no) || ok && got != tier {
			t.Errorf("%q: matches %v, tier %d, want %d", query, ok, got, tier)
		}
	}
}

// TestBadExpressions checks that what is wrong with an expression is said.
func TestBadExpressions(t *testing.T) {
	for query, part := range map[string]string{"re:": "needs", "re:  ": "needs", "re:a(b": "missing closing )", "re:[z-a]": "range", "re:*": "repetition"} {
		_, err := library.ParseQuery(query)
		var bad *library.QueryError
		if !errors.As(err, &bad) || !strings.Contains(err.Error(), part) {
			t.Errorf("%q: error %v, which should speak of %q", query, err, part)
		}
	}
}

// TestRunawayExpression checks that an expression which backtracks for ever is
// given up, on a text where it would not end before the sun does.
func TestRunawayExpression(t *testing.T) {
	q := parse(t, `re:^(?=(x+x+)+y)`)
	if _, ok := q.Match(&library.Row{}, library.Text(strings.Repeat("x", 5000))); ok {
		t.Error("it matches")
	}
}

func parse(t testing.TB, text string) library.Query {
	t.Helper()
	q, err := library.ParseQuery(text)
	if err != nil {
		t.Fatal(err)
	}
	return q
}
