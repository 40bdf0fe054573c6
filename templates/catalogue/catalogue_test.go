package catalogue

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fieldpost/orders/syntax"
)

// load reads the catalogue that is shipped.
func load(t *testing.T) []Sentence {
	t.Helper()
	all, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	if len(all) < 900 {
		t.Fatalf("only %d sentences", len(all))
	}
	return all
}

var field = regexp.MustCompile(`\.[A-Z]\w*`)

// fields lists what a sentence's places are filled with, whatever its plural category and the functions around them.
func fields(f Forms) []string {
	found := map[string]bool{}
	for _, x := range regexp.MustCompile(`\{\{[^}]*\}\}`).FindAllString(f.One+f.Other, -1) {
		for _, name := range field.FindAllString(x, -1) {
			found[name] = true
		}
	}
	return slices.Sorted(maps.Keys(found))
}

// grammar are the forms of a power's name, and the number, between which a language may choose for its grammar.
var grammar = map[string]bool{".The": true, ".Of": true, ".Power": true, ".Whose": true, ".N": true}

func TestEveryLanguageHasTheSamePlaces(t *testing.T) {
	t.Parallel()
	drop := func(list []string) []string {
		return slices.DeleteFunc(list, func(p string) bool { return grammar[p] })
	}
	for _, s := range load(t) {
		for _, lang := range syntax.Langs()[1:] {
			if a, b := drop(fields(s.Texts[syntax.English])), drop(fields(s.Texts[lang])); !slices.Equal(a, b) {
				t.Errorf("%s: %s has the places %v, in English %v", lang, s.Key, b, a)
			}
		}
	}
}

// German speaks to players as to friends.
func TestGermanSaysDu(t *testing.T) {
	t.Parallel()
	formal := regexp.MustCompile(`\b(Ihnen|Ihre[mnrs]?)\b|[a-zäöü]n Sie\b|\b(was|wenn|ob|dass) Sie\b`)
	for _, s := range load(t) {
		if f := s.Texts[syntax.German]; formal.MatchString(f.One) || formal.MatchString(f.Other) {
			t.Errorf("%s says Sie: %s", s.Key, f.Other)
		}
	}
}

func TestParseReadsTextsCategoriesAndContinuedLines(t *testing.T) {
	t.Parallel()
	list, err := Parse("x", "# days\ndays\n  en one   = {{.N}} day\n  en other = {{.N}}\\u00a0days\n      or more\n  de = {{.N}} Tage\n  da = {{.N}} = dage\n\nnext\n  en = a\n  de = b\n  da = c\n")
	if err != nil {
		t.Fatal(err)
	}
	if len(list) != 2 || list[0].Key != "days" || list[1].Key != "next" || list[1].Topic != "x" {
		t.Fatalf("%+v", list)
	}
	want := map[syntax.Lang]Forms{syntax.English: {"{{.N}} day", "{{.N}}\u00a0days or more"},
		syntax.German: {Other: "{{.N}} Tage"}, syntax.Danish: {Other: "{{.N}} = dage"}}
	if !maps.Equal(list[0].Texts, want) {
		t.Errorf("%q, want %q", list[0].Texts, want)
	}
}

func TestParseRefusesWhatIsNoTopic(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ text, fault string }{
		{"  en = a\n", "x.txt:1: a text without a key"},
		{"k\n  en = a\n  de = b\n", "x.txt:3: k has no text in da"},
		{"k\n  en = a\n  de = b\n\nl\n", "x.txt:5: k has no text in da"},
		{"k\n  fr = a\n", "x.txt:2: not in the form"},
		{"k\n  en few = a\n", "x.txt:2: not in the form"},
		{"k\n  en a\n", "x.txt:2: not in the form"},
		{"k\n    a\n", "x.txt:2: there is no text to continue"},
		{"k\n  en = a\n  en = b\n", "x.txt:3: this text is there already"},
	} {
		if _, err := Parse("x", tt.text); err == nil || !strings.HasPrefix(err.Error(), tt.fault) {
			t.Errorf("%q: %v, want %s", tt.text, err, tt.fault)
		}
	}
}
