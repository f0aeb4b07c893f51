package jsonl_test

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"pith/session/internal/jsonl"
)

type line struct {
	Text   string
	Offset int64
	Whole  bool
	Number int
}

func read(t *testing.T, l *jsonl.Reader) (all []line) {
	t.Helper()
	for {
		text, offset, whole, err := l.Next()
		if err == io.EOF {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, line{string(text), offset, whole, l.Line()})
	}
}

func TestLines(t *testing.T) {
	long := strings.Repeat("x", 3<<20)
	for text, want := range map[string][]line{
		"":                     nil,
		"\n":                   {{"", 0, true, 1}},
		"a\r\nb":               {{"a\r", 0, true, 1}, {"b", 3, false, 2}},
		"a\n\n\u2028b\n":       {{"a", 0, true, 1}, {"", 2, true, 2}, {"\u2028b", 3, true, 3}},
		"a\n" + long + "\nc\n": {{"a", 0, true, 1}, {long, 2, true, 2}, {"c", int64(len(long)) + 3, true, 3}},
	} {
		var l jsonl.Reader
		for name, r := range map[string]io.Reader{"whole": strings.NewReader(text), "in halves": iotest.HalfReader(strings.NewReader(text))} {
			l.Reset(r, 0, 0)
			if diff := cmp.Diff(want, read(t, &l)); diff != "" {
				t.Errorf("%.10q read %s: wanted (-), got (+):\n%s", text, name, diff)
			}
			if l.Offset() != int64(len(text)) {
				t.Errorf("%.10q read %s ends at %d", text, name, l.Offset())
			}
		}
	}
}

func TestStopsAndFails(t *testing.T) {
	broken := errors.New("broken")
	var l jsonl.Reader
	l.Reset(io.MultiReader(strings.NewReader("a\nb"), iotest.ErrReader(broken)), 10, 4)
	if text, offset, _, err := l.Next(); string(text) != "a" || offset != 10 || l.Line() != 5 || err != nil {
		t.Errorf("the first line is %q at %d, number %d, %v", text, offset, l.Line(), err)
	}
	if _, _, _, err := l.Next(); err != broken {
		t.Errorf("half a line before an error gave %v, want %v", err, broken)
	}
	l.Reset(strings.NewReader("a\n"), 0, 0)
	l.Stop = func() error { return broken }
	if _, _, _, err := l.Next(); err != broken {
		t.Errorf("a stopped reader gave %v, want %v", err, broken)
	}
}
