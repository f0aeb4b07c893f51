package library

import (
	"context"
	"encoding/json"
	"time"
)

// Rows returns the sessions of a scope that a query matches, the one with the
// latest message first and with first prompts in full, and what is not listed.
func (l *Library) Rows(ctx context.Context, scope Scope, query Query) (rows []Row, skipped []Skipped, err error) {
	err = l.List(ctx, scope, func(u Update) {
		rows = append(rows, u.Rows...)
		skipped = append(skipped, u.Skipped...)
	})
	if err != nil {
		return nil, nil, err
	}
	if !query.Empty() {
		var matches []Match
		if err := l.Search(ctx, query, rows, func(m Match) { matches = append(matches, m) }); err != nil {
			return nil, nil, err
		}
		rows = SortMatches(rows, matches)
	}
	Sort(rows, OrderRecent)
	for i := range rows {
		// One that vanished since keeps the start that is known of it.
		if full, err := l.FirstMessage(&rows[i]); err == nil {
			rows[i].FirstMessage = full
		}
	}
	return rows, skipped, nil
}

// rowShape is a row as scripts get it; the field names are stable.
type rowShape struct {
	Path              string  `json:"path"`
	ID                string  `json:"id"`
	Cwd               string  `json:"cwd"`
	Name              *string `json:"name"`
	ParentSessionPath *string `json:"parentSessionPath"`
	Created           *string `json:"created"`
	Modified          *string `json:"modified"`
	MessageCount      int     `json:"messageCount"`
	FirstMessage      string  `json:"firstMessage"`
}

// MarshalJSON gives the row in the form that scripts get.
func (r Row) MarshalJSON() ([]byte, error) {
	return json.Marshal(rowShape{
		Path: r.Path, ID: r.ID, Cwd: r.Cwd, Name: orNull(r.Name), ParentSessionPath: orNull(r.ParentSessionPath),
		Created: timeShape(r.Created), Modified: timeShape(r.Modified), MessageCount: r.MessageCount, FirstMessage: r.FirstMessage,
	})
}

func orNull(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// timeShape writes a time as ISO 8601, UTC, with milliseconds.
func timeShape(t time.Time) *string {
	if t.IsZero() {
		return nil
	}
	return orNull(t.UTC().Format("2006-01-02T15:04:05.000Z"))
}
