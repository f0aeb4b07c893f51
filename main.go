// Command pith finds, shows and changes the sessions of the coding agent pi.
package main

import (
	"cmp"
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"runtime/debug"
	"syscall"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/term"

	"pith/keymap"
	"pith/render"
	"pith/session"
	"pith/session/library"
	"pith/tui"
	"pith/tui/cli"
	"pith/tui/handover"
)

// The exit codes; scripts depend on them.
const (
	exitDone        = 0
	exitFailed      = 1
	exitUsage       = 2
	exitInterrupted = 130
)

// plainWidth is the width of a row in columns where no terminal sets one.
const plainWidth = 120

//go:embed all:testdata/demo
var demo embed.FS

func main() { os.Exit(run(os.Args[1:])) }

// run runs the command line and returns the exit code.
func run(args []string) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	app := newApp()
	cmd := app.Command()
	cmd.SetArgs(args)
	err := cmd.ExecuteContext(ctx)
	switch usage := (cli.UsageError{}); {
	case err == nil:
		return exitDone
	case errors.Is(err, tea.ErrInterrupted), errors.Is(err, context.Canceled), errors.Is(err, errNothingChosen):
		return exitInterrupted
	case errors.As(err, &usage):
		fmt.Fprintln(app.Stderr, "pith: "+render.CleanLine(err.Error()))
		return exitUsage
	default:
		fmt.Fprintln(app.Stderr, "pith: "+render.CleanLine(err.Error()))
		return exitFailed
	}
}

// newApp gives the command line the world as it is.
func newApp() *cli.App {
	out := colorprofile.NewWriter(os.Stdout, os.Environ())
	app := &cli.App{
		Env: library.Env{Getenv: os.Getenv, CacheDir: cacheDir()}, Version: version(), Now: time.Now,
		Stdin: os.Stdin, Stdout: out, Stderr: os.Stderr, Width: plainWidth, State: stateDir(),
		NoColor: func() { out.Profile = colorprofile.NoTTY },
	}
	// Without a home folder, or in a folder that is gone, pith still works.
	app.Env.Home, _ = os.UserHomeDir()
	if app.Env.Cwd, _ = os.Getwd(); app.Env.Cwd == "" {
		app.Env.Cwd = string(filepath.Separator)
	}
	if w, _, err := term.GetSize(os.Stdout.Fd()); err == nil && w > 0 {
		app.Width = w
	}
	app.Interactive = func(ctx context.Context, opt cli.Interactive) error { return interactive(ctx, app, opt) }
	return app
}

// version returns the version that the binary was built from.
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(unknown)"
}

// stateDir returns the folder in which pith remembers what it changed.
func stateDir() string {
	if dir := os.Getenv("XDG_STATE_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "pith")
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return ""
	}
	return filepath.Join(home, ".local", "state", "pith")
}

// cacheDir returns the folder that the index of the library is kept in, "" if
// there is no place for one.
func cacheDir() string {
	dir, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "pith")
}

// errNothingChosen is how --print ends when no session was chosen; it is no
// error that needs words.
var errNothingChosen = errors.New("nothing was chosen")

// interactive runs the full screen, and what the user chose to go on with.
func interactive(ctx context.Context, app *cli.App, ask cli.Interactive) error {
	if !term.IsTerminal(os.Stdin.Fd()) || !ask.Print && !term.IsTerminal(os.Stdout.Fd()) {
		return cli.UsageError{Err: errors.New("the full screen needs a terminal; pith list and pith tree print")}
	}
	env, opt, clean, err := screenOptions(app.Env, ask)
	if err != nil {
		return err
	}
	defer clean()
	if opt.Library, err = library.Locate(env); err != nil {
		return err
	}
	opt.Notes = append(opt.Notes, opt.Library.Notes...)
	if text, err := os.ReadFile(filepath.Join(opt.Library.AgentDir, "keybindings.json")); err == nil {
		opt.Notes = append(opt.Notes, opt.Keys.Override(text)...)
	}
	if ask.Session != "" {
		if opt.Open, err = opt.Library.Resolve(ctx, ask.Session); err != nil {
			return err
		}
	}
	options := []tea.ProgramOption{tea.WithContext(ctx)}
	if ask.NoColor {
		options = append(options, tea.WithColorProfile(colorprofile.Ascii))
	}
	if ask.Print { // stdout is for the path alone
		_, tty, err := tea.OpenTTY()
		if err != nil {
			return fmt.Errorf("open the terminal: %w", err)
		}
		defer tty.Close()
		options = append(options, tea.WithOutput(tty))
	}
	model := tui.New(opt)
	if _, err = tea.NewProgram(model, options...).Run(); err != nil {
		return err
	}
	return goOn(app, model, ask.Print, clean)
}

// goOn does what the full screen was left for: pi takes pith's place, or the
// path of what was chosen is printed.
func goOn(app *cli.App, model *tui.Model, print bool, clean func()) error {
	switch cmd := model.Handover(); {
	case cmd != nil:
		clean() // nothing runs after the next line
		return handover.To(cmd)
	case model.Chosen() != "":
		_, err := fmt.Fprintln(app.Stdout, model.Chosen())
		return err
	case print:
		return errNothingChosen
	}
	return nil
}

// screenOptions returns what the full screen starts with but for the library,
// and where that is. What it made is cleaned up by calling clean.
func screenOptions(env library.Env, ask cli.Interactive) (library.Env, tui.Options, func(), error) {
	opt := tui.Options{
		Keys: keymap.New(), Home: env.Home, Scope: ask.Scope, Print: ask.Print,
		Resume: os.Getenv("PITH_RESUME"), Summarizer: cmp.Or(ask.Summarizer, os.Getenv("PITH_SUMMARIZER")),
		Editors: []string{os.Getenv("VISUAL"), os.Getenv("EDITOR")}, Suspend: handover.Shell(),
		Writer: session.NewWriter(time.Now, session.RandomIDs()), Journal: library.NewJournal(stateDir()),
	}
	if !ask.Demo {
		return env, opt, func() {}, nil
	}
	dir, err := unpackDemo()
	if err != nil {
		return env, opt, nil, err
	}
	env = library.Env{Home: dir, Cwd: filepath.Join(dir, "src", "shop")}
	opt.Home, opt.Title, opt.Scope = dir, "demo", library.ScopeAll
	opt.Journal = library.NewJournal(filepath.Join(dir, ".local", "state", "pith"))
	return env, opt, func() { os.RemoveAll(dir) }, nil
}

// unpackDemo writes the sample library into a folder of its own.
func unpackDemo() (dir string, err error) {
	if dir, err = os.MkdirTemp("", "pith-demo-"); err != nil {
		return "", err
	}
	sample, err := fs.Sub(demo, "testdata/demo")
	if err == nil {
		err = library.UnpackDemo(sample, dir)
	}
	if err != nil {
		os.RemoveAll(dir)
		return "", fmt.Errorf("unpack the sample library into %s: %w", dir, err)
	}
	return dir, nil
}
