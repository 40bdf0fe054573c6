package templates

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/correct"
	"fieldpost/adjudicator/order"
	"fieldpost/orders"
)

// readCatalogue reads a language's messages as they are written: key → its text, or its texts by number.
func readCatalogue(t *testing.T, lang orders.Lang) map[string]any {
	t.Helper()
	data, err := catalogueFiles.ReadFile("catalogue/" + string(lang) + ".json")
	if err != nil {
		t.Fatal(err)
	}
	var m map[string]any
	if err := json.Unmarshal(data, &m); err != nil {
		t.Fatal(err)
	}
	return m
}

var place = regexp.MustCompile(`\{\{[^}]*\}\}`)

// places lists the placeholders of a message, whatever its number.
func places(message any) []string {
	found := map[string]bool{}
	texts := []string{}
	switch m := message.(type) {
	case string:
		texts = append(texts, m)
	case map[string]any:
		for _, v := range m {
			texts = append(texts, v.(string))
		}
	}
	for _, text := range texts {
		for _, p := range place.FindAllString(text, -1) {
			found[p] = true
		}
	}
	return slices.Sorted(maps.Keys(found))
}

// Forms of a power's name that a language may choose between for its grammar.
var grammar = map[string]bool{"{{.The}}": true, "{{.Of}}": true, "{{.N}}": true}

func TestEveryLanguageHasTheSameMessagesWithTheSamePlaces(t *testing.T) {
	t.Parallel()
	english := readCatalogue(t, orders.English)
	for _, lang := range orders.Langs()[1:] {
		other := readCatalogue(t, lang)
		for key, message := range english {
			theirs, ok := other[key]
			if !ok {
				t.Errorf("%s: no message %q", lang, key)
				continue
			}
			drop := func(ps []string) []string {
				return slices.DeleteFunc(ps, func(p string) bool { return grammar[p] })
			}
			if a, b := drop(places(message)), drop(places(theirs)); !slices.Equal(a, b) {
				t.Errorf("%s: %q has the places %v, in English %v", lang, key, b, a)
			}
		}
		for key := range other {
			if _, ok := english[key]; !ok {
				t.Errorf("%s: message %q is not in English", lang, key)
			}
		}
	}
}

// The messages whose keys are put together: the part before the last hyphen's word stands in the code.
func assembledKeys() []string {
	var keys []string
	powers := append(board.Named("revised").Powers(), board.Named("europe").Powers()...)
	for _, p := range append(powers, board.Neutral, board.MiddleEast, board.Nobody) {
		for _, form := range []string{"the-", "of-", "number-"} {
			keys = append(keys, form+powerKey(p))
		}
	}
	for ph := order.NoPhase; ph < order.NumPhases; ph++ {
		keys = append(keys, "phase-"+ph.String())
	}
	for _, what := range []string{"share", "bonus", "research", "buy", "combat", "battle", "noncombat", "place", "enigma", "nonaggression", "resistance", "advantages"} {
		keys = append(keys, "await-"+what)
	}
	for _, day := range []string{"Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"} {
		keys = append(keys, "weekday-"+day)
	}
	for _, k := range Kinds() {
		keys = append(keys, "note-"+string(k), "note-"+string(k)+"-mend", "note-"+string(k)+"-subject")
	}
	for _, why := range savings {
		keys = append(keys, "bot-saves-"+why)
	}
	for _, k := range closable {
		keys = append(keys, "note-"+string(k)+"-mend-closed")
	}
	for _, list := range []struct {
		prefix string
		words  []string
	}{{"record-", recordWords}, {"mail-", mailOutcomes}, {"game-", seatStatus}} {
		for _, w := range list.words {
			keys = append(keys, list.prefix+w)
		}
	}
	for _, on := range voteSubjects {
		keys = append(keys, "vote-on-"+on)
	}
	for _, how := range []string{"draw", "end", "idle", "surrender"} {
		keys = append(keys, "ended-"+how)
	}
	for _, word := range partyWords {
		keys = append(keys, "party-"+word)
	}
	for _, why := range refusals {
		keys = append(keys, "refused-"+why)
	}
	for _, why := range denials {
		keys = append(keys, "not-done-"+why)
	}
	for _, why := range correct.Reasons() {
		keys = append(keys, "void-"+strings.ReplaceAll(string(why), " ", "-"))
	}
	for _, rules := range []string{"revised", "europe"} {
		for _, r := range regions(rules) {
			keys = append(keys, "region-"+r.name)
		}
	}
	for _, trouble := range troubles {
		keys = append(keys, "trouble-"+trouble)
	}
	return append(keys, "side-Axis", "side-Allies", "tier-0", "tier-1", "tier-2", "rules-revised", "rules-europe", "legend-land", "legend-sea",
		"legend-air", "battle-land", "battle-sea", "battle-amphibious", "summary-attacker", "summary-defender")
}

