//go:build !unix

package library

import (
	"io/fs"
	"strings"
)

// fileID tells files apart whatever paths lead to them. Case does not count in
// paths here, and the system gives no numbers.
type fileID struct {
	Dev, Ino uint64
	path     string
}

func identify(_ fs.FileInfo, real string) fileID {
	return fileID{path: strings.ToLower(real)}
}
