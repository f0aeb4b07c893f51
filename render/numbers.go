package render

import (
	"math"
	"strconv"
	"strings"
	"time"
)

// Tokens writes a number of tokens as pi does (spec 9): 950, 1.2k, 61k, 1.2M,
// 12M.
func Tokens(n float64) string {
	switch {
	case math.IsNaN(n) || math.IsInf(n, 0):
		return "?"
	case n < 0:
		return "-" + Tokens(-n)
	case n < 1000:
		return strconv.FormatFloat(math.Round(n), 'f', -1, 64)
	case n < 10_000:
		return fixed1(n/1000) + "k"
	case n < 1_000_000:
		return strconv.FormatFloat(math.Round(n/1000), 'f', -1, 64) + "k"
	case n < 10_000_000:
		return fixed1(n/1_000_000) + "M"
	case n < 1e15:
		return strconv.FormatFloat(math.Round(n/1_000_000), 'f', -1, 64) + "M"
	}
	return strconv.FormatFloat(n, 'e', 0, 64)
}

// fixed1 writes x with one decimal. Halves go up, as in JavaScript, where Go
// would round them to even; only x.25 and x.75 are exact halves.
func fixed1(x float64) string {
	if quarters := x * 4; quarters == math.Trunc(quarters) && math.Mod(quarters, 2) == 1 {
		x += 0.01
	}
	return strconv.FormatFloat(x, 'f', 1, 64)
}

// Cost writes an amount of US dollars: $4.12, and three decimals below one
// dollar, where cents would hide most answers.
func Cost(usd float64) string {
	switch {
	case math.IsNaN(usd) || math.IsInf(usd, 0):
		return "$?"
	case usd < 0:
		return "-" + Cost(-usd)
	case usd == 0 || usd >= 1 && usd < 1e9:
		return "$" + strconv.FormatFloat(usd, 'f', 2, 64)
	case usd >= 1e9:
		return "$" + strconv.FormatFloat(usd, 'e', 0, 64)
	case usd < 0.0005:
		return "<$0.001"
	}
	return "$" + strconv.FormatFloat(usd, 'f', 3, 64)
}

// Size writes a number of bytes: 512 B, 4.1 KB, 412 KB, 25 MB.
func Size(bytes int64) string {
	if bytes < 1024 {
		return strconv.FormatInt(bytes, 10) + " B"
	}
	x, unit := float64(bytes), ""
	for _, unit = range []string{"KB", "MB", "GB", "TB", "PB", "EB"} {
		if x /= 1024; x < 1023.5 {
			break
		}
	}
	if x < 9.95 {
		return strconv.FormatFloat(x, 'f', 1, 64) + " " + unit
	}
	return strconv.FormatFloat(x, 'f', 0, 64) + " " + unit
}

// Age writes how long ago then was, as pi's picker does (spec 4.2): now, 5m,
// 3h, 6d, 4w, 12mo, 2y.
func Age(then, now time.Time) string {
	day := 24 * time.Hour
	switch d := now.Sub(then); {
	case then.IsZero():
		return "?"
	case d < time.Minute:
		return "now"
	case d < time.Hour:
		return whole(d, time.Minute) + "m"
	case d < day:
		return whole(d, time.Hour) + "h"
	case d < 7*day:
		return whole(d, day) + "d"
	case d < 30*day:
		return whole(d, 7*day) + "w"
	case d < 365*day:
		return whole(d, 30*day) + "mo"
	default:
		return whole(d, 365*day) + "y"
	}
}

func whole(d, unit time.Duration) string { return strconv.FormatInt(int64(d/unit), 10) }

// Number writes n with commas between thousands.
func Number(n int) string {
	s := strconv.Itoa(n)
	sign := ""
	if n < 0 {
		sign, s = "-", s[1:]
	}
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return sign + s
}

// Count writes a number of things: 1 message, 4,812 messages, 3 branches.
func Count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	switch {
	case thing == "child":
		thing = "children"
	case strings.HasSuffix(thing, "y"):
		thing = strings.TrimSuffix(thing, "y") + "ies"
	case strings.HasSuffix(thing, "ch"), strings.HasSuffix(thing, "s"):
		thing += "es"
	default:
		thing += "s"
	}
	return Number(n) + " " + thing
}

// Path writes a path with the home folder as "~", if it is inside it.
func Path(path, home string) string {
	if home == "" || home == "/" {
		return path
	}
	home = strings.TrimRight(home, `/\`)
	if path == home {
		return "~"
	}
	if rest, ok := strings.CutPrefix(path, home); ok && (rest[0] == '/' || rest[0] == '\\') {
		return "~" + rest
	}
	return path
}
