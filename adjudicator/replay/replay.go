// Package replay plays a finished or running game again from what its history keeps: the set-up, the records with
// their revealed seeds, and the order sets. Package game carries each record out as it did when the record was
// made; whatever follows must be what the records say: each roll by label, each position by its hash. Every
// position and event on the way is kept, so that the past can be looked at, searched, and played with other orders.
//
// Package history checks what can be checked without knowing the rules. This package checks the rest.
package replay

import (
	"errors"
	"fmt"
	"slices"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/history"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/rules"
)

// Source is what a game is played again from.
type Source struct {
	Setup   game.Setup
	Records [][]byte
	Sets    [][]byte // order sets, turn and standing; a resolution whose sets are not all here cannot be played
	Words   [][]byte // texts of the referee's edits
	Parse   game.Parser
	// Closed says that order sets which are not here are closed to the reader, not lost: the game is played as far as
	// its sets are open.
	Closed bool
}

// Game is a game, played again as far as its records allow.
type Game struct {
	Setup       game.Setup
	Rules       *rules.Set
	Start       *position.Position
	Resolutions []*game.Resolution // in the order in which they were played, those that were undone too
	Position    *position.Position // after the last record; while orders are locked, with what they fix on file
	Edits       []game.Edited      // of the referee, in the order of their records
	OnFile      []game.OrderSet    // standing sets of the last lock
	Differences []game.Difference
	Closed      int // seq of the record whose orders are closed to the reader, where the play ends; 0 if none are

	now   game.Game // after the last record
	texts game.Texts
}

// Play plays a game again. The error is that of a set-up that cannot be played at all; everything else that is
// wrong is in the game's Differences.
func Play(src Source) (*Game, error) {
	p, err := play(src)
	if err != nil {
		return nil, err
	}
	return p.Game, nil
}

// Now is the game after its last record, for what comes next, and the texts that its records name.
func (g *Game) Now() (game.Game, game.Texts) { return g.now, g.texts }

// Stand lists the resolutions that stand.
func (g *Game) Stand() []*game.Resolution {
	past := game.Past{Resolutions: g.Resolutions}
	return past.Stand()
}

// Standing is the game as if what was undone had never been played: what a war is told and counted by. Of such a
// game it is the same.
func (g *Game) Standing() *Game {
	out := *g
	out.Resolutions = g.Stand()
	return &out
}

// player is a game while it is played again.
type player struct {
	*Game
	named   *history.Record // the newest that names the rules
	stopped bool            // a record could not be played, nor what follows it
}

func play(src Source) (*player, error) {
	start, err := game.New(src.Setup)
	if err != nil {
		return nil, err
	}
	p := &player{Game: &Game{Setup: src.Setup, Rules: start.Rules, Start: start.Pos, now: start}}
	p.readTexts(src)
	for i, b := range src.Records {
		if p.read(i, b); p.stopped {
			break
		}
	}
	if len(src.Records) > 0 {
		p.checkRules()
	}
	end := p.now
	if end.Waits() && !p.stopped {
		end, err = p.now.WithLocked(p.texts)
		p.note(history.NoRecord, err)
	}
	p.Resolutions, p.Edits = end.Past.Resolutions, end.Past.Edits
	p.Position, p.OnFile = end.Pos, end.Sets
	return p, nil
}

// readTexts reads what records name by hash.
func (p *player) readTexts(src Source) {
	p.texts = game.Texts{Sets: map[dice.Hash]game.OrderSet{}, Words: map[dice.Hash]history.RefereeText{},
		Parse: src.Parse, Closed: src.Closed}
	for _, b := range src.Sets {
		s, err := game.ReadOrderSet(b)
		if err != nil {
			p.differ(history.NoRecord, "order set", "a text in canonical form", err.Error())
			continue
		}
		p.texts.Sets[s.Ref.Set] = s
	}
	for _, b := range src.Words {
		if w, err := history.ParseRefereeText(b); err == nil { // else history.Verify finds it
			p.texts.Words[dice.Sum(b)] = w
		}
	}
}

func (p *player) differ(record int, what, expected, found string) {
	p.Differences = append(p.Differences, game.Difference{Record: record, What: what, Expected: expected, Found: found})
}

// read carries out the record in place i.
func (p *player) read(i int, b []byte) {
	r, err := history.ParseRecord(b)
	if err != nil {
		p.differ(i, "record", "a text in canonical form", err.Error())
		return
	}
	if r.Seq != i {
		p.differ(i, "place", fmt.Sprintf("record %d", i), fmt.Sprintf("record %d", r.Seq))
	}
	switch r.Body.(type) {
	case *history.Genesis, *history.Upgrade:
		p.named = &r
	}
	now, _, err := game.Apply(p.now, r, p.texts)
	p.now, p.stopped = now, !p.note(r.Seq, err)
}

// note notes what a record says otherwise. It reports whether the game can go on.
func (p *player) note(seq int, err error) bool {
	if errors.Is(err, game.ErrClosed) {
		p.Closed = max(p.Closed, seq)
		return false
	}
	mismatch, ok := errors.AsType[*game.MismatchError](err)
	if !ok {
		return true
	}
	p.Differences = append(p.Differences, mismatch.Differences...)
	return !mismatch.Final
}

// checkRules compares the rules that the newest genesis or upgrade record names with those that the game was played
// again with. What was played under others before must come to the same all the same: that is what an upgrade
// promises.
func (p *player) checkRules() {
	seq, want := 0, dice.Hash{}
	if p.named != nil {
		seq = p.named.Seq
		switch b := p.named.Body.(type) {
		case *history.Genesis:
			want = b.Rules
		case *history.Upgrade:
			want = b.Rules
		}
	}
	text, err := p.Setup.Text()
	if err != nil {
		p.differ(seq, "rules", want.String(), err.Error())
	} else if got := dice.Sum(text); got != want {
		p.differ(seq, "rules", want.String(), got.String())
	}
}

// WhatIf plays a resolution with other orders of the same power, on dice of their own: they come from its seed and
// the name, and are never those of a record, so that they do not show what other orders would have rolled
// (dice.WhatIfSeed).
func (g *Game) WhatIf(x *game.Resolution, f order.File, name string) (adjudicator.Result, []dice.Roll, error) {
	if x.Power == board.Nobody {
		return adjudicator.Result{}, nil, fmt.Errorf("record %d deals national advantages: nobody's orders are played in it", x.Turn)
	}
	rec := dice.NewRecorder(dice.NewStream(dice.WhatIfSeed(x.Seed, name)))
	res, err := adjudicator.Play(g.Rules, x.Before, x.Power, f, rec)
	return res, rec.Rolls(), err
}

// TurnOf lists the resolutions of a turn that stand, up to that of a turn record; none if it does not stand.
func (g *Game) TurnOf(record int) []*game.Resolution {
	stand := g.Stand()
	end := slices.IndexFunc(stand, func(r *game.Resolution) bool { return r.Turn == record })
	if end < 0 {
		return nil
	}
	begin := end
	for begin > 0 && sameTurn(stand[begin-1], stand[end]) {
		begin--
	}
	return stand[begin : end+1]
}

func sameTurn(a, b *game.Resolution) bool {
	return a.Before.Round() == b.Before.Round() && a.Before.Power() == b.Before.Power()
}
