package session

import (
	"encoding/json"
	"time"
)

// stamp is what an entry gets at the moment it is written.
type stamp struct {
	id     string
	parent string // "" before the first entry
	at     time.Time
}

// draft is an entry that still lacks its stamp.
type draft func(stamp) json.RawMessage

// field is one field of a draft; a nil value leaves it out.
type field struct {
	name  string
	value json.RawMessage
}

// plain is an entry with its own fields last, as pi writes all but those of
// extensions (spec 3).
func plain(kind Type, fields ...field) draft {
	return func(st stamp) json.RawMessage {
		var o objectWriter
		o.text("type", string(kind))
		st.write(&o)
		o.fields(fields)
		return o.bytes()
	}
}

// extension is an entry with its own fields first, as pi writes those of
// extensions (spec 3).
func extension(kind Type, fields ...field) draft {
	return func(st stamp) json.RawMessage {
		var o objectWriter
		o.text("type", string(kind))
		o.fields(fields)
		st.write(&o)
		return o.bytes()
	}
}

func (st stamp) write(o *objectWriter) {
	o.text("id", st.id)
	o.raw("parentId", idOrNull(st.parent))
	o.text("timestamp", formatTime(st.at))
}

func (o *objectWriter) fields(fields []field) {
	for _, f := range fields {
		o.raw(f.name, f.value)
	}
}

// idOrNull writes an id; that of [Root] is null.
func idOrNull(id string) json.RawMessage {
	if id == "" {
		return json.RawMessage("null")
	}
	return quoteRaw(id)
}

// textOrNothing leaves a field out when it is "".
func textOrNothing(s string) json.RawMessage {
	if s == "" {
		return nil
	}
	return quoteRaw(s)
}

func boolRaw(b bool) json.RawMessage {
	if b {
		return json.RawMessage("true")
	}
	return json.RawMessage("false")
}

// optional writes a value that may be missing.
func optional(b *bool) json.RawMessage {
	if b == nil {
		return nil
	}
	return boolRaw(*b)
}

// plan is a change before it is written.
type plan struct {
	under  int     // the parent of the first draft; each next one hangs below the one before
	drafts []draft // none for a change that needs none
	undo   Undo    // without what only writing tells

	// keepsPlace tells that the change is none to the position, so that an
	// entry of another program that slips in before it must stay the leaf.
	keepsPlace bool
}

// decision makes a plan for a session as its file is at the moment of writing;
// leaf is where the caller's session stood.
type decision func(now *Session, leaf int) (plan, error)
