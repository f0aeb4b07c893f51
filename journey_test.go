package main

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/vt"
	"github.com/creack/pty"
)

// terminal is pith running on a real PTY, with a screen behind it.
type terminal struct {
	t    *testing.T
	pty  *os.File
	cmd  *exec.Cmd
	em   *vt.SafeEmulator
	home string        // and the folder for temporary files
	news chan struct{} // something was drawn
	done chan error    // the process ended
}

// patience is how long a screen may take; it only bounds how long a failing
// test runs.
const patience = 30 * time.Second

var buildOnce = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "pith-journey-")
	if err != nil {
		return "", err
	}
	binary := filepath.Join(dir, "pith")
	out, err := exec.Command("go", "build", "-o", binary, ".").CombinedOutput()
	if err != nil {
		return "", &exec.Error{Name: string(out), Err: err}
	}
	return binary, nil
})

// start runs pith with args on a terminal of the given size.
func start(t *testing.T, width, height int, args ...string) *terminal {
	t.Helper()
	binary, err := buildOnce()
	if err != nil {
		t.Fatal(err)
	}
	term := &terminal{
		t: t, cmd: exec.Command(binary, args...), em: vt.NewSafeEmulator(width, height),
		news: make(chan struct{}, 1), done: make(chan error, 1),
	}
	term.home = t.TempDir()
	term.cmd.Env = append(os.Environ(), "TERM=xterm-256color", "COLORTERM=truecolor", "HOME="+term.home, "TMPDIR="+term.home)
	term.pty, err = pty.StartWithSize(term.cmd, &pty.Winsize{Cols: uint16(width), Rows: uint16(height)})
	if err != nil {
		t.Fatal(err)
	}
	go io.Copy(term.pty, term.em) // the emulator's answers to queries
	go term.copy()
	t.Cleanup(func() {
		term.cmd.Process.Kill()
		term.pty.Close()
		// The emulator is not closed: its Close races with the Read that waits
		// for answers, which ends with the test process.
	})
	return term
}

func (term *terminal) copy() {
	buf := make([]byte, 32<<10)
	for {
		n, err := term.pty.Read(buf)
		term.em.Write(buf[:n])
		select {
		case term.news <- struct{}{}:
		default:
		}
		if err != nil {
			term.done <- term.cmd.Wait()
			return
		}
	}
}

func (term *terminal) screen() string { return ansi.Strip(term.em.Render()) }

// wait waits until the screen shows a text.
func (term *terminal) wait(text string) {
	term.t.Helper()
	deadline := time.After(patience)
	for !strings.Contains(term.screen(), text) {
		select {
		case <-term.news:
		case <-deadline:
			term.t.Fatalf("the screen never showed %q:\n%s", text, term.screen())
		}
	}
}

func (term *terminal) keys(keys string) {
	term.t.Helper()
	if _, err := term.pty.WriteString(keys); err != nil {
		term.t.Fatal(err)
	}
}

// exit waits for the process to end and returns its exit code.
func (term *terminal) exit() int {
	term.t.Helper()
	select {
	case <-term.done:
		return term.cmd.ProcessState.ExitCode()
	case <-time.After(patience):
		term.t.Fatalf("pith did not end:\n%s", term.screen())
	}
	return -1
}

const (
	keyEnter  = "\r"
	keyEscape = "\x1b"
	keyDown   = "\x1b[B"
	keyTab    = "\t"
)

func TestJourneyThroughTheDemo(t *testing.T) {
	term := start(t, 110, 32, "--demo")
	term.wait("11 sessions")
	term.keys("deadlock")
	term.wait("match")
	term.keys(keyEscape)
	term.wait("type to search")
	term.keys(keyEnter)
	term.wait("◀ leaf")
	term.keys("/soak")
	term.wait("/soak: 13/13")
	term.keys(keyEnter + keyTab)
	term.wait("[entry]")
	if err := pty.Setsize(term.pty, &pty.Winsize{Cols: 60, Rows: 16}); err != nil {
		t.Fatal(err)
	}
	term.em.Resize(60, 16)
	term.wait("── context [entry]")
	term.keys("?")
	term.wait("Help: session")
	term.keys("q")
	term.wait("[entry]")
	term.keys("qq") // ends the search, then leaves the session
	term.wait("sessions")
	term.keys(keyEscape)
	if code := term.exit(); code != exitDone {
		t.Errorf("exit code %d, want %d", code, exitDone)
	}
	left, err := filepath.Glob(filepath.Join(term.home, "pith-demo-*"))
	if err != nil || len(left) > 0 {
		t.Errorf("the sample library was left behind: %v %v", left, err)
	}
}

// TestTerminalIsLeftAsItWas ends pith in several ways; each must give the
// screen, the mouse and the keyboard back.
func TestTerminalIsLeftAsItWas(t *testing.T) {
	for name, end := range map[string]func(*terminal){
		"esc":     func(term *terminal) { term.keys(keyEscape) },
		"ctrl+c":  func(term *terminal) { term.keys("\x03") },
		"SIGTERM": func(term *terminal) { term.cmd.Process.Signal(syscall.SIGTERM) },
	} {
		t.Run(name, func(t *testing.T) {
			term := start(t, 80, 24, "--demo")
			term.wait("11 sessions")
			end(term)
			term.exit()
			if strings.Contains(term.screen(), "11 sessions") {
				t.Errorf("the screen is still pith's:\n%s", term.screen())
			}
		})
	}
}
