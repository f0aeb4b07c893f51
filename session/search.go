package session

import (
	"bytes"
	"strings"
	"unicode"

	"pith/session/internal/jsonscan"
)

// Matcher tells whether texts hold all words of a query. Words are split at
// white space; a query without capitals does not mind case.
type Matcher struct {
	words []string
	fold  bool
}

// NewMatcher returns a matcher for a query, or nil for one without words.
func NewMatcher(query string) *Matcher {
	m := &Matcher{fold: strings.IndexFunc(query, unicode.IsUpper) < 0, words: strings.Fields(query)}
	if len(m.words) == 0 {
		return nil
	}
	return m
}

// Match reports whether text holds every word.
func (m *Matcher) Match(text string) bool {
	if m.fold {
		text = strings.ToLower(text)
	}
	for _, w := range m.words {
		if !strings.Contains(text, w) {
			return false
		}
	}
	return true
}

// Find returns the places of the words in text as pairs of byte offsets, in
// order, none over another.
func (m *Matcher) Find(text string) [][2]int {
	folded := text
	if m.fold {
		folded = strings.ToLower(text)
		if len(folded) != len(text) {
			return nil // some letter has a lower case of another length: rather no mark than a wrong one
		}
	}
	var found [][2]int
	for at := 0; at < len(text); {
		start, end := len(text), len(text)
		for _, w := range m.words {
			if i := strings.Index(folded[at:], w); i >= 0 && at+i < start {
				start, end = at+i, at+i+len(w)
			}
		}
		if start == len(text) {
			break
		}
		found = append(found, [2]int{start, end})
		at = end
	}
	return found
}

// SearchText returns everything in an entry that a search looks at: texts,
// thinking, tool calls with their arguments, outputs, summaries, names and
// labels, and the label that the entry has.
func (s *Session) SearchText(i int) (string, error) {
	body, err := s.Body(i)
	if err != nil {
		return "", err
	}
	e := &s.entries[i]
	var b strings.Builder
	add := func(texts ...string) {
		for _, text := range texts {
			if text != "" {
				b.WriteString(text)
				b.WriteByte('\n')
			}
		}
	}
	if label, ok := s.Label(i); ok {
		add(label.Text)
	}
	add(e.ID, body.Summary, body.Name, body.Label, body.CustomType, body.ModelID, body.ThinkingLevel, body.Note)
	if m := body.Message; m != nil {
		add(string(m.Role), m.ToolName, m.ErrorMessage, m.Command, m.Output, m.Summary, m.CustomType)
		for k := range m.Content.Blocks {
			block := &m.Content.Blocks[k]
			add(block.Text, block.Thinking, block.Name, plainJSON(block.Arguments))
		}
	} else {
		add(string(e.Type), string(body.Data))
	}
	return b.String(), nil
}

// plainJSON returns a JSON text with the strings in it as they read, so that
// what a tool is given is found as it was meant: a new line is one, a quote has
// no backslash.
func plainJSON(text []byte) string {
	if bytes.IndexByte(text, '\\') < 0 || !jsonscan.Valid(text) {
		return string(text)
	}
	var out []byte
	for {
		start := bytes.IndexByte(text, '"')
		if start < 0 {
			return string(append(out, text...))
		}
		end := start + 1
		for text[end] != '"' {
			if text[end] == '\\' {
				end++
			}
			end++
		}
		out = jsonscan.AppendUnquoted(append(out, text[:start+1]...), text[start+1:end])
		out, text = append(out, '"'), text[end+1:]
	}
}
