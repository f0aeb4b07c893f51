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
// (session/internal/jsonl), walks each one just far enough (entryline.go) and adds up what a
// row is made of (facts.go). Rows go to the caller in batches, unsorted: [Sort]
// and [Thread] order any set of them.
//
// # How a search is made
//
// [ParseQuery] and [Query.Match] are pi's search language and ranking (spec
// 4.4). [Library.Search] looks at rows first and at what was said only where
// rows do not decide. Texts lie in the index in lower case (texts.go), each with
// the set of its short runs of bytes (grams.go), which rules most of them out
// for a rare word. [Library.Hits] then finds the entries of one session. Tool
// calls and their output are most of a store's bytes and are not in the index:
// for a query that is [Query.Deep] files are read (deep.go).
//
// # The index
//
// A file in [Env.CacheDir] (internal/cache) has a record for each session file,
// of all that a row is made of, and its text. A record stands as long as the
// file's stamp (mark.go): device, inode, size, time of content and time of
// change. If the file only grew, reading goes on behind the last whole line.
// The index is never needed: without it, or with a damaged one, the same comes
// out, more slowly.
//
// # The trash
//
// [Library.Trash] is the only way to delete that pith takes by itself
// (internal/trash); [Library.Unlink] is for users who were told that there is no
// trash.
package library
