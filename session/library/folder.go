package library

import "os"

// FolderExists reports whether dir is a folder on this machine, so that a
// program can be started in it.
func FolderExists(dir string) bool {
	info, err := os.Stat(dir)
	return err == nil && info.IsDir()
}
