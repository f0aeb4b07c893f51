package library

import (
	"regexp/syntax"
	"slices"
	"strings"
	"unicode"
)

// literals returns the words, in lower case, that every match of an expression
// holds. There need not be any.
func literals(re *syntax.Regexp) []string {
	switch re.Op {
	case syntax.OpLiteral:
		return []string{strings.Map(unicode.ToLower, string(re.Rune))}
	case syntax.OpConcat:
		var all []string
		for _, sub := range re.Sub {
			all = append(all, literals(sub)...)
		}
		return all
	case syntax.OpCapture, syntax.OpPlus:
		return literals(re.Sub[0])
	case syntax.OpRepeat:
		if re.Min > 0 {
			return literals(re.Sub[0])
		}
	}
	return nil
}

// longest returns the longest of words, "" if there are none.
func longest(words []string) string {
	var best string
	for _, w := range words {
		if len(w) > len(best) {
			best = w
		}
	}
	return best
}

// oneLine reports whether a match of an expression always lies within one line,
// whatever stands in the lines around it.
func oneLine(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpAnyChar, syntax.OpBeginLine, syntax.OpEndLine, syntax.OpBeginText, syntax.OpEndText:
		return false
	case syntax.OpLiteral:
		return !slices.Contains(re.Rune, '\n')
	case syntax.OpCharClass:
		for i := 0; i < len(re.Rune); i += 2 {
			if re.Rune[i] <= '\n' && '\n' <= re.Rune[i+1] {
				return false
			}
		}
	}
	return !slices.ContainsFunc(re.Sub, func(sub *syntax.Regexp) bool { return !oneLine(sub) })
}
