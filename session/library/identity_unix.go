//go:build unix

package library

import (
	"io/fs"
	"syscall"
)

// fileID tells files apart whatever paths lead to them.
type fileID struct {
	Dev, Ino uint64
	path     string // where the system gives no numbers
}

func identify(info fs.FileInfo, real string) fileID {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return fileID{Dev: uint64(st.Dev), Ino: uint64(st.Ino)}
	}
	return fileID{path: real}
}
