package orders

import (
	"strconv"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/orders/syntax"
)

// order writes one order.
func printOrder(pr *syntax.Printer, o order.Order) {
	switch o := o.(type) {
	case order.BonusUnits:
		if o.Nothing {
			pr.Line("bonus", pr.Word("nothing"))
			return
		}
		pr.Line("bonus", pr.Units(o.Units), pr.In(o.In))
	case order.ResearchTech:
		pr.Line("research", syntax.TechName(o.Tech, pr.Lang), pr.Clause("with", strconv.Itoa(o.Dice)),
			pr.Words("dice", o.Dice))
	case order.BuyUnits:
		pr.Line("buy", pr.Units(o.Units), ifTech(pr, o))
	case order.Convert:
		pr.Line("convert", pr.Units(o.Units), pr.In(o.In))
	case order.TakeOver:
		pr.Line("take over", pr.Units(o.Units), pr.In(o.In))
	case order.PlaceUnits:
		pr.Line("place", pr.Units(o.Units), pr.From(o.From), pr.In(o.In))
	case order.Garrison:
		pr.Line("garrison", pr.Space(o.In))
	case order.Declare:
		pr.Line("declare", syntax.AdvantageName(o.Advantage, pr.Lang))
	default:
		if !printMovement(pr, o) {
			printAnswer(pr, o)
		}
	}
}

func ifTech(pr *syntax.Printer, o order.BuyUnits) string {
	if o.If == 0 {
		return ""
	}
	if o.Not {
		return pr.Clause("if", pr.Words("no", 2)+" "+syntax.TechName(o.If, pr.Lang))
	}
	return pr.Clause("if", syntax.TechName(o.If, pr.Lang))
}

// movement writes the lines of the movement phases and reports whether o is one.
func printMovement(pr *syntax.Printer, o order.Order) bool {
	via := func(ids []board.SpaceID) string { return pr.Clause("via", pr.Objects(ids)) }
	switch o := o.(type) {
	case order.Move:
		pr.Line("move", moveRest(pr, o))
	case order.ShipUnits:
		pr.Line("ship", pr.Groups(o.Groups), pr.To(o.To), via(o.Via), pr.Ship("by", o.By))
	case order.Load:
		pr.Line("load", pr.Groups(o.Groups), pr.Ship("onto", o.Onto), via(o.Via), andSail(pr, pr.To(o.Sail)))
	case order.Unload:
		pr.Line("unload", pr.Units(o.Units), pr.From(o.From), pr.To(o.To), pr.Ship("by", o.By))
	case order.Bomb:
		pr.Line("bomb", pr.Object(o.Target), pr.Clause("with", pr.Groups(o.Groups)), via(o.Via))
	case order.Rocket:
		pr.Line("rocket", pr.Object(o.Target), pr.From(o.From))
	case order.Bombard:
		pr.Line("bombard", pr.Object(o.Target), pr.Clause("with", pr.Units(o.Ships)), pr.In(o.In))
	case order.AttackSubs:
		pr.Line("attack", pr.Unit(board.Submarine, 2), pr.In(o.In))
	case order.Pledge:
		pr.Line("pledge", pr.OneUnits(o.Carrier), pr.From(o.From), pr.To(o.To))
	case order.BattleOrder:
		pr.Line("battle order", pr.Spaces(o.Spaces))
	case order.Land:
		pr.Line("land", pr.Groups(o.Groups), pr.In(o.To), via(o.Via), pr.Ship("on", o.On),
			pr.Onward(o.Onward), via(o.OnwardVia))
	default:
		return false
	}
	return true
}

// sail writes "and sail to SEA", "" for a ship that stays.
func andSail(pr *syntax.Printer, to string) string {
	if to == "" {
		return ""
	}
	return syntax.Join(pr.Word("and"), pr.Word("sail"), to)
}

func moveRest(pr *syntax.Printer, o order.Move) string {
	parts := []string{pr.Groups(o.Groups), pr.Clause("via", pr.Objects(o.Via)), pr.To(o.To)}
	if o.Kamikaze {
		parts = append(parts, pr.Word("kamikaze"))
	}
	return syntax.Join(parts...)
}

