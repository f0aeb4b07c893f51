package cli

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"pith/render"
	"pith/session/library"
)

func (a *App) listCommand() *cobra.Command {
	var all bool
	cmd := &cobra.Command{
		Use:   "list [QUERY]",
		Short: "List the sessions of this folder",
		Long:  "List the sessions of this folder, or of every folder, most recent activity first. QUERY is words, \"a phrase\" or re:pattern.",
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.list(cmd.Context(), strings.Join(args, " "), all)
		},
	}
	cmd.Flags().BoolVarP(&all, "all", "a", false, "the sessions of every folder")
	return cmd
}

func (a *App) list(ctx context.Context, text string, all bool) error {
	lib, err := a.library()
	if err != nil {
		return err
	}
	query, err := library.ParseQuery(text)
	if err != nil {
		return UsageError{Err: err}
	}
	scope := library.ScopeFolder
	if all {
		scope = library.ScopeAll
	}
	rows, skipped, err := lib.Rows(ctx, scope, query)
	if err != nil {
		return err
	}
	if a.json {
		return a.printJSON(append([]library.Row{}, rows...))
	}
	styles := render.NewStyles(true)
	for i := range rows {
		fmt.Fprintln(a.Stdout, strings.TrimRight(render.ListLine(a.listLine(&rows[i], all), a.Width, styles), " "))
	}
	if n := len(skipped); n > 0 {
		a.warn("%s skipped; pith check %s says why", render.Count(n, "file"), lib.Root)
	}
	return nil
}

func (a *App) listLine(r *library.Row, all bool) render.PickerRowData {
	data := render.PickerRowData{
		ID: r.ID, Name: r.Name, FirstPrompt: r.FirstMessage, Labels: r.Labels, Messages: r.MessageCount,
		Modified: r.Modified, Now: a.Now(), CwdMissing: r.CwdMissing,
	}
	if all {
		data.Cwd = render.Path(r.Cwd, a.Env.Home)
	}
	return data
}
