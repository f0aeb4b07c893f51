package keymap

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"charm.land/bubbles/v2/key"
)

// Binding ties keys to an action within a scope.
type Binding struct {
	key.Binding        // the keys; its help is the short word for the hint row
	Action      Action // what the keys ask for
	Doc         string // what it does, for the help screen
	piName      string // the action's name in pi's keybindings.json, or ""
}

func bind(action Action, hint, doc, piName string, keys ...string) Binding {
	b := key.NewBinding(key.WithKeys(keys...), key.WithHelp(display(keys[0]), hint))
	return Binding{Binding: b, Action: action, Doc: doc, piName: piName}
}

// Map is the table of bindings, the user's own included.
type Map struct{ scopes map[Scope][]Binding }

// New returns the default bindings.
func New() *Map { return &Map{scopes: defaults()} }

// Bindings returns what can be asked for in a scope, in the order of its help.
func (m *Map) Bindings(scope Scope) []Binding { return m.scopes[scope] }

// Action returns what a key asks for in a scope. The key may be given in
// several spellings, as a terminal reports it by its text and by its place.
func (m *Map) Action(scope Scope, spellings ...string) (Action, bool) {
	for _, spelling := range spellings {
		k := Canonical(spelling)
		for _, b := range m.scopes[scope] {
			if b.Enabled() && slices.Contains(b.Keys(), k) {
				return b.Action, true
			}
		}
	}
	return "", false
}

// Hint is one item of the hint row.
type Hint struct {
	Action    Action
	Key, Word string
}

// Hints returns the hint row of a scope, most needed first. hidden leaves out
// actions that would do nothing at the moment.
func (m *Map) Hints(scope Scope, hidden func(Action) bool) []Hint {
	var hints []Hint
	for _, b := range m.scopes[scope] {
		if word := b.Help().Desc; word != "" && b.Enabled() && (hidden == nil || !hidden(b.Action)) {
			hints = append(hints, Hint{Action: b.Action, Key: b.Help().Key, Word: word})
		}
	}
	return hints
}

// Override applies a user's keybindings.json of pi: an object of action names
// to a key or a list of keys, which replace that action's defaults; an empty
// list switches the action off (spec 11). It returns what could not be used, in
// words.
func (m *Map) Override(text []byte) (notes []string) {
	var user map[string]json.RawMessage
	if err := json.Unmarshal([]byte(strings.TrimPrefix(string(text), "\ufeff")), &user); err != nil {
		return []string{fmt.Sprintf("keybindings.json is not a JSON object of keys: %v", err)}
	}
	for _, name := range slices.Sorted(maps.Keys(user)) {
		keys, ok := keyList(user[name])
		if !ok {
			if name != "$schema" {
				notes = append(notes, fmt.Sprintf("keybindings.json: %q is neither a key nor a list of keys", name))
			}
			continue
		}
		m.rebind(name, keys)
	}
	return notes
}

// rebind gives the action that pi calls name other keys, in every scope.
func (m *Map) rebind(name string, keys []string) {
	for _, bindings := range m.scopes {
		for i := range bindings {
			b := &bindings[i]
			if b.piName == "" || b.piName != name {
				continue
			}
			b.SetKeys(keys...)
			b.SetEnabled(len(keys) > 0)
			if len(keys) > 0 {
				b.SetHelp(display(keys[0]), b.Help().Desc)
			}
		}
	}
}

func keyList(raw json.RawMessage) (keys []string, ok bool) {
	var one string
	if json.Unmarshal(raw, &one) == nil {
		return []string{Canonical(one)}, true
	}
	if json.Unmarshal(raw, &keys) != nil {
		return nil, false
	}
	for i := range keys {
		keys[i] = Canonical(keys[i])
	}
	return keys, true
}

// names are the spellings of special keys in pi's files and what Bubble Tea
// calls them.
var names = map[string]string{
	"escape": "esc", "return": "enter", "pageup": "pgup", "pagedown": "pgdown", "del": "delete", "ins": "insert",
}

// order is the order in which Bubble Tea names modifiers.
var order = []string{"ctrl", "alt", "shift", "meta", "hyper", "super"}

// Canonical returns the one spelling of a key that this package compares:
// modifiers in Bubble Tea's order, its names for special keys, and a capital
// letter for shift and a letter alone ("shift+l" is "L", as both pi and a plain
// terminal have it).
func Canonical(k string) string {
	if utf8.RuneCountInString(k) == 1 {
		return k
	}
	parts := strings.Split(k, "+")
	if strings.HasSuffix(k, "++") { // the key is + itself
		parts = append(strings.Split(strings.TrimSuffix(k, "++"), "+"), "+")
	}
	base := parts[len(parts)-1]
	mods := map[string]bool{}
	for _, p := range parts[:len(parts)-1] {
		mods[strings.ToLower(p)] = true
	}
	if utf8.RuneCountInString(base) == 1 {
		return canonicalRune(base, mods)
	}
	base = strings.ToLower(base)
	if name, ok := names[base]; ok {
		base = name
	}
	return join(mods, base)
}

// canonicalRune spells a key that types a character.
func canonicalRune(base string, mods map[string]bool) string {
	r, _ := utf8.DecodeRuneInString(base)
	if len(mods) == 1 && mods["shift"] && unicode.IsLetter(r) {
		return string(unicode.ToUpper(r))
	}
	// With other modifiers terminals report capitals or not as they like.
	return join(mods, string(unicode.ToLower(r)))
}

func join(mods map[string]bool, base string) string {
	var b strings.Builder
	for _, m := range order {
		if mods[m] {
			b.WriteString(m)
			b.WriteByte('+')
		}
	}
	return b.String() + base
}

// signs are the forms in which keys are shown where a sign is shorter than the
// name.
var signs = strings.NewReplacer("ctrl+", "^", "alt+", "⌥", "shift+", "⇧", "up", "↑", "down", "↓", "left", "←", "right", "→")

// display returns a key as the hint row shows it.
func display(k string) string {
	switch k {
	case "pgup", "pgdown":
		return k
	case "f1", "f2":
		return strings.ToUpper(k)
	}
	return signs.Replace(k)
}

// Display returns a key as it is shown to people.
func Display(k string) string { return display(k) }
