// Package catalogue holds the sentences that players read, a file a topic. In each file the languages of a sentence
// stand side by side:
//
//	vote-opened.lead
//	  en = There is a proposal by {{participant .By}}: {{subject .Vote}}.
//	  de = …
//	  da = …
//
//	days
//	  en one   = {{.N}} day
//	  en other = {{.N}} days
//	  …
//
// A line that begins in the first column is a key. A line with two blanks before it is a text: the language, the
// plural category if the sentence has several, and the sentence, in the syntax of text/template. A line with more
// blanks continues the text above it after one blank. \u00a0 is a no-break space; a line that begins with # is a
// comment.
package catalogue

import (
	"embed"
	"fmt"
	"slices"
	"strings"

	"fieldpost/orders/syntax"
)

//go:embed *.txt
var topics embed.FS

// Sentence is what a key says, in each language.
type Sentence struct {
	Key   string
	Topic string // the name of its file, without its suffix
	Texts map[syntax.Lang]Forms
}

// Forms are the texts of a sentence in one language, by plural category. A sentence that has one text only has it as
// Other.
type Forms struct{ One, Other string }

// Load reads all topics, in the order of their names. The error names the file and line of what is not in the form of a
// topic, a key that occurs twice, and a sentence that a language lacks.
func Load() ([]Sentence, error) {
	entries, err := topics.ReadDir(".")
	if err != nil {
		return nil, err
	}
	var all []Sentence
	at := map[string]string{}
	for _, e := range entries {
		text, err := topics.ReadFile(e.Name())
		if err != nil {
			return nil, err
		}
		list, err := Parse(strings.TrimSuffix(e.Name(), ".txt"), string(text))
		if err != nil {
			return nil, err
		}
		for _, s := range list {
			if first, ok := at[s.Key]; ok {
				return nil, fmt.Errorf("%s: the key %s is in %s too", e.Name(), s.Key, first)
			}
			at[s.Key] = e.Name()
		}
		all = append(all, list...)
	}
	return all, nil
}

// Parse reads one topic. The errors are those of [Load].
func Parse(topic, text string) ([]Sentence, error) {
	p := parser{topic: topic}
	for line := range strings.Lines(text) {
		p.line++
		if err := p.read(strings.TrimRight(line, " \n")); err != nil {
			return nil, err
		}
	}
	return p.list, p.complete()
}

// parser reads a topic line by line.
type parser struct {
	topic string
	line  int
	list  []Sentence
	lang  syntax.Lang // of the text that a further line continues; "" if none can be continued
	one   bool        // it is the text of the category one
}

// indent is how far a text is indented; a line that continues one is indented further.
const indent = "  "

func (p *parser) read(line string) error {
	switch {
	case line == "" || strings.HasPrefix(line, "#"):
		p.lang = ""
		return nil
	case !strings.HasPrefix(line, indent):
		if err := p.complete(); err != nil {
			return err
		}
		p.lang, p.list = "", append(p.list, Sentence{Key: line, Topic: p.topic, Texts: map[syntax.Lang]Forms{}})
		return nil
	case len(p.list) == 0:
		return p.fault("a text without a key")
	case strings.HasPrefix(line, indent+" "):
		if p.lang == "" {
			return p.fault("there is no text to continue")
		}
		p.put(" " + unescaped(strings.TrimSpace(line)))
		return nil
	}
	head, text, ok := strings.Cut(line, " = ")
	lang, category, _ := strings.Cut(strings.TrimSpace(head), " ")
	category = strings.TrimSpace(category)
	if !ok || !slices.Contains(syntax.Langs(), syntax.Lang(lang)) || category != "" && category != "one" &&
		category != "other" {
		return p.fault("not in the form LANGUAGE = TEXT, or LANGUAGE CATEGORY = TEXT with the category one or other")
	}
	p.lang, p.one = syntax.Lang(lang), category == "one"
	if forms := p.list[len(p.list)-1].Texts[p.lang]; p.one && forms.One != "" || !p.one && forms.Other != "" {
		return p.fault("this text is there already")
	}
	p.put(unescaped(text))
	return nil
}

// put adds to the text that is being read.
func (p *parser) put(text string) {
	texts := p.list[len(p.list)-1].Texts
	forms := texts[p.lang]
	if p.one {
		forms.One += text
	} else {
		forms.Other += text
	}
	texts[p.lang] = forms
}

// complete reports whether the sentence read last has a text in every language.
func (p *parser) complete() error {
	if len(p.list) == 0 {
		return nil
	}
	s := p.list[len(p.list)-1]
	for _, lang := range syntax.Langs() {
		if s.Texts[lang].Other == "" {
			return p.fault(fmt.Sprintf("%s has no text in %s", s.Key, lang))
		}
	}
	return nil
}

func (p *parser) fault(what string) error { return fmt.Errorf("%s.txt:%d: %s", p.topic, p.line, what) }

var escapes = strings.NewReplacer(`\u00a0`, "\u00a0", `\n`, "\n")

func unescaped(text string) string { return escapes.Replace(text) }
