package session_test

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pith/session"
	"pith/session/internal/judge"
)

// talk is a session with one of everything that can be pointed at: 0 system,
// 1 user, 2 assistant, 3 toolResult, 4 custom_message, 5 label.
const talk = header +
	`{"type":"message","id":"s1","parentId":null,"timestamp":"2026-05-01T10:00:00.500Z","message":{"role":"system","content":"be brief","sections":{"b":"two","a":"one"},"toolsAdded":[{"name":"bash","description":"runs","parameters":{}}],"timestamp":1777629600500}}` + "\n" +
	`{"type":"message","id":"u1","parentId":"s1","timestamp":"2026-05-01T10:00:01.000Z","message":{"role":"user","content":"list it","timestamp":1777629601000}}` + "\n" +
	`{"type":"message","id":"a1","parentId":"u1","timestamp":"2026-05-01T10:00:02.000Z","message":{"role":"assistant","content":[{"type":"toolCall","id":"c1","name":"bash","arguments":{"command":"ls"}}],"api":"x","provider":"p","model":"m","usage":{"input":1,"output":2,"cacheRead":0,"cacheWrite":0,"totalTokens":3,"cost":{"input":0,"output":0,"cacheRead":0,"cacheWrite":0,"total":0.5}},"stopReason":"toolUse","timestamp":1777629602000}}` + "\n" +
	`{"type":"message","id":"t1","parentId":"a1","timestamp":"2026-05-01T10:00:03.000Z","message":{"role":"toolResult","toolCallId":"c1","toolName":"bash","content":[{"type":"text","text":"a b"}],"isError":false,"timestamp":1777629603000}}` + "\n" +
	`{"type":"custom_message","customType":"note","content":"by the way","display":true,"id":"m1","parentId":"t1","timestamp":"2026-05-01T10:00:04.000Z"}` + "\n" +
	`{"type":"label","id":"l1","parentId":"m1","timestamp":"2026-05-01T10:00:05.000Z","targetId":"u1","label":"start"}` + "\n"

// operation is one change, as this package makes it and as pi does.
type operation struct {
	name string
	do   func(w *session.Writer, s *session.Session) (*session.Change, error)
	pi   []judge.Step
}

func raw(text string) json.RawMessage { return json.RawMessage(text) }

