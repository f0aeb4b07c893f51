package library

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"time"
)

// The places that the sample library's sessions speak of. They stand for a home
// folder, and for the session folder in which forks look for their parents.
const (
	demoHome     = "/home/dev"
	demoSessions = "/DEMO"
)

// UnpackDemo writes the sample library below dir as if dir were the home folder
// of the user whose sessions they are: the sessions where pi keeps them, the
// folders that they were held in, and times of change that fit what was said.
func UnpackDemo(sample fs.FS, dir string) error {
	sessions := filepath.Join(dir, ".pi", "agent", "sessions")
	return fs.WalkDir(sample, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(sample, name)
		if err != nil {
			return err
		}
		return unpackSession(text, path.Base(name), sessions, dir)
	})
}

func unpackSession(text []byte, name, sessions, dir string) error {
	cwd, err := demoCwd(text)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	for _, parent := range []string{"shop", "site"} {
		old := demoSessions + "/" + EncodeCwd(demoHome+"/src/"+parent) + "/"
		now := filepath.Join(sessions, EncodeCwd(filepath.Join(dir, "src", parent))) + string(filepath.Separator)
		text = bytes.ReplaceAll(text, []byte(old), []byte(filepath.ToSlash(now)))
	}
	text = bytes.ReplaceAll(text, []byte(demoHome), []byte(filepath.ToSlash(dir)))
	cwd = filepath.Join(dir, filepath.FromSlash(cwd[len(demoHome):]))
	folder := filepath.Join(sessions, EncodeCwd(cwd))
	for _, d := range []string{cwd, folder} {
		if err := os.MkdirAll(d, 0o755); err != nil {
			return err
		}
	}
	file := filepath.Join(folder, name)
	if err := os.WriteFile(file, text, 0o644); err != nil {
		return err
	}
	return datedByName(file)
}

// demoCwd returns the folder in a sample session's header.
func demoCwd(text []byte) (string, error) {
	line, _, _ := bytes.Cut(text, []byte("\n"))
	cwd := ""
	if _, rest, ok := bytes.Cut(line, []byte(`"cwd":"`)); ok {
		value, _, _ := bytes.Cut(rest, []byte(`"`))
		cwd = string(value)
	}
	if len(cwd) <= len(demoHome) || cwd[:len(demoHome)] != demoHome {
		return "", fmt.Errorf("the folder %q is not below %s", cwd, demoHome)
	}
	return cwd, nil
}

// datedByName sets a file's time to that in its name, so that no sample looks
// as if pi were writing it.
func datedByName(file string) error {
	const layout = "2006-01-02T15-04-05"
	base := filepath.Base(file)
	if len(base) < len(layout) {
		return nil
	}
	t, err := time.Parse(layout, base[:len(layout)])
	if err != nil {
		return nil
	}
	return os.Chtimes(file, t, t)
}
