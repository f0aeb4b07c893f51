package judge

import "encoding/json"

// Step is one call of a method of pi's SessionManager. Besides those that append entries and move the leaf, forkFrom and
// createBranchedSession make a new file, in which the steps that follow go on, and exportJsonl writes the current path.
type Step struct {
	Do   string `json:"do"`
	Args []any  `json:"args"`
}

// Do returns a step that calls a method with arguments, as pi has them. [EntryID], [Made] and [Undefined] stand for what
// a test cannot write down.
func Do(method string, args ...any) Step {
	return Step{Do: method, Args: append([]any{}, args...)}
}

// EntryID stands for the id of the entry at a position, which is new each time for a version 1 file.
func EntryID(pos int) any { return map[string]int{"$entry": pos} }

// Made stands for the result of an earlier step, such as the id of an entry it appended.
func Made(step int) any { return map[string]int{"$made": step} }

// Undefined stands for an argument that is left out before one that is not.
func Undefined() any { return map[string]bool{"$undefined": true} }

// Written is what a chain of steps left behind.
type Written struct {
	Error   string            `json:"-"`       // what pi threw; the steps before it have been carried out
	Results []json.RawMessage `json:"results"` // of each step: the id it made, a path, or null
	File    string            `json:"file"`    // the file pi is in at the end
	OnDisk  bool              `json:"onDisk"`  // false while pi has not created it yet, for want of a message
	Session Session           `json:"session"` // what pi reads in it; if not on disk, what it holds in memory
}

// Write opens a file in place with pi and carries out steps on it. pi migrates and repairs the file while it opens it.
func (j *Judge) Write(path string, steps ...Step) *Written {
	j.tb.Helper()
	return j.written(map[string]any{"op": "write", "path": j.absolute(path)}, steps)
}

// Create has pi start a new session for a working directory in a folder and carries out steps on it.
func (j *Judge) Create(dir, cwd string, steps ...Step) *Written {
	j.tb.Helper()
	return j.written(map[string]any{"op": "write", "create": map[string]string{"dir": j.absolute(dir), "cwd": cwd}}, steps)
}

func (j *Judge) written(request map[string]any, steps []Step) *Written {
	j.tb.Helper()
	request["ops"] = append([]Step{}, steps...)
	w := &Written{Session: Session{Leaf: None}}
	w.Error = j.ask(request, w)
	return w
}
