// Package help holds the help texts as data, a file a topic or command, the languages side by side:
//
//	place 220             where the topic comes among the others; without it comes last
//	board europe          of its examples, if it is not the default
//	leads draw, extend    keywords from elsewhere that lead to the topic
//	words                 keywords that lead to it, with their words, as in the lexicon
//	  vote
//	    en vote
//	    de stimme
//	    da stem
//	examples              whole lines, in canonical English; each language's are printed from them
//	  vote draw
//	en vote               what the topic is called, and its text
//	  …
//	de stimme
//	  …
//	da stem
//	  …
package help

import (
	"cmp"
	"embed"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
)

//go:embed *.txt
var files embed.FS

// Topic is one help text.
type Topic struct {
	Name     string
	Board    string   // of the examples, "" for the default
	Leads    []string // canonical keywords that lead to it, without those of Words
	Words    string   // entries of the lexicon
	Examples string   // whole lines in canonical English; "" for the overview
	Titles   map[string]string
	Texts    map[string]string

	place int
}

// last is the place of a topic that names none.
const last = 1000

// Topics returns all topics in their order.
var Topics = sync.OnceValue(func() []Topic {
	entries, err := files.ReadDir(".")
	if err != nil {
		panic("help: " + err.Error())
	}
	var out []Topic
	for _, e := range entries {
		text, err := files.ReadFile(e.Name())
		if err != nil {
			panic("help: " + err.Error())
		}
		t, err := parse(strings.TrimSuffix(e.Name(), ".txt"), string(text))
		if err != nil {
			panic("help: " + err.Error()) // embedded data: a bug of ours, found by any test
		}
		out = append(out, t)
	}
	slices.SortStableFunc(out, func(a, b Topic) int { return cmp.Compare(a.place, b.place) })
	return out
})

// parse reads a file: lines at the margin, each with the lines indented under it.
func parse(name, text string) (Topic, error) {
	t := Topic{Name: name, Titles: map[string]string{}, Texts: map[string]string{}, place: last}
	into := func(string) {}
	for line := range strings.Lines(text) {
		if strings.TrimSpace(line) == "" || line[0] == '#' {
			continue
		}
		if line[0] == ' ' {
			into(strings.TrimPrefix(line, "  "))
			continue
		}
		head, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch head {
		case "place":
			place, err := strconv.Atoi(rest)
			if err != nil {
				return t, fmt.Errorf("%s: place %s is no number", name, rest)
			}
			t.place = place
		case "board":
			t.Board = rest
		case "leads":
			for lead := range strings.SplitSeq(rest, ",") {
				t.Leads = append(t.Leads, strings.TrimSpace(lead))
			}
		case "words":
			into = func(l string) { t.Words += l }
		case "examples":
			into = func(l string) { t.Examples += l }
		case "en", "de", "da":
			t.Titles[head] = rest
			into = func(l string) { t.Texts[head] += l }
		default:
			return t, fmt.Errorf("%s: unknown line %q", name, line)
		}
	}
	return t, nil
}