// operations is every method that adds an entry, with all its fields and with
// as few as can be.
func operations() []operation {
	yes, no := true, false
	usage := `{"input":1,"output":2,"cacheRead":3,"cacheWrite":4,"totalTokens":10,"cost":{"input":0.1,"output":0,"cacheRead":0,"cacheWrite":0,"total":0.1}}`
	message := `{"role":"user","content":[{"type":"text","text":"\u00e9\ud83d\ude00 <b>&\u0001\u007f \"q\" \\ \t"}],"timestamp":1,"extra":{"z":1,"a":[]}}`
	at := func(pos int) any { return judge.EntryID(pos) }
	do := judge.Do
	type writer = session.Writer
	type sess = session.Session
	return []operation{
		{"message", func(w *writer, s *sess) (*session.Change, error) { return w.AppendMessage(s, raw(message)) },
			[]judge.Step{do("appendMessage", raw(message))}},
		{"thinking level", func(w *writer, s *sess) (*session.Change, error) { return w.AppendThinkingLevelChange(s, "high") },
			[]judge.Step{do("appendThinkingLevelChange", "high")}},
		{"model", func(w *writer, s *sess) (*session.Change, error) {
			return w.AppendModelChange(s, session.ModelRef{Provider: "p", ModelID: "m2"})
		}, []judge.Step{do("appendModelChange", "p", "m2")}},
		{"usage", func(w *writer, s *sess) (*session.Change, error) {
			return w.AppendUsage(s, "cache_warm", "p", "m", raw(usage), "why")
		}, []judge.Step{do("appendUsage", "cache_warm", "p", "m", raw(usage), "why")}},
		{"usage without a note", func(w *writer, s *sess) (*session.Change, error) {
			return w.AppendUsage(s, "cache_warm", "p", "m", raw(usage), "")
		}, []judge.Step{do("appendUsage", "cache_warm", "p", "m", raw(usage))}},
		{"compaction", func(w *writer, s *sess) (*session.Change, error) {
			return w.AppendCompaction(s, session.Compaction{Summary: "so far", FirstKept: 2, TokensBefore: 1234, Details: raw(`{"readFiles":[],"modifiedFiles":["a"]}`), Usage: raw(usage), FromHook: &no})
		}, []judge.Step{do("appendCompaction", "so far", at(2), 1234, raw(`{"readFiles":[],"modifiedFiles":["a"]}`), false, raw(usage))}},
		{"compaction that keeps nothing", func(w *writer, s *sess) (*session.Change, error) {
			return w.AppendCompaction(s, session.Compaction{Summary: "all", FirstKept: session.Root, TokensBefore: 0.5})
		}, []judge.Step{do("appendCompaction", "all", nil, 0.5)}},
		{"custom", func(w *writer, s *sess) (*session.Change, error) {
			return w.AppendCustomEntry(s, "x", raw(`{"n":[1,2]}`))
		},
			[]judge.Step{do("appendCustomEntry", "x", raw(`{"n":[1,2]}`))}},
		{"custom without data", func(w *writer, s *sess) (*session.Change, error) { return w.AppendCustomEntry(s, "x", nil) },
			[]judge.Step{do("appendCustomEntry", "x")}},
		{"custom message", func(w *writer, s *sess) (*session.Change, error) {
			return w.AppendCustomMessageEntry(s, "x", raw(`"told"`), false, raw(`7`))
		}, []judge.Step{do("appendCustomMessageEntry", "x", "told", false, 7)}},
		{"omit", func(w *writer, s *sess) (*session.Change, error) { return w.AppendContextEdit(s, 1, nil) },
			[]judge.Step{do("appendContextEdit", at(1), nil)}},
		{"replace user", func(w *writer, s *sess) (*session.Change, error) { return w.AppendContextEdit(s, 1, raw(`"other"`)) },
			[]judge.Step{do("appendContextEdit", at(1), raw(`{"content":"other"}`))}},
		{"replace tool", func(w *writer, s *sess) (*session.Change, error) { return w.AppendContextEdit(s, 3, raw(`"other"`)) },
			[]judge.Step{do("appendContextEdit", at(3), raw(`{"content":"other"}`))}},
		{"replace custom message", func(w *writer, s *sess) (*session.Change, error) {
			return w.AppendContextEdit(s, 4, raw(`[{"type":"text","text":"x"}]`))
		}, []judge.Step{do("appendContextEdit", at(4), raw(`{"content":[{"type":"text","text":"x"}]}`))}},
		{"name", func(w *writer, s *sess) (*session.Change, error) { return w.Rename(s, "\u00a0 two\r\n\nlines \ufeff") },
			[]judge.Step{do("appendSessionInfo", "\u00a0 two\r\n\nlines \ufeff")}},
		{"no name", func(w *writer, s *sess) (*session.Change, error) { return w.Rename(s, "") },
			[]judge.Step{do("appendSessionInfo", "")}},
		{"label", func(w *writer, s *sess) (*session.Change, error) { return w.Label(s, 3, "here") },
			[]judge.Step{do("appendLabelChange", at(3), "here")}},
		{"no label", func(w *writer, s *sess) (*session.Change, error) { return w.Label(s, 1, "") },
			[]judge.Step{do("appendLabelChange", at(1))}},
		{"move with a summary", func(w *writer, s *sess) (*session.Change, error) {
			return w.Move(s, session.Move{To: 1, Summary: &session.BranchSummary{Summary: "left", Details: raw(`{"readFiles":["r"],"modifiedFiles":[]}`), Usage: raw(usage), FromHook: &yes}})
		}, []judge.Step{do("branchWithSummary", at(1), "left", raw(`{"readFiles":["r"],"modifiedFiles":[]}`), true, raw(usage))}},
		{"move before all", func(w *writer, s *sess) (*session.Change, error) {
			return w.Move(s, session.Move{To: session.Root, Summary: &session.BranchSummary{Summary: "left"}})
		}, []judge.Step{do("branchWithSummary", nil, "left")}},
		{"move with summary and label", func(w *writer, s *sess) (*session.Change, error) {
			return w.Move(s, session.Move{To: 2, Summary: &session.BranchSummary{Summary: "left"}, Label: "back"})
		}, []judge.Step{do("branchWithSummary", at(2), "left"), do("appendLabelChange", judge.Made(0), "back")}},
		{"move with label", func(w *writer, s *sess) (*session.Change, error) {
			return w.Move(s, session.Move{To: 2, Label: "back", Labeled: 2})
		}, []judge.Step{do("branch", at(2)), do("appendLabelChange", at(2), "back")}},
		{"move", func(w *writer, s *sess) (*session.Change, error) { return w.Move(s, session.Move{To: 2}) },
			[]judge.Step{do("branch", at(2)), do("appendCustomEntry", "pith.leaf", raw(`{"from":"l1"}`))}},
		{"move before all, marked", func(w *writer, s *sess) (*session.Change, error) { return w.Move(s, session.Move{To: session.Root}) },
			[]judge.Step{{Do: "resetLeaf"}, do("appendCustomEntry", "pith.leaf", raw(`{"from":"l1"}`))}},
		{"summary from before all", func(w *writer, s *sess) (*session.Change, error) {
			s.MoveLeaf(session.Root)
			return w.Move(s, session.Move{To: 1, Summary: &session.BranchSummary{Summary: "left"}})
		}, []judge.Step{{Do: "resetLeaf"}, do("branchWithSummary", at(1), "left")}},
		{"message elsewhere", func(w *writer, s *sess) (*session.Change, error) {
			s.MoveLeaf(1)
			return w.AppendMessage(s, raw(`{"role":"user","content":"x"}`))
		}, []judge.Step{do("branch", at(1)), do("appendMessage", raw(`{"role":"user","content":"x"}`))}},
	}
}

