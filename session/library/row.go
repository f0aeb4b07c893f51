package library

import (
	"math"
	"path/filepath"
	"time"
)

// Row is one session in a list. Its values are those that pi computes (spec
// 4.1) where pi has them.
type Row struct {
	Path              string   // absolute, below the session folder
	Also              []string // other paths to the same file, through links
	ID                string
	Cwd               string // "" if the header has none
	CwdMissing        bool   // Cwd is no folder on this machine
	Name              string // "" if it has none
	ParentSessionPath string // as the header has it, "" if none
	Version           int

	CreatedText  string    // the header's timestamp as it stands there
	Created      time.Time // zero if the header has no valid time
	Modified     time.Time // of the last message; zero if out of the range of a date
	MessageCount int       // of every role, all branches
	FirstMessage string    // the first prompt, or NoMessages
	FirstCut     bool      // FirstMessage is only the start: see Library.FirstMessage
	LastPrompt   string    // the last prompt in the file, perhaps cut, "" if none
	Labels       int       // labels set now
	Cost         float64   // in US dollars, all branches (spec 9)

	Size  int64
	MTime time.Time

	real   string // Path without links, for comparing
	parent string // ParentSessionPath without links, absolute
	first  span   // the line that FirstMessage is from
	stamp  stamp  // the state of the file that the row was made of
}

// NoMessages stands in for the first prompt of a session without one, as in pi.
const NoMessages = "(no messages)"

// liveFor is how long after its last change a file still looks as if somebody
// writes it. An answer of a model can take longer; that cannot be told apart.
const liveFor = 30 * time.Second

// Live reports whether the session's file changed so shortly before now that pi
// may be running on it.
func (r *Row) Live(now time.Time) bool { return now.Sub(r.MTime) < liveFor }

// Title returns what a person knows the session by: its name, else its first
// prompt.
func (r *Row) Title() string {
	if r.Name != "" {
		return r.Name
	}
	return r.FirstMessage
}

// Skipped is something below the session folders that is not listed.
type Skipped struct {
	Path   string
	Reason string // in words, such as "it is empty"
}

// span is a piece of a file.
type span struct {
	Offset int64
	Size   int
}

// row makes a row of what was found in a file.
func (f *facts) row(c *candidate) Row {
	r := Row{
		Path: c.path, Also: c.also, real: c.real,
		ID: f.header.ID, Cwd: f.header.Cwd, Name: f.name,
		ParentSessionPath: f.header.ParentSession, Version: f.header.Version,
		CreatedText: f.header.Timestamp, Created: f.created,
		MessageCount: f.messages, FirstMessage: f.first, FirstCut: f.firstCut, first: f.firstAt,
		LastPrompt: f.last, Labels: len(f.labels), Cost: f.cost,
		Size: c.stamp.size, MTime: c.mtime, stamp: c.stamp,
	}
	if r.FirstMessage == "" {
		r.FirstMessage = NoMessages
	}
	switch {
	case f.activity > 0:
		r.Modified = jsTime(f.activity)
	case f.header.Timestamp != "" && !f.created.IsZero(): // pi takes only a text here
		r.Modified = f.created
	default:
		r.Modified = c.mtime.Round(time.Millisecond) // as Node has it
	}
	return r
}

// jsTime returns the time of a JavaScript date with the value ms; the zero time
// if there is no such date.
func jsTime(ms float64) time.Time {
	const farthest = 8.64e15
	if math.IsNaN(ms) || math.Abs(ms) > farthest {
		return time.Time{}
	}
	return time.UnixMilli(int64(ms)).UTC()
}

// baseDesc orders rows by the name of their file, the newest first, since the
// name starts with a time (spec 1.3).
func baseDesc(a, b string) int {
	switch x, y := filepath.Base(a), filepath.Base(b); {
	case x > y:
		return -1
	case x < y:
		return 1
	}
	return 0
}
