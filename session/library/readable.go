package library

import "pith/session/internal/jsonscan"

// deepest bounds how deep objects in an entry are looked into.
const deepest = 64

// appendReadable appends everything in a line that a person may have read or
// written: messages, thinking, tool calls and what came of them, summaries,
// labels, names. Each text is followed by a newline.
func (w *lineWalker) appendReadable(dst, line []byte) []byte {
	w.c.Reset(line)
	return w.readable(dst, "", 0)
}

// readable appends the texts of the value that comes next, which stands under
// the name key.
func (w *lineWalker) readable(dst []byte, key string, depth int) []byte {
	c := &w.c
	switch kind := c.Kind(); {
	case kind == jsonscan.String && !machine(key):
		raw, _ := c.Quoted()
		return append(jsonscan.AppendUnquoted(dst, raw), '\n')
	case kind == jsonscan.Object && depth < deepest:
		for ok := c.Enter(jsonscan.Object); ok; {
			var name []byte
			if name, ok = c.Key(); ok {
				dst = w.readable(dst, string(name), depth+1)
			}
		}
	case kind == jsonscan.Array && depth < deepest:
		for ok := c.Enter(jsonscan.Array); ok && c.Elem(); {
			dst = w.readable(dst, key, depth+1)
		}
	default:
		c.Skip()
	}
	return dst
}

// machine reports whether the text under a key is for machines: ids, images,
// signatures and the like.
func machine(key string) bool {
	switch key {
	case "type", "id", "parentId", "timestamp", "role", "api", "stopReason", "data", "mimeType", "thinkingSignature", "textSignature",
		"thoughtSignature", "signature", "toolCallId", "responseId", "targetId", "fromId", "firstKeptEntryId":
		return true
	}
	return false
}
