// Package messages says what faults are and how to mend them, in the player's language. The texts are data, en.txt,
// de.txt and da.txt, keyed by the code of the fault; every code of the parser and of the adjudicator has an entry in
// each.
//
// An entry is the code, then an indented line "= what is wrong" and mostly one "+ how to mend it". In the texts stand
// {word}, what the player wrote; {key}, the same for a canonical word, in the reader's language; {phase}, likewise of a
// phase; {suggest}, {have}, {want}, {most}, {offer} and {tech} from the fields of the fault, and {did}, the entry "did-"
// and the fault's word.
//
// Nouns say in which case they stand: nom, gen, dat, acc. {unit.acc} is the fault's unit with its article, {unit.nom.a}
// with the indefinite one, {unit.nom.bare} without; {units.nom} is the plural, {units.nom.the} with its article;
// {want-noun.nom} is in the number that goes with {want}. {have-unit.acc} is a number of them: "2 tanks". {power.gen} is
// a power; {space.nom} and {other.nom} are spaces, {space.where}, {space.to}, {space.from} and {space.off} where, where
// to, where from and "von Russland aus"; {spaces.where} and {all-spaces.nom} are lists with "or" and "and", {way.acc} a
// way. {gun.acc}, {guns.acc}, {fighters.nom} and {zone.dat} are what those are called on the board ({zone.dat.another}:
// another one). A bare {space} or {spaces} is a name that is quoted.
//
// Behind the name of a number may stand the words that go with it: {have space/spaces}, {have no ship/ship/ships}; with a
// ~ the words alone: {~have is/are}, also of a name that may be a plural: {~power ist/sind}. {move} is the verb of the
// unit, {noncombat} the name of that phase, {sea-zone} a sea zone's name where zones have numbers, {canal} the canal
// between {space} and {other}. A part in brackets is left out when a field in it is empty; "[A|B|C]" says the first part
// of which none is.
package messages

import (
	"embed"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/orders/syntax"
)

//go:embed *.txt
var files embed.FS

// message is an entry's two texts.
type message struct{ what, fix string }

var catalogues = sync.OnceValue(func() map[syntax.Lang]map[string]message {
	all := map[syntax.Lang]map[string]message{}
	for _, l := range syntax.Langs() {
		b, err := files.ReadFile(string(l) + ".txt")
		if err == nil {
			all[l], err = parse(string(b))
		}
		if err != nil {
			// embedded data: a bug of ours, found by any test
			panic("orders/messages: " + string(l) + ".txt: " + err.Error())
		}
	}
	return all
})

func parse(text string) (map[string]message, error) {
	m := map[string]message{}
	code := ""
	for i, line := range strings.Split(text, "\n") {
		bare := strings.TrimSpace(line)
		entry := m[code]
		switch {
		case bare == "" || bare[0] == '#':
			continue
		case line[0] != ' ':
			if _, twice := m[bare]; twice {
				return nil, fmt.Errorf("line %d: %q stands twice", i+1, bare)
			}
			code, entry = bare, message{}
		case strings.HasPrefix(bare, "= ") && entry.what == "":
			entry.what = bare[2:]
		case strings.HasPrefix(bare, "+ ") && entry.fix == "":
			entry.fix = bare[2:]
		default:
			return nil, fmt.Errorf("line %d: %q is neither code, text nor remedy", i+1, bare)
		}
		m[code] = entry
	}
	return m, nil
}

// Text says what is wrong and how to mend it; remedy is "" where there is nothing to advise. An unknown language is
// English, an unknown code speaks for itself.
func Text(f order.Fault, lang syntax.Lang, b *board.Board) (what, remedy string) {
	cat, ok := catalogues()[lang]
	if !ok {
		lang, cat = syntax.English, catalogues()[syntax.English]
	}
	m, ok := cat[string(f.Code)]
	if !ok {
		return string(f.Code), ""
	}
	w := writer{f: f, lang: lang, b: b, cat: cat}
	return w.fill(m.what), w.fill(m.fix)
}

// Say is the text of an entry that is no fault's: a repair, a remark.
func Say(key string, lang syntax.Lang) string {
	return catalogues()[lang][key].what
}

// Name is a canonical name in a language: of a space, a keyword, a unit and so on. What is none stays as it is.
func Name(id string, lang syntax.Lang, b *board.Board) string {
	w := writer{lang: lang, b: b, cat: catalogues()[lang]}
	return w.name(id)
}

// writer fills the texts of one fault.
type writer struct {
	f    order.Fault
	lang syntax.Lang
	b    *board.Board
	cat  map[string]message
}

// fill replaces brackets, then fields.
func (w *writer) fill(text string) string {
	var out strings.Builder
	for {
		before, rest, ok := strings.Cut(text, "[")
		out.WriteString(before)
		if !ok {
			break
		}
		part, after, _ := strings.Cut(rest, "]")
		for _, way := range strings.Split(part, "|") {
			if w.complete(way) {
				out.WriteString(way)
				break
			}
		}
		text = after
	}
	return strings.TrimSpace(w.fields(out.String()))
}

// complete reports whether every field of a text has a value.
func (w *writer) complete(text string) bool {
	for {
		_, rest, ok := strings.Cut(text, "{")
		if !ok {
			return true
		}
		name, after, _ := strings.Cut(rest, "}")
		if w.field(name) == "" {
			return false
		}
		text = after
	}
}

