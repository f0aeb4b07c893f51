package session

// Spend is what one entry cost.
type Spend struct {
	Entry int
	Model string // "provider/model", or "" for tools and summaries (spec 9)
	Usage Usage
}

func newSpend(e *Entry, found *scanned) Spend {
	spend := Spend{Entry: e.Index, Usage: found.usage}
	if e.Type == TypeUsage || e.IsMessage(RoleAssistant) {
		spend.Model = found.by.String()
	}
	return spend
}

// Totals is what a set of entries holds and cost (spec 9). Token counts are
// what providers billed, costs are in US dollars.
type Totals struct {
	Messages, User, Assistant, ToolResults, ToolCalls int

	Input, Output, CacheRead, CacheWrite float64
	Cost                                 float64
}

// Tokens returns all tokens billed.
func (t *Totals) Tokens() float64 { return t.Input + t.Output + t.CacheRead + t.CacheWrite }

// Spends returns what the entries of the session cost, in file order; entries
// that cost nothing are not in the list. The slice is the session's own.
func (s *Session) Spends() []Spend { return s.spends }

// Totals adds up the entries for which in returns true; nil stands for all of
// them, every branch and what was compacted away, as pi counts a session.
func (s *Session) Totals(in func(entry int) bool) Totals {
	var t Totals
	for i := range s.entries {
		if e := &s.entries[i]; e.Type == TypeMessage && (in == nil || in(i)) {
			t.count(e)
		}
	}
	for i := range s.spends {
		if spend := &s.spends[i]; in == nil || in(spend.Entry) {
			t.add(&spend.Usage)
		}
	}
	return t
}

func (t *Totals) count(e *Entry) {
	t.Messages++
	t.ToolCalls += e.ToolCalls
	switch e.Role {
	case RoleUser:
		t.User++
	case RoleAssistant:
		t.Assistant++
	case RoleToolResult:
		t.ToolResults++
	}
}

func (t *Totals) add(u *Usage) {
	t.Input += u.Input
	t.Output += u.Output
	t.CacheRead += u.CacheRead
	t.CacheWrite += u.CacheWrite
	t.Cost += u.Cost.Total
}
