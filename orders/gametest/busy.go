package gametest

import (
	"fmt"
	"strings"
	"time"

	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/history"
)

// odd is true once in n times, in a busy game.
func (p *Played) odd(n int) bool { return p.busy != nil && p.busy.IntN(n) == 0 }

// happen lets something else happen than a resolution, sometimes.
func (p *Played) happen(now time.Time) error {
	if !p.odd(4) {
		return nil
	}
	referee := func(body history.Body) error {
		_, err := p.Take(p.Append(body, game.Texts{}, now))
		return err
	}
	n := p.Chain.Len()
	switch p.busy.IntN(8) {
	case 0:
		return referee(&history.Act{Actor: "GER", What: "vote for a draw", Hash: dice.Sum([]byte("no"))})
	case 1:
		return referee(&history.Clock{Action: history.ClockExtended, Role: "GER", Deadline: "2027-01-01T12:00:00Z",
			Budget: 60 * n, Reason: "a long journey"})
	case 2:
		return referee(&history.Ruling{Case: fmt.Sprintf("case-%d", n),
			Text: p.say(history.TextRuling, "What has sunk stays sunk.")})
	case 3:
		return referee(&history.Act{Actor: "referee", What: history.ActAnnounce,
			Hash: p.say(history.TextAnnounce, fmt.Sprintf("Notice %d.", n))})
	case 4:
		return referee(&history.RefereeAct{Actor: "referee", Action: "seat GER passes to a substitute",
			Old: dice.Sum([]byte("a")), New: dice.Sum([]byte("b")), Consents: []string{"GER"}})
	case 5:
		engine := fmt.Sprintf("%s %d", Engine, n)
		p.Engines = append(p.Engines, dice.Text(engine))
		_, err := p.Take(p.Upgrade(engine, "the program was updated", now))
		return err
	case 6:
		return p.rekey(now)
	}
	if p.Locked() != nil {
		return nil // what is locked is locked again, not thrown away
	}
	_, err := p.Take(p.Void("the power was out", p.Master, p.Master, now))
	return err
}

// say keeps words that a record names by their hash.
func (p *Played) say(kind, line string) dice.Hash {
	text, err := history.RefereeText{Game: p.Setup.Name, Kind: kind, Lines: []string{line}}.Print()
	if err != nil {
		panic(err) // the lines above are words
	}
	p.Words = append(p.Words, text)
	return dice.Sum(text)
}

// rekey replaces the master secret.
func (p *Played) rekey(now time.Time) error {
	next, err := dice.NewMaster(strings.NewReader(fmt.Sprintf("%032d", p.Chain.Len())))
	if err != nil {
		return err
	}
	out, err := p.Take(p.Rekey("a laptop was stolen", p.Master, next, now))
	if err != nil {
		return err
	}
	for _, s := range out.Sets {
		p.Sets[s.Ref.Set] = s.Bytes
	}
	p.Replaced, p.Master = append(p.Replaced, p.Master), next
	return nil
}
