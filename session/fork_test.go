package session_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
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

// branchable are the leaves of a session from which both can make a branch: pi
// has no id to name an entry by that has none.
func branchable(s *session.Session) []int {
	var leaves []int
	for i, e := range s.Entries() {
		if !strings.HasPrefix(e.ID, "line-") {
			leaves = append(leaves, i)
		}
	}
	return leaves
}

// sameCopy compares two copies of one source that were made at different times
// under different ids. Old versions get drawn ids in both.
func sameCopy(t judge.TB, version, kept int, theirs, ours string, names ...string) {
	t.Helper()
	_, random := t.(*rapid.T)
	n := normalizer{drawnFrom: kept, keepTimes: true, anyOrder: random}
	if version < 2 {
		n.drawnFrom = 0
	}
	hide := strings.NewReplacer(names...)
	if diff := cmp.Diff(n.lines(t, hide.Replace(theirs)), n.lines(t, hide.Replace(ours))); diff != "" {
		t.Fatalf("pi wrote (-), pith (+):\n%s", diff)
	}
}

// TestExtractLikePi makes a session of every branch of every edge file, as
// /fork and /clone do, beside pi.
func TestExtractLikePi(t *testing.T) {
	j := judge.Start(t)
	for name, text := range edgeFiles(t) {
		t.Run(name, func(t *testing.T) {
			file := temp(t, text)
			s := open(t, file)
			for _, leaf := range branchable(s) {
				extractLikePi(t, j.For(t), file, leaf)
			}
			unchanged(t, file, text)
		})
	}
}

func extractLikePi(t judge.TB, j *judge.Judge, file string, leaf int) {
	t.Helper()
	dir, err := os.MkdirTemp("", "pith-extract-")
	if err != nil {
		t.Fatalf("%v", err)
	}
	defer os.RemoveAll(dir)
	s, err := session.Open(file)
	if err != nil {
		t.Fatalf("%v", err)
	}
	defer s.Close()
	theirs := filepath.Join(dir, filepath.Base(file)) // pi repairs and migrates what it opens
	if err := os.WriteFile(theirs, []byte(contents(t, file)), 0o644); err != nil {
		t.Fatalf("%v", err)
	}
	pi := j.Write(theirs, judge.Do("createBranchedSession", judge.EntryID(leaf)))
	if pi.Error != "" {
		t.Fatalf("pi: %s", pi.Error)
	}
	c, err := newWriter().Extract(s, leaf, session.Target{Dir: dir})
	must(t, c, err)
	defer c.Session.Close()
	if !strings.Contains(contents(t, file), "retainedTail") { // pi reads that another way, and pith says so
		compare(t, j, contents(t, c.Session.File()), judge.Last)
	}
	if !pi.OnDisk { // for want of a message; what pi has in memory is all there is to compare with
		if pi.Session.Count != c.Session.Len() {
			t.Fatalf("from leaf %d: pi has %d entries, pith %d", leaf, pi.Session.Count, c.Session.Len())
		}
		return
	}
	theirID := strings.TrimSuffix(filepath.Base(pi.File), ".jsonl")
	theirID = theirID[strings.Index(theirID, "_")+1:]
	var header struct{ Cwd string }
	if err := json.Unmarshal(pi.Session.Header, &header); err != nil {
		t.Fatalf("%v", err)
	}
	sameCopy(t, s.Header().Version, countKept(s, leaf), contents(t, pi.File), contents(t, c.Session.File()),
		theirID, "ID", c.Session.ID(), "ID", theirs, "SOURCE", file, "SOURCE",
		// Where the source has no folder, pi takes the one that it runs in; this package is told one or has none.
		`"cwd":"`+header.Cwd+`"`, `"cwd":"`+s.Cwd()+`"`)
	if filepath.Base(c.Session.File()) != strings.NewReplacer(":", "-", ".", "-").Replace(c.Session.Header().Timestamp)+"_"+c.Session.ID()+".jsonl" {
		t.Fatalf("the file is called %s", c.Session.File())
	}
}

