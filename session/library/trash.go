package library

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"pith/session/library/internal/trash"
)

// Trashed is a session in the trash.
type Trashed struct {
	Row  Row    // what it is; Row.Path is where the trash keeps it
	Path string // where it was and goes back to
	Time time.Time

	item trash.Item
}

// trash returns the trash of the user.
func (l *Library) trash() *trash.Trash {
	return &trash.Trash{Home: l.env.Home, DataHome: l.env.get("XDG_DATA_HOME"), Path: l.env.get("PATH"), Now: time.Now}
}

// Trash moves a session's file to the trash: with the program trash if there is
// one, else by the rules of the system. It may take seconds. When it fails the
// file is where it was, and the error says what was tried; only then, and only
// if the user wants it, is there [Library.Unlink].
func (l *Library) Trash(ctx context.Context, path string) (Trashed, error) {
	if info, err := os.Lstat(path); err == nil && info.IsDir() {
		return Trashed{}, fmt.Errorf("%s is a folder, not a session: it stays", path)
	}
	row, err := l.Row(ctx, path)
	if err != nil && ctx.Err() != nil {
		return Trashed{}, ctx.Err()
	}
	item, err := l.trash().Put(ctx, path)
	if err != nil {
		return Trashed{}, err
	}
	row.Path = item.Kept
	return Trashed{Row: row, Path: path, Time: item.Deleted, item: item}, nil
}

// Unlink deletes a session's file for good. It is for when there is no trash and
// the user was told so.
func (l *Library) Unlink(path string) error {
	info, err := os.Lstat(path)
	if err == nil && info.IsDir() {
		err = errors.New("it is a folder")
	}
	if err == nil {
		err = os.Remove(path)
	}
	if err != nil {
		return fmt.Errorf("delete the session %s: %w", path, err)
	}
	return nil
}

// Restore moves a session from the trash back to where it was. If something is
// there now it stays, and the error wraps fs.ErrExist.
func (l *Library) Restore(t Trashed) error {
	err := l.trash().Restore(t.item, t.Path)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%w: rename or move it away first", err)
	}
	return err
}

// Trashed returns the sessions in the trash that were in this library, the one
// deleted last first. Where the trash does not tell where a file was, it is the
// folder for the session's working directory.
func (l *Library) Trashed(ctx context.Context) ([]Trashed, error) {
	var all []Trashed
	for _, item := range l.trash().ItemsNear(l.Root) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if !strings.HasSuffix(cmp.Or(item.Original, item.Kept), fileSuffix) || item.Original != "" && !l.holds(item.Original) {
			continue
		}
		row, err := l.Row(ctx, item.Kept)
		if err != nil {
			continue // not a session, or not any more
		}
		path := item.Original
		if path == "" {
			path = filepath.Join(l.DirFor(row.Cwd), filepath.Base(item.Kept))
		}
		all = append(all, Trashed{Row: row, Path: path, Time: item.Deleted, item: item})
	}
	return all, nil
}

// holds reports whether a path is below the library's folder.
func (l *Library) holds(path string) bool {
	for _, root := range []string{l.Root, l.realPath(l.Root)} {
		if strings.HasPrefix(path, root+string(filepath.Separator)) {
			return true
		}
	}
	return false
}
