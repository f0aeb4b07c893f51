package library

import (
	"context"
	"path/filepath"

	"pith/session"
)

// Target returns what a new session of a working directory is to be: in the
// folder where pi would put it (spec 1.1). A cwd of "" is the current one.
func (l *Library) Target(cwd string) session.Target {
	if cwd == "" {
		cwd = l.env.Cwd
	}
	cwd = filepath.Clean(l.env.path(cwd))
	return session.Target{Dir: l.DirFor(cwd), Cwd: cwd}
}

// Recent returns the path of the session of the current folder whose file was
// written to last, or "" if there is none: the one that pi --continue takes
// (spec 1.8). Unlike pi it is not put off by a link that leads nowhere.
func (l *Library) Recent(ctx context.Context) (string, error) {
	found, err := l.discover(ctx, ScopeFolder)
	if err != nil {
		return "", err
	}
	var s scanner
	for _, c := range found.files {
		header, err := s.header(ctx, c.path)
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
		if err == nil && (!l.Custom || l.sameFolder(header.Cwd)) {
			return c.path, nil
		}
	}
	return "", nil
}

// ContinueRecent opens the session that Recent returns, or starts a new one,
// which gets its file with its first message.
func (l *Library) ContinueRecent(ctx context.Context, w *session.Writer) (*session.Session, error) {
	path, err := l.Recent(ctx)
	if err != nil {
		return nil, err
	}
	if path != "" {
		return session.Open(path)
	}
	return w.Create(l.Target(""), "")
}
