package orders

import (
	"strconv"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
)

// order writes one order.
func printOrder(pr *printer, o order.Order) {
	switch o := o.(type) {
	case order.BonusUnits:
		if o.Nothing {
			pr.line("bonus", pr.word("nothing"))
			return
		}
		pr.line("bonus", pr.units(o.Units), pr.in(o.In))
	case order.ResearchTech:
		pr.line("research", TechName(o.Tech, pr.lang), pr.clause("with", strconv.Itoa(o.Dice)), pr.words("dice", o.Dice))
	case order.BuyUnits:
		pr.line("buy", pr.units(o.Units), ifTech(pr, o))
	case order.Convert:
		pr.line("convert", pr.units(o.Units), pr.in(o.In))
	case order.TakeOver:
		pr.line("take over", pr.units(o.Units), pr.in(o.In))
	case order.PlaceUnits:
		pr.line("place", pr.units(o.Units), pr.clause("from", pr.space(o.From)), pr.in(o.In))
	case order.Garrison:
		pr.line("garrison", pr.space(o.In))
	case order.Declare:
		pr.line("declare", AdvantageName(o.Advantage, pr.lang))
	default:
		if !printMovement(pr, o) {
			printAnswer(pr, o)
		}
	}
}

func ifTech(pr *printer, o order.BuyUnits) string {
	if o.If == 0 {
		return ""
	}
	if o.Not {
		return pr.clause("if", pr.words("no", 2)+" "+TechName(o.If, pr.lang))
	}
	return pr.clause("if", TechName(o.If, pr.lang))
}

// movement writes the lines of the movement phases and tells whether o is one.
func printMovement(pr *printer, o order.Order) bool {
	from := func(id board.SpaceID) string { return pr.clause("from", pr.space(id)) }
	to := func(id board.SpaceID) string { return pr.clause("to", pr.space(id)) }
	via := func(ids []board.SpaceID) string { return pr.clause("via", pr.spaces(ids)) }
	switch o := o.(type) {
	case order.Move:
		pr.line("move", moveRest(pr, o))
	case order.ShipUnits:
		pr.line("ship", pr.groups(o.Groups), to(o.To), via(o.Via), pr.ship("by", o.By))
	case order.Load:
		pr.line("load", pr.groups(o.Groups), pr.ship("onto", o.Onto), via(o.Via), andSail(pr, to(o.Sail)))
	case order.Unload:
		pr.line("unload", pr.units(o.Units), from(o.From), to(o.To), pr.ship("by", o.By))
	case order.Bomb:
		pr.line("bomb", pr.space(o.Target), pr.clause("with", pr.groups(o.Groups)), via(o.Via))
	case order.Rocket:
		pr.line("rocket", pr.space(o.Target), from(o.From))
	case order.Bombard:
		pr.line("bombard", pr.space(o.Target), pr.clause("with", pr.units(o.Ships)), pr.in(o.In))
	case order.AttackSubs:
		pr.line("attack", UnitName(board.Submarine, 2, pr.lang), pr.in(o.In))
	case order.Pledge:
		pr.line("pledge", pr.oneUnits(o.Carrier), from(o.From), to(o.To))
	case order.BattleOrder:
		pr.line("battle order", pr.spaces(o.Spaces))
	case order.Land:
		pr.line("land", pr.groups(o.Groups), pr.in(o.To), via(o.Via), pr.ship("on", o.On), pr.clause("onward", pr.space(o.Onward)), via(o.OnwardVia))
	default:
		return false
	}
	return true
}

// sail writes "and sail to SEA", "" for a ship that stays.
func andSail(pr *printer, to string) string {
	if to == "" {
		return ""
	}
	return join(pr.word("and"), pr.word("sail"), to)
}

func moveRest(pr *printer, o order.Move) string {
	parts := []string{pr.groups(o.Groups), pr.clause("via", pr.spaces(o.Via)), pr.clause("to", pr.space(o.To))}
	if o.Kamikaze {
		parts = append(parts, pr.word("kamikaze"))
	}
	return join(parts...)
}

