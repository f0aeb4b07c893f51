package sessiongen

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"pgregory.net/rapid"
)

// A raw is the text of one JSON value; "" stands for a field that is left out. Values are drawn as text, not as Go values,
// because much of what matters has no Go value: a lone surrogate, a number too big for a float, the order of fields.
type raw = string

// null is the JSON value of that name.
const null raw = "null"

// field is one field of an object.
type field struct {
	key   string
	value raw
}

// object returns the fields as a JSON object, without those that are left out.
func object(fields ...field) raw {
	var b strings.Builder
	b.WriteByte('{')
	for _, f := range fields {
		if f.value == "" {
			continue
		}
		if b.Len() > 1 {
			b.WriteByte(',')
		}
		b.WriteString(quote(f.key))
		b.WriteByte(':')
		b.WriteString(f.value)
	}
	b.WriteByte('}')
	return b.String()
}

// array returns the values as a JSON array.
func array(values ...raw) raw { return "[" + strings.Join(values, ",") + "]" }

// quote returns plain text as a JSON string.
func quote(s string) raw { return `"` + s + `"` }

// number returns n as JSON.
func number(n int64) raw { return strconv.FormatInt(n, 10) }

// oneOf draws one of the choices, the first ones more often.
func oneOf[T any](t *rapid.T, choices ...T) T {
	return rapid.SampledFrom(choices).Draw(t, "choice")
}

// oneIn reports true about once in n times, and never in the simplest file.
func oneIn(t *rapid.T, n int) bool {
	return rapid.IntRange(0, n-1).Draw(t, "chance") == n-1
}

// maybe returns the value, or leaves the field out about once in three times.
func maybe(t *rapid.T, value raw) raw {
	if oneIn(t, 3) {
		return ""
	}
	return value
}

// pieces are what strings are made of: words, and all that strings go wrong with.
var pieces = []string{
	"fix", " ", "the parser", "a", "", " tests ", "é", "日本語", "👩‍👩‍👧", "e\u0301", `\n`, `\t`, `\"quoted\"`, `\\`, `\r\n`, `\/`,
	`\ud83d\ude00`, `\ud800`, `\udc00`, `\u0000`, `\u001b[31m`, "\u00a0", "\u200b", "\ufeff", "\u0085", `\u2028`, "\u202e",
	"<b>&amp;</b>", "`code`", "~/notes", strings.Repeat("long ", 45), strings.Repeat("😀", 101),
}

// text draws a JSON string, seldom an empty one.
func (f *file) text() raw {
	all := pieces
	if f.LineSeparators {
		all = append(all[:len(all):len(all)], "\u2028", "\u2029")
	}
	if f.BadUTF8 {
		all = append(all[:len(all):len(all)], "\xff", "\xed\xa0\x80", "\xe6\x97")
	}
	parts := rapid.SliceOfN(rapid.SampledFrom(all), 0, 5).Draw(f.t, "text")
	return quote(strings.Join(parts, ""))
}

// numbers are those that a reader can get wrong: beyond 2^53, beyond a float, written in unusual ways.
var numbers = []raw{
	"0", "1", "-7", "200", "1.5", "0.1", "1e3", "1E+2", "-0", "9007199254740993", "12345678901234567890", "1e21", "1e-7",
	"123456789.125", "5e-324", "1e400",
}

// value draws any JSON value.
func (f *file) value(depth int) raw {
	kinds := []string{"string", "number", "true", "false", "null"}
	if depth > 0 {
		kinds = append(kinds, "object", "array")
	}
	switch kind := oneOf(f.t, kinds...); kind {
	case "string":
		return f.text()
	case "number":
		return oneOf(f.t, numbers...)
	case "object":
		return f.anyObject(depth - 1)
	case "array":
		return array(f.value(depth-1), f.value(depth-1))
	default:
		return kind
	}
}

// keys are names that objects of a running program treat in a special way, among plain ones.
var keys = []string{"path", "command", "a", "b", "10", "2", "", "__proto__", "constructor", "length", "日本"}

// anyObject draws an object of any fields, a key perhaps twice.
func (f *file) anyObject(depth int) raw {
	var fields []field
	for _, key := range rapid.SliceOfN(rapid.SampledFrom(keys), 0, 3).Draw(f.t, "keys") {
		fields = append(fields, field{key, f.value(depth)})
	}
	return object(fields...)
}

// start is when the drawn sessions begin.
var start = time.Date(2026, 5, 1, 10, 0, 0, 0, time.UTC)

// tick draws how much time passes until the next entry, and returns the time then, in milliseconds.
func (f *file) tick() int64 {
	f.clock += oneOf[int64](f.t, 1000, 1, 0, 60_000, -5000, 86_400_000)
	return start.UnixMilli() + f.clock
}

// entryTime draws the timestamp of an entry.
func (f *file) entryTime() raw {
	at := time.UnixMilli(f.tick()).UTC()
	iso := quote(at.Format("2006-01-02T15:04:05.000Z"))
	if !oneIn(f.t, 6) {
		return iso
	}
	return oneOf(f.t,
		quote(at.Format("2006-01-02T15:04:05Z")),
		quote(at.Format("2006-01-02T15:04:05.000")+"+02:00"),
		quote(at.Format("2006-01-02")),
		quote("not a time"), quote(""), quote("2026-13-45T10:00:00.000Z"), "", null, number(at.UnixMilli()))
}

// messageTime draws the timestamp of a message.
func (f *file) messageTime() raw {
	at := start.UnixMilli() + f.clock
	if !oneIn(f.t, 6) {
		return number(at)
	}
	return oneOf(f.t, number(at-7_200_000), "", null, quote("2026-05-01T10:00:00.000Z"), "0", "-1", fmt.Sprintf("%d.75", at))
}
