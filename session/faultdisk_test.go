package session

import (
	"io/fs"
	"syscall"
)

// Step is one call that a writer makes of the file system.
type Step struct {
	Op   string // openAppend, create, read, write, sync, …
	Name string // of the file or the folder
}

// ShortWrite is an error that lets the first bytes of a write through.
type ShortWrite int

func (ShortWrite) Error() string { return "short write" }

// Watched returns a writer that calls before ahead of each step. If that
// returns an error, the step fails with it and is not taken.
func (w *Writer) Watched(before func(Step) error) *Writer {
	watched := *w
	watched.disk = watchedDisk{w.disk, before}
	return &watched
}

type watchedDisk struct {
	disk   disk
	before func(Step) error
}

func (d watchedDisk) openAppend(name string) (diskFile, error) {
	if err := d.before(Step{"openAppend", name}); err != nil {
		return nil, err
	}
	return d.watch(name)(d.disk.openAppend(name))
}

func (d watchedDisk) create(name string, perm fs.FileMode) (diskFile, error) {
	if err := d.before(Step{"create", name}); err != nil {
		return nil, err
	}
	return d.watch(name)(d.disk.create(name, perm))
}

func (d watchedDisk) watch(name string) func(diskFile, error) (diskFile, error) {
	return func(f diskFile, err error) (diskFile, error) {
		if err != nil {
			return nil, err
		}
		return watchedFile{f, name, d.before}, nil
	}
}

func (d watchedDisk) stat(name string) (fs.FileInfo, error) {
	if err := d.before(Step{"stat", name}); err != nil {
		return nil, err
	}
	return d.disk.stat(name)
}

func (d watchedDisk) link(from, to string) error {
	if err := d.before(Step{"link", to}); err != nil {
		return err
	}
	return d.disk.link(from, to)
}

func (d watchedDisk) replace(from, to string) error {
	if err := d.before(Step{"replace", to}); err != nil {
		return err
	}
	return d.disk.replace(from, to)
}

func (d watchedDisk) remove(name string) error {
	if err := d.before(Step{"remove", name}); err != nil {
		return err
	}
	return d.disk.remove(name)
}

func (d watchedDisk) makeDir(name string) error {
	if err := d.before(Step{"makeDir", name}); err != nil {
		return err
	}
	return d.disk.makeDir(name)
}

func (d watchedDisk) syncDir(name string) error {
	if err := d.before(Step{"syncDir", name}); err != nil {
		return err
	}
	return d.disk.syncDir(name)
}

type watchedFile struct {
	diskFile
	name   string
	before func(Step) error
}

func (f watchedFile) ReadAt(p []byte, off int64) (int, error) {
	if err := f.before(Step{"read", f.name}); err != nil {
		return 0, err
	}
	return f.diskFile.ReadAt(p, off)
}

func (f watchedFile) Write(p []byte) (int, error) {
	err := f.before(Step{"write", f.name})
	if short, ok := err.(ShortWrite); ok {
		n, err := f.diskFile.Write(p[:min(int(short), len(p))])
		if err == nil && n < len(p) {
			err = syscall.ENOSPC
		}
		return n, err
	}
	if err != nil {
		return 0, err
	}
	return f.diskFile.Write(p)
}

func (f watchedFile) Sync() error {
	if err := f.before(Step{"sync", f.name}); err != nil {
		return err
	}
	return f.diskFile.Sync()
}

func (f watchedFile) Close() error {
	if err := f.before(Step{"close", f.name}); err != nil {
		f.diskFile.Close()
		return err
	}
	return f.diskFile.Close()
}

func (f watchedFile) Chmod(mode fs.FileMode) error {
	if err := f.before(Step{"chmod", f.name}); err != nil {
		return err
	}
	return f.diskFile.Chmod(mode)
}

func (f watchedFile) Stat() (fs.FileInfo, error) {
	if err := f.before(Step{"fstat", f.name}); err != nil {
		return nil, err
	}
	return f.diskFile.Stat()
}

// Impatient returns a writer that waits for no other pith.
func (w *Writer) Impatient() *Writer {
	impatient := *w
	impatient.patience = 1
	return &impatient
}

// Lock takes the lock of a session as a change does.
func (w *Writer) Lock(file string) (unlock func(), err error) { return w.lock(file) }

// CheckCopy checks a finished copy that is to have so many entries.
func CheckCopy(file string, entries int) error { return (&copier{count: entries}).check(file) }
