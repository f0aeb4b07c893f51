package library

import (
	"bytes"
	"context"
	"io"
	"math"
	"os"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"pith/session/library/internal/cache"
)

const (
	// window is how much of the index may be looked at before it is opened anew.
	// It is mapped into memory, so this is what a search through it costs; and
	// other programs get their turn in between.
	window = 32 << 20
	// keepAtOnce is how much text is gathered before it goes into the index.
	keepAtOnce = 8 << 20
)

// use looks at a session and, if it calls text, at what was said in it. The text
// is only valid until use returns. If it cannot be had now, use is called again
// later, or never if it cannot be had at all.
type use func(row *Row, text func() (body, bool))

// textRun hands the texts of sessions to a user, once each.
type textRun struct {
	library *Library
	rows    []Row
	use     use
	next    atomic.Int64
	touched atomic.Int64 // bytes of the index, since it was opened
	done    []bool
	old     []bool // the index has a text, but of an earlier state
}

// texts calls use for all rows, with several workers: first for those whose
// texts are in the index, then for the others, whose texts go there.
func (l *Library) texts(ctx context.Context, rows []Row, use use) {
	run := &textRun{library: l, rows: rows, use: use, done: make([]bool, len(rows)), old: make([]bool, len(rows))}
	workers := min(runtime.GOMAXPROCS(0), mostWorkers, len(rows))
	views := slices.Repeat([]func(*cache.Reader){func(index *cache.Reader) { run.indexed(ctx, index) }}, workers)
	for ctx.Err() == nil && int(run.next.Load()) < len(rows) {
		run.touched.Store(0)
		if !l.index.View(views...) {
			break
		}
	}
	keep := &keeper{index: l.index}
	share(ctx, len(rows), func(next next) { run.unindexed(ctx, next, keep) })
	keep.flush()
}

// indexed goes through rows for as long as the window lasts.
func (t *textRun) indexed(ctx context.Context, index *cache.Reader) {
	for ctx.Err() == nil && t.touched.Load() < window {
		i := int(t.next.Add(1)) - 1
		if i >= len(t.rows) {
			return
		}
		had := true
		t.use(&t.rows[i], func() (body, bool) {
			stored := index.Get(bucketTexts, t.rows[i].real)
			t.touched.Add(int64(len(stored)))
			s, ok := current(stored, t.rows[i].stamp)
			had, t.old[i] = ok, stored != nil && !ok
			return &s, ok
		})
		t.done[i] = had
	}
}

// current takes the text out of what the index has, if it is of the state that
// is asked for.
func current(stored []byte, at stamp) (said, bool) {
	if stored == nil {
		return said{}, false
	}
	m, s, err := decodeText(stored)
	return s, err == nil && m.stamp.covers(at)
}

// encodeText and decodeText write and read what the index has of a text.
func encodeText(m mark, text Text) []byte {
	g := gramsOf(text)
	e := encoder{buf: make([]byte, 0, len(g)+len(text)+printSize)}
	e.mark(&m)
	e.int(int64(len(g)))
	return append(append(e.buf, g...), text...)
}

func decodeText(stored []byte) (mark, said, error) {
	d := decoder{buf: stored}
	m := d.mark()
	g := d.take(uint64(d.int()))
	return m, said{text: d.buf, grams: g}, d.err
}

// unindexed reads the files of the rows that are not done.
func (t *textRun) unindexed(ctx context.Context, next next, keep *keeper) {
	var r textReader
	for i, ok := next(); ok; i, ok = next() {
		if !t.done[i] {
			t.use(&t.rows[i], func() (body, bool) { return t.fromFile(ctx, &r, i, keep) })
		}
	}
}

// fromFile reads what was said in a session from its file, or what was added to
// it since the index last saw it.
func (t *textRun) fromFile(ctx context.Context, r *textReader, i int, keep *keeper) (body, bool) {
	row := &t.rows[i]
	var old []byte
	if t.old[i] {
		t.library.index.View(func(index *cache.Reader) { old = bytes.Clone(index.Get(bucketTexts, row.real)) })
	}
	text, m, err := r.read(ctx, row.Path, old)
	if err != nil {
		return nil, false
	}
	if t.library.index != nil && row.real != "" {
		keep.add(cache.Pair{Bucket: bucketTexts, Key: row.real, Value: encodeText(m, text)})
	}
	return &said{text: text}, true
}

// textReader reads what was said in sessions out of their files. It keeps its
// buffers.
type textReader struct {
	scanner scanner
	text    []byte
}

// read returns the text of one session, valid until the next call. It starts
// from what the index had of it, if that still holds.
func (r *textReader) read(ctx context.Context, path string, old []byte) (Text, mark, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, mark{}, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, mark{}, err
	}
	now := stampOf(info)
	f, err := r.begin(ctx, file, now, old)
	if err != nil {
		return nil, mark{}, err
	}
	err = r.scanner.rest(&f, func(m message) {
		if len(r.text) > 0 {
			r.text = append(r.text, ' ')
		}
		r.text = appendLower(r.text, m.text)
	})
	return r.text, markOf(file, now, &f), err
}

// begin stands the reader behind the header, or behind what is in old.
func (r *textReader) begin(ctx context.Context, file *os.File, now stamp, old []byte) (facts, error) {
	r.text = r.text[:0]
	if m, s, err := decodeText(old); err == nil && m.grew(file, now) {
		r.text = append(r.text, s.text...)
		r.scanner.lines.Reset(io.NewSectionReader(file, m.next, math.MaxInt64-m.next), m.next, 0)
		r.scanner.lines.Stop = ctx.Err
		return facts{next: m.next}, nil
	}
	r.scanner.lines.Reset(file, 0, 0)
	r.scanner.lines.Stop = ctx.Err
	return r.scanner.head()
}

// keeper gathers values for the index. It is safe for concurrent use.
type keeper struct {
	index *cache.Cache
	mu    sync.Mutex
	pairs []cache.Pair
	size  int
}

func (k *keeper) add(p cache.Pair) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.pairs = append(k.pairs, p)
	if k.size += len(p.Value); k.size >= keepAtOnce {
		k.index.Put(k.pairs)
		k.pairs, k.size = nil, 0
	}
}

func (k *keeper) flush() {
	k.index.Put(k.pairs)
	k.pairs, k.size = nil, 0
}

// Prepare puts the texts of sessions into the index, so that the first search
// finds them there, and tells how many of all it has seen to. Without an index
// it does nothing. The only error is that of ctx.
func (l *Library) Prepare(ctx context.Context, rows []Row, progress func(done, total int)) error {
	if l.index == nil {
		return nil
	}
	seen := make(chan struct{}, len(rows))
	go func() {
		defer close(seen)
		l.texts(ctx, rows, func(_ *Row, text func() (body, bool)) {
			if _, ok := text(); ok {
				seen <- struct{}{}
			}
		})
	}()
	done := 0
	for range seen {
		done++
		progress(done, len(rows))
	}
	return ctx.Err()
}
