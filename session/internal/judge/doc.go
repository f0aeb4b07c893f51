// Package judge lets a test ask the real pi what it makes of a session.
//
// pith has to read and write session files exactly as pi does, so the last word on what is exact belongs to pi itself.
// The package starts the server in testdata/pi, which imports an installed pi, and keeps it running: one process answers
// thousands of questions, which is what makes comparing random sessions with pi affordable.
//
// An entry is named by a [Ref], its position in file order without the header, never by its id: pi draws new ids each time
// it migrates an old file. Messages are handed over as raw JSON, because every field of them counts and only the caller
// knows what to compare.
//
// What pi refuses, and where pi throws, is an answer like any other and stands in the reply. A test fails only when the
// judge itself does: when it cannot start, dies, or gives no reply within a minute. Nothing here imports pith.
package judge
