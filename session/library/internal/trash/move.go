package trash

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"syscall"
)

// rename moves a file within a file system and never over another.
func rename(from, to string) error {
	info, err := os.Lstat(from)
	if err != nil {
		return err
	}
	if info.Mode().IsRegular() {
		// A second name and then one less: unlike a rename, a new link never
		// replaces what is there.
		err := os.Link(from, to)
		if err == nil {
			if err = os.Remove(from); err != nil {
				os.Remove(to)
			}
			return err
		}
		if errors.Is(err, fs.ErrExist) || errors.Is(err, syscall.EXDEV) {
			return err
		}
	}
	// A link, or a file system without second names.
	if _, err := os.Lstat(to); err == nil {
		return &fs.PathError{Op: "move", Path: to, Err: fs.ErrExist}
	}
	return os.Rename(from, to)
}

// move moves a file, to another file system too, and never over another.
func move(from, to string) error {
	err := rename(from, to)
	if !errors.Is(err, syscall.EXDEV) {
		return err
	}
	if err := copyFile(from, to); err != nil {
		return err
	}
	if err := os.Remove(from); err != nil {
		os.Remove(to) // it stays where it was
		return err
	}
	return nil
}

// copyFile makes a copy with the same bytes, times and permissions, on disk for
// good when it returns.
func copyFile(from, to string) (err error) {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	info, err := in.Stat()
	if err != nil {
		return err
	}
	out, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, info.Mode().Perm())
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			os.Remove(to)
		}
	}()
	if _, err := io.Copy(out, in); err != nil {
		out.Close()
		return err
	}
	if err := errors.Join(out.Sync(), out.Close()); err != nil {
		return err
	}
	return os.Chtimes(to, info.ModTime(), info.ModTime())
}
