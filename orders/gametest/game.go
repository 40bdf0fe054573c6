package gametest

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/history"
	"fieldpost/adjudicator/order"
	"fieldpost/orders"
	"fieldpost/orders/filing"
)

// Engine is the version that made-up games name.
const Engine = "fieldpost playtest"

// Played is a made-up game with everything that its history names.
type Played struct {
	*game.Game
	Master  dice.Master
	Signer  string
	Sets    map[dice.Hash][]byte // every order set that was ever locked
	Intakes [][]byte
	Changes []game.Change
	Words   [][]byte // of rulings and announcements
	Engines [][]byte // texts of the versions that its records name

	busy *rand.Rand // decides when something else happens than goes; nil: never
}

// Play makes up a game of that many rounds, or until a side wins. Equal arguments give equal games.
func Play(setup game.Setup, rounds int, seed uint64) (*Played, error) {
	return play(setup, rounds, seed, nil)
}

// PlayBusy makes up a game like Play, in which much happens in addition to its resolutions: votes, deadlines, rulings,
// announcements, other versions of the program, voided epochs, new master secrets, at tier 2 also while orders are
// locked.
func PlayBusy(setup game.Setup, rounds int, seed uint64) (*Played, error) {
	return play(setup, rounds, seed, rand.New(rand.NewPCG(seed, 3)))
}

