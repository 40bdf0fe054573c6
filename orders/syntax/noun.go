package syntax

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"fieldpost/adjudicator/board"
)

// Case is a grammatical case. English and Danish have one for all, but for the genitive of names.
type Case uint8

// The cases, in the order in which German forms are listed.
const (
	Nominative Case = iota
	Genitive
	Dative
	Accusative
	numCases
)

// Article says what stands before a noun.
type Article uint8

// The articles.
const (
	Bare       Article = iota // nothing
	Definite                  // the tank, der Panzer, kampvognen
	Indefinite                // a tank, ein Panzer, en kampvogn
	Negative                  // no tank, kein Panzer, ingen kampvogn
)

// Noun is how a name stands in sentences.
type Noun struct {
	gender    byte // m, f, n, c
	plural    bool // the name is a plural
	definite  bool // it stands with the definite article
	one, many []string
	preps     []string // where, where to, where from
	adjective string
}

// nounKey names a noun: its language, with the board where it is another one there, and its canonical name.
type nounKey struct{ lang, id string }

// theNouns are those of nouns.txt, read once.
var theNouns = sync.OnceValue(func() map[nounKey]*Noun {
	m, err := readNouns()
	if err != nil {
		panic("orders: lexicon/nouns.txt: " + err.Error()) // embedded data: a bug of ours, found by any test
	}
	return m
})

func readNouns() (map[nounKey]*Noun, error) {
	b, err := lexiconFiles.ReadFile("lexicon/nouns.txt")
	if err != nil {
		return nil, err
	}
	return parseNouns(string(b))
}

func parseNouns(text string) (map[nounKey]*Noun, error) {
	m := map[nounKey]*Noun{}
	for i, line := range strings.Split(text, "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		name, rest, ok := strings.Cut(line, "  ")
		lang, id, named := strings.Cut(name, " ")
		l, _, _ := strings.Cut(lang, "@")
		key := nounKey{lang, id}
		if !ok || !named || !slices.Contains(Langs(), Lang(l)) || m[key] != nil {
			return nil, fmt.Errorf("line %d: not a noun, or one that stands twice: %q", i+1, line)
		}
		n, err := parseNoun(strings.Split(rest, "|"))
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", i+1, err)
		}
		m[key] = n
	}
	return m, nil
}

func parseNoun(parts []string) (*Noun, error) {
	n := &Noun{}
	for _, flag := range strings.Fields(parts[0]) {
		switch flag {
		case "m", "f", "n", "c":
			n.gender = flag[0]
		case "pl":
			n.plural = true
		case "def":
			n.definite = true
		default:
			return nil, fmt.Errorf("unknown mark %q (known: m, f, n, c, pl, def)", flag)
		}
	}
	if n.gender == 0 || len(parts) < 2 || len(parts) > 4 {
		return nil, fmt.Errorf("a noun has a gender, forms, prepositions, an adjective: %q", parts)
	}
	one, many, _ := strings.Cut(parts[1], ";")
	n.one, n.many = listed(one), listed(many)
	if len(parts) > 2 {
		n.preps = listed(parts[2])
	}
	if len(parts) > 3 {
		n.adjective = strings.TrimSpace(parts[3])
	}
	if len(n.one) == 0 || len(n.preps) > 0 && len(n.preps) != 3 {
		return nil, fmt.Errorf("a noun has forms, and three prepositions or none: %q", parts)
	}
	return n, nil
}

// listed parts a list at its commas.
func listed(text string) []string {
	if text = strings.TrimSpace(text); text == "" {
		return nil
	}
	items := strings.Split(text, ",")
	for i := range items {
		items[i] = strings.TrimSpace(items[i])
	}
	return items
}

// nounOf finds the noun of a canonical name on a board, nil if the name has none.
func nounOf(b *board.Board, id string, lang Lang) *Noun {
	for _, name := range board.Names() {
		if n := theNouns()[nounKey{string(lang) + "@" + name, id}]; n != nil && board.Named(name) == b {
			return n
		}
	}
	return theNouns()[nounKey{string(lang), id}]
}

