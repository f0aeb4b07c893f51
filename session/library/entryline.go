package library

import "pith/session/internal/jsonscan"

// lineKind is what a line counts as in a list.
type lineKind byte

const (
	otherLine lineKind = iota
	messageLine
	infoLine
	labelLine
)

// speaker is the role of a message, as far as a list tells roles apart.
type speaker byte

const (
	otherSpeaker speaker = iota
	userSpeaker
	assistantSpeaker
)

// entryLine is what one walk over a line finds. The slices are parts of the
// line: the bytes between the quotes of a string, or a whole value.
type entryLine struct {
	kind       lineKind
	id         []byte
	parent     []byte
	timestamp  []byte  // if it is a text
	when       float64 // the timestamp if it is a number, 0 if not
	name       []byte  // of a session_info
	target     []byte  // of a label
	label      []byte  // of a label
	by         speaker
	hasContent bool
	content    []byte  // a whole value
	stamp      float64 // message.timestamp
	hasStamp   bool
	cost       float64
}

// lineWalker walks the lines of files, each only as far as a list needs it and
// yet to its end, since a line that is not JSON throughout is no entry (spec 2).
type lineWalker struct{ c jsonscan.Cursor }

// walk reads one line and reports whether it is an entry at all.
func (w *lineWalker) walk(line []byte) (found entryLine, ok bool) {
	c := &w.c
	c.Reset(line)
	if !c.Enter(jsonscan.Object) {
		return found, false
	}
	for {
		key, more := c.Key()
		if !more {
			return found, c.End()
		}
		switch string(key) {
		case "type":
			raw, _ := c.Quoted()
			found.kind = kindOf(raw)
		case "id":
			found.id, _ = c.Quoted()
		case "parentId":
			found.parent, _ = c.Quoted()
		case "timestamp":
			w.timestamp(&found)
		case "message":
			w.message(&found)
		case "name":
			found.name, _ = c.Quoted()
		case "targetId":
			found.target, _ = c.Quoted()
		case "label":
			found.label, _ = c.Quoted()
		case "usage":
			w.usage(&found)
		default:
			c.Skip()
		}
	}
}

// timestamp reads the time of an entry, which should be a text and which pi also
// takes as a number.
func (w *lineWalker) timestamp(found *entryLine) {
	if w.c.Kind() == jsonscan.Number {
		found.when, _ = w.c.Number()
		return
	}
	found.timestamp, _ = w.c.Quoted()
}

func kindOf(raw []byte) lineKind {
	switch string(raw) {
	case "message":
		return messageLine
	case "session_info":
		return infoLine
	case "label":
		return labelLine
	}
	return otherLine
}

func (w *lineWalker) message(found *entryLine) {
	c := &w.c
	for key := range c.Members() {
		switch string(key) {
		case "role":
			raw, _ := c.Quoted()
			found.by = speakerOf(raw)
		case "content":
			found.hasContent = true
			found.content = c.Raw()
		case "timestamp":
			found.stamp, found.hasStamp = c.Number()
		case "usage":
			w.usage(found)
		default:
			c.Skip()
		}
	}
}

func speakerOf(raw []byte) speaker {
	switch string(raw) {
	case "user":
		return userSpeaker
	case "assistant":
		return assistantSpeaker
	}
	return otherSpeaker
}

// usage adds what an entry cost.
func (w *lineWalker) usage(found *entryLine) {
	c := &w.c
	for key := range c.Members() {
		if string(key) != "cost" {
			c.Skip()
			continue
		}
		for ok := c.Enter(jsonscan.Object); ok; {
			if key, ok = c.Key(); !ok {
				break
			}
			if string(key) != "total" {
				c.Skip()
				continue
			}
			total, _ := c.Number()
			found.cost += total
		}
	}
}

// appendContent appends the text of a message's content: a string, or the texts
// of its text blocks with a space between them (spec 4.1).
func (w *lineWalker) appendContent(dst, content []byte) []byte {
	c := &w.c
	c.Reset(content)
	if c.Kind() == jsonscan.String {
		raw, _ := c.Quoted()
		return jsonscan.AppendUnquoted(dst, raw)
	}
	any := false
	for ok := c.Enter(jsonscan.Array); ok && c.Elem(); {
		text, isText := w.block()
		if !isText {
			continue
		}
		if any {
			dst = append(dst, ' ')
		}
		any = true
		dst = jsonscan.AppendUnquoted(dst, text)
	}
	return dst
}

// block reads one content block and returns its text if it is a text block.
func (w *lineWalker) block() (text []byte, isText bool) {
	c := &w.c
	for key := range c.Members() {
		switch string(key) {
		case "type":
			kind, _ := c.Quoted()
			isText = string(kind) == "text"
		case "text":
			text, _ = c.Quoted()
		default:
			c.Skip()
		}
	}
	return text, isText
}
