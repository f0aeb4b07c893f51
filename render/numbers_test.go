package render

import (
	"math"
	"testing"
	"time"
)

func TestTokens(t *testing.T) {
	for n, want := range map[float64]string{
		0: "0", 999: "999", 1000: "1.0k", 1250: "1.3k", 1150: "1.1k", 9949: "9.9k", 10_000: "10k", 61_200: "61k", 999_999: "1000k",
		1_000_000: "1.0M", 12_400_000: "12M", -5: "-5", 1e20: "1e+20", math.NaN(): "?",
	} {
		if got := Tokens(n); got != want {
			t.Errorf("Tokens(%v) = %s, want %s", n, got, want)
		}
	}
}

func TestCost(t *testing.T) {
	for n, want := range map[float64]string{0: "$0.00", 0.0001: "<$0.001", 0.033: "$0.033", 4.123: "$4.12", 1234.5: "$1234.50", -2: "-$2.00"} {
		if got := Cost(n); got != want {
			t.Errorf("Cost(%v) = %s, want %s", n, got, want)
		}
	}
}

func TestSize(t *testing.T) {
	for n, want := range map[int64]string{
		0: "0 B", 1023: "1023 B", 1024: "1.0 KB", 10_240: "10 KB", 421_888: "412 KB", 1<<20 - 1: "1.0 MB", 25 << 20: "25 MB", math.MaxInt64: "8.0 EB",
	} {
		if got := Size(n); got != want {
			t.Errorf("Size(%d) = %s, want %s", n, got, want)
		}
	}
}

func TestAge(t *testing.T) {
	for age, want := range map[time.Duration]string{
		-time.Hour: "now", 59 * time.Second: "now", time.Minute: "1m", 23 * time.Hour: "23h", 24 * time.Hour: "1d", 8 * 24 * time.Hour: "1w",
		29 * 24 * time.Hour: "4w", 364 * 24 * time.Hour: "12mo", 800 * 24 * time.Hour: "2y",
	} {
		if got := Age(testNow.Add(-age), testNow); got != want {
			t.Errorf("Age of %v = %s, want %s", age, got, want)
		}
	}
	if got := Age(time.Time{}, testNow); got != "?" {
		t.Errorf("Age of no time = %s", got)
	}
}

func TestLabelTime(t *testing.T) {
	for then, want := range map[time.Time]string{
		testNow.Add(-3 * time.Hour):       "09:00",
		testNow.Add(-30 * 24 * time.Hour): "4/1 12:00",
		testNow.AddDate(-1, 0, 0):         "25/5/1 12:00",
	} {
		if got := LabelTime(then, testNow); got != want {
			t.Errorf("LabelTime(%v) = %s, want %s", then, got, want)
		}
	}
}

func TestCount(t *testing.T) {
	for want, got := range map[string]string{
		"1 message": Count(1, "message"), "0 entries": Count(0, "entry"), "4,812 more lines": Count(4812, "more line"),
		"3 branches": Count(3, "branch"), "2 children": Count(2, "child"), "-1,234,567 files": Count(-1234567, "file"),
	} {
		if got != want {
			t.Errorf("%q instead of %q", got, want)
		}
	}
}

func TestPath(t *testing.T) {
	for _, c := range [][3]string{
		{"/home/dev/src", "/home/dev", "~/src"}, {"/home/dev", "/home/dev/", "~"}, {"/home/developer", "/home/dev", "/home/developer"},
		{"/srv", "", "/srv"}, {"/srv", "/", "/srv"},
	} {
		if got := Path(c[0], c[1]); got != c[2] {
			t.Errorf("Path(%s, %s) = %s", c[0], c[1], got)
		}
	}
}
