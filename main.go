// Command pith finds, shows and changes the sessions of the coding agent pi.
package main

import (
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"runtime/debug"
	"strings"
	"syscall"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/term"
	"github.com/spf13/cobra"

	"pith/keymap"
	"pith/render"
	"pith/session"
	"pith/session/library"
	"pith/tui"
)

// The exit codes; scripts depend on them.
const (
	exitDone        = 0
	exitFailed      = 1
	exitUsage       = 2
	exitInterrupted = 130
)

//go:embed all:testdata/demo
var demo embed.FS

func main() { os.Exit(run(os.Args[1:])) }

// run runs the command line and returns the exit code.
func run(args []string) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	p := newProgram()
	cmd := p.command()
	cmd.SetArgs(args)
	err := cmd.ExecuteContext(ctx)
	switch usage := (usageError{}); {
	case err == nil:
		return exitDone
	case errors.Is(err, tea.ErrInterrupted), errors.Is(err, context.Canceled):
		return exitInterrupted
	case errors.As(err, &usage):
		fmt.Fprintf(p.stderr, "pith: %s\n", render.CleanLine(err.Error()))
		return exitUsage
	default:
		fmt.Fprintln(p.stderr, "pith: "+render.CleanLine(err.Error()))
		return exitFailed
	}
}

// usageError is a command line that makes no sense.
type usageError struct{ error }

// program is what the verbs share: the flags that all of them have and the
// world they act in.
type program struct {
	sessionDir string
	json       bool
	noColor    bool

	home, cwd string
	stdout    io.Writer // lowers or drops colours for whoever reads
	stderr    io.Writer
	width     int // of the terminal behind stdout; plainWidth if there is none
}

// plainWidth is the width of a row in columns where no terminal sets one.
const plainWidth = 120

func newProgram() *program {
	p := &program{stderr: os.Stderr, width: plainWidth}
	// Without a home folder, or in a folder that is gone, pith still works.
	p.home, _ = os.UserHomeDir()
	if p.cwd, _ = os.Getwd(); p.cwd == "" {
		p.cwd = string(filepath.Separator)
	}
	if w, _, err := term.GetSize(os.Stdout.Fd()); err == nil && w > 0 {
		p.width = w
	}
	return p
}

func (p *program) command() *cobra.Command {
	var demo, all bool
	root := &cobra.Command{
		Use:   "pith [SESSION]",
		Short: "Find, read and branch the sessions of the coding agent pi",
		Long: "pith finds the right conversation with the coding agent pi among thousands, shows its tree, and shows exactly\n" +
			"what the model would be sent from any point. SESSION is a file, an id, or the start of one.",
		Version: version(), SilenceErrors: true, SilenceUsage: true,
		Args: atMost(1),
		RunE: func(cmd *cobra.Command, args []string) error { return p.interactive(cmd.Context(), args, demo, all) },
		PersistentPreRun: func(*cobra.Command, []string) {
			w := colorprofile.NewWriter(os.Stdout, os.Environ())
			if p.noColor {
				w.Profile = colorprofile.NoTTY
			}
			p.stdout = w
		},
	}
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error {
		return usageError{fmt.Errorf("%w; pith --help lists the flags", err)}
	})
	flags := root.PersistentFlags()
	flags.StringVar(&p.sessionDir, "session-dir", "", "the folder that holds the sessions, instead of pi's own")
	flags.BoolVar(&p.json, "json", false, "print JSON")
	flags.BoolVar(&p.noColor, "no-color", false, "print without colours, as NO_COLOR=1 does")
	root.Flags().BoolVar(&demo, "demo", false, "look around in a sample library that comes with pith")
	root.Flags().BoolVarP(&all, "all", "a", false, "start with the sessions of all folders")
	root.AddCommand(p.listCommand(), p.treeCommand(), p.contextCommand())
	return root
}

// version returns the version that the binary was built from.
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(unknown)"
}

// atMost and exactly check the number of arguments.
func atMost(n int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) > n {
			return usageError{fmt.Errorf("%q takes at most %d argument(s), not %d", cmd.CommandPath(), n, len(args))}
		}
		return nil
	}
}

func exactly(n int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) != n {
			return usageError{fmt.Errorf("%q takes %d argument(s), not %d", cmd.CommandPath(), n, len(args))}
		}
		return nil
	}
}

