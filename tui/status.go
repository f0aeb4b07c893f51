package tui

// status is what the bottom row says in place of the key hints. A message
// stays until a key is pressed; an error stays until one is pressed after it
// could have been read, which is the next one.
type status struct {
	text  string
	level level
	more  []string // messages that wait for their turn
}

type level int

const (
	levelInfo level = iota
	levelWarning
	levelError
)

func (s *status) info(text string) { s.say(text, levelInfo) }
func (s *status) warn(text string) { s.say(text, levelWarning) }
func (s *status) fail(err error)   { s.say(err.Error(), levelError) }

// say shows a message. It takes the place of one that matters less; one that
// matters as much is heard first.
func (s *status) say(text string, l level) {
	if s.text != "" && s.level >= l && l != levelInfo {
		s.more = append(s.more, text)
		return
	}
	if s.text != "" && s.level > l {
		return
	}
	s.text, s.level = text, l
}

// read takes the message away, since a key was pressed.
func (s *status) read() {
	s.text, s.level = "", levelInfo
	if len(s.more) > 0 {
		s.text, s.level, s.more = s.more[0], levelWarning, s.more[1:]
	}
}
