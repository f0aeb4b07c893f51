package session

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"time"

	"github.com/gofrs/flock"
)

// lockPatience is how long a change waits for another pith to finish its own.
// One takes milliseconds, so whoever holds the lock longer has been stopped.
const lockPatience = 10 * time.Second

// lockRetry is how often the lock is tried meanwhile.
const lockRetry = 2 * time.Millisecond

// BusyError tells that another pith holds a session's lock and does not let go.
type BusyError struct {
	File   string
	Waited time.Duration
}

func (e *BusyError) Error() string {
	return fmt.Sprintf("another pith has been changing %s for %v; nothing was written: let it finish or end it, then try again", e.File, e.Waited)
}

// lock keeps other piths from changing a session until unlock is called.
//
// The lock is on the session's own file. So looking at a session creates
// nothing, changing it leaves nothing behind, whoever reaches the file by
// another path or with another state folder meets the same lock, and the system
// drops it when its process dies: there are no stale locks. It is advisory; pi
// takes none and is not held up. Only on Windows, where locks bind everyone, it
// is on a file beside the session.
//
// A file that was replaced while its lock was waited for is no longer the
// session, so the lock is then taken again on the file that is.
func (w *Writer) lock(file string) (unlock func(), err error) {
	ctx, cancel := context.WithTimeout(context.Background(), w.patience)
	defer cancel()
	for {
		l := flock.New(file, flock.SetFlag(os.O_RDWR))
		if runtime.GOOS == "windows" {
			l = flock.New(file + ".lock")
		}
		ok, err := l.TryLockContext(ctx, lockRetry)
		if !ok {
			l.Close()
			if ctx.Err() != nil {
				return nil, &BusyError{File: file, Waited: w.patience}
			}
			return nil, fmt.Errorf("lock %s to change it: %w", file, err)
		}
		current, err := lockCurrent(l, file)
		if err != nil {
			l.Close()
			return nil, err
		}
		if current {
			return func() { l.Close() }, nil
		}
		l.Close()
	}
}

// lockCurrent reports whether the locked file is the one that has the name now.
func lockCurrent(l *flock.Flock, file string) (bool, error) {
	if l.Path() != file {
		return true, nil
	}
	held, err := l.Stat()
	if err != nil {
		return false, err
	}
	now, err := os.Stat(file)
	if err != nil {
		return false, err
	}
	return os.SameFile(held, now), nil
}
