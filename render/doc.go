// Package render turns sessions into text for a terminal: rows of the tree,
// the panes beside it, rows and cards of the library.
//
// # Rules of this room
//
//   - It is pure: data, a width and [Styles] go in, finished lines come out. It
//     knows no terminal, no clock, no environment and no files; the time and
//     the home folder are parameters. It keeps nothing between two calls, so
//     caching is the caller's business and always safe.
//   - No text of a file reaches a line before [Clean] or [CleanLine] has made it
//     harmless, and nothing is measured before it is clean.
//   - There is one way to measure ([Width]), to cut ([Cut], [Fit]) and to wrap
//     ([Wrap]). No line is wider than it was asked to be, at any width.
//   - Nothing is cut in silence: a cut row ends in "…", a shortened block says
//     how much it left out.
//   - What a line costs follows from what is seen of it, not from the size of
//     the entry behind it. Nothing recurses by depth.
//   - Colour is never the only carrier of a meaning: a mark or a word says it
//     too, so a terminal without colours loses nothing.
package render
