package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"fieldpost/adjudicator/odds"
	"fieldpost/cmd/internal/chances"
	"fieldpost/orders/syntax"
	"fieldpost/templates/lists"
)

type oddsCmd struct {
	Attacker string `arg:"" help:"The attacking units, as in '3 infantry, 1 tank'."`
	Vs       string `arg:"" help:"The word vs."`
	Defender string `arg:"" help:"The defending units."`

	At             string `enum:"land,sea," default:"" help:"Where the battle is fought: land or sea (by default at sea if a ship fights)."`
	Amphibious     bool   `help:"The attacker's land units come from the sea."`
	Bombard        string `placeholder:"UNITS" help:"Ships that bombard before a landing."`
	AttackerLosses string `placeholder:"LIST" help:"The attacker's order of loss."`
	DefenderLosses string `placeholder:"LIST" help:"The defender's order of loss."`
	AttackerTech   string `placeholder:"LIST" help:"The attacker's technologies, separated by commas."`
	DefenderTech   string `placeholder:"LIST" help:"The defender's technologies."`
	Submerge       string `enum:"default,never,always" default:"default" help:"What submarines do: default, never, always."`
	Retreat        string `placeholder:"WHEN" help:"When the attacker retreats, as in 'after round 2'."`
	Rules          string `enum:"revised,europe" default:"revised" help:"The rules: revised or europe."`
	BestLosses     bool   `help:"Find the attacker's best order of loss."`
	Reach          string `placeholder:"PERCENT" help:"How many more infantry the attacker needs to take the space so often."`
	JSON           bool   `help:"Print JSON."`
}

// oddsAnswer is what --json prints: the result and the advice that was asked for.
type oddsAnswer struct {
	odds.Result
	BestLosses   string   `json:"best_losses,omitempty"`
	BestTakes    *float64 `json:"best_takes,omitempty"`
	MoreInfantry *int     `json:"more_infantry,omitempty"` // -1: forty do not do
}

// Run prints the exact chances of a battle.
func (c *oddsCmd) Run(e *invocation) error {
	if !strings.EqualFold(c.Vs, "vs") {
		return usage("write odds 'UNITS' vs 'UNITS', for example: fieldpost odds '3 infantry, 1 tank' vs '2 infantry'")
	}
	q := chances.Question{Rules: c.Rules, Attacker: c.Attacker, Defender: c.Defender, At: c.At,
		Amphibious: c.Amphibious, Bombard: c.Bombard,
		AttackerLosses: c.AttackerLosses, DefenderLosses: c.DefenderLosses, AttackerTech: c.AttackerTech,
		DefenderTech: c.DefenderTech, Submerge: c.Submerge, Retreat: c.Retreat}
	r, err := chances.Ask(q)
	if err != nil {
		return err
	}
	a := oddsAnswer{Result: r}
	if err := c.advise(q, &a); err != nil {
		return err
	}
	if c.JSON {
		return e.json(a)
	}
	text, err := lists.Odds(r, syntax.English)
	if err != nil {
		return err
	}
	fmt.Fprint(e.stdout, text)
	if a.BestTakes != nil {
		fmt.Fprintf(e.stdout, "\nbest order of loss: %s takes the space at %.2f %%\n", a.BestLosses, 100**a.BestTakes)
	}
	if a.MoreInfantry != nil {
		fmt.Fprintf(e.stdout, "\n%s more infantry take it at %s\n", infantryAdvice(*a.MoreInfantry), c.Reach)
	}
	return nil
}

func infantryAdvice(n int) string {
	if n < 0 {
		return "no 40"
	}
	return strconv.Itoa(n)
}

func (c *oddsCmd) advise(q chances.Question, a *oddsAnswer) error {
	if c.BestLosses {
		list, takes, err := chances.BestLosses(q)
		if err != nil {
			return err
		}
		a.BestLosses, a.BestTakes = list, &takes
	}
	if c.Reach == "" {
		return nil
	}
	p, err := strconv.ParseFloat(strings.TrimSpace(strings.TrimSuffix(c.Reach, "%")), 64)
	if err != nil || p <= 0 || p > 100 {
		return errors.New("--reach wants a percentage, as in --reach 80%")
	}
	n, err := chances.Reach(q, p/100)
	a.MoreInfantry = &n
	return err
}
