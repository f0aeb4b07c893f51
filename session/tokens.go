package session

import (
	"encoding/json"
	"math"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"

	"pith/session/internal/jsonscan"
	"pith/session/internal/jstext"
)

// imageUnits is what an image counts for in an estimate, in code units.
const imageUnits = 4800

// EstimateTokens returns how many tokens pi takes a message for: a quarter of
// its length in UTF-16 code units, rounded up (spec 7.6).
func EstimateTokens(m *Message) int {
	units := 0
	switch m.Role {
	case RoleSystem:
		units = systemUnits(m)
	case RoleUser, RoleCustom, RoleToolResult:
		units = contentUnits(&m.Content)
	case RoleAssistant:
		units = assistantUnits(&m.Content)
	case RoleBashExecution:
		units = jstext.Units(m.Command) + jstext.Units(m.Output)
	case RoleBranchSummary, RoleCompactionSummary:
		units = jstext.Units(m.Summary)
	}
	return quarter(units)
}

func quarter(units int) int { return (units + 3) / 4 }

func contentUnits(c *Content) int {
	units := 0
	for i := range c.Blocks {
		switch c.Blocks[i].Type {
		case BlockText:
			units += jstext.Units(c.Blocks[i].Text)
		case BlockImage:
			units += imageUnits
		}
	}
	return units
}

// assistantUnits counts an answer's blocks. pi counts nothing for an answer
// whose content is a string, which it never writes itself.
func assistantUnits(c *Content) int {
	units := 0
	if c.Plain {
		return 0
	}
	for i := range c.Blocks {
		switch b := &c.Blocks[i]; b.Type {
		case BlockText:
			units += jstext.Units(b.Text)
		case BlockThinking:
			units += jstext.Units(b.Thinking)
		case BlockToolCall:
			units += jstext.Units(b.Name) + stringifiedUnits(b.Arguments)
		}
	}
	return units
}

func systemUnits(m *Message) int {
	units := contentUnits(&m.Content)
	for _, text := range rawFields(m.Sections) {
		units += jstext.Units(stringOr(text))
	}
	if !isNull(m.ToolsAdded) {
		units += stringifiedUnits(m.ToolsAdded)
	}
	return units
}

// stringifiedUnits returns the length in code units of what JavaScript's
// JSON.stringify makes of the value raw.
func stringifiedUnits(raw json.RawMessage) int {
	if len(raw) == 0 {
		return 0
	}
	c := jsonscan.New(raw)
	return valueUnits(c)
}

func valueUnits(c *jsonscan.Cursor) int {
	switch c.Kind() {
	case jsonscan.Object:
		return objectUnits(c)
	case jsonscan.Array:
		units, n := 2, 0
		for c.Enter(jsonscan.Array); c.Elem(); n++ {
			units += valueUnits(c)
		}
		return units + max(0, n-1)
	case jsonscan.String:
		raw, _ := c.Quoted()
		return quotedUnits(raw)
	case jsonscan.Number:
		return numberUnits(string(c.Raw()))
	default:
		return len(c.Raw()) // true, false, null
	}
}

// objectUnits counts an object's members. Of a name that stands there twice
// the later value counts.
func objectUnits(c *jsonscan.Cursor) int {
	members := map[string]int{}
	for key := range c.Members() {
		name := string(key)
		quoted := quoteRaw(name)
		members[name] = quotedUnits(quoted[1:len(quoted)-1]) + 1 + valueUnits(c)
	}
	units := 2 + max(0, len(members)-1)
	for _, n := range members {
		units += n
	}
	return units
}

// quotedUnits is the length with quotes of what JSON.stringify makes of the
// string whose bytes between the quotes are raw: two units for what has a short
// escape, six for other control characters and for half a surrogate pair.
func quotedUnits(raw []byte) int {
	units := 2
	for len(raw) > 0 {
		n, size := charUnits(raw)
		units += n
		raw = raw[size:]
	}
	return units
}

