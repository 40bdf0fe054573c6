package server

import (
	"crypto/sha256"
	"testing"
	"time"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/bot"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/history"
	"fieldpost/adjudicator/replay"
	"fieldpost/adjudicator/rules"
	"fieldpost/orders"
	"fieldpost/orders/filing"
	"fieldpost/orders/syntax"
	"fieldpost/templates/reader"
	"fieldpost/templates/report"
)

// botGame is a game of bots without a store, with all that its records name.
type botGame struct {
	testing.TB
	*game.Game
	master        dice.Master
	sets, intakes [][]byte
	last          game.Change
}

// playTurns plays that many turns, two files each.
func playTurns(tb testing.TB, turns int) *botGame {
	tb.Helper()
	p := &botGame{TB: tb}
	var err error
	if p.master, err = dice.NewMaster(constant{}); err != nil {
		tb.Fatal(err)
	}
	_, vkey, err := history.GenerateKey(constant{}, "games.test", "bench")
	if err != nil {
		tb.Fatal(err)
	}
	setup := game.Setup{Name: "bench", Rules: "revised",
		Options: []rules.Setting{{Name: "victory", Value: "total"}}, Created: start}
	if p.Game, err = game.Begin(setup, p.master, vkey, "bench", start); err != nil {
		tb.Fatal(err)
	}
	for range 2 * turns {
		p.play(p.orders())
	}
	return p
}

// constant is a reader of one byte forever.
type constant struct{}

func (constant) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = 'k'
	}
	return len(b), nil
}

// orders are the next that are due, as text.
func (p *botGame) orders() (board.Power, string) {
	who := p.Awaited()[0].Power
	f, _ := bot.Turn(p.Rules, p.Pos, who, 7)
	return who, filing.Text(f, p.Rules.Board)
}

func (p *botGame) parse(who board.Power, text string) orders.File {
	return orders.Parse(text, orders.Context{Board: p.Rules.Board, Phase: p.Pos.Phase(), Power: who})
}

func (p *botGame) play(who board.Power, text string) {
	p.Note(start, p.Rules.Board.SeatOf(who).Role, "", dice.Sum([]byte(text)))
	out, err := filing.File(p.Game, who, p.parse(who, text).File, "", p.master,
		start.Add(time.Duration(p.Arrived)*time.Hour))
	if err != nil || out.Refused {
		p.Fatal(err, out.Faults)
	}
	p.Game, p.last = out.After, out
	p.intakes = append(p.intakes, out.Intake)
	for _, s := range out.Sets {
		p.sets = append(p.sets, s.Bytes)
	}
}

// view is the report of the last go, for each reader.
func (p *botGame) view(power board.Power) report.View {
	return report.View{Before: p.last.Before, Events: event.Report(p.Rules.Board, p.last.Events),
		Head: p.Chain.Head().String(), Reader: reader.Reader{
			Game: "bench", Rules: p.Rules, Pos: p.Pos, Awaited: p.Awaited(), Power: power,
			Base: p.Chain.Head().String()}}
}

// report renders the last resolution for five readers, without maps.
func (p *botGame) report() error {
	v := p.view(board.Nobody)
	v.Drawing = &report.Drawing{}
	t, err := report.NewBuilder(v, syntax.English)
	for _, power := range p.Rules.Board.Powers() {
		if err == nil {
			_, err = t.Mail(p.view(power))
		}
	}
	return err
}

// copy is the game as it stands, to be played on by itself.
func (p *botGame) copy() *botGame {
	q, g := *p, *p.Game
	var err error
	if g.Chain, err = history.ReadChain(g.Setup.Name, p.Chain.Records()); err != nil {
		p.Fatal(err)
	}
	q.Game = &g
	return &q
}

// BenchmarkStep measures what happens to the orders of a turn with battles, step by step, and the checks of a game of a
// hundred turns. "x-sha256" is each as a multiple of hashing a mebibyte in the same run.
func BenchmarkStep(b *testing.B) {
	p := playTurns(b, 5)
	who, text := p.orders()
	f := p.parse(who, text)
	next := p.copy()
	next.play(who, text)
	long := playTurns(b, 100)
	evidence := history.Evidence{Records: long.Chain.Records(), Sets: long.sets, Intakes: long.intakes, Whole: true}
	for _, c := range []struct {
		name string
		do   func() error
	}{
		{"parse", func() error { p.parse(who, text); return nil }},
		{"judge", func() error { p.Judge(who, f.File); return nil }},
		{"adjudicate", func() error {
			_, err := adjudicator.Play(p.Rules, p.Pos, who, f.File, dice.NewStream(dice.Seed{}))
			return err
		}},
		{"render-5-readers", next.report},
		{"draw-maps", func() error { _, err := report.Draw(next.view(board.Nobody), syntax.English); return err }},
		{"verify-100-turns", func() error { return history.Verify(evidence).Err() }},
		{"replay-100-turns", func() error {
			g, err := replay.Play(replay.Source{Setup: long.Setup, Records: evidence.Records,
				Sets: long.sets, Parse: filing.Parse})
			if err == nil && len(g.Differences) > 0 {
				b.Fatal(g.Differences[0])
			}
			return err
		}},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := c.do(); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed())/float64(b.N)/hashing(), "x-sha256")
		})
	}
	b.Run("adjudicate-record-render", func(b *testing.B) {
		var turn stopwatch
		for b.Loop() {
			q := p.copy()
			turn.time(func() {
				q.play(who, text)
				if err := q.report(); err != nil {
					b.Fatal(err)
				}
			})
		}
		b.ReportMetric(float64(turn)/1e6/float64(b.N), "ms/turn")
		b.ReportMetric(float64(turn)/float64(b.N)/hashing(), "x-sha256")
	})
}

// hashing is how many nanoseconds it takes to hash a mebibyte.
func hashing() float64 {
	data := make([]byte, 1<<20)
	var hash stopwatch
	const n = 20
	hash.time(func() {
		for range n {
			sha256.Sum256(data)
		}
	})
	return float64(hash) / n
}