func (w *writer) fields(text string) string {
	var out strings.Builder
	for {
		before, rest, ok := strings.Cut(text, "{")
		out.WriteString(before)
		if !ok {
			return out.String()
		}
		name, after, _ := strings.Cut(rest, "}")
		out.WriteString(w.field(name))
		text = after
	}
}

func (w *writer) field(name string) string {
	f := &w.f
	if number, forms, ok := strings.Cut(name, " "); ok && name[0] == '~' {
		return w.agreeing(number[1:], strings.Split(forms, "/"))
	} else if ok {
		return w.counted(number, strings.Split(forms, "/"))
	}
	if noun, how, ok := strings.Cut(name, "."); ok {
		return w.noun(noun, strings.Split(how, "."))
	}
	switch name {
	case "word":
		return shorten(f.Word)
	case "key":
		return w.name(f.Word)
	case "phase":
		var ph order.Phase
		if ph.UnmarshalText([]byte(f.Word)) != nil {
			return f.Word
		}
		return syntax.PhaseName(w.b, ph, w.lang)
	case "noncombat":
		return syntax.PhaseName(w.b, order.Noncombat, w.lang)
	case "suggest":
		return w.list(f.Suggest, "or", w.name)
	case "have":
		return strconv.Itoa(f.Have)
	case "want":
		return strconv.Itoa(f.Want)
	case "most":
		if f.Most == 0 {
			return ""
		}
		return strconv.Itoa(f.Most)
	case "offer":
		return f.Offer
	case "sea-zone":
		return w.seaZone()
	case "did":
		return w.fields(w.cat["did-"+f.Word].what)
	case "canal":
		return w.canal()
	case "space":
		return w.space(f.Space)
	case "spaces":
		return w.spaces("spaces", w.space)
	case "move":
		return w.verb()
	case "tech":
		return syntax.TechName(f.Want, w.lang)
	}
	return "{" + name + "}"
}

// shorten keeps what is quoted from a mail short.
func shorten(s string) string {
	const limit = 60
	if r := []rune(s); len(r) > limit {
		return string(r[:limit]) + "…"
	}
	return s
}

func (w *writer) space(id board.SpaceID) string {
	if id == board.NoSpace || w.b == nil {
		return ""
	}
	return syntax.SpaceName(w.b, id, w.lang)
}

// counted is a number with the words that go with it: forms for one and for more, or for none, one and more. The form
// for none stands without the number.
func (w *writer) counted(name string, forms []string) string {
	n, err := strconv.Atoi(w.field(name))
	switch {
	case err != nil:
		return ""
	case n == 0 && len(forms) > 2:
		return forms[0]
	case n == 1:
		return "1 " + forms[len(forms)-2]
	}
	return strconv.Itoa(n) + " " + forms[len(forms)-1]
}

// agreeing is the word of two that goes with one, or with any other number; with a name, or with one that is a plural.
func (w *writer) agreeing(name string, forms []string) string {
	one := w.field(name) == "1"
	switch name {
	case "power":
		one = !syntax.PowerIsPlural(w.b, w.f.Power, w.lang)
	case "space":
		one = !syntax.SpaceIsPlural(w.b, w.f.Space, w.lang)
	case "other":
		one = !syntax.SpaceIsPlural(w.b, w.f.Other, w.lang)
	}
	if one {
		return forms[0]
	}
	return forms[1]
}

// seaZone is how sea zones are named where they have numbers, "" where they have names.
func (w *writer) seaZone() string {
	if w.b == nil {
		return ""
	}
	id, ok := w.b.Find("SZ5")
	if !ok {
		return ""
	}
	return w.space(id)
}

// canal is the name of the canal between the fault's spaces, "" if there is none.
func (w *writer) canal() string {
	if w.b == nil || w.f.Space == board.NoSpace || w.f.Other == board.NoSpace {
		return ""
	}
	a, b := w.b.Name(w.f.Space), w.b.Name(w.f.Other)
	return w.cat["canal-"+a+"-"+b].what + w.cat["canal-"+b+"-"+a].what
}

// name is a canonical name in the reader's language: of a space, a kind of word, a keyword, a unit and so on.
func (w *writer) name(id string) string {
	if w.b != nil {
		if s, ok := w.b.Find(id); ok {
			return syntax.SpaceName(w.b, s, w.lang)
		}
	}
	if m, ok := w.cat["word-"+strings.ReplaceAll(id, " ", "-")]; ok {
		return m.what
	}
	return syntax.NameOf(id, w.lang)
}

// list joins names: "a, b or c".
func (w *writer) list(items []string, word string, name func(string) string) string {
	var out strings.Builder
	for i, it := range items {
		switch {
		case i == 0:
		case i == len(items)-1:
			out.WriteString(" " + w.cat["word-"+word].what + " ")
		default:
			out.WriteString(", ")
		}
		out.WriteString(name(it))
	}
	return out.String()
}

// Guess says what was taken for the words of a line, and why it is a guess. Why is a reason of package reading, line 0
// stands for the whole text, and read is empty for words that were left out.
func Guess(why string, line int, text, read string, lang syntax.Lang) string {
	reason := Say("guess-"+why, lang)
	switch {
	case line == 0 || text == "":
		return reason
	case read == "":
		return fmt.Sprintf("%s %d: %q: %s", Say("word-line", lang), line, text, reason)
	}
	return fmt.Sprintf("%s %d: %q -> %s: %s", Say("word-line", lang), line, text, read, reason)
}
