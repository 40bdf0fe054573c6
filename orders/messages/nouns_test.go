package messages

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/orders/syntax"
)

var update = flag.Bool("update", false, "write the golden texts anew; read them before you commit them")

// nounFields are those that name something: in German and Danish they stand in a case, unless they are quoted.
var nounFields = regexp.MustCompile(`\{(space|other|spaces|all-spaces|way|power|unit|units|have-unit|want-unit|most-unit|want-noun)\}`)

// quotedNoun is a name in quotation marks or in brackets of its own, which stands as it is.
var quotedNoun = regexp.MustCompile(`„[^“]*\{space\}“|»[^«]*\{space\}«|"[^"]*\{space\}"|\(\{spaces?\}\)`)

// TestNounsStandInACase: no bare name goes into a sentence.
func TestNounsStandInACase(t *testing.T) {
	t.Parallel()
	for _, lang := range syntax.Langs() {
		for key, m := range catalogues()[lang] {
			for _, text := range []string{m.what, m.fix} {
				if bare := nounFields.FindString(quotedNoun.ReplaceAllString(text, "")); bare != "" {
					t.Errorf("%s: %s: %s stands bare in %q", lang, key, bare, text)
				}
			}
		}
	}
}

// counts are the numbers of things with which messages are written out.
var counts = []int{0, 1, 2, 5}

// TestMessagesReadAsTheGoldenTextsSay writes every message with nouns of each kind, for 0, 1, 2 and 5 of them, in every
// language. A person who speaks the language reads the golden texts.
func TestMessagesReadAsTheGoldenTextsSay(t *testing.T) {
	t.Parallel()
	for _, lang := range syntax.Langs() {
		var out strings.Builder
		keys := codesWithNouns(lang)
		for _, key := range keys {
			fmt.Fprintf(&out, "%s\n", key)
			var seen []string
			for _, f := range samples(key) {
				what, fix := Text(f.fault, lang, f.board)
				if text := "  " + what + " / " + fix + "\n"; !slices.Contains(seen, text) {
					seen = append(seen, text)
					out.WriteString(text)
				}
			}
		}
		file := "testdata/nouns." + string(lang) + ".txt"
		if *update {
			if err := os.WriteFile(file, []byte(out.String()), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil || string(want) != out.String() {
			t.Errorf("%s differs (%v); go test ./orders/messages -update, then read the difference", file, err)
		}
	}
}

// TestEveryMessageTakesEveryNoun: with any unit, power and space, no message has a field that is not filled, two blanks,
// or an article that stands alone.
func TestEveryMessageTakesEveryNoun(t *testing.T) {
	t.Parallel()
	broken := regexp.MustCompile(`[{}]|  | ,|\b(in|von|bei|zu) dem\b|\b(dem dem|den den|das das|det det|der der)\b`)
	for _, lang := range syntax.Langs() {
		for _, key := range codesWithNouns(lang) {
			for _, name := range board.Names() {
				b := board.Named(name)
				powers := b.Powers()
				for i := range b.Spaces {
					n := counts[i%len(counts)]
					if strings.Contains(key, "tech") && n == 0 {
						continue // the number is the technology's
					}
					f := order.Fault{Code: order.Code(key), Power: powers[i%len(powers)], Unit: board.UnitTypes()[i%len(board.UnitTypes())],
						Space: b.Spaces[i].ID, Other: b.Spaces[(i+7)%len(b.Spaces)].ID, Have: n, Want: n, Most: n, Word: "moved",
						Spaces: []board.SpaceID{b.Spaces[(i+3)%len(b.Spaces)].ID}}
					what, fix := Text(f, lang, b)
					if x := broken.FindString(what + " / " + fix); x != "" {
						t.Errorf("%s: %s: %q in %q / %q", lang, key, x, what, fix)
					}
				}
			}
		}
	}
}

// codesWithNouns are the messages that hold nouns, in order.
func codesWithNouns(lang syntax.Lang) []string {
	var keys []string
	for key, m := range catalogues()[lang] {
		if strings.Contains(m.what+m.fix, ".") && regexp.MustCompile(`\{[a-z-]+\.`).MatchString(m.what+m.fix) &&
			!strings.HasPrefix(key, "did-") {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	return keys
}

// sample is a fault on a board.
type sample struct {
	fault order.Fault
	board *board.Board
}

// samples are faults with nouns of all kinds.
func samples(key string) []sample {
	var list []sample
	for i, c := range []struct {
		board, space, other string
		power               board.Power
		unit                board.UnitType
	}{
		{"revised", "Caucasus", "Ukraine S.S.R.", "USSR", board.Infantry},
		{"revised", "Borneo", "SZ47", "USA", board.Fighter},
		{"europe", "Baltic Sea", "United States", "UK", board.Submarine},
		{"revised", "Balkans", "Manchuria", "Germany", board.Artillery},
	} {
		b := board.Named(c.board)
		space, _ := b.Find(c.space)
		other, _ := b.Find(c.other)
		n := counts[i]
		if strings.Contains(key, "tech") {
			n = i + 1 // the number is the technology's
		}
		list = append(list, sample{order.Fault{Code: order.Code(key), Power: c.power, Unit: c.unit, Space: space, Other: other,
			Have: n, Want: n, Most: n, Word: "moved", Spaces: []board.SpaceID{space, other}}, b})
	}
	return list
}
