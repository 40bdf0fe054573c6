package templates

import (
	"embed"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/nicksnyder/go-i18n/v2/i18n"
	"github.com/nicksnyder/go-i18n/v2/i18n/template"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
	"golang.org/x/text/number"

	"encoding/json"

	"fieldpost/orders"
)

//go:embed catalogue/*.json
var catalogueFiles embed.FS

// catalogue is all messages of all languages.
var catalogue = sync.OnceValue(func() *i18n.Bundle {
	b, err := loadCatalogue()
	if err != nil {
		panic("templates: " + err.Error()) // embedded data: a bug of ours, found by any test
	}
	return b
})

// loadCatalogue reads a file a language. A message that says the same for one and for many is written once.
func loadCatalogue() (*i18n.Bundle, error) {
	b := i18n.NewBundle(language.English)
	b.RegisterUnmarshalFunc("json", json.Unmarshal)
	for _, lang := range orders.Langs() {
		name := "catalogue/" + string(lang) + ".json"
		data, err := catalogueFiles.ReadFile(name)
		if err != nil {
			return nil, err
		}
		f, err := i18n.ParseMessageFileBytes(data, name[len("catalogue/"):], map[string]i18n.UnmarshalFunc{"json": json.Unmarshal})
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		for _, m := range f.Messages {
			if m.One == "" {
				m.One = m.Other
			}
		}
		if err := b.AddMessages(f.Tag, f.Messages...); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	return b, nil
}

// words speaks one language. The first message that could not be made is kept in err, so that sentences can be put together
// without a check at each; whoever makes a letter asks once, at its end.
type words struct {
	lang orders.Lang
	loc  *i18n.Localizer
	num  *message.Printer
	err  error
}

func speak(lang orders.Lang) (*words, error) {
	if !slices.Contains(orders.Langs(), lang) {
		return nil, fmt.Errorf("templates: there is no language %q; known are en, de, da", lang)
	}
	return &words{lang: lang, loc: i18n.NewLocalizer(catalogue(), string(lang)), num: message.NewPrinter(language.MustParse(string(lang)))}, nil
}

// with fills the places of a message: name, value, name, value …
func with(pairs ...any) map[string]any {
	m := make(map[string]any, len(pairs)/2)
	for i := 0; i+1 < len(pairs); i += 2 {
		m[pairs[i].(string)] = pairs[i+1]
	}
	return m
}

// say is a message by its key.
func (w *words) say(key string, pairs ...any) string { return w.many(key, 1, pairs...) }

// many is a message in the number that goes with n.
func (w *words) many(key string, n int, pairs ...any) string {
	s, err := w.loc.Localize(&i18n.LocalizeConfig{MessageID: key, PluralCount: n, TemplateData: with(pairs...),
		TemplateParser: &template.TextParser{Option: "missingkey=error"}})
	if err != nil && w.err == nil {
		w.err = fmt.Errorf("message %s in %s: %w", key, w.lang, err)
	}
	return strings.ReplaceAll(s, "..", ".") // a name may end in a full stop of its own: "Karelia S.S.R."
}

// sentence is a message that begins with a capital, whatever word fills its first place.
func (w *words) sentence(key string, pairs ...any) string { return capital(w.say(key, pairs...)) }

func capital(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[n:]
}

// count is a whole number.
func (w *words) count(n int) string { return w.num.Sprint(number.Decimal(n)) }

// decimal is a number with one place; sign writes its plus as well.
func (w *words) decimal(x float64) string { return w.num.Sprint(number.Decimal(x, number.Scale(1))) }

func (w *words) signed(x float64) string {
	s := w.decimal(max(x, -x))
	switch {
	case strings.Trim(s, "0.,") == "":
		return "±" + s
	case x < 0:
		return "−" + s
	}
	return "+" + s
}

// list joins names: "a, b and c".
func (w *words) list(items []string) string {
	switch len(items) {
	case 0:
		return w.say("nothing")
	case 1:
		return items[0]
	}
	last := len(items) - 1
	return w.say("list", "Most", strings.Join(items[:last], ", "), "Last", items[last])
}

// when is a point in time in a zone, followed by UTC where that differs.
func (w *words) when(t time.Time, zone *time.Location) string {
	utc := w.moment(t.UTC(), "UTC")
	if zone == nil {
		return utc
	}
	local := t.In(zone)
	if _, off := local.Zone(); off == 0 {
		return utc
	}
	name, _ := local.Zone()
	return w.say("when-both", "Local", w.moment(local, name), "UTC", t.UTC().Format("15:04"))
}

func (w *words) moment(t time.Time, zone string) string {
	return w.say("when", "Weekday", w.say("weekday-"+t.Format("Mon")), "Day", t.Format("2006-01-02"), "Time", t.Format("15:04"), "Zone", zone)
}

// left is a span of time in days and hours, or hours and minutes.
func (w *words) left(d time.Duration) string {
	minutes := int(d.Minutes())
	days, hours := minutes/(24*60), minutes/60%24
	day, hour, minute := w.many("days", days, "N", days), w.many("hours", hours, "N", hours), w.many("minutes", minutes%60, "N", minutes%60)
	switch {
	case days > 0 && hours > 0:
		return w.list([]string{day, hour})
	case days > 0:
		return day
	case hours > 0 && minutes%60 > 0:
		return w.list([]string{hour, minute})
	case hours > 0:
		return hour
	}
	return minute
}