func play(setup game.Setup, rounds int, seed uint64, busy *rand.Rand) (*Played, error) {
	now := time.Date(2026, 1, 10, 18, 0, 0, 0, time.UTC)
	setup.Created = now
	master, err := dice.NewMaster(strings.NewReader(fmt.Sprintf("%032d", seed)))
	if err != nil {
		return nil, err
	}
	signer, vkey, err := history.GenerateKey(strings.NewReader(strings.Repeat("k", 64)), "games.test", setup.Name)
	if err != nil {
		return nil, err
	}
	g, err := game.Begin(setup, master, vkey, Engine, now)
	if err != nil {
		return nil, err
	}
	p := &Played{Game: g, Master: master, Signer: signer, Sets: map[dice.Hash][]byte{},
		Engines: [][]byte{dice.Text(Engine)}, busy: busy}
	if g.Rolls() {
		out, err := p.Take(p.AssignAdvantages(master, now))
		if err == nil {
			out, err = p.beacon(out)
		}
		if err != nil {
			return nil, err
		}
		p.Intakes, p.Changes = append(p.Intakes, out.Intake), append(p.Changes, out)
	}
	chance := rand.New(rand.NewPCG(seed, 1))
	for n := 0; p.Pos.Round() <= rounds && !p.Pos.Over(); n++ {
		if n > 100*rounds {
			return nil, fmt.Errorf("round %d does not end", p.Pos.Round())
		}
		now = now.Add(time.Hour)
		if err := p.happen(now); err != nil {
			return nil, err
		}
		if err := p.mail(chance, now); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// Take makes a change the game's own.
func (p *Played) Take(c game.Change, err error) (game.Change, error) {
	if err == nil {
		p.Game = c.After
	}
	return c, err
}

// Continue lets the game go on for some more mails, an hour apart, as long as no side has won.
func (p *Played) Continue(seed uint64, mails int, now time.Time) error {
	chance := rand.New(rand.NewPCG(seed, 2))
	for range mails {
		if p.Pos.Over() {
			break
		}
		if err := p.mail(chance, now); err != nil {
			return err
		}
		now = now.Add(time.Hour)
	}
	return nil
}

// mail lets an awaited player send a mail, and sometimes another player before them.
func (p *Played) mail(chance *rand.Rand, now time.Time) error {
	if powers := p.Rules.Board.Powers(); chance.IntN(6) == 0 {
		w := p.writer(chance, powers[chance.IntN(len(powers))])
		if err := p.file(w.who, w.standing(), now); err != nil || p.Pos.Winner() != board.NoSide {
			return err // orders that waited were due with it, and have ended the war
		}
	}
	if sheet := p.Pos.Turn().Sheet(); !sheet.Empty() && chance.IntN(3) == 0 {
		if _, err := p.Take(p.Withdraw(p.Pos.Power(), now)); err != nil {
			return err
		}
	}
	waiting := p.Awaited()
	a := waiting[chance.IntN(len(waiting))]
	w := p.writer(chance, a.Power)
	return p.file(a.Power, p.answer(w, a), now.Add(time.Minute))
}

func (p *Played) writer(chance *rand.Rand, who board.Power) *writer {
	return &writer{Rand: chance, g: p.Game, b: p.Rules.Board, pos: p.Pos, who: who}
}

// answer is the mail of the awaited.
func (p *Played) answer(w *writer, a adjudicator.Await) order.File {
	switch a.What {
	case "bonus":
		return p.read("bonus nothing", a.Power)
	case "share":
		var parts []string
		left := p.Rules.Advance
		for _, s := range p.Rules.Board.Seats {
			if s.Side == p.Rules.Board.SideOf(a.Power) {
				parts = append(parts, fmt.Sprintf("%s %d", s.Power, left))
				left = 0
			}
		}
		return p.read("share "+strings.Join(parts, ", "), a.Power)
	}
	if f := adjudicator.DefaultAnswer(p.Rules, p.Pos, a.Power); len(f.Answers) > 0 {
		return f
	}
	return w.turn()
}

func (p *Played) read(line string, who board.Power) order.File {
	return orders.Parse(line+"\n", orders.Context{Board: p.Rules.Board, Phase: p.Pos.Phase(), Power: who}).File
}

// file hands a mail in, as the daemon does.
func (p *Played) file(who board.Power, f order.File, now time.Time) error {
	p.Note(now, p.Rules.Board.SeatOf(who).Role, "", dice.Sum([]byte(now.String())))
	out, err := p.Take(filing.File(p.Game, who, f, fmt.Sprintf("%032x", p.Arrived), p.Master, now))
	if err != nil {
		return err
	}
	if sheet := p.Waiting().Sheet; !out.Played && !sheet.Empty() && p.Arrived%3 > 0 &&
		p.Rules.Options.Get("play") == "deadline" {
		out, err = p.Take(filing.Due(p.Game, "", p.Master, now))
		if err == nil && out.Refused { // a mail has made what waited impossible
			_, err = p.Take(p.Withdraw(p.Pos.Power(), now))
			out.Refused = false
		}
		if err != nil {
			return err
		}
	}
	if out, err = p.beacon(out); err != nil {
		return err
	}
	if out.Refused {
		return fmt.Errorf("round %d, %s %s: refused: %v", p.Pos.Round(), who, p.Pos.Phase(), out.Faults)
	}
	for _, s := range append(out.Sets, p.Game.Sets...) {
		p.Sets[s.Ref.Set] = s.Bytes
	}
	if out.Played {
		p.Intakes = append(p.Intakes, out.Intake)
		p.Changes = append(p.Changes, out)
	}
	return nil
}

// beacon plays what was locked on a value that is made up, as soon as its time has come. It checks that nothing is
// played before.
func (p *Played) beacon(out game.Change) (game.Change, error) {
	if !out.Locked {
		return out, nil
	}
	for _, s := range out.Sets {
		p.Sets[s.Ref.Set] = s.Bytes
	}
	if len(p.Awaited()) > 0 || out.Played || len(out.Rolls) > 0 {
		return out, fmt.Errorf("epoch %d is locked, and yet the game waits for %v", out.Epoch, p.Awaited())
	}
	now := p.BeaconTime()
	if err := p.happen(now); err != nil {
		return out, err
	}
	if p.odd(8) {
		again, err := p.Take(p.Relock("the beacon did not come within a day", p.Master, p.Master, now))
		if err != nil {
			return out, err
		}
		return p.beacon(again)
	}
	return p.Take(filing.Beacon(p.Game, dice.Sum(fmt.Appendf(nil, "beacon %d", out.Epoch)), p.Master, p.BeaconTime()))
}

// Bundle is the whole game in one file, sealed standing orders included.
func (p *Played) Bundle() (history.Bundle, error) {
	setup, err := p.Setup.Text()
	if err != nil {
		return history.Bundle{}, err
	}
	point, err := p.Chain.Checkpoint(p.Signer)
	if err != nil {
		return history.Bundle{}, err
	}
	b := history.Bundle{Game: p.Setup.Name, Setups: [][]byte{setup}, Engines: p.Engines, Words: p.Words,
		Records: p.Chain.Records(), Intakes: p.Intakes, Checkpoints: [][]byte{point}}
	for _, e := range p.Chain.Entries() {
		l, ok := e.Body.(*history.Lock)
		if !ok {
			continue
		}
		for _, o := range l.Orders {
			b.Sets = append(b.Sets, p.Sets[o.Set])
		}
	}
	return b, nil
}