// at is a form of a list; the last one counts for those that are missing.
func at(forms []string, i int) string { return forms[min(i, len(forms)-1)] }

// isPlural reports whether a form for n things is a plural one.
func (n *Noun) isPlural(count int) bool { return n.plural || count != 1 }

// form is the noun without its article.
func (n *Noun) form(lang Lang, count int, c Case, a Article) string {
	forms := n.one
	if count != 1 && len(n.many) > 0 {
		forms = n.many
	}
	if lang == Danish {
		i := 0
		if a == Definite {
			i = 1
		}
		return at(forms, i)
	}
	return at(forms, int(c))
}

// germanArticles are the definite article by gender and case, then the endings of "ein" and "kein".
var germanArticles = map[byte][2][numCases]string{
	'm': {{"der", "des", "dem", "den"}, {"", "es", "em", "en"}},
	'f': {{"die", "der", "der", "die"}, {"e", "er", "er", "e"}},
	'n': {{"das", "des", "dem", "das"}, {"", "es", "em", ""}},
	'p': {{"die", "der", "den", "die"}, {"e", "er", "en", "e"}},
}

// article is the word before the noun, "" for none.
func (n *Noun) article(lang Lang, count int, c Case, a Article) string {
	if a == Bare {
		return ""
	}
	plural := n.isPlural(count)
	switch lang {
	case German:
		g := n.gender
		if plural {
			g = 'p'
		}
		switch {
		case a == Definite:
			return germanArticles[g][0][c]
		case a == Negative:
			return "kein" + germanArticles[g][1][c]
		case !plural:
			return "ein" + germanArticles[g][1][c]
		}
	case Danish:
		switch {
		case a == Negative && (plural || n.gender == 'c'):
			return "ingen"
		case a == Negative:
			return "intet"
		case a == Indefinite && !plural && n.gender == 'c':
			return "en"
		case a == Indefinite && !plural:
			return "et"
		}
	default:
		switch {
		case a == Definite:
			return "the"
		case a == Negative:
			return "no"
		case a == Indefinite && !plural && strings.ContainsAny(n.one[0][:1], "aeiou"):
			return "an"
		case a == Indefinite && !plural:
			return "a"
		}
	}
	return ""
}

// phrase is the noun with its article.
func (n *Noun) phrase(lang Lang, count int, c Case, a Article) string {
	return Join(n.article(lang, count, c, a), n.form(lang, count, c, a))
}

// weakEndings are those of German adjectives behind "ein" and a number, or without an article in the plural.
var weakEndings = map[byte][numCases]string{
	'm': {"er", "en", "en", "en"}, 'f': {"e", "en", "en", "e"}, 'n': {"es", "en", "en", "es"}, 'p': {"e", "er", "en", "e"},
}

// described is an adjective that agrees with a noun behind a number or the indefinite article.
func (n *Noun) described(adjective string, lang Lang, count int, c Case) string {
	switch {
	case lang == German && n.isPlural(count):
		return adjective + weakEndings['p'][c]
	case lang == German:
		return adjective + weakEndings[n.gender][c]
	case lang == Danish && n.isPlural(count):
		return adjective + "e"
	}
	return adjective
}

// UnitNoun is a unit's name in a sentence, in the number that goes with n: "einem Panzer", "die Panzer". A type that is
// none is "unit".
func UnitNoun(b *board.Board, t board.UnitType, n int, c Case, a Article, lang Lang) string {
	return unitNoun(b, t, lang).phrase(lang, n, c, a)
}

func unitNoun(b *board.Board, t board.UnitType, lang Lang) *Noun {
	if t == board.NoUnit {
		return nounOf(b, "unit", lang)
	}
	return nounOf(b, t.String(), lang)
}

// CountedUnits is a number of units in a sentence, of a power if one is given: "3 britische Panzer", "keinen Panzer".
func CountedUnits(b *board.Board, t board.UnitType, n int, p board.Power, c Case, lang Lang) string {
	noun := unitNoun(b, t, lang)
	if n == 0 {
		one := 1
		if lang == English || lang == Danish && noun.many[0] != noun.one[0] {
			one = 0
		}
		return noun.phrase(lang, one, c, Negative)
	}
	return Join(fmt.Sprint(n), UnitsOf(b, t, n, p, c, lang))
}

