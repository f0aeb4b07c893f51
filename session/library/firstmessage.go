package library

import (
	"fmt"
	"os"
)

// FirstMessage returns the first prompt of a session in full. Rows keep only the
// start of a long one.
func (l *Library) FirstMessage(r *Row) (string, error) {
	if !r.FirstCut {
		return r.FirstMessage, nil
	}
	file, err := os.Open(r.Path)
	if err != nil {
		return "", fmt.Errorf("read the first prompt of a session: %w", err)
	}
	defer file.Close()
	line := make([]byte, r.first.Size)
	if _, err := file.ReadAt(line, r.first.Offset); err != nil {
		return "", fmt.Errorf("read the first prompt of %s: %w", r.Path, err)
	}
	var w lineWalker
	found, ok := w.walk(line)
	if !ok || found.by != userSpeaker {
		return "", fmt.Errorf("read the first prompt of %s: the file was rewritten since it was listed", r.Path)
	}
	return string(w.appendContent(nil, found.content)), nil
}
