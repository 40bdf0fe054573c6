package adjudicator

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/rules"
)

// What a report tells of a position beside units and money: how near the war is to its end, what convoys and oil bring. Rule
// sets that know nothing of the kind have empty lists.

// FallenCapital is a capital in enemy hands, and when it wins the war for who holds it.
type FallenCapital struct {
	Capital board.SpaceID
	Holder  board.Power
	Since   int             // round in which it fell; 0: before the first record
	Round   int             // of the turn whose end decides, or with option victory-check start its beginning
	Turn    board.Power     // whose turn that is
	AtStart bool            // its beginning decides
	Keep    []board.SpaceID // capitals that the holder's side must hold then, beside this one
	Missing []board.SpaceID // those of them that it does not hold now
}

// FallenCapitals lists the capitals in enemy hands, in turn order of their owners.
func FallenCapitals(set *rules.Set, pos *position.Position) []FallenCapital {
	if !set.Victory.Capitals || pos.Power == board.Nobody || pos.Over() {
		return nil
	}
	var list []FallenCapital
	b := set.Board
	for _, s := range b.Seats {
		holder := pos.Owner[s.Capital]
		if !position.Enemy(b, s.Power, holder) {
			continue
		}
		f := FallenCapital{Capital: s.Capital, Holder: holder, Since: pos.Nation(s.Power).Fallen, AtStart: set.Victory.AtStart}
		f.Turn, f.Round = decidingTurn(set, pos, s.Capital, holder)
		for _, own := range b.Seats {
			if side := b.SideOf(holder); own.Side == side && (side == board.Allies || set.Victory.HoldOwn) {
				f.Keep = append(f.Keep, own.Capital)
				if b.SideOf(pos.Owner[own.Capital]) != side {
					f.Missing = append(f.Missing, own.Capital)
				}
			}
		}
		list = append(list, f)
	}
	return list
}

// decidingTurn is the turn, and its round, with which holding a capital wins: the holder's next one, or that with which the turns of
// the other side are over.
func decidingTurn(set *rules.Set, pos *position.Position, capital board.SpaceID, holder board.Power) (board.Power, int) {
	b := set.Board
	now, at := b.Index(pos.Power), b.Index(holder)
	if set.Victory.AtStart {
		at = slices.IndexFunc(b.Seats, func(s board.Seat) bool { return s.Side == b.SideOf(holder) })
		if at > now {
			return b.Seats[at].Power, pos.Round
		}
		return b.Seats[at].Power, pos.Round + 1
	}
	if at > now || at == now && !slices.Contains(pos.Turn.Captured, capital) {
		return holder, pos.Round
	}
	return holder, pos.Round + 1
}

// Convoy is a convoy centre: who controls it, and whom it pays now.
type Convoy struct {
	Zone   board.SpaceID
	Income int
	Holder board.Power
	Payee  board.Power // Nobody: it pays nobody
}

// Convoys lists the convoy centres in the order of the board.
func Convoys(set *rules.Set, pos *position.Position) []Convoy {
	var list []Convoy
	for i := range set.Board.Spaces {
		s := &set.Board.Spaces[i]
		if !set.Ships.Convoys || !s.IsConvoy() {
			continue
		}
		c := Convoy{Zone: s.ID, Income: s.Income, Holder: pos.Owner[i]}
		if c.Holder == s.Home && (s.Port == board.NoSpace || !position.Enemy(set.Board, pos.Owner[s.Port], s.Home)) && pos.HoldsCapital(set.Board, s.Home) {
			c.Payee = s.Home
		}
		list = append(list, c)
	}
	return list
}

// OilTrack is how much of the Middle East's income its enemy has.
type OilTrack struct {
	Collector board.Power
	Value, Of int // IPC held by the collector, and in all
	Lands     []board.SpaceID
	Next      int // IPC that it would get now: what there is of the value in its enemies' cash
}

// Oil is the Middle East track; false where the rules know none.
func Oil(set *rules.Set, pos *position.Position) (OilTrack, bool) {
	var o OilTrack
	b := set.Board
	for _, s := range b.Seats {
		if position.Enemy(b, s.Power, board.MiddleEast) {
			o.Collector = s.Power
		}
	}
	if !set.Oil.Paid || o.Collector == board.Nobody {
		return o, false
	}
	for i := range b.Spaces {
		if s := &b.Spaces[i]; s.Home == board.MiddleEast {
			o.Of += s.Income
			if pos.Owner[i] == o.Collector {
				o.Value += s.Income
				o.Lands = append(o.Lands, s.ID)
			}
		}
	}
	purse := 0
	for i := range pos.Nations {
		if n := &pos.Nations[i]; position.Enemy(b, n.Power, o.Collector) {
			purse += n.Money
		}
	}
	if o.Next = min(o.Value, purse); o.Next < o.Value && set.Oil.NoDebt || !pos.HoldsCapital(b, o.Collector) {
		o.Next = 0
	}
	return o, true
}

// Adoptable are the units in a territory that a power may take over.
type Adoptable struct {
	In    board.SpaceID
	Units []int // unit IDs
}

// Adoptables lists what the power of the Patriotic War may take over as the board stands, by territory.
func Adoptables(set *rules.Set, pos *position.Position) (board.Power, []Adoptable) {
	who := set.Patriot.Power
	if who == board.Nobody {
		return who, nil
	}
	r := newRun(set, pos, phase.Assumed())
	r.SetPower(who)
	var list []Adoptable
	for i := range set.Board.Spaces {
		at := board.SpaceID(i)
		if ids := r.UnitsIn(at, func(u *position.Unit) bool { return phase.MayConvert(r.Turn, u) }); len(ids) > 0 && phase.MayTakeOver(r.Turn, at) {
			list = append(list, Adoptable{at, ids})
		}
	}
	return who, list
}

// ShareProposal is how a power proposes to share its side's advance.
type ShareProposal struct {
	Power board.Power
	Parts []order.Part
}

// ShareProposals lists the proposals on file of the side that shares, in turn order, and the powers that have none; nothing when
// the prelude is over. Agreed tells that all are the same, so that they are in force.
func ShareProposals(set *rules.Set, pos *position.Position) (list []ShareProposal, open []board.Power, agreed bool) {
	r := newRun(set, pos, phase.Assumed())
	if set.Prelude != order.Bonus || !r.inPrelude() || Undealt(pos) {
		return nil, nil, false
	}
	for _, s := range r.Board.Seats {
		if s.Side == r.Board.Seats[0].Side {
			continue
		}
		i := slices.IndexFunc(pos.Nation(s.Power).Answers, func(o order.Order) bool { _, ok := o.(order.Share); return ok })
		if i < 0 {
			open = append(open, s.Power)
			continue
		}
		list = append(list, ShareProposal{s.Power, order.Shares(pos.Nation(s.Power).Answers[i].(order.Share).Parts)})
	}
	_, agreed = r.agreedShare()
	return list, open, agreed
}
