package session

import (
	"encoding/json"
	"errors"
)

// CustomTypeLeaf is the customType of the entry that does nothing but stand
// last, under the entry where the session is to go on. pi keeps custom entries
// out of the context, and has no other way to remember a position (spec 12).
const CustomTypeLeaf = "pith.leaf"

// Move says where the leaf goes and what goes with it.
type Move struct {
	To      int            // the new leaf, or Root for before the first entry
	Summary *BranchSummary // of what is left behind, or nil
	Label   string         // "" for none
	Labeled int            // which entry gets the label, when there is no summary to carry it
}

// BranchSummary is what a branch_summary entry says (spec 6).
type BranchSummary struct {
	Summary  string          // as the model will read it; see Abandoned.Stored
	Details  json.RawMessage // nil for none; pi's own are the file lists
	Usage    json.RawMessage // what it cost to make, nil for nothing
	FromHook *bool           // pi writes false for its own summaries; nil leaves it out
}

// Move moves the leaf so that it stays moved: by what the caller wants to add
// at the new place, or else by an entry that only marks it. A move to where the
// file goes on already, with nothing to add, writes nothing.
func (w *Writer) Move(s *Session, m Move) (*Change, error) {
	return w.change(s, func(now *Session, leaf int) (plan, error) {
		to, err := s.target(now, m.To)
		if err != nil {
			return plan{}, err
		}
		last := now.last()
		p := plan{under: to, undo: Undo{Leaf: &LeafUndo{To: now.idOf(last)}}}
		if m.Summary != nil {
			p.drafts = append(p.drafts, m.Summary.draft(now.idOf(leaf)))
		}
		switch {
		case m.Label != "" && m.Summary != nil:
			// The label is for the summary, which is known by then as its parent.
			p.drafts = append(p.drafts, func(st stamp) json.RawMessage { return labelDraft(st.parent, m.Label)(st) })
		case m.Label != "":
			err = now.labelWithMove(s, m, &p)
		case m.Summary == nil && to != last:
			p.drafts = append(p.drafts, leafMarker(now.idOf(last)))
		}
		return p, err
	})
}

// labelWithMove adds the label entry that marks a move.
func (s *Session) labelWithMove(old *Session, m Move, p *plan) error {
	labeled, err := old.target(s, m.Labeled)
	if err != nil {
		return err
	}
	if labeled == Root {
		return errors.New("there is no entry before the first one to put the label on; nothing was written: give a summary, or leave out the label")
	}
	id := s.idOf(labeled)
	p.drafts = append(p.drafts, labelDraft(id, m.Label))
	p.undo.Label = &TextUndo{Entry: id, Old: s.labels[id].Text, New: m.Label}
	return nil
}

// draft is a branch_summary entry. A place before the first entry is called
// "root" in it (spec 6).
func (b *BranchSummary) draft(from string) draft {
	if from == "" {
		from = "root"
	}
	return plain(TypeBranchSummary,
		field{"fromId", quoteRaw(from)}, field{"summary", quoteRaw(b.Summary)},
		field{"details", b.Details}, field{"usage", b.Usage}, field{"fromHook", optional(b.FromHook)})
}

// leafMarker is the entry that stands for a move and nothing else.
func leafMarker(from string) draft {
	var data objectWriter
	data.raw("from", idOrNull(from))
	return extension(TypeCustom, field{"customType", quoteRaw(CustomTypeLeaf)}, field{"data", data.bytes()})
}

// BranchPoint returns where the leaf goes when the entry i is chosen to branch
// from, and the text that is offered for editing. A message of the user's, or
// one that an extension sent in the user's place, is to be written anew: so the
// leaf goes before it (spec 5.8).
func (s *Session) BranchPoint(i int) (leaf int, text string, err error) {
	if i == Root {
		return Root, "", nil
	}
	e := &s.entries[i]
	if !e.IsMessage(RoleUser) && e.Type != TypeCustomMessage {
		return i, "", nil
	}
	body, err := s.Body(i)
	if err != nil {
		return Root, "", err
	}
	return s.parents[i], body.Message.Content.Text(""), nil
}
