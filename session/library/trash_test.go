package library_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"pith/session/library"
)

// TestTrashAndRestoreFifty moves fifty sessions away and back, from the list of
// what is in the trash, and compares bytes and times.
func TestTrashAndRestoreFifty(t *testing.T) {
	s := newStore(t)
	old := time.Date(2026, 1, 2, 3, 4, 5, 6000, time.UTC)
	texts := map[string]string{}
	for i := range 50 {
		path := s.session(fmt.Sprintf("%02d.jsonl", i))
		texts[path] = header(fmt.Sprint("s", i), s.cwd) + user("u", fmt.Sprint("prompt ", i)) + `{"torn`
		s.at(s.write(path, texts[path]), old)
	}
	l := s.library()
	for path := range texts {
		got, err := l.Trash(context.Background(), path)
		if err != nil || got.Path != path || got.Row.Title() == "" {
			t.Fatalf("%+v, %v", got, err)
		}
	}
	if rows := list(t, l, library.ScopeAll).rows; len(rows) != 0 {
		t.Errorf("%d are still listed", len(rows))
	}
	trashed, err := l.Trashed(context.Background())
	if err != nil || len(trashed) != 50 {
		t.Fatalf("the trash has %d (%v)", len(trashed), err)
	}
	for _, item := range trashed {
		if err := l.Restore(item); err != nil {
			t.Error(err)
		}
	}
	for path, text := range texts {
		got, err := os.ReadFile(path)
		info, statErr := os.Stat(path)
		if err != nil || statErr != nil || string(got) != text || !info.ModTime().Equal(old) {
			t.Errorf("%s came back as %q (%v)", path, got, err)
		}
	}
	if left, err := l.Trashed(context.Background()); err != nil || len(left) != 0 {
		t.Errorf("the trash still has %d (%v)", len(left), err)
	}
}

func TestRestoreDoesNotOverwrite(t *testing.T) {
	s := newStore(t)
	path := s.write(s.session("a.jsonl"), header("a", s.cwd))
	l := s.library()
	item, err := l.Trash(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	s.write(path, "something else")
	if err := l.Restore(item); !errors.Is(err, fs.ErrExist) || !strings.Contains(err.Error(), path) {
		t.Errorf("error %v", err)
	}
	if text, err := os.ReadFile(path); err != nil || string(text) != "something else" {
		t.Errorf("the file is now %q (%v)", text, err)
	}
}

// TestOtherTrash checks that what is not of this library is not offered.
func TestOtherTrash(t *testing.T) {
	s := newStore(t)
	path := s.write(s.home+"/elsewhere/a.jsonl", header("a", s.cwd))
	if _, err := s.library().Trash(context.Background(), path); err != nil {
		t.Fatal(err)
	}
	if got, err := s.library().Trashed(context.Background()); err != nil || len(got) != 0 {
		t.Errorf("the trash of the library has %+v (%v)", got, err)
	}
}

func TestFoldersAreNotDeleted(t *testing.T) {
	s := newStore(t)
	l := s.library()
	if _, err := l.Trash(context.Background(), s.cwd); err == nil {
		t.Error("a folder went to the trash")
	}
	if err := l.Unlink(s.cwd); err == nil {
		t.Error("a folder was deleted")
	}
	path := s.write(s.session("a.jsonl"), header("a", s.cwd))
	if err := l.Unlink(path); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		t.Error("the file is still there")
	}
}

func TestOrphans(t *testing.T) {
	s := newStore(t)
	rows := family(t, s, "a@01", "b<a@02", "c<b@03", "d<a@04", "e@05")
	var got []string
	for _, r := range library.Orphans(rows, s.session("a.jsonl"), s.session("b.jsonl")) {
		got = append(got, r.ID)
	}
	slices.Sort(got)
	if strings.Join(got, "") != "cd" {
		t.Errorf("orphans %q, want c and d", got)
	}
}

func TestRowOfOneFile(t *testing.T) {
	s := newStore(t)
	path := s.write(s.session("a.jsonl"), header("a", s.cwd)+user("u", "hello"))
	l := s.library()
	if row, err := l.Row(context.Background(), path); err != nil || row.ID != "a" || row.FirstMessage != "hello" {
		t.Errorf("row %+v (%v)", row, err)
	}
	s.write(path, "")
	if _, err := l.Row(context.Background(), path); err == nil || !strings.Contains(err.Error(), "empty") {
		t.Errorf("an empty file gives %v", err)
	}
}
