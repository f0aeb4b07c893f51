package tui

import (
	tea "charm.land/bubbletea/v2"

	"pith/render"
	"pith/session"
)

// viewKind is what the preview shows of the entry under the cursor.
type viewKind int

const (
	viewContext viewKind = iota // what the model gets if the talk went on from here
	viewEntry                   // the entry in full
	viewModel                   // the converted text, to the letter
	viewJSON                    // the line in the file
	viewKinds
)

func (v viewKind) String() string {
	return [...]string{"context", "entry", "model", "json"}[v]
}

// previewKey says what a text was made for. A text is only shown for its key.
type previewKey struct {
	s        *session.Session
	entry    int
	view     viewKind
	width    int
	expanded bool
	isDark   bool
}

// keptDocs is how many texts are kept, so that going back and forth between two
// rows does not make them anew.
const keptDocs = 16

// previewPane shows a text that follows the cursor. It is made beside the loop,
// one at a time; what was shown stays until the next is there.
type previewPane struct {
	view     viewKind
	expanded bool // long outputs are shown whole
	zoomed   bool // it has the whole screen

	shown    previewKey
	doc      render.Doc
	err      error
	docs     map[previewKey]render.Doc
	order    []previewKey // of docs, the oldest first
	building bool
	top      int // first line on screen
}

func newPreviewPane() previewPane { return previewPane{docs: map[previewKey]render.Doc{}} }

// forget drops all texts, since what they were made from is no longer so.
func (p *previewPane) forget() {
	p.docs, p.order = map[previewKey]render.Doc{}, nil
}

// wantedPreview returns what the preview should show now.
func (m *Model) wantedPreview() (previewKey, bool) {
	if m.screen != screenSession || m.tree.s == nil || m.tree.cursor == session.Root {
		return previewKey{}, false
	}
	l := m.layout()
	if l.right.width == 0 || l.right.height == 0 {
		return previewKey{}, false
	}
	return previewKey{
		s: m.tree.s, entry: m.tree.cursor, view: m.preview.view, width: l.right.width,
		expanded: m.preview.expanded, isDark: m.styles.IsDark,
	}, true
}

// refreshPreview shows what should be shown, making it if need be.
func (m *Model) refreshPreview() tea.Cmd {
	p := &m.preview
	key, ok := m.wantedPreview()
	if !ok || key == p.shown {
		return nil
	}
	if doc, ok := p.docs[key]; ok {
		m.showDoc(key, doc, nil)
		return nil
	}
	if p.building {
		return nil // what is under way asks again when it is done
	}
	p.building = true
	return buildPreview(key, m.docOptions(key))
}

func (m *Model) docOptions(key previewKey) render.DocOptions {
	return render.DocOptions{
		Width: key.width, Styles: m.styles, Now: m.opt.Now(), Home: m.opt.Home,
		Expanded: func(int) bool { return key.expanded },
	}
}

// previewed takes in a text.
func (m *Model) previewed(msg previewMsg) tea.Cmd {
	p := &m.preview
	p.building = false
	if msg.err == nil {
		p.keep(msg.key, msg.doc)
	}
	if wanted, ok := m.wantedPreview(); ok && wanted == msg.key {
		m.showDoc(msg.key, msg.doc, msg.err)
		return nil
	}
	return m.refreshPreview()
}

func (p *previewPane) keep(key previewKey, doc render.Doc) {
	if _, ok := p.docs[key]; !ok {
		p.order = append(p.order, key)
	}
	p.docs[key] = doc
	if len(p.order) > keptDocs {
		delete(p.docs, p.order[0])
		p.order = p.order[1:]
	}
}

// showDoc puts a text on screen: a context at its end, where the entry under
// the cursor is, anything else at its start. If only the size changed, the
// place is kept.
func (m *Model) showDoc(key previewKey, doc render.Doc, err error) {
	p := &m.preview
	same := p.shown.entry == key.entry && p.shown.view == key.view && p.shown.s == key.s
	p.shown, p.doc, p.err = key, doc, err
	switch {
	case same:
	case key.view == viewContext || key.view == viewModel:
		p.top = lastAnchor(doc, key.entry)
	default:
		p.top = 0
	}
	m.scrollPreview(0)
}

// lastAnchor returns the line where the entry's part of the text starts; if it
// has none, where the last part does.
func lastAnchor(doc render.Doc, entry int) int {
	line := 0
	for _, a := range doc.Anchors {
		line = a.Line
		if a.Entry == entry {
			break
		}
	}
	return line
}

// pinned returns how many lines stay at the top of the text when it scrolls:
// the one that says what the context comes to, if there is one.
func (p *previewPane) pinned() int {
	if len(p.doc.Anchors) > 0 && p.doc.Anchors[0].Line > 0 {
		return 1
	}
	return 0
}

// scrollPreview scrolls by lines, stopping at the ends.
func (m *Model) scrollPreview(by int) {
	p := &m.preview
	height := m.layout().right.height - 1 - p.pinned() // its first row is its title
	p.top = max(p.pinned(), min(p.top+by, len(p.doc.Lines)-height))
}
