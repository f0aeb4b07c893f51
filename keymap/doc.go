// Package keymap is the table of what keys do: actions, bindings, help.
//
// A key becomes a named [Action] before anyone acts on it, and everything that
// speaks of keys (the hint row, the help screen, the user's own bindings) is
// made from the one table in bindings.go, so that none of it can be out of date.
//
// Rules of this room: it knows no other room and no terminal. A key is a string
// in one spelling, see [Canonical]. Which actions exist is decided here, what
// they do is decided in tui.
package keymap
