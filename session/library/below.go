package library

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// FilesBelow returns the file that a path names, or the session files below the
// folder that it names, at any depth and in the order of their names. A path
// that is none is an error.
func (l *Library) FilesBelow(ctx context.Context, path string) ([]string, error) {
	path = l.env.path(path)
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return []string{path}, nil
	}
	var files []string
	err = filepath.WalkDir(path, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			if name == path {
				return err
			}
			return nil // what cannot be entered is not below it for us
		}
		if !d.IsDir() && strings.HasSuffix(name, ".jsonl") {
			files = append(files, name)
		}
		return ctx.Err()
	})
	return files, err
}
