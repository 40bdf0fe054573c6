package docs

import (
	"regexp"
	"strings"
	"testing"

	"fieldpost/adjudicator/game"
)

// TestClockSettings: the referees' handbook has a row for each setting of clocks, with its default, and all values of
// `silence`.
func TestClockSettings(t *testing.T) {
	t.Parallel()
	_, text, _ := strings.Cut(read(t, "docs/referees.md"), "\n## Clocks\n")
	text, _, _ = strings.Cut(text, "\n## ")
	rows := regexp.MustCompile("(?m)^\\| `([a-z-]+)` \\| `([^`]*)` \\|").FindAllStringSubmatch(text, -1)
	for _, r := range rows {
		if o, ok := game.LookupSetting(r[1]); !ok || o.Default != r[2] {
			t.Errorf("%s: the handbook says that %s is the default, it is %q", r[1], r[2], o.Default)
		}
	}
	if len(rows) < 19 {
		t.Errorf("only %d settings in the table", len(rows))
	}
	silence, _ := game.LookupSetting("silence")
	for _, v := range silence.Values {
		if !strings.Contains(text, "\n- `"+v+"`") {
			t.Errorf("silence %s is not explained", v)
		}
	}
}
