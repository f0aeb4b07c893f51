package session

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/gofrs/flock"
)

// TestLockOfAReplacedFile sees that a lock on a file that has lost its name is
// none on the session.
func TestLockOfAReplacedFile(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the lock is on a file of its own there")
	}
	file := filepath.Join(t.TempDir(), "s.jsonl")
	for _, name := range []string{file, file + ".new"} {
		if err := os.WriteFile(name, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	l := flock.New(file, flock.SetFlag(os.O_RDWR))
	if err := l.Lock(); err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if current, err := lockCurrent(l, file); err != nil || !current {
		t.Errorf("before: %v %v", current, err)
	}
	if err := os.Rename(file+".new", file); err != nil {
		t.Fatal(err)
	}
	if current, err := lockCurrent(l, file); err != nil || current {
		t.Errorf("after: %v %v", current, err)
	}
}
