//go:build unix

package session_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"pith/session"
	"pith/session/internal/judge"
)

// begin waits until the parent lets go of all children at once.
func begin() { io.ReadAll(os.Stdin) } //nolint:errcheck // the end of it is the signal

// childAsPith makes changes one after the other: arg is "name count".
func childAsPith(t *testing.T, file, arg string) {
	name, count := childCount(t, arg)
	w := session.NewWriter(clock(), session.RandomIDs())
	s := open(t, file)
	begin()
	for n := range count {
		var c *session.Change
		var err error
		if n%10 == 0 {
			c, err = w.Rename(s, fmt.Sprintf("%s %d", name, n))
		} else {
			c, err = w.AppendCustomEntry(s, name, fmt.Appendf(nil, `{"n":%d}`, n))
		}
		s = must(t, c, err).Session
	}
}

// childAsPi appends to its own chain, as a pi that runs: each line by the path,
// in one write, without a look at the file.
func childAsPi(t *testing.T, file, arg string) {
	name, count := childCount(t, arg)
	parent := "a"
	begin()
	for n := range count {
		id := fmt.Sprintf("%s%06d", name, n)
		appendAsPi(t, file, user(id, parent, strings.Repeat("long ", n%200)))
		parent = id
	}
}

func childCount(t *testing.T, arg string) (name string, count int) {
	t.Helper()
	name, number, _ := strings.Cut(arg, " ")
	count, err := strconv.Atoi(number)
	if err != nil {
		t.Fatal(err)
	}
	return name, count
}

// TestThreeWriters has two piths and one pi write to one file at the same time.
// Every line must be whole, none lost, and all must be found by pith and by pi.
func TestThreeWriters(t *testing.T) {
	count := 5000
	if testing.Short() {
		count = 200
	}
	file := temp(t, header+user("a", "", "one"))
	arg := func(name string) string { return fmt.Sprintf("%s %d", name, count) }
	together(t, child(t, "pith", file, arg("first")), child(t, "pith", file, arg("second")), child(t, "pi", file, arg("pi")))

	seen := map[string]int{}
	for n, line := range bytes.Split([]byte(strings.TrimSuffix(contents(t, file), "\n")), []byte("\n")) {
		var e struct {
			ID, Type, Name, CustomType string
			Data                       struct{ N int }
		}
		if err := json.Unmarshal(line, &e); err != nil {
			t.Fatalf("line %d is not whole: %v\n%s", n+1, err, line)
		}
		switch {
		case e.Type == "session_info":
			seen[e.Name]++
		case e.Type == "custom" && e.CustomType != session.CustomTypeLeaf:
			seen[fmt.Sprintf("%s %d", e.CustomType, e.Data.N)]++
		case e.Type == "message":
			seen[e.ID]++
		}
	}
	for n := range count {
		for _, want := range []string{fmt.Sprintf("first %d", n), fmt.Sprintf("second %d", n), fmt.Sprintf("pi%06d", n)} {
			if seen[want] != 1 {
				t.Fatalf("%q stands there %d times", want, seen[want])
			}
		}
	}
	s := open(t, file)
	if len(s.Problems()) > 0 {
		t.Errorf("problems: %v", s.Problems()[:1])
	}
	t.Logf("%d entries, %d bytes", s.Len(), s.Size())
	j := judge.Start(t)
	pi := j.File(file, judge.Last)
	if pi.Count != s.Len() || pi.Leaf.Pos != s.Leaf() || pi.Name == nil || *pi.Name != s.Name() {
		t.Errorf("pi reads %d entries with the leaf %v, pith %d with %d", pi.Count, pi.Leaf, s.Len(), s.Leaf())
	}
}

// together runs commands that all begin when their input ends.
func together(t *testing.T, cmds ...*exec.Cmd) {
	t.Helper()
	var gates []io.Closer
	outs := make([]bytes.Buffer, len(cmds))
	for i, cmd := range cmds {
		gate, err := cmd.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		gates = append(gates, gate)
		cmd.Stdout, cmd.Stderr = &outs[i], &outs[i]
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
	}
	for _, gate := range gates {
		gate.Close()
	}
	for i, cmd := range cmds {
		if err := cmd.Wait(); err != nil {
			t.Fatalf("%v: %s", err, outs[i].Bytes())
		}
	}
}
