package session

import (
	"os"
	"time"
)

// liveFor is how long after the last write a session still looks as if a
// program were at work on it. An answer that streams is written when it is
// whole, so this is longer than a moment.
const liveFor = 30 * time.Second

// Liveness is what speaks for another program being at work on a session. pi
// takes no lock, so that is all there is to go by (public issue 3).
type Liveness struct {
	Recent bool // the file was written to seconds ago, and not by this session's last change
	Grew   bool // it has other bytes than were read
}

// Live reports whether any of that holds.
func (l Liveness) Live() bool { return l.Recent || l.Grew }

// Live looks at the session's file. A session without one is not live.
func (s *Session) Live(now time.Time) (Liveness, error) {
	if !s.onDisk() {
		return Liveness{}, nil
	}
	info, err := os.Stat(s.file)
	if err != nil {
		return Liveness{}, err
	}
	age := now.Sub(info.ModTime())
	return Liveness{
		Recent: age < liveFor && age > -liveFor && !info.ModTime().Equal(s.ours),
		Grew:   !sameState(info, s.info),
	}, nil
}
