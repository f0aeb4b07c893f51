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
	var all, deep bool
	cmd := &cobra.Command{
		Use:   "list [QUERY]",
		Short: "List the sessions of this folder",
		Long: "List the sessions of this folder, or of every folder, most recent activity first. QUERY is words, \"a phrase\" or re:pattern;\n" +
			"what it finds in a session is shown below it.",
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.list(cmd.Context(), strings.Join(args, " "), all, deep)
		},
	}
	cmd.Flags().BoolVarP(&all, "all", "a", false, "the sessions of every folder")
	cmd.Flags().BoolVar(&deep, "deep", false, "search tool calls and their output, thinking and summaries too")
	return cmd
}

func (a *App) list(ctx context.Context, text string, all, deep bool) error {
	lib, err := a.library()
	if err != nil {
		return err
	}
	query, err := library.ParseQuery(text)
	if err != nil {
		return UsageError{Err: err}
	}
	if deep && query.Empty() {
		return usage("--deep needs something to search for: pith list --deep QUERY")
	}
	query.Deep = deep
	scope := library.ScopeFolder
	if all {
		scope = library.ScopeAll
	}
	rows, skipped, err := lib.Rows(ctx, scope, query)
	if err != nil {
		return err
	}
	if err := a.printRows(ctx, lib, query, rows, all); err != nil {
		return err
	}
	if n := len(skipped); n > 0 && !a.json {
		a.warn("%s skipped; pith check %s says why", render.Count(n, "file"), lib.Root)
	}
	return nil
}

// printRows prints rows, and below each what the query finds in it.
func (a *App) printRows(ctx context.Context, lib *library.Library, query library.Query, rows []library.Row, all bool) error {
	if a.json && query.Empty() {
		return a.printJSON(append([]library.Row{}, rows...))
	}
	found := make([]hitRow, len(rows))
	if !query.Empty() {
		limit := hitsPrinted
		if a.json {
			limit = hitsForJSON
		}
		var err error
		if found, err = a.hits(ctx, lib, query, rows, limit); err != nil {
			return err
		}
	}
	if a.json {
		return a.printJSON(found)
	}
	styles := render.NewStyles(true)
	for i := range rows {
		fmt.Fprintln(a.Stdout, strings.TrimRight(render.ListLine(a.listLine(&rows[i], all), a.Width, styles), " "))
		a.printHits(&found[i].hits)
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
