package judge

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strconv"
)

// Leaf is where a context is asked for: the position of an entry, or one of the values below.
type Leaf int

const (
	// Root stands for before all entries.
	Root Leaf = -1 - iota
	// Last stands for where the file leaves off: its last entry.
	Last
	// Every stands for the root and then each entry, one answer for each. Only for small files.
	Every
)

// MarshalJSON writes the leaf as a request has it.
func (l Leaf) MarshalJSON() ([]byte, error) {
	switch l {
	case Root:
		return []byte("null"), nil
	case Last:
		return []byte(`"last"`), nil
	case Every:
		return []byte(`"all"`), nil
	}
	return strconv.AppendInt(nil, int64(l), 10), nil
}

// UnmarshalJSON reads the leaf as a reply has it.
func (l *Leaf) UnmarshalJSON(b []byte) error {
	switch string(b) {
	case "null":
		*l = Root
	case `"last"`:
		*l = Last
	default:
		return json.Unmarshal(b, (*int)(l))
	}
	return nil
}

// Ref names an entry by its position in file order.
type Ref struct {
	Pos     int    // -1 if there is none
	Missing string // the id that no entry has, if that is why there is none
}

// None is the Ref of a null or absent id.
var None = Ref{Pos: -1}

// At returns the Ref of the entry at a position.
func At(pos int) Ref { return Ref{Pos: pos} }

// UnmarshalJSON reads a position, null, or a question mark followed by the missing id.
func (r *Ref) UnmarshalJSON(b []byte) error {
	*r = None
	if len(b) > 0 && b[0] == '"' {
		var s string
		if err := json.Unmarshal(b, &s); err != nil {
			return err
		}
		if s == "" || s[0] != '?' {
			return fmt.Errorf("%q is no reference to an entry", s)
		}
		r.Missing = s[1:]
		return nil
	}
	if string(b) == "null" {
		return nil
	}
	return json.Unmarshal(b, &r.Pos)
}

// String returns the position, "none", or the missing id after a question mark.
func (r Ref) String() string {
	switch {
	case r.Pos >= 0:
		return strconv.Itoa(r.Pos)
	case r.Missing != "":
		return "?" + r.Missing
	}
	return "none"
}

// Session is what pi makes of a session file.
type Session struct {
	Error   string            `json:"-"`      // why pi refuses the file; everything else is then empty
	Errors  map[string]string `json:"errors"` // what pi throws, by the part below that is empty for it: name, tree, stats
	Header  json.RawMessage   `json:"header"`
	Name    *string           `json:"name"`
	Leaf    Ref               `json:"leaf"`
	Count   int               `json:"count"`
	IDs     []*string         `json:"ids"`   // new each time for a version 1 file
	Types   []*string         `json:"types"` // nil where the entry has none
	Parents []Ref             `json:"parents"`
	Tree    []TreeRow         `json:"tree"`   // parents before their children
	Labels  []Label           `json:"labels"` // those set now, in the order they were first set
	Stats   *Stats            `json:"stats"`
	Leaves  []Context         `json:"leaves"` // one for each leaf that was asked for
}

// TreeRow is one node of the tree.
type TreeRow struct {
	Entry Ref
	Depth int
	Label *string
}

// UnmarshalJSON reads a row, which is sent as an array.
func (r *TreeRow) UnmarshalJSON(b []byte) error {
	r.Entry = None // a null leaves its place in the slice alone
	return json.Unmarshal(b, &[]any{&r.Entry, &r.Depth, &r.Label})
}

// Label is a label that stands on an entry.
type Label struct {
	Entry     Ref
	Text      string
	Timestamp json.RawMessage // normally a string; nil if the label entry has none
}

// UnmarshalJSON reads a label, which is sent as an array.
func (l *Label) UnmarshalJSON(b []byte) error {
	l.Entry = None
	return json.Unmarshal(b, &[]any{&l.Entry, &l.Text, &l.Timestamp})
}

// Stats are the numbers of pi's /session command, over all branches of the file.
type Stats struct {
	TotalMessages     int `json:"totalMessages"`
	UserMessages      int `json:"userMessages"`
	AssistantMessages int `json:"assistantMessages"`
	ToolResults       int `json:"toolResults"`
	ToolCalls         int `json:"toolCalls"`
	Tokens            struct {
		Input      float64 `json:"input"`
		Output     float64 `json:"output"`
		CacheRead  float64 `json:"cacheRead"`
		CacheWrite float64 `json:"cacheWrite"`
		Total      float64 `json:"total"`
	} `json:"tokens"`
	Cost float64 `json:"cost"`
}

// Context is what the model would be sent from a leaf.
type Context struct {
	Leaf           Leaf              `json:"leaf"`
	Errors         map[string]string `json:"errors"` // what pi throws, by the part that is empty for it; under "leaf", all are
	Branch         []Ref             `json:"branch"` // root first
	ContextEntries []Ref             `json:"contextEntries"`
	Context        struct {
		Messages      []json.RawMessage `json:"messages"`
		ThinkingLevel json.RawMessage   `json:"thinkingLevel"` // normally a string
		Model         json.RawMessage   `json:"model"`         // null, or an object with provider and modelId
	} `json:"context"`
	LLM    []json.RawMessage `json:"llm"` // the messages converted for a provider
	Tokens Tokens            `json:"tokens"`
}

// Tokens are pi's four ways to count a context.
type Tokens struct {
	// Messages is estimateTokens of each message.
	Messages []float64 `json:"messages"`
	// Context is estimateContextTokens: the last usable usage plus the estimates of the messages after it.
	Context *Estimate `json:"context"`
	// Projected is the same, but does not trust a usage from before the latest context edit or compaction.
	Projected *Estimate `json:"projected"`
	// Footer is what pi's footer shows of a context window of 200,000 tokens.
	Footer *struct {
		Tokens  *float64 `json:"tokens"` // nil where the footer shows a question mark
		Percent *float64 `json:"percent"`
	} `json:"footer"`
}

// Estimate is a count of tokens and what it is made of.
type Estimate struct {
	Tokens         float64 `json:"tokens"`
	UsageTokens    float64 `json:"usageTokens"`    // taken from the usage of an assistant message
	TrailingTokens float64 `json:"trailingTokens"` // estimated
	LastUsageIndex *int    `json:"lastUsageIndex"` // the index of that assistant message; nil if there is none
}

// File asks what pi makes of a file, and of the context at the given leaves. The file is not touched.
func (j *Judge) File(path string, leaves ...Leaf) *Session {
	j.tb.Helper()
	return j.session(map[string]any{"op": "file", "path": j.absolute(path)}, leaves)
}

// Content asks the same of a file that holds the given bytes.
func (j *Judge) Content(text string, leaves ...Leaf) *Session {
	j.tb.Helper()
	// In base64, because JSON would change bytes that are not UTF-8.
	return j.session(map[string]any{"op": "content", "base64": base64.StdEncoding.EncodeToString([]byte(text))}, leaves)
}

func (j *Judge) session(request map[string]any, leaves []Leaf) *Session {
	j.tb.Helper()
	request["leaves"] = append([]Leaf{}, leaves...)
	s := &Session{Leaf: None}
	s.Error = j.ask(request, s)
	return s
}

// absolute makes a path independent of the folder that the judge runs in.
func (j *Judge) absolute(path string) string {
	j.tb.Helper()
	abs, err := filepath.Abs(path)
	if err != nil {
		j.tb.Fatalf("judge: %v", err)
	}
	return abs
}
