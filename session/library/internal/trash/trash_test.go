package trash_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"pith/session/library/internal/trash"
)

// room is a home folder with a trash and a folder with files.
type room struct {
	t     *testing.T
	trash *trash.Trash
	files string
}

func newRoom(t *testing.T) *room {
	if runtime.GOOS == "windows" {
		t.Skip("there is no trash that a program can use by hand")
	}
	home := t.TempDir()
	now := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	r := &room{t: t, files: filepath.Join(home, "files"), trash: &trash.Trash{Home: home, Now: func() time.Time {
		now = now.Add(time.Minute)
		return now
	}}}
	r.must(os.Mkdir(r.files, 0o755))
	return r
}

func (r *room) must(err error) {
	r.t.Helper()
	if err != nil {
		r.t.Fatal(err)
	}
}

// file makes a file of some age.
func (r *room) file(name, text string) string {
	r.t.Helper()
	path := filepath.Join(r.files, name)
	r.must(os.WriteFile(path, []byte(text), 0o644))
	old := time.Date(2025, 1, 2, 3, 4, 5, 6, time.UTC)
	r.must(os.Chtimes(path, old, old))
	return path
}

// same checks that a file is as file made it.
func (r *room) same(path, text string) {
	r.t.Helper()
	got, err := os.ReadFile(path)
	info, statErr := os.Stat(path)
	if err != nil || statErr != nil || string(got) != text || info.ModTime().Year() != 2025 {
		r.t.Errorf("%s has the text %q (%v), changed %v", path, got, err, info)
	}
}

func (r *room) put(path string) trash.Item {
	r.t.Helper()
	item, err := r.trash.Put(context.Background(), path)
	r.must(err)
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
		r.t.Errorf("%s is still there", path)
	}
	return item
}

func TestPutAndRestore(t *testing.T) {
	r := newRoom(t)
	const odd = "a b%ü\n.jsonl"
	path := r.file(odd, "one")
	first := r.put(path)
	r.file(odd, "two")
	second := r.put(path)
	r.same(first.Kept, "one")
	r.same(second.Kept, "two")

	if runtime.GOOS != "darwin" {
		items := r.trash.ItemsNear(r.files)
		if len(items) != 2 || items[0].Original != path || items[0].Kept != second.Kept || !items[1].Deleted.Equal(first.Deleted) {
			t.Errorf("the trash holds %+v", items)
		}
		first = items[1]
	}
	r.must(os.RemoveAll(r.files)) // the way back makes the folder again
	r.must(r.trash.Restore(first, path))
	r.same(path, "one")
	if err := r.trash.Restore(second, path); !errors.Is(err, fs.ErrExist) {
		t.Errorf("restoring over a file gives %v", err)
	}
	r.same(path, "one")
	r.same(second.Kept, "two")
	if err := r.trash.Restore(first, path+"2"); err == nil {
		t.Error("an item can be restored twice")
	}
}

func TestLink(t *testing.T) {
	r := newRoom(t)
	target := r.file("target.jsonl", "text")
	link := filepath.Join(r.files, "link.jsonl")
	r.must(os.Symlink(target, link))
	item := r.put(link)
	r.same(target, "text")
	r.must(r.trash.Restore(item, link))
	if to, err := os.Readlink(link); err != nil || to != target {
		t.Errorf("the link leads to %q (%v)", to, err)
	}
}

// program puts a program called trash into PATH.
func (r *room) program(script string) {
	r.t.Helper()
	dir := filepath.Join(r.files, "bin")
	r.must(os.MkdirAll(dir, 0o755))
	r.must(os.WriteFile(filepath.Join(dir, "trash"), []byte("#!/bin/sh\n"+script), 0o755))
	r.trash.Path = "relative::" + dir
}

func TestProgram(t *testing.T) {
	for _, test := range []struct {
		name, script string
		known        bool // where the file is then
	}{
		{"moves it elsewhere", `mv "$1" "$1.gone"`, false},
		{"moves it into the trash", `d="$HOME_TRASH"; mkdir -p "$d/files" "$d/info"; mv "$1" "$d/files/x_1"; printf '[Trash Info]\nPath=%s\nDeletionDate=2026-01-01T00:00:00\n' "$1" > "$d/info/x_1.trashinfo"`, runtime.GOOS != "darwin"},
		{"fails but it is gone", `rm "$1"; exit 3`, false},
		{"fails", `echo no luck >&2; exit 1`, true},
		{"does nothing", `exit 0`, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := newRoom(t)
			t.Setenv("HOME_TRASH", filepath.Join(r.trash.Home, ".local", "share", "Trash"))
			r.program(test.script)
			path := r.file("a.jsonl", "text")
			item := r.put(path)
			if item.Original != path || (item.Kept != "") != test.known {
				t.Errorf("the item is %+v", item)
			}
			if test.known {
				r.must(r.trash.Restore(item, path))
				r.same(path, "text")
			} else if err := r.trash.Restore(item, path); err == nil {
				t.Error("a file was restored from nowhere")
			}
		})
	}
}

// TestProgramThatHangs checks that it is given up and the file moved by hand.
func TestProgramThatHangs(t *testing.T) {
	r := newRoom(t)
	r.program("sleep 600")
	r.trash.Patience = time.Millisecond
	path := r.file("a.jsonl", "text")
	r.same(r.put(path).Kept, "text")
}

// TestCancel checks that a caller who gave up finds the file where it was.
func TestCancel(t *testing.T) {
	r := newRoom(t)
	path := r.file("a.jsonl", "text")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := r.trash.Put(ctx, path); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	r.same(path, "text")
}

func TestFailuresLoseNothing(t *testing.T) {
	r := newRoom(t)
	if _, err := r.trash.Put(context.Background(), filepath.Join(r.files, "none")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file that does not exist gives %v", err)
	}
	path := r.file("a.jsonl", "text")
	r.program("echo no luck >&2; exit 1")
	r.must(os.MkdirAll(filepath.Join(r.trash.Home, ".local"), 0o755))
	for _, blocked := range []string{".local/share", ".Trash"} {
		r.must(os.WriteFile(filepath.Join(r.trash.Home, blocked), nil, 0o644))
	}
	if _, err := r.trash.Put(context.Background(), path); err == nil || !strings.Contains(err.Error(), path) || !strings.Contains(err.Error(), "no luck") {
		t.Errorf("without a trash: %v, which should say what was tried", err)
	}
	r.same(path, "text")
	r.trash.Home, r.trash.Path = "", ""
	if _, err := r.trash.Put(context.Background(), path); err == nil || !strings.Contains(err.Error(), "no home") {
		t.Errorf("without a home: %v", err)
	}
	r.same(path, "text")
}
