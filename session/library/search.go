package library

import (
	"cmp"
	"context"
	"slices"
)

// Match is a session that a query matches.
type Match struct {
	Path  string
	Score float64 // lower is better (spec 4.4)
}

// Search finds the rows that a query matches, in whatever order they are found,
// and sends each from the calling goroutine. What was said in a session is only
// looked at when the row alone does not decide: in the index if it is there, else
// in the file, from where it goes into the index. The only error is that of ctx.
func (l *Library) Search(ctx context.Context, q Query, rows []Row, send func(Match)) error {
	out := make(chan Match, len(rows)) // so that a slow receiver does not keep the index open
	go func() {
		defer close(out)
		found := func(row *Row, score float64) { out <- Match{Path: row.Path, Score: score} }
		if q.Deep && !q.Empty() {
			(&deepRun{query: &q, rows: rows}).start(ctx, found)
			return
		}
		l.texts(ctx, rows, func(row *Row, text func() (body, bool)) {
			if score, ok := q.match(row, text); ok {
				found(row, score)
			}
		})
	}()
	for m := range out {
		if ctx.Err() == nil {
			send(m)
		}
	}
	return ctx.Err()
}

// SortMatches orders the rows that matches speak of by relevance: the best
// score first, then the latest message (spec 4.3). Rows without a match are left
// out.
func SortMatches(rows []Row, matches []Match) []Row {
	scores := make(map[string]float64, len(matches))
	for _, m := range matches {
		scores[m.Path] = m.Score
	}
	var kept []Row
	for i := range rows {
		if _, ok := scores[rows[i].Path]; ok {
			kept = append(kept, rows[i])
		}
	}
	slices.SortStableFunc(kept, func(a, b Row) int {
		return cmp.Or(cmp.Compare(scores[a.Path], scores[b.Path]), recent(&a, &b))
	})
	return kept
}
