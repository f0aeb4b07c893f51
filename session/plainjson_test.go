package session

import "testing"

func TestPlainJSON(t *testing.T) {
	for in, want := range map[string]string{
		`{"a":1}`:                    `{"a":1}`,
		`{"c":"say \"x\"\nand é\\"}`: "{\"c\":\"say \"x\"\nand é\\\"}",
		`{"k\t":["\u00e9",null]}`:    "{\"k\t\":[\"é\",null]}",
		`{"broken\`:                  `{"broken\`,
		``:                           ``,
	} {
		if got := plainJSON([]byte(in)); got != want {
			t.Errorf("%s reads %q, want %q", in, got, want)
		}
	}
}
