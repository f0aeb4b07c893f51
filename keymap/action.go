package keymap

// Action is something a user can ask for by a key.
type Action string

// Moving, in lists, trees and text alike.
const (
	Up       Action = "up"
	Down     Action = "down"
	PageUp   Action = "page-up"
	PageDown Action = "page-down"
	Top      Action = "top"
	Bottom   Action = "bottom"
)

// Asked for anywhere.
const (
	Confirm Action = "confirm"
	Cancel  Action = "cancel"
	Quit    Action = "quit"
	Help    Action = "help"
	Undo    Action = "undo"

	Resume       Action = "resume"
	ResumeReturn Action = "resume-and-return"
)

// In the library.
const (
	ToggleScope Action = "toggle-scope"
	ToggleSort  Action = "toggle-sort"
	ToggleNamed Action = "toggle-named"
	TogglePath  Action = "toggle-path"
	ShowSkipped Action = "show-skipped"
	Rename      Action = "rename"
	Delete      Action = "delete"
	CardDown    Action = "card-down"
	CardUp      Action = "card-up"
)

// In a session's tree.
const (
	FoldOrUp      Action = "fold-or-up"
	UnfoldOrDown  Action = "unfold-or-down"
	ToggleFold    Action = "toggle-fold"
	FoldAll       Action = "fold-all"
	UnfoldAll     Action = "unfold-all"
	Parent        Action = "parent"
	PrevSibling   Action = "previous-sibling"
	NextSibling   Action = "next-sibling"
	PrevBranching Action = "previous-branch-point"
	NextBranching Action = "next-branch-point"
	PrevUser      Action = "previous-user-message"
	NextUser      Action = "next-user-message"
	NextLabel     Action = "next-label"
	GoLeaf        Action = "leaf"
	FilterDefault Action = "filter-default"
	FilterNoTools Action = "filter-no-tools"
	FilterUser    Action = "filter-user-only"
	FilterLabeled Action = "filter-labeled-only"
	FilterAll     Action = "filter-all"
	FilterNext    Action = "filter-next"
	FilterPrev    Action = "filter-previous"
	Search        Action = "search"
	SearchNext    Action = "search-next"
	SearchPrev    Action = "search-previous"
	SearchHide    Action = "search-hide"
	EditLabel     Action = "label"
	LabelTimes    Action = "label-times"
	Problems      Action = "problems"
	Branch        Action = "branch"
)

// In a text that is edited.
const (
	Editor Action = "editor"
)

// In the preview beside a tree.
const (
	ViewNext        Action = "next-view"
	ViewPrev        Action = "previous-view"
	PreviewUp       Action = "preview-up"
	PreviewDown     Action = "preview-down"
	PreviewPageUp   Action = "preview-page-up"
	PreviewPageDown Action = "preview-page-down"
	PreviewExpand   Action = "preview-expand"
	PreviewZoom     Action = "preview-zoom"
)

// Scope is where a key is pressed.
type Scope string

// The scopes.
const (
	ScopeLibrary Scope = "library"
	ScopeSession Scope = "session"
	ScopeSearch  Scope = "search" // while a search in a session is typed
	ScopePager   Scope = "pager"  // help and other texts over the screen
	ScopeDialog  Scope = "dialog" // a question with choices
	ScopeLine    Scope = "line"   // a question answered by a line
	ScopeText    Scope = "text"   // a question answered by a text
)
