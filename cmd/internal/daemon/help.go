package daemon

import (
	"embed"
	"strings"
)

//go:embed help/*.txt
var helpTexts embed.FS

// helpText is what `help` answers, in one of the Languages.
func helpText(lang string) []string {
	text, err := helpTexts.ReadFile("help/" + lang + ".txt")
	if err != nil {
		text, _ = helpTexts.ReadFile("help/en.txt") // embedded
	}
	return strings.Split(strings.TrimRight(string(text), "\n"), "\n")
}
