package notice_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/rules"
	"fieldpost/orders/syntax"
	"fieldpost/templates/catalogue"
	"fieldpost/templates/layout"
	"fieldpost/templates/local"
	"fieldpost/templates/notice"
	"fieldpost/templates/noticetest"
	"fieldpost/templates/reader"
)

// germany is a reader whose game has just begun.
func germany(t *testing.T) reader.Reader {
	t.Helper()
	set, err := rules.New("revised", rules.Options{})
	if err != nil {
		t.Fatal(err)
	}
	pos, err := adjudicator.Start(set)
	if err != nil {
		t.Fatal(err)
	}
	return reader.Reader{Game: "eastfront", Rules: set, Pos: pos,
		Awaited: adjudicator.Awaited(set, pos), Power: "Germany",
		Key: "7KQ2-M9XD-4TRA-W8PC", Base: strings.Repeat("4e", 32)}
}

func render(t *testing.T, n notice.Notice, r reader.Reader, lang syntax.Lang) layout.Mail {
	t.Helper()
	l, err := r.Localizer(lang)
	if err != nil {
		t.Fatal(err)
	}
	m, err := notice.Render(n, r, l)
	if err != nil {
		t.Errorf("%s in %s: %v", n.ID(), lang, err)
	}
	return m
}

// Without this test a kind that is not listed would be rendered by no test.
func TestEveryKindIsListed(t *testing.T) {
	t.Parallel()
	listed := map[string]bool{}
	ids := map[notice.ID]bool{}
	for _, n := range noticetest.All() {
		if ids[n.ID()] {
			t.Errorf("two kinds are called %s", n.ID())
		}
		listed[reflect.TypeOf(n).Name()], ids[n.ID()] = true, true
	}
	for _, name := range kindsOfTheCode(t) {
		if !listed[name] {
			t.Errorf("noticetest does not list %s", name)
		}
	}
}

// kindsOfTheCode returns the types of the package that have a method ID.
func kindsOfTheCode(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, file := range files {
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv != nil && fn.Name.Name == "ID" {
				names = append(names, fn.Recv.List[0].Type.(*ast.Ident).Name)
			}
		}
	}
	if len(names) < 150 {
		t.Fatalf("only %d kinds found", len(names))
	}
	return names
}

// TestEveryNoticeInEveryLanguage renders each with every field set, for a player and for a reader of no game.
func TestEveryNoticeInEveryLanguage(t *testing.T) {
	t.Parallel()
	for _, lang := range syntax.Langs() {
		for _, n := range noticetest.All() {
			for _, r := range []reader.Reader{germany(t), {}} {
				m := render(t, n, r, lang)
				if m.Subject == "" || len(m.Text) < 20 || strings.Contains(m.Text+m.Subject, "<no value>") ||
					strings.Contains(m.Text, "{{") {
					t.Errorf("%s in %s: %q\n%s", n.ID(), lang, m.Subject, m.Text)
				}
			}
		}
	}
}

// TestEveryFieldIsUsed leaves out one field after the other: in every language the mail must then differ. A field that
// replaces another is set alone.
func TestEveryFieldIsUsed(t *testing.T) {
	t.Parallel()
	for _, lang := range syntax.Langs() {
		for _, n := range noticetest.All() {
			typ := reflect.TypeOf(n)
			for i := range typ.NumField() {
				without, alone, none := reflect.New(typ).Elem(), reflect.New(typ).Elem(), reflect.New(typ).Elem()
				without.Set(reflect.ValueOf(n))
				if f := without.Field(i); f.Kind() == reflect.Bool {
					f.SetBool(!f.Bool())
				} else {
					f.SetZero()
				}
				alone.Field(i).Set(reflect.ValueOf(n).Field(i))
				if same(t, n, without, lang) && same(t, alone.Interface().(notice.Notice), none, lang) {
					t.Errorf("%s in %s does not use %s", n.ID(), lang, typ.Field(i).Name)
				}
			}
		}
	}
}

