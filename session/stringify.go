package session

import (
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"

	"pith/session/internal/jsonscan"
)

// member is a field of an object as JavaScript has it.
type member struct {
	name  string
	value json.RawMessage
}

// members returns the fields of the object raw in the order in which JavaScript
// goes through them: names that are array indexes first, by number, then the
// others as they came. Of a name that stands there twice the later value counts,
// in the place of the first.
func members(raw json.RawMessage) []member {
	var all []member
	at := map[string]int{}
	c := jsonscan.New(raw)
	for key := range c.Members() {
		name := string(key)
		value := c.Raw()
		if i, seen := at[name]; seen {
			all[i].value = value
			continue
		}
		at[name] = len(all)
		all = append(all, member{name, value})
	}
	slices.SortStableFunc(all, func(a, b member) int {
		na, nb := arrayIndex(a.name), arrayIndex(b.name)
		switch {
		case na < nb:
			return -1
		case na > nb:
			return 1
		}
		return 0
	})
	return all
}

// arrayIndex returns the index that a name is, or the highest number for a name
// that is none.
func arrayIndex(name string) uint64 {
	n, err := strconv.ParseUint(name, 10, 32)
	if err != nil || n == math.MaxUint32 || strconv.FormatUint(n, 10) != name {
		return math.MaxUint64
	}
	return n
}

// stringified returns what JavaScript makes of the value raw when it reads and
// writes it: no space, numbers in their shortest form, escapes only where they
// are needed.
func stringified(raw json.RawMessage) string {
	return string(appendStringified(nil, raw))
}

func appendStringified(dst []byte, raw json.RawMessage) []byte {
	c := jsonscan.New(raw)
	switch c.Kind() {
	case jsonscan.Object:
		dst = append(dst, '{')
		for i, m := range members(raw) {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = append(appendQuoted(dst, m.name), ':')
			dst = appendStringified(dst, m.value)
		}
		return append(dst, '}')
	case jsonscan.Array:
		dst = append(dst, '[')
		for ok, n := c.Enter(jsonscan.Array), 0; ok && c.Elem(); n++ {
			if n > 0 {
				dst = append(dst, ',')
			}
			dst = appendStringified(dst, c.Raw())
		}
		return append(dst, ']')
	case jsonscan.String:
		text, _ := c.Text()
		return appendQuoted(dst, text)
	case jsonscan.Number:
		return appendNumber(dst, string(c.Raw()))
	}
	return append(dst, c.Raw()...)
}

// appendQuoted writes a string. Unlike in a session file, where readers have
// taken them for line ends, U+2028 and U+2029 are not escaped.
func appendQuoted(dst []byte, text string) []byte {
	dst = append(dst, '"')
	for text != "" {
		n := strings.IndexAny(text, "\u2028\u2029")
		if n < 0 {
			n = len(text)
		}
		quoted := quoteRaw(text[:n])
		dst = append(dst, quoted[1:len(quoted)-1]...)
		separator := min(n+len("\u2028"), len(text))
		dst = append(dst, text[n:separator]...)
		text = text[separator:]
	}
	return append(dst, '"')
}

// appendNumber writes a number as JavaScript does: without an exponent between
// 1e-7 and 1e21; null for one that is out of range.
func appendNumber(dst []byte, text string) []byte {
	f, err := strconv.ParseFloat(text, 64)
	switch abs := math.Abs(f); {
	case err != nil:
		return append(dst, "null"...)
	case f == 0:
		return append(dst, '0') // not -0
	case abs < 1e21 && abs >= 1e-6:
		return strconv.AppendFloat(dst, f, 'f', -1, 64)
	}
	s := strconv.FormatFloat(f, 'e', -1, 64)
	if n := len(s); s[n-2] == '0' { // Go writes two digits at least
		s = s[:n-2] + s[n-1:]
	}
	return append(dst, s...)
}
