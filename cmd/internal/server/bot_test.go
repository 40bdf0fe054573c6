package server

import (
	"fmt"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/replay"
	"fieldpost/adjudicator/rules"
	"fieldpost/cmd/internal/admin"
	"fieldpost/cmd/internal/env"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/people"
	"fieldpost/cmd/internal/roster"
	"fieldpost/orders"
	"fieldpost/store"
)

// give has the bot play seats of a game, or gives them back.
func (w *world) give(game string, on bool, powers ...board.Power) {
	w.t.Helper()
	w.update(func(tx *store.Tx) error {
		for _, p := range powers {
			if _, err := people.ChangeSeat(w.d.Env, tx,
				people.SeatRequest{Game: game, Power: string(p), Bot: &on}); err != nil {
				return err
			}
		}
		return nil
	})
}

// A newcomer plays alone against four bots: their mail is sent, and when the server rests it is their turn again.
func TestBotsPlayTheirSeats(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.give("eastfront", true, "Germany", "UK", "Japan", "USA")
	w.mailFrom("anna@mail.test", "[eastfront R1 USSR]",
		"key "+w.keys["USSR"]+"\nbuy 8 infantry\nplace 8 infantry in Russia\ndone\n")
	w.settle()
	for _, a := range w.asked("eastfront") { // none if the Axis has won in the first round
		if a.Power != "USSR" {
			t.Errorf("%s is awaited, the bots have not played", a.Power)
		}
	}
	var told []string
	for _, l := range w.inbox("anna@mail.test") {
		if _, after, ok := strings.Cut(l.Texts[0].Body, "is played by the bot"); ok {
			told = append(told, after[:20])
		}
	}
	goes := w.audit(t)
	if over := w.table().Pos.Over(); !over && len(told) < 4 { // a turn without dice has one report, any other two
		t.Errorf("%d reports say what the bots thought: %q", len(told), told)
	}
	if goes != len(told)+1 { // and Anna's
		t.Errorf("the audit plays %d goes, %d of them are told", goes, len(told))
	}
}

// A player who was away comes back, or another takes the seat: the bot stops. Meanwhile they get the
// reports.
func TestASeatIsGivenBack(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.give("eastfront", true, "USSR")
	w.settle()
	if got := w.onTurn("eastfront"); got != "Germany" {
		t.Fatalf("%s is on turn", got)
	}
	if len(w.inbox("anna@mail.test")) == 0 {
		t.Error("whom the bot stands in for gets no reports")
	}
	w.give("eastfront", true, "Germany")
	w.give("eastfront", false, "Germany")
	w.settle()
	if got := w.onTurn("eastfront"); got != "Germany" {
		t.Errorf("the bot went on for a seat that was given back: %s is on turn", got)
	}
	w.update(func(tx *store.Tx) error {
		table, err := gamestore.Load(tx, "eastfront")
		if err == nil {
			err = people.SeatPerson(w.d.Env, tx, table, "USSR", roster.Person{Address: "stranger@else.test"})
		}
		if err == nil && table.Seat("USSR").Bot {
			t.Error("a new person on the seat does not play it")
		}
		return err
	})
}