// TestLikePi makes every change beside pi: the file must get the same lines but
// for ids and times, and both must read the same in it.
func TestLikePi(t *testing.T) {
	j := judge.Start(t)
	for _, op := range operations() {
		t.Run(op.name, func(t *testing.T) {
			ours, theirs := temp(t, talk), temp(t, talk)
			if w := j.For(t).Write(theirs, op.pi...); w.Error != "" {
				t.Fatalf("pi: %s", w.Error)
			}
			c, err := op.do(newWriter(), open(t, ours))
			must(t, c, err)
			n := normalizer{drawnFrom: 6}
			if diff := cmp.Diff(n.lines(t, contents(t, theirs)), n.lines(t, contents(t, ours))); diff != "" {
				t.Errorf("pi wrote (-), pith (+):\n%s", diff)
			}
			agree(t, j.For(t), ours)
			if diff := cmp.Diff(ids(open(t, ours)), ids(c.Session)); diff != "" {
				t.Errorf("in the file (-) and in the change (+):\n%s", diff)
			}
		})
	}
}

// TestRefusedLikePi makes changes that pi refuses: nothing may be written.
func TestRefusedLikePi(t *testing.T) {
	j := judge.Start(t)
	for name, test := range map[string]struct {
		do func(w *session.Writer, s *session.Session) (*session.Change, error)
		pi []judge.Step
	}{
		"edit of a system message": {
			func(w *session.Writer, s *session.Session) (*session.Change, error) {
				return w.AppendContextEdit(s, 0, nil)
			},
			[]judge.Step{judge.Do("appendContextEdit", "s1", nil)},
		},
		"edit of a label": {
			func(w *session.Writer, s *session.Session) (*session.Change, error) {
				return w.AppendContextEdit(s, 5, nil)
			},
			[]judge.Step{judge.Do("appendContextEdit", "l1", nil)},
		},
		"edit on another branch": {
			func(w *session.Writer, s *session.Session) (*session.Change, error) {
				s.MoveLeaf(1)
				return w.AppendContextEdit(s, 2, nil)
			},
			[]judge.Step{judge.Do("branch", "u1"), judge.Do("appendContextEdit", "a1", nil)},
		},
		"edit to a number": {
			func(w *session.Writer, s *session.Session) (*session.Change, error) {
				return w.AppendContextEdit(s, 1, raw("7"))
			},
			[]judge.Step{judge.Do("appendContextEdit", "u1", raw(`{"content":7}`))},
		},
	} {
		t.Run(name, func(t *testing.T) {
			file := temp(t, talk)
			if w := j.For(t).Write(temp(t, talk), test.pi...); w.Error == "" {
				t.Error("pi does it")
			}
			if _, err := test.do(newWriter(), open(t, file)); err == nil {
				t.Error("pith does it")
			}
			unchanged(t, file, talk)
		})
	}
}

