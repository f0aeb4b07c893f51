package library

import (
	"context"
	"path/filepath"
	"runtime"
	"strings"

	"pith/session/library/internal/cache"
)

// The index keeps what was read of sessions, under the path of their file
// without links. Its form is part of its name: a version of pith that keeps
// something else has a file of its own.
const (
	indexFile   = "index-1.db"
	bucketRows  = "rows"  // a record
	bucketTexts = "texts" // a mark, grams and a Text
)

// recall gives the batcher the rows of all files that the index knows as they
// are now, and returns the others with what it knows of them.
func (l *lister) recall(ctx context.Context, files []candidate, batch *batcher) []job {
	records := l.library.records(files)
	var jobs []job
	for i := range files {
		if ctx.Err() != nil {
			return nil
		}
		r := records[i]
		if r == nil || r.mark.stamp != files[i].stamp {
			jobs = append(jobs, job{files[i], r})
		} else if l.foreign(&r.facts) {
			batch.add(looked{})
		} else {
			batch.add(looked{row: l.row(&r.facts, &files[i])})
		}
	}
	if len(jobs) > 0 { // else the last update has them all
		batch.flush()
	}
	return jobs
}

// records returns what the index has for each file; nil where it has nothing.
func (l *Library) records(files []candidate) []*record {
	records := make([]*record, len(files))
	if l.index == nil {
		return records
	}
	var parts []func(*cache.Reader)
	size := len(files)/runtime.GOMAXPROCS(0) + 1
	for from := 0; from < len(files); from += size {
		parts = append(parts, func(index *cache.Reader) {
			for i := from; i < min(from+size, len(files)); i++ {
				if text := index.Get(bucketRows, files[i].real); text != nil {
					if r, err := decode(text); err == nil {
						records[i] = &r
					}
				}
			}
		})
	}
	l.index.View(parts...)
	return records
}

// gone returns the deletion of everything that the index has of files below the
// library's folder which are no longer there.
func (l *Library) gone(files []candidate) []cache.Pair {
	if l.index == nil {
		return nil
	}
	there := make(map[string]bool, len(files))
	for i := range files {
		there[files[i].real] = true
	}
	below := l.realPath(l.Root) + string(filepath.Separator)
	var pairs []cache.Pair
	l.index.View(func(index *cache.Reader) {
		for _, bucket := range []string{bucketRows, bucketTexts} {
			index.Each(bucket, func(key string) {
				if !there[key] && strings.HasPrefix(key, below) {
					pairs = append(pairs, cache.Pair{Bucket: bucket, Key: key})
				}
			})
		}
	})
	return pairs
}
