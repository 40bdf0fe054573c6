package docs

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// term is a word that is not printed.
type term struct {
	word, instead string
	re            *regexp.Regexp
}

// terms are the words that are not printed in a language, and the contexts in which they are.
type terms struct {
	never   []term
	allowed []*regexp.Regexp
}

// readTerms reads testdata/terms.txt.
func readTerms(t *testing.T) map[string]*terms {
	t.Helper()
	all := map[string]*terms{}
	var of *terms
	for line := range strings.Lines(read(t, "cmd/internal/docs/testdata/terms.txt")) {
		line = strings.TrimSpace(line)
		switch word, instead, _ := strings.Cut(line, " = "); {
		case line == "" || strings.HasPrefix(line, "#"):
		case strings.HasPrefix(line, "["):
			of = &terms{}
			all[strings.Trim(line, "[]")] = of
		case instead == "":
			t.Fatalf("terms.txt: %q does not say what is printed instead", line)
		case strings.HasPrefix(word, "but "):
			of.allowed = append(of.allowed, wordPattern(strings.TrimPrefix(word, "but ")))
		default:
			of.never = append(of.never, term{word, instead, wordPattern(word)})
		}
	}
	return all
}

// wordPattern matches a word as a whole, or as a beginning if ~ stands before it.
func wordPattern(word string) *regexp.Regexp {
	word, stem := strings.CutPrefix(word, "~")
	pattern := `(?:^|[^\pL\pN-])` + regexp.QuoteMeta(word)
	if last := word[len(word)-1]; !stem && last != '.' && last != ':' {
		pattern += `(?:$|[^\pL\pN])`
	}
	return regexp.MustCompile(pattern)
}

// faults are the words of a text that are not printed.
func (of *terms) faults(text string) (found []term) {
	for _, context := range of.allowed {
		text = context.ReplaceAllString(text, " ")
	}
	for _, x := range of.never {
		if x.re.MatchString(text) {
			found = append(found, x)
		}
	}
	return found
}

// printed are the texts that readers see, by language: the catalogue, the messages, the help, the guides, and the golden
// mails.
func printed(t *testing.T) map[string]map[string]string {
	t.Helper()
	all := map[string]map[string]string{"en": {}, "de": {}, "da": {}}
	for _, path := range glob(t, "templates/catalogue/*.txt") {
		for lang, text := range byLanguage(read(t, path), regexp.MustCompile(`^  (en|de|da)(?: \w+)? = `), "      ") {
			all[lang][path] = text
		}
	}
	for _, path := range glob(t, "orders/help/*.txt") {
		for lang, text := range byLanguage(read(t, path), regexp.MustCompile(`^(en|de|da) \S`), "  ") {
			all[lang][path] = text
		}
	}
	for lang := range all {
		messages := ""
		for line := range strings.Lines(read(t, "orders/messages/"+lang+".txt")) {
			if strings.HasPrefix(line, "  ") {
				messages += line
			}
		}
		all[lang]["orders/messages/"+lang+".txt"] = messages
		all[lang]["docs/players."+lang+".md"] = read(t, "docs/players."+lang+".md")
		for _, path := range glob(t, "templates/report/testdata/*-"+lang+".txt") {
			all[lang][path] = read(t, path)
		}
	}
	return all
}

// byLanguage returns the lines of a file by their language: those that begin one, and those indented below them.
func byLanguage(text string, begins *regexp.Regexp, indent string) map[string]string {
	out, lang := map[string]string{}, ""
	for line := range strings.Lines(text) {
		if m := begins.FindStringSubmatch(line); m != nil {
			lang = m[1]
			out[lang] += line[len(m[0]):]
			continue
		}
		if !strings.HasPrefix(line, indent) {
			lang = ""
		}
		if lang != "" {
			out[lang] += line
		}
	}
	return out
}

func glob(t *testing.T, pattern string) []string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(root, pattern))
	if err != nil || len(found) == 0 {
		t.Fatalf("%s: %v", pattern, err)
	}
	for i := range found {
		if found[i], err = filepath.Rel(root, found[i]); err != nil {
			t.Fatal(err)
		}
	}
	return found
}

// TestTerms: one word a thing. What readers see has none of the words that are not printed.
func TestTerms(t *testing.T) {
	t.Parallel()
	all := readTerms(t)
	for lang, files := range printed(t) {
		for path, text := range files {
			for line := range strings.Lines(text) {
				for _, x := range all[lang].faults(line) {
					t.Errorf("%s: %q is not printed in %s, but %s: %s", path, x.word, lang, x.instead, strings.TrimSpace(line))
				}
			}
		}
	}
}

// TestTermsAreFound: the patterns find what they are for, and nothing else.
func TestTermsAreFound(t *testing.T) {
	t.Parallel()
	all := readTerms(t)
	for _, tt := range []struct {
		lang, text string
		want       []string
	}{
		{"de", "Der Spielleiter kauft Industriekomplexe.", []string{"~Spielleiter", "~Industriekomplex"}},
		{"de", "Die Postkarte nennt den Eintrag {{.Base}}.", nil},
		{"da", "Det sker én gang, og landgangen begynder.", []string{"~landgang"}},
		{"en", "ERRORS: your letter", []string{"your letter", "ERRORS:"}},
		{"en", "You may also place them elsewhere.", nil},
	} {
		var got []string
		for _, x := range all[tt.lang].faults(tt.text) {
			got = append(got, x.word)
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: %q, want %q", tt.text, got, tt.want)
		}
	}
}
