package library

import "math/bits"

// grams is a set of the runs of two and of three bytes in a text, as bits that
// stand for several runs each. A text without a run of a word cannot hold the
// word; so most texts without a rare word need not be looked through.
type grams []byte

const (
	fewestGramBytes = 1 << 8
	mostGramBytes   = 1 << 17
)

// gramsOf returns the set of a text, a sixteenth of its size.
func gramsOf(text Text) grams {
	size := fewestGramBytes
	for size < mostGramBytes && size < len(text)/16 {
		size *= 2
	}
	g := make(grams, size)
	if len(text) < 2 {
		return g
	}
	run := uint32(text[0])
	for i, b := range text[1:] {
		run = (run<<8 | uint32(b)) & 0xFFFFFF
		g.add(run & 0xFFFF)
		if i > 0 {
			g.add(run)
		}
	}
	return g
}

// place returns where the bit of a run is.
func (g grams) place(run uint32) (at uint32, bit byte) {
	h := run * 0x9E3779B1 >> (32 - uint(bits.Len(uint(len(g)*8-1))))
	return h / 8, 1 << (h % 8)
}

func (g grams) add(run uint32) {
	at, bit := g.place(run)
	g[at] |= bit
}

// mayHold reports whether the text may hold a word.
func (g grams) mayHold(word string) bool {
	if len(g) == 0 || len(word) < 2 {
		return true
	}
	if len(word) == 2 {
		return g.has(uint32(word[0])<<8 | uint32(word[1]))
	}
	for i := 2; i < len(word); i++ {
		if !g.has(uint32(word[i-2])<<16 | uint32(word[i-1])<<8 | uint32(word[i])) {
			return false
		}
	}
	return true
}

func (g grams) has(run uint32) bool {
	at, bit := g.place(run)
	return g[at]&bit != 0
}
