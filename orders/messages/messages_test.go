package messages

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/orders"
	"fieldpost/orders/syntax"
)

// codes finds every fault code that the parser and the adjudicator define, in their sources.
func codes(t *testing.T) []string {
	t.Helper()
	def := regexp.MustCompile(`\bCode += +"([a-z-]+)"`)
	var found []string
	for _, root := range []string{"..", "../../adjudicator"} {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
				return err
			}
			src, err := os.ReadFile(path)
			for _, m := range def.FindAllStringSubmatch(string(src), -1) {
				found = append(found, m[1])
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	slices.Sort(found)
	return slices.Compact(found)
}

func TestEveryCodeHasAMessageInEveryLanguage(t *testing.T) {
	t.Parallel()
	all := codes(t)
	if len(all) < 80 {
		t.Fatalf("only %d codes found", len(all))
	}
	for _, l := range syntax.Langs() {
		for _, c := range all {
			if catalogues()[l][c].what == "" {
				t.Errorf("%s.txt lacks %s", l, c)
			}
		}
	}
}

// boardWords are fields that say what a thing is called on the board, in languages whose rulebooks differ.
var boardWords = []string{"gun", "guns", "fighter", "fighters", "zone", "zones", "noncombat", "move"}

// TestCataloguesAgree: the languages have the same entries, and an entry uses the same fields in each.
func TestCataloguesAgree(t *testing.T) {
	t.Parallel()
	field := regexp.MustCompile(`\{[^}]*\}`)
	fields := func(m message) []string {
		fs := field.FindAllString(m.what, -1)
		for i, f := range fs { // without its case, and without the words that go with a number
			fs[i], _, _ = strings.Cut(strings.Trim(f, "{}"), " ")
			fs[i], _, _ = strings.Cut(fs[i], ".")
		}
		// not every language has words that agree, or needs the board's word for a thing
		fs = slices.DeleteFunc(fs, func(f string) bool { return f[0] == '~' || slices.Contains(boardWords, f) })
		slices.Sort(fs)
		return slices.Compact(fs)
	}
	en := catalogues()[syntax.English]
	for _, l := range syntax.Langs()[1:] {
		other := catalogues()[l]
		for key, m := range en {
			o, ok := other[key]
			if !ok {
				t.Errorf("%s.txt lacks %s", l, key)
			} else if !slices.Equal(fields(m), fields(o)) || (m.fix == "") != (o.fix == "") {
				t.Errorf("%s.txt: %s differs from English in its fields or remedy: %q / %q", l, key, o.what, m.what)
			}
		}
		for key := range other {
			if _, ok := en[key]; !ok {
				t.Errorf("%s.txt: %s is not in en.txt", l, key)
			}
		}
	}
}

// TestNothingIsLeftUnfilled: with all fields set or all fields empty no brace or bracket reaches the player.
func TestNothingIsLeftUnfilled(t *testing.T) {
	t.Parallel()
	b := board.Named("revised")
	for key := range catalogues()[syntax.English] {
		full := order.Fault{Code: order.Code(key), Power: "UK", Unit: board.Tank, Space: 3, Other: 4, Have: 1, Want: 2, Word: "battle",
			Suggest: []string{"Karelia S.S.R.", "tank", "rockets"}, Spaces: []board.SpaceID{5, 6}}
		for _, f := range []order.Fault{full, order.NewFault(1, order.NotUnderstood, order.Code(key))} {
			for _, l := range syntax.Langs() {
				what, fix := Text(f, l, b)
				if what == "" || strings.ContainsAny(what+fix, "{}[]|") {
					t.Errorf("%s %s: %q %q", l, key, what, fix)
				}
			}
		}
	}
}

func TestText(t *testing.T) {
	t.Parallel()
	b := board.Named("revised")
	for _, c := range []struct {
		line      string
		lang      syntax.Lang
		what, fix string
	}{
		{"battle West Rusia", syntax.English, `there is no space "West Rusia" on this board`, "did you mean West Russia?"},
		{"battle West Rusia", syntax.German, "ein Feld „West Rusia“ gibt es auf diesem Plan nicht", "meinst du Westrussland?"},
		{"buy 3 tonks", syntax.Danish, `»tonks« er ingen enhed, der kan stå her`, "mente du kampvogn?"},
		{"buy tanks", syntax.English, `there is no number before "tanks"`, `write a number before it`},
		{"move 1 tank from Russia", syntax.German, "in dieser Zeile fehlt etwas: nach", "ergänze es; „Hilfe“ zeigt jede Art von Zeile mit einem Beispiel"},
		{"garrison SZ5", syntax.English, "SZ5 cannot stand here: the place needs land", "name a space of the other kind"},
	} {
		f := orders.Parse(c.line, orders.Context{Board: b, Phase: order.Combat})
		if len(f.Faults) != 1 {
			t.Errorf("%s: %v", c.line, f.Faults)
			continue
		}
		what, fix := Text(f.Faults[0], c.lang, b)
		if what != c.what || fix != c.fix {
			t.Errorf("%s:\n%s\n%s", c.line, what, fix)
		}
	}
}

func TestParseRefusesWhatIsNoEntry(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"a\na\n", "a\n  b\n", "a\n  = x\n  = y\n"} {
		if _, err := parse(text); err == nil {
			t.Errorf("%q was read", text)
		}
	}
}
