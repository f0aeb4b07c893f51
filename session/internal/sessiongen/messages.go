package sessiongen

import "pgregory.net/rapid"

// message draws the message of an entry, in any role.
func (f *file) message() raw {
	roles := []func() raw{
		f.userMessage, f.assistantMessage, f.toolResult, f.userMessage, f.assistantMessage, f.systemMessage, f.bashExecution,
		f.customMessage, f.unknownMessage,
	}
	if f.version < 3 {
		roles = append(roles, f.hookMessage)
	}
	return oneOf(f.t, roles...)()
}

func (f *file) userMessage() raw {
	return object(
		field{"role", quote("user")},
		field{"content", f.content(f.textBlock, f.textBlock, f.imageBlock, f.bareTextBlock, f.unknownBlock)},
		field{"timestamp", f.messageTime()})
}

func (f *file) assistantMessage() raw {
	usage := f.usage()
	if !f.Tame && oneIn(f.t, 8) {
		usage = oneOf(f.t, "", null)
	}
	return object(
		field{"role", quote("assistant")},
		field{"content", f.content(f.textBlock, f.textBlock, f.thinkingBlock, f.callBlock, f.unknownBlock)},
		field{"api", quote("anthropic-messages")},
		field{"provider", f.provider()},
		field{"model", f.model()},
		field{"responseModel", oneOf(f.t, "", f.model())},
		field{"usage", usage},
		field{"stopReason", oneOf(f.t, quote("stop"), quote("toolUse"), quote("length"), quote("error"), quote("aborted"),
			quote("deferred"), quote("new"), "")},
		field{"errorMessage", oneOf(f.t, "", "", f.text())},
		field{"timestamp", f.messageTime()},
		field{"durationMs", maybe(f.t, "1234")})
}

func (f *file) toolResult() raw {
	call := quote("call_unknown")
	if len(f.calls) > 0 && !oneIn(f.t, 4) {
		call = oneOf(f.t, f.calls...)
	}
	return object(
		field{"role", quote("toolResult")}, field{"toolCallId", call},
		field{"toolName", oneOf(f.t, quote("bash"), quote("read"), "", f.text())},
		field{"content", f.content(f.textBlock, f.imageBlock, f.unknownBlock)}, field{"details", maybe(f.t, f.value(2))},
		field{"usage", oneOf(f.t, "", "", f.usage())},
		field{"isError", oneOf(f.t, "false", "true")}, field{"timestamp", f.messageTime()})
}

// systemMessage draws a prompt or a patch of one.
func (f *file) systemMessage() raw {
	content := oneOf(f.t, f.text(), quote(""), f.blocks(f.textBlock))
	tool := func() raw {
		return object(field{"name", oneOf(f.t, quote("read"), quote("bash"), quote("edit"))}, field{"description", f.text()},
			field{"parameters", f.anyObject(2)})
	}
	section := func() raw { return oneOf(f.t, f.text(), f.text(), null, quote("")) }
	return object(
		field{"role", quote("system")}, field{"content", content},
		field{"sections", oneOf(f.t, "", object(field{"base", section()}, field{"skills", section()}, field{"10", section()}))},
		field{"toolsAdded", oneOf(f.t, "", array(tool()), array(tool(), tool()), array())},
		field{"toolsRemoved", oneOf(f.t, "", array(object(field{"name", quote("bash")})))},
		field{"timestamp", number(start.UnixMilli() + f.clock)})
}

// bashExecution draws a command that the user ran: not finished, failed, cancelled, cut, or kept from the model.
func (f *file) bashExecution() raw {
	return object(
		field{"role", quote("bashExecution")}, field{"command", f.text()}, field{"output", oneOf(f.t, f.text(), quote(""))},
		field{"exitCode", oneOf(f.t, "0", "1", "-1", "137", null, "")}, field{"cancelled", oneOf(f.t, "false", "true", "")},
		field{"truncated", oneOf(f.t, "false", "true", "")},
		field{"fullOutputPath", oneOf(f.t, "", quote("/tmp/out.log"), null, quote(""))}, field{"timestamp", f.messageTime()},
		field{"excludeFromContext", oneOf(f.t, "", "true", "false")})
}

func (f *file) customMessage() raw {
	return object(
		field{"role", quote("custom")}, field{"customType", f.word()},
		field{"content", oneOf(f.t, f.text(), f.blocks(f.textBlock, f.imageBlock))}, field{"display", oneOf(f.t, "true", "false")},
		field{"details", maybe(f.t, f.value(2))}, field{"timestamp", f.messageTime()})
}

// hookMessage draws what a custom message was called before version 3.
func (f *file) hookMessage() raw {
	return object(
		field{"role", quote("hookMessage")}, field{"customType", f.word()}, field{"content", f.text()},
		field{"display", "true"}, field{"timestamp", f.messageTime()})
}