// warfare creates a game that only bots play, in a server without a network.
func warfare(t *testing.T, n people.NewGame) (*env.Env, *store.Store) {
	t.Helper()
	notShort(t)
	dir := t.TempDir()
	s, err := store.Open(filepath.Join(dir, "fieldpost.db"), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	e := newEnv(dir, slog.New(slog.DiscardHandler), func() time.Time { return start })
	on := true
	err = s.Update(func(tx *store.Tx) error {
		table, err := people.CreateGame(e, tx, n)
		if err != nil {
			return err
		}
		for _, p := range table.Rules.Board.Powers() {
			if _, err := people.ChangeSeat(e, tx,
				people.SeatRequest{Game: n.Name, Power: string(p), Bot: &on}); err != nil {
				return err
			}
		}
		_, err = admin.StartGame(e, tx, admin.StartRequest{GameName: gamestore.GameName{Game: n.Name}})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return e, s
}

// fight lets the bots play, a transaction a file, until the round is over or a side has won.
func fight(t *testing.T, e *env.Env, s *store.Store, name string, rounds int) *gamestore.Game {
	t.Helper()
	var table *gamestore.Game
	for n := 0; ; n++ {
		err := s.Update(func(tx *store.Tx) error {
			before, err := gamestore.Load(tx, name)
			if err != nil {
				return err
			}
			if err := AttendGame(e, tx, name); err != nil {
				return err
			}
			if table, err = gamestore.Load(tx, name); err == nil && table.Chain.Len() > before.Chain.Len()+3 {
				err = fmt.Errorf("%d records in one transaction", table.Chain.Len()-before.Chain.Len())
			}
			return err
		})
		switch {
		case err != nil:
			t.Fatal(err)
		case table.Pos.Winner() != board.NoSide, table.Pos.Round() > rounds:
			return table
		case n > rounds*100:
			t.Fatalf("the war stands still in round %d: %v", table.Pos.Round(), table.Awaited())
		}
	}
}

// Bots among themselves play every kind of game by the way of mails: two rule sets, orders that wait
// for a deadline, advantages that are chosen and asked about. The history holds, and plays again to the same position.
func TestBotsPlayEveryKindOfGame(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		rules, option string
	}{
		{"revised", "victory=total"}, {"europe", ""}, {"revised", "play=deadline victory=total"},
		{"revised", "advantages=on advantage-count=6 victory=total"},
		{"revised", "advantages=on advantage-choice=rolled advantage-count=2"},
	} {
		t.Run(c.rules+" "+c.option, func(t *testing.T) {
			t.Parallel()
			n := people.NewGame{Name: "war", Rules: c.rules}
			for o := range strings.FieldsSeq(c.option) {
				name, value, _ := strings.Cut(o, "=")
				n.Options = append(n.Options, rules.Setting{Name: name, Value: value})
			}
			e, s := warfare(t, n)
			table := fight(t, e, s, "war", 3)
			t.Logf("round %d, %d records, winner %v", table.Pos.Round(), table.Chain.Len(), table.Pos.Winner())
			err := s.View(func(tx *store.Tx) error {
				d, err := admin.ReadData(e, tx, gamestore.GameName{Game: "war"})
				if err != nil {
					return err
				}
				evidence, err := d.(gamestore.Data).Evidence()
				if err != nil {
					return err
				}
				audit, err := replay.Check(evidence)
				for _, x := range audit.Differences {
					t.Error(x)
				}
				return err
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
}

// The bot, by mail, beats a player who only passes.
func TestTheBotBeatsWhoPasses(t *testing.T) {
	t.Parallel()
	e, s := warfare(t, people.NewGame{Name: "war", Rules: "revised",
		Options: []rules.Setting{{Name: "victory", Value: "9"}}})
	pass := func(tx *store.Tx, table *gamestore.Game) error {
		a := table.Awaited()[0]
		f := orders.Parse("done\n", orders.Context{Board: table.Rules.Board, Phase: table.Pos.Phase(), Power: a.Power})
		return people.FileOrders(e, tx, table, table.Seat(a.Power), "done\n", f.File)
	}
	var winner board.Side
	for n := 0; winner == board.NoSide; n++ {
		err := s.Update(func(tx *store.Tx) error {
			table, err := gamestore.Load(tx, "war")
			if err != nil {
				return err
			}
			if table.Pos.Round() > 12 {
				return fmt.Errorf("nobody has won by round %d", table.Pos.Round())
			}
			if winner = table.Pos.Winner(); winner != board.NoSide {
				return nil
			}
			if table.Rules.Board.SideOf(table.Awaited()[0].Power) == board.Allies {
				return pass(tx, table)
			}
			return AttendGame(e, tx, "war")
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if winner != board.Axis {
		t.Errorf("%v has won", winner)
	}
}
