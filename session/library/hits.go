package library

import (
	"context"
	"fmt"
	"time"

	"pith/session"
)

// Place is where in a session a hit is.
type Place string

// The places. What a fork has in common with the session it was made from is
// there too, and should not count as found twice.
const (
	PlaceActive    Place = "active"    // on the branch that the session goes on from
	PlaceAbandoned Place = "abandoned" // on another branch
	PlaceCopied    Place = "copied"    // came with the fork from its parent
)

// Hit is an entry that a query finds.
type Hit struct {
	Entry   string // its id
	Index   int    // its position in the file, as in session.Entry
	Role    session.Role
	Type    session.Type
	Time    time.Time // zero if unknown
	Place   Place
	Snippet Snippet
}

// Hits is what a query finds in one session.
type Hits struct {
	First []Hit // the first ones, in file order
	Total int
	Count map[Place]int
}

// Hits looks for the parts of a query in the entries of a session; an entry
// with any of them is a hit. It keeps the first limit hits and counts the rest.
func (l *Library) Hits(ctx context.Context, q Query, row *Row, limit int) (Hits, error) {
	hits := Hits{Count: map[Place]int{}}
	s, err := session.Open(row.Path)
	if err != nil {
		return hits, fmt.Errorf("search in a session: %w", err)
	}
	defer s.Close()
	where := newPlaces(s, row)
	defer where.close()
	var r hitReader
	for i := range s.Entries() {
		if err := ctx.Err(); err != nil {
			return hits, err
		}
		e := s.At(i)
		if !q.Deep && !e.IsMessage(session.RoleUser) && !e.IsMessage(session.RoleAssistant) {
			continue
		}
		line, err := s.Raw(i)
		if err != nil {
			return hits, fmt.Errorf("search in %s: %w", row.Path, err)
		}
		snippet, ok := r.find(&q, line)
		if !ok {
			continue
		}
		place := where.of(i)
		hits.Total++
		hits.Count[place]++
		if len(hits.First) < limit {
			hits.First = append(hits.First, Hit{
				Entry: e.ID, Index: i, Role: e.Role, Type: e.Type, Time: entryTime(e), Place: place, Snippet: snippet,
			})
		}
	}
	return hits, nil
}

func entryTime(e *session.Entry) time.Time {
	if e.Time == session.NoTime {
		return time.Time{}
	}
	return time.UnixMilli(e.Time).UTC()
}

// places tells where in a session entries are.
type places struct {
	s      *session.Session
	parent *session.Session // nil if there is none to look into
	active map[int]bool
}

func newPlaces(s *session.Session, row *Row) *places {
	p := &places{s: s, active: map[int]bool{}}
	for _, i := range s.Branch(s.Leaf()) {
		p.active[i] = true
	}
	if row.parent != "" && row.parent != row.real {
		if parent, err := session.Open(row.parent); err == nil {
			p.parent = parent
		}
	}
	return p
}

func (p *places) close() {
	if p.parent != nil {
		p.parent.Close()
	}
}

func (p *places) of(i int) Place {
	if p.parent != nil {
		e := p.s.At(i)
		if j, ok := p.parent.Find(e.ID); ok && p.parent.At(j).Time == e.Time && p.parent.At(j).Type == e.Type {
			return PlaceCopied
		}
	}
	if p.active[i] {
		return PlaceActive
	}
	return PlaceAbandoned
}

// hitReader finds the parts of a query in lines.
type hitReader struct {
	finder finder
	said   said
}

// find returns a snippet around the first part of a query that a line holds.
func (r *hitReader) find(q *Query, line []byte) (Snippet, bool) {
	f := &r.finder
	f.use(line)
	if q.re != nil && !f.mayHold(q.re.words) {
		return Snippet{}, false
	}
	var text []byte
	if q.Deep {
		f.readable()
		text = f.text
	} else if found, ok := f.walker.walk(line); ok {
		f.text = f.walker.appendContent(f.text[:0], found.content)
		text = f.text
	}
	start, end := q.find(text, &r.said)
	if start < 0 {
		return Snippet{}, false
	}
	return snippet(text, start, end), true
}
