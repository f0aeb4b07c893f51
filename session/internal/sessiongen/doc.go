// Package sessiongen draws random session files for property tests.
//
// A drawn file is the whole text of one session, with everything in it that pi writes or has written, and much that only a
// hand, a crash or another program would: entries of unknown types, orphans, several roots, labels on nothing, times that
// are equal, go backwards or are none, null and missing content, blank and torn lines, CRLF, odd strings and numbers.
//
// What all files have in common is that pi opens them: it reads the tree, builds the context from every leaf, converts and
// counts it without throwing. So every difference between pith and pi on such a file is a fault of pith. [Options] switches
// on what pi does not survive or what pith means to do differently, and Tame switches off the little that pi can read but
// not draw.
package sessiongen
