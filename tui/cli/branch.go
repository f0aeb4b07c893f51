package cli

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"pith/render"
	"pith/session"
)

func (a *App) branchCommand() *cobra.Command {
	var summary, label string
	cmd := &cobra.Command{
		Use:   "branch SESSION ENTRY|root",
		Short: "Move the leaf: the session goes on from another entry",
		Long: "Move the leaf, so that pi goes on from ENTRY when it next opens the session. With --summary the model reads there\n" +
			"what the branch that is left behind came to.",
		Args: arguments(2, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			text, err := a.summaryText(cmd, summary)
			if err != nil {
				return err
			}
			return a.change(cmd, args[0], func(s *session.Session) (*session.Change, string, error) {
				return a.branch(s, args[1], text, label)
			})
		},
	}
	cmd.Flags().StringVar(&summary, "summary", "", "a summary of what is left behind; - reads it from standard input")
	cmd.Flags().StringVar(&label, "label", "", "a label for the place")
	return cmd
}

// summaryText returns what --summary says, or "" if it is not given.
func (a *App) summaryText(cmd *cobra.Command, flag string) (string, error) {
	if !cmd.Flags().Changed("summary") {
		return "", nil
	}
	text := flag
	if flag == "-" {
		all, err := io.ReadAll(a.Stdin)
		if err != nil {
			return "", fmt.Errorf("read the summary from standard input: %w", err)
		}
		text = strings.TrimRight(string(all), "\n")
	}
	if strings.TrimSpace(text) == "" {
		return "", usage("the summary is empty; leave out --summary to branch without one")
	}
	return text, nil
}

func (a *App) branch(s *session.Session, arg, summary, label string) (*session.Change, string, error) {
	to, err := entry(s, arg)
	if err != nil {
		return nil, "", err
	}
	move := session.Move{To: to, Label: strings.TrimSpace(label), Labeled: to}
	if summary != "" {
		left, err := s.Abandoned(s.Leaf(), to, 0)
		if err != nil {
			return nil, "", err
		}
		move.Summary = left.Stored(summary)
	}
	c, err := a.writer().Move(s, move)
	if err != nil {
		return nil, "", err
	}
	if to != session.Root && s.At(to).IsMessage(session.RoleUser) {
		a.warn("the session now goes on after the user message %s; to write that message anew, branch from the entry before it", s.At(to).ID)
	}
	where := "before the first entry"
	if to != session.Root {
		where = "from the entry " + s.At(to).ID
	}
	if len(c.Appended) == 0 {
		return c, "The session goes on " + where + " already; nothing was written.", nil
	}
	return c, "The session goes on " + where + " now.", nil
}

func (a *App) forkCommand() *cobra.Command {
	var at, cwd string
	var all bool
	cmd := &cobra.Command{
		Use:   "fork SESSION",
		Short: "Make a new session of one branch of another",
		Long: "Make a new session of the branch that ends in the leaf, or in --at ENTRY, and print the path of its file.\n" +
			"With --all-branches the whole tree is copied. The session itself stays as it is.",
		Args: arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if all && at != "" {
				return usage("--at chooses one branch, --all-branches all of them: give one of the two")
			}
			return a.fork(cmd, args[0], at, cwd, all)
		},
	}
	cmd.Flags().StringVar(&at, "at", "", "the id of the entry that the branch ends in, or root; the session's leaf if not given")
	cmd.Flags().StringVar(&cwd, "cwd", "", "the folder that the new session works in; that of SESSION if not given")
	cmd.Flags().BoolVar(&all, "all-branches", false, "copy every branch, with its labels")
	return cmd
}

func (a *App) fork(cmd *cobra.Command, arg, at, cwd string, all bool) error {
	return a.readAt(cmd, arg, at, func(s *session.Session, leaf int) error {
		lib, err := a.library()
		if err != nil {
			return err
		}
		if cwd == "" {
			cwd = s.Cwd()
		}
		var c *session.Change
		if target := lib.Target(cwd); all {
			c, err = a.writer().CopyAll(s, target)
		} else {
			c, err = a.writer().Extract(s, leaf, target)
		}
		if err != nil {
			return err
		}
		a.remember("A fork of "+render.CleanLine(s.ID())+" was made.", c.Undo)
		return a.printMade(c)
	})
}

// printMade prints where a new session is, and closes it.
func (a *App) printMade(c *session.Change) error {
	defer c.Session.Close()
	if a.json {
		return a.printChange(c)
	}
	_, err := fmt.Fprintln(a.Stdout, c.Session.File())
	return err
}

func (a *App) exportCommand() *cobra.Command {
	var format, at, out string
	cmd := &cobra.Command{
		Use:   "export SESSION",
		Short: "Write one branch of a session as a file of its own",
		Args:  arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if format != "jsonl" {
				return usage("there is no format %q; there is jsonl", format)
			}
			return a.readAt(cmd, args[0], at, func(s *session.Session, leaf int) error { return a.export(s, leaf, out) })
		},
	}
	cmd.Flags().StringVar(&format, "format", "jsonl", "jsonl, a session that pi can import")
	cmd.Flags().StringVar(&at, "leaf", "", "the id of the entry that the branch ends in; the session's leaf if not given")
	cmd.Flags().StringVarP(&out, "output", "o", "", "the file to write, which must not exist; standard output if not given")
	return cmd
}

func (a *App) export(s *session.Session, leaf int, out string) error {
	if out == "" {
		return a.writer().ExportTo(a.Stdout, s, leaf)
	}
	c, err := a.writer().Export(s, leaf, out)
	if err != nil {
		return err
	}
	return a.printMade(c)
}
