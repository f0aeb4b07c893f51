package session_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"pith/session"
)

// chain writes a session of n entries that hang one from the other, half of
// them tool results of size bytes.
func chain(tb testing.TB, n, size int) string {
	tb.Helper()
	var b bytes.Buffer
	b.WriteString(`{"type":"session","version":3,"id":"0199aaaa-0000-7000-9000-000000000000","timestamp":"2026-05-01T10:00:00.000Z","cwd":"/home/dev/project"}` + "\n")
	text := bytes.Repeat([]byte(`line of output\n`), size/16)
	parent := "null"
	for i := range n {
		id := fmt.Sprintf("%08x", i+1)
		fmt.Fprintf(&b, `{"type":"message","id":"%s","parentId":%s,"timestamp":"2026-05-01T10:%02d:%02d.000Z","message":`, id, parent, i/60%60, i%60)
		if i%2 == 0 {
			fmt.Fprintf(&b, `{"role":"assistant","content":[{"type":"text","text":"step %d"},{"type":"toolCall","id":"call_%d","name":"bash","arguments":{"command":"ls"}}],"provider":"p","model":"m","usage":{"input":1,"output":2,"cacheRead":3,"cacheWrite":4,"totalTokens":10,"cost":{"total":0.1}},"stopReason":"toolUse","timestamp":1}}`, i, i)
		} else {
			fmt.Fprintf(&b, `{"role":"toolResult","toolCallId":"call_%d","toolName":"bash","content":[{"type":"text","text":"%s"}],"isError":false,"timestamp":1}}`, i-1, text)
		}
		b.WriteByte('\n')
		parent = `"` + id + `"`
	}
	file := filepath.Join(tb.TempDir(), "chain.jsonl")
	if err := os.WriteFile(file, b.Bytes(), 0o644); err != nil {
		tb.Fatal(err)
	}
	return file
}

func open(tb testing.TB, file string) *session.Session {
	tb.Helper()
	s, err := session.Open(file)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { s.Close() })
	return s
}

func BenchmarkOpen(b *testing.B) {
	for _, n := range []int{1_000, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			file := chain(b, n, 1600)
			info, err := os.Stat(file)
			if err != nil {
				b.Fatal(err)
			}
			b.SetBytes(info.Size())
			b.ReportAllocs()
			for b.Loop() {
				s, err := session.Open(file)
				if err != nil {
					b.Fatal(err)
				}
				s.Close()
			}
		})
	}
}

func BenchmarkPreorder(b *testing.B) {
	s := open(b, chain(b, 100_000, 16))
	for b.Loop() {
		s.Preorder()
	}
}

func BenchmarkProjection(b *testing.B) {
	s := open(b, chain(b, 1_000, 1600))
	for b.Loop() {
		p, err := s.Projection(s.Leaf())
		if err != nil {
			b.Fatal(err)
		}
		p.Tokens()
	}
}
