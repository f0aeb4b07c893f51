package session

import (
	"encoding/json"
	"strings"
)

// The types of blocks that a message's content is made of.
const (
	BlockText     = "text"
	BlockImage    = "image"
	BlockThinking = "thinking"
	BlockToolCall = "toolCall"
)

// Block is one part of a message's content (spec 3, blocks). Which fields are
// filled depends on the type.
type Block struct {
	Type string `json:"type"`

	Text string `json:"text"` // text

	Thinking          string `json:"thinking"` // thinking
	ThinkingSignature string `json:"thinkingSignature"`
	Redacted          bool   `json:"redacted"`

	Data     Base64 `json:"data"` // image
	MimeType string `json:"mimeType"`

	ID        string          `json:"id"` // toolCall
	Name      string          `json:"name"`
	Arguments json.RawMessage `json:"arguments"`
}

// Base64 is the text of an image as the file has it. It is kept, not decoded.
type Base64 string

// Bytes returns about how many bytes the image has.
func (b Base64) Bytes() int { return len(strings.TrimRight(string(b), "=")) * 3 / 4 }

// UnmarshalJSON takes the bytes between the quotes as they are: base64 needs no
// unescaping, and images are most of the bytes of many sessions.
func (b *Base64) UnmarshalJSON(raw []byte) error {
	if len(raw) >= 2 && raw[0] == '"' {
		*b = Base64(raw[1 : len(raw)-1])
	}
	return nil
}

// Content is what a message says: a string, or a list of blocks. The zero value
// is a content that is missing or null.
type Content struct {
	Blocks  []Block // a string counts as one text block
	Present bool    // false when the field is missing or null
	Plain   bool    // it is a string
}

// UnmarshalJSON accepts any JSON value; what is neither string nor list has no
// blocks.
func (c *Content) UnmarshalJSON(raw []byte) error {
	*c = Content{Present: string(raw) != "null"}
	switch raw[0] {
	case '"':
		c.Plain = true
		c.Blocks = []Block{{Type: BlockText, Text: stringOr(raw)}}
	case '[':
		unmarshal(raw, &c.Blocks)
	}
	return nil
}

// Text returns the texts of the text blocks, joined by sep.
func (c *Content) Text(sep string) string {
	if len(c.Blocks) == 1 && c.Blocks[0].Type == BlockText {
		return c.Blocks[0].Text
	}
	var texts []string
	for i := range c.Blocks {
		if c.Blocks[i].Type == BlockText {
			texts = append(texts, c.Blocks[i].Text)
		}
	}
	return strings.Join(texts, sep)
}

// Images returns the number of images.
func (c *Content) Images() int {
	n := 0
	for i := range c.Blocks {
		if c.Blocks[i].Type == BlockImage {
			n++
		}
	}
	return n
}

// ToolCalls returns the tool calls.
func (c *Content) ToolCalls() []*Block {
	var calls []*Block
	for i := range c.Blocks {
		if c.Blocks[i].Type == BlockToolCall {
			calls = append(calls, &c.Blocks[i])
		}
	}
	return calls
}

// unmarshal decodes as much of raw as fits into v. A field of another type than
// expected is left empty and the rest is still read: pi validates nothing
// either, and one odd field must not hide an entry.
func unmarshal(raw []byte, v any) {
	_ = json.Unmarshal(raw, v) //nolint:errcheck // see above; raw is known to be JSON
}
