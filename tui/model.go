package tui

import (
	"os/exec"
	"time"

	tea "charm.land/bubbletea/v2"

	"pith/keymap"
	"pith/render"
	"pith/session"
	"pith/session/library"
)

// The smallest screen that is drawn; below it a line says so.
const (
	MinWidth  = 40
	MinHeight = 10
)

// Options are what a Model needs to know of the world.
type Options struct {
	Library    *library.Library
	Scope      library.Scope    // of the first list
	Open       string           // path of a session to open at once, or ""
	Keys       *keymap.Map      // nil for the defaults
	Writer     *session.Writer  // what changes sessions
	Journal    *library.Journal // what was changed, for taking it back
	Now        func() time.Time // nil for time.Now
	Home       string           // the user's home folder, shown as ~
	Title      string           // what is said of the library in place of its folder, or ""
	Resume     string           // the command line that goes on with a session (PITH_RESUME), "" for pi's own
	Print      bool             // to resume a session is to choose it, for its path to be printed
	Summarizer string           // the command line that writes summaries (PITH_SUMMARIZER), "" for none
	Editors    []string         // command lines of editors, the first that is not "" counts; pi's setting goes before them
	Suspend    bool             // there is a shell that pith can be suspended to
	Notes      []string         // said once on the screen, such as a setting that could not be read
}

// screen is what fills the terminal.
type screen int

const (
	screenLibrary screen = iota
	screenSession
)

// Model is the whole program. Its methods run on Bubble Tea's loop only.
type Model struct {
	opt    Options
	keys   *keymap.Map
	styles *render.Styles

	width, height int
	screen        screen
	library       libraryPane
	tree          treePane
	preview       previewPane
	pager         *pagerPane  // over the screen, or nil
	dialog        *dialogPane // over everything, or nil
	status        status
	deleted       []library.Trashed // in this run, the last one last
	made          []madeChange      // other changes in this run, the last one last
	resuming      *resuming         // a session that is to be gone on with in pi, or nil
	branching     *branching        // a move of the leaf that is being asked about, or nil
	summarizing   *summarizing      // a program at work on a summary, or nil
	handover      *exec.Cmd         // what takes pith's place
	chosen        string            // path of the session that is to be printed

	tick  func() tea.Cmd // what comes back once a second
	frame string         // what View gave last
	stale bool           // the frame must be drawn anew
}

// New returns the model at its start. Its first command lists the library, or
// opens the session that was asked for.
func New(opt Options) *Model {
	if opt.Now == nil {
		opt.Now = time.Now
	}
	if opt.Keys == nil {
		opt.Keys = keymap.New()
	}
	m := &Model{opt: opt, keys: opt.Keys, styles: render.NewStyles(true), tick: tick, stale: true}
	m.library = newLibraryPane(opt.Scope)
	m.tree = newTreePane()
	m.preview = newPreviewPane()
	if opt.Library != nil {
		if f, ok := render.ParseFilter(opt.Library.Settings.TreeFilterMode); ok {
			m.tree.filter = f
		}
	}
	for _, note := range opt.Notes {
		m.status.warn(note)
	}
	return m
}

// Init asks the terminal what it is and starts the first reading.
func (m *Model) Init() tea.Cmd {
	cmds := []tea.Cmd{tea.RequestBackgroundColor, m.tick()}
	if m.opt.Open != "" {
		m.library.wanted, m.tree.path = m.opt.Open, m.opt.Open
		return tea.Batch(append(cmds, m.openSession(m.opt.Open), m.startListing())...)
	}
	return tea.Batch(append(cmds, m.startListing())...)
}

// Update is the one place where anything changes.
func (m *Model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	m.stale = true
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.width, m.height = msg.Width, msg.Height
		m.sizeDialog()
		return m, m.refreshPreview()
	case tea.BackgroundColorMsg:
		m.styles = render.NewStyles(msg.IsDark())
		m.preview.forget()
		return m, m.refreshPreview()
	case tea.KeyPressMsg:
		return m, m.key(msg)
	case tea.PasteMsg:
		return m, m.paste(msg.Content)
	case tea.MouseWheelMsg:
		return m, m.wheel(msg.Mouse())
	case tickMsg:
		return m, tea.Batch(m.tick(), m.pollSession())
	}
	return m, m.result(msg)
}

// result takes in what a command found out.
func (m *Model) result(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case listedMsg:
		return m.listed(msg)
	case listingDoneMsg:
		m.listingDone(msg)
	case openedMsg:
		return m.opened(msg)
	case reloadedMsg:
		return m.reloaded(msg)
	case previewMsg:
		return m.previewed(msg)
	case cardMsg:
		return m.carded(msg)
	case textsFoundMsg:
		return m.textsFound(msg)
	case searchedMsg:
		return m.searched(msg)
	case changedMsg:
		return m.changed(msg)
	case trashedMsg:
		return m.trashed(msg)
	case restoredMsg:
		return m.restored(msg)
	case resumableMsg:
		return m.resumable(msg)
	case forkedHereMsg:
		return m.forkedHere(msg)
	case cameBackMsg:
		return m.cameBack(msg)
	case branchableMsg:
		return m.branchable(msg)
	case editorReadyMsg:
		return m.editorReady(msg)
	case summarizedMsg:
		return m.summarized(msg)
	case editedMsg:
		return m.edited(msg)
	}
	return nil
}

// View draws the screen, or gives the last frame again if nothing happened:
// Bubble Tea asks after every message.
func (m *Model) View() tea.View {
	if m.stale {
		m.frame = m.draw()
		m.stale = false
	}
	v := tea.NewView(m.frame)
	v.AltScreen = true
	v.MouseMode = tea.MouseModeCellMotion
	v.WindowTitle = m.windowTitle()
	v.Cursor = m.cursor()
	return v
}

func (m *Model) windowTitle() string {
	if m.screen == screenSession && m.tree.s != nil {
		return "pith: " + m.tree.title
	}
	return "pith"
}
