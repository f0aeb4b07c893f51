//go:build unix

package handover

import (
	"os"
	"os/exec"
	"syscall"

	"golang.org/x/sys/unix"
)

// To replaces this process by a program, in the program's folder. It returns
// only if that fails.
func To(cmd *exec.Cmd) error {
	if cmd.Dir != "" {
		if err := os.Chdir(cmd.Dir); err != nil {
			return err
		}
		// A shell sets it on the way too, and programs believe it.
		os.Setenv("PWD", cmd.Dir)
	}
	return &os.PathError{Op: "start", Path: cmd.Path, Err: syscall.Exec(cmd.Path, cmd.Args, os.Environ())}
}

// Shell reports whether there is a shell with job control that can continue
// this process after it was stopped. Such a shell gives each job a process group
// of its own; the group of the session's leader has nobody to continue it.
func Shell() bool {
	sid, err := unix.Getsid(0)
	return err == nil && sid != unix.Getpgrp()
}
