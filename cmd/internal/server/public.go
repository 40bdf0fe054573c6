package server

import (
	"errors"
	"time"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/history"
	"fieldpost/adjudicator/luck"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/replay"
	"fieldpost/adjudicator/rules"
	"fieldpost/cmd/internal/admin"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/store"
)

// Public is what anyone may see of a game: no address, no key, no master secret, no order that is not revealed. Pages
// are made of it; what is added here is published.
type Public struct {
	gamestore.Summary
	Set      *rules.Set
	Seats    []PublicSeat // in turn order
	Others   PublicOthers
	Head     string // hash of the newest record
	VKey     string // with which checkpoints are checked
	Tier     int    // of the dice
	Records  []PublicRecord
	Position *position.Position
}

// PublicOthers are the participants without a power, without their addresses. An address that has not confirmed is not
// counted.
type PublicOthers struct {
	Referee   bool   // there is one
	Name      string // of the referee; "" if none was given
	Observers int    // including substitutes who wait
}

// PublicSeat is a seat without its person's address.
type PublicSeat struct {
	Power    board.Power
	Name     string // of the person; "" if the seat is free or none was given
	Language string
	Taken    bool
	Bounced  bool // mail to it bounced for good
}

// PublicRecord is a line of the history.
type PublicRecord struct {
	Seq   int
	Time  time.Time
	Type  string
	Hash  string
	Epoch int // of a turn record, else 0
	Rolls int
}

// ErrNoGame reports that there is no game of a name.
var ErrNoGame = errors.New("there is no such game")

// Games returns all games.
func (c Control) Games() (rows []gamestore.Summary, err error) {
	err = c.Store.View(func(tx *store.Tx) error {
		list, err := admin.ListGames(c.Env, tx, struct{}{})
		if err == nil {
			rows = list.([]gamestore.Summary)
		}
		return err
	})
	return rows, err
}

// Public returns what anyone may see of a game. The error is ErrNoGame if there is none of that name.
func (c Control) Public(name string) (p *Public, err error) {
	err = c.Store.View(func(tx *store.Tx) error {
		g, err := gamestore.Load(tx, name)
		if err == nil {
			p = public(g)
		}
		return noGame(err)
	})
	return p, err
}

func noGame(err error) error {
	if errors.Is(err, store.ErrNotFound) {
		return ErrNoGame
	}
	return err
}

func public(g *gamestore.Game) *Public {
	p := &Public{Summary: gamestore.Summarize(g), Set: g.Rules, Head: g.Chain.Head().String(), VKey: g.State.VKey,
		Tier: g.Chain.Genesis().Tier, Position: gamestore.PublicPosition(g.Pos)}
	for _, s := range g.Seats {
		p.Seats = append(p.Seats, PublicSeat{Power: s.Power, Name: s.Name, Language: s.Language, Taken: s.Taken(),
			Bounced: s.Bounced != ""})
	}
	p.Others = publicOthers(g)
	for _, e := range g.Chain.Entries() {
		r := PublicRecord{Seq: e.Seq, Time: e.Time, Type: e.Body.Type(), Hash: e.Hash.String()}
		if b, ok := e.Body.(*history.Turn); ok {
			r.Epoch, r.Rolls = b.Epoch, len(b.Rolls)
		}
		p.Records = append(p.Records, r)
	}
	return p
}

func publicOthers(g *gamestore.Game) (c PublicOthers) {
	for _, s := range g.Others {
		switch {
		case !s.Taken() || s.Unconfirmed:
		case s.IsReferee():
			c.Referee, c.Name = true, s.Name
		default:
			c.Observers++
		}
	}
	return c
}

// Past is a game replayed from its records, as an audit does, without what is not revealed.
type Past struct {
	Head        string // of the history that was replayed
	Game        *replay.Game
	Goes        []PastResolution
	Records     int
	Dice        int
	Differences []game.Difference // without the values that differ, which may quote orders on file
	Luck        luck.Report
}

// PastResolution is what a report of one resolution needs in addition to the replayed game.
type PastResolution struct {
	Awaited []adjudicator.Await // after it
	Head    string              // hash of its last record
	Kit     []string            // shell lines that check its dice
}

// Past replays a game. It takes a good part of a second for a long game.
func (c Control) Past(name string) (*Past, error) {
	var data gamestore.Data
	err := c.Store.View(func(tx *store.Tx) error {
		row, err := tx.Games().Game(name)
		if err == nil {
			data, err = gamestore.ReadData(c.Env, row)
		}
		return noGame(err)
	})
	if err != nil {
		return nil, err
	}
	return past(data)
}

func past(d gamestore.Data) (*Past, error) {
	evidence, err := d.Evidence()
	if err != nil {
		return nil, err
	}
	a, err := replay.Check(evidence)
	if err != nil {
		return nil, err
	}
	war := a.Replayed.Standing()
	p := &Past{Game: war, Records: a.Records, Dice: a.Dice, Luck: luck.Of(war)}
	if n := len(d.Records); n > 0 {
		p.Head = dice.Sum(d.Records[n-1]).String()
	}
	for _, x := range a.Differences {
		p.Differences = append(p.Differences, game.Difference{Record: x.Record, What: x.What})
	}
	chain, _ := history.ReadChain(d.Setup.Name, d.Records) // nil if it is broken, which the differences say
	for i := range p.Game.Resolutions {
		g := *p.Game.Resolutions[i]
		p.Goes = append(p.Goes, pastResolution(chain, p.Game.Rules, &g))
		g.Before, g.Position, g.Standing = gamestore.PublicPosition(g.Before), gamestore.PublicPosition(g.Position), nil
		p.Game.Resolutions[i] = &g
	}
	p.Game.Position, p.Game.OnFile = gamestore.PublicPosition(p.Game.Position), nil
	return p, nil
}

// pastResolution returns what the chain says of a resolution, if it is valid.
func pastResolution(chain *history.Chain, set *rules.Set, g *game.Resolution) PastResolution {
	x := PastResolution{Awaited: adjudicator.Awaited(set, g.Position)}
	if chain == nil {
		return x
	}
	entries := chain.Entries()
	last := entries[g.Turn]
	if n := g.Turn + 1; n < len(entries) {
		if _, closed := entries[n].Body.(*history.Close); closed {
			last = entries[n]
		}
	}
	x.Head = last.Hash.String()
	if lines, err := chain.KitLines(g.Epoch); err == nil && len(g.Rolls) > 0 {
		x.Kit = lines
	}
	return x
}
