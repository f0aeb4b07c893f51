package session_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"pith/session"
	"pith/session/internal/judge"
	"pith/session/internal/sessiongen"
)

// TestOldVersionsUntouched reads all there is to read of old files: they must
// stay as they are, to the byte and to the time.
func TestOldVersionsUntouched(t *testing.T) {
	for _, name := range []string{"v1-linear", "v2-hook"} {
		text := edgeFiles(t)[name]
		file := temp(t, text)
		before, err := os.Stat(file)
		if err != nil {
			t.Fatal(err)
		}
		s := open(t, file)
		for i := range s.Len() {
			if _, err := s.Projection(i); err != nil {
				t.Fatal(err)
			}
			if _, err := s.Abandoned(s.Leaf(), i, 0); err != nil {
				t.Fatal(err)
			}
		}
		s.Preorder()
		if _, err := s.Live(clock()()); err != nil {
			t.Fatal(err)
		}
		if _, err := newWriter().Extract(s, s.Leaf(), session.Target{Dir: t.TempDir()}); err != nil {
			t.Fatal(err)
		}
		after, err := os.Stat(file)
		if err != nil || !after.ModTime().Equal(before.ModTime()) || after.Size() != before.Size() {
			t.Errorf("%s was touched: %v", name, err)
		}
		unchanged(t, file, text)
		onlyFile(t, filepath.Dir(file), filepath.Base(file))
	}
}

// TestMigrateLikePi labels old files: they must become what pi's migration
// makes of them but for ids, with the old bytes beside them.
func TestMigrateLikePi(t *testing.T) {
	j := judge.Start(t)
	for _, name := range []string{"v1-linear", "v2-hook"} {
		t.Run(name, func(t *testing.T) {
			text := edgeFiles(t)[name]
			file := temp(t, text)
			c := migrateLikePi(t, j.For(t), file)
			if c.Backup != file+".v1.bak" {
				t.Errorf("the backup is %q", c.Backup)
			}
			// From then on the file is only added to.
			migrated := contents(t, file)
			again, err := newWriter().Rename(c.Session, "x")
			must(t, again, err)
			endsWith(t, file, migrated)
			if again.Backup != "" {
				t.Error("it was migrated again")
			}
		})
	}
	for name, gen := range map[string]func(*rapid.T) string{"v1": sessiongen.V1Text, "v2": sessiongen.V2Text} {
		t.Run("random "+name, rapid.MakeCheck(func(r *rapid.T) {
			file := filepath.Join(scratch(r), "s.jsonl")
			if err := os.WriteFile(file, []byte(gen(r)), 0o644); err != nil {
				r.Fatal(err)
			}
			migrateLikePi(r, j.For(r), file)
		}))
	}
}

// migrateLikePi renames a session, and a copy of it with pi.
func migrateLikePi(t judge.TB, j *judge.Judge, file string) *session.Change {
	t.Helper()
	text := contents(t, file)
	theirs := file + ".pi"
	if err := os.WriteFile(theirs, []byte(text), 0o644); err != nil {
		t.Fatalf("%v", err)
	}
	if w := j.Write(theirs, judge.Do("appendSessionInfo", "n")); w.Error != "" {
		t.Fatalf("pi: %s", w.Error)
	}
	s, err := session.Open(file)
	if err != nil {
		t.Fatalf("%v", err)
	}
	defer s.Close()
	kept, version := s.Len(), s.Header().Version
	if version < 2 {
		kept = 0
	}
	c, err := newWriter().Rename(s, "n")
	must(t, c, err)
	if got := contents(t, c.Backup); got != text {
		t.Fatalf("the old bytes are not kept:\n%s", got)
	}
	_, random := t.(*rapid.T)
	n := normalizer{drawnFrom: kept, anyOrder: random}
	if diff := cmp.Diff(n.lines(t, withoutLateHeaders(contents(t, theirs))), n.lines(t, contents(t, file))); diff != "" {
		t.Fatalf("pi wrote (-), pith (+):\n%s\nof\n%s", diff, text)
	}
	agree(t, j, file)
	return c
}

// withoutLateHeaders drops what pi carries along though it never reads it: a
// second header further down.
func withoutLateHeaders(text string) string {
	var kept strings.Builder
	first := true
	for line := range strings.Lines(text) {
		if isHeader := strings.Contains(line, `"type":"session"`); !isHeader || first {
			kept.WriteString(line)
			first = first && !isHeader
		}
	}
	return kept.String()
}

// TestMigratedMode keeps who may read a session.
func TestMigratedMode(t *testing.T) {
	file := temp(t, v1)
	if err := os.Chmod(file, 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := newWriter().Label(open(t, file), 0, "x")
	must(t, c, err)
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v %v", info.Mode(), err)
	}
}

// TestBackupNeverOver keeps a backup that is there already.
func TestBackupNeverOver(t *testing.T) {
	file := temp(t, v1)
	write(t, file+".v1.bak", "precious")
	c, err := newWriter().Label(open(t, file), 0, "x")
	must(t, c, err)
	unchanged(t, file+".v1.bak", "precious")
	unchanged(t, c.Backup, v1)
}