// charUnits returns the length of the first character of raw and how many bytes
// of raw it takes.
func charUnits(raw []byte) (units, size int) {
	if raw[0] != '\\' {
		r, size := utf8.DecodeRune(raw)
		return utf16.RuneLen(r), size
	}
	if raw[1] != 'u' {
		return 2 - b2i(raw[1] == '/'), 2
	}
	r := hex4(raw[2:])
	switch {
	case utf16.IsSurrogate(r):
		if len(raw) >= 12 && raw[6] == '\\' && raw[7] == 'u' && utf16.DecodeRune(r, hex4(raw[8:])) != utf8.RuneError {
			return 2, 12
		}
		return 6, 6
	case r == '"', r == '\\', r >= '\b' && r <= '\r' && r != '\v':
		return 2, 6
	case r < ' ':
		return 6, 6
	}
	return 1, 6
}

func hex4(raw []byte) rune {
	n, err := strconv.ParseUint(string(raw[:4]), 16, 32)
	if err != nil {
		return utf8.RuneError // raw is valid JSON, so this can not be
	}
	return rune(n)
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// numberUnits is the length of a number as JavaScript writes it: shortest form,
// without an exponent between 1e-7 and 1e21.
func numberUnits(text string) int {
	f, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return len("null") // out of range: Infinity, which JSON has no word for
	}
	if f == 0 {
		return 1
	}
	if abs := math.Abs(f); abs >= 1e21 || abs < 1e-6 {
		s := strconv.FormatFloat(f, 'e', -1, 64)
		if s[len(s)-2] == '0' { // Go pads the exponent to two digits
			return len(s) - 1
		}
		return len(s)
	}
	return len(strconv.FormatFloat(f, 'f', -1, 64))
}

// ContextTokens is how large a context is.
type ContextTokens struct {
	Total int
	// Counted tells that a provider counted the context up to some answer; only
	// what follows is estimated. Otherwise all of it is an estimate.
	Counted bool
}

// Tokens returns the size of the context as pi counts it (spec 7.6): what the
// last usable answer was billed for plus an estimate of what follows, as long
// as neither a compaction nor a context edit came after that answer.
func (p *Projection) Tokens() ContextTokens {
	var counted *Usage
	after := 0        // estimate of the messages after the counted one
	countedBy := Root // the entry of the counted message
	for n := len(p.Items) - 1; n >= 0 && counted == nil; n-- {
		messages := p.Items[n].Messages
		for k := len(messages) - 1; k >= 0; k-- {
			if counted = usableUsage(messages[k]); counted != nil {
				countedBy = p.Items[n].Entry
				break
			}
			after += EstimateTokens(messages[k])
		}
	}
	if counted != nil && p.depth(countedBy) > p.lastChange() {
		return ContextTokens{Total: int(counted.ContextTokens()) + after, Counted: true}
	}
	return ContextTokens{Total: p.estimate()}
}

// usableUsage returns the usage of an answer that says how large its context
// was, or nil.
func usableUsage(m *Message) *Usage {
	if m.Role != RoleAssistant || m.StopReason == StopAborted || m.StopReason == StopError ||
		m.Usage == nil || m.Usage.ContextTokens() <= 0 {
		return nil
	}
	return m.Usage
}

// depth returns the place of an entry on the branch.
func (p *Projection) depth(entry int) int {
	for n, i := range p.Branch {
		if i == entry {
			return n
		}
	}
	return -1
}

// lastChange returns the place on the branch of the last entry that changed
// what was in the context before it, or -1.
func (p *Projection) lastChange() int {
	for n := len(p.Branch) - 1; n >= 0; n-- {
		switch p.session.entries[p.Branch[n]].Type {
		case TypeContextEdit, TypeCompaction:
			return n
		}
	}
	return -1
}

// estimate adds up all messages, the system messages as the one they come to.
func (p *Projection) estimate() int {
	total := quarter(p.System().units())
	for _, m := range p.Messages() {
		if m.Role != RoleSystem {
			total += EstimateTokens(m)
		}
	}
	return total
}
