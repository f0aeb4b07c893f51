package cli

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"pith/render"
	"pith/session/library"
)

// trashedShape is a session in the trash as scripts get it; the field names are
// stable.
type trashedShape struct {
	Path    string  `json:"path"`  // where it was and goes back to
	Trash   string  `json:"trash"` // where the trash keeps it
	ID      string  `json:"id"`
	Name    *string `json:"name"`
	Deleted *string `json:"deleted"` // null if the trash does not tell
}

func shapeOfTrashed(t *library.Trashed) trashedShape {
	shape := trashedShape{Path: t.Path, Trash: t.Row.Path, ID: t.Row.ID}
	if t.Row.Name != "" {
		shape.Name = &t.Row.Name
	}
	if !t.Time.IsZero() {
		at := t.Time.UTC().Format("2006-01-02T15:04:05.000Z")
		shape.Deleted = &at
	}
	return shape
}

func (a *App) restoreCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "restore [SESSION]",
		Short: "Bring a session back from the trash",
		Long: "Bring a session back from the trash to where it was. SESSION is the path it had, its id or the start of one.\n" +
			"Without SESSION the sessions in the trash are listed, the one deleted last first. Nothing is ever overwritten.",
		Args: arguments(0, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			lib, err := a.library()
			if err != nil {
				return err
			}
			trashed, err := lib.Trashed(cmd.Context())
			if err != nil {
				return err
			}
			if len(args) == 0 {
				return a.listTrashed(trashed)
			}
			return a.restore(cmd.Context(), lib, trashed, args[0])
		},
	}
}

func (a *App) listTrashed(trashed []library.Trashed) error {
	if a.json {
		shapes := []trashedShape{}
		for i := range trashed {
			shapes = append(shapes, shapeOfTrashed(&trashed[i]))
		}
		return a.printJSON(shapes)
	}
	for i := range trashed {
		t := &trashed[i]
		at := "unknown time    "
		if !t.Time.IsZero() {
			at = t.Time.Local().Format("2006-01-02 15:04")
		}
		a.say("%s  %s  %s  %s", t.Row.ID, at, render.Count(t.Row.MessageCount, "message"), t.Row.Title())
	}
	return nil
}

func (a *App) restore(ctx context.Context, lib *library.Library, trashed []library.Trashed, arg string) error {
	t, err := pickTrashed(trashed, arg)
	if err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := lib.Restore(*t); err != nil {
		return err
	}
	if a.json {
		return a.printJSON(shapeOfTrashed(t))
	}
	a.say("%s is back.", t.Path)
	return nil
}

// pickTrashed returns the one session that an argument stands for.
func pickTrashed(trashed []library.Trashed, arg string) (*library.Trashed, error) {
	exact := func(t *library.Trashed) bool { return arg == t.Path || arg == t.Row.Path || arg == t.Row.ID }
	starts := func(t *library.Trashed) bool { return arg != "" && strings.HasPrefix(t.Row.ID, arg) }
	for _, matches := range []func(*library.Trashed) bool{exact, starts} {
		var found []*library.Trashed
		for i := range trashed {
			if matches(&trashed[i]) {
				found = append(found, &trashed[i])
			}
		}
		switch {
		case len(found) == 1:
			return found[0], nil
		case len(found) > 1:
			var b strings.Builder
			fmt.Fprintf(&b, "%q fits %d sessions in the trash; give the path of the one you mean:", arg, len(found))
			for _, t := range found {
				fmt.Fprintf(&b, " %s (deleted %s)", t.Row.Path, t.Time.Local().Format(time.DateTime))
			}
			return nil, fmt.Errorf("%s", b.String())
		}
	}
	return nil, fmt.Errorf("no session in the trash goes by %q; pith restore lists those that are there", arg)
}
