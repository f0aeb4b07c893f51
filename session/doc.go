// Package session reads and changes one pi session file: parse, tree, context.
//
// A session is a JSONL file. Its first line is the header; every other line is
// an entry with an id and the id of its parent, so the entries form a tree.
// The contract with pi is written down section by section in the project's
// notes; "spec 7.2" in a comment names such a section.
//
// # Rules of this room
//
//   - It touches one file at a time and takes the time from its caller. It
//     knows no environment, no terminal and starts no goroutine.
//   - Reading changes nothing: not a byte, not a modification time.
//   - A file is read once, line by line. What stays in memory of an entry is
//     its skeleton ([Entry]); its body stays in the file until asked for
//     ([Session.Body]). So a session of any size opens in the time it takes to
//     read it, and costs memory by its entries, not by its bytes.
//   - Nothing odd is fatal after the header, and nothing is dropped in silence:
//     what a line was and what was made of it is in [Session.Problems].
//   - Entries are spoken of by index, their position in the file from 0. The
//     place before the first entry is [Root]. Ids are for whoever has to
//     remember an entry across reads.
//
// # pi's SessionManager and this package
//
//	pi                       here
//	open                     Open
//	inMemory                 InMemory, Parse
//	getHeader                Session.Header
//	getSessionId             Session.ID
//	getSessionFile           Session.File
//	getSessionDir            Session.Dir
//	getCwd                   Session.Cwd
//	getSessionName           Session.Name
//	isPersisted              Session.Persisted
//	getEntries               Session.Entries
//	getEntry                 Session.Find, Session.At
//	getLeafId, getLeafEntry  Session.LeafID, Session.Leaf
//	getBranch                Session.Branch
//	getTree                  Session.Roots, Session.Children, Session.Preorder
//	getChildren              Session.Children
//	getLabel                 Session.Label
//	branch, resetLeaf        Session.MoveLeaf, with Root for resetLeaf
//	buildContextEntries      Session.ContextEntries
//	buildSessionProjection   Session.Projection
//	buildSessionContext      Session.Projection, Projection.Messages
package session
