package trash

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

// patience is how long the trash program may take for one file, if nothing else
// is said.
const patience = 15 * time.Second

// Trash is the trash of one user.
type Trash struct {
	Home     string // the user's home folder
	DataHome string // XDG_DATA_HOME, "" for its default
	Path     string // PATH, where the program trash is looked for
	Now      func() time.Time
	Patience time.Duration // how long the program may take, 0 for a default
}

// Item is a file in the trash.
type Item struct {
	Original string    // the path it had
	Kept     string    // where it is; "" if that is not known
	Deleted  time.Time // zero if that is not known
	info     string    // the file that tells about it, "" if there is none
}

// Put moves a file to the trash. The path must be absolute.
func (t *Trash) Put(ctx context.Context, path string) (Item, error) {
	before, err := os.Lstat(path)
	if err != nil {
		return Item{}, fmt.Errorf("move a session to the trash: %w", err)
	}
	programErr := t.byProgram(ctx, path)
	if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
		return t.search(path, before), nil
	}
	if err := ctx.Err(); err != nil {
		return Item{}, fmt.Errorf("move %s to the trash: %w", path, err)
	}
	item, err := t.byHand(path)
	if err != nil {
		return Item{}, fmt.Errorf("move %s to the trash: %w", path, errors.Join(programErr, err))
	}
	return item, nil
}

// byHand moves a file to the trash without a program.
func (t *Trash) byHand(path string) (Item, error) {
	if runtime.GOOS == "darwin" {
		return t.putInFolder(path)
	}
	return t.putFreedesktop(path)
}

// byProgram has the program trash do it. It is no error if there is none.
func (t *Trash) byProgram(ctx context.Context, path string) error {
	program := t.program()
	if program == "" {
		return nil
	}
	limit := cmp.Or(t.Patience, patience)
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, path)
	cmd.WaitDelay = time.Second // for what it may have started itself
	said, err := cmd.CombinedOutput()
	switch {
	case ctx.Err() != nil:
		return fmt.Errorf("%s did not end within %v", program, limit)
	case err != nil:
		line, _, _ := strings.Cut(strings.TrimSpace(string(said)), "\n")
		return fmt.Errorf("%s: %w: %q", program, err, line)
	}
	return nil
}

// program returns the path of the program trash, "" if there is none.
func (t *Trash) program() string {
	for _, dir := range filepath.SplitList(t.Path) {
		file := filepath.Join(dir, "trash")
		if info, err := os.Stat(file); err == nil && filepath.IsAbs(dir) && info.Mode().IsRegular() && info.Mode()&0o111 != 0 {
			return file
		}
	}
	return ""
}

// search finds the item that a program made of a file, by the file itself.
func (t *Trash) search(path string, before fs.FileInfo) Item {
	for _, item := range t.ItemsNear(filepath.Dir(path)) {
		if info, err := os.Lstat(item.Kept); err == nil && os.SameFile(info, before) {
			item.Original = path
			return item
		}
	}
	return Item{Original: path, Deleted: t.Now()}
}

// ItemsNear returns what is in the user's trash and in that of the file system
// that a folder is on, the newest first.
func (t *Trash) ItemsNear(dir string) []Item {
	if runtime.GOOS == "darwin" {
		return t.folderItems()
	}
	return t.freedesktopItems(dir)
}

// Restore moves an item back to the path that to names. If something is there,
// it is an error that wraps fs.ErrExist.
func (t *Trash) Restore(item Item, to string) error {
	if item.Kept == "" {
		return fmt.Errorf("restore %s: it is not known where the trash keeps it; use the trash of your desktop", item.Original)
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return fmt.Errorf("restore a session: %w", err)
	}
	if err := move(item.Kept, to); err != nil {
		return fmt.Errorf("restore %s from %s: %w", to, item.Kept, err)
	}
	if item.info != "" {
		os.Remove(item.info) // what it tells about is gone; a rest of it does no harm
	}
	return nil
}
