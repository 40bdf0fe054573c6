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

// Public is what anybody may be shown of a game: no address, no key, no master secret, no order that is still closed. It is what
// pages are made of; whatever is added here is seen.
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

// PublicOthers are the people without a power, without their addresses. An address that has not confirmed is not counted.
type PublicOthers struct {
	Referee   bool   // somebody is
	Name      string // of the referee; "" if nobody gave one
	Observers int    // substitutes who wait are among them
}

// PublicSeat is a seat without its person's address.
type PublicSeat struct {
	Power    board.Power
	Name     string // of the person, as the operator entered it; "" if the seat is free or nobody gave one
	Language string
	Taken    bool
	Bounced  bool // mail to it came back for good
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

// ErrNoGame says that there is no game of that name.
var ErrNoGame = errors.New("there is no such game")

// Games lists all games.
func (d Control) Games() (rows []gamestore.Summary, err error) {
	err = d.Store.View(func(tx *store.Tx) error {
		list, err := admin.ListGames(d.Env, tx, struct{}{})
		if err == nil {
			rows = list.([]gamestore.Summary)
		}
		return err
	})
	return rows, err
}

// Public shows a game as it stands. The error is ErrNoGame if there is none of that name.
func (d Control) Public(name string) (p *Public, err error) {
	err = d.Store.View(func(tx *store.Tx) error {
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
	p := &Public{Summary: gamestore.Summarize(g), Set: g.Rules, Head: g.Chain.Head().String(), VKey: g.State.VKey, Tier: g.Chain.Genesis().Tier, Position: gamestore.PublicPosition(g.Pos)}
	for _, s := range g.Seats {
		p.Seats = append(p.Seats, PublicSeat{Power: s.Power, Name: s.Name, Language: s.Language, Taken: s.Taken(), Bounced: s.Bounced != ""})
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

// Past is a game played again from its records, as an audit does, without what is closed in it.
type Past struct {
	Head        string // of the history that was played
	Game        *replay.Game
	Goes        []PastResolution
	Records     int
	Dice        int
	Differences []game.Difference // without what was expected and found, which may quote orders on file
	Luck        luck.Report
}

// PastResolution is what a report of one go needs beside what the replayed game says of it.
type PastResolution struct {
	Awaited []adjudicator.Await // after it
	Head    string              // hash of its last record
	Kit     []string            // shell lines that check its dice
}

// Past plays a game again. It takes a good part of a second for a long game.
func (d Control) Past(name string) (*Past, error) {
	var data gamestore.Data
	err := d.Store.View(func(tx *store.Tx) error {
		row, err := tx.Games().Game(name)
		if err == nil {
			data, err = gamestore.ReadData(d.Env, row)
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

// pastResolution finds what the chain, where it is sound, says of a go.
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
