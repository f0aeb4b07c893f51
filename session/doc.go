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
//
//   - Reading changes nothing: not a byte, not a modification time.
//
//   - A file is read once, line by line. What stays in memory of an entry is
//     its skeleton ([Entry]); its body stays in the file until asked for
//     ([Session.Body]). So a session of any size opens in the time it takes to
//     read it, and costs memory by its entries, not by its bytes.
//
//   - Nothing odd is fatal after the header, and nothing is dropped in silence:
//     what a line was and what was made of it is in [Session.Problems].
//
//   - Entries are spoken of by index, their position in the file from 0. The
//     place before the first entry is [Root]. Ids are for whoever has to
//     remember an entry across reads.
//
//   - Changing is appending: whole lines, in one write, under the last entry that
//     the file has at that moment. A session that exists is never written anew,
//     but for the one time that an old version becomes the current one. New files
//     are complete before they have a name, and take no name that is taken.
//
//   - A session value does not change. A [Writer] gives a new one for each change,
//     with what takes the change back.
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
//	buildContextEntries      Session.ContextEntries
//	buildSessionProjection   Session.Projection
//	buildSessionContext      Session.Projection, Projection.Messages
//
// The writing half, where a session that changes is a new value:
//
//	create, newSession         Writer.Create
//	setSessionFile             Writer.OpenOrCreate
//	continueRecent             library.ContinueRecent
//	forkFrom                   Writer.CopyAll
//	createBranchedSession      Writer.Extract
//	exportSessionToJsonl       Writer.Export, Writer.ExportTo
//	appendMessage              Writer.AppendMessage
//	appendThinkingLevelChange  Writer.AppendThinkingLevelChange
//	appendModelChange          Writer.AppendModelChange
//	appendUsage                Writer.AppendUsage
//	appendCompaction           Writer.AppendCompaction
//	appendCustomEntry          Writer.AppendCustomEntry
//	appendCustomMessageEntry   Writer.AppendCustomMessageEntry
//	appendContextEdit          Writer.AppendContextEdit
//	appendSessionInfo          Writer.Rename
//	appendLabelChange          Writer.Label
//	branch, resetLeaf          Session.MoveLeaf in memory, Writer.Move to stay
//	branchWithSummary          Writer.Move with a summary
//
// Label and Rename go under the last entry of the file where pi's go under the
// leaf it has in memory; Move writes down what pi's branch and resetLeaf forget.
package session
