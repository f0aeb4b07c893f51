package library

import (
	"strings"

	"pith/session/internal/jstext"
)

// The tiers of a match, the best first (spec 4.4). Tiers outweigh fuzzy scores,
// so that an exact hit anywhere comes before scattered letters in a name.
const (
	tierName  = 0 // in the name
	tierText  = 1 // in the id, the messages or the working directory
	tierFuzzy = 2 // scattered over the name or the working directory

	tierWeight = 1_000_000
)

// Match reports whether a session matches the query and how well; lower is
// better (spec 4.4). Text is what was said in it; nil leaves that out of the
// search.
func (q *Query) Match(row *Row, text Text) (score float64, ok bool) {
	return q.match(row, func() (body, bool) { return &said{text: text}, true })
}

// match is Match for a text that is expensive: it is only asked for when the
// fields of the row do not decide. If it cannot be had, nothing matches.
func (q *Query) match(row *Row, text func() (body, bool)) (score float64, ok bool) {
	if q.re != nil {
		return q.re.match(row, text)
	}
	fields := fieldsOf(row)
	var b body
	asked := false
	for i := range q.tokens {
		t := &q.tokens[i]
		points, found := fields.literal(t)
		if !found && !asked {
			asked = true
			if b, ok = text(); !ok {
				return 0, false
			}
		}
		if !found && b.holds(t) {
			points, found = tierText*tierWeight, true
		}
		if !found {
			points, found = fields.scattered(t)
		}
		if !found {
			return 0, false
		}
		score += points
	}
	return score, true
}

// rowFields are the fields of a row in lower case.
type rowFields struct{ name, id, cwd string }

func fieldsOf(row *Row) rowFields {
	return rowFields{strings.ToLower(row.Name), strings.ToLower(row.ID), strings.ToLower(row.Cwd)}
}

// literal looks for the token as it is in the fields of the row.
func (f *rowFields) literal(t *token) (score float64, ok bool) {
	name, cwd := f.name, f.cwd
	if t.phrase {
		name, cwd = oneSpaced(name), oneSpaced(cwd)
	}
	if strings.Contains(name, t.lower) {
		s, _ := fuzzy(t.units, units(name))
		return tierName*tierWeight + s, true
	}
	if strings.Contains(f.id, t.lower) || strings.Contains(cwd, t.lower) {
		return tierText * tierWeight, true
	}
	return 0, false
}

// scattered looks for the letters of a word in the name and the working
// directory. Scattered letters in messages and ids would be in all of them.
func (f *rowFields) scattered(t *token) (score float64, ok bool) {
	if t.phrase {
		return 0, false
	}
	score, ok = fuzzy(t.units, units(f.name))
	if s, found := fuzzy(t.units, units(f.cwd)); found && (!ok || s < score) {
		score, ok = s, true
	}
	return tierFuzzy*tierWeight + score, ok
}

// oneSpaced turns every run of white space into one space and trims the ends.
func oneSpaced(s string) string { return strings.Join(strings.FieldsFunc(s, jstext.IsSpace), " ") }