func printAnswer(pr *syntax.Printer, o order.Order) {
	switch o := o.(type) {
	case order.Enigma:
		switch {
		case o.Never:
			pr.Line("enigma", pr.Word("never"))
		case o.Move == nil:
			pr.Line("enigma", pr.Word("no"))
		default:
			pr.Line("enigma", pr.Word("move"), moveRest(pr, *o.Move))
		}
	case order.Nonaggression:
		pr.Line("nonaggression", pr.InAll(o.Spaces))
	case order.Resistance:
		pr.Line("resistance", pr.Word(map[bool]string{true: "when asked", false: "at once"}[o.Asked]))
	case order.PlaceByDefault:
		pr.Line("place by default")
	case order.Share:
		pr.Line("share", shares(pr, o.Parts))
	case order.Oil:
		pr.Line("oil", shares(pr, o.Parts))
	case order.Choose:
		names := make([]string, len(o.Advantages))
		for i, name := range o.Advantages {
			names[i] = syntax.AdvantageName(name, pr.Lang)
		}
		pr.Line("choose", strings.Join(names, ", "))
	}
}

func shares(pr *syntax.Printer, ps []order.Part) string {
	list := make([]string, len(ps))
	for i, p := range ps {
		list[i] = syntax.PowerName(p.Power, pr.Lang) + " " + strconv.Itoa(p.N)
	}
	return strings.Join(list, ", ")
}

// tactic writes one line of a battle or standing section.
func printTactic(pr *syntax.Printer, t order.Tactic) {
	verb := ""
	for word, v := range verbs {
		if v == t.Do {
			verb = word
		}
	}
	cond := printCondition(pr, t)
	switch t.Do {
	case order.Losses, order.TheirLosses:
		pr.Line(verb, printLosses(pr, t))
	case order.Retreat:
		pr.Line(verb, pr.To(t.To), cond)
	case order.Submerge, order.Kaiten:
		pr.Line(verb, printSubmarines(pr, t.N), cond)
	case order.Flee:
		pr.Line(verb, pr.ToAll(t.Spaces))
	case order.Intercept:
		pr.Line(verb, pr.Clause("with", pr.Units(t.Units)))
	default:
		pr.Line(verb, cond)
	}
}

func printSubmarines(pr *syntax.Printer, n int) string {
	if n == 0 {
		return ""
	}
	return pr.OneUnits(order.Units{N: n, Type: board.Submarine})
}

func printLosses(pr *syntax.Printer, t order.Tactic) string {
	var list []string
	switch t.Mode {
	case order.Cheapest:
		list = append(list, pr.Word("cheapest"))
	case order.SaveLand:
		list = append(list, pr.Word("save land"))
	case order.SaveAircraft:
		list = append(list, pr.Word("save aircraft"))
	}
	for _, l := range t.Losses {
		list = append(list, printLoss(pr, l))
	}
	for _, k := range t.Keep {
		list = append(list, pr.Word("keep")+" "+printKept(pr, k))
	}
	return strings.Join(list, ", ")
}

func printLoss(pr *syntax.Printer, l order.Loss) string {
	if l.Damage {
		return syntax.Join(pr.Power(l.Power), pr.Word("damage"))
	}
	state := ""
	switch l.Cargo {
	case order.Empty:
		state = pr.Word("empty")
	case order.Loaded:
		state = pr.Word("loaded")
	}
	return pr.Lost(l.N, l.Power, state, l.Type)
}

func printKept(pr *syntax.Printer, k order.Kept) string {
	n := strconv.Itoa(k.N) + " "
	switch {
	case k.Kind == order.LandUnits && pr.Lang == syntax.English:
		return n + pr.Word("land")
	case k.Kind == order.LandUnits:
		return n + pr.Words("land units", k.N)
	case k.Kind == order.AirUnits:
		return n + pr.Words("aircraft", k.N)
	}
	return pr.OneUnits(order.Units{N: k.N, Type: k.Type})
}

func printCondition(pr *syntax.Printer, t order.Tactic) string {
	n := strconv.Itoa(t.Cond.N)
	switch t.Cond.When {
	case order.AfterRound:
		return pr.Word("after round") + " " + n
	case order.FewerThan:
		return pr.Word("if fewer than") + " " + n + " " + pr.Word("left")
	case order.OddsBelow:
		return pr.Word("if odds below") + " " + strconv.FormatFloat(t.Cond.Percent, 'f', -1, 64) + "%"
	case order.IfAlone:
		return pr.Word("if alone")
	case order.IfNoDestroyer:
		return pr.Word("if no destroyer")
	case order.AlwaysSubmerge:
		return pr.Word("always")
	}
	if t.Negative {
		return pr.Word("never")
	}
	return ""
}
