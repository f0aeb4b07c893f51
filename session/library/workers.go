package library

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
)

// mostWorkers bounds the memory that reading takes on machines with many
// processors; the disk is the limit there.
const mostWorkers = 8

// next gives out one number after another; false after the last one, or when
// the work was cancelled.
type next func() (i int, ok bool)

// share has workers deal with the numbers below n, each of which goes to one of
// them, and returns when all have ended.
func share(ctx context.Context, n int, worker func(next next)) {
	var taken atomic.Int64
	take := func() (int, bool) {
		i := int(taken.Add(1)) - 1
		return i, i < n && ctx.Err() == nil
	}
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), mostWorkers, n) {
		workers.Go(func() { worker(take) })
	}
	workers.Wait()
}
