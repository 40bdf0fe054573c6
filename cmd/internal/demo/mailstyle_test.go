package demo

import (
	"testing"
	"time"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/bot"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/rules"
	"fieldpost/cmd/internal/intake"
	"fieldpost/mailio/message"
	"fieldpost/orders"
	"fieldpost/orders/syntax"
)

// next is what the first of those who are awaited orders and has not ordered already.
func next(set *rules.Set, pos *position.Position) (order.File, board.Power) {
	for _, a := range adjudicator.Awaited(set, pos) {
		if f, _ := bot.Turn(set, pos, a.Power, uint64(pos.Round())); len(f.Answers) > 0 || a.What != "share" {
			return f, a.Power
		}
	}
	return order.File{}, board.Nobody
}

// Whatever the bot orders in a war, each player's style of writing transmits it word for word.
func TestEveryHabitIsUnderstood(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	t.Parallel()
	for _, name := range []string{"revised", "europe"} {
		set, pos, err := game.Setup{Rules: name, Options: (&Options{Rules: name, Rounds: 10}).settings()}.Begin()
		if err != nil {
			t.Fatal(err)
		}
		for pos.Round() <= 6 && pos.Winner() == board.NoSide {
			f, who := next(set, pos)
			ctx := orders.Context{Board: set.Board, Phase: pos.Phase(), Power: who}
			want := orders.Format(f, syntax.English, ctx)
			for _, h := range []mailStyle{inTheBody, inGerman, attachedFile, onlyHTML, wrapped} {
				s := sheet{"game demo\n", orders.Format(f, h.lang(), ctx)}
				l, err := message.Parse(h.mail(player{name: "Anna", address: "a@x"}, "<1@x>", "", "orders", time.Time{}, s), message.DefaultLimits())
				if err != nil {
					t.Fatal(err)
				}
				read := intake.Read(l, nil, ctx).File
				read.Header = f.Header
				if got := orders.Format(read.File, syntax.English, ctx); got != want || len(read.Faults) > 0 {
					t.Fatalf("%s, %s, round %d, %s:\n%s\nis read as\n%s%v", name, who, pos.Round(), h.name, h.write(s), got, read.Faults)
				}
			}
			res, err := adjudicator.Play(set, pos, who, f, dice.NewStream(dice.Seed{byte(pos.Round()), byte(pos.Phase())}))
			if err != nil || res.Refused {
				t.Fatal(err, res.Faults)
			}
			pos = res.Position
		}
	}
}
