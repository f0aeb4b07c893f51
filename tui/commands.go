package tui

import (
	"context"
	"errors"
	"time"

	tea "charm.land/bubbletea/v2"

	"pith/render"
	"pith/session"
	"pith/session/library"
)

// This file holds every command: the only code of this room that reads files,
// and the only code that runs beside the loop.

// tick comes back once a second, to let ages grow and to see whether an open
// session did.
func tick() tea.Cmd {
	return tea.Tick(time.Second, func(time.Time) tea.Msg { return tickMsg{} })
}

// listing is one reading of the library, cancelled when another begins.
type listing struct {
	scope   library.Scope
	updates chan library.Update
	ctx     context.Context
	cancel  context.CancelFunc
}

// startListing reads the library anew, newest first.
func (m *Model) startListing() tea.Cmd {
	if m.opt.Library == nil {
		return nil
	}
	if m.library.list != nil {
		m.library.list.cancel()
	}
	ctx, cancel := context.WithCancel(context.Background())
	l := &listing{scope: m.library.scope, updates: make(chan library.Update), ctx: ctx, cancel: cancel}
	m.library.begin(l)
	lib := m.opt.Library
	read := func() tea.Msg {
		defer close(l.updates)
		err := lib.List(ctx, l.scope, func(u library.Update) {
			select {
			case l.updates <- u:
			case <-ctx.Done():
			}
		})
		return listingDoneMsg{list: l, err: err}
	}
	return tea.Batch(read, l.next)
}

// next waits for the next rows of a listing.
func (l *listing) next() tea.Msg {
	u, ok := <-l.updates
	if !ok {
		return nil
	}
	return listedMsg{list: l, update: u}
}

// openSession reads a session file.
func (m *Model) openSession(path string) tea.Cmd {
	return func() tea.Msg {
		s, err := session.Open(path)
		if err != nil {
			return openedMsg{path: path, err: err}
		}
		return openedMsg{path: path, s: s, title: sessionTitle(s)}
	}
}

// pollSession looks whether the open session's file has changed.
func (m *Model) pollSession() tea.Cmd {
	s := m.tree.s
	if s == nil || m.screen != screenSession || m.tree.polling {
		return nil
	}
	m.tree.polling = true
	return func() tea.Msg {
		now, err := s.Reload()
		msg := reloadedMsg{old: s, s: now, err: err}
		if err == nil && now != s {
			msg.title = sessionTitle(now)
		}
		return msg
	}
}

// buildPreview makes the text of a view.
func buildPreview(key previewKey, opt render.DocOptions) tea.Cmd {
	return func() tea.Msg {
		doc, err := previewDoc(key, opt)
		return previewMsg{key: key, doc: doc, err: err}
	}
}

func previewDoc(key previewKey, opt render.DocOptions) (render.Doc, error) {
	s := key.s
	switch key.view {
	case viewEntry:
		return render.EntryDoc(s, key.entry, opt), nil
	case viewJSON:
		return render.JSONDoc(s, key.entry, opt), nil
	}
	p, err := s.Projection(key.entry)
	if err != nil {
		return render.Doc{}, err
	}
	if key.view == viewModel {
		return render.ModelDoc(s, p, opt), nil
	}
	return render.ContextDoc(s, p, opt), nil
}

// readCard finds out what the library's card says of a session.
func readCard(row library.Row) tea.Cmd {
	return func() tea.Msg {
		s, err := session.Open(row.Path)
		if err != nil {
			return cardMsg{path: row.Path, err: err}
		}
		defer s.Close()
		card, err := cardOf(s, row)
		return cardMsg{path: row.Path, card: card, err: err}
	}
}

// searchRun is one search through a session, cancelled when another begins.
type searchRun struct {
	s       *session.Session
	matcher *session.Matcher
	ctx     context.Context
	cancel  context.CancelFunc
	hits    []int
	next    int // the entry to look at next
}

// searchSlice is for how long a search runs before it shows what it has.
const searchSlice = 50 * time.Millisecond

