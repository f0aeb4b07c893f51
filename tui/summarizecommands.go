package tui

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/google/shlex"

	"pith/render"
	"pith/tui/handover"
)

// This file holds the command that runs a program for a summary.

// summarizerLimit is how long a program may take for a summary.
const summarizerLimit = 5 * time.Minute

// summaryMost is how much of a program's output is taken, in bytes. What is
// longer is no summary.
const summaryMost = 1 << 20

// summarizedMsg brings what a program wrote.
type summarizedMsg struct {
	run  *summarizing
	text string
	err  error
}

func (m *Model) runSummarizer(run *summarizing) tea.Cmd {
	line := m.opt.Summarizer
	return func() tea.Msg {
		text, err := summaryOf(run.ctx, line, summaryTask(run.focus, run.q.found.left.Conversation()))
		return summarizedMsg{run: run, text: text, err: err}
	}
}

// summaryTask is what a program gets to read: what it is to do, then what was
// said on the branch.
func summaryTask(focus, conversation string) string {
	var b strings.Builder
	b.WriteString("Summarize the conversation below, which is between a user and a coding agent. The branch it is from is being\n" +
		"left, and the agent goes on elsewhere with your summary as all it knows of it. Say what the goal was, what was done\n" +
		"and decided and why, which files and commands mattered, what failed, and what is still open. Do not continue the\n" +
		"conversation and do not answer questions in it. Write only the summary, in Markdown.\n")
	if focus != "" {
		b.WriteString("\nDwell on this: " + focus + "\n")
	}
	b.WriteString("\n<conversation>\n" + conversation + "\n</conversation>\n")
	return b.String()
}

// summaryOf runs a command line, without a shell, on a task.
func summaryOf(ctx context.Context, line, task string) (string, error) {
	words, err := shlex.Split(line)
	if err == nil && len(words) == 0 {
		err = errors.New("it names no program")
	}
	if err != nil {
		return "", fmt.Errorf("PITH_SUMMARIZER is %q, which is no command line: %w", line, err)
	}
	cmd := exec.CommandContext(ctx, words[0], words[1:]...)
	handover.Group(cmd)
	cmd.WaitDelay = time.Second // for what holds its output open after its end
	out, said := &bounded{most: summaryMost}, &bounded{most: summaryMost}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(task), out, said
	err = cmd.Run()
	text := strings.TrimSpace(render.Clean(out.kept.String()))
	switch {
	case ctx.Err() == context.DeadlineExceeded:
		return "", fmt.Errorf("%s was stopped after %s without a summary; nothing was written", words[0], summarizerLimit)
	case err != nil && !errors.Is(err, exec.ErrWaitDelay): // that one only left something running
		return "", fmt.Errorf("%s failed, and nothing was written: %w%s", words[0], err, lastLines(said.kept.String()))
	case out.over:
		return "", fmt.Errorf("%s wrote more than %s, which is no summary; nothing was written", words[0], render.Size(summaryMost))
	case text == "":
		return "", fmt.Errorf("%s wrote nothing%s", words[0], lastLines(said.kept.String()))
	}
	return text, nil
}

// lastLines returns the end of what a program complained, to go behind an error.
func lastLines(said string) string {
	lines := strings.Split(strings.TrimSpace(render.Clean(said)), "\n")
	if lines[0] == "" {
		return ""
	}
	return ". It said: " + strings.Join(lines[max(0, len(lines)-3):], " / ")
}

// bounded keeps the first bytes of what is written to it, and takes the rest so
// that the writer is not held up.
type bounded struct {
	kept bytes.Buffer
	most int
	over bool
}

func (b *bounded) Write(p []byte) (int, error) {
	keep := min(len(p), b.most-b.kept.Len())
	b.over = b.over || keep < len(p)
	b.kept.Write(p[:keep])
	return len(p), nil
}
