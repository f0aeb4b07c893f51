package session

import (
	"strings"

	"pith/session/internal/jsonscan"
	"pith/session/internal/jstext"
)

// lineScanner finds the skeleton of an entry in one walk over its line, and
// with it whether the line is JSON at all. Strings that come again and again
// are kept once.
type lineScanner struct {
	cursor jsonscan.Cursor
	kept   map[string]string
}

// scanned is what one walk over a line finds.
type scanned struct {
	kind   jsonscan.Kind // Object for an entry; None if the line is not JSON
	entry  Entry
	id     bool   // there is an id and it is a string
	parent string // the parentId, "" if null, missing or no string

	usage  Usage    // of an answer, a tool result, a summary or a usage entry
	used   bool     // there is a usage
	by     model    // who is billed for it
	calls  []string // of an assistant message: the ids of its tool calls
	target string   // of a label: what it labels
	text   string   // of a label: the label; of a session_info: the name
}

// model names a model in parts, as the file does.
type model struct{ provider, name, responded string }

// String returns the name that usage is counted under (spec 9).
func (m model) String() string {
	if m.responded != "" {
		return m.provider + "/" + m.responded
	}
	return m.provider + "/" + m.name
}

func newLineScanner() *lineScanner { return &lineScanner{kept: map[string]string{}} }

// scan walks one line. The result holds no bytes of it.
func (l *lineScanner) scan(line []byte) scanned {
	c := &l.cursor
	c.Reset(line)
	s := scanned{kind: c.Kind()}
	s.entry.Time = NoTime
	if s.kind == jsonscan.Object {
		l.object(&s)
	} else {
		c.Skip()
	}
	if !c.End() {
		return scanned{}
	}
	return s
}

func (l *lineScanner) object(s *scanned) {
	c := &l.cursor
	e := &s.entry
	for key := range c.Members() {
		switch string(key) {
		case "type":
			e.Type = Type(l.keep())
		case "id":
			e.ID, s.id = c.Text()
		case "parentId":
			s.parent, _ = c.Text()
		case "timestamp":
			e.Time = l.time()
		case "message":
			l.message(s)
		case "usage":
			l.usage(s)
		case "provider":
			s.by.provider = l.keep()
		case "model":
			s.by.name = l.keep()
		case "targetId":
			s.target, _ = c.Text()
		case "label", "name":
			s.text, _ = c.Text()
		default:
			c.Skip()
		}
	}
}

// time reads a timestamp: text, or what JavaScript's Date makes a time of as
// well, a number of ms or null.
func (l *lineScanner) time() int64 {
	c := &l.cursor
	switch c.Kind() {
	case jsonscan.Number:
		ms, _ := c.Number()
		return int64(ms)
	case jsonscan.Null:
		c.Skip()
		return 0
	}
	raw, ok := c.Quoted()
	if !ok {
		return NoTime
	}
	return ParseTime(string(raw))
}

func (l *lineScanner) message(s *scanned) {
	c := &l.cursor
	e := &s.entry
	for key := range c.Members() {
		switch string(key) {
		case "role":
			e.Role = Role(l.keep())
		case "stopReason":
			e.StopReason = l.keep()
		case "usage":
			l.usage(s)
		case "provider":
			s.by.provider = l.keep()
		case "model":
			s.by.name = l.keep()
		case "responseModel":
			s.by.responded = l.keep()
		case "toolCallId":
			e.ToolCallID, _ = c.Text()
		case "isError":
			e.IsError = c.Kind() == jsonscan.True
			c.Skip()
		case "content":
			l.content(s)
		default:
			c.Skip()
		}
	}
}

// usage reads what an entry cost.
func (l *lineScanner) usage(s *scanned) {
	c := &l.cursor
	s.used = c.Kind() == jsonscan.Object
	for key := range c.Members() {
		switch string(key) {
		case "input":
			s.usage.Input, _ = c.Number()
		case "output":
			s.usage.Output, _ = c.Number()
		case "cacheRead":
			s.usage.CacheRead, _ = c.Number()
		case "cacheWrite":
			s.usage.CacheWrite, _ = c.Number()
		case "totalTokens":
			s.usage.TotalTokens, _ = c.Number()
		case "cost":
			l.cost(s)
		default:
			c.Skip()
		}
	}
}

func (l *lineScanner) cost(s *scanned) {
	c := &l.cursor
	for key := range c.Members() {
		if string(key) == "total" {
			s.usage.Cost.Total, _ = c.Number()
		} else {
			c.Skip()
		}
	}
}

// content walks a message's content, a string or a list of blocks, for the
// first text that is not blank and the ids of tool calls.
func (l *lineScanner) content(s *scanned) {
	c := &l.cursor
	if c.Kind() == jsonscan.String {
		l.sawText(s)
		return
	}
	for ok := c.Enter(jsonscan.Array); ok && c.Elem(); {
		l.block(s)
	}
}

func (l *lineScanner) block(s *scanned) {
	c := &l.cursor
	before := s.entry
	var kind, id string
	for key := range c.Members() {
		switch string(key) {
		case "type":
			kind = l.keep()
		case "text":
			l.sawText(s)
		case "id":
			id, _ = c.Text()
		default:
			c.Skip()
		}
	}
	switch kind {
	case BlockText:
		return
	case BlockToolCall:
		s.entry.ToolCalls++
		if id != "" {
			s.calls = append(s.calls, id)
		}
	}
	s.entry.HasText, s.entry.textAt = before.HasText, before.textAt
}

// sawText reads a string and remembers it as the entry's text if it is the
// first that is not blank.
func (l *lineScanner) sawText(s *scanned) {
	raw, ok := l.cursor.Quoted()
	if !ok || s.entry.HasText || blankQuoted(raw) {
		return
	}
	s.entry.HasText = true
	s.entry.textAt = l.cursor.Pos() - len(raw) - 1
}

// blankQuoted reports whether the string between two quotes is white space.
func blankQuoted(raw []byte) bool {
	if len(raw) == 0 {
		return true
	}
	if raw[0] > ' ' && raw[0] < 0x80 && raw[0] != '\\' {
		return false
	}
	return jstext.Blank(jsonscan.Unquote(raw))
}

// keep reads a string that is likely to come again.
func (l *lineScanner) keep() string {
	raw, ok := l.cursor.Quoted()
	if !ok {
		return ""
	}
	if s, ok := l.kept[string(raw)]; ok {
		return s
	}
	s := strings.Clone(jsonscan.Unquote(raw))
	if len(l.kept) < 1000 { // a file of nonsense must not fill the memory
		l.kept[string(raw)] = s
	}
	return s
}
