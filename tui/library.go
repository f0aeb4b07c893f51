package tui

import (
	"context"
	"slices"
	"strings"

	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"

	"pith/render"
	"pith/session/library"
)

// libraryPane is the list of sessions, its query and the card of the session
// under the cursor. The cursor is a path.
type libraryPane struct {
	scope library.Scope
	order library.Order
	named bool // only sessions with a name
	paths bool // the path column is shown
	input textinput.Model

	list     *listing
	loading  bool
	done     int // files looked into, of total
	total    int
	rows     []library.Row // of the whole scope
	fresh    []library.Row // of the listing that runs
	reload   bool          // it reads what is on screen again, which stays until it is done
	skipped  []library.Skipped
	queryErr error
	search   *textSearch

	shown  []library.Threaded // what is on screen, in order
	cursor string             // path
	moved  bool               // the user chose the cursor's place
	before string             // where the cursor was before there was a query
	wanted string             // the path to put the cursor on when it comes
	top    int                // first row on screen

	cards    map[string]render.CardData
	cardErrs map[string]error
	reading  string // path of the card being read
	cardTop  int    // first line of the card on screen
}

func newLibraryPane(scope library.Scope) libraryPane {
	input := textinput.New()
	input.Prompt = ""
	input.SetVirtualCursor(false)
	input.Focus()
	return libraryPane{
		scope: scope, order: library.OrderThreaded, input: input,
		cards: map[string]render.CardData{}, cardErrs: map[string]error{},
	}
}

// begin gets ready for the rows of another listing.
func (p *libraryPane) begin(l *listing) {
	p.reload = p.list != nil && p.list.scope == l.scope && len(p.rows) > 0
	p.list, p.loading, p.done, p.total = l, true, 0, 0
	p.fresh, p.skipped = nil, nil
}

// listed takes in rows of a listing.
func (m *Model) listed(msg listedMsg) tea.Cmd {
	p := &m.library
	if msg.list != p.list {
		return nil
	}
	p.done, p.total = msg.update.Done, msg.update.Total
	p.fresh = append(p.fresh, msg.update.Rows...)
	p.skipped = append(p.skipped, msg.update.Skipped...)
	if p.reload && !msg.update.Finished {
		return msg.list.next
	}
	p.rows, p.loading = p.fresh, !msg.update.Finished
	return tea.Batch(msg.list.next, m.arrange(), m.refreshCard())
}

// listingDone takes in the end of a listing. Its last rows, which say so too,
// may still be on their way.
func (m *Model) listingDone(msg listingDoneMsg) {
	p := &m.library
	if msg.list != p.list {
		return
	}
	if msg.err != nil && msg.list.ctx.Err() == nil {
		p.loading = false
		m.status.fail(msg.err)
	}
}

// textSearch is a search through what was said in sessions. It runs beside the
// loop; a new query cancels it.
type textSearch struct {
	query   library.Query
	text    string
	rows    int // how many rows it was given
	ctx     context.Context
	cancel  context.CancelFunc
	found   chan library.Match
	matches map[string]float64 // path to score, lower is better
	running bool
}

// arrange works out anew what is on screen: after rows came, or the query, the
// order or a filter changed.
func (m *Model) arrange() tea.Cmd {
	p := &m.library
	query, err := library.ParseQuery(p.input.Value())
	p.queryErr = err
	var cmd tea.Cmd
	switch {
	case err != nil:
		p.stopSearch()
		p.shown = nil
	case query.Empty():
		p.stopSearch()
		p.thread()
	default:
		cmd = p.searchFor(query, m.opt.Library)
		p.showMatches()
	}
	p.settle()
	return cmd
}

func (p *libraryPane) stopSearch() {
	if p.search != nil {
		p.search.cancel()
		p.search = nil
	}
}

// candidates returns the rows that the filters let through.
func (p *libraryPane) candidates() []library.Row {
	if !p.named {
		return slices.Clone(p.rows)
	}
	var rows []library.Row
	for i := range p.rows {
		if strings.TrimSpace(p.rows[i].Name) != "" {
			rows = append(rows, p.rows[i])
		}
	}
	return rows
}

// thread shows all rows.
func (p *libraryPane) thread() {
	rows := p.candidates()
	if p.order == library.OrderThreaded {
		p.shown = library.Thread(rows)
		return
	}
	library.Sort(rows, p.order)
	p.flat(rows)
}

