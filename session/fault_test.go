package session_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"pith/session"
)

// faulty is a change of each kind of write: one line added, an old file
// migrated, a whole new file, and the file of a session that was new.
type faulty struct {
	name string
	text string // of the file that the change is about
	do   func(w *session.Writer, s *session.Session) (*session.Change, error)
	// whole reports whether the change is there, in full.
	whole func(t *testing.T, file string) bool
}

func faults() []faulty {
	labelled := func(t *testing.T, file string) bool {
		s, err := session.Open(file)
		if err != nil {
			t.Fatalf("the session can not be opened any more: %v", err)
		}
		defer s.Close()
		label, ok := s.Label(1)
		return ok && label.Text == "x"
	}
	made := func(entries int) func(t *testing.T, file string) bool {
		return func(t *testing.T, file string) bool {
			files, err := filepath.Glob(filepath.Join(filepath.Dir(file), "new", "*.jsonl"))
			if err != nil || len(files) > 1 {
				t.Fatalf("new files: %v %v", files, err)
			}
			for _, f := range files {
				s, err := session.Open(f)
				if err != nil || s.Len() != entries || len(s.Problems()) > 0 {
					t.Fatalf("a new file is not whole: %v\n%s", err, contents(t, f))
				}
				s.Close()
			}
			return len(files) == 1
		}
	}
	target := func(s *session.Session) session.Target {
		return session.Target{Dir: filepath.Join(filepath.Dir(s.File()), "new"), Cwd: "/w"}
	}
	label := func(w *session.Writer, s *session.Session) (*session.Change, error) { return w.Label(s, 1, "x") }
	return []faulty{
		{"append", talk, label, labelled},
		{"append to a torn line", talk + `{"type":"mess`, label, labelled},
		{"migrate", v1, label, labelled},
		{"extract", talk, func(w *session.Writer, s *session.Session) (*session.Change, error) {
			return w.Extract(s, 3, target(s))
		}, made(5)},
		{"create", talk, func(w *session.Writer, s *session.Session) (*session.Change, error) {
			fresh, err := w.Create(target(s), "")
			if err != nil {
				return nil, err
			}
			return w.AppendMessage(fresh, raw(`{"role":"user","content":"hello","timestamp":1}`))
		}, made(1)},
	}
}

// intact fails if a session lost a line to a change that was cut short: all old
// lines must be there, whole, and behind them the change or a part of one line.
func intact(t *testing.T, f faulty, file string) {
	t.Helper()
	got := contents(t, file)
	if f.name == "migrate" {
		if got == f.text {
			return
		}
		if s := open(t, file); s.Len() != 3 || len(s.Problems()) > 0 {
			t.Errorf("neither the old file nor the new one:\n%s", got)
		}
		unchanged(t, file+".v1.bak", f.text)
		return
	}
	rest, ok := strings.CutPrefix(got, f.text)
	if !ok {
		t.Errorf("old lines are lost:\n%s", got)
	}
	if strings.Count(strings.TrimPrefix(rest, "\n"), "\n") > 1 {
		t.Errorf("more than a line was added:\n%s", rest)
	}
}

// TestEveryStepFails has every call of every change fail, one after the other.
// Whatever fails, what there was stays whole, the session in memory is as it
// was, and the same change goes well the next time.
func TestEveryStepFails(t *testing.T) {
	for _, f := range faults() {
		t.Run(f.name, func(t *testing.T) {
			steps := 0
			for n := 0; n <= steps; n++ {
				file := temp(t, f.text)
				s := open(t, file)
				before := s.Len()
				steps = 0
				var failed session.Step
				w := newWriter().Watched(func(step session.Step) error {
					steps++
					if steps-1 == n {
						failed = step
						return syscall.EIO
					}
					return nil
				})
				_, err := f.do(w, s)
				intact(t, f, file)
				if err == nil && !f.whole(t, file) {
					t.Errorf("%s of %s failed, the change was not made, and nobody was told", failed.Op, failed.Name)
				}
				if err != nil && failed.Op != "" && !errors.Is(err, syscall.EIO) && failed.Op != "link" {
					t.Errorf("%s failed, and this was told: %v", failed.Op, err)
				}
				if s.Len() != before {
					t.Errorf("the session in memory has %d entries instead of %d", s.Len(), before)
				}
				again(t, f, file)
			}
			if steps < 4 {
				t.Errorf("only %d steps were seen", steps)
			}
		})
	}
}

// again makes a change that failed once more.
func again(t *testing.T, f faulty, file string) {
	t.Helper()
	if f.whole(t, file) {
		return // it failed after all was done
	}
	if _, err := f.do(newWriter(), open(t, file)); err != nil {
		t.Errorf("the next time: %v", err)
	}
	if !f.whole(t, file) {
		t.Errorf("the next time it was not made:\n%s", contents(t, file))
	}
}

// TestDiskFull lets every possible number of bytes of the write through.
func TestDiskFull(t *testing.T) {
	for _, f := range faults() {
		t.Run(f.name, func(t *testing.T) {
			for n := 0; ; n++ {
				file := temp(t, f.text)
				w := newWriter().Watched(func(step session.Step) error {
					if step.Op == "write" {
						return session.ShortWrite(n)
					}
					return nil
				})
				_, err := f.do(w, open(t, file))
				intact(t, f, file)
				if err == nil {
					if !f.whole(t, file) {
						t.Error("the change was not made")
					}
					if n < 100 {
						t.Errorf("done after %d bytes", n)
					}
					return
				}
				if !errors.Is(err, syscall.ENOSPC) {
					t.Fatal(err)
				}
				again(t, f, file)
				noTornFiles(t, file)
			}
		})
	}
}

// noTornFiles fails if something is left of a file that was not finished.
func noTornFiles(t *testing.T, file string) {
	t.Helper()
	for _, dir := range []string{filepath.Dir(file), filepath.Join(filepath.Dir(file), "new")} {
		all, err := os.ReadDir(dir)
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			t.Fatal(err)
		}
		for _, e := range all {
			if strings.HasSuffix(e.Name(), ".tmp") {
				t.Errorf("%s is left", e.Name())
			}
		}
	}
}
