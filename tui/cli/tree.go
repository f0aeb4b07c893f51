package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"pith/render"
	"pith/session"
)

func (a *App) treeCommand() *cobra.Command {
	var filter string
	cmd := &cobra.Command{
		Use:   "tree SESSION",
		Short: "Print a session's tree, one line an entry",
		Args:  arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			f, ok := render.ParseFilter(filter)
			if !ok {
				return usage("there is no filter %q; there are %s", filter, join(render.Filters()))
			}
			return a.read(cmd, args[0], func(s *session.Session) error { return a.tree(s, f) })
		},
	}
	cmd.Flags().StringVar(&filter, "filter", string(render.FilterDefault), "which entries: "+join(render.Filters()))
	return cmd
}

func join[S ~string](list []S) string {
	texts := make([]string, len(list))
	for i := range list {
		texts[i] = string(list[i])
	}
	return strings.Join(texts, ", ")
}

func (a *App) tree(s *session.Session, filter render.Filter) error {
	if a.json {
		return a.printJSON(s.TreeShape())
	}
	t := render.LayoutTree(s, s.Leaf(), render.TreeOptions{Filter: filter})
	opt := render.RowOptions{Width: a.Width, Styles: render.NewStyles(true), Home: a.Env.Home, Now: a.Now()}
	opt.Offset = t.Offset(0, len(t.Rows), a.Width)
	for row := range t.Rows {
		fmt.Fprintln(a.Stdout, strings.TrimRight(t.Draw(row, opt), " "))
	}
	for _, p := range s.Problems() {
		a.warn("line %d: %s", p.Line, p.Text)
	}
	return nil
}

func (a *App) contextCommand() *cobra.Command {
	var at string
	var llm bool
	cmd := &cobra.Command{
		Use:   "context SESSION",
		Short: "Print what the model would be sent",
		Args:  arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.readAt(cmd, args[0], at, func(s *session.Session, leaf int) error { return a.context(s, leaf, llm) })
		},
	}
	cmd.Flags().StringVar(&at, "leaf", "", "the id of the entry to go on from, or root; the session's leaf if not given")
	cmd.Flags().BoolVar(&llm, "llm", false, "the messages as they are converted for the model")
	return cmd
}

func (a *App) context(s *session.Session, leaf int, llm bool) error {
	p, err := s.Projection(leaf)
	if err != nil {
		return err
	}
	switch {
	case a.json && llm:
		return a.printJSON(p.ModelShape())
	case a.json:
		return a.printJSON(p.Shape())
	}
	opt := render.DocOptions{
		Width: a.Width, Styles: render.NewStyles(true), Now: a.Now(), Home: a.Env.Home,
		Expanded: func(int) bool { return true },
	}
	doc := render.ContextDoc(s, p, opt)
	if llm {
		doc = render.ModelDoc(s, p, opt)
	}
	for _, line := range doc.Lines {
		fmt.Fprintln(a.Stdout, line)
	}
	return nil
}
