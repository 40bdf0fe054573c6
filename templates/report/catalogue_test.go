package report

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fieldpost/adjudicator/correct"
	"fieldpost/adjudicator/exchange"
	"fieldpost/adjudicator/order"
	"fieldpost/templates/catalogue"
	"fieldpost/templates/lists"
	"fieldpost/templates/local"
	"fieldpost/templates/notice"
)

// readCatalogue returns the keys of all sentences.
func readCatalogue(t *testing.T) map[string]bool {
	t.Helper()
	list, err := catalogue.Load()
	if err != nil {
		t.Fatal(err)
	}
	keys := map[string]bool{}
	for _, x := range list {
		keys[x.Key] = true
	}
	return keys
}

// The messages whose keys are composed: the part before the last hyphen's word is in the code.
func assembledKeys() []string {
	var keys []string
	for ph := order.NoPhase; ph < order.NumPhases; ph++ {
		keys = append(keys, "phase-"+ph.String())
	}
	for _, what := range []string{"share", "bonus", "research", "buy", "combat", "battle", "noncombat", "place",
		"enigma", "nonaggression", "resistance", "advantages"} {
		keys = append(keys, "await-"+what)
	}
	for _, day := range []string{"Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"} {
		keys = append(keys, "weekday-"+day, "weekday-short-"+day)
	}
	for month := range 12 {
		keys = append(keys, "month-"+strconv.Itoa(month+1))
	}
	for _, why := range savings {
		keys = append(keys, "bot-saves-"+why)
	}
	keys = append(keys, lists.Words()...)
	for _, on := range []string{"draw", "end", "extend", "surrender-Axis", "surrender-Allies"} {
		keys = append(keys, "vote-on-"+on)
	}
	for _, how := range []string{"draw", "end", "idle", "surrender"} {
		keys = append(keys, "ended-"+how)
	}
	for _, word := range local.ParticipantWords() {
		keys = append(keys, "party-"+word)
	}
	for _, why := range notice.Refusals() {
		keys = append(keys, "refused-"+why)
	}
	for _, why := range notice.Denials() {
		keys = append(keys, "not-done-"+string(why))
	}
	for _, why := range correct.Reasons() {
		keys = append(keys, "void-"+strings.ReplaceAll(string(why), " ", "-"))
	}
	for _, rules := range []string{"revised", "europe"} {
		for _, r := range regions(rules) {
			keys = append(keys, "region-"+r.name)
		}
	}
	for _, trouble := range notice.Troubles() {
		keys = append(keys, "trouble-"+trouble)
	}
	for _, lost := range exchange.LossKinds() {
		keys = append(keys, "triplea-lost-"+string(lost))
	}
	for _, why := range append(exchange.Unfits(), notice.NoMap, notice.NoFile, notice.NoTurn) {
		keys = append(keys, "no-triplea-"+string(why))
	}
	return append(keys, "subject-move-until", "subject-answer-until", "side-Axis", "side-Allies", "tier-0", "tier-1", "tier-2", "rules-revised", "rules-europe",
		"legend-combat-move", "legend-noncombat-move", "legend-retreat",
		"map-sum-Axis-cities", "map-sum-Allies-cities", "map-sum-Axis-capitals", "map-sum-Allies-capitals", "battle-land", "battle-sea", "battle-amphibious", "summary-attacker", "summary-defender")
}

func TestTheCatalogueHoldsWhatTheCodeSaysAndNothingElse(t *testing.T) {
	t.Parallel()
	english := readCatalogue(t)
	literals, said := stringsOfTheCode(t)
	for _, key := range append(said, assembledKeys()...) {
		if !english[key] {
			t.Errorf("message %q is said but not in the catalogue", key)
		}
	}
	assembled := assembledKeys()
	for key := range english {
		if !literals[key] && !slices.Contains(assembled, key) &&
			!strings.Contains(key, ".") { // those of notices have their own test
			t.Errorf("message %q is never said", key)
		}
	}
}

// stringsOfTheCode returns all string constants of the package, and those that are the first argument of a call that
// says them.
func stringsOfTheCode(t *testing.T) (all map[string]bool, said []string) {
	t.Helper()
	var files []string
	for _, dir := range []string{"../local", "../reader", "../notice", "../scene", "../lists", "../receipt", "../report", "../enclosure"} {
		list, err := filepath.Glob(dir + "/*.go")
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, list...)
	}
	all = map[string]bool{}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.BasicLit:
				if s, err := strconv.Unquote(n.Value); err == nil && n.Kind == token.STRING {
					all[s] = true
				}
			case *ast.CallExpr:
				sel, ok := n.Fun.(*ast.SelectorExpr)
				if ok && slices.Contains([]string{"Text", "Plural", "PowerText", "Sentence"}, sel.Sel.Name) &&
					len(n.Args) > 0 {
					if lit, ok := n.Args[0].(*ast.BasicLit); ok {
						if s, err := strconv.Unquote(lit.Value); err == nil {
							said = append(said, s)
						}
					}
				}
			}
			return true
		})
	}
	return all, said
}

// German readers are addressed with "du" everywhere, as among players.
func TestGermanSaysDu(t *testing.T) {
	t.Parallel()
	formal := regexp.MustCompile(`\b(Ihnen|Ihre[mnrs]?)\b|[a-zäöü]n Sie\b|\b(was|wenn|ob|dass) Sie\b`)
	files, err := filepath.Glob("../../orders/help/*.txt") // all languages: the words are German only
	if err != nil || len(files) < 20 {
		t.Fatal(files, err)
	}
	for _, file := range append(files, "../../orders/messages/de.txt", "../replaypage/texts/de.json") {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for n, line := range strings.Split(string(text), "\n") {
			if formal.MatchString(line) {
				t.Errorf("%s:%d says Sie: %s", file, n+1, line)
			}
		}
	}
}
