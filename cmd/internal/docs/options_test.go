package docs

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/rules"
)

var update = flag.Bool("update", false, "write the generated parts of the documents anew")

// TestOptionTable: the referees' handbook lists every option with its values, the default first, as the code has them.
func TestOptionTable(t *testing.T) {
	t.Parallel()
	generated(t, "options", optionTable())
}

// TestHouseTable: the same for every setting of a game.
func TestHouseTable(t *testing.T) {
	t.Parallel()
	generated(t, "house", houseTable())
}

// writing keeps the tests of tables from writing one page at once.
var writing sync.Mutex

// generated holds a part of the referees' handbook against what the code says, and writes it anew if asked.
func generated(t *testing.T, name, table string) {
	t.Helper()
	writing.Lock()
	defer writing.Unlock()
	const page, end = "docs/referees.md", "<!-- end -->"
	open := "<!-- " + name + ": written by go test ./cmd/internal/docs -update -->\n"
	text := read(t, page)
	before, rest, found := strings.Cut(text, open)
	_, after, ended := strings.Cut(rest, end)
	if !found || !ended {
		t.Fatalf("%s has no place for the %s", page, name)
	}
	want := before + open + table + end + after
	if text == want {
		return
	}
	if !*update {
		t.Fatalf("the %s in %s are not those of the code; write them anew by go test ./cmd/internal/docs -run Table -update", name, page)
	}
	if err := os.WriteFile(root+page, []byte(want), 0o644); err != nil {
		t.Fatal(err)
	}
}

// houseTable has a row for each setting of a game.
func houseTable() string {
	var b strings.Builder
	b.WriteString("| setting | default | other values |\n|---|---|---|\n")
	for _, o := range game.AllSettings() {
		others := "as told below"
		if len(o.Values) > 0 {
			rest := slices.DeleteFunc(slices.Clone(o.Values), func(v string) bool { return v == o.Default })
			others = "`" + strings.Join(rest, "`, `") + "`"
		}
		fmt.Fprintf(&b, "| `%s` | `%s` | %s |\n", o.Name, o.Default, others)
	}
	return b.String()
}

// optionTable has a row for each option and set of values, with the games that have them.
func optionTable() string {
	type row struct {
		option rules.Option
		games  []string
	}
	var rows []row
	for _, set := range []string{"revised", "europe"} {
		for _, o := range rules.OptionsOf(set) {
			i := slices.IndexFunc(rows, func(r row) bool { return r.option.Name == o.Name && slices.Equal(r.option.Values, o.Values) })
			if i < 0 {
				rows, i = append(rows, row{option: o}), len(rows)
			}
			rows[i].games = append(rows[i].games, set)
		}
	}
	var b strings.Builder
	b.WriteString("| option | default | other values | rules |\n|---|---|---|---|\n")
	for _, r := range rows {
		standard, others := "–", "[see there](rulings.md#option-"+r.option.Name+")"
		if v := r.option.Values; len(v) > 0 {
			standard, others = "`"+v[0]+"`", "`"+strings.Join(v[1:], "`, `")+"`"
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", r.option.Name, standard, others, strings.Join(r.games, ", "))
	}
	return b.String()
}
