package jsonscan_test

import (
	"encoding/json"
	"testing"

	"pith/session/internal/jsonscan"
)

// FuzzAppendUnquoted holds it to Unquote, and so to encoding/json.
func FuzzAppendUnquoted(f *testing.F) {
	for _, raw := range []string{
		``, `plain`, `\"\\\/\b\f\n\r\t`, `\u00e9\u20AC`, `\ud83d\ude00!`, `\ud83d`, `\ud83d\u0041`, `\ude00`, `a\ud83dx`, "\xff", "\xe6\x97\\n\xff",
	} {
		f.Add(raw)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		if !json.Valid([]byte(`"` + raw + `"`)) {
			t.Skip()
		}
		if got, want := string(jsonscan.AppendUnquoted(nil, []byte(raw))), jsonscan.Unquote([]byte(raw)); got != want {
			t.Errorf("AppendUnquoted(%q) = %q, want %q", raw, got, want)
		}
	})
}
