package reader

import (
	"slices"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/economy"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/rules"
	"fieldpost/orders"
)

// answers offers the lines that answer a question in mid-turn, or one before round 1; it reports whether the thing
// awaited is such a question.
func (f *formWriter) answers(a adjudicator.Await) bool {
	offers := map[string]func(){"battle": func() { f.paused(a.Space) }, "share": f.share, "bonus": f.bonus,
		"enigma": f.enigma, "nonaggression": f.nonaggression, "resistance": f.resistance, "advantages": f.choose}
	offer, ok := offers[a.What]
	if ok {
		offer()
	}
	return ok
}

// paused offers the answers to a battle that waits.
func (f *formWriter) paused(at board.SpaceID) {
	f.comment(f.Text("form-paused", "In", f.Where(at)))
	f.offer(f.word("battle")+" "+f.Space(at), f.word("retreat")+" "+f.word("to")+" "+placeholder)
	f.comment(f.Text("form-fight-on"))
	fought, _ := f.Reader.Pos.Turn().NextBattle()
	next := order.Cond{When: order.AfterRound, N: fought.Round + 1}
	f.offer(orders.FormatTactic(order.Tactic{Do: order.Pause, To: board.NoSpace, Cond: next}, f.Lang, f.Board))
}

// share offers the split of the Allies' advance that one of them has proposed, else an even one (Europe).
func (f *formWriter) share() {
	f.comment(f.Text("form-share"))
	list, _, _ := economy.ShareProposals(f.rules, f.Reader.Pos)
	if len(list) > 0 {
		f.order(order.Share{Parts: favouriteShares(list)})
		return
	}
	f.order(economy.EqualShare(f.rules))
}

// favouriteShares are the shares that most powers have proposed, of equals those of the first in turn order.
func favouriteShares(list []economy.ShareProposal) []order.Part {
	var best []order.Part
	most := 0
	for _, x := range list {
		n := 0
		for _, y := range list {
			if sameParts(x.Parts, y.Parts) {
				n++
			}
		}
		if n > most {
			best, most = x.Parts, n
		}
	}
	return best
}

func sameParts(a, b []order.Part) bool {
	return len(a) == len(b) && !slices.ContainsFunc(a, func(p order.Part) bool { return !slices.Contains(b, p) })
}

// bonus offers to place units bought with the advance (Europe).
func (f *formWriter) bonus() {
	f.comment(f.Text("form-bonus", "IPC", f.IPC(f.money()), "Prices", f.priceList()))
	f.offer(f.word("bonus") + " " + f.typed(board.Infantry, 1) + " " + f.word("in") + " " + placeholder)
	f.order(order.BonusUnits{In: board.NoSpace, Nothing: true})
}

func (f *formWriter) enigma() {
	f.comment(f.Text("form-enigma"))
	f.order(order.Enigma{})
	f.offer(f.word("enigma") + " " + f.word("move") + " " + f.typed(board.Infantry, 1) + " " + f.word("from") + " " +
		placeholder + " " + f.word("to") + " " + placeholder)
}

func (f *formWriter) nonaggression() {
	f.comment(f.Text("form-nonaggression"))
	f.offer(f.word("nonaggression") + " " + f.word("in") + " " + placeholder)
}

func (f *formWriter) resistance() {
	f.comment(f.Text("form-resistance"))
	f.order(order.Declare{Advantage: "French Resistance"})
}

// choose offers the advantages that a power would get without a word, and lists those that it may choose from.
func (f *formWriter) choose() {
	count, _ := f.rules.StartingAdvantages()
	f.comment(f.Text("form-advantages", "N", f.Count(count), "List",
		f.List(f.Advantages(rules.AdvantagesOf(f.Reader.Power)))))
	for _, o := range adjudicator.DefaultAnswer(f.rules, f.Reader.Pos, f.Reader.Power).Answers {
		f.order(o)
	}
}
