package tui

import (
	"fmt"
	"runtime"
	"slices"
	"strings"

	"github.com/google/shlex"
)

// launcher makes the command lines that go on with a session.
type launcher struct {
	template string // PITH_RESUME, or "" for pi itself
}

// What stands for what in PITH_RESUME.
const (
	holeFile   = "{file}"
	holeID     = "{id}"
	holeCwd    = "{cwd}"
	holePrompt = "{prompt}"
)

// launch is a command line for one session.
type launch struct {
	argv    []string
	dropped string // why the first message is not in it, or ""
}

// launch makes the command line for a session whose id is given.
func (l launcher) launch(r resumption, id string) (launch, error) {
	why := unfit(r.Prompt)
	if why != "" {
		r.Prompt = ""
	}
	if l.template == "" {
		return launch{argv: piCommand(r), dropped: why}, nil
	}
	words, err := shlex.Split(l.template)
	if err == nil && len(words) == 0 {
		err = fmt.Errorf("it names no program")
	}
	if err != nil {
		return launch{}, fmt.Errorf("PITH_RESUME is %q, which is no command line: %w", l.template, err)
	}
	if r.Prompt != "" && !slices.ContainsFunc(words, hasPrompt) {
		why = "PITH_RESUME has no " + holePrompt + ", which is where a first message goes"
	}
	return launch{argv: fillHoles(words, r, id), dropped: why}, nil
}

// fillHoles puts a session into the words of PITH_RESUME. A word that is about
// the first message goes when there is none.
func fillHoles(words []string, r resumption, id string) []string {
	var argv []string
	for _, word := range words {
		if hasPrompt(word) && r.Prompt == "" {
			continue
		}
		prompt := r.Prompt
		if word == holePrompt {
			prompt = noOption(prompt)
		}
		argv = append(argv, strings.NewReplacer(holeFile, r.Path, holeID, id, holeCwd, r.Cwd, holePrompt, prompt).Replace(word))
	}
	return argv
}

func hasPrompt(word string) bool { return strings.Contains(word, holePrompt) }

// piCommand is how pi itself opens a session. pi takes what starts with "-" for
// an option unless "--" comes before it, and what starts with "@" for the name
// of a file even then; a space before it is the one way to say it.
func piCommand(r resumption) []string {
	argv := []string{"pi", "--session", r.Path}
	switch {
	case r.Prompt == "":
		return argv
	case strings.HasPrefix(r.Prompt, "-"):
		return append(argv, "--", r.Prompt)
	}
	return append(argv, noOption(r.Prompt))
}

// noOption makes a message that a program would take for an option or a file a
// message again, by a space before it.
func noOption(prompt string) string {
	if strings.HasPrefix(prompt, "-") || strings.HasPrefix(prompt, "@") {
		return " " + prompt
	}
	return prompt
}

// The longest message in bytes that a command line takes. Linux bounds one
// argument to 128 KiB, Windows the whole command line to 32,767 characters.
const (
	promptLimit        = 128<<10 - 2
	promptLimitWindows = 24 << 10
)

// unfit returns why a message cannot stand in a command line, or "".
func unfit(prompt string) string {
	limit := promptLimit
	if runtime.GOOS == "windows" {
		limit = promptLimitWindows
	}
	switch {
	case strings.Contains(prompt, "\x00"):
		return "it holds a NUL character, which no command line can"
	case len(prompt) > limit:
		return fmt.Sprintf("it has %d KB, and a command line takes %d", len(prompt)>>10, limit>>10)
	}
	return ""
}

// shellLine returns the command line for a person to paste into a shell.
func (l launch) shellLine(dir string) string {
	words := make([]string, len(l.argv))
	for i, word := range l.argv {
		words[i] = shellQuote(word)
	}
	return "cd " + shellQuote(dir) + " && " + strings.Join(words, " ")
}

// shellQuote makes a text one word of a shell's command line.
func shellQuote(word string) string {
	plain := func(r rune) bool {
		return '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || strings.ContainsRune("-_./:=@%+,", r)
	}
	if word != "" && strings.TrimFunc(word, plain) == "" {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