// countKept returns how many lines of a branch stay in a copy with the header.
func countKept(s *session.Session, leaf int) int {
	n := 0
	for _, i := range s.Branch(leaf) {
		if s.At(i).Type != session.TypeLabel {
			n++
		}
	}
	return n
}

// TestExtractKeptLabel extracts branches with a compaction that keeps from a
// label on, or from two, or from itself: labels are left out, so what is kept
// starts at the entry after them.
func TestExtractKeptLabel(t *testing.T) {
	j := judge.Start(t)
	label := func(id, parent string) string {
		return `{"type":"label","id":"` + id + `","parentId":"` + parent + `","timestamp":"2026-05-01T10:00:02.000Z","targetId":"a","label":"x"}` + "\n"
	}
	for _, kept := range []string{"a", "l1", "l2", "b", "l3", "c", "gone"} {
		text := header + user("a", "", "one") + label("l1", "a") + label("l2", "l1") + user("b", "l2", "two") + label("l3", "b") +
			`{"type":"compaction","id":"c","parentId":"l3","timestamp":"2026-05-01T10:00:03.000Z","summary":"s","firstKeptEntryId":"` + kept + `","tokensBefore":1}` + "\n" +
			user("d", "c", "three")
		extractLikePi(t, j.For(t), temp(t, text), 6)
	}
}

// TestExtractRandom does the same with random sessions, which have labels and
// compactions in every place.
func TestExtractRandom(t *testing.T) {
	j := judge.Start(t)
	for name, gen := range map[string]func(*rapid.T) string{"v3": sessiongen.Text, "v2": sessiongen.V2Text, "v1": sessiongen.V1Text} {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(r *rapid.T) {
				file := filepath.Join(scratch(r), "source.jsonl")
				if err := os.WriteFile(file, []byte(gen(r)), 0o644); err != nil {
					r.Fatal(err)
				}
				s, err := session.Open(file)
				if err != nil {
					r.Fatal(err)
				}
				if leaves := branchable(s); len(leaves) > 0 {
					extractLikePi(r, j.For(r), file, rapid.SampledFrom(leaves).Draw(r, "leaf"))
				}
			})
		})
	}
}

// scratch is a folder for one run of a property.
func scratch(r *rapid.T) string {
	dir, err := os.MkdirTemp("", "pith-rapid-")
	if err != nil {
		r.Fatal(err)
	}
	r.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}

// TestCopyAllLikePi copies whole trees of the edge corpus as --fork does. Of
// version 1 pi makes a file without ids under a header of version 3; there the
// copy must be what pi makes of the source when it opens it.
func TestCopyAllLikePi(t *testing.T) {
	j := judge.Start(t)
	for name, text := range edgeFiles(t) {
		t.Run(name, func(t *testing.T) {
			file := temp(t, text)
			s := open(t, file)
			c, err := newWriter().CopyAll(s, session.Target{Dir: t.TempDir(), Cwd: "/elsewhere"})
			must(t, c, err)
			if name != "retained-tail" { // pi reads that another way, and pith says so
				agree(t, j.For(t), c.Session.File())
			}
			theirs := temp(t, text)
			version := s.Header().Version
			if version < session.CurrentVersion {
				if w := j.For(t).Write(theirs); w.Error != "" { // pi migrates it
					t.Fatal(w.Error)
				}
			}
			w := j.For(t).Write(theirs, judge.Do("forkFrom", "/elsewhere", t.TempDir()))
			if w.Error != "" {
				t.Fatal(w.Error)
			}
			kept := s.Len()
			if version < 2 {
				kept = 0
			}
			sameCopy(t, version, kept, contents(t, w.File), contents(t, c.Session.File()),
				idOf(t, w.File), "ID", c.Session.ID(), "ID", theirs, "SOURCE", file, "SOURCE")
			unchanged(t, file, text)
		})
	}
}