// locate finds the library, with the environment as it is.
func (p *program) locate() (*library.Library, error) {
	return library.Locate(library.Env{Getenv: os.Getenv, Home: p.home, Cwd: p.cwd, SessionDir: p.sessionDir})
}

// interactive runs the full screen.
func (p *program) interactive(ctx context.Context, args []string, demo, all bool) error {
	if p.json {
		return usageError{errors.New("--json goes with a verb, such as pith list --json")}
	}
	if !term.IsTerminal(os.Stdout.Fd()) || !term.IsTerminal(os.Stdin.Fd()) {
		return usageError{errors.New("the full screen needs a terminal; pith list and pith tree print")}
	}
	opt := tui.Options{Keys: keymap.New(), Home: p.home}
	if all {
		opt.Scope = library.ScopeAll
	}
	if demo {
		remove, err := p.useDemo(&opt)
		if err != nil {
			return err
		}
		defer remove()
	}
	var err error
	if opt.Library, err = p.locate(); err != nil {
		return err
	}
	opt.Notes = append(opt.Notes, opt.Library.Notes...)
	if text, err := os.ReadFile(filepath.Join(opt.Library.AgentDir, "keybindings.json")); err == nil {
		opt.Notes = append(opt.Notes, opt.Keys.Override(text)...)
	}
	if len(args) == 1 {
		if opt.Open, err = opt.Library.Resolve(ctx, args[0]); err != nil {
			return err
		}
	}
	options := []tea.ProgramOption{tea.WithContext(ctx), tea.WithFPS(60)}
	if p.noColor {
		options = append(options, tea.WithColorProfile(colorprofile.Ascii))
	}
	_, err = tea.NewProgram(tui.New(opt), options...).Run()
	return err
}

// useDemo unpacks the sample library and makes it the one that is shown. The
// function it returns takes it away again.
func (p *program) useDemo(opt *tui.Options) (remove func(), err error) {
	dir, err := os.MkdirTemp("", "pith-demo-")
	if err != nil {
		return nil, err
	}
	sample, err := fs.Sub(demo, "testdata/demo")
	if err == nil {
		err = library.UnpackDemo(sample, dir)
	}
	if err != nil {
		os.RemoveAll(dir)
		return nil, fmt.Errorf("unpack the sample library into %s: %w", dir, err)
	}
	p.home, p.cwd, p.sessionDir = dir, filepath.Join(dir, "src", "shop"), ""
	for _, name := range []string{"PI_CODING_AGENT_DIR", "PI_CODING_AGENT_SESSION_DIR"} {
		os.Unsetenv(name)
	}
	opt.Home, opt.Title, opt.Scope = dir, "demo", library.ScopeAll
	return func() { os.RemoveAll(dir) }, nil
}

// openSession opens the session that an argument stands for.
func (p *program) openSession(ctx context.Context, arg string) (*session.Session, error) {
	lib, err := p.locate()
	if err != nil {
		return nil, err
	}
	path, err := lib.Resolve(ctx, arg)
	if err != nil {
		return nil, err
	}
	return session.Open(path)
}

// printJSON prints a value for scripts.
func (p *program) printJSON(v any) error {
	enc := json.NewEncoder(p.stdout)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}

func (p *program) listCommand() *cobra.Command {
	var all bool
	cmd := &cobra.Command{
		Use:   "list [QUERY]",
		Short: "List the sessions of this folder",
		Long:  "List the sessions of this folder, or of every folder, most recent activity first. QUERY is words, \"a phrase\" or re:pattern.",
		RunE: func(cmd *cobra.Command, args []string) error {
			return p.list(cmd.Context(), strings.Join(args, " "), all)
		},
	}
	cmd.Flags().BoolVarP(&all, "all", "a", false, "the sessions of every folder")
	return cmd
}

func (p *program) list(ctx context.Context, text string, all bool) error {
	lib, err := p.locate()
	if err != nil {
		return err
	}
	query, err := library.ParseQuery(text)
	if err != nil {
		return usageError{err}
	}
	scope := library.ScopeFolder
	if all {
		scope = library.ScopeAll
	}
	rows, skipped, err := lib.Rows(ctx, scope, query)
	if err != nil {
		return err
	}
	if p.json {
		return p.printJSON(rows)
	}
	styles := render.NewStyles(true)
	now := time.Now()
	for i := range rows {
		fmt.Fprintln(p.stdout, render.ListLine(listLine(&rows[i], now, p.home, all), p.width, styles))
	}
	if n := len(skipped); n > 0 {
		fmt.Fprintf(p.stderr, "pith: %s skipped; pith check says why\n", render.Count(n, "file"))
	}
	return nil
}

