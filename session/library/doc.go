// Package library is the folder of sessions: it finds session files, lists
// them, searches them, and follows what happens to them on disk.
//
// # Rules of this room
//
//   - It may use folders and goroutines. What it knows of the environment is
//     what its caller puts into [Env]; it knows no colours and no terminal.
//   - Looking changes nothing on disk: no folder is created, no file is
//     touched. pi makes folders by asking for them (spec 1.1); pith does not.
//   - Nothing is lost in silence. A file below the session folders is a [Row]
//     or it is [Skipped] with a reason in words, never neither; and no bad
//     file, link or folder keeps the others from being listed.
//   - A row is what pi makes of the file (spec 4.1), so that a list of pith and
//     a list of pi agree. The exceptions are sessions that pi loses by
//     accident, such as one with a message whose content is null: those are
//     listed.
//   - Text streams. A file is read once, front to back, through one buffer per
//     worker, and nothing of it stays in memory but its row. What a store of
//     gigabytes costs is bounded by its longest line, not by its size.
//   - What takes time takes a context and reports through a function that is
//     never called by two goroutines at once.
//
// # How a list is made
//
// [Locate] finds out which folder holds the sessions. [Library.List] first looks
// at names and stats only (discover.go), drops what can be no session, sorts
// the rest newest first and gives the files to workers. A worker reads lines
// (lines.go), walks each one just far enough (entryline.go) and adds up what a
// row is made of (facts.go). Rows go to the caller in batches, unsorted: [Sort]
// and [Thread] order any set of them.
//
// [ParseQuery] and [Query.Match] are pi's search language and ranking (spec
// 4.4).
package library
