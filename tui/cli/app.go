package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"pith/render"
	"pith/session"
	"pith/session/library"
)

// App is the world that the verbs act in.
type App struct {
	Env     library.Env
	Version string
	Now     func() time.Time

	Stdin  io.Reader
	Stdout io.Writer // takes colours, and lowers them for whoever reads
	Stderr io.Writer
	Width  int    // of a printed row, in columns
	State  string // the folder in which pith remembers what it changed, "" for none

	// Interactive runs the full screen.
	Interactive func(ctx context.Context, opt Interactive) error
	// NoColor is called when colours are switched off by a flag.
	NoColor func()

	json bool
}

// Interactive is what the full screen is asked for.
type Interactive struct {
	Session    string // as the user named it, or ""
	Demo       bool
	Summarizer string // the command line that writes summaries, "" for that of PITH_SUMMARIZER
	Print      bool   // print the path of the session that is chosen
	Scope      library.Scope
	NoColor    bool
}

// UsageError is a command line that makes no sense.
type UsageError struct{ Err error }

func (e UsageError) Error() string { return e.Err.Error() }
func (e UsageError) Unwrap() error { return e.Err }

func usage(format string, args ...any) error { return UsageError{fmt.Errorf(format, args...)} }

// Command returns the command line.
func (a *App) Command() *cobra.Command {
	var opt Interactive
	var all bool
	root := &cobra.Command{
		Use:   "pith [SESSION]",
		Short: "Find, read and branch the sessions of the coding agent pi",
		Long: "pith finds the right conversation with the coding agent pi among thousands, shows its tree, and shows exactly\n" +
			"what the model would be sent from any point. SESSION is a file, an id, or the start of one.",
		Version: a.Version, SilenceErrors: true, SilenceUsage: true,
		Args: arguments(0, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if a.json {
				return usage("--json goes with a verb, such as pith list --json")
			}
			opt.Session = strings.Join(args, "")
			if all {
				opt.Scope = library.ScopeAll
			}
			return a.Interactive(cmd.Context(), opt)
		},
		PersistentPreRun: func(*cobra.Command, []string) {
			if opt.NoColor {
				a.NoColor()
			}
		},
	}
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return usage("%w; pith --help lists the flags", err) })
	flags := root.PersistentFlags()
	flags.StringVar(&a.Env.SessionDir, "session-dir", "", "the folder that holds the sessions, instead of pi's own")
	flags.BoolVar(&a.json, "json", false, "print JSON")
	flags.BoolVar(&opt.NoColor, "no-color", false, "print without colours, as NO_COLOR=1 does")
	root.Flags().BoolVar(&opt.Demo, "demo", false, "look around in a sample library that comes with pith")
	root.Flags().StringVar(&opt.Summarizer, "summarizer", "", "the command line that writes summaries of branches, instead of PITH_SUMMARIZER")
	root.Flags().BoolVar(&opt.Print, "print", false, "print the path of the session that is chosen instead of resuming it; 130 if none is")
	root.Flags().BoolVarP(&all, "all", "a", false, "start with the sessions of all folders")
	root.AddCommand(
		a.listCommand(), a.treeCommand(), a.contextCommand(), a.labelCommand(), a.renameCommand(),
		a.branchCommand(), a.forkCommand(), a.exportCommand(), a.checkCommand(), a.deleteCommand(), a.restoreCommand(),
	)
	return root
}

// arguments checks that there are from least to most arguments.
func arguments(least, most int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) < least || len(args) > most {
			return usage("%s takes %s, not %d: %s", cmd.CommandPath(), count(least, most), len(args), cmd.UseLine())
		}
		return nil
	}
}

func count(least, most int) string {
	if least == most {
		return render.Count(least, "argument")
	}
	return fmt.Sprintf("%d to %s", least, render.Count(most, "argument"))
}

// library finds the library.
func (a *App) library() (*library.Library, error) { return library.Locate(a.Env) }

// open opens the session that an argument stands for.
func (a *App) open(ctx context.Context, arg string) (*session.Session, error) {
	lib, err := a.library()
	if err != nil {
		return nil, err
	}
	path, err := lib.Resolve(ctx, arg)
	if err != nil {
		return nil, err
	}
	return session.Open(path)
}

// entry returns the entry that an argument stands for: its id, or the start of
// one that no other entry has.
func entry(s *session.Session, arg string) (int, error) {
	if arg == "root" {
		return session.Root, nil
	}
	if i, ok := s.Find(arg); ok {
		return i, nil
	}
	found := session.Root
	for i := range s.Entries() {
		if !strings.HasPrefix(s.At(i).ID, arg) {
			continue
		}
		if found != session.Root {
			return 0, fmt.Errorf("%q could be the entry %s or %s of %s, or another; give more of the id", arg, s.At(found).ID, s.At(i).ID, s.File())
		}
		found = i
	}
	if found == session.Root {
		return 0, fmt.Errorf("%s has no entry %q; pith tree %s --json lists them", s.File(), arg, s.ID())
	}
	return found, nil
}

// read opens a session for a verb that only reads, and closes it after.
func (a *App) read(cmd *cobra.Command, arg string, do func(*session.Session) error) error {
	s, err := a.open(cmd.Context(), arg)
	if err != nil {
		return err
	}
	defer s.Close()
	return do(s)
}

// readAt is read for a verb that is about a leaf, which a flag may choose.
func (a *App) readAt(cmd *cobra.Command, arg, flag string, do func(s *session.Session, leaf int) error) error {
	return a.read(cmd, arg, func(s *session.Session) error {
		i, err := leaf(s, flag)
		if err != nil {
			return err
		}
		return do(s, i)
	})
}

// leaf is entry for a flag that stands for the session's own leaf when it is
// not given.
func leaf(s *session.Session, flag string) (int, error) {
	if flag == "" {
		return s.Leaf(), nil
	}
	return entry(s, flag)
}

// printJSON prints a value for scripts.
func (a *App) printJSON(v any) error {
	enc := json.NewEncoder(a.Stdout)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}

// say prints a line for people.
func (a *App) say(format string, args ...any) {
	fmt.Fprintln(a.Stdout, render.CleanLine(fmt.Sprintf(format, args...)))
}

// warn prints a line that is not what was asked for.
func (a *App) warn(format string, args ...any) {
	fmt.Fprintln(a.Stderr, "pith: "+render.CleanLine(fmt.Sprintf(format, args...)))
}