// UnitsOf is a unit's name behind a number, with the adjective of its power if one is given: "britische Panzer".
func UnitsOf(b *board.Board, t board.UnitType, n int, p board.Power, c Case, lang Lang) string {
	noun := unitNoun(b, t, lang)
	described := ""
	if owner := nounOf(b, string(p), lang); owner != nil && p != board.Nobody {
		described = noun.described(owner.adjective, lang, n, c)
	}
	return Join(described, noun.form(lang, n, c, Bare))
}

// named is the noun of a name, or one that stands bare.
func named(b *board.Board, id, shown string, lang Lang) *Noun {
	if n := nounOf(b, id, lang); n != nil {
		return n
	}
	genitive := shown
	if lang == German && !strings.HasPrefix(shown, "SZ") {
		genitive += "s"
	}
	return &Noun{gender: 'n', one: []string{shown, genitive, shown}}
}

func spaceNoun(b *board.Board, id board.SpaceID, lang Lang) *Noun {
	return named(b, b.Name(id), SpaceName(b, id, lang), lang)
}

// ownArticle is the article that a name stands with.
func (n *Noun) ownArticle() Article {
	if n.definite {
		return Definite
	}
	return Bare
}

// proper is a name in a sentence, with the article that it needs.
func (n *Noun) proper(lang Lang, c Case) string {
	text := n.phrase(lang, 1, c, n.ownArticle())
	if lang == German || c != Genitive {
		return text
	}
	return possessive(text, lang)
}

// possessive is a name in the genitive of English and Danish.
func possessive(name string, lang Lang) string {
	last := name[len(name)-1]
	switch {
	case lang == English:
		return name + "'s"
	case last >= 'A' && last <= 'Z' || IsDigit(last):
		return name + "'s"
	case last == 's' || last == 'x' || last == 'z':
		return name + "'"
	}
	return name + "s"
}

// SpacePhrase is a space in a sentence: "die Ukraine", "der Ukraine", "Norwegen".
func SpacePhrase(b *board.Board, id board.SpaceID, c Case, lang Lang) string {
	if id == board.NoSpace {
		return ""
	}
	return spaceNoun(b, id, lang).proper(lang, c)
}

// Where is in which space: "in der Ukraine", "auf Borneo".
func Where(b *board.Board, id board.SpaceID, lang Lang) string { return placed(b, id, 0, lang) }

// WhereTo is into which space: "in die Ukraine", "nach Borneo".
func WhereTo(b *board.Board, id board.SpaceID, lang Lang) string { return placed(b, id, 1, lang) }

// WhereFrom is out of which space: "aus der Ukraine", "von Borneo".
func WhereFrom(b *board.Board, id board.SpaceID, lang Lang) string { return placed(b, id, 2, lang) }

// usualPreps say where, where to and where from of names without prepositions of their own; in German with the article
// others.
var usualPreps = map[Lang][]string{English: {"in", "to", "from"}, German: {"in", "nach", "von"}, Danish: {"i", "til", "fra"}}

// contractions are the prepositions and articles that German draws together.
var contractions = strings.NewReplacer("in dem ", "im ", "in das ", "ins ", "von dem ", "vom ", "bei dem ", "beim ",
	"zu dem ", "zum ", "zu der ", "zur ")

func placed(b *board.Board, id board.SpaceID, which int, lang Lang) string {
	if id == board.NoSpace {
		return ""
	}
	n := spaceNoun(b, id, lang)
	preps := n.preps
	if preps == nil {
		preps = usualPreps[lang]
		if lang == German && n.definite {
			preps = []string{"in", "in", "aus"}
		}
	}
	c := Dative
	if which == 1 && preps[1] != "zu" {
		c = Accusative
	}
	text := preps[which] + " " + n.phrase(lang, 1, c, n.ownArticle())
	if lang == German {
		text = contractions.Replace(text)
	}
	return text
}

