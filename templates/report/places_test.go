package report

import (
	"slices"
	"strings"
	"testing"

	"fieldpost/adjudicator/board"
	"fieldpost/templates/layout"
)

func TestEveryTerritoryIsInOneRegion(t *testing.T) {
	t.Parallel()
	for rules, b := range map[string]*board.Board{"revised": board.Named("revised"), "europe": board.Named("europe")} {
		found := map[string]int{}
		for _, r := range regions(rules) {
			for _, name := range r.spaces {
				found[name]++
				if id, ok := b.Find(name); !ok || b.Space(id).Sea {
					t.Errorf("%s, %s: there is no territory %q", rules, r.name, name)
				}
			}
		}
		for _, sp := range b.Spaces {
			want := 1
			if sp.Sea || sp.OriginalController == board.Neutral {
				want = 0
			}
			if found[sp.Name] != want {
				t.Errorf("%s: %s is in %d regions", rules, sp.Name, found[sp.Name])
			}
		}
	}
}

func TestThePositionIsToldByRegionAndOwner(t *testing.T) {
	t.Parallel()
	x := sovietTale(t)
	w, err := newWriter(x.set, "en")
	if err != nil {
		t.Fatal(err)
	}
	_, pos := x.positions()
	bs := positionTables{w}.tables(pos)
	i := slices.Index(bs, layout.Block(layout.Subhead("The eastern front and the Soviet Union")))
	if i < 0 {
		t.Fatal("the eastern front is missing")
	}
	var first []string
	for _, r := range bs[i+1].(*layout.Table).Rows {
		first = append(first, r.Cells[0].Words)
	}
	want := []string{"USSR", "Archangel", "Buryatia S.S.R.", "Caucasus", "Evenki National Okrug",
		"Karelia S.S.R.\u00a0☆", "Kazakh S.S.R.",
		"Novosibirsk", "Russia\u00a0★", "Soviet Far East", "West Russia", "Yakut S.S.R.", "Germany", "Belorussia", "Ukraine S.S.R."}
	if !slices.Equal(first, want) {
		t.Errorf("%q, want %q", first, want)
	}
}

// The tables of pages name every territory that a power holds, the empty ones too.
func TestTheTablesNameEveryTerritory(t *testing.T) {
	t.Parallel()
	x := sovietTale(t)
	_, pos := x.positions()
	tables, err := Tables(x.set, pos, "en")
	if err != nil {
		t.Fatal(err)
	}
	all, empty := "", 0
	for _, table := range tables {
		for _, r := range table.Rows {
			all += strings.Join(r.Cells, " ") + "\n"
		}
	}
	for _, sp := range x.set.Board.Spaces {
		if sp.Sea || pos.Owner(sp.ID) == board.Neutral || pos.Owner(sp.ID) == board.Nobody {
			continue
		}
		if len(slices.Collect(pos.In(sp.ID))) == 0 {
			empty++
		}
		if !strings.Contains(all, sp.Name) {
			t.Errorf("%s is not named", sp.Name)
		}
	}
	if empty == 0 {
		t.Error("no territory is empty: nothing was tried")
	}
}
