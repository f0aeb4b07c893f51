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
	for _, dir := range l.folders(scope, &f) {
		if err := ctx.Err(); err != nil {
			return found{}, err
		}
		f.folder(dir)
	}
	f.files = unique(f.files)
	slices.SortStableFunc(f.files, func(a, b candidate) int {
		return cmp.Or(b.mtime.Compare(a.mtime), baseDesc(a.path, b.path))
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

// folder looks at the names in one folder.
func (f *found) folder(dir folder) {
	entries, err := os.ReadDir(dir.path)
	if err != nil {
		f.folderFailed(dir.path, err) // and go on with the names that were read
	}
	real := dir.path
	if resolved, err := filepath.EvalSymlinks(dir.path); err == nil {
		real = resolved
	}
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), fileSuffix) {
			f.file(filepath.Join(dir.path, e.Name()), filepath.Join(real, e.Name()), dir.link || e.Type()&fs.ModeSymlink != 0)
		}
	}
}

// folderFailed notes a folder that cannot be read. A folder that is not there is
// no failure: it is one that nobody has used yet.
func (f *found) folderFailed(path string, err error) {
	if !errors.Is(err, fs.ErrNotExist) {
		f.skip(path, "the folder cannot be read: "+plain(err))
	}
}

// file looks at one file. Nothing but a regular file is ever opened: opening a
// pipe would wait for its writer.
func (f *found) file(path, real string, link bool) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		f.skip(path, statReason(path, err))
	case info.IsDir():
		f.skip(path, "it is a folder, not a file")
	case !info.Mode().IsRegular():
		f.skip(path, "it is not a regular file")
	case info.Size() == 0:
		f.skip(path, "it is empty")
	default:
		if link {
			if resolved, err := filepath.EvalSymlinks(path); err == nil {
				real = resolved
			}
		}
		f.files = append(f.files, candidate{
			path: path, real: real, link: link,
			mtime: info.ModTime(), stamp: stampOf(info), id: identify(info, real),
		})
	}
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

// unique leaves one candidate of those that are the same file: a path without
// links before one with, then the first by name.
func unique(files []candidate) []candidate {
	slices.SortStableFunc(files, func(a, b candidate) int {
		if a.link != b.link {
			if a.link {
				return 1
			}
			return -1
		}
		return strings.Compare(a.path, b.path)
	})
	kept := files[:0]
	at := make(map[fileID]int, len(files))
	for _, c := range files {
		if i, ok := at[c.id]; ok {
			kept[i].also = append(kept[i].also, c.path)
			continue
		}
		at[c.id] = len(kept)
		kept = append(kept, c)
	}
	return kept
}
