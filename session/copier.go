package session

import (
	"bufio"
	"encoding/json"
	"fmt"
)

// copier writes entries of one session into the file of another. It keeps their
// bytes but for what ties them to entries that are left out.
type copier struct {
	out  *bufio.Writer // keeps its first error until it is flushed
	draw func(taken func(id string) bool) (string, error)

	dropLabels  bool // label entries are left out
	keepOrphans bool // what lacked its parent in the source may lack it here

	kept   map[string]bool   // ids of the entries that were written
	moved  map[string]string // id of a label left out to that of the entry kept after it
	count  int
	parent string // id of the entry that was written last
}

func newCopier(w *Writer, out *bufio.Writer) *copier {
	return &copier{out: out, draw: w.entryID, kept: map[string]bool{}, moved: map[string]string{}}
}

// line writes a line. An error stays with out.
func (c *copier) line(text []byte) {
	c.out.Write(text)     //nolint:errcheck // see above
	c.out.WriteByte('\n') //nolint:errcheck
}

// entry writes an entry.
func (c *copier) entry(id string, line []byte) {
	c.line(line)
	c.kept[id] = true
	c.parent = id
	c.count++
}

// all writes every entry as it is.
func (c *copier) all(s *Session) error {
	for i := range s.entries {
		line, err := s.currentLine(i)
		if err != nil {
			return err
		}
		if line != nil {
			c.entry(s.entries[i].ID, line)
		}
	}
	return nil
}

// branch writes the entries down to leaf as one chain (spec 8.1).
func (c *copier) branch(s *Session, leaf int) error {
	var dropped []string // labels since the last entry that was kept
	for _, i := range s.Branch(leaf) {
		e := &s.entries[i]
		if c.dropLabels && e.Type == TypeLabel {
			dropped = append(dropped, e.ID)
			continue
		}
		line, err := s.currentLine(i)
		if err != nil {
			return err
		}
		if len(line) == 0 || line[0] != '{' { // nothing can hang below it
			continue
		}
		id := e.ID
		if e.madeID {
			if id, err = c.draw(func(id string) bool { return c.kept[id] }); err != nil {
				return err
			}
			line = setField(line, "id", quoteRaw(id))
		}
		for _, label := range dropped {
			c.moved[label] = id
		}
		dropped = dropped[:0]
		c.entry(id, c.tied(e, line))
	}
	return nil
}

// tied returns the line of an entry with the entry written last as its parent,
// and with the start of what a compaction keeps where it was, if that was a
// label that is left out.
func (c *copier) tied(e *Entry, line []byte) []byte {
	fields := rawFields(line)
	if parent := idOrNull(c.parent); string(fields["parentId"]) != string(parent) {
		line = setField(line, "parentId", parent)
	}
	if e.Type == TypeCompaction {
		if first, ok := c.moved[stringOr(fields["firstKeptEntryId"])]; ok {
			line = setField(line, "firstKeptEntryId", quoteRaw(first))
		}
	}
	return line
}

// labels writes the labels that the entries in the copy have now, in the order
// in which they were first set, at the times at which they were set last.
func (c *copier) labels(s *Session) error {
	for _, i := range s.Labeled() {
		target := s.entries[i].ID
		if !c.kept[target] {
			continue
		}
		label := s.labels[target]
		setBy, err := s.Raw(label.Entry)
		if err != nil {
			return err
		}
		id, err := c.draw(func(id string) bool { return c.kept[id] })
		if err != nil {
			return err
		}
		c.entry(id, labelLine(id, c.parent, rawFields(setBy)["timestamp"], target, label.Text))
	}
	return nil
}

func labelLine(id, parent string, timestamp json.RawMessage, target, text string) []byte {
	var o objectWriter
	o.text("type", string(TypeLabel))
	o.text("id", id)
	o.raw("parentId", idOrNull(parent))
	o.raw("timestamp", timestamp)
	o.text("targetId", target)
	o.text("label", text)
	return o.bytes()
}

// check reads the finished copy as anyone will and makes sure of what a broken
// copy would cost: that every entry is there, and that every parent is
// (public issues 8 and 9).
func (c *copier) check(file string) error {
	made, err := Open(file)
	if err != nil {
		return fmt.Errorf("check the copy before it gets its name: %w", err)
	}
	defer made.Close()
	if made.Len() != c.count {
		return fmt.Errorf("the copy has %d entries instead of %d and was thrown away; the original is as it was", made.Len(), c.count)
	}
	for i := range made.entries {
		e := &made.entries[i]
		if e.ParentID != "" && made.parents[i] == Root && !c.keepOrphans {
			return fmt.Errorf("in the copy the entry %s lacks its parent %s, so it was thrown away; the original is as it was", e.ID, e.ParentID)
		}
	}
	return nil
}
