package cli

import (
	"encoding/json"
	"strings"

	"github.com/spf13/cobra"

	"pith/render"
	"pith/session"
	"pith/session/library"
)

// changeShape is a change as scripts get it; the field names are stable.
type changeShape struct {
	Path    string            `json:"path"`
	Entries []json.RawMessage `json:"entries"` // those that were appended
	LeafID  *string           `json:"leafId"`
}

func (a *App) writer() *session.Writer { return session.NewWriter(a.Now, session.RandomIDs()) }

// report says what a change did, remembers how to take it back, and lets go of
// the session.
func (a *App) report(c *session.Change, what string) error {
	defer c.Session.Close()
	if len(c.Appended) > 0 || c.Undo.Created {
		a.remember(what, c.Undo)
	}
	if c.Backup != "" {
		a.warn("the file was of an old version and is now of version %d; the old one is kept as %s", session.CurrentVersion, c.Backup)
	}
	if c.Raced {
		a.warn("another program wrote to %s at the same moment; nothing of either is lost, but they may lie on different branches", c.Session.File())
	}
	if a.json {
		return a.printChange(c)
	}
	a.say("%s", what)
	return nil
}

// remember notes a change for a later undo. That it could not be noted is worth
// a word, not a failure: the change is made.
func (a *App) remember(what string, undo session.Undo) {
	if a.State == "" {
		return
	}
	if err := library.NewJournal(a.State).Add(a.Now(), what, undo); err != nil {
		a.warn("%s", err)
	}
}

func (a *App) printChange(c *session.Change) error {
	shape := changeShape{Path: c.Session.File(), Entries: []json.RawMessage{}}
	for _, i := range c.Appended {
		line, err := c.Session.Raw(i)
		if err != nil {
			return err
		}
		shape.Entries = append(shape.Entries, line)
	}
	if id := c.Session.LeafID(); id != "" {
		shape.LeafID = &id
	}
	return a.printJSON(shape)
}

// change opens a session, has it changed, and reports.
func (a *App) change(cmd *cobra.Command, arg string, do func(*session.Session) (*session.Change, string, error)) error {
	s, err := a.open(cmd.Context(), arg)
	if err != nil {
		return err
	}
	defer s.Close()
	if live, err := s.Live(a.Now()); err == nil && live.Live() {
		a.warn("%s was written to seconds ago; if pi is running there, it does not see this change before it opens the session again", s.File())
	}
	c, what, err := do(s)
	if err != nil {
		return err
	}
	return a.report(c, what)
}

func (a *App) labelCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "label SESSION ENTRY [NAME]",
		Short: "Give an entry a label, or take its label away",
		Long:  "Give an entry a label. Without NAME its label is taken away. The session goes on where it was.",
		Args:  arguments(2, 3),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.change(cmd, args[0], func(s *session.Session) (*session.Change, string, error) {
				i, err := entry(s, args[1])
				if err != nil {
					return nil, "", err
				}
				if i == session.Root {
					return nil, "", usage("the place before the first entry can not have a label")
				}
				name := strings.Join(args[2:], "")
				c, err := a.writer().Label(s, i, name)
				return c, labelDone(s.At(i).ID, name), err
			})
		},
	}
}

func labelDone(id, name string) string {
	if strings.TrimSpace(name) == "" {
		return "The entry " + id + " has no label now."
	}
	return "The entry " + id + " has the label " + render.CleanLine(name) + " now."
}

func (a *App) renameCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "rename SESSION [NAME]",
		Short: "Give a session a name, or take its name away",
		Args:  arguments(1, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.change(cmd, args[0], func(s *session.Session) (*session.Change, string, error) {
				c, err := a.writer().Rename(s, strings.Join(args[1:], ""))
				if err != nil {
					return nil, "", err
				}
				if c.Session.Name() == "" {
					return c, "The session " + s.ID() + " has no name now.", nil
				}
				return c, "The session " + s.ID() + " is called " + render.CleanLine(c.Session.Name()) + " now.", nil
			})
		},
	}
}
