package docs

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"fieldpost/adjudicator/rules"
)

const root = "../../../"

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(root + path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// decisions are the rows of docs/rulings.md by their anchors.
func decisions(t *testing.T) map[string]string {
	t.Helper()
	rows := map[string]string{}
	for line := range strings.Lines(read(t, "docs/rulings.md")) {
		if id, rest, ok := strings.Cut(strings.TrimPrefix(line, `| <a id="`), `"></a>`); ok && id != line {
			if rows[id] != "" {
				t.Errorf("docs/rulings.md: %s stands there twice", id)
			}
			rows[id] = rest
		}
	}
	return rows
}

// TestRulingsAreComplete: every ruling, contradiction, decision point, advantage and option has its row.
func TestRulingsAreComplete(t *testing.T) {
	t.Parallel()
	rows := decisions(t)
	var want []string
	for prefix, last := range map[string]int{"r": 152, "t": 73, "d": 26, "ussr": 6, "ger": 6, "uk": 6, "jpn": 6, "usa": 6, "e": 34} {
		for n := 1; n <= last; n++ {
			want = append(want, fmt.Sprintf("%s-%d", prefix, n))
		}
	}
	for _, name := range rules.Names() {
		want = append(want, "option-"+name)
	}
	for _, id := range want {
		if rows[id] == "" {
			t.Errorf("docs/rulings.md has no row %s", id)
		}
	}
	if len(rows) != len(want) {
		t.Errorf("docs/rulings.md has %d rows, want %d", len(rows), len(want))
	}
}

// TestRulingsStandInTheCode: the row of a ruling, a contradiction or a decision point names a file whose comment
// carries its number, or a case that proves it.
func TestRulingsStandInTheCode(t *testing.T) {
	t.Parallel()
	link := regexp.MustCompile(`\]\(\.\./([^)]+)\)`)
	number := regexp.MustCompile(`^(r|t|d)-\d+$`)
	for id, row := range decisions(t) {
		var code, proof bool
		for _, m := range link.FindAllStringSubmatch(row, -1) {
			text := read(t, m[1])
			if number.MatchString(id) {
				code = code || filepath.Ext(m[1]) == ".go" && names(text, id)
				proof = proof || filepath.Ext(m[1]) == ".txtar" && names(text, id)
			}
		}
		if number.MatchString(id) && !code && !proof && !strings.Contains(row, "none: ") {
			t.Errorf("docs/rulings.md: %s has neither a file that carries its number nor a case", id)
		}
	}
}

// names reports whether a text carries a ruling's number: itself, or within a span as "R-113 … R-121".
func names(text, id string) bool {
	letter, n, _ := strings.Cut(strings.ToUpper(id), "-")
	if regexp.MustCompile(`\b` + letter + `-?` + n + `\b`).MatchString(text) {
		return true
	}
	var wanted int
	fmt.Sscan(n, &wanted)
	for _, m := range regexp.MustCompile(letter+`-?(\d+) (?:…|to) `+letter+`-?(\d+)`).FindAllStringSubmatch(text, -1) {
		var first, last int
		fmt.Sscan(m[1], &first)
		fmt.Sscan(m[2], &last)
		if first <= wanted && wanted <= last {
			return true
		}
	}
	return false
}

// TestRulingsNameTheAdvantages: the thirty are in the order of the code, under their names.
func TestRulingsNameTheAdvantages(t *testing.T) {
	t.Parallel()
	rows := decisions(t)
	count := map[string]int{}
	short := map[string]string{"USSR": "ussr", "Germany": "ger", "UK": "uk", "Japan": "jpn", "USA": "usa"}
	for _, a := range rules.NationalAdvantages() {
		p := short[string(a.Power)]
		count[p]++
		id := fmt.Sprintf("%s-%d", p, count[p])
		if !strings.Contains(rows[id], "| "+a.Name+" |") {
			t.Errorf("%s is not %s: %s", id, a.Name, rows[id])
		}
	}
}

// TestRulingsListTheValues: an option's row names its values in the code's order, the default first.
func TestRulingsListTheValues(t *testing.T) {
	t.Parallel()
	rows := decisions(t)
	for _, name := range rules.Names() {
		var values []string
		for _, v := range rules.Lookup(name).Values {
			values = append(values, "`"+v+"`")
		}
		if want := "| " + strings.Join(values, ", ") + " |"; len(values) > 0 && !strings.Contains(rows["option-"+name], want) {
			t.Errorf("option %s: the row has not %s: %s", name, want, rows["option-"+name])
		}
	}
}
