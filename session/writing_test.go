package session_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/google/uuid"

	"pith/session"
	"pith/session/internal/judge"
)

// What the tests of the writing half share.

// clock gives a time a second later at each call.
func clock() func() time.Time {
	at := time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)
	return func() time.Time {
		at = at.Add(time.Second)
		return at
	}
}

// newWriter is a writer whose times are known and whose ids are random.
func newWriter() *session.Writer { return session.NewWriter(clock(), session.RandomIDs()) }

// countingIDs are ids that are known: one after the other, from 1.
func countingIDs() session.IDs {
	n := uint32(0)
	next := func() (uuid.UUID, error) {
		n++
		return uuid.UUID{byte(n >> 24), byte(n >> 16), byte(n >> 8), byte(n), 0, 0, 0x70, 0, 0x80}, nil
	}
	return session.IDs{Session: next, Entry: next}
}

// temp writes text to a file of its own and returns its path.
func temp(t testing.TB, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "2026-05-01T10-00-00-000Z_s.jsonl")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

func contents(t judge.TB, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v", err)
	}
	return string(text)
}

// must returns what a change gave, and has it closed in the end.
func must(t judge.TB, c *session.Change, err error) *session.Change {
	t.Helper()
	if err != nil {
		t.Fatalf("%v", err)
	}
	return c
}

// edgeFiles are the files of the edge corpus that are sessions.
func edgeFiles(t *testing.T) map[string]string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(edgeDir, "*.jsonl"))
	if err != nil || len(files) < 30 {
		t.Fatalf("the edge corpus is gone: %d files, %v", len(files), err)
	}
	texts := map[string]string{}
	for _, file := range files {
		if s, err := session.Open(file); err == nil {
			s.Close()
			texts[strings.TrimSuffix(filepath.Base(file), ".jsonl")] = contents(t, file)
		}
	}
	return texts
}

// normalizer makes lines comparable that differ in drawn ids and in times only.
type normalizer struct {
	ids map[string]string // entry id to its place
	// drawnFrom is the number of the entry from which on ids and times are new;
	// before it they must be the same on both sides.
	drawnFrom int
	keepTimes bool // of drawn entries too, when they are not of now
	anyOrder  bool // of fields: JavaScript sorts some names and drops those that stand twice
}

// lines returns the lines of a session file in comparable form: fields in
// order, numbers by value, drawn ids by the place of their entry. Lines that are
// not JSON are kept as they are.
func (n *normalizer) lines(t judge.TB, text string) []string {
	t.Helper()
	n.ids = map[string]string{}
	var raw []string
	for line := range strings.Lines(text) {
		raw = append(raw, strings.TrimSpace(line))
	}
	for i, line := range raw {
		var e struct{ Type, ID string }
		json.Unmarshal([]byte(line), &e) //nolint:errcheck // not every line is one
		if i > n.drawnFrom && e.ID != "" {
			n.ids[e.ID] = fmt.Sprintf("<%d>", i)
		}
	}
	for i, line := range raw {
		if json.Valid([]byte(line)) {
			d := json.NewDecoder(strings.NewReader(line))
			d.UseNumber()
			raw[i] = n.value(t, d, "", i == 0 || i > n.drawnFrom && !n.keepTimes)
		}
	}
	return raw
}

// value reads one JSON value and writes it in comparable form.
func (n *normalizer) value(t judge.TB, d *json.Decoder, key string, newTime bool) string {
	t.Helper()
	token, err := d.Token()
	if err != nil {
		t.Fatalf("%v", err)
	}
	switch v := token.(type) {
	case json.Delim:
		return n.container(t, d, v, newTime)
	case string:
		switch {
		case key == "timestamp" && newTime:
			v = "<time>"
		case slices.Contains([]string{"id", "parentId", "targetId", "fromId", "firstKeptEntryId", "from"}, key) && n.ids[v] != "":
			v = n.ids[v]
		}
		return fmt.Sprintf("%q", v)
	case json.Number:
		if key == "timestamp" && newTime {
			return "<time>"
		}
		if f, err := v.Float64(); err == nil && f == 0 {
			return "0" // JavaScript drops the sign
		}
		return fmt.Sprint(asJavaScript(v))
	default:
		return fmt.Sprint(v)
	}
}

// container reads the rest of an object or an array.
func (n *normalizer) container(t judge.TB, d *json.Decoder, kind json.Delim, newTime bool) string {
	t.Helper()
	var parts []string
	at := map[string]int{}
	for d.More() {
		if kind == '[' {
			parts = append(parts, n.value(t, d, "", newTime))
			continue
		}
		token, err := d.Token()
		if err != nil {
			t.Fatalf("%v", err)
		}
		key := token.(string)
		part := fmt.Sprintf("%q:%s", key, n.value(t, d, key, newTime))
		if i, ok := at[key]; ok && n.anyOrder {
			parts[i] = part
			continue
		}
		at[key] = len(parts)
		parts = append(parts, part)
	}
	if _, err := d.Token(); err != nil {
		t.Fatalf("%v", err)
	}
	if kind == '{' && n.anyOrder {
		slices.Sort(parts)
	}
	return string(kind) + strings.Join(parts, ", ") + string(kind+2)
}

// equateEmpty takes a list without elements for none.
var equateEmpty = cmpopts.EquateEmpty()

// agree asks pi what it reads in a file and fails where this package reads
// something else.
func agree(t judge.TB, j *judge.Judge, file string) {
	t.Helper()
	compare(t, j, contents(t, file), judge.Every)
}

// unchanged fails if a file does not hold what it held.
func unchanged(t *testing.T, file, text string) {
	t.Helper()
	if got := contents(t, file); got != text {
		t.Errorf("the file changed to\n%s", got)
	}
}

// endsWith splits a file that is to start with text and returns what follows.
func endsWith(t *testing.T, file, text string) string {
	t.Helper()
	rest, ok := bytes.CutPrefix([]byte(contents(t, file)), []byte(text))
	if !ok {
		t.Fatalf("the old lines are not there any more:\n%s", contents(t, file))
	}
	return string(rest)
}
