package library

import (
	"math"
	"slices"
	"strings"
	"unicode/utf16"

	"pith/session/internal/jstext"
)

// units returns a text in the units that JavaScript counts in, since places and
// lengths are part of a fuzzy score.
func units(s string) []uint16 { return utf16.Encode([]rune(s)) }

// fuzzy scores how well the units of a query, in lower case, can be found in
// this order in those of a text, in lower case; lower is better (spec 4.4). A
// query of letters and digits that does not match is tried with the two swapped,
// so that codex52 finds gpt-5.2-codex.
func fuzzy(query, text []uint16) (score float64, ok bool) {
	if score, ok = align(query, text); ok {
		return score, true
	}
	if swapped := swap(query); swapped != nil {
		if score, ok = align(swapped, text); ok {
			return score + 5, true
		}
	}
	return 0, false
}

// align finds the best of two ways to lay a query over a text: each unit at its
// first place behind the one before, or all of them side by side.
func align(query, text []uint16) (best float64, ok bool) {
	if len(query) == 0 {
		return 0, true
	}
	places := make([]int, len(query))
	from := 0
	for i, u := range query {
		at := slices.Index(text[from:], u)
		if at < 0 {
			return 0, false
		}
		places[i] = from + at
		from = places[i] + 1
	}
	best = scorePlaces(text, places)
	for start := 0; start+len(query) <= len(text); start++ {
		if !slices.Equal(text[start:start+len(query)], query) {
			continue
		}
		for i := range places {
			places[i] = start + i
		}
		best = math.Min(best, scorePlaces(text, places))
	}
	if len(query) == len(text) { // all units in order and none left over
		best -= 100
	}
	return best, true
}

// scorePlaces rates one way to lay a query over a text: neighbours and starts
// of words are good, gaps and late places bad.
func scorePlaces(text []uint16, places []int) float64 {
	score := 0.0
	last, run := -1, 0
	for _, at := range places {
		if at == last+1 {
			run++
			score -= float64(run * 5)
		} else {
			run = 0
			if last >= 0 {
				score += float64((at - last - 1) * 2)
			}
		}
		if at == 0 || startsWord(text[at-1]) {
			score -= 10
		}
		score += float64(at) * 0.1
		last = at
	}
	return score
}

// startsWord reports whether a word starts behind the unit.
func startsWord(before uint16) bool {
	return strings.ContainsRune("-_./:", rune(before)) || jstext.IsSpace(rune(before))
}

// swap turns letters and digits, or digits and letters, around; nil if the
// query is anything else.
func swap(query []uint16) []uint16 {
	letter := func(u uint16) bool { return 'a' <= u && u <= 'z' }
	digit := func(u uint16) bool { return '0' <= u && u <= '9' }
	for _, kinds := range [][2]func(uint16) bool{{letter, digit}, {digit, letter}} {
		n := 0
		for n < len(query) && kinds[0](query[n]) {
			n++
		}
		if n == 0 || n == len(query) {
			continue
		}
		if rest := query[n:]; !slices.ContainsFunc(rest, func(u uint16) bool { return !kinds[1](u) }) {
			return slices.Concat(rest, query[:n])
		}
	}
	return nil
}
