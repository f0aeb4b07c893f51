package trash

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// TestCopyFile checks the way to another file system, which a test cannot count
// on having.
func TestCopyFile(t *testing.T) {
	dir := t.TempDir()
	from, to := filepath.Join(dir, "from"), filepath.Join(dir, "to")
	if err := os.WriteFile(from, []byte("text"), 0o640); err != nil {
		t.Fatal(err)
	}
	old := time.Date(2025, 1, 2, 3, 4, 5, 6000, time.UTC)
	if err := os.Chtimes(from, old, old); err != nil {
		t.Fatal(err)
	}
	if err := copyFile(from, to); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(to)
	info, statErr := os.Stat(to)
	if err != nil || statErr != nil || string(text) != "text" || !info.ModTime().Equal(old) || info.Mode().Perm() != 0o640 {
		t.Errorf("the copy is %q (%v), %v", text, err, info)
	}
	if err := copyFile(from, to); !errors.Is(err, fs.ErrExist) {
		t.Errorf("a copy over a file gives %v", err)
	}
}

// TestOtherFileSystem moves between file systems where the machine has two.
func TestOtherFileSystem(t *testing.T) {
	other, err := os.MkdirTemp("/dev/shm", "pith-trash-")
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { os.RemoveAll(other) })
	home := t.TempDir()
	path := filepath.Join(other, "a.jsonl")
	if err := os.WriteFile(path, []byte("text"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := rename(path, filepath.Join(home, "x")); !errors.Is(err, syscall.EXDEV) {
		t.Skipf("/dev/shm is no other file system: %v", err)
	}
	c := can{dir: filepath.Join(home, "Trash")}
	item, err := c.put(path, time.Now(), move)
	if err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(item.Kept); err != nil || string(text) != "text" {
		t.Errorf("the trash has %q (%v)", text, err)
	}
	if err := move(item.Kept, path); err != nil {
		t.Fatal(err)
	}
	if top, ok := mountOf(other); !ok || top != "/dev/shm" {
		t.Errorf("%s is on %s", other, top)
	}
}

// TestCanBelowTop checks that paths in the trash of a file system are below its
// top, as the specification asks.
func TestCanBelowTop(t *testing.T) {
	top := t.TempDir()
	path := filepath.Join(top, "folder", "a.jsonl")
	if err := os.Mkdir(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	c := can{dir: filepath.Join(top, ".Trash-1"), top: top}
	if _, err := c.put(path, time.Now(), rename); err != nil {
		t.Fatal(err)
	}
	info, err := os.ReadFile(filepath.Join(c.dir, "info", "a.jsonl.trashinfo"))
	if err != nil || string(info[:len("[Trash Info]\nPath=folder/a.jsonl\n")]) != "[Trash Info]\nPath=folder/a.jsonl\n" {
		t.Errorf("the info is %q (%v)", info, err)
	}
	if items := c.items(); len(items) != 1 || items[0].Original != path {
		t.Errorf("the trash holds %+v", items)
	}
}
