package orders

import (
	"fieldpost/orders/syntax"
	"flag"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestHelpExamples: every example is understood, in canonical English and in each language, and means the same there.
func TestHelpExamples(t *testing.T) {
	t.Parallel()
	for _, tp := range theHelp().topics {
		ctx := Context{Board: tp.board()}
		f := Parse(tp.examples, ctx)
		noFaults(t, &f)
		if !f.HasOrders() && len(f.Commands) == 0 {
			t.Errorf("%s has no examples", tp.name)
		}
		want := tp.in(syntax.English)
		for _, l := range syntax.Langs() {
			again := Parse(tp.in(l), ctx)
			noFaults(t, &again)
			again2 := topic{examples: tp.in(l), where: tp.where}
			if got := again2.in(syntax.English); got != want {
				t.Errorf("%s in %s:\n%s", tp.name, l, diff(want, got))
			}
		}
	}
}

// TestHelpIsComplete: every topic has a text in every language, every keyword in quotes in them is one, and every
// keyword of a line leads to a topic.
func TestHelpIsComplete(t *testing.T) {
	t.Parallel()
	h, lx := theHelp(), syntax.TheLexicon()
	var known []string
	for _, tp := range h.topics {
		known = append(append(known, tp.name), tp.leads...)
		for _, lead := range tp.leads {
			if lx.Words.ByID[lead] == nil {
				t.Errorf("%s: %q is no keyword", tp.name, lead)
			}
		}
		for _, l := range syntax.Langs() {
			if h.texts[l][tp.name] == "" || h.titles[l][tp.name] == "" {
				t.Errorf("%s.txt lacks %s", tp.name, l)
			}
		}
	}
	for verb := range lineRules() {
		if !slices.Contains(known, verb) {
			t.Errorf("no help topic for %q", verb)
		}
	}
	quoted := regexp.MustCompile("`([^`]+)`")
	p := &parser{lx: lx, x: syntax.IndexOf(nil), rules: lineRules()}
	for _, l := range syntax.Langs() {
		if len(h.texts[l]) != len(h.topics)+1 {
			t.Errorf("%s: %d texts for %d topics", l, len(h.texts[l]), len(h.topics))
		}
		for name, text := range h.texts[l] {
			for _, m := range quoted.FindAllStringSubmatch(text, -1) {
				ts := syntax.Tokens(m[1])
				s := &syntax.Scan{Index: p.x, Cursor: syntax.Cursor{Lexicon: lx, Tokens: ts}}
				if k, _ := lx.Words.At(ts); k.ID == "" && !s.AtUnits() {
					t.Errorf("%s.txt: %s: %q begins with no keyword", name, l, m[1])
				}
			}
		}
	}
}

func TestHelpFindsItsTopic(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		topic string
		lang  syntax.Lang
		want  string
	}{
		{"move", syntax.English, "move 3 infantry, 1 tank from Archangel to West Russia"},
		{"retreat", syntax.German, "Rückzug nach Karelien nach Runde 2"},
		{"load", syntax.Danish, "last 1 infanteri fra Algeriet på 1 fragtskib i SZ13"},
		{"", syntax.English, "Ask for a topic: shape, research, buy"},
		{"nonsense", syntax.German, "Themen: Aufbau, forsche"},
		{"Bedingungen", syntax.German, "nach Runde 2"},
		{"pladser", syntax.Danish, "2027-01-03"},
		{"bonus", syntax.English, "bonus 2 infantry in Poland"},
		{"move", "xx", "move 3 infantry"},
		{"advantages", syntax.English, "Radar: Your antiaircraft guns"},
		{"Vorteile", syntax.German, "Flak schießt nie auf deine Bomber."},
		{"Russian Winter", syntax.Danish, "Én gang i spillet"},
	} {
		if text := HelpText(c.topic, c.lang); !strings.Contains(text, c.want) {
			t.Errorf("help %s in %s:\n%s", c.topic, c.lang, text)
		}
	}
}

// TestPage: the page holds every topic and every word.
func TestPage(t *testing.T) {
	t.Parallel()
	for _, l := range syntax.Langs() {
		page := Page(l)
		for _, v := range []*syntax.Vocabulary{syntax.TheLexicon().Units, syntax.TheLexicon().Words, syntax.TheLexicon().Spaces} {
			for _, e := range v.Entries {
				if !strings.Contains(page, "- "+e.Show(l).One) {
					t.Errorf("%s: the page lacks %q", l, e.ID)
				}
			}
		}
		if strings.Contains(page, "{") {
			t.Errorf("%s: a field is left", l)
		}
	}
	if Page("xx") != Page(syntax.English) {
		t.Error("an unknown language is not English")
	}
}

var update = flag.Bool("update", false, "write the pages of docs anew")

// TestDocsHoldThePage: the printed pages cannot drift from the language.
func TestDocsHoldThePage(t *testing.T) {
	t.Parallel()
	for _, l := range syntax.Langs() {
		file := "../docs/orders." + string(l) + ".md"
		if *update {
			if err := os.WriteFile(file, []byte(Page(l)), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		got, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != Page(l) {
			t.Errorf("%s is not what the language says; write it anew by go test ./orders -run DocsHold -update", file)
		}
	}
}
