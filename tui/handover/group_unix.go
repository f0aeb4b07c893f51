//go:build unix

package handover

import (
	"os/exec"
	"syscall"
)

// Group makes a command that is cancelled take along what it started. The
// command must come from exec.CommandContext.
func Group(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
