package docs

import (
	"strings"
	"testing"

	"fieldpost/orders"
	"fieldpost/orders/cases"
	"fieldpost/orders/syntax"
)

// helpGround is, by help topic, whose the examples are, where the turn stands, the position in which they are allowed,
// and the orders before them that they need. Topics that are not here hold questions, or lines of several powers, which
// are only parsed.
var helpGround = map[string]example{
	"shape":    {info: "Germany research"},
	"research": {info: "Germany research"},
	"buy":      {info: "USSR research", setup: "advantage USSR Lend-Lease; Karelia S.S.R.: UK 2 fighter; ipc USSR 60"},
	"battle": {info: "UK combat", text: "combat\n  move 4 infantry from Karelia S.S.R. to West Russia\n" +
		"  move 2 battleship, 1 submarine, 1 fighter from SZ6 to SZ3\n  ship 2 infantry from United Kingdom to Norway via SZ3\n",
		setup: "board empty; owner Germany: Norway, West Russia; Karelia S.S.R.: UK 4 infantry; United Kingdom: UK 2 infantry; " +
			"West Russia: Germany 1 infantry; SZ6: UK 2 battleship, 1 submarine, 1 transport, 1 aircraft carrier (aboard: 1 fighter); SZ3: Germany 1 destroyer; Norway: Germany 1 infantry"},
	"defend":   {info: "Germany buy"},
	"standing": {info: "Germany buy"},
	"check":    {info: "Germany buy"},
}

// TestHelpExamples: the engine accepts the examples of help in a position made for them.
func TestHelpExamples(t *testing.T) {
	t.Parallel()
	for _, topic := range orders.HelpTopics() {
		x, ok := helpGround[topic]
		if !ok {
			continue
		}
		t.Run(topic, func(t *testing.T) {
			t.Parallel()
			x.file = "help " + topic
			for line := range strings.Lines(orders.HelpText(topic, syntax.English)) {
				if text, ok := strings.CutPrefix(line, "    "); ok {
					x.text += text
				}
			}
			if diff := cases.Check("HELP.txtar", []byte(x.archive())); len(diff) > 0 {
				t.Errorf("%s\n%s", strings.Join(diff, "\n"), x.archive())
			}
		})
	}
}
