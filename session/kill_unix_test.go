//go:build unix

package session_test

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"pith/session"
)

// These tests run the test binary again as a process of its own, which dies
// where it is told to, or meets a limit of the system.

const (
	childEnv     = "PITH_TEST_CHILD" // what the child does
	childFileEnv = "PITH_TEST_FILE"
	childArgEnv  = "PITH_TEST_ARG"
)

// child is a command that runs this test binary as a child.
func child(t *testing.T, do, file, arg string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, "-test.run=^TestChild$")
	cmd.Env = append(os.Environ(), childEnv+"="+do, childFileEnv+"="+file, childArgEnv+"="+arg)
	return cmd
}

// TestChild is what a child does. It is skipped in the process that tests.
func TestChild(t *testing.T) {
	file, arg := os.Getenv(childFileEnv), os.Getenv(childArgEnv)
	do := os.Getenv(childEnv)
	if do == "" {
		t.Skip("this is no child")
	}
	if name, ok := strings.CutPrefix(do, "kill "); ok {
		childKilled(t, faultNamed(t, name), file, arg)
		return
	}
	if name, ok := strings.CutPrefix(do, "limit "); ok {
		childLimited(t, faultNamed(t, name), file, arg)
		return
	}
	switch do {
	case "hold":
		childHolds(t, file)
	case "pith":
		childAsPith(t, file, arg)
	case "pi":
		childAsPi(t, file, arg)
	}
}

func faultNamed(t *testing.T, name string) faulty {
	t.Helper()
	for _, f := range faults() {
		if f.name == name {
			return f
		}
	}
	t.Fatalf("no fault %q", name)
	return faulty{}
}

// die ends this process as kill -9 does.
func die() {
	syscall.Kill(os.Getpid(), syscall.SIGKILL)
	select {}
}

// childKilled dies ahead of a step: "7" is the eighth; "w12" dies in a write,
// after 12 bytes.
func childKilled(t *testing.T, f faulty, file, arg string) {
	written, inWrite := strings.CutPrefix(arg, "w")
	n, err := strconv.Atoi(written)
	if err != nil {
		t.Fatal(err)
	}
	steps := 0
	w := newWriter().Watched(func(step session.Step) error {
		switch {
		case inWrite && step.Op == "write":
			return session.ShortWrite(n)
		case inWrite && step.Op == "close", !inWrite && steps == n:
			die()
		}
		steps++
		return nil
	})
	f.do(w, open(t, file)) //nolint:errcheck // it is about what is left
}

// childLimited lets files grow by no more than arg bytes. "x" in front of it
// has the system end the process when it reaches that.
func childLimited(t *testing.T, f faulty, file, arg string) {
	number, fatal := strings.CutPrefix(arg, "x")
	n, err := strconv.ParseUint(number, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	s := open(t, file)
	if !fatal {
		signal.Ignore(syscall.SIGXFSZ)
	}
	limit := syscall.Rlimit{Cur: n, Max: n}
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		t.Fatal(err)
	}
	if _, err := f.do(newWriter(), s); err == nil {
		os.Stdout.WriteString("DONE") //nolint:errcheck
	} else if !errors.Is(err, syscall.EFBIG) {
		os.Stdout.WriteString("WRONG " + err.Error()) //nolint:errcheck
	}
}

// TestKilledAtEveryStep ends the process with kill -9 ahead of every system
// call of every kind of change.
func TestKilledAtEveryStep(t *testing.T) {
	for _, f := range faults() {
		t.Run(f.name, func(t *testing.T) {
			for n := 0; ; n++ {
				file := temp(t, f.text)
				err := child(t, "kill "+f.name, file, strconv.Itoa(n)).Run()
				intact(t, f, file)
				f.whole(t, file)
				again(t, f, file)
				if err == nil { // it was not killed: there are no more steps
					if n < 4 {
						t.Errorf("only %d steps", n)
					}
					return
				}
			}
		})
	}
}

// TestKilledInAWrite ends the process in the middle of what it writes.
func TestKilledInAWrite(t *testing.T) {
	step := 1
	if testing.Short() {
		step = 29
	}
	for _, f := range faults() {
		t.Run(f.name, func(t *testing.T) {
			for n := 0; n < 150; n += step {
				file := temp(t, f.text)
				if err := child(t, "kill "+f.name, file, "w"+strconv.Itoa(n)).Run(); err == nil {
					t.Fatal("the child was not killed")
				}
				intact(t, f, file)
				again(t, f, file)
			}
		})
	}
}

// TestFileSizeLimit has the system cut writes off at every byte (RLIMIT_FSIZE),
// once with an error and once by ending the process.
func TestFileSizeLimit(t *testing.T) {
	step := 1
	if testing.Short() {
		step = 29
	}
	for _, mode := range []string{"", "x"} {
		t.Run("fatal="+mode, func(t *testing.T) {
			f := faultNamed(t, "append")
			for n := 0; ; n += step {
				file := temp(t, f.text)
				cmd := child(t, "limit "+f.name, file, mode+strconv.Itoa(len(f.text)+n))
				out, err := cmd.Output()
				if mode == "" && err != nil {
					t.Fatalf("the child: %v", err)
				}
				intact(t, f, file)
				if bytes.Contains(out, []byte("WRONG")) {
					t.Fatalf("after %d bytes: %s", n, out)
				}
				if bytes.Contains(out, []byte("DONE")) {
					if n < 100 || !f.whole(t, file) {
						t.Errorf("done after %d bytes", n)
					}
					return
				}
				if got := len(contents(t, file)) - len(f.text); got != n {
					t.Fatalf("%d bytes were let through, %d written: the limit does not work", n, got)
				}
				again(t, f, file)
			}
		})
	}
}

// childHolds takes the lock and waits to be killed.
func childHolds(t *testing.T, file string) {
	if _, err := newWriter().Lock(file); err != nil {
		t.Fatal(err)
	}
	os.Stdout.WriteString("held\n") //nolint:errcheck
	select {}
}

// TestLock checks that a lock is met while its process lives and is no more
// when that is dead, with nothing left of it.
func TestLock(t *testing.T) {
	file := temp(t, talk)
	cmd := child(t, "hold", file, "")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := out.Read(make([]byte, 5)); err != nil {
		t.Fatal(err)
	}
	var busy *session.BusyError
	if _, err := newWriter().Impatient().Label(open(t, file), 1, "x"); !errors.As(err, &busy) {
		t.Errorf("while another holds the lock: %v", err)
	}
	unchanged(t, file, talk)
	cmd.Process.Kill()
	cmd.Wait() //nolint:errcheck // it was killed
	c, err := newWriter().Label(open(t, file), 1, "x")
	must(t, c, err)
	if rest := endsWith(t, file, talk); strings.Count(rest, "\n") != 1 {
		t.Errorf("added:\n%s", rest)
	}
}
