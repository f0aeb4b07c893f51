package library

import (
	"context"
	"os"
)

// deepRun looks for a deep query: in everything that an entry says, tool calls
// and their output too. That is nearly all of a store, so it is no matter for
// the index: files are read, each only until all parts of the query were found.
type deepRun struct {
	query *Query
	rows  []Row
}

// start calls found for each row that matches, from several goroutines.
func (d *deepRun) start(ctx context.Context, found func(row *Row, score float64)) {
	share(ctx, len(d.rows), func(next next) {
		b := deepBody{ctx: ctx, query: d.query, held: make([]bool, len(d.query.tokens))}
		for i, ok := next(); ok; i, ok = next() {
			b.row, b.read = &d.rows[i], false
			if score, ok := d.query.match(b.row, func() (body, bool) { return &b, true }); ok && ctx.Err() == nil {
				found(b.row, score)
			}
		}
	})
}

// deepBody is the body of a session that is only read when it is asked for.
type deepBody struct {
	ctx   context.Context
	query *Query
	row   *Row

	read    bool
	held    []bool // by token
	matched bool   // by the expression

	scanner scanner
	finder  finder
}

func (b *deepBody) holds(t *token) bool {
	b.readOnce()
	for i := range b.query.tokens {
		if &b.query.tokens[i] == t {
			return b.held[i]
		}
	}
	return false
}

func (b *deepBody) matches(*pattern) bool {
	b.readOnce()
	return b.matched
}

// readOnce reads the file until all that the query asks for was found. A file
// that cannot be read holds nothing.
func (b *deepBody) readOnce() {
	if b.read {
		return
	}
	b.read, b.matched = true, false
	clear(b.held)
	file, err := os.Open(b.row.Path)
	if err != nil {
		return
	}
	defer file.Close()
	lines := &b.scanner.lines
	lines.Reset(file, 0, 0)
	lines.Stop = b.ctx.Err
	if _, err := b.scanner.head(); err != nil {
		return
	}
	for {
		line, _, _, err := lines.Next()
		if err != nil || b.line(line) {
			return
		}
	}
}

// line looks at one line and reports whether nothing is left to look for.
func (b *deepBody) line(line []byte) (all bool) {
	b.finder.use(line)
	if b.query.re != nil {
		b.matched = b.finder.matches(b.query.re)
		return b.matched
	}
	all = true
	for i := range b.query.tokens {
		b.held[i] = b.held[i] || b.finder.holds(&b.query.tokens[i])
		all = all && b.held[i]
	}
	return all
}
