package trash

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// putInFolder moves a file to the user's .Trash, as on a Mac. Nothing there
// tells where it was.
func (t *Trash) putInFolder(path string) (Item, error) {
	if t.Home == "" {
		return Item{}, errors.New("there is no trash, since there is no home folder")
	}
	dir := filepath.Join(t.Home, ".Trash")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return Item{}, err
	}
	ext := filepath.Ext(path)
	base := strings.TrimSuffix(filepath.Base(path), ext)
	for n := 1; ; n++ {
		name := base + ext
		if n > 1 {
			name = fmt.Sprintf("%s %d%s", base, n, ext)
		}
		kept := filepath.Join(dir, name)
		err := move(path, kept)
		if err == nil {
			return Item{Original: path, Kept: kept, Deleted: t.Now()}, nil
		}
		if !errors.Is(err, fs.ErrExist) {
			return Item{}, err
		}
	}
}

// folderItems returns what is in the user's .Trash. Where it was is not known.
func (t *Trash) folderItems() []Item {
	dir := filepath.Join(t.Home, ".Trash")
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	var items []Item
	for _, e := range entries {
		if !e.IsDir() {
			items = append(items, Item{Kept: filepath.Join(dir, e.Name())})
		}
	}
	return items
}
