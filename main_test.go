package main

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"pith": func() { os.Exit(run(os.Args[1:])) },
	})
}

// TestScripts runs every verb as a user would. Each script starts with a home
// folder that holds no sessions; $EDGE has the edge corpus. After it, no file
// that it was given may have another byte or time.
func TestScripts(t *testing.T) {
	edge, err := filepath.Abs("testdata/edge")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(e *testscript.Env) error {
			e.Setenv("HOME", e.WorkDir)
			e.Setenv("EDGE", edge)
			e.Setenv("NO_COLOR", "1")
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"jsoneq":   jsonEqual,
			"snapshot": snapshot,
		},
	})
}

// jsonEqual compares the JSON on stdout with that in a file, whatever its
// layout. A second argument takes one field of the former, as in context.model.
func jsonEqual(ts *testscript.TestScript, neg bool, args []string) {
	var got, want any
	ts.Check(json.Unmarshal([]byte(ts.ReadFile("stdout")), &got))
	ts.Check(json.Unmarshal([]byte(ts.ReadFile(args[0])), &want))
	if diff := cmp.Diff(want, got); (diff == "") == neg {
		ts.Fatalf("%s (-) and stdout (+):\n%s", args[0], diff)
	}
}

// snapshot remembers the bytes and times of all files below a folder, or, after
// the first time, compares with what is remembered.
func snapshot(ts *testscript.TestScript, _ bool, args []string) {
	var b strings.Builder
	err := filepath.WalkDir(ts.MkAbs(args[0]), func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		sum := [32]byte{}
		if !d.IsDir() {
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			sum = sha256.Sum256(text)
		}
		fmt.Fprintf(&b, "%s %x %v %v\n", path, sum[:4], info.ModTime(), info.Mode())
		return nil
	})
	ts.Check(err)
	memory := ts.MkAbs(".snapshot" + strings.ReplaceAll(args[0], "/", "_"))
	before, err := os.ReadFile(memory)
	if err != nil {
		ts.Check(os.WriteFile(memory, []byte(b.String()), 0o644))
		return
	}
	if diff := cmp.Diff(string(before), b.String()); diff != "" {
		ts.Fatalf("looking changed something in %s:\n%s", args[0], diff)
	}
}

// TestRooms keeps the arrows between the packages pointing down. What a room
// may import of the project, and what it must not reach at all, is said here
// and nowhere else.
func TestRooms(t *testing.T) {
	const bubbletea = "charm.land/bubbletea/v2"
	rooms := map[string]struct{ may, mustNot []string }{
		"pith":                 {may: []string{"pith/tui", "pith/tui/cli", "pith/tui/handover", "pith/render", "pith/keymap", "pith/session", "pith/session/library"}},
		"pith/tui/cli":         {may: []string{"pith/render", "pith/session", "pith/session/library"}, mustNot: []string{bubbletea}},
		"pith/tui":             {may: []string{"pith/tui/handover", "pith/render", "pith/keymap", "pith/session", "pith/session/library"}},
		"pith/render":          {may: []string{"pith/session"}, mustNot: []string{bubbletea}},
		"pith/keymap":          {mustNot: []string{"pith/session", "pith/render"}},
		"pith/session/library": {may: []string{"pith/session", "pith/session/internal/jsonl", "pith/session/internal/jsonscan", "pith/session/internal/jstext"}, mustNot: []string{bubbletea, "charm.land/lipgloss/v2"}},
		"pith/session":         {may: []string{"pith/session/internal/jsonl", "pith/session/internal/jsonscan", "pith/session/internal/jstext"}, mustNot: []string{bubbletea, "charm.land/lipgloss/v2"}},
	}
	for room, rule := range rooms {
		for _, dep := range goList(t, `{{join .Imports "\n"}}`, room) {
			own := strings.HasPrefix(dep, room+"/internal/")
			if strings.HasPrefix(dep, "pith") && !own && !slices.Contains(rule.may, dep) {
				t.Errorf("%s imports %s", room, dep)
			}
		}
		all := goList(t, `{{join .Deps "\n"}}`, room)
		for _, dep := range rule.mustNot {
			if slices.Contains(all, dep) {
				t.Errorf("%s reaches %s", room, dep)
			}
		}
	}
}

func goList(t *testing.T, format, pkg string) []string {
	t.Helper()
	out, err := exec.Command("go", "list", "-f", format, pkg).Output()
	if err != nil {
		t.Fatalf("go list %s: %v", pkg, err)
	}
	return strings.Fields(string(out))
}

// TestPureRooms keeps the rooms that must not know the world from asking it.
func TestPureRooms(t *testing.T) {
	for room, words := range map[string][]string{
		"render":  {"time.Now(", "os.", "\"os\""},
		"session": {"time.Now(", "os.Getenv(", "go func("},
		"tui":     {"os.", "\"os\""},
		"tui/cli": {"os.", "\"os\"", "time.Now("},
	} {
		files, err := filepath.Glob(filepath.Join(room, "*.go"))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s has no files: %v", room, err)
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for n, line := range strings.Split(string(text), "\n") {
				code, _, _ := strings.Cut(line, "//")
				for _, word := range words {
					if i := strings.Index(code, word); i >= 0 && (i == 0 || !isNameByte(code[i-1])) {
						t.Errorf("%s:%d: %s does not belong in this room", file, n+1, word)
					}
				}
			}
		}
	}
}

func isNameByte(b byte) bool {
	return b == '_' || '0' <= b && b <= '9' || 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z'
}
