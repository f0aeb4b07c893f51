package session_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pith/session"
	"pith/session/internal/judge"
)

// appendAsPi adds a line as pi does: the file by its path, one write, no lock.
func appendAsPi(t judge.TB, file, line string) {
	t.Helper()
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o644)
	if err != nil {
		t.Fatalf("%v", err)
	}
	defer f.Close()
	if _, err := f.WriteString(line); err != nil {
		t.Fatalf("%v", err)
	}
}

// branchIDs returns the ids from the root to the leaf.
func branchIDs(s *session.Session) []string {
	var all []string
	for _, i := range s.Branch(s.Leaf()) {
		all = append(all, s.At(i).ID)
	}
	return all
}

// annotations are the changes that never move the leaf.
func annotations() map[string]func(*session.Writer, *session.Session) (*session.Change, error) {
	return map[string]func(*session.Writer, *session.Session) (*session.Change, error){
		"label":  func(w *session.Writer, s *session.Session) (*session.Change, error) { return w.Label(s, 0, "x") },
		"rename": func(w *session.Writer, s *session.Session) (*session.Change, error) { return w.Rename(s, "x") },
	}
}

// TestStale labels and renames what another program has gone on with since it
// was read. Below what was the last entry then, that would put the rest of the
// talk on a dead branch (public issue 1).
func TestStale(t *testing.T) {
	start := header + user("a", "", "one") + user("b", "a", "two")
	for name, change := range annotations() {
		for _, moved := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, leaf moved in memory %v", name, moved), func(t *testing.T) {
				file := temp(t, start)
				s := open(t, file)
				if moved {
					s.MoveLeaf(0)
				}
				appendAsPi(t, file, user("c", "b", "three")+user("d", "a", "another branch"))
				c, err := change(newWriter(), s)
				must(t, c, err)
				now := open(t, file)
				if diff := cmp.Diff([]string{"a", "d", now.LeafID()}, branchIDs(now)); diff != "" {
					t.Errorf("the branch is now\n%s", diff)
				}
				if c.Raced || len(c.Appended) != 1 {
					t.Errorf("raced %v, appended %d", c.Raced, len(c.Appended))
				}
			})
		}
	}
}

// TestStaleAppend goes on, from a session read earlier, where the file is now.
func TestStaleAppend(t *testing.T) {
	file := temp(t, header+user("a", "", "one"))
	s := open(t, file)
	appendAsPi(t, file, user("b", "a", "two"))
	c, err := newWriter().AppendCustomEntry(s, "x", nil)
	must(t, c, err)
	if diff := cmp.Diff([]string{"a", "b", c.Session.LeafID()}, branchIDs(open(t, file))); diff != "" {
		t.Error(diff)
	}
}

// slipIn is a writer during whose n-th write to a file another program is
// faster by one line.
func slipIn(t judge.TB, file string, lines ...string) *session.Writer {
	return newWriter().Watched(func(step session.Step) error {
		if step.Op == "write" && step.Name == file && len(lines) > 0 {
			appendAsPi(t, file, lines[0])
			lines = lines[1:]
		}
		return nil
	})
}

// TestSlippedIn has pi write in the moment between the last look at the file
// and the write, where no look can help.
func TestSlippedIn(t *testing.T) {
	j := judge.Start(t)
	start := header + user("a", "", "one") + user("b", "a", "two")
	three, four := user("c", "b", "three"), user("d", "c", "four")
	for name, change := range annotations() {
		for _, lines := range [][]string{{three}, {three, four}, {three + four}} {
			t.Run(fmt.Sprintf("%s, %d writes, %d bytes", name, len(lines), len(lines[0])), func(t *testing.T) {
				file := temp(t, start)
				c, err := change(slipIn(t, file, lines...), open(t, file))
				must(t, c, err)
				now := open(t, file)
				want := []string{"a", "b", "c"}
				if len(lines) > 1 || len(lines[0]) > len(three) {
					want = append(want, "d")
				}
				if diff := cmp.Diff(append(want, now.LeafID()), branchIDs(now)); diff != "" {
					t.Errorf("the branch is now\n%s", diff)
				}
				if !c.Raced {
					t.Error("it was not told")
				}
				agree(t, j.For(t), file)
			})
		}
	}
	t.Run("move", func(t *testing.T) { // the user asked to move, so that stands
		file := temp(t, start)
		c, err := slipIn(t, file, three).Move(open(t, file), session.Move{To: 0})
		must(t, c, err)
		if now := open(t, file); !c.Raced || !slices.Equal(branchIDs(now), []string{"a", now.LeafID()}) {
			t.Errorf("raced %v, branch %v", c.Raced, branchIDs(now))
		}
	})
}

