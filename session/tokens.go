package session

import (
	"encoding/json"
	"math"
	"strconv"

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

func assistantUnits(c *Content) int {
	units := 0
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
		units, n := 2, 0
		for ok := c.Enter(jsonscan.Object); ok; n++ {
			var key []byte
			if key, ok = c.Key(); !ok {
				break
			}
			units += quotedUnits(string(key)) + 1 + valueUnits(c)
		}
		return units + max(0, n-1)
	case jsonscan.Array:
		units, n := 2, 0
		for ok := c.Enter(jsonscan.Array); ok && c.Elem(); n++ {
			units += valueUnits(c)
		}
		return units + max(0, n-1)
	case jsonscan.String:
		text, _ := c.Text()
		return quotedUnits(text)
	case jsonscan.Number:
		return numberUnits(string(c.Raw()))
	default:
		return len(c.Raw()) // true, false, null
	}
}

// quotedUnits is the length of s as a JSON string: two units for what has a
// short escape, six for other control characters.
func quotedUnits(s string) int {
	units := 2 + jstext.Units(s)
	for i := 0; i < len(s); i++ {
		switch b := s[i]; {
		case b == '"', b == '\\', b == '\b', b == '\f', b == '\n', b == '\r', b == '\t':
			units++
		case b < 0x20:
			units += 5
		}
	}
	return units
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
