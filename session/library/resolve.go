package library

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"time"

	"pith/session/internal/jstext"
)

// NotFoundError tells that no session goes by what a user gave.
type NotFoundError struct {
	Arg     string
	Path    bool     // Arg was taken for a path
	Folders []string // those that were searched for an id
}

func (e *NotFoundError) Error() string {
	if e.Path {
		return fmt.Sprintf("there is no file %s", e.Arg)
	}
	return fmt.Sprintf("no session has an id that starts with %q; searched %s", e.Arg, strings.Join(e.Folders, " and "))
}

// AmbiguousError tells that several sessions go by what a user gave. pi takes
// the newest of them, and so at times the wrong one.
type AmbiguousError struct {
	Arg  string
	Rows []Row // the newest first
}

func (e *AmbiguousError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%q fits %d sessions; give more of the id, or the path, of the one you mean:", e.Arg, len(e.Rows))
	for i := range e.Rows {
		r := &e.Rows[i]
		// Quoted, since the texts are from files and the error goes to a terminal.
		fmt.Fprintf(&b, "\n  %q  %s  %q", r.ID, r.Modified.Local().Format(time.DateTime), jstext.Prefix(oneSpaced(r.Title()), 60))
	}
	return b.String()
}

// Resolve returns the path of the session that a user means (spec 1.7): by a
// path, an id, or the start of an id. Exact ids come first, then the sessions of
// the current folder, then all others. Several sessions that fit equally are an
// *AmbiguousError; none, a *NotFoundError.
func (l *Library) Resolve(ctx context.Context, arg string) (string, error) {
	if strings.ContainsAny(arg, `/\`) || strings.HasSuffix(arg, fileSuffix) {
		path := l.env.path(arg)
		if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
			return "", &NotFoundError{Arg: path, Path: true}
		} else if err != nil {
			return "", fmt.Errorf("look at the session: %w", err)
		}
		return path, nil
	}
	heads, err := l.heads(ctx)
	if err != nil {
		return "", err
	}
	exact := func(id string) bool { return id == arg }
	starts := func(id string) bool { return arg != "" && strings.HasPrefix(id, arg) }
	for _, matches := range []func(string) bool{exact, starts} {
		for _, local := range []bool{true, false} {
			if path, err := l.pick(ctx, arg, heads, local, matches); path != "" || err != nil {
				return path, err
			}
		}
	}
	folders := []string{l.DirFor(l.env.Cwd)}
	if !l.Custom {
		folders = append(folders, l.Root)
	}
	return "", &NotFoundError{Arg: arg, Folders: folders}
}

// headed is a session known by its header only.
type headed struct {
	candidate candidate
	id        string
	local     bool // it is one of the current folder
}

// heads reads the headers of all sessions.
func (l *Library) heads(ctx context.Context) ([]headed, error) {
	var heads []headed
	seen := map[fileID]bool{}
	var s scanner
	for _, scope := range []Scope{ScopeFolder, ScopeAll} {
		found, err := l.discover(ctx, scope)
		if err != nil {
			return nil, err
		}
		for _, c := range found.files {
			if seen[c.id] {
				continue
			}
			seen[c.id] = true
			header, err := s.header(ctx, c.path)
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			if err == nil {
				local := scope == ScopeFolder && (!l.Custom || l.sameFolder(header.Cwd))
				heads = append(heads, headed{c, header.ID, local})
			}
		}
	}
	return heads, nil
}

// pick returns the path of the one session that matches, "" if none does.
func (l *Library) pick(ctx context.Context, arg string, heads []headed, local bool, matches func(id string) bool) (string, error) {
	var files []job
	for i := range heads {
		if h := &heads[i]; (!local || h.local) && matches(h.id) {
			files = append(files, job{candidate: h.candidate})
		}
	}
	switch len(files) {
	case 0:
		return "", nil
	case 1:
		return files[0].path, nil
	}
	ambiguous := &AmbiguousError{Arg: arg}
	var run lister
	run.library = l
	for r := range run.start(ctx, files) {
		if r.row != nil {
			ambiguous.Rows = append(ambiguous.Rows, *r.row)
		}
	}
	if err := ctx.Err(); err != nil {
		return "", err
	}
	Sort(ambiguous.Rows, OrderRecent)
	return "", ambiguous
}
