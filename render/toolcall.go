package render

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"
)

// maxArguments is how much, in bytes, of the arguments of a tool that is not
// known is shown in one line.
const maxArguments = 400

// callText says in one line what a tool call does, as "read: db/schema.sql:1-80"
// (spec 5.5). It is the text of the row of the call's result.
func callText(name string, raw json.RawMessage, home string) string {
	return parseArguments(raw).callText(name, raw, home)
}

// callText is callText for arguments that have been parsed.
func (a arguments) callText(name string, raw json.RawMessage, home string) string {
	what := ""
	switch name {
	case "read":
		what = a.path(home) + a.lineRange()
	case "write", "edit":
		what = a.path(home)
	case "bash":
		what = a.text("command")
	case "grep":
		what = "/" + a.text("pattern") + "/ in " + a.folder(home)
	case "find":
		what = a.text("pattern") + " in " + a.folder(home)
	case "ls":
		what = a.folder(home)
	default:
		what = string(raw[:min(len(raw), maxArguments)])
		if len(raw) > maxArguments {
			what = strings.ToValidUTF8(what, "") + ellipsis
		}
	}
	if name == "" {
		name = "tool"
	}
	return CleanLine(name + ": " + strings.TrimSpace(what))
}

// arguments are the arguments of a tool call by name.
type arguments map[string]json.RawMessage

func parseArguments(raw json.RawMessage) arguments {
	var a arguments
	if json.Unmarshal(raw, &a) != nil {
		return nil // a model may call a tool with anything; then none are known
	}
	return a
}

// text returns the string with the name, or "" if there is none.
func (a arguments) text(name string) string {
	var s string
	if json.Unmarshal(a[name], &s) != nil {
		return ""
	}
	return s
}

func (a arguments) path(home string) string {
	path := a.text("path")
	if path == "" {
		path = a.text("file_path")
	}
	return Path(path, home)
}

// folder is path for the tools that work in the current folder by default.
func (a arguments) folder(home string) string {
	if path := a.path(home); path != "" {
		return path
	}
	return "."
}

// lineRange returns which lines are read, as ":10-20", or "" for all.
func (a arguments) lineRange() string {
	offset, hasOffset, ok1 := a.number("offset")
	limit, hasLimit, ok2 := a.number("limit")
	if !ok1 || !ok2 || !hasOffset && !hasLimit {
		return ""
	}
	start := 1.0
	if hasOffset {
		start = offset
	}
	text := ":" + number(start)
	if hasLimit {
		text += "-" + number(start+limit-1)
	}
	return text
}

// number returns the number with the name, which models also write as a
// string. ok is false if there is something else.
func (a arguments) number(name string) (n float64, has, ok bool) {
	raw := strings.TrimSpace(string(a[name]))
	if raw == "" || raw == "null" {
		return 0, false, true
	}
	text := raw
	if raw[0] == '"' {
		text = strings.TrimSpace(a.text(name))
	}
	n, err := strconv.ParseFloat(text, 64)
	return n, true, err == nil && !math.IsInf(n, 0) && !math.IsNaN(n)
}

func number(n float64) string { return strconv.FormatFloat(n, 'f', -1, 64) }
