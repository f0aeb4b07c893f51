package session

// Type is the kind of an entry, as its "type" field names it (spec 3). Any
// other string is a type this package does not know; such entries keep their
// place in the tree and give nothing to the context.
type Type string

// The types of entries that pi writes.
const (
	TypeMessage       Type = "message"
	TypeThinkingLevel Type = "thinking_level_change"
	TypeModelChange   Type = "model_change"
	TypeUsage         Type = "usage"
	TypeCompaction    Type = "compaction"
	TypeBranchSummary Type = "branch_summary"
	TypeCustom        Type = "custom"
	TypeCustomMessage Type = "custom_message"
	TypeContextEdit   Type = "context_edit"
	TypeLabel         Type = "label"
	TypeSessionInfo   Type = "session_info"
)

// The types of entries that only files of pi's agent library hold (spec 10.3).
const (
	TypeLeaf              Type = "leaf"
	TypeActiveToolsChange Type = "active_tools_change"
)

// typeHeader is the type of the header line, which is no entry.
const typeHeader Type = "session"

// Known reports whether this package knows what entries of type t mean.
func (t Type) Known() bool {
	switch t {
	case TypeMessage, TypeThinkingLevel, TypeModelChange, TypeUsage, TypeCompaction, TypeBranchSummary,
		TypeCustom, TypeCustomMessage, TypeContextEdit, TypeLabel, TypeSessionInfo,
		TypeLeaf, TypeActiveToolsChange:
		return true
	}
	return false
}

// Role is the role of a message (spec 3).
type Role string

// The roles of messages. BranchSummary and CompactionSummary are made from
// entries when a context is built; the others are stored.
const (
	RoleSystem            Role = "system"
	RoleUser              Role = "user"
	RoleAssistant         Role = "assistant"
	RoleToolResult        Role = "toolResult"
	RoleBashExecution     Role = "bashExecution"
	RoleCustom            Role = "custom"
	RoleBranchSummary     Role = "branchSummary"
	RoleCompactionSummary Role = "compactionSummary"
)

// roleHook is the name that version 2 had for RoleCustom.
const roleHook Role = "hookMessage"

// The reasons an assistant message ended that change what is made of it.
const (
	StopAborted = "aborted"
	StopError   = "error"
	StopLength  = "length"
	StopToolUse = "toolUse"
	StopNormal  = "stop"
)
