package tui

import (
	tea "charm.land/bubbletea/v2"

	"pith/render"
	"pith/session"
	"pith/session/library"
)

// refreshCard reads the card of the session under the cursor, unless it is
// there or another is being read; then it comes next.
func (m *Model) refreshCard() tea.Cmd {
	p := &m.library
	row := p.current()
	if row == nil || p.reading != "" {
		return nil
	}
	if card, ok := p.cards[row.Path]; ok && card.SizeBytes == row.Size {
		return nil
	}
	if _, ok := p.cardErrs[row.Path]; ok {
		return nil
	}
	p.reading = row.Path
	return readCard(*row)
}

// carded takes in a card.
func (m *Model) carded(msg cardMsg) tea.Cmd {
	p := &m.library
	p.reading = ""
	if msg.err != nil {
		p.cardErrs[msg.path] = msg.err
	} else {
		p.cards[msg.path] = msg.card
	}
	return m.refreshCard()
}

// cardOf makes the card of a session: what someone wants to know before going
// back to it.
func cardOf(s *session.Session, row library.Row) (render.CardData, error) {
	p, err := s.Projection(s.Leaf())
	if err != nil {
		return render.CardData{}, err
	}
	totals := s.Totals(nil)
	card := render.CardData{
		Name: sessionTitle(s), Cwd: s.Cwd(), CwdMissing: row.CwdMissing, Level: p.ThinkingLevel,
		Cost: totals.Cost, Tokens: totals.Tokens(), ContextTokens: float64(p.Tokens().Total),
		Branches: len(s.Leaves()), Messages: totals.Messages, Labels: len(s.Labeled()),
		SizeBytes: row.Size, Created: row.Created, Modified: row.Modified, Problems: len(s.Problems()),
	}
	if p.Model != nil {
		card.Model = p.Model.ModelID
	}
	branch := s.Branch(s.Leaf())
	if err := lastWords(s, branch, &card); err != nil {
		return render.CardData{}, err
	}
	return card, nil
}

// headUnits is how much of a prompt or an answer a card can show, in UTF-16
// code units.
const headUnits = 600

// lastWords fills in the prompts and the answer at both ends of a branch.
func lastWords(s *session.Session, branch []int, card *render.CardData) (err error) {
	for _, i := range branch {
		if e := s.At(i); e.IsMessage(session.RoleUser) && e.HasText && card.FirstPrompt == "" {
			if card.FirstPrompt, err = s.Head(i, headUnits); err != nil {
				return err
			}
			break
		}
	}
	for n := len(branch) - 1; n >= 0 && (card.LastPrompt == "" || card.LastAnswer == ""); n-- {
		e := s.At(branch[n])
		switch {
		case e.IsMessage(session.RoleUser) && e.HasText && card.LastPrompt == "":
			card.LastPrompt, err = s.Head(e.Index, headUnits)
		case e.IsMessage(session.RoleAssistant) && card.LastAnswer == "" && card.LastPrompt == "":
			if card.StopReason == "" {
				card.StopReason = e.StopReason
			}
			if e.HasText {
				card.LastAnswer, err = s.Head(e.Index, headUnits)
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// sessionTitle returns what a person knows a session by: its name, else its
// first prompt.
func sessionTitle(s *session.Session) string {
	if name := s.Name(); name != "" {
		return name
	}
	for i := range s.Entries() {
		if e := s.At(i); e.IsMessage(session.RoleUser) && e.HasText {
			if text, err := s.Head(i, 200); err == nil {
				return text
			}
		}
	}
	return library.NoMessages
}
