package session

import (
	"math"
	"time"
)

// Root stands for no entry: the parent of a root, and the place before the
// first entry of a session.
const Root = -1

// NoTime is the Entry.Time of an entry whose timestamp is missing or cannot be
// read.
const NoTime = math.MinInt64

// Entry is the skeleton of one entry: what the tree, the filters and the search
// for a path need. The rest is its [Body].
type Entry struct {
	Index    int    // position among the entries of the file, from 0
	Line     int    // line in the file, from 1
	ID       string // its own, or made from its position where the file has none
	ParentID string // "" for none
	Type     Type   // "" for a line that is JSON but no object
	Role     Role   // of a message, else ""
	Time     int64  // the entry's timestamp in ms since the epoch, or NoTime
	Offset   int64  // of the line's first byte in the file
	Size     int    // of the line in bytes, without its newline

	StopReason string // of an assistant message, else ""
	ToolCallID string // of a tool result, else ""
	IsError    bool   // a tool result that reports a failure
	ToolCalls  int    // how many an assistant message makes

	// HasText tells whether a user, assistant or other message has text that is
	// not blank; textAt is where in the line the first such string starts.
	HasText bool
	textAt  int

	madeID bool // the file has no id for the entry, so no other entry can name it
}

// When returns the entry's time, or the zero time if it has none.
func (e *Entry) When() time.Time {
	if e.Time == NoTime {
		return time.Time{}
	}
	return time.UnixMilli(e.Time)
}

// IsMessage reports whether the entry is a message of role r.
func (e *Entry) IsMessage(r Role) bool { return e.Type == TypeMessage && e.Role == r }

// timeLayouts are the forms of timestamps read, most likely first. JavaScript's
// Date reads more; pi has only ever written the first.
var timeLayouts = []string{
	"2006-01-02T15:04:05.000Z", time.RFC3339Nano, "2006-01-02T15:04:05", "2006-01-02T15:04", "2006-01-02",
}

// ParseTime reads a timestamp as pi writes it and returns ms since the epoch,
// or NoTime if it is none.
func ParseTime(s string) int64 {
	if ms, ok := parseISO(s); ok {
		return ms
	}
	for _, layout := range timeLayouts {
		if t, err := time.Parse(layout, s); err == nil {
			return t.UnixMilli()
		}
	}
	return NoTime
}

// parseISO reads the one form that nearly all timestamps have without the cost
// of time.Parse, which would be a tenth of the time it takes to open a session.
func parseISO(s string) (ms int64, ok bool) {
	if len(s) != len("2006-01-02T15:04:05.000Z") ||
		s[4] != '-' || s[7] != '-' || s[10] != 'T' || s[13] != ':' || s[16] != ':' || s[19] != '.' || s[23] != 'Z' {
		return 0, false
	}
	num := func(from, to int) int {
		n := 0
		for _, c := range []byte(s[from:to]) {
			if c < '0' || c > '9' {
				ok = false
				return 0
			}
			n = n*10 + int(c-'0')
		}
		return n
	}
	ok = true
	year, month, day := num(0, 4), num(5, 7), num(8, 10)
	hour, minute, sec, milli := num(11, 13), num(14, 16), num(17, 19), num(20, 23)
	if !ok || month < 1 || month > 12 || day < 1 || day > 28 || hour > 23 || minute > 59 || sec > 59 {
		return 0, false // the last days of a month are left to time.Parse, which knows their number
	}
	t := time.Date(year, time.Month(month), day, hour, minute, sec, milli*int(time.Millisecond), time.UTC)
	return t.UnixMilli(), true
}
