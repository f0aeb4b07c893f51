//go:build unix

package library_test

import (
	"context"
	"os"
	"syscall"
	"testing"

	"pith/session/library"
)

// benchFolder returns the folder of sessions that benchmarks run on.
func benchFolder(b *testing.B) string {
	dir := os.Getenv("PITH_BENCH_DIR")
	if dir == "" {
		b.Skip("PITH_BENCH_DIR names no folder of sessions")
	}
	return dir
}

// cpuTime reports how much processor time a benchmark takes, which says more
// than the clock on a machine with other work to do.
func cpuTime(b *testing.B, run func()) {
	used := func() float64 {
		var u syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
			b.Fatal(err)
		}
		return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e6
	}
	before := used()
	for b.Loop() {
		run()
	}
	b.ReportMetric((used()-before)/float64(b.N), "cpu-ms/op")
}

func listAll(b *testing.B, l *library.Library) (rows []library.Row) {
	if err := l.List(context.Background(), library.ScopeAll, func(u library.Update) { rows = append(rows, u.Rows...) }); err != nil {
		b.Fatal(err)
	}
	if len(rows) == 0 {
		b.Fatal("there are no sessions")
	}
	return rows
}

func BenchmarkList(b *testing.B) {
	l := locate(b, library.Env{SessionDir: benchFolder(b), Cwd: "/"})
	cpuTime(b, func() { listAll(b, l) })
}

// indexed returns a library whose index has everything.
func indexed(b *testing.B) (*library.Library, []library.Row) {
	l := locate(b, library.Env{SessionDir: benchFolder(b), Cwd: "/", CacheDir: b.TempDir()})
	rows := listAll(b, l)
	if err := l.Prepare(context.Background(), rows, func(int, int) {}); err != nil {
		b.Fatal(err)
	}
	return l, rows
}

func BenchmarkListAgain(b *testing.B) {
	l, _ := indexed(b)
	cpuTime(b, func() { listAll(b, l) })
}

func BenchmarkPrepare(b *testing.B) {
	cpuTime(b, func() { indexed(b) })
}

func BenchmarkSearch(b *testing.B) {
	l, rows := indexed(b)
	for _, test := range []struct {
		query string
		deep  bool
	}{
		{"deadlock", false}, {"deadlockz", false}, {`"deadlock mutex"`, false}, {"zq", false}, {"d", false}, {"panic deadlock mutex", false},
		{"re:dead.*mutex", false}, {"re:a.*b", false}, {"re:xyzq.*b", false}, {"re:[xq]z", false}, {"offset", true}, {"deadlockz", true},
	} {
		name := test.query
		if test.deep {
			name += ", deep"
		}
		b.Run(name, func(b *testing.B) {
			q := parse(b, test.query)
			q.Deep = test.deep
			cpuTime(b, func() {
				if err := l.Search(context.Background(), q, rows, func(library.Match) {}); err != nil {
					b.Fatal(err)
				}
			})
		})
	}
}

func BenchmarkHits(b *testing.B) {
	l, rows := indexed(b)
	largest := &rows[0]
	for i := range rows {
		if rows[i].Size > largest.Size {
			largest = &rows[i]
		}
	}
	q := parse(b, "deadlock")
	b.SetBytes(largest.Size)
	cpuTime(b, func() {
		if _, err := l.Hits(context.Background(), q, largest, 20); err != nil {
			b.Fatal(err)
		}
	})
}
