package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/charmbracelet/x/term"
	"github.com/spf13/cobra"

	"pith/render"
	"pith/session"
	"pith/session/library"
)

// deletedShape is a deleted session as scripts get it; the field names are
// stable.
type deletedShape struct {
	Path  string  `json:"path"`
	Trash *string `json:"trash"` // where the trash keeps it; null if not known or deleted for good
	Error *string `json:"error"` // why it is still there; null if it is gone
}

func (a *App) deleteCommand() *cobra.Command {
	var yes, unlink bool
	cmd := &cobra.Command{
		Use:   "delete SESSION...",
		Short: "Move sessions to the trash",
		Long: "Move sessions to the trash, from where pith restore brings them back. Where there is no trash they stay,\n" +
			"unless --unlink says that they may be deleted for good.",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usage("%s takes the sessions to delete: %s", cmd.CommandPath(), cmd.UseLine())
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return a.delete(cmd.Context(), args, yes, unlink) },
	}
	cmd.Flags().BoolVar(&yes, "yes", false, "do not ask")
	cmd.Flags().BoolVar(&unlink, "unlink", false, "delete for good what no trash takes")
	return cmd
}

func (a *App) delete(ctx context.Context, args []string, yes, unlink bool) error {
	if !yes && !a.canAsk() {
		return usage("there is no terminal to ask on; pith delete --yes %s does it without a question", strings.Join(args, " "))
	}
	lib, err := a.library()
	if err != nil {
		return err
	}
	rows, err := a.doomed(ctx, lib, args)
	if err != nil {
		return err
	}
	if err := a.foretell(ctx, lib, rows); err != nil {
		return err
	}
	if !yes {
		ok, err := a.ask(ctx, fmt.Sprintf("Move %s to the trash?", render.Count(len(rows), "session")))
		if err != nil {
			return err
		}
		if !ok {
			return errors.New("nothing was deleted")
		}
	}
	return a.deleteAll(ctx, lib, rows, unlink)
}

// doomed returns the sessions that the arguments stand for, each once.
func (a *App) doomed(ctx context.Context, lib *library.Library, args []string) ([]library.Row, error) {
	var rows []library.Row
	for _, arg := range args {
		path, err := lib.Resolve(ctx, arg)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(rows, func(r library.Row) bool { return r.Path == path }) {
			continue
		}
		row, err := lib.Row(ctx, path)
		if err != nil {
			return nil, err
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// foretell says what goes, what of it pi may be writing to, and which forks lose
// the session they are shown below.
func (a *App) foretell(ctx context.Context, lib *library.Library, rows []library.Row) error {
	var paths []string
	for i := range rows {
		r := &rows[i]
		paths = append(paths, r.Path)
		if !a.json {
			a.say("%s  %s  %s", r.ID, render.Count(r.MessageCount, "message"), r.Title())
		}
		s, err := session.Open(r.Path)
		if err != nil {
			continue // it can still be moved away
		}
		if live, err := s.Live(a.Now()); err == nil && live.Live() {
			a.warn("%s was written to seconds ago; if pi is running there, what it writes from now on is lost or starts a file without a beginning", r.Path)
		}
		s.Close()
	}
	all, _, err := lib.Rows(ctx, library.ScopeAll, library.Query{})
	if err != nil {
		return err
	}
	for _, r := range library.Orphans(all, paths...) {
		a.warn("the fork %s (%s) stays and becomes a root", r.ID, r.Title())
	}
	return nil
}

// deleteAll moves the sessions to the trash. One that does not go does not keep
// the others.
func (a *App) deleteAll(ctx context.Context, lib *library.Library, rows []library.Row, unlink bool) error {
	done := []deletedShape{}
	failed := 0
	for i := range rows {
		if ctx.Err() != nil {
			break
		}
		d := a.deleteOne(ctx, lib, rows[i].Path, unlink)
		if d.Error != nil {
			failed++
			a.warn("%s", *d.Error)
		}
		done = append(done, d)
	}
	if a.json {
		if err := a.printJSON(done); err != nil {
			return err
		}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if failed > 0 {
		return fmt.Errorf("%s of %d not deleted; see above for each", render.Count(failed, "session"), len(rows))
	}
	return nil
}

// deleteOne moves a session to the trash. If no trash takes it and it may be
// deleted for good, that is what happens.
func (a *App) deleteOne(ctx context.Context, lib *library.Library, path string, unlink bool) deletedShape {
	d := deletedShape{Path: path}
	t, err := lib.Trash(ctx, path)
	said := path + " is in the trash; pith restore brings it back."
	if err == nil && t.Row.Path != "" {
		d.Trash = &t.Row.Path
	}
	if err != nil && unlink && ctx.Err() == nil {
		a.warn("%s", err)
		err = lib.Unlink(path)
		said = path + " is deleted for good."
	} else if err != nil {
		err = fmt.Errorf("%w; it is where it was, and pith delete --unlink deletes it for good", err)
	}
	if err != nil {
		text := err.Error()
		d.Error = &text
	} else if !a.json {
		a.say("%s", said)
	}
	return d
}

// canAsk reports whether there is somebody to ask.
func (a *App) canAsk() bool {
	f, ok := a.Stdin.(interface{ Fd() uintptr })
	return ok && term.IsTerminal(f.Fd())
}

// ask asks a question that is answered with y or, by anything else, no. The
// question goes to where warnings go, so that output stays clean.
func (a *App) ask(ctx context.Context, question string) (bool, error) {
	fmt.Fprint(a.Stderr, question+" [y/N] ")
	answer := make(chan string, 1)
	go func() {
		line, _ := bufio.NewReader(a.Stdin).ReadString('\n')
		answer <- strings.ToLower(strings.TrimSpace(line))
	}()
	select {
	case <-ctx.Done():
		return false, ctx.Err()
	case said := <-answer:
		return said == "y" || said == "yes", nil
	}
}
