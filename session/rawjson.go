package session

import (
	"bytes"
	"encoding/json"
	"strconv"
	"time"

	"pith/session/internal/jsonscan"
)

// objectWriter writes one JSON object field by field, in the order given, since
// pi's files have an order that people and diffs know.
type objectWriter struct{ buf bytes.Buffer }

// raw adds a field. A nil value stands for one that is missing: it is left out.
func (o *objectWriter) raw(name string, value json.RawMessage) {
	if value == nil {
		return
	}
	if o.buf.Len() == 0 {
		o.buf.WriteByte('{')
	} else {
		o.buf.WriteByte(',')
	}
	o.buf.Write(quoteRaw(name))
	o.buf.WriteByte(':')
	o.buf.Write(value)
}

func (o *objectWriter) text(name, value string) { o.raw(name, quoteRaw(value)) }

func (o *objectWriter) bytes() json.RawMessage {
	if o.buf.Len() == 0 {
		return json.RawMessage("{}")
	}
	o.buf.WriteByte('}')
	return o.buf.Bytes()
}

// setField returns the object raw with the field set to value: in its place if
// it is there, else at the end. A nil value removes the field. Everything else
// keeps its bytes.
func setField(raw json.RawMessage, field string, value json.RawMessage) json.RawMessage {
	var o objectWriter
	found := false
	c := jsonscan.New(raw)
	for key := range c.Members() {
		name := string(key)
		old := c.Raw()
		if name == field {
			found = true
			old = value
		}
		o.raw(name, old)
	}
	if !found {
		o.raw(field, value)
	}
	return o.bytes()
}

// rawFields returns the fields of the object raw as they stand there; of a
// field that stands there twice the later one, as JSON.parse has it.
func rawFields(raw []byte) map[string]json.RawMessage {
	fields := map[string]json.RawMessage{}
	unmarshal(raw, &fields)
	return fields
}

// quoteRaw returns s as a JSON string, escaped no more than JavaScript does.
func quoteRaw(s string) json.RawMessage {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(s); err != nil {
		panic(err) // a string can always be encoded
	}
	return bytes.TrimRight(buf.Bytes(), "\n")
}

// formatTime writes a time as pi does: ISO 8601, UTC, milliseconds.
func formatTime(t time.Time) string { return t.UTC().Format(timeLayouts[0]) }

// millis returns a time in ms as a JSON number; null where there is none, as
// JSON has it for JavaScript's NaN.
func millis(ms int64) json.RawMessage {
	if ms == NoTime {
		return json.RawMessage("null")
	}
	return strconv.AppendInt(nil, ms, 10)
}
