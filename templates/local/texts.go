// Package local says things in a reader's language: sentences of the catalogue, plurals, numbers, dates, and the
// names of what is on a board.
package local

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	texttemplate "text/template"
	"unicode"
	"unicode/utf8"

	"github.com/nicksnyder/go-i18n/v2/i18n"
	"github.com/nicksnyder/go-i18n/v2/i18n/template"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
	"golang.org/x/text/number"

	"fieldpost/orders/syntax"
	"fieldpost/templates/catalogue"
)

// sentences are those of all languages.
type sentences struct {
	bundle *i18n.Bundle
	keys   map[string]bool
}

// all is the catalogue.
var all = sync.OnceValue(func() *sentences {
	s, err := load()
	if err != nil {
		panic("local: " + err.Error()) // embedded data: a bug, found by any test
	}
	return s
})

// load reads the catalogue. A sentence that says the same for one and for many is written once.
func load() (*sentences, error) {
	list, err := catalogue.Load()
	if err != nil {
		return nil, err
	}
	b, keys := i18n.NewBundle(language.English), map[string]bool{}
	for _, s := range list {
		keys[s.Key] = true
		for lang, f := range s.Texts {
			m := &i18n.Message{ID: s.Key, One: f.One, Other: f.Other}
			if m.One == "" {
				m.One = m.Other
			}
			if err := b.AddMessages(language.Make(string(lang)), m); err != nil {
				return nil, fmt.Errorf("%s in %s: %w", s.Key, lang, err)
			}
		}
	}
	return &sentences{b, keys}, nil
}

// Texts are the sentences of one language. The first sentence that could not be made is kept as an error, so that
// sentences can be put together without a check at each; who makes a mail asks [Texts.Err] once, at its end.
type Texts struct {
	Lang syntax.Lang
	loc  *i18n.Localizer
	num  *message.Printer
	err  error
}

// NewTexts returns the sentences of a language. The error names a language that there is not.
func NewTexts(lang syntax.Lang) (*Texts, error) {
	if !slices.Contains(syntax.Langs(), lang) {
		return nil, fmt.Errorf("templates: unknown language %q (known: en, de, da)", lang)
	}
	return &Texts{Lang: lang, loc: i18n.NewLocalizer(all().bundle, string(lang)),
		num: message.NewPrinter(language.MustParse(string(lang)))}, nil
}

// Err returns the first error: a sentence that there is not, or a place of one that nothing fills.
func (t *Texts) Err() error { return t.err }

// Fail keeps an error, unless there was one before.
func (t *Texts) Fail(err error) {
	if t.err == nil {
		t.err = err
	}
}

// fill maps the places of a sentence to their values: name, value, name, value …
func fill(pairs []any) map[string]any {
	m := make(map[string]any, len(pairs)/2)
	for i := 0; i+1 < len(pairs); i += 2 {
		m[pairs[i].(string)] = pairs[i+1]
	}
	return m
}

// Text returns a sentence by its key; pairs are the names of its places, each with its value.
func (t *Texts) Text(key string, pairs ...any) string { return t.Plural(key, 1, pairs...) }

// Plural returns a sentence in the number that goes with n.
func (t *Texts) Plural(key string, n int, pairs ...any) string {
	return t.Execute(key, n, fill(pairs), nil)
}

// Execute returns a sentence whose places are fields and keys of data, or calls of functions, in the number that goes
// with n.
func (t *Texts) Execute(key string, n int, data any, functions texttemplate.FuncMap) string {
	s, err := t.loc.Localize(&i18n.LocalizeConfig{MessageID: key, PluralCount: n, TemplateData: data,
		TemplateParser: &template.TextParser{Option: "missingkey=error", Funcs: functions}})
	if err != nil {
		t.Fail(fmt.Errorf("message %s in %s: %w", key, t.Lang, err))
	}
	return strings.ReplaceAll(s, "..", ".") // a name may end in a full stop of its own: "Karelia S.S.R."
}

// Has reports whether the catalogue has a sentence of this key.
func Has(key string) bool { return all().keys[key] }

// Sentence returns a sentence with a capital, whatever word fills its first place.
func (t *Texts) Sentence(key string, pairs ...any) string { return Capital(t.Text(key, pairs...)) }

// Capital returns a text whose first letter is a capital.
func Capital(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[n:]
}

// Count returns a whole number.
func (t *Texts) Count(n int) string { return t.num.Sprint(number.Decimal(n)) }

// Decimal returns a number with a number of places after the point.
func (t *Texts) Decimal(x float64, places int) string {
	return t.num.Sprint(number.Decimal(x, number.Scale(places)))
}

// Signed returns a number with its sign and one place after the point.
func (t *Texts) Signed(x float64) string {
	s := t.Decimal(max(x, -x), 1)
	switch {
	case strings.Trim(s, "0.,") == "":
		return "±" + s
	case x < 0:
		return "−" + s
	}
	return "+" + s
}

// List joins names: "a, b and c".
func (t *Texts) List(items []string) string {
	switch len(items) {
	case 0:
		return t.Text("nothing")
	case 1:
		return items[0]
	}
	last := len(items) - 1
	return t.Text("list", "Most", strings.Join(items[:last], ", "), "Last", items[last])
}

// Shorten returns what is quoted from a mail as one line of at most 100 characters (mail.md 50).
func Shorten(s string) string {
	const limit = 100
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > limit {
		return string(r[:limit]) + "…"
	}
	return s
}

// ShortenAll shortens at most 20 lines, and leaves out empty ones.
func ShortenAll(lines []string) []string {
	const most = 20
	var out []string
	for _, l := range lines {
		switch l = Shorten(l); {
		case len(out) == most:
			return append(out, "…")
		case l != "":
			out = append(out, l)
		}
	}
	return out
}
