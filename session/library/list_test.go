package library_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"pith/session/library"
)

func TestUpdatesAddUp(t *testing.T) {
	s := newStore(t)
	for i := range 30 {
		s.write(s.session(fmt.Sprintf("%02d.jsonl", i)), header(fmt.Sprint(i), s.cwd))
	}
	s.write(s.session("log.jsonl"), "no session\n")
	got := list(t, s.library(), library.ScopeFolder)
	first, last := got.updates[0], got.updates[len(got.updates)-1]
	if len(first.Rows) != 0 || first.Total != 31 || first.Finished {
		t.Errorf("the first update is %+v, want only the total", first)
	}
	if last.Done != 31 || last.Total != 31 || !last.Finished || len(got.rows) != 30 || len(got.skipped) != 1 {
		t.Errorf("%d rows, %d skipped, the last update %+v", len(got.rows), len(got.skipped), last)
	}
	for i, u := range got.updates[:len(got.updates)-1] {
		if u.Finished || u.Done > got.updates[i+1].Done {
			t.Errorf("update %d is %+v", i, u)
		}
	}
}

// TestCancel checks that a cancelled list ends, at once and with an error.
func TestCancel(t *testing.T) {
	s := newStore(t)
	for i := range 50 {
		s.write(s.session(fmt.Sprintf("%02d.jsonl", i)), header(fmt.Sprint(i), s.cwd)+user("u", strings.Repeat("x", 1<<18)))
	}
	ctx, cancel := context.WithCancel(context.Background())
	finished := false
	err := s.library().List(ctx, library.ScopeFolder, func(u library.Update) {
		cancel()
		finished = finished || u.Finished
	})
	if !errors.Is(err, context.Canceled) || finished {
		t.Errorf("the list ended with the error %v, finished %v", err, finished)
	}
}

func TestRow(t *testing.T) {
	const parent = "/gone/parent.jsonl"
	s := newStore(t)
	s.write(s.session("a.jsonl"), strings.Join([]string{
		`{"type":"session","version":2,"id":"a","timestamp":"2026-05-01T10:00:00.000Z","cwd":"/gone","parentSession":"` + parent + `"}`,
		strings.TrimSpace(user("u1", " first ")),
		`{"type":"session_info","id":"i1","name":"old"}`,
		`{"type":"message","id":"a1","message":{"role":"assistant","content":[{"type":"text","text":"x"}],"timestamp":1777629700000,"usage":{"cost":{"total":0.5}}}}`,
		`{"type":"message","id":"t1","message":{"role":"toolResult","content":[],"timestamp":1777629999000,"usage":{"cost":{"total":0.25}}}}`,
		`{"type":"label","id":"l1","targetId":"u1","label":"start"}`,
		`{"type":"label","id":"l2","targetId":"a1","label":"end"}`,
		`{"type":"label","id":"l3","targetId":"u1"}`,
		strings.TrimSpace(user("u2", "last")),
		`{"type":"session_info","id":"i2","name":"  new name\n"}`,
		`{"type":"message","id":"b1","message":{"role":"bashExecution","command":"ls"}}`,
	}, "\n")+"\n")
	rows := list(t, s.library(), library.ScopeFolder).rows
	if len(rows) != 1 {
		t.Fatalf("%d rows", len(rows))
	}
	r := rows[0]
	if r.Name != "new name" || r.FirstMessage != " first " || r.LastPrompt != "last" || r.MessageCount != 5 || r.Labels != 1 ||
		r.Cost != 0.75 || r.Version != 2 || r.ParentSessionPath != parent || !r.CwdMissing || r.Title() != "new name" {
		t.Errorf("the row is %+v", r)
	}
	if want := time.UnixMilli(1777629700000).UTC(); !r.Modified.Equal(want) {
		t.Errorf("modified %v, want %v, the time of the last answer", r.Modified, want)
	}
}

// TestLongFirstPrompt checks that a row keeps only the start of a long prompt
// and that the rest can be had.
func TestLongFirstPrompt(t *testing.T) {
	s := newStore(t)
	long := strings.Repeat("日本", 2000)
	s.write(s.session("a.jsonl"), header("a", s.cwd)+user("u", long))
	l := s.library()
	r := list(t, l, library.ScopeFolder).rows[0]
	if !r.FirstCut || len(r.FirstMessage) > 2048 || !strings.HasPrefix(long, r.FirstMessage) {
		t.Errorf("the row keeps %d bytes, cut %v", len(r.FirstMessage), r.FirstCut)
	}
	if full, err := l.FirstMessage(&r); err != nil || full != long {
		t.Errorf("the first prompt in full has %d bytes (%v), want %d", len(full), err, len(long))
	}
	s.write(r.Path, header("a", s.cwd)+strings.Repeat(" ", 20000))
	if full, err := l.FirstMessage(&r); err == nil {
		t.Errorf("a rewritten file gives %q", full)
	}
}

func TestLive(t *testing.T) {
	now := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	for age, want := range map[time.Duration]bool{0: true, 5 * time.Second: true, time.Hour: false} {
		if r := (library.Row{MTime: now.Add(-age)}); r.Live(now) != want {
			t.Errorf("a file changed %v ago: live is %v", age, !want)
		}
	}
}
