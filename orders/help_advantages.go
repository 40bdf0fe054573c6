package orders

import (
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/rules"
	"fieldpost/orders/syntax"
)

// advantagesTopic is the help topic that explains every national advantage.
const advantagesTopic = "advantages"

// explanations tells what each national advantage does, by power in turn order.
func explanations(lang syntax.Lang) string {
	var out strings.Builder
	last := board.Nobody
	for _, a := range rules.NationalAdvantages() {
		if a.Power != last {
			last = a.Power
			out.WriteString("\n" + syntax.PowerName(last, lang) + "\n")
		}
		out.WriteString("  " + explained(a.Name, lang))
	}
	return out.String()
}

// explained tells what a national advantage does, by its canonical name.
func explained(id string, lang syntax.Lang) string {
	return syntax.AdvantageName(id, lang) + ": " + rules.AdvantageText(id, string(lang)) + "\n"
}
