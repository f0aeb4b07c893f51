// Package trash moves files to the user's trash and back.
//
// # Rules
//
//   - A file is never unlinked. It is somewhere else, whole, before it is gone
//     from where it was.
//   - Nothing is ever written over, neither in the trash nor on the way back.
//   - A move keeps the file's bytes and its times.
//
// A program called trash is asked first, if there is one: it knows the system.
// It has a time limit. Otherwise files go where the freedesktop.org trash
// specification (version 1.0) says, or on a Mac into the user's folder .Trash.
package trash