// TestGrewBeforeWrite has another program write between reading and opening for
// the write: then all is planned anew.
func TestGrewBeforeWrite(t *testing.T) {
	for op := range strings.FieldsSeq("openAppend fstat") {
		t.Run(op, func(t *testing.T) {
			file := temp(t, header+user("a", "", "one"))
			lines := []string{user("b", "a", "two"), user("c", "b", "three")}
			w := newWriter().Watched(func(step session.Step) error {
				if step.Op == op && len(lines) > 0 {
					appendAsPi(t, file, lines[0])
					lines = lines[1:]
				}
				return nil
			})
			c, err := w.Label(open(t, file), 0, "x")
			must(t, c, err)
			if diff := cmp.Diff([]string{"a", "b", "c", c.Session.LeafID()}, branchIDs(open(t, file))); diff != "" || c.Raced {
				t.Errorf("raced %v\n%s", c.Raced, diff)
			}
		})
	}
}

// v1 is a session of the first version.
const v1 = `{"type":"session","id":"0199bbbb-0000-7000-9000-000000000001","timestamp":"2026-05-01T10:00:00.000Z","cwd":"/home/dev/old"}
{"type":"message","timestamp":"2026-05-01T10:00:01.000Z","message":{"role":"user","content":"one","timestamp":1777629600000}}
{"type":"message","timestamp":"2026-05-01T10:00:02.000Z","message":{"role":"user","content":"two","timestamp":1777629600000}}
`

// TestChangedWhileMigrated changes the file ahead of every step of a migration,
// by adding to it and as pi migrates, in place. What was written must be there
// in the end, with the change beside it. (pi draws new ids when it migrates, so
// there only a change that is about no entry can be made.)
func TestChangedWhileMigrated(t *testing.T) {
	j := judge.Start(t)
	hello := judge.Do("appendMessage", raw(`{"role":"user","content":"hello","timestamp":1}`))
	added := strings.Replace(strings.Split(v1, "\n")[1], "one", "hello", 1) + "\n"
	changes := annotations()
	for name, test := range map[string]struct {
		meddle func(t *testing.T, file string)
		change func(*session.Writer, *session.Session) (*session.Change, error)
	}{
		"added to":       {func(t *testing.T, file string) { appendAsPi(t, file, added) }, changes["label"]},
		"migrated by pi": {func(t *testing.T, file string) { j.For(t).Write(file, hello) }, changes["rename"]},
	} {
		t.Run(name, func(t *testing.T) {
			for n := 0; ; n++ {
				file := temp(t, v1)
				at, done := 0, false
				w := newWriter().Watched(func(step session.Step) error {
					if at == n && !done {
						done = true
						test.meddle(t, file)
					}
					at++
					return nil
				})
				c, err := test.change(w, open(t, file))
				must(t, c, err)
				if !done {
					return // there are no more steps
				}
				checkMeddled(t, file, n)
			}
		})
	}
}

// TestChangedWithoutLinks does the same on a file system where a file has one
// name only, ahead of every step up to the last look at the session. Behind that
// look such a file system has no way to tell.
func TestChangedWithoutLinks(t *testing.T) {
	added := strings.Replace(strings.Split(v1, "\n")[1], "one", "hello", 1) + "\n"
	for n, looked := 0, false; !looked; n++ {
		file := temp(t, v1)
		at := 0
		w := newWriter().Watched(func(step session.Step) error {
			if at == n {
				appendAsPi(t, file, added)
				looked = step.Op == "stat" && step.Name == file
			}
			at++
			if step.Op == "link" {
				return syscall.EPERM
			}
			return nil
		})
		c, err := w.Label(open(t, file), 0, "x")
		must(t, c, err)
		checkMeddled(t, file, n)
		if c.Backup == "" {
			t.Errorf("before step %d: no backup", n)
		}
	}
}

