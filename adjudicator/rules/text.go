package rules

import (
	_ "embed" // the texts
	"strings"
	"sync"
)

//go:embed advantages.txt
var advantageFile string

// advantageTexts are the explanations by canonical name and language.
var advantageTexts = sync.OnceValue(func() map[string]map[string]string {
	all := map[string]map[string]string{}
	name := ""
	for line := range strings.Lines(advantageFile) {
		line = strings.TrimRight(line, "\n")
		lang, text, _ := strings.Cut(strings.TrimSpace(line), ": ")
		switch {
		case line == "" || line[0] == '#':
		case line[0] != ' ':
			name = line
			all[name] = map[string]string{}
		default:
			all[name][lang] = text
		}
	}
	return all
})

// AdvantageText explains a national advantage in a sentence, by its canonical name and the language: en, de or da. It
// is "" for any other name.
func AdvantageText(name, lang string) string { return advantageTexts()[name][lang] }
