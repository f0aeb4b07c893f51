package library

import (
	"encoding/binary"
	"errors"
	"math"
	"time"

	"pith/session"
)

// record is what the index keeps of a file for its row.
type record struct {
	mark  mark
	facts facts
}

// errRecord tells that bytes are no record. They are then as good as none.
var errRecord = errors.New("not a record")

// encoder appends values to a record.
type encoder struct{ buf []byte }

func (e *encoder) int(n int64) { e.buf = binary.AppendVarint(e.buf, n) }
func (e *encoder) float(f float64) {
	e.buf = binary.LittleEndian.AppendUint64(e.buf, math.Float64bits(f))
}
func (e *encoder) text(s string) {
	e.buf = append(binary.AppendUvarint(e.buf, uint64(len(s))), s...)
}

func (e *encoder) flag(b bool) {
	if b {
		e.buf = append(e.buf, 1)
	} else {
		e.buf = append(e.buf, 0)
	}
}

func (e *encoder) mark(m *mark) {
	for _, n := range []int64{m.stamp.size, m.stamp.mtime, m.stamp.changed, int64(m.stamp.dev), int64(m.stamp.ino), m.next, int64(m.print)} {
		e.int(n)
	}
	e.flag(m.torn)
}

// decoder takes values out of a record. The first error stays.
type decoder struct {
	buf []byte
	err error
}

// take returns the next n bytes.
func (d *decoder) take(n uint64) []byte {
	if d.err != nil || n > uint64(len(d.buf)) {
		d.err = errRecord
		return nil
	}
	taken := d.buf[:n]
	d.buf = d.buf[n:]
	return taken
}

func (d *decoder) int() int64 {
	n, size := binary.Varint(d.buf)
	if size <= 0 {
		d.err = errRecord
		return 0
	}
	d.buf = d.buf[size:]
	return n
}

func (d *decoder) float() float64 {
	raw := d.take(8)
	if raw == nil {
		return 0
	}
	return math.Float64frombits(binary.LittleEndian.Uint64(raw))
}

func (d *decoder) text() string {
	n, size := binary.Uvarint(d.buf)
	if size <= 0 {
		d.err = errRecord
		return ""
	}
	d.buf = d.buf[size:]
	return string(d.take(n))
}

func (d *decoder) flag() bool {
	raw := d.take(1)
	return raw != nil && raw[0] == 1
}

func (d *decoder) mark() mark {
	return mark{
		stamp: stamp{size: d.int(), mtime: d.int(), changed: d.int(), dev: uint64(d.int()), ino: uint64(d.int())},
		next:  d.int(), print: uint64(d.int()), torn: d.flag(),
	}
}

// encode writes a record. decode must read the same values in the same order.
func (r *record) encode() []byte {
	var e encoder
	f := &r.facts
	e.mark(&r.mark)
	e.text(f.header.ID)
	e.int(int64(f.header.Version))
	e.text(f.header.Timestamp)
	e.text(f.header.Cwd)
	e.text(f.header.ParentSession)
	e.flag(!f.created.IsZero())
	if !f.created.IsZero() {
		e.int(f.created.UnixMilli())
	}
	e.text(f.name)
	e.int(int64(f.messages))
	e.float(f.activity)
	e.text(f.first)
	e.flag(f.firstCut)
	e.int(f.firstAt.Offset)
	e.int(int64(f.firstAt.Size))
	e.text(f.last)
	e.float(f.cost)
	e.int(int64(len(f.labels)))
	for id := range f.labels {
		e.text(id)
	}
	return e.buf
}

// decode reads a record.
func decode(text []byte) (record, error) {
	d := decoder{buf: text}
	r := record{mark: d.mark()}
	f := &r.facts
	f.header = session.Header{ID: d.text(), Version: int(d.int()), Timestamp: d.text(), Cwd: d.text(), ParentSession: d.text()}
	if d.flag() {
		f.created = time.UnixMilli(d.int()).UTC()
	}
	f.name = d.text()
	f.messages = int(d.int())
	f.activity = d.float()
	f.first = d.text()
	f.firstCut = d.flag()
	f.firstAt = span{Offset: d.int(), Size: int(d.int())}
	f.last = d.text()
	f.cost = d.float()
	n := d.int()
	if n > 0 && n <= int64(len(d.buf)) {
		f.labels = make(map[string]struct{}, n)
		for range n {
			f.labels[d.text()] = struct{}{}
		}
	}
	f.next, f.torn = r.mark.next, r.mark.torn
	return r, d.err
}
