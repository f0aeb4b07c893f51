package library

import (
	"io/fs"
	"syscall"
)

// changed returns when anything about a file changed last, its permissions and
// its times included, in ns.
func changed(info fs.FileInfo) int64 {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return st.Ctim.Nano()
	}
	return 0
}