func listLine(r *library.Row, now time.Time, home string, all bool) render.PickerRowData {
	data := render.PickerRowData{
		ID: r.ID, Name: r.Name, FirstPrompt: r.FirstMessage, Labels: r.Labels, Messages: r.MessageCount,
		Modified: r.Modified, Now: now, CwdMissing: r.CwdMissing,
	}
	if all {
		data.Cwd = render.Path(r.Cwd, home)
	}
	return data
}

func (p *program) treeCommand() *cobra.Command {
	var filter string
	cmd := &cobra.Command{
		Use:   "tree SESSION",
		Short: "Print a session's tree, one line an entry",
		Args:  exactly(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			f, ok := render.ParseFilter(filter)
			if !ok {
				return usageError{fmt.Errorf("there is no filter %q; there are %s", filter, join(render.Filters(), ", "))}
			}
			s, err := p.openSession(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			defer s.Close()
			return p.tree(s, f)
		},
	}
	cmd.Flags().StringVar(&filter, "filter", string(render.FilterDefault), "which entries: "+join(render.Filters(), ", "))
	return cmd
}

func join[S ~string](list []S, sep string) string {
	texts := make([]string, len(list))
	for i := range list {
		texts[i] = string(list[i])
	}
	return strings.Join(texts, sep)
}

func (p *program) tree(s *session.Session, filter render.Filter) error {
	if p.json {
		return p.printJSON(s.TreeShape())
	}
	opt := render.RowOptions{Width: p.width, Styles: render.NewStyles(true), Home: p.home, Now: time.Now()}
	t := render.LayoutTree(s, s.Leaf(), render.TreeOptions{Filter: filter})
	opt.Offset = t.Offset(0, len(t.Rows), p.width)
	for row := range t.Rows {
		fmt.Fprintln(p.stdout, strings.TrimRight(t.Draw(row, opt), " "))
	}
	for _, problem := range s.Problems() {
		fmt.Fprintf(p.stderr, "pith: line %d: %s\n", problem.Line, render.CleanLine(problem.Text))
	}
	return nil
}

func (p *program) contextCommand() *cobra.Command {
	var leaf string
	var llm bool
	cmd := &cobra.Command{
		Use:   "context SESSION",
		Short: "Print what the model would be sent",
		Args:  exactly(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			s, err := p.openSession(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			defer s.Close()
			at, err := findEntry(s, leaf)
			if err != nil {
				return err
			}
			return p.context(s, at, llm)
		},
	}
	cmd.Flags().StringVar(&leaf, "leaf", "", "the id of the entry to go on from, or root; the session's leaf if not given")
	cmd.Flags().BoolVar(&llm, "llm", false, "the messages as they are converted for the model")
	return cmd
}

// findEntry returns the entry that an argument stands for.
func findEntry(s *session.Session, id string) (int, error) {
	switch id {
	case "":
		return s.Leaf(), nil
	case "root":
		return session.Root, nil
	}
	if i, ok := s.Find(id); ok {
		return i, nil
	}
	return 0, fmt.Errorf("%s has no entry %q; pith tree %s --filter all --json lists them", s.File(), id, s.ID())
}

func (p *program) context(s *session.Session, leaf int, llm bool) error {
	projection, err := s.Projection(leaf)
	if err != nil {
		return err
	}
	switch {
	case p.json && llm:
		return p.printJSON(projection.ModelShape())
	case p.json:
		return p.printJSON(projection.Shape())
	}
	opt := render.DocOptions{
		Width: p.width, Styles: render.NewStyles(true), Now: time.Now(), Home: p.home,
		Expanded: func(int) bool { return true },
	}
	doc := render.ContextDoc(s, projection, opt)
	if llm {
		doc = render.ModelDoc(s, projection, opt)
	}
	for _, line := range doc.Lines {
		fmt.Fprintln(p.stdout, line)
	}
	return nil
}
