package orders

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"fieldpost/adjudicator/board"
	"fieldpost/orders/commands"
	"fieldpost/orders/help"
	"fieldpost/orders/syntax"
)

// topic is one help text: its examples, and the keywords that lead to it.
type topic struct {
	name     string
	where    string // board of its examples, "" for the default
	leads    []string
	examples string // canonical English, whole lines
}

// helpBook is all help: topics in order, texts by language and topic.
type helpBook struct {
	topics []topic
	texts  map[syntax.Lang]map[string]string
	titles map[syntax.Lang]map[string]string // what a topic is called
}

// overview is the text that names the topics.
const overview = "overview"

var theHelp = sync.OnceValue(func() *helpBook {
	h := &helpBook{texts: map[syntax.Lang]map[string]string{}, titles: map[syntax.Lang]map[string]string{}}
	for _, l := range syntax.Langs() {
		h.texts[l], h.titles[l] = map[string]string{}, map[string]string{}
	}
	for _, t := range help.Topics() {
		if t.Name != overview {
			h.topics = append(h.topics, topic{name: t.Name, where: t.Board,
				leads: append(syntax.Entries(t.Words), t.Leads...), examples: t.Examples})
		}
		for _, l := range syntax.Langs() {
			h.texts[l][t.Name], h.titles[l][t.Name] = t.Texts[string(l)], t.Titles[string(l)]
		}
	}
	return h
})

// HelpTopics lists the topics of HelpText in the order of a turn.
func HelpTopics() []string {
	var names []string
	for _, t := range theHelp().topics {
		names = append(names, t.name)
	}
	return names
}

// HelpText is a short text on a topic with examples, in a language. A topic is one of HelpTopics, any keyword, or a
// national advantage; what is none of them, and "", gives the overview.
func HelpText(name string, lang syntax.Lang) string {
	h := theHelp()
	if !slices.Contains(syntax.Langs(), lang) {
		lang = syntax.English
	}
	i := h.find(name)
	if i < 0 {
		if id, err := syntax.FindAdvantage(name); err == nil && name != "" {
			return explained(id, lang)
		}
		return strings.Replace(h.texts[lang][overview], "{topics}", strings.Join(h.names(lang), ", "), 1)
	}
	t := &h.topics[i]
	text := h.texts[lang][t.name] + "\n" + indented(t.in(lang))
	if t.name == advantagesTopic {
		text += explanations(lang)
	}
	return text
}

// find finds a topic by its name, its title in any language, or a keyword that leads to it; -1 if there is none.
func (h *helpBook) find(name string) int {
	called := func(t topic) bool {
		if t.name == name {
			return true
		}
		for _, l := range syntax.Langs() {
			if key := syntax.Compact(syntax.Tokens(name)); key != "" &&
				slices.Contains(syntax.Spellings(h.titles[l][t.name]), key) {
				return true
			}
		}
		return false
	}
	if i := slices.IndexFunc(h.topics, called); i >= 0 {
		return i
	}
	return slices.IndexFunc(h.topics, func(t topic) bool { return slices.Contains(t.leads, name) })
}

// names lists the topics as a reader of that language calls them.
func (h *helpBook) names(lang syntax.Lang) []string {
	var out []string
	for _, t := range h.topics {
		out = append(out, h.titles[lang][t.name])
	}
	return out
}

func indented(text string) string {
	var out strings.Builder
	for line := range strings.Lines(text) {
		out.WriteString("    " + line)
	}
	return out.String()
}

// board is the board that a topic's examples are about.
func (t *topic) board() *board.Board {
	if t.where != "" {
		return board.Named(t.where)
	}
	return board.Default()
}

// in gives the topic's examples in a language, printed from what they mean, so that they cannot drift from the
// language.
func (t *topic) in(lang syntax.Lang) string {
	ctx := Context{Board: t.board()}
	f := Parse(t.examples, ctx)
	out := Format(f.File, lang, ctx)
	for _, c := range f.Commands {
		out += commands.Format(c, lang, ctx.Board) + "\n"
	}
	return out
}

// Page is the whole language on one printable page, a text that Markdown sets: every kind of line by an example, and
// every word with its other forms. It is made from the help texts and the lexicon; docs holds it in each language.
func Page(lang syntax.Lang) string {
	h, lx := theHelp(), syntax.TheLexicon()
	if !slices.Contains(syntax.Langs(), lang) {
		lang = syntax.English
	}
	var out strings.Builder
	fmt.Fprintf(&out, "# %s\n\n", pageTitles["page"][lang])
	for i, t := range h.topics {
		fmt.Fprintf(&out, "%s\n\n%s\n%s\n", heading(h.names(lang)[i]), h.texts[lang][t.name], indented(t.in(lang)))
	}
	for _, part := range []struct {
		name string
		v    *syntax.Vocabulary
	}{{"units", lx.Units}, {"power", lx.Powers}, {"technology", lx.Techs}, {"advantage", lx.Advantages},
		{"keywords", lx.Words}, {"spaces", lx.Spaces}} {
		fmt.Fprintf(&out, "%s\n\n", heading(pageTitles[part.name][lang]))
		for _, e := range part.v.Entries {
			out.WriteString("- " + e.Glossary(lang) + "\n")
		}
		out.WriteString("\n")
	}
	return strings.TrimRight(out.String(), "\n") + "\n"
}

// pageTitles are the headings of the page and of its word lists.
var pageTitles = map[string]map[syntax.Lang]string{
	"page": {syntax.English: "The order language", syntax.German: "Die Befehlssprache",
		syntax.Danish: "Ordresproget"},
	"units":      {syntax.English: "Units", syntax.German: "Einheiten", syntax.Danish: "Enheder"},
	"power":      {syntax.English: "Powers", syntax.German: "Mächte", syntax.Danish: "Magter"},
	"technology": {syntax.English: "Technologies", syntax.German: "Technologien", syntax.Danish: "Teknologier"},
	"advantage": {syntax.English: "National advantages", syntax.German: "Nationale Vorteile",
		syntax.Danish: "Nationale fordele"},
	"keywords": {syntax.English: "Keywords", syntax.German: "Schlüsselwörter", syntax.Danish: "Nøgleord"},
	"spaces":   {syntax.English: "Spaces", syntax.German: "Felder", syntax.Danish: "Felter"},
}

func heading(s string) string { return "## " + s }

// HasHelp reports whether a help text leads to a keyword.
func HasHelp(keyword string) bool { return theHelp().find(keyword) >= 0 }
