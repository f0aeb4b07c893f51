package session

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
)

// errGrew tells that the file is not as it was read, before anything was
// written.
var errGrew = errors.New("the file changed since it was read")

// appendLines adds lines to the end of the session's file, in one write.
//
// A write of whole lines with O_APPEND is not torn apart by those of other
// programs, and at worst, when the disk is full or the machine stops, leaves a
// torn last line. Such a line is not touched again: the newline it lacks goes
// in front of the next one (public issues 2 and 19).
func (w *Writer) appendLines(now *Session, lines [][]byte) (err error) {
	f, err := w.disk.openAppend(now.file)
	if err != nil {
		return fmt.Errorf("add to a session: %w", err)
	}
	defer func() {
		if closeErr := f.Close(); err == nil {
			err = closeErr
		}
	}()
	info, err := f.Stat()
	if err != nil {
		return fmt.Errorf("add to a session: %w", err)
	}
	if !os.SameFile(info, now.info) || info.Size() != now.info.Size() {
		return errGrew
	}
	text := joined(lines)
	whole, err := endsWhole(f, info.Size())
	if err != nil {
		return fmt.Errorf("read the end of %s: %w", now.file, err)
	}
	if !whole {
		text = append([]byte{'\n'}, text...)
	}
	n, err := f.Write(text)
	if err == nil && n < len(text) {
		err = io.ErrShortWrite
	}
	if err != nil {
		return fmt.Errorf("only %d of %d bytes could be added to %s, so the change was not made; all entries before it are as they were: %w", n, len(text), now.file, err)
	}
	if err := f.Sync(); err != nil {
		return fmt.Errorf("the change was written to %s, but the disk does not confirm that it will last: %w", now.file, err)
	}
	return nil
}

// endsWhole reports whether a file of the given size ends with a newline.
func endsWhole(f io.ReaderAt, size int64) (bool, error) {
	if size == 0 {
		return true, nil
	}
	var last [1]byte
	if _, err := f.ReadAt(last[:], size-1); err != nil {
		return false, err
	}
	return last[0] == '\n', nil
}

// joined returns lines with their newlines.
func joined(lines [][]byte) []byte {
	return append(bytes.Join(lines, []byte{'\n'}), '\n')
}