// TestNotMessages checks that nothing gets into a file that is no message.
func TestNotMessages(t *testing.T) {
	file := temp(t, talk)
	for _, text := range []string{`{`, `7`, `null`, `{"content":"x"}`, `{"role":"branchSummary","summary":"x"}`, "{\"role\":\"user\"}\n{}"} {
		if _, err := newWriter().AppendMessage(open(t, file), raw(text)); err == nil {
			t.Errorf("%s was taken for a message", text)
		}
	}
	unchanged(t, file, talk)
	c, err := newWriter().AppendMessage(open(t, file), raw("{\"role\":\n\"user\",\n\"content\":\"x\"}"))
	must(t, c, err)
	if rest := endsWith(t, file, talk); strings.Count(rest, "\n") != 1 {
		t.Errorf("a message on several lines became\n%s", rest)
	}
}

// TestDeferred checks that a new session has no file before anyone has spoken,
// and pi's file from then on (spec 2, writing rules).
func TestDeferred(t *testing.T) {
	j := judge.Start(t)
	for name, message := range map[string]string{
		"user":          `{"role":"user","content":"hello","timestamp":1}`,
		"assistant":     `{"role":"assistant","content":[],"usage":{"input":0,"output":0,"cacheRead":0,"cacheWrite":0,"cost":{"total":0}},"timestamp":1}`,
		"bashExecution": `{"role":"bashExecution","command":"ls","output":"","cancelled":false,"truncated":false,"timestamp":1}`,
	} {
		t.Run(name, func(t *testing.T) {
			dir, theirs := filepath.Join(t.TempDir(), "new"), t.TempDir()
			pi := j.For(t).Create(theirs, "/work", judge.Do("appendModelChange", "p", "m"), judge.Do("appendSessionInfo", "n"),
				judge.Do("appendMessage", raw(message)), judge.Do("appendLabelChange", judge.EntryID(0), "x"))
			w := newWriter()
			s, err := w.Create(session.Target{Dir: dir, Cwd: "/work"}, "")
			if err != nil {
				t.Fatal(err)
			}
			c, err := w.AppendModelChange(s, session.ModelRef{Provider: "p", ModelID: "m"})
			c, err = w.Rename(must(t, c, err).Session, "n")
			if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
				t.Fatalf("before anyone spoke there is a folder: %v", err)
			}
			c, err = w.AppendMessage(must(t, c, err).Session, raw(message))
			c, err = w.Label(must(t, c, err).Session, 0, "x")
			must(t, c, err)
			_, err = os.Stat(c.Session.File())
			if written := err == nil; written != pi.OnDisk {
				t.Fatalf("written: %v, by pi: %v", written, pi.OnDisk)
			}
			if c.Session.Len() != 4 || c.Session.Name() != "n" {
				t.Errorf("%d entries, named %q", c.Session.Len(), c.Session.Name())
			}
			if pi.OnDisk {
				n := normalizer{}
				want := n.lines(t, strings.ReplaceAll(contents(t, pi.File), idOf(t, pi.File), "ID"))
				got := n.lines(t, strings.ReplaceAll(contents(t, c.Session.File()), c.Session.ID(), "ID"))
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("pi wrote (-), pith (+):\n%s", diff)
				}
			}
		})
	}
}

func idOf(t *testing.T, file string) string {
	t.Helper()
	return open(t, file).ID()
}

// TestFileNames compares names and ids of new sessions with pi's in form.
func TestFileNames(t *testing.T) {
	s, err := session.NewWriter(clock(), countingIDs()).Create(session.Target{Dir: "/d", Cwd: "/work"}, "/parent.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	if want := "/d/2026-06-01T12-00-01-000Z_00000001-0000-7000-8000-000000000000.jsonl"; s.File() != want {
		t.Errorf("file %s, want %s", s.File(), want)
	}
	want := `{"type":"session","version":3,"id":"00000001-0000-7000-8000-000000000000","timestamp":"2026-06-01T12:00:01.000Z","cwd":"/work","parentSession":"/parent.jsonl"}`
	if got := string(s.Header().Raw()); got != want {
		t.Errorf("header\n%s\nwant\n%s", got, want)
	}
	for id, ok := range map[string]bool{"a": true, "A.b-c_9": true, "a.": false, "-a": false, "a/b": false, "ä": false, "a\n": false} {
		if _, err := newWriter().Create(session.Target{Dir: "/d", ID: id}, ""); (err == nil) != ok {
			t.Errorf("id %q: %v", id, err)
		}
	}
}

