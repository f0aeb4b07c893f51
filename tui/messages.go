package tui

import (
	"pith/render"
	"pith/session"
	"pith/session/library"
)

// The results of commands. Each says what it was asked for.

// listedMsg brings rows of the library, and with them where to wait for more.
type listedMsg struct {
	list   *listing
	update library.Update
}

// listingDoneMsg tells that a listing ended.
type listingDoneMsg struct {
	list *listing
	err  error
}

// openedMsg brings a session that was to be opened.
type openedMsg struct {
	path  string
	s     *session.Session
	title string
	err   error
}

// reloadedMsg brings a session as its file is now; the same one if nothing
// changed.
type reloadedMsg struct {
	old   *session.Session
	s     *session.Session
	title string // of s, if it is another than old
	err   error
}

// previewMsg brings the text of a view.
type previewMsg struct {
	key previewKey
	doc render.Doc
	err error
}

// cardMsg brings what is known of the session under the library's cursor.
type cardMsg struct {
	path string
	card render.CardData
	err  error
}

// searchedMsg brings the entries that a search has found so far.
type searchedMsg struct {
	run  *searchRun
	hits []int // in file order
	done bool
	err  error
}

// tickMsg comes once a second.
type tickMsg struct{}

// textsFoundMsg brings sessions in whose texts a query was found.
type textsFoundMsg struct {
	search  *textSearch
	matches []library.Match
	done    bool
}

// trashedMsg tells what came of moving a session to the trash.
type trashedMsg struct {
	title   string
	trashed library.Trashed
	err     error
}

// restoredMsg tells what came of bringing a session back.
type restoredMsg struct {
	trashed library.Trashed
	err     error
}

// changedMsg tells what came of a change to a session file.
type changedMsg struct {
	path   string
	what   string // what was done, in words
	change *session.Change
	title  string // of the session after it
	err    error
	note   error // the change was made, but not remembered for an undo

	takenBack bool        // it undid another change
	toLeaf    bool        // the cursor goes to the leaf that it made
	next      *resumption // what is gone on with in pi after the change, or nil
}
