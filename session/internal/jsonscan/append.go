package jsonscan

import (
	"bytes"
	"unicode/utf16"
	"unicode/utf8"
)

// AppendUnquoted appends the text of a JSON string, given as the bytes between
// its quotes, to dst. It gives what [Unquote] gives and is for text in bulk: it
// allocates nothing but what dst needs. The bytes must have been checked, as
// those that a Cursor hands out are.
func AppendUnquoted(dst, raw []byte) []byte {
	for {
		i := bytes.IndexByte(raw, '\\')
		if i < 0 {
			return appendText(dst, raw)
		}
		dst = appendText(dst, raw[:i])
		var n int
		dst, n = appendEscape(dst, raw[i:])
		raw = raw[i+n:]
	}
}

// appendText appends bytes without escapes; each one that is not UTF-8 becomes
// U+FFFD.
func appendText(dst, raw []byte) []byte {
	if utf8.Valid(raw) {
		return append(dst, raw...)
	}
	for len(raw) > 0 {
		r, n := utf8.DecodeRune(raw)
		dst = utf8.AppendRune(dst, r)
		raw = raw[n:]
	}
	return dst
}

// appendEscape appends what the escape at the start of raw stands for and
// returns how many bytes it took, two escapes for a pair of surrogates.
func appendEscape(dst, raw []byte) ([]byte, int) {
	n := escapeLen(raw)
	if n == 0 { // not checked before: leave the backslash out and go on
		return dst, 1
	}
	switch raw[1] {
	case 'b':
		return append(dst, '\b'), n
	case 'f':
		return append(dst, '\f'), n
	case 'n':
		return append(dst, '\n'), n
	case 'r':
		return append(dst, '\r'), n
	case 't':
		return append(dst, '\t'), n
	case 'u':
		r := hexRune(raw[2:6])
		if utf16.IsSurrogate(r) {
			if len(raw) >= 12 && raw[6] == '\\' && raw[7] == 'u' && escapeLen(raw[6:]) == 6 {
				if pair := utf16.DecodeRune(r, hexRune(raw[8:12])); pair != utf8.RuneError {
					return utf8.AppendRune(dst, pair), 12
				}
			}
			r = utf8.RuneError
		}
		return utf8.AppendRune(dst, r), n
	}
	return append(dst, raw[1]), n // a quote, a slash or a backslash
}

func hexRune(digits []byte) rune {
	var r rune
	for _, d := range digits {
		switch {
		case d <= '9':
			d -= '0'
		case d <= 'F':
			d -= 'A' - 10
		default:
			d -= 'a' - 10
		}
		r = r<<4 | rune(d)
	}
	return r
}
