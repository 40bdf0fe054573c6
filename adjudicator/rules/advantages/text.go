package advantages

import (
	_ "embed" // the texts
	"strings"
	"sync"
)

//go:embed texts.txt
var textFile string

// texts are the explanations by canonical name and language.
var texts = sync.OnceValue(func() map[string]map[string]string {
	all := map[string]map[string]string{}
	name := ""
	for line := range strings.Lines(textFile) {
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

// Text explains an advantage in a sentence, by its canonical name and the language: en, de or da. It is "" for a name that is
// none.
func Text(name, lang string) string { return texts()[name][lang] }
