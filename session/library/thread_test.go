package library_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"pith/session/library"
)

// family writes sessions and returns their rows. Each is "id<parent@minute";
// a parent that is a path is taken as it is.
func family(t testing.TB, s *store, members ...string) []library.Row {
	for _, m := range members {
		m, minute, _ := strings.Cut(m, "@")
		id, parent, _ := strings.Cut(m, "<")
		if parent != "" && !strings.Contains(parent, "/") {
			parent = s.session(parent + ".jsonl")
		}
		s.write(s.session(id+".jsonl"), fmt.Sprintf(`{"type":"session","id":%q,"timestamp":"2026-05-01T10:%s:00.000Z","cwd":"/","parentSession":%q}`+"\n",
			id, minute, parent))
	}
	rows := list(t, s.library(), library.ScopeFolder).rows
	if len(rows) != len(members) {
		t.Fatalf("%d rows, want %d", len(rows), len(members))
	}
	return rows
}

// drawn draws a forest as the list shows it.
func drawn(threaded []library.Threaded) []string {
	var lines []string
	for _, n := range threaded {
		var b strings.Builder
		for _, guide := range n.Guides {
			if guide {
				b.WriteString("│ ")
			} else {
				b.WriteString("  ")
			}
		}
		if n.Depth > 0 && n.Last {
			b.WriteString("└ ")
		} else if n.Depth > 0 {
			b.WriteString("├ ")
		}
		lines = append(lines, b.String()+n.Row.ID)
	}
	return lines
}

func TestThread(t *testing.T) {
	for _, test := range []struct {
		name    string
		members []string
		want    string
	}{
		{"roots by time", []string{"a@01", "b@03", "c@02"}, "b,c,a"},
		{"latest in the family", []string{"a@01", "b@03", "c<a@04"}, "a,  └ c,b"},
		{"grandchildren count", []string{"a@01", "b@05", "c<a@02", "d<a@03", "e<c@06"}, "a,  ├ c,  │ └ e,  └ d,b"},
		{"guides", []string{"a@01", "b<a@09", "c<b@02", "d<b@01", "e<a@03", "f<e@01"}, "a,  ├ b,  │ ├ c,  │ └ d,  └ e,    └ f"},
		{"missing parent", []string{"a</gone/x.jsonl@01", "b@02"}, "b,a"},
		{"own parent", []string{"a<a@01", "b<a@02"}, "a,  └ b"},
		{"circle", []string{"a<b@01", "b<a@02", "c<b@03", "d@04"}, "d,b,  └ c,a"},
		{"circle of three below", []string{"a<c@01", "b<a@02", "c<b@03", "d<a@04", "e<d@05"}, "a,  └ d,    └ e,c,b"},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := newStore(t)
			got := strings.Join(drawn(library.Thread(family(t, s, test.members...))), ",")
			if got != test.want {
				t.Errorf("the forest is\n%s\nwant\n%s", strings.ReplaceAll(got, ",", "\n"), strings.ReplaceAll(test.want, ",", "\n"))
			}
		})
	}
}

// TestThreadThroughLinks checks that a parent is found by its file, whatever
// path the header has for it.
func TestThreadThroughLinks(t *testing.T) {
	s := newStore(t)
	link := s.home + "/link"
	s.symlink(s.agent("sessions"), link)
	through := strings.Replace(s.session("a.jsonl"), s.agent("sessions"), link, 1)
	rows := family(t, s, "a@01", "b<"+through+"@02")
	if got := strings.Join(drawn(library.Thread(rows)), ","); got != "a,  └ b" {
		t.Errorf("the forest is %q", got)
	}
}

// TestThreadKeepsEveryRow is about any parents at all, circles and all.
func TestThreadKeepsEveryRow(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		s := newStore(t)
		n := rapid.IntRange(1, 8).Draw(rt, "rows")
		var members []string
		for i := range n {
			parent := rapid.IntRange(-1, n).Draw(rt, "parent")
			m := fmt.Sprintf("%d@%02d", i, rapid.IntRange(0, 9).Draw(rt, "minute"))
			if parent >= 0 {
				m = strings.Replace(m, "@", fmt.Sprintf("<%d@", parent), 1)
			}
			members = append(members, m)
		}
		rows := family(t, s, members...)
		var got []string
		for i, node := range library.Thread(rows) {
			got = append(got, node.Row.ID)
			if i == 0 && node.Depth != 0 || node.Depth != len(node.Guides) {
				rt.Fatalf("row %d has the depth %d and guides %v", i, node.Depth, node.Guides)
			}
		}
		slices.Sort(got)
		for i := range n {
			if got[i] != fmt.Sprint(i) {
				rt.Fatalf("the forest of %q has %q", members, got)
			}
		}
	})
}

func TestSort(t *testing.T) {
	at := func(minute int) time.Time { return time.Date(2026, 5, 1, 10, minute, 0, 0, time.UTC) }
	rows := []library.Row{
		{ID: "a", Path: "/a", Modified: at(1), Created: at(3), Size: 2, Cost: 0, MessageCount: 9},
		{ID: "b", Path: "/b", Modified: at(2), Created: at(1), Size: 3, Cost: 5, MessageCount: 9},
		{ID: "c", Path: "/c", Modified: at(3), Created: at(2), Size: 1, Cost: 5, MessageCount: 1},
	}
	for order, want := range map[library.Order]string{
		library.OrderRecent: "cba", library.OrderCreated: "acb", library.OrderSize: "bac", library.OrderCost: "cba", library.OrderMessages: "bac",
	} {
		library.Sort(rows, order)
		if got := rows[0].ID + rows[1].ID + rows[2].ID; got != want {
			t.Errorf("order %s gives %s, want %s", order, got, want)
		}
	}
	if _, err := library.ParseOrder("size"); err != nil {
		t.Error(err)
	}
	if _, err := library.ParseOrder("colour"); err == nil {
		t.Error("an order that does not exist is accepted")
	}
}
