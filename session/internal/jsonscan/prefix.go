package jsonscan

// QuotedPrefix returns the text of a JSON string of which only the bytes behind
// the opening quote are at hand, perhaps not all of them: what comes before the
// closing quote, or before the last escape or character that is cut off.
func QuotedPrefix(raw []byte) string {
	end := 0
	for end < len(raw) {
		end = plainEnd(raw, end)
		if end >= len(raw) || raw[end] != '\\' {
			break
		}
		n := escapeLen(raw[end:])
		if n == 0 {
			break
		}
		end += n
	}
	return Unquote(wholeRunes(raw[:end], len(raw)))
}

// wholeRunes drops a character at the end of text that was cut off with it,
// which can only be where the text ends where all bytes end.
func wholeRunes(text []byte, limit int) []byte {
	if len(text) < limit {
		return text
	}
	for i := 1; i <= 3 && i <= len(text); i++ {
		b := text[len(text)-i]
		switch {
		case b < 0x80:
			return text
		case b >= 0xC0: // the first byte of a character of 2 to 4 bytes
			if need := 2 + b2i(b >= 0xE0) + b2i(b >= 0xF0); need > i {
				return text[:len(text)-i]
			}
			return text
		}
	}
	return text
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}
