package jsonscan_test

import (
	"encoding/json"
	"strings"
	"testing"

	"pith/session/internal/jsonscan"
)

// texts are valid and invalid alike; the judge is encoding/json.
var texts = []string{
	``, ` `, `{}`, `[]`, `null`, `true`, `false`, `nul`, `0`, `-0`, `01`, `1.`, `.5`, `1e`, `1e+5`, `-`, `1.25E-3`,
	`"a"`, `"a`, `"\n"`, `"\x"`, `"\u12"`, `"\u12zz"`, `"\ud800"`, "\"\x01\"", "\"\t\"", `"12345678\"90"`, "\"1234567\x1f\"",
	`{"a":1}`, `{"a":1,}`, `{"a" 1}`, `{a:1}`, `{"a":1 "b":2}`, `{"a":{"b":[1,2,{"c":null}]}}`, `[1,2`, `[1 2]`, `[,]`, `{,}`, `[}`, `{]`,
	` {"a" : [ ] , "b" : { } } `, `{} {}`, `[1]x`, "\ufeff{}", "\"\xff\"", strings.Repeat("[", 9000) + strings.Repeat("]", 9000),
	strings.Repeat("[", 10001) + strings.Repeat("]", 10001),
}

func TestValidAgreesWithEncodingJSON(t *testing.T) {
	for _, text := range texts {
		if got, want := jsonscan.Valid([]byte(text)), json.Valid([]byte(text)); got != want {
			t.Errorf("Valid(%.40q) = %v, want %v", text, got, want)
		}
	}
}

func FuzzValid(f *testing.F) {
	for _, text := range texts {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if got, want := jsonscan.Valid(text), json.Valid(text); got != want {
			t.Errorf("Valid(%.200q) = %v, want %v", text, got, want)
		}
	})
}

func TestCursorWalk(t *testing.T) {
	c := jsonscan.New([]byte(` {"skip":[{"x":"}"}], "\u0069d" : "a\tb", "n":12, "list":["x",["y"],"z"], "o":{"k":null} } `))
	var got []string
	for key := range c.Members() {
		switch string(key) {
		case "id":
			text, _ := c.Text()
			got = append(got, "id="+text)
		case "n":
			if _, ok := c.Text(); ok {
				t.Error("a number was read as text")
			}
		case "list":
			for c.Enter(jsonscan.Array); c.Elem(); {
				if text, ok := c.Text(); ok {
					got = append(got, text)
				}
			}
		case "o":
			got = append(got, string(c.Raw()))
		default:
			c.Skip()
		}
	}
	if want := "id=a\tb x z {\"k\":null}"; strings.Join(got, " ") != want || !c.End() {
		t.Errorf("walk gave %q (end %v, err %v), want %q", got, c.End(), c.Err(), want)
	}
}

func TestUnquote(t *testing.T) {
	for raw, want := range map[string]string{
		`plain`: "plain", `a\"b`: `a"b`, `\u00e9`: "é", `\ud83d\ude00`: "😀", `\ud83d`: "\ufffd", "\xff": "\ufffd", "\xff\\n": "\ufffd\n",
	} {
		if got := jsonscan.Unquote([]byte(raw)); got != want {
			t.Errorf("Unquote(%q) = %q, want %q", raw, got, want)
		}
	}
}

func BenchmarkSkip(b *testing.B) {
	text := []byte(`{"type":"message","id":"01234567","message":{"role":"toolResult","content":[{"type":"text","text":"` +
		strings.Repeat(`func main() { return nil }\n`, 400) + `"}]}}`)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if !jsonscan.Valid(text) {
			b.Fatal("invalid")
		}
	}
}

func TestQuotedPrefix(t *testing.T) {
	for raw, want := range map[string]string{
		`whole" tail`: "whole", `cut`: "cut", `a\nb\`: "a\nb", `a\u00e`: "a", `a\u00e9`: "aé", "a\xe2\x82": "a", "a\xe2\x82\xac": "a€",
		"é": "é", ``: "", `\"x"`: `"x`, "a\xf0\x9f\x9a": "a",
	} {
		if got := jsonscan.QuotedPrefix([]byte(raw)); got != want {
			t.Errorf("QuotedPrefix(%q) = %q, want %q", raw, got, want)
		}
	}
}
