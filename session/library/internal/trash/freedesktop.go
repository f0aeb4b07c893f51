package trash

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

const (
	infoSuffix = ".trashinfo"
	dateLayout = "2006-01-02T15:04:05" // local time, says the specification
)

// can is one trash folder: files in it, and info about each.
type can struct {
	dir string
	top string // paths in the info are below this folder, "" if they are absolute
}

// home returns the trash in the user's home.
func (t *Trash) home() (can, bool) {
	switch {
	case t.DataHome != "" && filepath.IsAbs(t.DataHome):
		return can{dir: filepath.Join(t.DataHome, "Trash")}, true
	case t.Home != "":
		return can{dir: filepath.Join(t.Home, ".local", "share", "Trash")}, true
	}
	return can{}, false
}

// putFreedesktop moves a file to the trash in the user's home. From another
// file system it goes to the trash there; and if that has none and lets none be
// made, a copy goes home.
func (t *Trash) putFreedesktop(path string) (Item, error) {
	home, ok := t.home()
	if !ok {
		return Item{}, errors.New("there is no trash, since there is no home folder")
	}
	item, err := home.put(path, t.Now(), rename)
	if !errors.Is(err, syscall.EXDEV) {
		return item, err
	}
	if there, ok := canOf(path); ok {
		if item, err := there.put(path, t.Now(), rename); err == nil {
			return item, nil
		}
	}
	return home.put(path, t.Now(), move)
}

// put reserves a name with an info file and then moves the file in.
func (c can) put(path string, now time.Time, move func(from, to string) error) (Item, error) {
	for _, dir := range []string{"files", "info"} {
		if err := os.MkdirAll(filepath.Join(c.dir, dir), 0o700); err != nil {
			return Item{}, err
		}
	}
	base := filepath.Base(path)
	for n := 1; ; n++ {
		name := base
		if n > 1 {
			name = fmt.Sprintf("%s.%d", base, n)
		}
		item := Item{Original: path, Kept: filepath.Join(c.dir, "files", name), Deleted: now, info: filepath.Join(c.dir, "info", name+infoSuffix)}
		err := c.writeInfo(&item)
		if err == nil {
			if err = move(path, item.Kept); err == nil {
				return item, nil
			}
			os.Remove(item.info)
		}
		if !errors.Is(err, fs.ErrExist) {
			return Item{}, err
		}
	}
}

func (c can) writeInfo(item *Item) error {
	path := item.Original
	if c.top != "" {
		below, err := filepath.Rel(c.top, path)
		if err != nil {
			return err
		}
		path = below
	}
	f, err := os.OpenFile(item.info, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(f, "[Trash Info]\nPath=%s\nDeletionDate=%s\n", (&url.URL{Path: path}).EscapedPath(), item.Deleted.Local().Format(dateLayout))
	return errors.Join(err, f.Close())
}

// canOf returns the trash of the file system that a file is on.
func canOf(path string) (can, bool) {
	top, ok := mountOf(filepath.Dir(path))
	if !ok {
		return can{}, false
	}
	uid := strconv.Itoa(os.Getuid())
	shared := filepath.Join(top, ".Trash")
	if info, err := os.Lstat(shared); err == nil && info.IsDir() && info.Mode()&fs.ModeSticky != 0 {
		return can{dir: filepath.Join(shared, uid), top: top}, true
	}
	return can{dir: shared + "-" + uid, top: top}, true
}

// freedesktopItems returns what is in the trash at home and in that of the file
// system that a folder is on.
func (t *Trash) freedesktopItems(dir string) []Item {
	var items []Item
	if home, ok := t.home(); ok {
		items = home.items()
	}
	if there, ok := canOf(filepath.Join(dir, "x")); ok {
		items = append(items, there.items()...)
	}
	newestFirst(items)
	return items
}

func newestFirst(items []Item) {
	slices.SortStableFunc(items, func(a, b Item) int { return b.Deleted.Compare(a.Deleted) })
}

// items returns what a trash folder tells about. Info without its file, which
// another program may leave behind, tells about nothing.
func (c can) items() []Item {
	infos, err := filepath.Glob(filepath.Join(escapeGlob(c.dir), "info", "*"+infoSuffix))
	if err != nil {
		return nil
	}
	var items []Item
	for _, info := range infos {
		item := Item{info: info, Kept: filepath.Join(c.dir, "files", strings.TrimSuffix(filepath.Base(info), infoSuffix))}
		if _, err := os.Lstat(item.Kept); err == nil && c.readInfo(&item) {
			items = append(items, item)
		}
	}
	return items
}

func escapeGlob(path string) string {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`).Replace(path)
}

func (c can) readInfo(item *Item) bool {
	f, err := os.Open(item.info)
	if err != nil {
		return false
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		key, value, _ := strings.Cut(lines.Text(), "=")
		switch key {
		case "Path":
			path, err := url.PathUnescape(value)
			if err != nil {
				return false
			}
			if !filepath.IsAbs(path) {
				path = filepath.Join(c.top, path)
			}
			item.Original = path
		case "DeletionDate":
			item.Deleted, _ = time.ParseInLocation(dateLayout, value, time.Local)
		}
	}
	return filepath.IsAbs(item.Original)
}
