package library

import (
	"fmt"
	"strings"

	"pith/session/internal/jstext"
)

// Query is a search in pi's language (spec 4.4): words, "phrases", or re: and a
// regular expression. The zero Query matches everything.
type Query struct {
	// Deep asks for everything that an entry says to be searched, thinking, tool
	// calls and their output and summaries too, which pi does not do.
	Deep bool

	tokens []token
	re     *pattern
}

// token is one part of a query. All of them must match, each in any field.
type token struct {
	text   string // as written
	lower  string
	units  []uint16 // lower, in UTF-16 code units
	words  []string // lower, split at white space; one unless it is a phrase
	phrase bool
}

// QueryError tells what is wrong with a query. Only a regular expression can be
// wrong.
type QueryError struct {
	Pattern string
	Reason  string
}

func (e *QueryError) Error() string {
	if e.Pattern == "" {
		return "re: needs a regular expression behind it"
	}
	return fmt.Sprintf("the regular expression %s cannot be used: %s", e.Pattern, e.Reason)
}

// ParseQuery reads a query. The error is a *QueryError.
func ParseQuery(text string) (Query, error) {
	text = jstext.Trim(text)
	if rest, ok := strings.CutPrefix(text, "re:"); ok {
		re, err := compile(jstext.Trim(rest))
		if err != nil {
			return Query{}, err
		}
		return Query{re: re}, nil
	}
	return Query{tokens: tokens(text)}, nil
}

// Empty reports whether the query matches everything.
func (q *Query) Empty() bool { return q.re == nil && len(q.tokens) == 0 }

// tokens splits a text at white space, outside of quotes. Quotes end a word as
// well. If one is left open, quotes are taken for what they are.
func tokens(text string) []token {
	if strings.Count(text, `"`)%2 != 0 {
		return words(text)
	}
	var all []token
	for i, part := range strings.Split(text, `"`) {
		if i%2 == 0 {
			all = append(all, words(part)...)
		} else if t := phrase(part); len(t.words) > 0 {
			all = append(all, t)
		}
	}
	return all
}

func words(text string) []token {
	var all []token
	for _, word := range strings.FieldsFunc(text, jstext.IsSpace) {
		lower := strings.ToLower(word)
		all = append(all, token{text: word, lower: lower, units: units(lower), words: []string{lower}})
	}
	return all
}

// phrase makes a token of the text between two quotes, in which white space of
// any length counts as one space.
func phrase(text string) token {
	t := token{text: text, phrase: true}
	t.words = strings.FieldsFunc(strings.ToLower(text), jstext.IsSpace)
	t.lower = strings.Join(t.words, " ")
	t.units = units(t.lower)
	return t
}
