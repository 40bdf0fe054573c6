package docs

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"fieldpost/orders"
	"fieldpost/orders/cases"
	"fieldpost/orders/commands"
	"fieldpost/orders/syntax"
)

// example is a fenced block of orders. Its info string names who orders and where the turn stands, on the set-up board:
// "orders USSR", "orders UK combat". A comment before it changes the position: "<!-- setup: LINE; LINE -->", lines of a
// case's setup; "rules europe" takes that game, "start" leaves it at its very beginning. A block that shows a fault
// says so: "orders USSR refused 2".
type example struct {
	file, info, setup, text string
	line                    int
}

var fence = regexp.MustCompile("(?ms)^(?:<!-- setup: ([^\n]*?) -->\n)?```orders ([^\n]+)\n(.*?)^```$")

func examples(t *testing.T) []example {
	t.Helper()
	paths, err := filepath.Glob(root + "docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	var all []example
	for _, path := range append(paths, root+"README.md") {
		name := strings.TrimPrefix(path, root)
		text := read(t, name)
		for _, m := range fence.FindAllStringSubmatchIndex(text, -1) {
			x := example{file: name, info: text[m[4]:m[5]], text: text[m[6]:m[7]], line: 1 + strings.Count(text[:m[4]], "\n")}
			if m[2] >= 0 {
				x.setup = text[m[2]:m[3]]
			}
			all = append(all, x)
		}
	}
	return all
}

// archive writes the example as a conformance case that judges the orders and plays nothing.
func (x example) archive() string {
	rules, turn, want := "revised", true, "accepted"
	var extra []string
	for line := range strings.SplitSeq(x.setup, ";") {
		switch line = strings.TrimSpace(line); {
		case strings.HasPrefix(line, "rules "):
			rules = strings.TrimPrefix(line, "rules ")
		case line == "start":
			turn = false
		case line != "":
			extra = append(extra, line)
		}
	}
	who, fault, refused := strings.Cut(x.info, " refused")
	if refused {
		want = "refused" + fault
	}
	power, _, _ := strings.Cut(who, " ")
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n-- setup --\nrules %s\n", x.file, rules)
	if turn {
		fmt.Fprintf(&b, "turn %s\n", who)
	}
	for _, line := range extra {
		fmt.Fprintln(&b, line)
	}
	text := x.text
	if !strings.HasPrefix(text, "check\n") {
		text = "check\n" + text
	}
	fmt.Fprintf(&b, "-- orders %s --\n%s-- want --\n%s\n", power, text, want)
	return b.String()
}

// TestExamples: every example of orders in the documents is accepted by the engine in the position that it names.
func TestExamples(t *testing.T) {
	t.Parallel()
	all := examples(t)
	if len(all) < 45 {
		t.Errorf("only %d examples found", len(all))
	}
	for _, x := range all {
		t.Run(fmt.Sprintf("%s:%d", x.file, x.line), func(t *testing.T) {
			t.Parallel()
			if diff := cases.Check("EXAMPLE.txtar", []byte(x.archive())); len(diff) > 0 {
				t.Errorf("%s\n%s", strings.Join(diff, "\n"), x.archive())
			}
		})
	}
}

// TestHelpTopics: every help topic that a guide names exists.
func TestHelpTopics(t *testing.T) {
	t.Parallel()
	line := regexp.MustCompile("`((?:help|Hilfe|hjælp) [^`]*)`")
	for name, lang := range map[string]syntax.Lang{"docs/players.en.md": syntax.English, "docs/players.de.md": syntax.German, "docs/players.da.md": syntax.Danish} {
		overview := orders.HelpText("", lang)
		found := line.FindAllStringSubmatch(read(t, name), -1)
		if len(found) == 0 {
			t.Errorf("%s names no help topic", name)
		}
		for _, m := range found {
			if strings.HasSuffix(m[1], "TOPIC") {
				continue
			}
			f := orders.Parse(m[1], orders.Context{})
			if len(f.Commands) != 1 {
				t.Errorf("%s: %q is no line of its own", name, m[1])
				continue
			}
			if text := orders.HelpText(f.Commands[0].(commands.Help).Topic, lang); text == overview {
				t.Errorf("%s: no help for %q", name, m[1])
			}
		}
	}
}

// TestCaseExample: the case that docs/cases.md shows holds.
func TestCaseExample(t *testing.T) {
	t.Parallel()
	_, text, found := strings.Cut(read(t, "docs/cases.md"), "## An example\n\n")
	text, _, ended := strings.Cut(text, "\n\nA file")
	if !found || !ended {
		t.Fatal("docs/cases.md shows no example")
	}
	archive := strings.ReplaceAll("\n"+text+"\n", "\n    ", "\n")[1:]
	if diff := cases.Check("EXAMPLE.txtar", []byte(archive)); len(diff) > 0 {
		t.Errorf("%s\n%s", strings.Join(diff, "\n"), archive)
	}
}
