package board

import (
	"strings"
	"testing"
)

func mustFind(t *testing.T, b *Board, name string) SpaceID {
	t.Helper()
	id, ok := b.Find(name)
	if !ok {
		t.Fatalf("no space %q", name)
	}
	return id
}

// The printed starting incomes: 24, 40, 30, 30, 42 and 40, 24, 25, 40.
func TestStartingIncomes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		b    *Board
		want map[Power]int
	}{
		{"revised", Named("revised"), map[Power]int{"USSR": 24, "Germany": 40, "UK": 30, "Japan": 30, "USA": 42}},
		{"europe", Named("europe"), map[Power]int{"Germany": 40, "USSR": 24, "UK": 25, "USA": 40, MiddleEast: 8}},
	} {
		got := map[Power]int{}
		for _, s := range c.b.Spaces {
			got[s.OriginalController] += s.Income
		}
		for p, n := range c.want {
			if got[p] != n {
				t.Errorf("%s: %s earns %d, want %d", c.name, p, got[p], n)
			}
		}
	}
}

func TestBoardsAreSound(t *testing.T) {
	t.Parallel()
	for name, b := range map[string]*Board{"revised": Named("revised"), "europe": Named("europe")} {
		for _, s := range b.Spaces {
			for _, n := range b.Near(s.ID) {
				if !b.Touch(n, s.ID) {
					t.Errorf("%s: %s touches %s but not the other way", name, s.Name, b.Name(n))
				}
			}
		}
		for _, st := range b.Setup {
			if st.Type.IsShip() != b.Space(st.Space).Sea && st.Type != Fighter {
				t.Errorf("%s: %s cannot stand in %s", name, st.Type, b.Name(st.Space))
			}
		}
	}
}

func TestSpacesSortLandByNameThenSeaByNumber(t *testing.T) {
	t.Parallel()
	b := Named("revised")
	if a, z := mustFind(t, b, "SZ9"), mustFind(t, b, "SZ10"); a > z {
		t.Error("SZ9 comes after SZ10")
	}
	if a, z := mustFind(t, b, "Yakut S.S.R."), mustFind(t, b, "SZ1"); a > z {
		t.Error("land comes after the sea")
	}
}

func TestPassages(t *testing.T) {
	t.Parallel()
	b := Named("revised")
	if c := b.CanalBetween(mustFind(t, b, "SZ34"), mustFind(t, b, "SZ15")); c == nil || len(c.Banks) != 2 {
		t.Error("the Suez canal has two banks")
	}
	e := Named("europe")
	if !e.Closed(mustFind(t, e, "Black Sea"), mustFind(t, e, "Aegean Sea")) {
		t.Error("nothing passes the Turkish straits")
	}
	if isl := e.Space(mustFind(t, e, "Malta")).Island; e.Name(isl) != "Sicilian Sea" {
		t.Errorf("Malta lies in %q", e.Name(isl))
	}
}

func TestParseNamesTheLineOfAFault(t *testing.T) {
	t.Parallel()
	const good = "power A | AA | Axis | capital X\nland X | income 1 | home A\nland Y | income 0 | home A\ntouch X: Y\n"
	if _, err := Parse(good); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ add, want string }{
		{"touch Y: X\n", `line 5: bad adjacency given twice`},
		{"touch X: Z\n", `line 5: bad space "Z"`},
		{"place A in X: two tanks\n", `line 5: bad units "two tanks"`},
		{"land Z | income -1\n", `line 5: bad income "-1"`},
		{"lake Z\n", `line 5: bad line "lake"`},
		{"land Z | income 1 | home A\n", `bad space that touches nothing "Z"`},
	} {
		_, err := Parse(good + c.add)
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%q: got %v, want %s", c.add, err, c.want)
		}
	}
}
