package library

import (
	"bytes"
	"errors"
	"regexp"
	"regexp/syntax"
	"strings"
	"time"

	"github.com/dlclark/regexp2"
)

// slowLimit bounds how long an expression that only the backtracking engine
// knows may take over one text.
const slowLimit = 200 * time.Millisecond

// pattern is a regular expression in JavaScript's language, case aside (spec
// 4.4). What Go's engine can express runs there, in time proportional to the
// text whatever the expression. Looking around and back references need an
// engine that backtracks; that one has a time limit.
type pattern struct {
	linear *regexp.Regexp
	slow   *regexp2.Regexp

	words   []string // that every match holds, if that is known
	oneLine bool     // a match lies within one line
}

// compile reads an expression. The error is a *QueryError.
func compile(source string) (*pattern, error) {
	if source == "" {
		return nil, &QueryError{}
	}
	translated := "(?i)" + goSyntax(source)
	linear, err := regexp.Compile(translated)
	if err == nil {
		p := &pattern{linear: linear}
		if tree, err := syntax.Parse(translated, syntax.Perl); err == nil {
			p.words, p.oneLine = literals(tree), oneLine(tree)
		}
		return p, nil
	}
	slow, slowErr := regexp2.Compile(source, regexp2.ECMAScript|regexp2.IgnoreCase)
	if slowErr != nil {
		return nil, &QueryError{Pattern: source, Reason: syntaxReason(err)}
	}
	slow.MatchTimeout = slowLimit
	return &pattern{slow: slow}, nil
}

// syntaxReason says what is wrong with an expression.
func syntaxReason(err error) string {
	var e *syntax.Error
	if !errors.As(err, &e) {
		return err.Error()
	}
	if e.Expr == "" {
		return string(e.Code)
	}
	// What is put before the expression to ignore case is not the user's.
	return string(e.Code) + ": " + strings.TrimPrefix(e.Expr, "(?i)")
}

// in reports whether the text has a match. A text that the slow engine does not
// get through in time has none.
func (p *pattern) in(text string) bool {
	if p.linear != nil {
		return p.linear.MatchString(text)
	}
	found, err := p.slow.MatchString(text)
	return found && err == nil
}

// matches reports whether the text has a match of an expression. Go's engine is slow where
// it has to try, so it only gets texts, and lines of them, that hold what every
// match must hold.
func (s *said) matches(p *pattern) bool {
	if p.linear == nil {
		return p.in(string(s.text))
	}
	if !s.mayHold(p.words) {
		return false
	}
	word := []byte(longest(p.words))
	if !p.oneLine || len(word) < 2 {
		return p.linear.Match(s.text)
	}
	for rest := s.text; ; {
		i := bytes.Index(rest, word)
		if i < 0 {
			return false
		}
		start, end := bytes.LastIndexByte(rest[:i], '\n')+1, len(rest)
		if n := bytes.IndexByte(rest[i:], '\n'); n >= 0 {
			end = i + n
		}
		if p.linear.Match(rest[start:end]) {
			return true
		}
		rest = rest[end:]
	}
}

// match is Query.match for an expression.
func (p *pattern) match(row *Row, text func() (body, bool)) (score float64, ok bool) {
	if row.Name != "" && p.in(row.Name) {
		return tierName * tierWeight, true
	}
	if p.in(row.ID) || p.in(row.Cwd) {
		return tierText * tierWeight, true
	}
	b, ok := text()
	return tierText * tierWeight, ok && b.matches(p)
}

// find returns where in a text the first match is; start is negative if there is
// none.
func (p *pattern) find(text []byte) (start, end int) {
	if p.linear != nil {
		if at := p.linear.FindIndex(text); at != nil {
			return at[0], at[1]
		}
		return -1, -1
	}
	runes := []rune(string(text))
	m, err := p.slow.FindRunesMatch(runes)
	if m == nil || err != nil {
		return -1, -1
	}
	start = len(string(runes[:m.Index]))
	return start, start + len(m.String())
}
