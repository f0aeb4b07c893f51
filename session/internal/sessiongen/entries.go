package sessiongen

import "pgregory.net/rapid"

// entryKind is a type of entry and how often it is drawn.
type entryKind struct {
	name   string
	weight int
	fields func(*file) []field
}

// entryKinds are all types of entries that pi has written, and a few it has not.
var entryKinds = []entryKind{
	{"message", 20, func(f *file) []field { return []field{{"message", f.message()}} }},
	{"compaction", 4, (*file).compaction},
	{"label", 3, func(f *file) []field {
		return []field{{"targetId", f.anyID()}, {"label", oneOf(f.t, f.text(), quote("start"), quote("start"), "", null, quote(""))}}
	}},
	{"context_edit", 3, func(f *file) []field {
		replacement := null
		if !oneIn(f.t, 3) {
			replacement = object(field{"content", oneOf(f.t, f.text(), f.blocks(f.textBlock, f.imageBlock), array())})
		}
		return []field{{"targetId", f.anyID()}, {"replacement", replacement}}
	}},
	{"branch_summary", 2, func(f *file) []field {
		summary := oneOf(f.t, f.text(), quote(""))
		if !f.Tame && oneIn(f.t, 6) {
			summary = oneOf(f.t, "", null)
		}
		return []field{
			{"fromId", oneOf(f.t, f.anyID(), quote("root"))}, {"summary", summary}, {"details", f.fileLists()},
			{"usage", maybe(f.t, f.usage())}, {"fromHook", oneOf(f.t, "false", "true", "")},
		}
	}},
	{"custom_message", 2, func(f *file) []field {
		content := oneOf(f.t, f.text(), f.blocks(f.textBlock, f.imageBlock), array())
		if !f.Tame && oneIn(f.t, 5) {
			content = oneOf(f.t, null, "")
		}
		return []field{
			{"customType", f.word()}, {"content", content}, {"display", oneOf(f.t, "true", "false", "")},
			{"details", maybe(f.t, f.value(2))},
		}
	}},
	{"session_info", 2, func(f *file) []field {
		return []field{{"name", oneOf(f.t, f.text(), f.text(), quote("a name"), quote(""), quote("  "), quote(`two\nlines`),
			quote("\u00a0spaced\ufeff"), quote("\u0085"), "", null)}}
	}},
	{"model_change", 2, func(f *file) []field {
		return []field{{"provider", f.provider()}, {"modelId", f.model()}}
	}},
	{"thinking_level_change", 2, func(f *file) []field { return []field{{"thinkingLevel", f.level()}} }},
	{"custom", 1, func(f *file) []field {
		return []field{{"customType", oneOf(f.t, f.word(), quote("pi.virtual-model-state"))}, {"data", maybe(f.t, f.value(3))}}
	}},
	{"usage", 1, func(f *file) []field {
		return []field{{"kind", quote("cache_warm")}, {"provider", f.provider()}, {"model", f.model()}, {"usage", f.usage()},
			{"note", maybe(f.t, f.text())}}
	}},
	{"leaf", 1, func(f *file) []field { return []field{{"targetId", oneOf(f.t, f.anyID(), null)}} }},
	{"active_tools_change", 1, func(f *file) []field { return []field{{"activeToolNames", array(quote("read"))}} }},
	{"unheard_of", 1, func(f *file) []field { return []field{{"payload", f.value(2)}, {"message", maybe(f.t, f.value(1))}} }},
	{"", 1, func(f *file) []field { return []field{{"note", f.text()}} }},
}

// deck holds each kind of entry as often as it weighs.
var deck = func() (deck []entryKind) {
	for _, kind := range entryKinds {
		for range kind.weight {
			deck = append(deck, kind)
		}
	}
	return deck
}()

// entry draws the line of one entry.
func (f *file) entry() string {
	kind := deck[rapid.IntRange(0, len(deck)-1).Draw(f.t, "kind")]
	kindName := raw("")
	if kind.name != "" {
		kindName = quote(kind.name)
	}
	fields := []field{
		{"type", kindName}, {"id", f.id()}, {"parentId", f.parent()}, {"timestamp", f.entryTime()},
	}
	return f.line(append(fields, kind.fields(f)...))
}

// compaction draws what a compaction says: what it keeps can be there, gone, itself, later, or not said.
func (f *file) compaction() []field {
	fields := []field{
		{"summary", f.text()}, {"tokensBefore", oneOf(f.t, "50000", "1499", "0", "1e3", "2500.5", "")}, {"details", f.fileLists()},
		{"usage", maybe(f.t, f.usage())}, {"fromHook", oneOf(f.t, "false", "true", "")},
		{"systemMessage", oneOf(f.t, "", "", null, f.systemMessage())},
	}
	if f.version == 1 {
		index := oneOf(f.t, number(int64(f.next/2+1)), number(int64(f.next)), "0", "1", "99", "-1", "1.5", quote("1"), "", null)
		return append(fields, field{"firstKeptEntryIndex", index})
	}
	fields = append(fields, field{"firstKeptEntryId", oneOf(f.t, f.anyID(), f.anyID(), quote(f.ids[f.next]), "", null)})
	if f.RetainedTail && oneIn(f.t, 2) {
		fields = append(fields, field{"retainedTail", array(f.userMessage(), f.assistantMessage())})
	}
	return fields
}

// fileLists draws the details that pi gives a summary, or others.
func (f *file) fileLists() raw {
	return oneOf(f.t, "", object(field{"readFiles", array(quote("a.go"))}, field{"modifiedFiles", array()}), f.value(2))
}
