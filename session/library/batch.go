package library

import (
	"time"

	"pith/session/library/internal/cache"
)

// flushAfter is how long rows may wait for company before they are sent.
const flushAfter = 16 * time.Millisecond

// batcher turns single results into updates.
type batcher struct {
	send    func(Update)
	pending Update
	pairs   []cache.Pair // for the index
}

// collect sends what comes in: the first row at once, the others together with
// those that come shortly after.
func (b *batcher) collect(in <-chan looked) {
	tick := time.NewTicker(flushAfter)
	defer tick.Stop()
	first := true
	for {
		select {
		case r, ok := <-in:
			if !ok {
				b.pending.Finished = b.pending.Done == b.pending.Total
				b.flush()
				return
			}
			b.add(r)
			if first && r.row != nil {
				first = false
				b.flush()
			}
		case <-tick.C:
			b.flush()
		}
	}
}

func (b *batcher) add(r looked) {
	b.pending.Done++
	if r.row != nil {
		b.pending.Rows = append(b.pending.Rows, *r.row)
	}
	if r.skipped != nil {
		b.pending.Skipped = append(b.pending.Skipped, *r.skipped)
	}
	if r.record != nil {
		b.pairs = append(b.pairs, *r.record)
	}
}

// flush sends what is pending, if anything is new.
func (b *batcher) flush() {
	if len(b.pending.Rows) == 0 && len(b.pending.Skipped) == 0 && !b.pending.Finished {
		return
	}
	b.send(b.pending)
	b.pending.Rows, b.pending.Skipped = nil, nil
}
