package render

import (
	"path/filepath"
	"strings"

	"charm.land/lipgloss/v2"
)

// language returns chroma's name for a language or a file ending, or "" for one
// that is shown plain. chroma itself takes six milliseconds to say that it does
// not know a name, so it is only asked for what stands here.
func language(name string) string {
	switch name = strings.ToLower(name); name {
	case "go", "python", "rust", "c", "java", "json", "yaml", "toml", "html", "css", "sql", "diff",
		"ruby", "php", "lua", "swift", "kotlin", "zig", "xml", "ini", "scss", "svelte", "dart", "haskell", "elixir":
		return name
	case "ts", "tsx", "typescript", "mts", "cts":
		return "typescript"
	case "js", "jsx", "javascript", "mjs", "cjs":
		return "javascript"
	case "py", "python3":
		return "python"
	case "sh", "bash", "zsh", "shell", "console":
		return "bash"
	case "rs":
		return "rust"
	case "h":
		return "c"
	case "c++", "cpp", "cc", "hpp", "cxx":
		return "c++"
	case "cs", "csharp":
		return "c#"
	case "yml":
		return "yaml"
	case "jsonc", "json5":
		return "json"
	case "patch":
		return "diff"
	case "htm", "vue":
		return "html"
	case "rb":
		return "ruby"
	case "kt":
		return "kotlin"
	case "ex", "exs":
		return "elixir"
	case "hs":
		return "haskell"
	case "dockerfile", "docker":
		return "docker"
	case "make", "makefile", "mk":
		return "make"
	}
	return ""
}

// languageOf returns the language of a file by its name.
func languageOf(path string) string {
	base := filepath.Base(path)
	if lang := language(base); lang != "" {
		return lang // Makefile, Dockerfile
	}
	return language(strings.TrimPrefix(filepath.Ext(base), "."))
}

// code adds clean code within limits, coloured if its language is known.
func (d *docWriter) code(text, lang string, l limits) {
	head, rest := l.head(strings.TrimRight(text, "\n"))
	head = Clean(head)
	lines := (&wrapper{width: d.width}).all(colourCode(head, lang, d.st), "  ")
	d.cutLines(lipgloss.NewStyle(), lines, rest, l)
}

// all wraps a text of many lines.
func (w *wrapper) all(text, hang string) []string {
	w.lines = nil
	for line := range strings.SplitSeq(text, "\n") {
		w.line(line, hang)
	}
	return w.lines
}