func TestTheCatalogueHoldsWhatTheCodeSaysAndNothingElse(t *testing.T) {
	t.Parallel()
	english := readCatalogue(t, orders.English)
	literals, said := stringsOfTheCode(t)
	for _, key := range append(said, assembledKeys()...) {
		if _, ok := english[key]; !ok {
			t.Errorf("message %q is said but not in the catalogue", key)
		}
	}
	assembled := assembledKeys()
	for key := range english {
		if !literals[key] && !slices.Contains(assembled, key) {
			t.Errorf("message %q is never said", key)
		}
	}
}

// stringsOfTheCode returns all string constants of the package, and those that are the first argument of a call that says them.
func stringsOfTheCode(t *testing.T) (all map[string]bool, said []string) {
	t.Helper()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
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
				if ok && slices.Contains([]string{"say", "many", "does", "sentence"}, sel.Sel.Name) && len(n.Args) > 0 {
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

func TestMissingMessagesAndPlacesAreErrors(t *testing.T) {
	t.Parallel()
	w, err := speak(orders.English)
	if err != nil {
		t.Fatal(err)
	}
	if w.say("no such message"); w.err == nil {
		t.Error("an unknown message is no error")
	}
	w.err = nil
	if w.say("ipc"); w.err == nil {
		t.Error("a place that is not filled is no error")
	}
	if _, err := speak("fr"); err == nil {
		t.Error("an unknown language is no error")
	}
}

func TestNumbersAndListsFollowTheLanguage(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		lang                  orders.Lang
		list, number, hit, tw string
	}{
		{orders.English, "a, b and c", "1.5", "1 hit", "2 hits"},
		{orders.German, "a, b und c", "1,5", "1 Treffer", "2 Treffer"},
		{orders.Danish, "a, b og c", "1,5", "1 træffer", "2 træffere"},
	} {
		w, err := speak(c.lang)
		if err != nil {
			t.Fatal(err)
		}
		got := []string{w.list([]string{"a", "b", "c"}), w.decimal(1.5), w.many("hits", 1, "N", w.count(1)), w.many("hits", 2, "N", w.count(2))}
		if want := []string{c.list, c.number, c.hit, c.tw}; !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", c.lang, got, want)
		}
		if w.err != nil {
			t.Error(w.err)
		}
	}
}

func TestVerbsAgreeWithThePowersName(t *testing.T) {
	t.Parallel()
	s, err := newSpeaker(newTale(t).set, orders.German)
	if err != nil {
		t.Fatal(err)
	}
	for p, want := range map[board.Power]string{
		"USSR": "Die UdSSR kauft nichts.", "Germany": "Deutschland kauft nichts.", "USA": "Die USA kaufen nichts.",
	} {
		if got := s.does("bought-nothing", p); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// German readers are addressed with "du" everywhere, as among players.
func TestGermanSaysDu(t *testing.T) {
	t.Parallel()
	formal := regexp.MustCompile(`\b(Ihnen|Ihre[mnrs]?)\b|[a-zäöü]n Sie\b|\b(was|wenn|ob|dass) Sie\b`)
	for _, file := range []string{"catalogue/de.json", "../orders/messages/de.txt", "../orders/help/de.txt", "replaypage/texts/de.json"} {
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
