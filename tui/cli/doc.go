// Package cli is pith's command line: the verbs, each of which does one thing,
// prints, and ends.
//
// Rules of this room:
//
//   - It knows the world only by what [App] is given: no environment, no file
//     that is not reached through session or library.
//   - What is printed for people is made by render and clean; JSON is for
//     scripts, raw, and its shapes stay.
//   - An error says what happened, to which file, and what to do. Which exit
//     code follows is decided by main from its type.
package cli
