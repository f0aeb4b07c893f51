package judge

import "encoding/base64"

// Listed is a session as pi's picker has it.
type Listed struct {
	Path              string  `json:"path"`
	ID                any     `json:"id"` // normally a string; a header without one is listed all the same
	Cwd               string  `json:"cwd"`
	Name              *string `json:"name"`
	ParentSessionPath any     `json:"parentSessionPath"` // normally a string; nil if there is none
	Created           *string `json:"created"`           // ISO 8601; nil if the header has no valid time
	Modified          *string `json:"modified"`          // ISO 8601; nil if out of the range of a date
	MessageCount      int     `json:"messageCount"`
	FirstMessage      string  `json:"firstMessage"`
	AllMessagesText   string  `json:"allMessagesText"` // what a search looks through
}

// List asks for the sessions of one folder, in pi's order. A cwd other than "" keeps those of that working directory only.
func (j *Judge) List(dir, cwd string) []Listed {
	j.tb.Helper()
	request := map[string]any{"op": "list", "dir": j.absolute(dir)}
	if cwd != "" {
		request["cwd"] = cwd
	}
	return j.listed(request)
}

// ListRoot asks for all sessions below <agentDir>/sessions, in pi's order.
func (j *Judge) ListRoot(agentDir string) []Listed {
	j.tb.Helper()
	return j.listed(map[string]any{"op": "listRoot", "agentDir": j.absolute(agentDir)})
}

func (j *Judge) listed(request map[string]any) []Listed {
	j.tb.Helper()
	var reply struct {
		Sessions []Listed `json:"sessions"`
	}
	if refusal := j.ask(request, &reply); refusal != "" {
		j.tb.Fatalf("judge: request %v: %s", request, refusal)
	}
	return reply.Sessions
}

// Search is a question to pi's picker.
type Search struct {
	Dir   string
	Cwd   string // "" for all sessions of the folder
	Query string
	Sort  string // threaded (which "" stands for), recent or relevance
	Named bool   // only sessions with a name
}

// Found is a row of the picker.
type Found struct {
	Path  string  `json:"path"`
	Depth int     `json:"depth"` // above 0 below the parent session, in threaded order without a query
	Score float64 `json:"score"` // lower is better
}

// Search asks which sessions the picker shows for a query, in its order. The refusal says what pi threw, if it did.
func (j *Judge) Search(s Search) (found []Found, refusal string) {
	j.tb.Helper()
	request := map[string]any{"op": "search", "dir": j.absolute(s.Dir), "query": s.Query, "named": s.Named}
	if s.Cwd != "" {
		request["cwd"] = s.Cwd
	}
	if s.Sort != "" {
		request["sort"] = s.Sort
	}
	var reply struct {
		Found []Found `json:"found"`
	}
	refusal = j.ask(request, &reply)
	return reply.Found, refusal
}

// View is a question to pi's tree view.
type View struct {
	Path     string   // the session file, or
	Text     string   // its content, if Path is ""
	Filter   string   // default (which "" stands for), no-tools, user-only, labeled-only or all
	Leaf     *Leaf    // where the session is; nil for its last entry
	Selected *int     // the entry the view opens on; nil for the leaf
	Query    string   // the search
	Keys     []string // what is typed into the view then, each as the bytes of one key
	Width    int      // in columns; 0 for 80
}

// Rows are the drawn rows of a tree view.
type Rows struct {
	Error    string `json:"-"` // what pi threw; everything else is then empty
	Rows     []Row  `json:"rows"`
	Status   string `json:"status"`   // the line below the rows
	Selected *int   `json:"selected"` // the index of the selected row; nil if there are no rows
}

// Row is one row of a tree view.
type Row struct {
	Entry Ref    `json:"entry"`
	Text  string `json:"text"` // without escape sequences
	Raw   string `json:"raw"`
}

// Rows asks how pi draws the tree of a session, on a terminal that is high enough for all rows.
func (j *Judge) Rows(v View) *Rows {
	j.tb.Helper()
	request := map[string]any{"op": "rows", "query": v.Query, "keys": append([]string{}, v.Keys...)}
	if v.Path != "" {
		request["path"] = j.absolute(v.Path)
	} else {
		request["base64"] = base64.StdEncoding.EncodeToString([]byte(v.Text))
	}
	if v.Filter != "" {
		request["filter"] = v.Filter
	}
	if v.Leaf != nil {
		request["leaf"] = *v.Leaf
	}
	if v.Selected != nil {
		request["selected"] = *v.Selected
	}
	if v.Width != 0 {
		request["width"] = v.Width
	}
	rows := &Rows{}
	rows.Error = j.ask(request, rows)
	return rows
}
