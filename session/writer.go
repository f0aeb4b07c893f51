package session

import (
	"fmt"
	"regexp"
	"strings"
	"time"

	"github.com/google/uuid"
)

// Writer changes sessions. It brings what this package does not have of its
// own: the time, and new ids.
//
// Every method takes a session as it was read and gives a [Change] with the
// session as it is afterwards. The one it was given stays as it was, whether
// the change went well or not, so a failure leaves nothing to be taken back.
// The file is read again before anything is written; what the method is told
// about, entries and the leaf, is found again by id.
//
// A method may wait for a disk and for another pith. It may run beside others.
type Writer struct {
	now      func() time.Time
	ids      IDs
	disk     disk
	patience time.Duration // how long another pith may hold a session
}

// IDs is where new ids come from.
type IDs struct {
	Session func() (uuid.UUID, error) // for a session: version 7, which sorts by time
	Entry   func() (uuid.UUID, error) // for an entry, which takes the first 8 digits
}

// RandomIDs returns ids as pi draws them.
func RandomIDs() IDs { return IDs{Session: uuid.NewV7, Entry: uuid.NewRandom} }

// NewWriter returns a writer that takes times and ids from the given sources.
func NewWriter(now func() time.Time, ids IDs) *Writer {
	return &Writer{now: now, ids: ids, disk: osDisk{}, patience: lockPatience}
}

// Change is what was done to a session.
type Change struct {
	Session  *Session // as it is now; close it when done
	Appended []int    // the entries of Session that are new, oldest first
	Undo     Undo     // what takes the change back
	Backup   string   // where the old bytes of a migrated file are, else ""

	// Raced tells that another program wrote to the file at the same moment,
	// so that its entries and the new ones lie on different branches.
	Raced bool
}

// idAttempts is how many short ids are drawn before a whole UUID is taken.
const idAttempts = 100

// entryID draws an id that no entry has, in pi's form (spec 2, writing rules).
func (w *Writer) entryID(taken func(id string) bool) (string, error) {
	for range idAttempts {
		id, err := w.ids.Entry()
		if err != nil {
			return "", fmt.Errorf("draw an id: %w", err)
		}
		if short := id.String()[:8]; !taken(short) {
			return short, nil
		}
	}
	id, err := w.ids.Entry()
	return id.String(), err
}

// sessionIDForm is what pi takes for a session's id (spec 1.3).
const sessionIDForm = `^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?$`

// sessionID returns the id a caller chose for a session, or draws one.
func (w *Writer) sessionID(chosen string) (string, error) {
	if chosen == "" {
		id, err := w.ids.Session()
		if err != nil {
			return "", fmt.Errorf("draw a session id: %w", err)
		}
		return id.String(), nil
	}
	ok, err := regexp.MatchString(sessionIDForm, chosen)
	if err == nil && !ok {
		err = fmt.Errorf("%q can not be a session id: use letters, digits, '-', '_' and '.', with a letter or digit at both ends", chosen)
	}
	return chosen, err
}

// fileName returns the name that pi gives to the file of a session (spec 1.3).
func fileName(id string, at time.Time) string {
	return strings.NewReplacer(":", "-", ".", "-").Replace(formatTime(at)) + "_" + id + ".jsonl"
}

// headerLine returns the first line of a session file, with pi's fields in pi's
// order (spec 3). A parent of "" is left out.
func headerLine(id, cwd, parent string, at time.Time) []byte {
	var o objectWriter
	o.text("type", string(typeHeader))
	o.raw("version", fmt.Appendf(nil, "%d", CurrentVersion))
	o.text("id", id)
	o.text("timestamp", formatTime(at))
	o.text("cwd", cwd)
	if parent != "" {
		o.text("parentSession", parent)
	}
	return o.bytes()
}