// step looks at entries until a slice of time is over.
func (r *searchRun) step() tea.Msg {
	for until := time.Now().Add(searchSlice); r.next < r.s.Len(); r.next++ {
		if r.ctx.Err() != nil {
			return nil
		}
		if time.Now().After(until) {
			return searchedMsg{run: r, hits: r.hits}
		}
		text, err := r.s.SearchText(r.next)
		if err != nil {
			return searchedMsg{run: r, hits: r.hits, done: true, err: err}
		}
		if r.matcher.Match(text) {
			r.hits = append(r.hits, r.next)
		}
	}
	return searchedMsg{run: r, hits: r.hits, done: true}
}

// searchTexts looks for a query in what was said in sessions.
func searchTexts(lib *library.Library, s *textSearch, rows []library.Row) tea.Cmd {
	read := func() tea.Msg {
		defer close(s.found)
		// Its only error is that the search was cancelled, and then nobody waits.
		_ = lib.Search(s.ctx, s.query, rows, func(match library.Match) {
			select {
			case s.found <- match:
			case <-s.ctx.Done():
			}
		})
		return nil
	}
	return tea.Batch(read, s.next)
}

// next waits for matches, and takes all that are there.
func (s *textSearch) next() tea.Msg {
	match, ok := <-s.found
	if !ok {
		return textsFoundMsg{search: s, done: true}
	}
	matches := []library.Match{match}
	for {
		select {
		case match, ok := <-s.found:
			if !ok {
				return textsFoundMsg{search: s, matches: matches, done: true}
			}
			matches = append(matches, match)
		default:
			return textsFoundMsg{search: s, matches: matches}
		}
	}
}

// changeSession changes a session file and remembers how to take that back.
func (m *Model) changeSession(path, what string, do func(*session.Writer) (*session.Change, error)) tea.Cmd {
	writer, journal, now := m.opt.Writer, m.opt.Journal, m.opt.Now
	return func() tea.Msg {
		c, err := do(writer)
		if err != nil {
			return changedMsg{path: path, err: err}
		}
		msg := changedMsg{path: path, what: what, change: c, title: sessionTitle(c.Session)}
		if len(c.Appended) > 0 || c.Undo.Created {
			msg.note = journal.Add(now(), what, c.Undo)
		}
		return msg
	}
}

// renameFile renames a session that is not open.
func renameFile(w *session.Writer, path, name string) (*session.Change, error) {
	s, err := session.Open(path)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	return w.Rename(s, name)
}

// takeBack takes back a change that was made in this run.
func (m *Model) takeBack(made madeChange) tea.Cmd {
	writer, journal, lib := m.opt.Writer, m.opt.Journal, m.opt.Library
	trash := func(file string) error {
		_, err := lib.Trash(context.Background(), file)
		return err
	}
	return func() tea.Msg {
		done, err := journal.Done()
		if err != nil {
			return changedMsg{err: err}
		}
		for _, d := range done {
			if !made.matches(d) {
				continue
			}
			c, err := journal.TakeBack(writer, d, trash)
			msg := changedMsg{path: d.Undo.File, what: "Taken back: " + d.What, change: c, err: err, takenBack: true}
			if c != nil {
				msg.title = sessionTitle(c.Session)
			}
			return msg
		}
		return changedMsg{err: errNothingDone}
	}
}

var errNothingDone = errors.New("that change is no longer in pith's list of changes, so it cannot be taken back")

// trash moves a session to the trash; the system's program for that may take its
// time.
func (m *Model) trash(path, title string) tea.Cmd {
	lib := m.opt.Library
	return func() tea.Msg {
		trashed, err := lib.Trash(context.Background(), path)
		return trashedMsg{title: title, trashed: trashed, err: err}
	}
}

// restore brings a session back from the trash.
func (m *Model) restore(t library.Trashed) tea.Cmd {
	lib := m.opt.Library
	return func() tea.Msg { return restoredMsg{trashed: t, err: lib.Restore(t)} }
}
