//go:build !unix

package handover

import (
	"os"
	"os/exec"
)

// To runs a program in its folder and ends this process with its exit code. It
// returns only if the program cannot be started.
func To(cmd *exec.Cmd) error {
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	if err := cmd.Run(); cmd.ProcessState == nil {
		return err
	}
	os.Exit(cmd.ProcessState.ExitCode())
	return nil
}

// Shell reports whether there is a shell that can continue this process after
// it was stopped: there is none here.
func Shell() bool { return false }
