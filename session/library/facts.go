package library

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"os"
	"time"
	"unicode/utf8"

	"pith/session"
	"pith/session/internal/jsonl"
	"pith/session/internal/jsonscan"
	"pith/session/internal/jstext"
)

// peek is how many bytes are read at a time for no more than a header.
const peek = 8 << 10

// bom is the byte order mark that some editors put before UTF-8.
const bom = "\ufeff"

// keepPrompt is how many bytes of a prompt a row keeps. Prompts can be whole
// files that were pasted, and there are thousands of rows.
const keepPrompt = 2 << 10

// facts is what is known of a session file, up to a place in it. Reading on from
// there adds to it, so a file that grew is not read again.
type facts struct {
	header   session.Header
	created  time.Time
	name     string
	messages int
	activity float64 // ms, the latest time of a user or assistant message
	first    string
	firstCut bool
	firstAt  span
	last     string
	labels   map[string]struct{} // the entries that have one
	cost     float64
	next     int64 // the offset behind the last whole line
	torn     bool  // something stands there that is not a whole line yet
}

// message is the text of one user or assistant message.
type message struct {
	entry []byte // the entry's id, as it stands between its quotes
	by    speaker
	text  []byte // valid until the sink returns
	at    span   // the entry's line
}

// sink takes the text of a session, message by message, in file order.
type sink func(m message)

// scanner reads session files, one at a time. It keeps its buffers.
type scanner struct {
	lines  jsonl.Reader
	walker lineWalker
	text   []byte // of the message at hand
	prompt []byte // the last prompt
}

// header reads only the header of a file.
func (s *scanner) header(ctx context.Context, path string) (session.Header, error) {
	file, err := os.Open(path)
	if err != nil {
		return session.Header{}, err
	}
	defer file.Close()
	s.lines.Reset(file, 0, 0)
	s.lines.Stop = ctx.Err
	s.lines.Want = peek
	f, err := s.head()
	return f.header, err
}

// head reads to the header, the first line that is JSON and not an empty value
// (spec 2). It is an error if that is no header; the error is a
// *session.NotSessionError.
func (s *scanner) head() (facts, error) {
	for {
		line, offset, whole, err := s.lines.Next()
		if err == io.EOF {
			return facts{}, &session.NotSessionError{Reason: "it holds no line of JSON"}
		}
		if err != nil {
			return facts{}, err
		}
		if offset == 0 {
			line = bytes.TrimPrefix(line, []byte(bom))
		}
		line = bytes.TrimSpace(line)
		if len(line) == 0 || emptyValue(line) || !jsonscan.Valid(line) {
			continue
		}
		header, err := session.ParseHeader(line)
		if err != nil {
			return facts{}, err
		}
		f := facts{header: header, created: created(&header)}
		f.passed(&s.lines, whole)
		return f, nil
	}
}

// emptyValue reports whether a line is one of the JSON values that pi takes for
// no line at all.
func emptyValue(line []byte) bool {
	switch string(line) {
	case "null", "false", "0", "-0", "0.0", `""`:
		return true
	}
	return false
}

// created returns the header's time as JavaScript's Date understands it, which
// takes numbers too.
func created(h *session.Header) time.Time {
	if h.Timestamp != "" {
		if ms := session.ParseTime(h.Timestamp); ms != session.NoTime {
			return jsTime(float64(ms))
		}
		return time.Time{}
	}
	var fields struct {
		Timestamp json.RawMessage `json:"timestamp"`
	}
	var ms float64 // null is the time 0
	if json.Unmarshal(h.Raw(), &fields) != nil || json.Unmarshal(fields.Timestamp, &ms) != nil {
		return time.Time{}
	}
	return jsTime(ms)
}

// rest reads on behind the header, or from wherever the lines stand, to the end
// of the file. What it finds goes into f, texts to out if that is not nil.
func (s *scanner) rest(f *facts, out sink) error {
	s.prompt = append(s.prompt[:0], f.last...)
	for {
		line, offset, whole, err := s.lines.Next()
		if err == io.EOF {
			f.last = string(s.prompt)
			return nil
		}
		if err != nil {
			return err
		}
		if found, ok := s.walker.walk(line); ok {
			s.count(f, &found, span{offset, len(line)}, out)
		}
		f.passed(&s.lines, whole)
	}
}

// passed notes that a line was read.
func (f *facts) passed(lines *jsonl.Reader, whole bool) {
	if whole {
		f.next = lines.Offset()
	} else {
		f.torn = true
	}
}

// count adds one entry to the facts.
func (s *scanner) count(f *facts, found *entryLine, at span, out sink) {
	f.cost += found.cost
	switch found.kind {
	case infoLine:
		f.name = jstext.Trim(jsonscan.Unquote(found.name))
	case labelLine:
		f.label(found)
	case messageLine:
		f.messages++
		if found.by != otherSpeaker && found.hasContent {
			f.active(found)
			s.say(f, found, at, out)
		}
	}
}

// label sets or clears a label (spec 2, labels).
func (f *facts) label(found *entryLine) {
	target := jsonscan.Unquote(found.target)
	if len(found.label) == 0 {
		delete(f.labels, target)
		return
	}
	if f.labels == nil {
		f.labels = map[string]struct{}{}
	}
	f.labels[target] = struct{}{}
}

// active counts the time of a user or assistant message (spec 4.1, modified).
func (f *facts) active(found *entryLine) {
	ms := found.when
	if found.hasStamp {
		ms = found.stamp
	} else if parsed := session.ParseTime(jsonscan.Unquote(found.timestamp)); parsed != session.NoTime {
		ms = float64(parsed)
	}
	f.activity = max(f.activity, ms)
}

// say takes the text of a user or assistant message.
func (s *scanner) say(f *facts, found *entryLine, at span, out sink) {
	if out == nil && found.by != userSpeaker {
		return
	}
	s.text = s.walker.appendContent(s.text[:0], found.content)
	if len(s.text) == 0 {
		return
	}
	if found.by == userSpeaker {
		if f.first == "" {
			f.first, f.firstAt = string(cut(s.text)), at
			f.firstCut = len(f.first) < len(s.text)
		}
		s.prompt = append(s.prompt[:0], cut(s.text)...)
	}
	if out != nil {
		out(message{entry: found.id, by: found.by, text: s.text, at: at})
	}
}

// cut returns the part of a prompt that a row keeps, whole characters only.
func cut(text []byte) []byte {
	if len(text) <= keepPrompt {
		return text
	}
	n := keepPrompt
	for n > 0 && !utf8.RuneStart(text[n]) {
		n--
	}
	return text[:n]
}
