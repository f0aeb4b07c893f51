package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"

	"pith/render"
	"pith/session"
	"pith/session/library"
)

// How many hits of a session are printed.
const (
	hitsPrinted = 3
	hitsForJSON = 100
)

// hitShape is a hit as scripts get it; the field names are stable.
type hitShape struct {
	EntryID   string        `json:"entryId"`
	Type      session.Type  `json:"type"`
	Role      *session.Role `json:"role"` // null if it is no message
	Timestamp *string       `json:"timestamp"`
	Place     library.Place `json:"place"`
	Snippet   string        `json:"snippet"`
	Match     [2]int        `json:"match"` // start and end in the snippet, in bytes of UTF-8
}

// hitRow is a row with what a query finds in it.
type hitRow struct {
	row  library.Row
	hits library.Hits
}

// MarshalJSON gives the row as it is without hits, and hits and hitCount.
func (r hitRow) MarshalJSON() ([]byte, error) {
	row, err := json.Marshal(r.row)
	if err != nil {
		return nil, err
	}
	extra := struct {
		Hits     []hitShape `json:"hits"`     // the first ones, in file order
		HitCount int        `json:"hitCount"` // of all
	}{Hits: []hitShape{}, HitCount: r.hits.Total}
	for i := range r.hits.First {
		extra.Hits = append(extra.Hits, shapeOfHit(&r.hits.First[i]))
	}
	tail, err := json.Marshal(extra)
	if err != nil {
		return nil, err
	}
	return append(append(row[:len(row)-1], ','), tail[1:]...), nil
}

func shapeOfHit(h *library.Hit) hitShape {
	shape := hitShape{
		EntryID: h.Entry, Type: h.Type, Place: h.Place,
		Snippet: h.Snippet.Text, Match: [2]int{h.Snippet.Start, h.Snippet.End},
	}
	if h.Role != "" {
		shape.Role = &h.Role
	}
	if !h.Time.IsZero() {
		at := h.Time.UTC().Format("2006-01-02T15:04:05.000Z")
		shape.Timestamp = &at
	}
	return shape
}

// hits looks for the query in each row. A session that vanished since it was
// listed has none.
func (a *App) hits(ctx context.Context, lib *library.Library, q library.Query, rows []library.Row, limit int) ([]hitRow, error) {
	found := make([]hitRow, len(rows))
	for i := range rows {
		h, err := lib.Hits(ctx, q, &rows[i], limit)
		if err != nil && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			a.warn("%s", err)
		}
		found[i] = hitRow{row: rows[i], hits: h}
	}
	return found, nil
}

// printHits prints the first hits of a session below its line.
func (a *App) printHits(h *library.Hits) {
	for i := range h.First {
		hit := &h.First[i]
		what := string(hit.Type)
		if hit.Role != "" {
			what = string(hit.Role)
		}
		line := fmt.Sprintf("    %s  %s%s: %s", hit.Entry, what, placeNote(hit.Place), hit.Snippet.Text)
		fmt.Fprintln(a.Stdout, render.Cut(render.CleanLine(line), a.Width))
	}
	if more := h.Total - len(h.First); more > 0 {
		a.say("    and %s more", render.Count(more, "hit"))
	}
}

func placeNote(p library.Place) string {
	switch p {
	case library.PlaceAbandoned:
		return ", on an abandoned branch"
	case library.PlaceCopied:
		return ", copied from its parent"
	}
	return ""
}
