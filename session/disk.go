package session

import (
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"github.com/natefinch/atomic"
)

// disk is all that a change asks of the file system. It is an interface so that
// a test can have every single step fail, or be the last one of its process:
// what a file holds after that is the promise of this package.
type disk interface {
	openAppend(name string) (diskFile, error)               // for reading and appending; must exist
	create(name string, perm fs.FileMode) (diskFile, error) // must not exist
	stat(name string) (fs.FileInfo, error)
	link(from, to string) error    // a second name for a file; to must not exist
	replace(from, to string) error // a new name for a file, over the one that has it
	remove(name string) error
	makeDir(name string) error
	syncDir(name string) error
}

// diskFile is an open file of a disk.
type diskFile interface {
	io.ReaderAt
	io.Writer
	io.Closer
	Stat() (fs.FileInfo, error)
	Chmod(fs.FileMode) error
	Sync() error
}

// osDisk is the file system of the machine.
type osDisk struct{}

func (osDisk) openAppend(name string) (diskFile, error) {
	return openFile(name, os.O_RDWR|os.O_APPEND, 0)
}

func (osDisk) create(name string, perm fs.FileMode) (diskFile, error) {
	return openFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, perm)
}

// openFile keeps a nil file from becoming an interface that is not nil.
func openFile(name string, flag int, perm fs.FileMode) (diskFile, error) {
	f, err := os.OpenFile(name, flag, perm)
	if err != nil {
		return nil, err
	}
	return f, nil
}

func (osDisk) stat(name string) (fs.FileInfo, error) { return os.Stat(name) }
func (osDisk) link(from, to string) error            { return os.Link(from, to) }
func (osDisk) replace(from, to string) error         { return atomic.ReplaceFile(from, to) }
func (osDisk) remove(name string) error              { return os.Remove(name) }
func (osDisk) makeDir(name string) error             { return os.MkdirAll(name, 0o777) }

// syncDir makes the names in a folder last as its files do.
func (osDisk) syncDir(name string) error {
	if runtime.GOOS == "windows" {
		return nil // folders can not be synced there; ReplaceFile writes through
	}
	d, err := os.Open(filepath.Clean(name))
	if err != nil {
		return err
	}
	err = d.Sync()
	if closeErr := d.Close(); err == nil {
		err = closeErr
	}
	return err
}
