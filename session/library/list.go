package library

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"sync"

	"pith/session"
	"pith/session/library/internal/cache"
)

// Update tells how far a list has come and what is new since the last one.
type Update struct {
	Rows        []Row // in no order
	Skipped     []Skipped
	Done, Total int  // files looked into, of all files
	Finished    bool // this is the last one
}

// List looks into every session file of a scope, the newest first, and sends
// what it finds in batches, from the calling goroutine. The first update comes
// before any file is read and says how many there are. Files that the index
// knows as they are now are not read; those that grew are read from where they
// ended. The only errors are those of ctx: what is wrong with a file or folder
// is told by Update.Skipped.
func (l *Library) List(ctx context.Context, scope Scope, send func(Update)) error {
	found, err := l.discover(ctx, scope)
	if err != nil {
		return err
	}
	total := len(found.files)
	send(Update{Skipped: found.skipped, Total: total, Finished: total == 0})
	if total == 0 {
		return ctx.Err()
	}
	batch := batcher{send: send, pending: Update{Total: total}}
	l.lister(scope).all(ctx, found.files, &batch)
	if scope == ScopeAll && ctx.Err() == nil {
		l.index.Put(l.gone(found.files))
	}
	return ctx.Err()
}

// lister returns what looks into the files of a scope.
func (l *Library) lister(scope Scope) *lister {
	return &lister{library: l, filter: scope == ScopeFolder && l.Custom}
}

// all looks into files, in the index first, and puts what is new there.
func (l *lister) all(ctx context.Context, files []candidate, batch *batcher) {
	batch.collect(l.start(ctx, l.recall(ctx, files, batch)))
	l.library.index.Put(batch.pairs)
}

// lister looks into files with several workers.
type lister struct {
	library *Library
	filter  bool     // keep only the sessions of the working directory
	cwds    sync.Map // folder to whether it exists
}

// job is a file to look into, and what was known of it before.
type job struct {
	candidate
	old *record
}

// looked is what came of one file: a row, a reason, or neither if the file is
// not of the scope.
type looked struct {
	row     *Row
	skipped *Skipped
	record  *cache.Pair // for the index
}

// start looks into files and closes the channel when it is done with all, or
// soon after ctx is.
func (l *lister) start(ctx context.Context, files []job) <-chan looked {
	out := make(chan looked, 64)
	go func() {
		defer close(out)
		share(ctx, len(files), func(next next) {
			var s scanner
			for i, ok := next(); ok; i, ok = next() {
				out <- l.look(ctx, &s, &files[i])
			}
		})
	}()
	return out
}

// look reads one file.
func (l *lister) look(ctx context.Context, s *scanner, c *job) looked {
	file, err := os.Open(c.path)
	if err != nil {
		return looked{skipped: &Skipped{c.path, openReason(err)}}
	}
	defer file.Close()
	if info, err := file.Stat(); err == nil {
		c.stamp, c.mtime = stampOf(info), info.ModTime()
	}
	f, err := l.read(ctx, s, file, c)
	if errors.Is(err, errForeign) {
		return looked{}
	}
	if err != nil {
		return looked{skipped: &Skipped{c.path, readReason(err)}}
	}
	found := looked{row: l.row(&f, &c.candidate)}
	if l.library.index != nil {
		r := record{mark: markOf(file, c.stamp, &f), facts: f}
		found.record = &cache.Pair{Bucket: bucketRows, Key: c.real, Value: r.encode()}
	}
	return found
}

// errForeign tells that a session is of another working directory.
var errForeign = errors.New("not of this folder")

// read reads a file, or what was added to it since the index last saw it.
func (l *lister) read(ctx context.Context, s *scanner, file *os.File, c *job) (facts, error) {
	var f facts
	if c.old != nil && c.old.mark.grew(file, c.stamp) {
		f = c.old.facts
		s.lines.Reset(io.NewSectionReader(file, f.next, math.MaxInt64-f.next), f.next, 0)
		s.lines.Stop = ctx.Err
	} else {
		s.lines.Reset(file, 0, 0)
		s.lines.Stop = ctx.Err
		var err error
		if f, err = s.head(); err != nil {
			return f, err
		}
	}
	if l.foreign(&f) {
		return f, errForeign
	}
	return f, s.rest(&f, nil)
}

// foreign reports whether a session is of another working directory than the
// one that is asked for.
func (l *lister) foreign(f *facts) bool { return l.filter && !l.library.sameFolder(f.header.Cwd) }

// row makes a row of what is known of a file.
func (l *lister) row(f *facts, c *candidate) *Row {
	row := f.row(c)
	l.finish(&row)
	return &row
}

// finish adds to a row what the file itself does not know.
func (l *lister) finish(r *Row) {
	if r.Cwd != "" {
		r.CwdMissing = !l.exists(r.Cwd)
	}
	if r.ParentSessionPath != "" {
		r.parent = l.library.realPath(r.ParentSessionPath)
	}
}

// exists reports whether a folder exists; many sessions share theirs.
func (l *lister) exists(dir string) bool {
	if known, ok := l.cwds.Load(dir); ok {
		return known.(bool)
	}
	info, err := os.Stat(dir)
	exists := err == nil && info.IsDir()
	l.cwds.Store(dir, exists)
	return exists
}

// realPath returns a path made absolute and without links, for comparing. Of a
// path that does not exist the links stay (spec 4.3).
func (l *Library) realPath(path string) string {
	if !filepath.IsAbs(path) {
		path = filepath.Join(l.env.Cwd, path)
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	return filepath.Clean(path)
}

// sameFolder reports whether a session's working directory is the current one.
// One that is missing or empty never is (spec 1.4).
func (l *Library) sameFolder(cwd string) bool {
	return cwd != "" && l.env.path(cwd) == filepath.Clean(l.env.Cwd)
}

func openReason(err error) string {
	if errors.Is(err, fs.ErrNotExist) {
		return "it vanished while the folder was read"
	}
	return "it cannot be opened: " + plain(err)
}

func readReason(err error) string {
	var not *session.NotSessionError
	if errors.As(err, &not) {
		return "it is no session: " + not.Reason
	}
	return "it cannot be read: " + plain(err)
}

// Row reads one session file, without the index. The error says why it is none.
func (l *Library) Row(ctx context.Context, path string) (Row, error) {
	n := name{path: path, real: l.realPath(path)}
	file := n.stat()
	if file.reason != "" {
		return Row{}, fmt.Errorf("%s: %s", path, file.reason)
	}
	got := l.lister(ScopeAll).look(ctx, &scanner{}, &job{candidate: file.candidate})
	if err := ctx.Err(); err != nil {
		return Row{}, err
	}
	if got.skipped != nil {
		return Row{}, fmt.Errorf("%s: %s", path, got.skipped.Reason)
	}
	return *got.row, nil
}
