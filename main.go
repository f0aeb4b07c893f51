// Command pith finds, shows and changes the sessions of the coding agent pi.
package main

import (
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
	case errors.Is(err, tea.ErrInterrupted), errors.Is(err, context.Canceled):
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
	app.Interactive = func(ctx context.Context, opt cli.Interactive) error { return interactive(ctx, app.Env, opt) }
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

// interactive runs the full screen.
func interactive(ctx context.Context, env library.Env, ask cli.Interactive) error {
	if !term.IsTerminal(os.Stdout.Fd()) || !term.IsTerminal(os.Stdin.Fd()) {
		return cli.UsageError{Err: errors.New("the full screen needs a terminal; pith list and pith tree print")}
	}
	opt := tui.Options{
		Keys: keymap.New(), Home: env.Home, Scope: ask.Scope,
		Writer: session.NewWriter(time.Now, session.RandomIDs()), Journal: library.NewJournal(stateDir()),
	}
	if ask.Demo {
		dir, err := unpackDemo()
		if err != nil {
			return err
		}
		defer os.RemoveAll(dir)
		env = library.Env{Home: dir, Cwd: filepath.Join(dir, "src", "shop")}
		opt.Home, opt.Title, opt.Scope = dir, "demo", library.ScopeAll
		opt.Journal = library.NewJournal(filepath.Join(dir, ".local", "state", "pith"))
	}
	var err error
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
	_, err = tea.NewProgram(tui.New(opt), options...).Run()
	return err
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
