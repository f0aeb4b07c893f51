package library

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

// fileSuffix is how the name of a session file ends (spec 1.4).
const fileSuffix = ".jsonl"

// candidate is a file that may be a session, known by its stat only.
type candidate struct {
	path  string
	also  []string // other paths to the same file
	real  string   // the path without links
	mtime time.Time
	stamp stamp
	id    fileID
	link  bool // the path leads through a link
}

// found is what a look at names and stats gives.
type found struct {
	files   []candidate
	skipped []Skipped
}

func (f *found) skip(path, reason string) {
	f.skipped = append(f.skipped, Skipped{Path: path, Reason: reason})
}

// folder is a folder to look for sessions in.
type folder struct {
	path string
	link bool // it is reached through a link
}

// discover looks at the folders of a scope (spec 1.4) and returns the files
// that may be sessions, the one changed last first.
func (l *Library) discover(ctx context.Context, scope Scope) (found, error) {
	var f found
	var names []name
	for _, dir := range l.folders(scope, &f) {
		names = append(names, f.names(dir)...)
	}
	stats := make([]statted, len(names))
	share(ctx, len(names), func(next next) {
		for i, ok := next(); ok; i, ok = next() {
			stats[i] = names[i].stat()
		}
	})
	if err := ctx.Err(); err != nil {
		return found{}, err
	}
	for i := range stats {
		if stats[i].reason != "" {
			f.skip(names[i].path, stats[i].reason)
		} else {
			f.files = append(f.files, stats[i].candidate)
		}
	}
	f.files = unique(f.files)
	slices.SortFunc(f.files, func(a, b candidate) int {
		return cmp.Or(b.mtime.Compare(a.mtime), baseDesc(a.path, b.path), strings.Compare(a.path, b.path))
	})
	return f, nil
}

// folders returns the folders of a scope. In pi's default layout every session
// is in a folder for its working directory. A folder that the user chose is
// flat; if it holds folders named like pi's, it is taken for a copy of that
// layout as well, which pi does not do.
func (l *Library) folders(scope Scope, f *found) []folder {
	switch {
	case scope == ScopeFolder && !l.Custom:
		return []folder{{path: l.DirFor(l.env.Cwd)}}
	case scope == ScopeFolder:
		return []folder{{path: l.Root}, {path: filepath.Join(l.Root, EncodeCwd(l.env.Cwd))}}
	case l.Custom:
		return append([]folder{{path: l.Root}}, f.subfolders(l.Root, encoded)...)
	}
	return f.subfolders(l.Root, func(string) bool { return true })
}

// subfolders returns the folders and links to folders in root.
func (f *found) subfolders(root string, named func(string) bool) []folder {
	entries, err := os.ReadDir(root)
	if err != nil {
		f.folderFailed(root, err)
	}
	var dirs []folder
	for _, e := range entries {
		path := filepath.Join(root, e.Name())
		link := e.Type()&fs.ModeSymlink != 0
		switch {
		case link && named(e.Name()):
			info, err := os.Stat(path)
			if err != nil {
				f.skip(path, statReason(path, err))
			} else if info.IsDir() {
				dirs = append(dirs, folder{path: path, link: true})
			}
		case e.IsDir() && named(e.Name()):
			dirs = append(dirs, folder{path: path})
		}
	}
	return dirs
}

// name is a name in a folder that ends like that of a session file.
type name struct {
	path string
	real string // the same in the folder without links
	link bool   // the path leads through a link
}

// names returns the names in one folder.
func (f *found) names(dir folder) []name {
	entries, err := os.ReadDir(dir.path)
	if err != nil {
		f.folderFailed(dir.path, err) // and go on with the names that were read
	}
	real := dir.path
	if resolved, err := filepath.EvalSymlinks(dir.path); err == nil {
		real = resolved
	}
	var names []name
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), fileSuffix) {
			link := dir.link || e.Type()&fs.ModeSymlink != 0
			names = append(names, name{filepath.Join(dir.path, e.Name()), filepath.Join(real, e.Name()), link})
		}
	}
	return names
}

// folderFailed notes a folder that cannot be read. A folder that is not there is
// no failure: it is one that nobody has used yet.
func (f *found) folderFailed(path string, err error) {
	if !errors.Is(err, fs.ErrNotExist) {
		f.skip(path, "the folder cannot be read: "+plain(err))
	}
}

// statted is what a look at a file gives: a candidate, or a reason why it is
// none.
type statted struct {
	candidate candidate
	reason    string
}

// stat looks at one file. Nothing but a regular file is ever opened: opening a
// pipe would wait for its writer.
func (n *name) stat() statted {
	info, err := os.Stat(n.path)
	switch {
	case err != nil:
		return statted{reason: statReason(n.path, err)}
	case info.IsDir():
		return statted{reason: "it is a folder, not a file"}
	case !info.Mode().IsRegular():
		return statted{reason: "it is not a regular file"}
	case info.Size() == 0:
		return statted{reason: "it is empty"}
	}
	real := n.real
	if n.link {
		if resolved, err := filepath.EvalSymlinks(n.path); err == nil {
			real = resolved
		}
	}
	return statted{candidate: candidate{
		path: n.path, real: real, link: n.link,
		mtime: info.ModTime(), stamp: stampOf(info), id: identify(info, real),
	}}
}

// statReason says in words why a name could not be looked at.
func statReason(path string, err error) string {
	info, lstatErr := os.Lstat(path)
	if lstatErr != nil {
		return "it vanished while the folder was read"
	}
	if info.Mode()&fs.ModeSymlink == 0 {
		return "it cannot be looked at: " + plain(err)
	}
	if errors.Is(err, syscall.ELOOP) {
		return "it is a link that leads back to itself"
	}
	if target, readErr := os.Readlink(path); readErr == nil && errors.Is(err, fs.ErrNotExist) {
		return "it is a link to " + target + ", which does not exist"
	}
	return "it is a link that cannot be followed: " + plain(err)
}

// plain returns what went wrong without the path, which stands beside it.
func plain(err error) string {
	var path *fs.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	return err.Error()
}

// unique leaves one candidate of those that are the same file.
func unique(files []candidate) []candidate {
	kept := files[:0]
	at := make(map[fileID]int, len(files))
	for _, c := range files {
		i, ok := at[c.id]
		if !ok {
			at[c.id] = len(kept)
			kept = append(kept, c)
			continue
		}
		old := &kept[i]
		if c.before(old) {
			c, *old = *old, c
			old.also, c.also = c.also, nil
		}
		old.also = append(old.also, c.path)
	}
	return kept
}

// before reports whether a path is the better one for a file: one without links,
// or else the first by name.
func (c *candidate) before(other *candidate) bool {
	if c.link != other.link {
		return other.link
	}
	return c.path < other.path
}