// unknownMessage draws a message in a role that pi does not know, or has only in memory.
func (f *file) unknownMessage() raw {
	return oneOf(f.t,
		object(field{"role", quote("narrator")}, field{"content", f.value(2)}),
		object(field{"role", quote("branchSummary")}, field{"summary", f.text()}, field{"fromId", quote("root")},
			field{"timestamp", f.messageTime()}),
		object(field{"role", quote("compactionSummary")}, field{"summary", f.text()}, field{"tokensBefore", "7"},
			field{"timestamp", f.messageTime()}),
		object(field{"content", f.text()}))
}

// content draws the content of a message: blocks of the given kinds, a string, nothing.
func (f *file) content(kinds ...func() raw) raw {
	switch oneOf(f.t, "blocks", "blocks", "string", "none", "null", "missing") {
	case "string":
		return f.text()
	case "none":
		return array()
	case "null":
		return null
	case "missing":
		return ""
	}
	return f.blocks(kinds...)
}

// blocks draws one to three blocks of the given kinds.
func (f *file) blocks(kinds ...func() raw) raw {
	var blocks []raw
	for range rapid.IntRange(1, 3).Draw(f.t, "blocks") {
		blocks = append(blocks, oneOf(f.t, kinds...)())
	}
	return array(blocks...)
}

func (f *file) textBlock() raw {
	return object(field{"type", quote("text")}, field{"text", f.text()}, field{"textSignature", oneOf(f.t, "", quote("sig"))})
}

// bareTextBlock draws a text block that has no text, which only a user message may hold.
func (f *file) bareTextBlock() raw {
	return object(field{"type", quote("text")}, field{"text", oneOf(f.t, quote(""), null, "")})
}

func (f *file) imageBlock() raw {
	return object(field{"type", quote("image")}, field{"data", quote("iVBORw0KGgo=")}, field{"mimeType", quote("image/png")})
}

func (f *file) thinkingBlock() raw {
	return object(field{"type", quote("thinking")}, field{"thinking", f.text()},
		field{"thinkingSignature", maybe(f.t, quote("c2ln"))}, field{"redacted", oneOf(f.t, "", "true")})
}

// callBlock draws a call of one of pi's tools, or of one it does not have.
func (f *file) callBlock() raw {
	id := quote("call_" + entryID(1000+len(f.calls)))
	f.calls = append(f.calls, id)
	name := oneOf(f.t, "bash", "read", "write", "edit", "grep", "find", "ls", "powershell", "mcp_thing")
	arguments := f.anyObject(2)
	if !oneIn(f.t, 3) {
		path := field{oneOf(f.t, "path", "file_path"), oneOf(f.t, quote("src/a.go"), quote("/home/dev/b.go"), f.text(), "")}
		switch name {
		case "bash":
			arguments = object(field{"command", f.text()}, field{"timeout", maybe(f.t, "30")})
		case "read":
			arguments = object(path, field{"offset", oneOf(f.t, "", "10", quote("5"), null, "0", "1.5", quote("x"))},
				field{"limit", oneOf(f.t, "", "20", quote("7"), null, "-3")})
		case "grep", "find":
			arguments = object(field{"pattern", f.text()}, path)
		default:
			arguments = object(path, field{"content", f.text()})
		}
	}
	return object(field{"type", quote("toolCall")}, field{"id", id}, field{"name", quote(name)}, field{"arguments", arguments})
}

// unknownBlock draws a block of a type that pi does not know.
func (f *file) unknownBlock() raw {
	return object(field{"type", quote("audio")}, field{"data", f.value(1)})
}

// usage draws the tokens and the cost of a call, with and without the total, which old files lack.
func (f *file) usage() raw {
	count := func() raw { return number(int64(rapid.IntRange(0, 30_000).Draw(f.t, "tokens"))) }
	if oneIn(f.t, 6) { // pi does not take a usage of nothing for one
		count = func() raw { return "0" }
	}
	cost := func() raw { return oneOf(f.t, "0.25", "0", "0.001", "1e-3", "3") }
	return object(
		field{"input", count()}, field{"output", count()}, field{"cacheRead", count()}, field{"cacheWrite", count()},
		field{"totalTokens", oneOf(f.t, count(), count(), "", "0")},
		field{"cost", object(field{"input", cost()}, field{"output", cost()}, field{"cacheRead", cost()},
			field{"cacheWrite", cost()}, field{"total", cost()})})
}

func (f *file) provider() raw { return oneOf(f.t, quote("anthropic"), quote("openai"), f.text()) }

func (f *file) model() raw {
	return oneOf(f.t, quote("claude-sonnet-4-5"), quote("gpt-5.2-codex"), f.text())
}

func (f *file) level() raw {
	return oneOf(f.t, quote("off"), quote("medium"), quote("xhigh"), quote("max"), f.text())
}

// word draws the name of a type that an extension has made up.
func (f *file) word() raw { return oneOf(f.t, quote("note"), quote("my-extension"), f.text()) }
