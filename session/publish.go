package session

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// newFilePerm is what a new session may have of the user's umask, as in pi.
const newFilePerm = 0o644

// publishBuffer is how many bytes of a new file are written at a time.
const publishBuffer = 128 << 10

// pending is a whole file while it is written, beside the place it is for. Its
// name does not end in .jsonl, so that neither pi nor pith takes it for a
// session when its writer dies.
type pending struct {
	disk disk
	file diskFile
	out  *bufio.Writer
	temp string
	dest string
}

// beside starts a file that is to become dest.
func (w *Writer) beside(dest string, perm fs.FileMode) (*pending, error) {
	dir := filepath.Dir(dest)
	if err := w.disk.makeDir(dir); err != nil {
		return nil, fmt.Errorf("make the folder of a session: %w", err)
	}
	for {
		id, err := w.ids.Entry()
		if err != nil {
			return nil, fmt.Errorf("draw an id: %w", err)
		}
		temp := filepath.Join(dir, "."+filepath.Base(dest)+"."+id.String()+".tmp")
		f, err := w.disk.create(temp, perm)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("write a session: %w", err)
		}
		return &pending{disk: w.disk, file: f, out: bufio.NewWriterSize(f, publishBuffer), temp: temp, dest: dest}, nil
	}
}

// line adds a line. An error stays and is told by finish.
func (p *pending) line(text []byte) {
	p.out.Write(text)     //nolint:errcheck // a bufio.Writer keeps its error
	p.out.WriteByte('\n') //nolint:errcheck
}

// finish brings all that was written to the disk.
func (p *pending) finish() error {
	err := p.out.Flush()
	if err == nil {
		err = p.file.Sync()
	}
	if closeErr := p.file.Close(); err == nil {
		err = closeErr
	}
	p.file = nil
	if err != nil {
		return fmt.Errorf("write %s: %w", p.dest, err)
	}
	return nil
}

// publish gives the finished file its name, which no file may have.
func (p *pending) publish() error {
	err := p.disk.link(p.temp, p.dest)
	switch {
	case err == nil:
		if err := p.disk.remove(p.temp); err != nil {
			return fmt.Errorf("%s is complete, but its second name can not be removed: %w", p.dest, err)
		}
	case errors.Is(err, fs.ErrExist):
		return &ExistsError{File: p.dest}
	default:
		if err := p.publishUnlinked(); err != nil {
			return err
		}
	}
	return p.disk.syncDir(filepath.Dir(p.dest))
}

// publishUnlinked is publish on a file system where a file has one name only.
// The name is taken with an empty file first, which pi takes for no session.
func (p *pending) publishUnlinked() error {
	f, err := p.disk.create(p.dest, newFilePerm)
	if errors.Is(err, fs.ErrExist) {
		return &ExistsError{File: p.dest}
	}
	if err != nil {
		return fmt.Errorf("write %s: %w", p.dest, err)
	}
	f.Close()
	if err := p.disk.replace(p.temp, p.dest); err != nil {
		return errors.Join(fmt.Errorf("write %s: %w", p.dest, err), p.disk.remove(p.dest))
	}
	return nil
}

// discard removes what was written, if it still has its own name.
func (p *pending) discard() {
	if p.file != nil {
		p.file.Close()
	}
	p.disk.remove(p.temp) //nolint:errcheck // after publish it is gone, which is well
}

// ExistsError tells that a new file was to have a name that is taken.
type ExistsError struct{ File string }

func (e *ExistsError) Error() string {
	return fmt.Sprintf("%s exists already and was left as it is: choose another name", e.File)
}

// Is makes an ExistsError an fs.ErrExist.
func (e *ExistsError) Is(target error) bool { return target == fs.ErrExist }

// publishText writes a whole new session file and opens it.
func (w *Writer) publishText(dest string, text []byte) (*Session, error) {
	p, err := w.beside(dest, newFilePerm)
	if err != nil {
		return nil, err
	}
	defer p.discard()
	p.out.Write(text) //nolint:errcheck // told by finish
	if err := p.finish(); err != nil {
		return nil, err
	}
	if err := p.publish(); err != nil {
		return nil, err
	}
	return Open(dest)
}

// sameState reports whether a file is what it was: the same file, as long and
// as old.
func sameState(a, b fs.FileInfo) bool {
	return os.SameFile(a, b) && a.Size() == b.Size() && a.ModTime().Equal(b.ModTime())
}