// TestExportLikePi writes the branch of every edge file as /export does.
func TestExportLikePi(t *testing.T) {
	j := judge.Start(t)
	for name, text := range edgeFiles(t) {
		t.Run(name, func(t *testing.T) {
			file, theirs := temp(t, text), temp(t, text)
			s := open(t, file)
			out := filepath.Join(t.TempDir(), "out.jsonl")
			if s.Leaf() == session.Root || strings.HasPrefix(s.LeafID(), "line-") {
				t.Skip("pi has no branch to export")
			}
			w := j.For(t).Write(theirs, judge.Do("exportJsonl", out+".pi"))
			if w.Error != "" {
				t.Fatal(w.Error)
			}
			c, err := newWriter().Export(s, s.Leaf(), out)
			must(t, c, err)
			var stream bytes.Buffer
			if err := newWriter().ExportTo(&stream, s, s.Leaf()); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(contents(t, out), stream.String()); diff != "" {
				t.Errorf("to a file (-) and to a stream (+):\n%s", diff)
			}
			sameCopy(t, s.Header().Version, s.Len(), contents(t, out+".pi"), contents(t, out))
			if _, err := newWriter().Export(s, s.Leaf(), out); !errors.Is(err, fs.ErrExist) {
				t.Errorf("a second time over the file: %v", err)
			}
			unchanged(t, out, stream.String())
		})
	}
}

// TestCopiesKeepBytes checks that an entry whose parent stays is copied to the
// byte, odd spelling and unknown fields and all.
func TestCopiesKeepBytes(t *testing.T) {
	odd := `{ "type":"message","parentId" : "a", "id":"b","timestamp":"2026-05-01T10:00:01.000Z","n":1.50e3,"x":"\u00e9\/","message":{"role":"user","content":"two"},"x":2 }`
	text := header + user("a", "", "one") + odd + "\n"
	s := open(t, temp(t, text))
	for name, make := range map[string]func(session.Target) (*session.Change, error){
		"extract": func(to session.Target) (*session.Change, error) { return newWriter().Extract(s, 1, to) },
		"all":     func(to session.Target) (*session.Change, error) { return newWriter().CopyAll(s, to) },
	} {
		c, err := make(session.Target{Dir: t.TempDir()})
		must(t, c, err)
		lines := strings.Split(contents(t, c.Session.File()), "\n")
		if len(lines) != 4 || lines[2] != odd {
			t.Errorf("%s gives\n%s", name, strings.Join(lines, "\n"))
		}
	}
}

// TestForkOfNothing extracts the place before the first entry: the file must be
// whole, with one header that names its parent (public issues 9 and 10).
func TestForkOfNothing(t *testing.T) {
	file := temp(t, talk)
	c, err := newWriter().Extract(open(t, file), session.Root, session.Target{Dir: t.TempDir(), ID: "my.own"})
	must(t, c, err)
	s := open(t, c.Session.File())
	if s.Len() != 0 || s.ID() != "my.own" || s.Header().ParentSession != file || s.Cwd() != "/home/dev/project" {
		t.Errorf("%s", s.Header().Raw())
	}
	if !c.Undo.Created || c.Undo.File != s.File() || c.Undo.Size != s.Size() {
		t.Errorf("undo %+v", c.Undo)
	}
}

// TestNeverOverAFile has a new session get a name that is taken.
func TestNeverOverAFile(t *testing.T) {
	dir := t.TempDir()
	make := func() (*session.Change, error) {
		w := session.NewWriter(clock(), countingIDs()) // the same name each time
		return w.Extract(open(t, temp(t, talk)), 2, session.Target{Dir: dir})
	}
	first, err := make()
	must(t, first, err)
	text := contents(t, first.Session.File())
	if _, err := make(); !errors.Is(err, fs.ErrExist) {
		t.Errorf("over a file: %v", err)
	}
	unchanged(t, first.Session.File(), text)
	onlyFile(t, dir, filepath.Base(first.Session.File()))
}

// onlyFile fails if a folder holds anything but one file.
func onlyFile(t *testing.T, dir, name string) {
	t.Helper()
	all, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range all {
		if e.Name() != name {
			t.Errorf("there is %s too", e.Name())
		}
	}
}
