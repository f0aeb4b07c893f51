package sessiongen

import (
	"fmt"
	"strings"

	"pgregory.net/rapid"
)

// file is a session while it is drawn.
type file struct {
	t *rapid.T
	Options
	version int
	clock   int64    // milliseconds since the start of the session
	ids     []string // of the entries so far, in file order; as many as will be, when cycles are wanted
	next    int      // how many entries there are so far
	lines   []string
	calls   []raw // the ids of the tool calls so far
}

// draw draws a session file of a version.
func draw(t *rapid.T, o Options, version int) string {
	if o.MaxEntries == 0 {
		o.MaxEntries = 24
	}
	f := &file{t: t, Options: o, version: version}
	for oneIn(t, 8) { // what stands before the header must not look like an entry
		f.lines = append(f.lines, oneOf(t, "", " \t", "{torn", "null", "no JSON"))
	}
	f.lines = append(f.lines, f.header())
	count := rapid.IntRange(0, o.MaxEntries).Draw(t, "entries")
	for i := range count {
		f.ids = append(f.ids, entryID(i))
	}
	for range count {
		f.noise()
		f.lines = append(f.lines, f.entry())
		f.next++
	}
	f.noise()
	return f.joined()
}

// entryID returns the id of the i-th entry: eight hex digits that look drawn, each time the same, no two alike.
func entryID(i int) string { return fmt.Sprintf("%08x", uint32(i+1)*2654435761) }

// header draws the header line.
func (f *file) header() raw {
	version := number(int64(f.version))
	switch {
	case f.version == 1:
		version = oneOf(f.t, "", "1")
	case f.version == 3 && oneIn(f.t, 10):
		version = "4"
	}
	fields := []field{
		{"type", quote("session")}, {"version", version},
		{"id", quote(oneOf(f.t, "0199aaaa-0000-7000-8000-000000000001", "my.own_id"))},
		{"timestamp", oneOf(f.t, quote("2026-05-01T10:00:00.000Z"), quote("never"), "", null)},
		{"cwd", oneOf(f.t, quote("/home/dev/project"), quote("/home/dev/プロジェクト"), quote(""), "", null)},
		{"parentSession", oneOf(f.t, "", quote("/home/dev/.pi/agent/sessions/--home-dev-project--/parent.jsonl"))},
	}
	if f.version == 1 {
		fields = append(fields, field{"provider", quote("anthropic")}, field{"modelId", quote("claude-3-7-sonnet")},
			field{"thinkingLevel", quote("off")}, field{"branchedFrom", maybe(f.t, quote("/home/dev/old.jsonl"))})
	} else {
		fields = append(fields, field{"metadata", oneOf(f.t, "", f.anyObject(1))})
	}
	return f.line(fields)
}

// noise draws lines between the entries that are none.
func (f *file) noise() {
	for oneIn(f.t, 12) {
		f.lines = append(f.lines, oneOf(f.t,
			"", "   ", "\t", "null", "no JSON at all", `{"type":"message","id":"torn`, `{"type":"label",}`, "[1,2", "0", "false",
			`""`, f.secondHeader()))
	}
	if f.Idless && f.version > 1 && oneIn(f.t, 8) {
		f.lines = append(f.lines, oneOf(f.t, "7", `"text"`, "true", "[]", "{}", `{"type":"custom","customType":"idless"}`))
	}
}

// secondHeader returns a header line that stands too late to be one.
func (f *file) secondHeader() string {
	return object(field{"type", quote("session")}, field{"version", "3"}, field{"id", quote("late")}, field{"cwd", quote("/late")})
}

// line joins the fields of a line, seldom in another order than pi's or with space between them.
func (f *file) line(fields []field) string {
	if oneIn(f.t, 8) {
		fields = rapid.Permutation(fields).Draw(f.t, "order")
	}
	line := object(fields...)
	if oneIn(f.t, 12) {
		line = " { " + line[1:] + "  "
	}
	return line
}

// joined returns the lines as the text of a file, which may end in the middle of a line.
func (f *file) joined() string {
	newline := oneOf(f.t, "\n", "\n", "\n", "\r\n")
	text := strings.Join(f.lines, newline)
	switch oneOf(f.t, "newline", "newline", "none", "torn") {
	case "none":
		return text
	case "torn":
		return text + newline + `{"type":"message","id":"0000torn","parentId":null,"message":{"role":"user","con`
	}
	return text + newline
}

// id draws the id of the next entry.
func (f *file) id() raw {
	switch {
	case f.version == 1:
		return ""
	case f.Duplicates && f.next > 0 && oneIn(f.t, 6):
		return quote(f.ids[rapid.IntRange(0, f.next-1).Draw(f.t, "duplicate of")])
	case f.Idless && oneIn(f.t, 10):
		return ""
	}
	return quote(f.ids[f.next])
}

// parent draws the parentId of the next entry: mostly the entry before it, so that there are paths worth walking.
func (f *file) parent() raw {
	if f.version == 1 {
		return ""
	}
	if f.SelfParents && oneIn(f.t, 8) {
		return quote(f.ids[f.next])
	}
	if f.Cycles && oneIn(f.t, 6) {
		return quote(oneOf(f.t, f.ids[f.next:]...))
	}
	if f.next == 0 {
		return oneOf(f.t, null, "", quote("0000gone"))
	}
	before := quote(f.ids[f.next-1])
	if !oneIn(f.t, 4) {
		return before
	}
	return oneOf(f.t, quote(f.earlier()), quote(f.earlier()), quote(f.earlier()), null, "", quote("0000gone"), quote(""))
}

// earlier draws the id of one of the entries so far, of which there must be one.
func (f *file) earlier() string {
	return f.ids[rapid.IntRange(0, f.next-1).Draw(f.t, "earlier")]
}

// anyID draws the id of what an entry points at: an entry before it, itself, one that comes later, or none at all.
func (f *file) anyID() raw {
	others := []raw{quote("0000gone"), quote(f.ids[f.next]), quote(f.ids[len(f.ids)-1])}
	if f.next == 0 || oneIn(f.t, 5) {
		return oneOf(f.t, others...)
	}
	return quote(f.earlier())
}
