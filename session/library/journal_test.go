package library_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"pith/session"
	"pith/session/library"
)

const journalHeader = `{"type":"session","version":3,"id":"s1","timestamp":"2026-05-01T10:00:00.000Z","cwd":"/w"}` + "\n" +
	`{"type":"message","id":"a","parentId":null,"timestamp":"2026-05-01T10:00:01.000Z","message":{"role":"user","content":"one"}}` + "\n"

func journalSession(t *testing.T) (file string, w *session.Writer) {
	t.Helper()
	file = filepath.Join(t.TempDir(), "s.jsonl")
	if err := os.WriteFile(file, []byte(journalHeader), 0o644); err != nil {
		t.Fatal(err)
	}
	at := time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)
	return file, session.NewWriter(func() time.Time { return at }, session.RandomIDs())
}

func opened(t *testing.T, file string) *session.Session {
	t.Helper()
	s, err := session.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func remembered(t *testing.T, j *library.Journal) []library.Done {
	t.Helper()
	done, err := j.Done()
	if err != nil {
		t.Fatal(err)
	}
	return done
}

func noTrash(string) error { return errors.New("nothing was to go to the trash") }

// TestJournal takes changes back in a later run, the last one first.
func TestJournal(t *testing.T) {
	file, w := journalSession(t)
	state := filepath.Join(t.TempDir(), "state")
	first := library.NewJournal(state)
	if len(remembered(t, first)) != 0 {
		t.Error("a new journal is not empty")
	}
	if _, err := os.Stat(state); !errors.Is(err, os.ErrNotExist) {
		t.Error("looking made a folder")
	}
	for _, label := range []string{"one", "two"} {
		c, err := w.Label(opened(t, file), 0, label)
		if err != nil {
			t.Fatal(err)
		}
		if err := first.Add(time.Unix(0, 0), "the label "+label, c.Undo); err != nil {
			t.Fatal(err)
		}
	}
	for _, want := range []string{"one", ""} {
		j := library.NewJournal(state) // another run
		done := remembered(t, j)
		if _, err := j.TakeBack(w, done[0], noTrash); err != nil {
			t.Fatal(err)
		}
		if label, _ := opened(t, file).Label(0); label.Text != want {
			t.Errorf("the label is %q, want %q", label.Text, want)
		}
	}
	if done := remembered(t, first); len(done) != 0 {
		t.Errorf("still to be taken back: %v", done)
	}
	if text, err := os.ReadFile(file); err != nil || !strings.HasPrefix(string(text), journalHeader) {
		t.Errorf("%v\n%s", err, text)
	}
}

// TestJournalTrash gives a file that was made to the trash, but not one that
// someone has written to since.
func TestJournalTrash(t *testing.T) {
	file, w := journalSession(t)
	c, err := w.Extract(opened(t, file), 0, session.Target{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	j := library.NewJournal(t.TempDir())
	if err := j.Add(time.Unix(0, 0), "the fork", c.Undo); err != nil {
		t.Fatal(err)
	}
	made := c.Undo.File
	if _, err = w.Rename(c.Session, "used"); err != nil {
		t.Fatal(err)
	}
	var moved *session.MovedOnError
	if _, err := j.TakeBack(w, remembered(t, j)[0], noTrash); !errors.As(err, &moved) {
		t.Errorf("a fork that was used: %v", err)
	}
	if err := os.Truncate(made, remembered(t, j)[0].Undo.Size); err != nil {
		t.Fatal(err)
	}
	var trashed string
	if _, err := j.TakeBack(w, remembered(t, j)[0], func(file string) error { trashed = file; return nil }); err != nil || trashed != made {
		t.Errorf("trashed %q: %v", trashed, err)
	}
	if len(remembered(t, j)) != 0 {
		t.Error("it is still to be taken back")
	}
}

// TestJournalOurs knows the last write to a file for pith's own by its size.
func TestJournalOurs(t *testing.T) {
	file, w := journalSession(t)
	j := library.NewJournal(t.TempDir())
	c, err := w.Rename(opened(t, file), "x")
	if err != nil {
		t.Fatal(err)
	}
	if err := j.Add(time.Unix(0, 0), "the name", c.Undo); err != nil {
		t.Fatal(err)
	}
	for size, want := range map[int64]bool{c.Session.Size(): true, c.Session.Size() + 1: false} {
		if ours, err := j.Ours(file, size); err != nil || ours != want {
			t.Errorf("of %d bytes: %v %v", size, ours, err)
		}
	}
	if ours, err := j.Ours("another", c.Session.Size()); err != nil || ours {
		t.Errorf("another file: %v %v", ours, err)
	}
}

// TestJournalTorn goes on behind a line that was cut short.
func TestJournalTorn(t *testing.T) {
	dir := t.TempDir()
	j := library.NewJournal(dir)
	if err := j.Add(time.Unix(0, 0), "first", session.Undo{}); err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(filepath.Join(dir, "journal.jsonl"), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString(`{"id":"x","ti`); err != nil {
		t.Fatal(err)
	}
	f.Close()
	if err := j.Add(time.Unix(0, 0), "second", session.Undo{}); err != nil {
		t.Fatal(err)
	}
	if done := remembered(t, j); len(done) != 2 || done[0].What != "second" || done[1].What != "first" {
		t.Errorf("%v", done)
	}
}

// TestJournalStaysSmall drops the oldest records when there are many, and none
// that another pith adds at the same moment.
func TestJournalStaysSmall(t *testing.T) {
	dir := t.TempDir()
	var group sync.WaitGroup
	for writer := range 3 {
		group.Go(func() {
			for n := range 150 {
				what := fmt.Sprintf("%d %s", 1000*writer+n, strings.Repeat("long ", 4000))
				if err := library.NewJournal(dir).Add(time.Unix(0, 0), what, session.Undo{}); err != nil {
					t.Error(err)
				}
				if n%5 == 0 {
					noGaps(t, library.NewJournal(dir))
				}
			}
		})
	}
	group.Wait()
	noGaps(t, library.NewJournal(dir))
	info, err := os.Stat(filepath.Join(dir, "journal.jsonl"))
	if err != nil || info.Size() > 1<<20+40_000 || info.Size() < 1<<18 {
		t.Errorf("%d bytes: %v", info.Size(), err)
	}
}

// noGaps fails if one of several writers, whose records are numbered, lacks a
// record between two others.
func noGaps(t *testing.T, j *library.Journal) {
	t.Helper()
	done, err := j.Done()
	if err != nil {
		t.Error(err)
	}
	after := map[int]int{}
	for _, d := range done {
		var n int
		if _, err := fmt.Sscan(d.What, &n); err != nil {
			t.Error(err)
		}
		if later, ok := after[n/1000]; ok && later != n+1 {
			t.Errorf("between %d and %d records are lost", n, later)
		}
		after[n/1000] = n
	}
}
