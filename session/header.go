package session

import (
	"encoding/json"
	"fmt"
)

// CurrentVersion is the version of the file format that pi writes.
const CurrentVersion = 3

// Header is the first line of a session file (spec 3).
type Header struct {
	ID            string
	Version       int    // as the file has it; 1 when the field is missing
	Timestamp     string // as the file has it, "" if missing
	Cwd           string // "" if missing
	ParentSession string // path of the session this one was forked from, or ""

	raw json.RawMessage
}

// Raw returns the header line as it stands in the file.
func (h *Header) Raw() json.RawMessage { return h.raw }

// NotSessionError tells that a file is no session, and why.
type NotSessionError struct {
	File   string // "" for a session that is no file
	Reason string
}

func (e *NotSessionError) Error() string {
	name := e.File
	if name == "" {
		name = "the text"
	}
	return fmt.Sprintf("%s is not a pi session: %s", name, e.Reason)
}

// parseHeader reads the first line of a file that is JSON. The reason is ""
// when it is a session's header.
func parseHeader(line []byte) (h Header, reason string) {
	var fields struct {
		Type          Type            `json:"type"`
		ID            json.RawMessage `json:"id"`
		Version       json.RawMessage `json:"version"`
		Timestamp     json.RawMessage `json:"timestamp"`
		Cwd           json.RawMessage `json:"cwd"`
		ParentSession json.RawMessage `json:"parentSession"`
		Kind          string          `json:"kind"`
		V             float64         `json:"v"`
	}
	if err := json.Unmarshal(line, &fields); err != nil && line[0] != '{' {
		return h, "its first line is not an object"
	}
	if fields.Kind == "header" && fields.V >= 4 {
		return h, "it is a file of pi's agent library (format 4), which pi itself does not open"
	}
	if fields.Type != typeHeader {
		return h, fmt.Sprintf("its first line has the type %q, not %q", fields.Type, typeHeader)
	}
	var version float64
	h = Header{
		Version: 1, raw: append(json.RawMessage(nil), line...),
		Timestamp: stringOr(fields.Timestamp), Cwd: stringOr(fields.Cwd), ParentSession: stringOr(fields.ParentSession),
	}
	if json.Unmarshal(fields.ID, &h.ID) != nil || fields.ID[0] != '"' {
		return h, "its header has no id"
	}
	if json.Unmarshal(fields.Version, &version) == nil && fields.Version[0] != 'n' {
		h.Version = int(version)
	}
	return h, ""
}

// stringOr returns the string that raw is, or "" if it is anything else.
func stringOr(raw json.RawMessage) string {
	var s string
	if json.Unmarshal(raw, &s) != nil {
		return ""
	}
	return s
}
