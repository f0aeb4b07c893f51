//go:build unix

package trash

import (
	"os"
	"path/filepath"
	"syscall"
)

// mountOf returns the topmost folder of the file system that a folder is on.
func mountOf(dir string) (string, bool) {
	device := func(path string) (uint64, bool) {
		info, err := os.Stat(path)
		if err != nil {
			return 0, false
		}
		st, ok := info.Sys().(*syscall.Stat_t)
		if !ok {
			return 0, false
		}
		return uint64(st.Dev), true
	}
	own, ok := device(dir)
	if !ok {
		return "", false
	}
	for {
		parent := filepath.Dir(dir)
		if dev, ok := device(parent); !ok || dev != own || parent == dir {
			return dir, true
		}
		dir = parent
	}
}
