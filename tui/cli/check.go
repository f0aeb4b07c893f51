package cli

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"pith/render"
	"pith/session"
)

// checkShape is what is wrong with a file, as scripts get it.
type checkShape struct {
	Path     string            `json:"path"`
	Error    *string           `json:"error"` // why it is no session
	Entries  int               `json:"entries"`
	Problems []session.Problem `json:"problems"`
}

// ErrProblems tells that a check found something; what it was is printed.
var ErrProblems = errors.New("some files are not as they should be")

func (a *App) checkCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "check PATH...",
		Short: "Say what is wrong with files, and what pith does about it",
		Long:  "Read session files, or all those below folders, and say what is wrong with each. The exit code is 1 if anything is.",
		Args:  arguments(1, 1<<20),
		RunE:  func(cmd *cobra.Command, args []string) error { return a.check(cmd, args) },
	}
}

func (a *App) check(cmd *cobra.Command, args []string) error {
	lib, err := a.library()
	if err != nil {
		return err
	}
	var shapes []checkShape
	bad := false
	for _, arg := range args {
		files, err := lib.FilesBelow(cmd.Context(), arg)
		if err != nil {
			return err
		}
		for _, file := range files {
			shape := checkFile(file)
			bad = bad || shape.Error != nil || len(shape.Problems) > 0
			shapes = append(shapes, shape)
			if !a.json {
				a.printCheck(shape)
			}
		}
	}
	if a.json {
		if err := a.printJSON(append([]checkShape{}, shapes...)); err != nil {
			return err
		}
	}
	if bad {
		return ErrProblems
	}
	return nil
}

func checkFile(file string) checkShape {
	shape := checkShape{Path: file, Problems: []session.Problem{}}
	s, err := session.Open(file)
	if err != nil {
		text := err.Error()
		var no *session.NotSessionError
		if errors.As(err, &no) {
			text = "not a pi session: " + no.Reason
		}
		shape.Error = &text
		return shape
	}
	defer s.Close()
	shape.Entries = s.Len()
	shape.Problems = append(shape.Problems, s.Problems()...)
	return shape
}

func (a *App) printCheck(c checkShape) {
	path := render.Path(c.Path, a.Env.Home)
	switch {
	case c.Error != nil:
		a.say("%s: %s", path, *c.Error)
	case len(c.Problems) == 0:
		a.say("%s: %s, nothing wrong", path, render.Count(c.Entries, "entry"))
	default:
		a.say("%s: %s, %s", path, render.Count(c.Entries, "entry"), render.Count(len(c.Problems), "problem"))
		for _, p := range c.Problems {
			fmt.Fprintf(a.Stdout, "  line %d: %s\n", p.Line, render.CleanLine(p.Text))
		}
	}
}
