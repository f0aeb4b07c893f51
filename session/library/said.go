package library

// Text is what was said in a session, by the user and the model on all its
// branches: the messages in lower case, in file order, with a space between them.
type Text []byte

// body is what a session says, however it is looked through.
type body interface {
	holds(t *token) bool
	matches(p *pattern) bool
}

// said is a text and what is known of it without looking through it.
type said struct {
	text  Text
	grams grams // empty if nothing is known
}

// mayHold reports whether the text may hold all words.
func (s *said) mayHold(words []string) bool {
	for _, w := range words {
		if !s.grams.mayHold(w) {
			return false
		}
	}
	return true
}
