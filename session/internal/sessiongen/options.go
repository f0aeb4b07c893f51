package sessiongen

import "pgregory.net/rapid"

// Options says what may be in a file. Its zero value stands for every file that pi reads.
type Options struct {
	// MaxEntries limits the entries; 0 stands for 24.
	MaxEntries int

	// Tame leaves out what pi reads but throws on later: a custom_message without content and a branch_summary without
	// a summary, which its tree view cannot draw, and an assistant message without usage, which its statistics and its
	// footer cannot count.
	Tame bool

	// SelfParents lets entries be their own parent. pi never returns from a path that meets one.
	SelfParents bool
	// Cycles lets entries have a later one as their parent, and so rings of any length. pi never returns from those.
	Cycles bool
	// Duplicates lets entries share an id. With it a tree can hang below itself, which pi does not survive either.
	Duplicates bool
	// Idless lets entries lack an id, and lines hold JSON that is no object, which pi keeps as entries without an id.
	// pi takes those for the parent of every entry that has no parentId at all.
	Idless bool

	// RetainedTail lets compactions carry the retainedTail of another program, which pi ignores and pith does not.
	RetainedTail bool
	// LineSeparators lets strings hold U+2028 and U+2029 as they are. pi opens such a file well, but its list of sessions
	// takes them for the end of a line and loses the entry.
	LineSeparators bool
	// BadUTF8 lets strings hold bytes that are not UTF-8.
	BadUTF8 bool
}

// Text draws a file of version 3 that pi reads.
func Text(t *rapid.T) string { return Options{}.Text(t) }

// V1Text draws a file of version 1, which has no ids, that pi reads and migrates.
func V1Text(t *rapid.T) string { return Options{}.V1Text(t) }

// V2Text draws a file of version 2, which has ids and the role hookMessage, that pi reads and migrates.
func V2Text(t *rapid.T) string { return Options{}.V2Text(t) }

// Text draws a file of version 3, or of a later one, which pi takes for the same.
func (o Options) Text(t *rapid.T) string { return draw(t, o, 3) }

// V1Text draws a file of version 1. The entries are a chain by their order, so the options about ids and parents mean
// nothing here.
func (o Options) V1Text(t *rapid.T) string { return draw(t, o, 1) }

// V2Text draws a file of version 2.
func (o Options) V2Text(t *rapid.T) string { return draw(t, o, 2) }