// same reports whether two notices give the same mail. One that cannot be rendered is like no other.
func same(t *testing.T, a notice.Notice, b reflect.Value, lang syntax.Lang) bool {
	t.Helper()
	r := germany(t)
	var mails [2]layout.Mail
	for i, n := range []notice.Notice{a, b.Interface().(notice.Notice)} {
		l, err := r.Localizer(lang)
		if err != nil {
			t.Fatal(err)
		}
		if mails[i], err = notice.Render(n, r, l); err != nil {
			return false
		}
	}
	return reflect.DeepEqual(mails[0], mails[1])
}

var (
	call  = regexp.MustCompile(`\{\{[^}]*\}\}`)
	field = regexp.MustCompile(`\.([A-Z]\w*)`)
)

// TestSentencesNameFieldsOfTheirNotice reads the catalogue: also where a sentence is not said for the notices of the
// test.
func TestSentencesNameFieldsOfTheirNotice(t *testing.T) {
	t.Parallel()
	all, err := catalogue.Load()
	if err != nil {
		t.Fatal(err)
	}
	types := map[string]reflect.Type{}
	said := map[string]bool{}
	for _, n := range noticetest.All() {
		types[string(n.ID())] = reflect.TypeOf(n)
	}
	for _, s := range all {
		id, part, ok := strings.Cut(s.Key, ".")
		if !ok {
			continue
		}
		typ := types[id]
		if typ == nil || !slices.Contains([]string{"subject", "lead", "next", "next-closed"}, part) {
			t.Errorf("%s is no sentence of a notice", s.Key)
			continue
		}
		_, closed := reflect.Zero(typ).Interface().(interface{ closed() bool })
		if _, has := typ.FieldByName("Closed"); part == "next-closed" && !has && !closed {
			t.Errorf("%s is never said", s.Key)
		}
		said[s.Key] = true
		for lang, f := range s.Texts {
			for _, c := range call.FindAllString(f.One+f.Other, -1) {
				for _, m := range field.FindAllStringSubmatch(c, -1) {
					if _, ok := typ.FieldByName(m[1]); !ok {
						t.Errorf("%s in %s names %s, which %s lacks", s.Key, lang, m[1], typ.Name())
					}
				}
			}
		}
	}
	for _, id := range slices.Sorted(maps.Keys(types)) {
		if !said[id+".subject"] || !said[id+".lead"] {
			t.Errorf("%s lacks a subject or its first sentence", id)
		}
	}
}

// TestReasonsAreSaid: what a notice may name as its reason has a sentence.
func TestReasonsAreSaid(t *testing.T) {
	t.Parallel()
	var keys []string
	for _, why := range notice.Refusals() {
		keys = append(keys, "refused-"+why)
	}
	for _, why := range notice.Denials() {
		keys = append(keys, "not-done-"+string(why))
	}
	for _, what := range notice.Troubles() {
		keys = append(keys, "trouble-"+what)
	}
	for _, key := range keys {
		if !local.Has(key) {
			t.Errorf("the catalogue lacks %s", key)
		}
	}
}

func TestQuotesAreShortAndCanBeMapped(t *testing.T) {
	t.Parallel()
	n := notice.MapQuotes(notice.NoGame{Name: "a key", Games: []string{"a key"}},
		func(s string) string { return strings.ReplaceAll(s, "key", "****") })
	if got := n.(notice.NoGame); got.Name != "a ****" || got.Games[0] != "a key" {
		t.Errorf("%+v", got)
	}
	m := render(t, notice.NoGame{Name: notice.Quote("two\nlines " + strings.Repeat("x", 200)), Games: nil},
		reader.Reader{}, syntax.English)
	if text := strings.Join(strings.Fields(m.Text), " "); !strings.Contains(text, "“two lines xxx") ||
		strings.Contains(m.Text, strings.Repeat("x", 101)) {
		t.Error(m.Text)
	}
}
