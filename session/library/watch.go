package library

import (
	"context"
	"time"

	"github.com/fsnotify/fsnotify"
)

// Changes is what has changed in a scope.
type Changes struct {
	Rows    []Row     // of files that are new or have other bytes
	Gone    []string  // the paths of rows that are no longer there
	Skipped []Skipped // of files that are new or have other bytes, and are no sessions
}

const (
	// settle is how long a change waits for more; a session that pi writes to
	// changes many times a second.
	settle = 200 * time.Millisecond
	// restFactor keeps the time spent on looking at a small part of all time,
	// however many files there are.
	restFactor = 10
	// slowPoll is how often to look when the system reports changes, since it
	// does not report all on every file system; fastPoll, when it does not.
	slowPoll = 20 * time.Second
	fastPoll = 2 * time.Second
)

// Watch sends what changes in a scope, from the calling goroutine, until ctx
// ends, and returns its error. It starts from rows, which a list gave: what
// changed since then comes first.
func (l *Library) Watch(ctx context.Context, scope Scope, rows []Row, send func(Changes)) error {
	w := &watching{library: l, scope: scope, known: map[string]known{}}
	for i := range rows {
		w.known[rows[i].Path] = known{stamp: rows[i].stamp, row: true}
	}
	var events chan fsnotify.Event
	if notifier, err := fsnotify.NewBufferedWatcher(64); err == nil {
		defer notifier.Close()
		w.notifier, events = notifier, notifier.Events
		go func() { // what it could not report the polls find
			for range notifier.Errors {
			}
		}()
	}
	for {
		began := time.Now()
		changes, err := w.look(ctx)
		if err != nil {
			return err
		}
		if len(changes.Rows)+len(changes.Gone)+len(changes.Skipped) > 0 {
			send(changes)
		}
		if err := w.wait(ctx, events, restFactor*time.Since(began)); err != nil {
			return err
		}
	}
}

// watching is what a Watch knows.
type watching struct {
	library  *Library
	scope    Scope
	known    map[string]known
	notifier *fsnotify.Watcher // nil if the system reports nothing
	blind    bool              // some folder is not reported on
}

// known is the state in which a file was seen last, and whether it had a row.
type known struct {
	stamp stamp
	row   bool
}

// wait returns when there is reason to look again, but not before the time rest.
func (w *watching) wait(ctx context.Context, events <-chan fsnotify.Event, rest time.Duration) error {
	poll := slowPoll
	if w.notifier == nil || w.blind {
		poll = fastPoll
	}
	if err := pause(ctx, min(rest, poll)); err != nil {
		return err
	}
	timer := time.NewTimer(poll)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	case <-events:
	}
	if err := pause(ctx, settle); err != nil {
		return err
	}
	for {
		select {
		case <-events: // all of them are answered by one look
		default:
			return nil
		}
	}
}

func pause(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}

// look compares the folders with what is known and reads what is new.
func (w *watching) look(ctx context.Context) (Changes, error) {
	w.report()
	found, err := w.library.discover(ctx, w.scope)
	if err != nil {
		return Changes{}, err
	}
	var changes Changes
	var changed []candidate
	there := make(map[string]known, len(found.files))
	for _, c := range found.files {
		old, ok := w.known[c.path]
		there[c.path] = old
		if !ok || old.stamp != c.stamp {
			changed = append(changed, c)
			there[c.path] = known{stamp: c.stamp}
		}
	}
	if err := w.read(ctx, changed, there, &changes); err != nil {
		return Changes{}, err
	}
	for path, old := range w.known {
		if now := there[path]; old.row && !now.row {
			changes.Gone = append(changes.Gone, path)
		}
	}
	w.known = there
	return changes, nil
}

// read reads the files that changed.
func (w *watching) read(ctx context.Context, files []candidate, there map[string]known, changes *Changes) error {
	if len(files) == 0 {
		return nil
	}
	run := w.library.lister(w.scope)
	batch := batcher{send: func(u Update) {
		changes.Rows = append(changes.Rows, u.Rows...)
		changes.Skipped = append(changes.Skipped, u.Skipped...)
	}, pending: Update{Total: len(files)}}
	run.all(ctx, files, &batch)
	for i := range changes.Rows {
		r := &changes.Rows[i]
		there[r.Path] = known{stamp: r.stamp, row: true}
	}
	return ctx.Err()
}

// report asks the system to report what changes in the folders of the scope.
func (w *watching) report() {
	if w.notifier == nil {
		return
	}
	var ignored found
	folders := w.library.folders(w.scope, &ignored)
	w.blind = false
	for _, f := range append(folders, folder{path: w.library.Root}) {
		w.blind = w.notifier.Add(f.path) != nil || w.blind
	}
}
