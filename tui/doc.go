// Package tui is pith's screen: one Bubble Tea model, its panes and every
// command it runs.
//
// Rules of this room:
//
//   - There is one tea.Model, [Model]. Panes are structs with verbs; they have
//     no Update of their own and do not know each other.
//   - A key becomes a keymap.Action before anyone acts on it.
//   - Files are touched only by commands (commands.go), and only through
//     session and library. Nothing that can wait is done on the way of a key.
//     The one exception are the words of a row of the tree: render reads the
//     few hundred bytes they need when the row is first drawn.
//   - The result of a command says what it was asked for. What nobody asks for
//     any more is dropped.
//   - The cursor, folds and marks are held by what they stand on, never by a
//     row number: rows come and go under them.
//   - What is drawn comes from render, which also makes text from files
//     harmless. No style and no escape sequence is made here.
package tui