// PowerPhrase is a power in a sentence: "die UdSSR", "der UdSSR", "Sovjetunionens".
func PowerPhrase(b *board.Board, p board.Power, c Case, lang Lang) string {
	return named(b, string(p), PowerName(p, lang), lang).proper(lang, c)
}

// PowerIsPlural reports whether a power's name is a plural: die USA.
func PowerIsPlural(b *board.Board, p board.Power, lang Lang) bool {
	return named(b, string(p), PowerName(p, lang), lang).plural
}

// withoutArticle is a form of a name without the article that stands in it: "det centrale USA".
func withoutArticle(form string) string {
	if first, rest, ok := strings.Cut(form, " "); ok && slices.Contains(articles, strings.ToLower(first)) {
		return rest
	}
	return form
}

// learnNouns adds the forms of units and powers that texts print, so that each can be typed back.
func (lx *Lexicon) learnNouns() error {
	nouns, err := readNouns()
	if err != nil {
		return err
	}
	for _, k := range slices.SortedFunc(maps.Keys(nouns), func(a, b nounKey) int {
		return strings.Compare(a.lang+" "+a.id, b.lang+" "+b.id)
	}) {
		n, v := nouns[k], lx.Units
		if v.ByID[k.id] == nil {
			v = lx.Powers
		}
		if v.ByID[k.id] == nil {
			continue
		}
		lang, _, _ := strings.Cut(k.lang, "@")
		for _, form := range n.spellings(Lang(lang)) {
			if err := v.learn(form.One, Meaning{ID: k.id}); err != nil {
				return err
			}
			if err := v.learn(form.Many, Meaning{ID: k.id, plural: true}); err != nil {
				return err
			}
		}
	}
	return nil
}

// spellings are all forms of a noun, with those of its adjective.
func (n *Noun) spellings(lang Lang) []Form {
	var list []Form
	for _, f := range n.one {
		list = append(list, Form{One: withoutArticle(f)})
	}
	for _, f := range n.many {
		list = append(list, Form{Many: f})
	}
	if len(n.many) == 0 && lang != German {
		list = append(list, Form{One: possessive(withoutArticle(n.one[0]), lang)})
	}
	if n.adjective == "" {
		return list
	}
	endings := map[Lang][]string{English: {""}, German: {"", "e", "er", "es", "en", "em"}, Danish: {"", "e"}}
	for _, e := range endings[lang] {
		list = append(list, Form{One: n.adjective + e})
	}
	return list
}

// StartingFrom is from which space on something happens: "von Russland aus", "vom Balkan aus".
func StartingFrom(b *board.Board, id board.SpaceID, lang Lang) string {
	if lang != German || id == board.NoSpace {
		return WhereFrom(b, id, lang)
	}
	n := spaceNoun(b, id, lang)
	return contractions.Replace("von "+n.phrase(lang, 1, Dative, n.ownArticle())) + " aus"
}

// SpaceIsPlural reports whether a space's name is a plural: die Philippinen.
func SpaceIsPlural(b *board.Board, id board.SpaceID, lang Lang) bool {
	return b != nil && id != board.NoSpace && spaceNoun(b, id, lang).plural
}

// ThingNoun is the noun of a thing that is no unit, power or space, such as "sea zone", as the board's rulebook calls it.
func ThingNoun(b *board.Board, id string, n int, c Case, a Article, lang Lang) string {
	return nounOf(b, id, lang).phrase(lang, n, c, a)
}

// Another is "another" and the noun of such a thing.
func Another(b *board.Board, id string, c Case, lang Lang) string {
	n := nounOf(b, id, lang)
	other := map[Lang]string{English: "another", Danish: "anden"}[lang]
	switch {
	case lang == German:
		other = n.described("ander", lang, 1, c)
	case lang == Danish && n.gender == 'n':
		other = "andet"
	}
	before := n.article(lang, 1, c, Indefinite)
	if lang == English {
		before = ""
	}
	return Join(before, other, n.form(lang, 1, c, Indefinite))
}
