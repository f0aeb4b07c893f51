package keymap_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"pith/keymap"
)

func TestCanonical(t *testing.T) {
	for spelling, want := range map[string]string{
		"escape": "esc", "pageUp": "pgup", "shift+ctrl+o": "ctrl+shift+o", "ctrl+shift+O": "ctrl+shift+o",
		"shift+l": "L", "L": "L", "l": "l", "ctrl+L": "ctrl+l", "space": "space", "ctrl+backspace": "ctrl+backspace",
		"alt+left": "alt+left", "ctrl+-": "ctrl+-", "+": "+", "ctrl++": "ctrl++", "shift+tab": "shift+tab", "日": "日",
	} {
		if got := keymap.Canonical(spelling); got != want {
			t.Errorf("Canonical(%q) = %q, want %q", spelling, got, want)
		}
	}
}

// TestTableIsSound keeps the table free of the faults a table can have.
func TestTableIsSound(t *testing.T) {
	m := keymap.New()
	for _, scope := range []keymap.Scope{keymap.ScopeLibrary, keymap.ScopeSession, keymap.ScopeSearch, keymap.ScopePager, keymap.ScopeDialog, keymap.ScopeLine} {
		seen := map[string]keymap.Action{}
		actions := map[keymap.Action]bool{}
		for _, b := range m.Bindings(scope) {
			if b.Doc == "" {
				t.Errorf("%s: %s has no help", scope, b.Action)
			}
			if actions[b.Action] {
				t.Errorf("%s: %s is bound twice", scope, b.Action)
			}
			actions[b.Action] = true
			for _, k := range b.Keys() {
				if keymap.Canonical(k) != k {
					t.Errorf("%s: the key %q is spelt %q elsewhere", scope, k, keymap.Canonical(k))
				}
				if other, ok := seen[k]; ok {
					t.Errorf("%s: the key %q means both %s and %s", scope, k, other, b.Action)
				}
				seen[k] = b.Action
			}
		}
	}
}

// TestLibraryLeavesTextAlone: in the library whatever types a character goes to
// the query.
func TestLibraryLeavesTextAlone(t *testing.T) {
	m := keymap.New()
	for r := rune(' '); r < 0x17f; r++ {
		if a, ok := m.Action(keymap.ScopeLibrary, string(r)); ok {
			t.Errorf("the character %q is the key for %s", r, a)
		}
	}
}

func TestOverride(t *testing.T) {
	m := keymap.New()
	notes := m.Override([]byte("\ufeff" + `{"$schema":{}, "tui.select.up":["shift+ctrl+k","up"], "app.tree.foldOrUp":"f9", "app.session.toggleNamedFilter":[], "nobody.knows":"x", "tui.select.down": 5}`))
	if want := []string{`keybindings.json: "tui.select.down" is neither a key nor a list of keys`}; !cmp.Equal(notes, want) {
		t.Errorf("notes %q, want %q", notes, want)
	}
	for _, tt := range []struct {
		scope keymap.Scope
		key   string
		want  keymap.Action
	}{
		{keymap.ScopeSession, "ctrl+shift+K", keymap.Up},
		{keymap.ScopeLibrary, "up", keymap.Up},
		{keymap.ScopeSession, "f9", keymap.FoldOrUp},
		{keymap.ScopeSession, "ctrl+left", ""},
		{keymap.ScopeLibrary, "ctrl+n", ""},
		{keymap.ScopeLibrary, "down", keymap.Down},
	} {
		if got, _ := m.Action(tt.scope, tt.key); got != tt.want {
			t.Errorf("%s in %s asks for %q, want %q", tt.key, tt.scope, got, tt.want)
		}
	}
	if m.Override([]byte("[]")) == nil {
		t.Error("a file that is no object gave no note")
	}
}
