package library

import (
	"errors"
	"path/filepath"

	"pith/session/library/internal/cache"
)

// Library is one place where sessions are.
type Library struct {
	Root     string // the folder that holds sessions, or folders of them; it need not exist
	Custom   bool   // Root was chosen by a flag, a variable or a setting, not pi's default
	AgentDir string // where pi keeps its settings
	Settings Settings
	Notes    []string // what the user should know about how the place was found

	env   Env
	index *cache.Cache // nil if there is no place for one
}

// Locate finds out where sessions are (spec 1.1): the first of --session-dir,
// PI_CODING_AGENT_SESSION_DIR and the setting sessionDir, else the folder
// sessions in pi's own folder. It creates nothing and reads only settings.
func Locate(env Env) (*Library, error) {
	if env.Cwd == "" {
		env.Cwd = string(filepath.Separator) // the working directory is gone; the rest still works
	}
	l := &Library{env: env}
	if env.CacheDir != "" {
		l.index = cache.New(filepath.Join(env.CacheDir, indexFile))
	}
	switch dir := env.get(envAgentDir); {
	case dir != "":
		l.AgentDir = env.path(dir)
	case env.Home != "":
		l.AgentDir = filepath.Join(env.Home, ".pi", "agent")
	case env.SessionDir == "" && env.get(envSessionDir) == "":
		return nil, errors.New("cannot tell where sessions are, since there is no home folder: " +
			"set HOME or " + envAgentDir + ", or give --session-dir")
	}
	var files []string
	if l.AgentDir != "" {
		files = append(files, filepath.Join(l.AgentDir, "settings.json"))
	}
	l.Settings, l.Notes = readSettings(append(files, filepath.Join(env.Cwd, ".pi", "settings.json"))...)
	for _, dir := range []string{env.SessionDir, env.get(envSessionDir), l.Settings.SessionDir} {
		if dir != "" {
			l.Root, l.Custom = env.path(dir), true
			return l, nil
		}
	}
	l.Root = filepath.Join(l.AgentDir, "sessions")
	return l, nil
}

// Cwd returns the working directory that "this folder" means.
func (l *Library) Cwd() string { return l.env.Cwd }

// DirFor returns the folder that pi would keep the sessions of a working
// directory in (spec 1.1, 1.2). It need not exist.
func (l *Library) DirFor(cwd string) string {
	if l.Custom {
		return l.Root
	}
	return filepath.Join(l.Root, EncodeCwd(l.env.path(cwd)))
}

// Scope is which of a library's sessions are meant.
type Scope int

// The scopes. ScopeFolder is what pi calls the current folder: the sessions of
// the working directory.
const (
	ScopeFolder Scope = iota
	ScopeAll
)
