package adjudicator_test

import (
	"bytes"
	"crypto/sha256"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/bot"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/rules"
	"fieldpost/orders"
	"fieldpost/orders/syntax"
)

// Whole games as golden records: testdata/games/*.game. A record is text: how the game was set up, then each resolution
// with its orders and the hash of the position after it (position.Text, as in records of turns). The dice of a
// resolution are those of the word on the line `dice` and the resolution's number, from 0.
//
//	dice europe-6
//	rules europe
//	option fire-order defender-first
//	go Germany
//	bonus nothing
//	state 5f1d…
//	winner Allies
//
// `go test ./adjudicator -run TestGames -write-games` plays them again, bot against bot.
var writeGames = flag.Bool("write-games", false, "play the golden games anew")

// goldenGames is what is played: the seeds were chosen so that each side wins once.
var goldenGames = []struct {
	name    string
	rules   string
	options []string
	seed    uint64
	winner  board.Side
}{
	{"revised-axis", "revised", []string{"victory", "9"}, 9, board.Axis},
	{"revised-allies", "revised", []string{"victory", "9"}, 8, board.Allies},
	{"europe-axis", "europe", nil, 5, board.Axis},
	{"europe-allies", "europe", nil, 6, board.Allies},
}

// stage is a game while it is played.
type stage struct {
	word string // seeds the dice, with the number of the resolution
	set  *rules.Set
	pos  *position.Position
	goes int
	out  bytes.Buffer // the record so far
}

func newStage(word, rulesName string, options []string) (*stage, error) {
	g := &stage{word: word}
	fmt.Fprintf(&g.out, "dice %s\nrules %s\n", word, rulesName)
	var o rules.Options
	for i := 0; i < len(options); i += 2 {
		var err error
		if o, err = o.With(options[i], options[i+1]); err != nil {
			return nil, err
		}
		fmt.Fprintf(&g.out, "option %s %s\n", options[i], options[i+1])
	}
	var err error
	if g.set, err = rules.New(rulesName, o); err != nil {
		return nil, err
	}
	g.pos, err = adjudicator.Start(g.set)
	return g, err
}

// play plays a resolution from its text and writes it into the record.
func (g *stage) play(who board.Power, text string) error {
	f := orders.Parse(text, orders.Context{Board: g.set.Board, Phase: g.pos.Phase(), Power: who})
	if len(f.Faults) > 0 {
		return fmt.Errorf("go %d: not understood: %+v", g.goes, f.Faults)
	}
	seed := sha256.Sum256(fmt.Append(nil, g.word, " ", g.goes))
	res, err := adjudicator.Play(g.set, g.pos, who, f.File, dice.NewStream(dice.Hash(seed)))
	if err != nil || res.Refused {
		return fmt.Errorf("go %d of %s: %v, refused: %+v", g.goes, who, err, res.Faults)
	}
	g.goes++
	g.pos = res.Position
	fmt.Fprintf(&g.out, "go %s\n%sstate %x\n", who, text, sha256.Sum256([]byte(g.pos.Text(g.set.Board))))
	if g.pos.Winner() != board.NoSide {
		fmt.Fprintf(&g.out, "winner %s\n", g.pos.Winner())
	}
	return nil
}

// write plays a golden game bot against bot.
func write(rulesName string, options []string, seed uint64) (*stage, error) {
	g, err := newStage(fmt.Sprint(rulesName, "-", seed), rulesName, options)
	if err != nil {
		return nil, err
	}
	for g.pos.Winner() == board.NoSide && g.pos.Round() <= 25 {
		waits := adjudicator.Awaited(g.set, g.pos)
		who := waits[g.goes%len(waits)].Power
		f, _ := bot.Turn(g.set, g.pos, who, seed)
		if err := g.play(who, orders.Format(f, syntax.English, orders.Context{Board: g.set.Board})); err != nil {
			return nil, err
		}
	}
	return g, nil
}

// replay plays a record.
func replay(record string) (*stage, error) {
	head, goes, _ := strings.Cut(record, "\ngo ")
	lines := strings.Split(head, "\n")
	var options []string
	for _, l := range lines[2:] {
		f := strings.SplitN(l, " ", 3)
		options = append(options, f[1], f[2])
	}
	g, err := newStage(strings.TrimPrefix(lines[0], "dice "), strings.TrimPrefix(lines[1], "rules "), options)
	if err != nil {
		return nil, err
	}
	for part := range strings.SplitSeq(goes, "\ngo ") {
		who, rest, _ := strings.Cut(part, "\n")
		text, _, _ := strings.Cut("\n"+rest, "\nstate ")
		if err := g.play(board.Power(who), strings.TrimPrefix(text+"\n", "\n")); err != nil {
			return nil, err
		}
	}
	return g, nil
}

// Each golden game, played again, gives the same record byte by byte: the same positions after every resolution, the
// same winner.
func TestGames(t *testing.T) {
	t.Parallel()
	for i, c := range goldenGames {
		if testing.Short() && i != 0 {
			continue // a war is enough
		}
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			file := filepath.Join("testdata", "games", c.name+".game")
			if *writeGames {
				g, err := write(c.rules, c.options, c.seed)
				if err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(file, g.out.Bytes(), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			g, err := replay(string(want))
			if err != nil {
				t.Fatal(err)
			}
			if got := g.out.String(); got != string(want) {
				t.Errorf("the game came out otherwise: %s", firstDifference(got, string(want)))
			}
			if g.pos.Winner() != c.winner {
				t.Errorf("in round %d %v has won, want %v", g.pos.Round(), g.pos.Winner(), c.winner)
			}
		})
	}
}

func firstDifference(got, want string) string {
	a, b := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return fmt.Sprintf("line %d is %q, was %q", i+1, a[i], b[i])
		}
	}
	return fmt.Sprintf("%d lines, were %d", len(a), len(b))
}
