package session

import (
	"bytes"

	"pith/session/internal/jsonscan"
)

// ParseHeader reads the line that may start a session file, for whoever looks
// at many files and opens few. A line that is no session's header gives a
// *NotSessionError, which says why and names no file.
func ParseHeader(line []byte) (Header, error) {
	line = bytes.TrimSpace(line)
	if !jsonscan.Valid(line) {
		return Header{}, &NotSessionError{Reason: "its first line is not JSON"}
	}
	h, reason := parseHeader(line)
	if reason != "" {
		return Header{}, &NotSessionError{Reason: reason}
	}
	return h, nil
}