// TestIDsAreRedrawn has the source of ids give those that are taken first.
func TestIDsAreRedrawn(t *testing.T) {
	file := temp(t, header+user("00000001", "", "one")+user("00000002", "00000001", "two"))
	c, err := session.NewWriter(clock(), countingIDs()).Label(open(t, file), 0, "x")
	must(t, c, err)
	if id := c.Session.LeafID(); id != "00000003" {
		t.Errorf("the id is %s", id)
	}
}

// TestOpenOrCreate opens what a user may name: nothing, an empty file, a
// session, and a file that is none.
func TestOpenOrCreate(t *testing.T) {
	j := judge.Start(t)
	hello := raw(`{"role":"user","content":"hello","timestamp":1}`)
	for _, name := range []string{"missing", "empty"} {
		t.Run(name, func(t *testing.T) {
			ours, theirs := filepath.Join(t.TempDir(), "s.jsonl"), filepath.Join(t.TempDir(), "s.jsonl")
			if name == "empty" {
				write(t, ours, "")
				write(t, theirs, "")
			}
			j.For(t).Write(theirs, judge.Do("appendMessage", hello))
			w := newWriter()
			s, err := w.OpenOrCreate(ours, "/work")
			if err != nil {
				t.Fatal(err)
			}
			if _, err := os.Stat(ours); (err == nil) != (name == "empty") {
				t.Errorf("before the first message: %v", err)
			}
			c, err := w.AppendMessage(s, hello)
			must(t, c, err)
			n := normalizer{}
			hide := func(text, id, cwd string) string {
				return strings.NewReplacer(id, "ID", cwd, "CWD").Replace(text)
			}
			p := open(t, theirs)
			want, got := hide(contents(t, theirs), p.ID(), p.Cwd()), hide(contents(t, ours), s.ID(), "/work")
			if diff := cmp.Diff(n.lines(t, want), n.lines(t, got)); diff != "" {
				t.Errorf("pi wrote (-), pith (+):\n%s", diff)
			}
		})
	}
	t.Run("no session", func(t *testing.T) {
		file := temp(t, "my notes\n")
		if _, err := newWriter().OpenOrCreate(file, "/work"); err == nil {
			t.Error("it was opened")
		}
		unchanged(t, file, "my notes\n")
	})
}

// TestInMemory changes a session that has no file.
func TestInMemory(t *testing.T) {
	w := newWriter()
	s, err := session.InMemory("id", "/work", clock()())
	if err != nil {
		t.Fatal(err)
	}
	c, err := w.AppendMessage(s, raw(`{"role":"user","content":"one"}`))
	c, err = w.AppendMessage(must(t, c, err).Session, raw(`{"role":"user","content":"two"}`))
	c, err = w.Label(must(t, c, err).Session, 0, "x")
	before := stateOf(t, must(t, c, err).Session)
	c, err = w.Move(c.Session, session.Move{To: 0})
	if got := stateOf(t, must(t, c, err).Session); len(got.Messages) != 1 || c.Session.Persisted() {
		t.Errorf("after the move: %v", got)
	}
	c, err = w.Undo(c.Session, c.Undo)
	if diff := cmp.Diff(before, stateOf(t, must(t, c, err).Session)); diff != "" {
		t.Error(diff)
	}
	if s.Len() != 0 {
		t.Error("the session that was given has changed")
	}
}

// TestLarge changes a session that is too large to be kept in memory.
func TestLarge(t *testing.T) {
	file := chain(t, 20, 2<<20)
	text := contents(t, file)
	s := open(t, file)
	c, err := newWriter().Label(s, 3, "x")
	must(t, c, err)
	defer c.Session.Close()
	if rest := endsWith(t, file, text); strings.Count(rest, "\n") != 1 {
		t.Errorf("added:\n%s", rest)
	}
	for i := range s.Len() { // what was open can still be read, and so can what is
		if _, err := s.Raw(i); err != nil {
			t.Error(err)
		}
		if _, err := c.Session.Raw(i); err != nil {
			t.Error(err)
		}
	}
	made, err := newWriter().CopyAll(c.Session, session.Target{Dir: t.TempDir()})
	must(t, made, err)
	defer made.Session.Close()
	if _, copied, _ := strings.Cut(contents(t, made.Session.File()), "\n"); !strings.HasSuffix(contents(t, file), copied) {
		t.Error("the copy has other lines")
	}
}