func printAnswer(pr *printer, o order.Order) {
	switch o := o.(type) {
	case order.Enigma:
		switch {
		case o.Never:
			pr.line("enigma", pr.word("never"))
		case o.Move == nil:
			pr.line("enigma", pr.word("no"))
		default:
			pr.line("enigma", pr.word("move"), moveRest(pr, *o.Move))
		}
	case order.Nonaggression:
		pr.line("nonaggression", pr.clause("in", pr.spaces(o.Spaces)))
	case order.Resistance:
		pr.line("resistance", pr.word(map[bool]string{true: "when asked", false: "at once"}[o.Asked]))
	case order.PlaceByDefault:
		pr.line("place by default")
	case order.Share:
		pr.line("share", shares(pr, o.Parts))
	case order.Oil:
		pr.line("oil", shares(pr, o.Parts))
	case order.Choose:
		names := make([]string, len(o.Advantages))
		for i, name := range o.Advantages {
			names[i] = AdvantageName(name, pr.lang)
		}
		pr.line("choose", strings.Join(names, ", "))
	}
}

func shares(pr *printer, ps []order.Part) string {
	list := make([]string, len(ps))
	for i, p := range ps {
		list[i] = PowerName(p.Power, pr.lang) + " " + strconv.Itoa(p.N)
	}
	return strings.Join(list, ", ")
}

// tactic writes one line of a battle or standing section.
func printTactic(pr *printer, t order.Tactic) {
	verb := ""
	for word, v := range verbs {
		if v == t.Do {
			verb = word
		}
	}
	cond := printCondition(pr, t)
	switch t.Do {
	case order.Losses, order.TheirLosses:
		pr.line(verb, printLosses(pr, t))
	case order.Retreat:
		pr.line(verb, pr.clause("to", pr.space(t.To)), cond)
	case order.Submerge, order.Kaiten:
		pr.line(verb, printSubmarines(pr, t.N), cond)
	case order.Flee:
		pr.line(verb, pr.clause("to", pr.spaces(t.Spaces)))
	case order.Intercept:
		pr.line(verb, pr.clause("with", pr.units(t.Units)))
	default:
		pr.line(verb, cond)
	}
}

func printSubmarines(pr *printer, n int) string {
	if n == 0 {
		return ""
	}
	return pr.oneUnits(order.Units{N: n, Type: board.Submarine})
}

func printLosses(pr *printer, t order.Tactic) string {
	switch t.Mode {
	case order.Cheapest:
		return pr.word("cheapest")
	case order.SaveLand:
		return pr.word("save land")
	case order.SaveAircraft:
		return pr.word("save aircraft")
	}
	list := make([]string, len(t.Losses))
	for i, l := range t.Losses {
		name := UnitName(l.Type, 1, pr.lang)
		switch {
		case l.Damage:
			name = pr.word("damage")
		case l.Cargo == order.Empty:
			name = pr.word("empty") + " " + name
		case l.Cargo == order.Loaded:
			name = pr.word("loaded") + " " + name
		}
		if l.Power != board.Nobody {
			name = PowerName(l.Power, pr.lang) + " " + name
		}
		list[i] = name
	}
	return strings.Join(list, ", ")
}

func printCondition(pr *printer, t order.Tactic) string {
	n := strconv.Itoa(t.Cond.N)
	switch t.Cond.When {
	case order.AfterRound:
		return pr.word("after round") + " " + n
	case order.FewerThan:
		return pr.word("if fewer than") + " " + n + " " + pr.word("left")
	case order.OddsBelow:
		return pr.word("if odds below") + " " + strconv.FormatFloat(t.Cond.Percent, 'f', -1, 64) + "%"
	case order.IfAlone:
		return pr.word("if alone")
	case order.IfNoDestroyer:
		return pr.word("if no destroyer")
	case order.AlwaysSubmerge:
		return pr.word("always")
	}
	if t.Negative {
		return pr.word("never")
	}
	return ""
}