func (p *libraryPane) flat(rows []library.Row) {
	p.shown = make([]library.Threaded, len(rows))
	for i := range rows {
		p.shown[i] = library.Threaded{Row: &rows[i]}
	}
}

// searchFor starts a search, or lets the one that is under way go on if it
// looks for the same in the same rows.
func (p *libraryPane) searchFor(query library.Query, lib *library.Library) tea.Cmd {
	if p.search != nil && p.search.text == p.input.Value() && p.search.rows == len(p.rows) {
		return nil
	}
	old := p.search
	p.stopSearch()
	ctx, cancel := context.WithCancel(context.Background())
	s := &textSearch{
		query: query, text: p.input.Value(), rows: len(p.rows), ctx: ctx, cancel: cancel,
		found: make(chan library.Match, 256), matches: map[string]float64{}, running: true,
	}
	p.search = s
	for i := range p.rows {
		if score, ok := query.Match(&p.rows[i], nil); ok {
			s.matches[p.rows[i].Path] = score
		}
	}
	if old != nil && old.text == s.text {
		for path, score := range old.matches { // more rows came: what was found stays found
			s.matches[path] = score
		}
	}
	return searchTexts(lib, s, slices.Clone(p.rows))
}

// showMatches shows the rows that the search has found so far. Threads make no
// sense of a few rows out of many, so matches stand by their score; an order
// that the user chose stays.
func (p *libraryPane) showMatches() {
	var rows []library.Row
	for _, row := range p.candidates() {
		if _, ok := p.search.matches[row.Path]; ok {
			rows = append(rows, row)
		}
	}
	switch p.order {
	case library.OrderThreaded, library.OrderRelevance:
		matches := make([]library.Match, 0, len(rows))
		for path, score := range p.search.matches {
			matches = append(matches, library.Match{Path: path, Score: score})
		}
		rows = library.SortMatches(rows, matches)
	default:
		library.Sort(rows, p.order)
	}
	p.flat(rows)
}

// textsFound takes in matches of a search through texts.
func (m *Model) textsFound(msg textsFoundMsg) tea.Cmd {
	p := &m.library
	if msg.search != p.search {
		return nil
	}
	for _, match := range msg.matches {
		p.search.matches[match.Path] = match.Score
	}
	p.showMatches()
	p.settle()
	if msg.done {
		p.search.running = false
		return m.refreshCard()
	}
	return tea.Batch(p.search.next, m.refreshCard())
}

// settle puts the cursor on a row that is shown: where it was, if the user put
// it there, else on the first.
func (p *libraryPane) settle() {
	if p.wanted != "" && p.rowOf(p.wanted) >= 0 {
		p.cursor, p.wanted, p.moved = p.wanted, "", true
	}
	if len(p.shown) == 0 {
		return
	}
	if !p.moved || p.rowOf(p.cursor) < 0 && !p.loading {
		p.cursor = p.shown[0].Row.Path
	}
}

// rowOf returns the row of a path on screen, or -1.
func (p *libraryPane) rowOf(path string) int {
	return slices.IndexFunc(p.shown, func(t library.Threaded) bool { return t.Row.Path == path })
}

// current returns the session under the cursor, or nil.
func (p *libraryPane) current() *library.Row {
	if i := p.rowOf(p.cursor); i >= 0 {
		return p.shown[i].Row
	}
	return nil
}

// move moves the cursor by rows, stopping at the ends.
func (p *libraryPane) move(by int) {
	if len(p.shown) == 0 {
		return
	}
	i := max(0, min(p.rowOf(p.cursor)+by, len(p.shown)-1))
	p.cursor, p.moved, p.cardTop = p.shown[i].Row.Path, true, 0
}

// scroll returns the first row to draw of height rows, so that the cursor is
// among them and moves as little as it must.
func (p *libraryPane) scroll(height int) int {
	p.top = scrollTo(p.top, p.rowOf(p.cursor), height, len(p.shown))
	return p.top
}

// typed takes in a change of the query: the best match is selected, and the
// place comes back when the query is cleared.
func (m *Model) typed(before string) tea.Cmd {
	p := &m.library
	now := p.input.Value()
	if now == before {
		return nil
	}
	if strings.TrimSpace(before) == "" {
		p.before = p.cursor
	}
	p.moved, p.top = false, 0
	if strings.TrimSpace(now) == "" && p.before != "" {
		p.cursor, p.moved = p.before, true
	}
	p.cardTop = 0
	return tea.Batch(m.arrange(), m.refreshCard())
}
