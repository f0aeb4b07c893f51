// Package jsonscan walks one JSON text without building values, so that a
// reader pays only for the fields it looks at.
//
// Everything that is stepped over is still checked: a text that
// encoding/json would refuse is refused here, because a line of a session file
// that is not JSON is no entry (spec 2). Text that is not valid UTF-8 is let
// through, as in encoding/json; whoever turns it into a string replaces it.
//
// Strings are checked eight bytes at a time, which is where the speed comes
// from: nearly all bytes of a session lie in strings that nobody reads.
package jsonscan