func checkMeddled(t *testing.T, file string, n int) {
	t.Helper()
	now := open(t, file)
	if !strings.Contains(contents(t, file), "hello") {
		t.Errorf("before step %d: what the other program wrote is gone:\n%s", n, contents(t, file))
	}
	if _, labelled := now.Label(0); !labelled && now.Name() != "x" {
		t.Errorf("before step %d: the change is gone:\n%s", n, contents(t, file))
	}
	info, err := os.Stat(file)
	if err != nil {
		t.Fatal(err)
	}
	if backup, err := os.Stat(file + ".v1.bak"); err == nil && os.SameFile(info, backup) {
		t.Errorf("before step %d: the backup is a second name of the session", n)
	}
	all, err := os.ReadDir(filepath.Dir(file))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range all {
		if strings.HasSuffix(e.Name(), ".tmp") {
			t.Errorf("before step %d: %s is left", n, e.Name())
		}
	}
}

// TestManyMigrate has several writers label one old file at once.
func TestManyMigrate(t *testing.T) {
	for range 20 {
		file := temp(t, v1)
		var group sync.WaitGroup
		for n := range 4 {
			s := open(t, file)
			group.Go(func() {
				w := session.NewWriter(clock(), session.RandomIDs())
				if _, err := w.Label(s, n%2, fmt.Sprint(n)); err != nil {
					t.Error(err)
				}
			})
		}
		group.Wait()
		now := open(t, file)
		if now.Len() != 6 || now.Header().Version != session.CurrentVersion || len(now.Problems()) > 0 {
			t.Errorf("%d entries of version %d: %v", now.Len(), now.Header().Version, now.Problems())
		}
		unchanged(t, file+".v1.bak", v1)
		if _, err := os.Stat(file + ".v1.bak.2"); err == nil {
			t.Error("it was migrated twice")
		}
	}
}

// TestGone changes what is not there any more: nothing may be made of it.
func TestGone(t *testing.T) {
	file := temp(t, talk)
	s := open(t, file)
	write(t, file, header+user("other", "", "rewritten"))
	var gone *session.GoneError
	if _, err := newWriter().Label(s, 1, "x"); !errors.As(err, &gone) {
		t.Errorf("label of an entry that is gone: %v", err)
	}
	unchanged(t, file, header+user("other", "", "rewritten"))
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	for name, change := range annotations() {
		if _, err := change(newWriter(), s); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s of a file that is gone: %v", name, err)
		}
	}
	if _, err := os.Stat(file); !errors.Is(err, fs.ErrNotExist) {
		t.Error("a file was made") // without a header, as pi makes one
	}
}

// TestThroughSymlink changes a session that is reached by a link, an old one
// too: the link must stay one.
func TestThroughSymlink(t *testing.T) {
	for name, text := range map[string]string{"v3": talk, "v1": v1} {
		t.Run(name, func(t *testing.T) {
			file := temp(t, text)
			link := filepath.Join(t.TempDir(), "link.jsonl")
			if err := os.Symlink(file, link); err != nil {
				t.Skip(err)
			}
			c, err := newWriter().Label(open(t, link), 0, "x")
			must(t, c, err)
			if info, err := os.Lstat(link); err != nil || info.Mode()&fs.ModeSymlink == 0 {
				t.Error("the link is none any more")
			}
			if _, ok := open(t, file).Label(0); !ok {
				t.Error("the file has no label")
			}
		})
	}
}

// TestWithoutID refuses to refer to entries that have no id, and passes over
// them for a place.
func TestWithoutID(t *testing.T) {
	text := header + user("a", "", "one") + `{"type":"custom","customType":"x","parentId":"a"}` + "\n7\n"
	file := temp(t, text)
	s := open(t, file)
	var noID *session.NoIDError
	if _, err := newWriter().Label(s, 1, "x"); !errors.As(err, &noID) {
		t.Errorf("label: %v", err)
	}
	if _, err := newWriter().Move(s, session.Move{To: 2}); !errors.As(err, &noID) {
		t.Errorf("move: %v", err)
	}
	unchanged(t, file, text)
	c, err := newWriter().Rename(s, "x")
	must(t, c, err)
	if got := branchIDs(c.Session); !slices.Equal(got, []string{"a", c.Session.LeafID()}) {
		t.Errorf("branch %v", got)
	}
}
