package session_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pith/session"
)

// TestOrderOfSteps checks the order that makes a change last: the bytes are on
// the disk before a file gets its name, and the name before the change is
// reported. Only a power cut would show it otherwise.
func TestOrderOfSteps(t *testing.T) {
	want := map[string]string{
		"append":                "openAppend, fstat, read, write, sync, close",
		"append to a torn line": "openAppend, fstat, read, write, sync, close",
		"migrate":               "makeDir, create temp, chmod temp, write temp, sync temp, close temp, stat backup, link backup, syncDir, stat, stat temp, replace, stat backup, syncDir, remove temp",
		"extract":               "makeDir, create temp, write temp, sync temp, close temp, link, remove temp, syncDir, remove temp",
		"create":                "makeDir, create temp, write temp, sync temp, close temp, link, remove temp, syncDir, remove temp",
	}
	for _, f := range faults() {
		t.Run(f.name, func(t *testing.T) {
			var steps []string
			w := newWriter().Watched(func(step session.Step) error {
				kind := ""
				switch filepath.Ext(step.Name) {
				case ".tmp":
					kind = " temp"
				case ".bak":
					kind = " backup"
				}
				steps = append(steps, step.Op+kind)
				return nil
			})
			c, err := f.do(w, open(t, temp(t, f.text)))
			must(t, c, err)
			if diff := cmp.Diff(strings.Split(want[f.name], ", "), steps); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestCopyIsChecked shows a copy to the check that a fault of the copying would
// have made.
func TestCopyIsChecked(t *testing.T) {
	for name, text := range map[string]string{
		"an entry too few":  header + user("a", "", "one"),
		"a missing parent":  header + user("a", "", "one") + user("b", "gone", "two"),
		"no header":         user("a", "", "one") + user("b", "a", "two"),
		"half a line":       header + user("a", "", "one") + user("b", "a", "two")[:50],
		"its own parent":    header + user("a", "", "one") + user("b", "b", "two"),
		"a second header":   header + header + user("a", "", "one"),
		"two lines in one":  header + strings.TrimSpace(user("a", "", "one")) + user("b", "a", "two"),
		"parents in a ring": header + user("a", "b", "one") + user("b", "a", "two"),
	} {
		if err := session.CheckCopy(temp(t, text), 2); err == nil {
			t.Errorf("%s: the copy passes", name)
		}
	}
	if err := session.CheckCopy(temp(t, header+user("a", "", "one")+user("b", "a", "two")), 2); err != nil {
		t.Error(err)
	}
}
