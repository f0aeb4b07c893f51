package session

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"

	"pith/session/internal/jsonscan"
)

// migrate replaces the file of an old version by one of the current version
// with the given lines added, and returns where the old bytes are kept. It is
// the only time that a session is not appended to: entries of the old versions
// can not name each other, or are called what pi no longer knows.
//
// Killed anywhere, it leaves the old file or the new one. If another program
// writes meanwhile, that program's file stays and errGrew is returned.
func (w *Writer) migrate(now *Session, lines [][]byte) (backup string, err error) {
	file, err := filepath.EvalSymlinks(now.file)
	if err != nil {
		return "", err
	}
	p, err := w.beside(file, now.info.Mode().Perm())
	if err != nil {
		return "", err
	}
	defer p.discard()
	if err := p.file.Chmod(now.info.Mode().Perm()); err != nil { // whatever the umask
		return "", fmt.Errorf("migrate %s: %w", file, err)
	}
	p.line(now.currentHeader())
	if err := now.currentLines(p); err != nil {
		return "", err
	}
	for _, line := range lines {
		p.line(line)
	}
	if err := p.finish(); err != nil {
		return "", err
	}
	if backup, err = w.backUp(file, now); err != nil {
		return "", fmt.Errorf("keep the old form of %s before it is migrated: %w", file, err)
	}
	if err := w.swap(p, backup, now); err != nil {
		w.dropSecondName(backup, file)
		return "", err
	}
	return backup, nil
}

// dropSecondName removes a backup that is still the session itself, and not its
// old form.
func (w *Writer) dropSecondName(backup, file string) {
	kept, err := w.disk.stat(backup)
	if err != nil {
		return
	}
	if now, err := w.disk.stat(file); err == nil && os.SameFile(kept, now) {
		w.disk.remove(backup) //nolint:errcheck // it does no harm
	}
}

// backUp keeps the old bytes under a second name: the file itself, so that not
// even what is written to it at this moment can be lost, or a copy where files
// have one name only.
func (w *Writer) backUp(file string, now *Session) (string, error) {
	for n := 1; ; n++ {
		backup := file + ".v1.bak"
		if n > 1 {
			backup += "." + strconv.Itoa(n)
		}
		if info, err := w.disk.stat(backup); err == nil {
			if os.SameFile(info, now.info) { // a migration was interrupted here
				return backup, nil
			}
			continue
		}
		err := w.disk.link(file, backup)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			err = w.copyTo(backup, now)
		}
		if err == nil {
			err = w.disk.syncDir(filepath.Dir(file))
		}
		return backup, err
	}
}

// copyTo publishes a copy of the session's bytes.
func (w *Writer) copyTo(backup string, now *Session) error {
	p, err := w.beside(backup, now.info.Mode().Perm())
	if err != nil {
		return err
	}
	defer p.discard()
	if _, err := io.Copy(p.out, io.NewSectionReader(now.src, 0, now.info.Size())); err != nil {
		return err
	}
	if err := p.finish(); err != nil {
		return err
	}
	return p.publish()
}

// swap gives the new file the session's name. The check before it can not rule
// out that another program writes in between. Such bytes are in the backup
// then, as that is the old file; so it gets its name back.
func (w *Writer) swap(p *pending, backup string, now *Session) error {
	if info, err := w.disk.stat(p.dest); err != nil {
		return err
	} else if !sameState(info, now.info) {
		return errGrew
	}
	written, err := w.disk.stat(p.temp)
	if err != nil {
		return err
	}
	if err := w.disk.replace(p.temp, p.dest); err != nil {
		return fmt.Errorf("replace %s by its migrated form: %w", p.dest, err)
	}
	kept, err := w.disk.stat(backup)
	if err == nil && os.SameFile(kept, now.info) && !sameState(kept, now.info) {
		return w.swapBack(p.dest, backup, written)
	}
	return w.disk.syncDir(filepath.Dir(p.dest))
}

// swapBack gives the old file its name back, unless that program writes to the
// new one by now.
func (w *Writer) swapBack(dest, backup string, written fs.FileInfo) error {
	info, err := w.disk.stat(dest)
	if err == nil && sameState(info, written) {
		if err = w.disk.replace(backup, dest); err == nil {
			return errGrew
		}
	}
	return fmt.Errorf("another program wrote to %s while it was migrated: what it wrote first is in %s", dest, backup)
}

// currentHeader returns the header in the form of the current version.
func (s *Session) currentHeader() []byte {
	return setField(s.header.raw, "version", strconv.AppendInt(nil, CurrentVersion, 10))
}

// currentLines writes all entries in the form of the current version. What is
// no entry is left behind, as pi does.
func (s *Session) currentLines(p *pending) error {
	for i := range s.entries {
		line, err := s.currentLine(i)
		if err != nil {
			return err
		}
		if line != nil {
			p.line(line)
		}
	}
	return nil
}

// currentLine returns the line of the entry i in the form of the current
// version (spec 2, migrations): its own bytes, if it has it already. It is nil
// for a line of version 1 that is no object and so can not get an id.
func (s *Session) currentLine(i int) ([]byte, error) {
	raw, err := s.Raw(i)
	if err != nil {
		return nil, err
	}
	line := bytes.TrimSpace(raw)
	if s.header.Version >= CurrentVersion {
		return line, nil
	}
	if s.version1() {
		if s.entries[i].madeID {
			return nil, nil
		}
		line = s.withTreeFields(i, line)
	}
	if s.entries[i].Type == TypeMessage {
		line = renameHook(line)
	}
	return line, nil
}

// withTreeFields gives a line of version 1 what makes it part of a tree.
func (s *Session) withTreeFields(i int, line []byte) []byte {
	e := &s.entries[i]
	line = setField(line, "id", quoteRaw(e.ID))
	line = setField(line, "parentId", idOrNull(s.idOf(s.anchor(i-1))))
	if e.Type != TypeCompaction {
		return line
	}
	if jsonscan.New(rawFields(line)["firstKeptEntryIndex"]).Kind() != jsonscan.Number {
		return line
	}
	if kept := s.decode(e, line).FirstKeptEntryID; kept != "" {
		line = setField(line, "firstKeptEntryId", quoteRaw(kept))
	}
	return setField(line, "firstKeptEntryIndex", nil)
}

// renameHook gives a message the role that version 2 had another name for.
func renameHook(line []byte) []byte {
	message := rawFields(line)["message"]
	var role Role
	if json.Unmarshal(rawFields(message)["role"], &role) != nil || role != roleHook {
		return line
	}
	return setField(line, "message", setField(message, "role", quoteRaw(string(RoleCustom))))
}
