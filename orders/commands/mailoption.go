package commands

import (
	"slices"
	"strings"

	"fieldpost/orders/syntax"
)

// MailOption is which mails the sender wants, of one game or of all of theirs.
type MailOption struct {
	Line
	Words   []string // full, light, text, digest, mute
	Records bool     // with JSON
	Game    string   // "" for all
}

// MailOptionSyntax is how it is written.
var MailOptionSyntax = OptionSyntax.also("option mail light digest for eastfront")

// mailWord is a word of the option mail: what it means, and how it is written, the printed form first.
type mailWord struct {
	means   string
	written map[syntax.Lang][]string
}

// mailWords are those that are printed. Each is read in all languages.
var mailWords = []mailWord{
	{"full", map[syntax.Lang][]string{"en": {"full", "all"}, "de": {"voll", "vollständig", "alles"}, "da": {"fuld", "alt"}}},
	{"light", map[syntax.Lang][]string{"en": {"light"}, "de": {"leicht"}, "da": {"let"}}},
	{"text", map[syntax.Lang][]string{"en": {"text"}, "de": {"text"}, "da": {"tekst"}}},
	{"digest", map[syntax.Lang][]string{"en": {"digest"}, "de": {"gesammelt"}, "da": {"samlet"}}},
	{"mute", map[syntax.Lang][]string{"en": {"mute"}, "de": {"stumm"}, "da": {"lydløs"}}},
	{"for", map[syntax.Lang][]string{"en": {"for"}, "de": {"für", "fuer"}, "da": {"for"}}},
	{"with", map[syntax.Lang][]string{"en": {"with"}, "de": {"mit"}, "da": {"med"}}},
	{"json", map[syntax.Lang][]string{"en": {"json"}, "de": {"json"}, "da": {"json"}}},
	{"", map[syntax.Lang][]string{"en": {"and", "records"}, "de": {"und", "einträgen", "einträge"}, "da": {"og", "poster"}}},
}

// mailOption reads the rest of option mail: its words, with json records, for NAME.
func mailOption(s *syntax.Scan, value string) Command {
	c := MailOption{Line: Line(s.Line)}
	words := strings.Fields(strings.ReplaceAll(value, ",", " "))
	for i := 0; i < len(words); i++ {
		switch meant := meaning(words[i]); {
		case meant == "for" && i+1 == len(words)-1:
			c.Game = strings.ToLower(words[i+1])
			i++
		case meant == "with" && i+1 < len(words) && meaning(words[i+1]) == "json":
			c.Records = true
			i++
		case meant == "":
		case meant == "?" || meant == "for" || meant == "with" || meant == "json":
			s.Fail(syntax.BadValue, "option")
		default:
			c.Words = append(c.Words, meant)
		}
	}
	if len(c.Words) == 0 && !c.Records {
		s.Fail(syntax.BadValue, "option")
	}
	return c
}

// meaning returns what a word of the option mail means, "?" if it is none.
func meaning(word string) string {
	for _, w := range mailWords {
		for _, written := range w.written {
			if slices.Contains(written, strings.ToLower(word)) {
				return w.means
			}
		}
	}
	return "?"
}

func (c MailOption) print(pr *syntax.Printer) {
	say := func(meant string) string {
		i := slices.IndexFunc(mailWords, func(w mailWord) bool { return w.means == meant })
		return mailWords[i].written[pr.Lang][0]
	}
	words := []string{"mail"}
	for _, w := range c.Words {
		words = append(words, say(w))
	}
	if c.Records {
		words = append(words, say("with"), say("json"))
	}
	if c.Game != "" {
		words = append(words, say("for"), c.Game)
	}
	pr.Say("option", words...)
}
