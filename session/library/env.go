package library

import (
	"net/url"
	"path/filepath"
	"strings"
)

// The environment variables that say where sessions are (spec 1.1).
const (
	envAgentDir   = "PI_CODING_AGENT_DIR"
	envSessionDir = "PI_CODING_AGENT_SESSION_DIR"
)

// Env is all that this room knows of the world it runs in.
type Env struct {
	Getenv     func(string) string // nil stands for an empty environment
	Home       string              // the user's home folder, "" if there is none
	Cwd        string              // absolute
	SessionDir string              // the value of --session-dir, "" if not given
	CacheDir   string              // where an index may be kept, "" for none
}

func (e *Env) get(name string) string {
	if e.Getenv == nil {
		return ""
	}
	return e.Getenv(name)
}

// path makes a path that a user wrote absolute: ~ is the home folder, a file
// URL is the path in it, and what is relative starts at the working directory
// (spec 1.1).
func (e *Env) path(written string) string {
	p := written
	switch {
	case p == "~" && e.Home != "":
		p = e.Home
	case strings.HasPrefix(p, "~/") && e.Home != "":
		p = filepath.Join(e.Home, p[2:])
	case strings.HasPrefix(p, "file://"):
		if u, err := url.Parse(p); err == nil && u.Path != "" {
			p = filepath.FromSlash(u.Path)
		}
	}
	if !filepath.IsAbs(p) {
		return filepath.Join(e.Cwd, p)
	}
	return filepath.Clean(p)
}

// EncodeCwd returns the name of the folder that pi keeps the sessions of a
// working directory in (spec 1.2). Different directories can have the same
// name, so it cannot be turned back: a session's directory is in its header.
func EncodeCwd(cwd string) string {
	cwd = filepath.Clean(cwd)
	if cwd[0] == '/' || cwd[0] == '\\' {
		cwd = cwd[1:]
	}
	return "--" + strings.NewReplacer("/", "-", `\`, "-", ":", "-").Replace(cwd) + "--"
}

// encoded reports whether a folder has a name that EncodeCwd gives.
func encoded(name string) bool {
	return len(name) >= len("----") && strings.HasPrefix(name, "--") && strings.HasSuffix(name, "--")
}
