package render

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"pith/session"
)

var update = flag.Bool("update", false, "write the golden files anew")

// testNow is the time that all tests draw at.
var testNow = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)

// edgeSession opens one of the sessions that show one rule each.
func edgeSession(tb testing.TB, name string) *session.Session {
	tb.Helper()
	s, err := session.Open(filepath.Join("..", "testdata", "edge", name+".jsonl"))
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { s.Close() })
	return s
}

// parseSession reads entries as a session.
func parseSession(tb testing.TB, lines ...string) *session.Session {
	tb.Helper()
	header := `{"type":"session","version":3,"id":"x","timestamp":"2026-01-01T00:00:00.000Z","cwd":"/"}`
	s, err := session.Parse([]byte(header + "\n" + strings.Join(lines, "\n") + "\n"))
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

// golden compares lines, without styles and with "|" where each ends, with a
// file of testdata.
func golden(t *testing.T, name string, lines []string) {
	t.Helper()
	var b strings.Builder
	for _, line := range lines {
		b.WriteString(ansi.Strip(line) + "|\n")
	}
	path := filepath.Join("testdata", name+".golden")
	if *update {
		if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if b.String() != string(want) {
		t.Errorf("%s differs; got:\n%s", path, b.String())
	}
}

// atMost fails if a line is wider than width.
func atMost(tb interface {
	Helper()
	Fatalf(string, ...any)
}, lines []string, width int) {
	tb.Helper()
	for _, line := range lines {
		if got := Width(line); got > width {
			tb.Fatalf("%d columns instead of at most %d: %q", got, width, line)
		}
	}
}
