package render

import "charm.land/lipgloss/v2"

// Ink names a style by its meaning, for data that is to be drawn later: what a
// row says is worked out once, its looks follow from the terminal.
type Ink uint8

// The inks.
const (
	InkText Ink = iota
	InkMuted
	InkFaint
	InkUser
	InkAssistant
	InkTool
	InkSystem
	InkCustom
	InkSummary
	InkSetting
	InkError
	InkWarning
	InkLeaf
)

// Ink returns the style that an ink stands for.
func (st *Styles) Ink(i Ink) *lipgloss.Style {
	switch i {
	case InkMuted:
		return &st.Muted
	case InkFaint:
		return &st.Faint
	case InkUser:
		return &st.User
	case InkAssistant:
		return &st.Assistant
	case InkTool:
		return &st.Tool
	case InkSystem:
		return &st.System
	case InkCustom:
		return &st.Custom
	case InkSummary:
		return &st.Summary
	case InkSetting:
		return &st.Setting
	case InkError:
		return &st.Error
	case InkWarning:
		return &st.Warning
	case InkLeaf:
		return &st.Leaf
	}
	return &st.Text
}
