package daemon

import (
	"cmp"
	"encoding/hex"
	"io"
	"slices"
	"strings"
	"time"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/history"
	"fieldpost/cmd/internal/command"
	"fieldpost/cmd/internal/roster"
	"fieldpost/mailio"
	"fieldpost/orders/commands"
	"fieldpost/store"
	"fieldpost/templates/layout"
	"fieldpost/templates/local"
	"fieldpost/templates/notice"
)

// Secret bids come before the start: who sits on the Axis' seats is one party, who sits on those of the Allies the
// other. Each sends one bid; what is sealed stands in the history as a hash, and is told when both are in.

// bids tells whether the game begins with bids that are not settled.
func (t *Table) bids() bool { return t.Life.House.Get("bids") == "on" && !t.Life.Bids.Done }

// errBids is why a game with open bids is not started.
var errBids = &notDone{why: "the game waits for secret bids and begins when they are settled; with the word anyway (--anyway) they are settled as they are", key: notice.DeniedBids}

// openBids asks both parties for their bids. A game in one hand needs none.
func (o *Office) openBids(tx *store.Tx, t *Table) error {
	if t.Life.Bids.Running() {
		return errBids
	}
	if one := t.partyPeople(board.Axis); len(one) == 1 && slices.Equal(one, t.partyPeople(board.Allies)) {
		t.Life.Bids.Done = true
		return o.Start(tx, t)
	}
	t.Life.Bids.Opened = o.Now().UTC().Truncate(time.Second)
	if d, ok := t.Life.House.Duration("bid-span"); ok && d > 0 {
		t.Life.Bids.Until = t.Life.Bids.Opened.Add(d)
	}
	entry, err := o.record(t, &history.Act{Actor: "players", What: "bids open", Hash: dice.Sum(dice.Text("pbd1 bids", "game "+t.Setup.Name))})
	if err != nil {
		return err
	}
	next, shared := game.Reseat(t.Rules.Board, t.persons())
	n := notice.BidsOpen{Until: t.Life.Bids.Until, Seats: t.seating(next, shared, t.names()), Lines: nil}
	return o.askBids(tx, t, n, seqName(entry))
}

// partyPeople are the addresses of those who sit on a side's seats, in turn order.
func (t *Table) partyPeople(side board.Side) []string {
	var out []string
	for _, s := range t.Seats {
		if at := mailio.FoldAddress(s.Address); t.Rules.Board.SideOf(s.Power) == side && s.Taken() && !slices.Contains(out, at) {
			out = append(out, at)
		}
	}
	return out
}

// askBids asks everybody for bids, each player with the header of their own.
func (o *Office) askBids(tx *store.Tx, t *Table, n notice.BidsOpen, name string) error {
	for _, s := range t.readers() {
		n.Lines = nil
		if s.Power != board.Nobody {
			key, err := o.KeyOf(tx, t, s)
			if err != nil {
				return err
			}
			n.Lines = t.confirmLines(s.Power, key)
		}
		if err := o.tell(tx, t, s, n, "bids", name); err != nil {
			return err
		}
	}
	return nil
}

var _ = define[commands.Bid](command.Spec{
	Syntax: []commands.Syntax{commands.BidSyntax},
	Who:    command.Players, In: command.AnyGame, NeedsKey: command.SeatKey,
}, (*errand).bid)

// bid takes a bid, sealed by its sender or to be sealed, or opens one.
func (e *errand) bid(c commands.Bid) (layout.Mail, error) {
	t := e.table
	if !t.Life.Bids.Running() {
		return e.decline(notice.BidNotAwaited{})
	}
	b, err := commands.ParseBid(t.Rules.Board, c.Text)
	if err != nil {
		return e.decline(notice.BidBad{Why: notice.Quote(err.Error())})
	}
	bid := game.Bid{Party: t.Rules.Board.SideOf(e.seat.Power), Role: e.seat.Role, At: e.o.Now().UTC().Truncate(time.Second)}
	for _, m := range b.Money {
		bid.Terms = append(bid.Terms, game.Cash{Role: t.Rules.Board.SeatOf(m.Power).Role, IPC: m.IPC})
	}
	if b.Commit == "" {
		if err := bid.Terms.Check(t.Rules.Board); err != nil {
			return e.decline(notice.BidBad{Why: notice.Quote(err.Error())})
		}
	}
	switch {
	case b.Salt != "":
		return e.openBid(bid, b.Salt)
	case t.Life.Bids.Of(bid.Party) != nil && t.Life.Bids.AllMade(t.bidParties()):
		return e.decline(notice.BidNotAwaited{}) // the other party may know it by now
	case b.Commit != "":
		if bid.Hash, err = dice.ParseHash(b.Commit); err != nil {
			return layout.Mail{}, err
		}
		return e.keepBid(bid, notice.BidNoted{Hash: b.Commit})
	}
	salt := make([]byte, 16)
	if _, err := io.ReadFull(e.o.Random, salt); err != nil {
		return layout.Mail{}, err
	}
	bid.Salt = hex.EncodeToString(salt)
	bid.Hash = game.BidHash(t.Setup.Name, bid.Role, bid.Terms, bid.Salt)
	return e.keepBid(bid, notice.BidSealed{Hash: bid.Hash.String(), Check: notice.BidCheck(t.Setup.Name, e.seat.Power, t.Rules.Board, bid.Terms, bid.Salt)})
}

// keepBid writes the hash of a bid into the history, and settles the bids if it was the last.
func (e *errand) keepBid(bid game.Bid, v notice.Notice) (layout.Mail, error) {
	t := e.table
	t.Life.Bids.Make(bid)
	if _, err := e.o.record(t, &history.Act{Actor: bid.Role, What: "bid sealed", Hash: bid.Hash}); err != nil {
		return layout.Mail{}, err
	}
	m, err := e.words(v)
	if err != nil {
		return m, err
	}
	return m, e.o.afterBid(e.tx, t, true)
}

// openBid opens a bid that its party has sealed itself.
func (e *errand) openBid(bid game.Bid, salt string) (layout.Mail, error) {
	t := e.table
	made := t.Life.Bids.Of(bid.Party)
	switch {
	case made == nil || !t.Life.Bids.AllMade(t.bidParties()):
		return e.decline(notice.BidEarly{})
	case !game.ValidSalt(salt) || game.BidHash(t.Setup.Name, made.Role, bid.Terms, salt) != made.Hash:
		return e.decline(notice.BidOther{Hash: made.Hash.String()})
	}
	made.Salt, made.Terms = salt, bid.Terms
	m, err := e.words(notice.BidOpened{})
	if err != nil {
		return m, err
	}
	return m, e.o.afterBid(e.tx, t, false)
}

// bidParties are the sides on whose seats people sit: one that the bot plays alone never bids.
func (t *Table) bidParties() []board.Side {
	nobody := func(side board.Side) bool { return len(t.partyPeople(side)) == 0 }
	return slices.DeleteFunc([]board.Side{board.Axis, board.Allies}, nobody)
}

// bidders are the parties whose bid is awaited.
func (t *Table) bidders() []local.Participant {
	var out []local.Participant
	for _, side := range t.Life.Bids.Awaited(t.bidParties()) {
		out = append(out, local.Participant{Side: side})
	}
	return out
}

// afterBid settles the bids once all are known, and asks for those that only their bidders can open when the last was
// sealed.
func (o *Office) afterBid(tx *store.Tx, t *Table, sealed bool) error {
	if !t.Life.Bids.AllMade(t.bidParties()) {
		return t.save()
	}
	var closed []local.Participant
	for _, b := range t.Life.Bids.Made {
		if !b.Open() {
			closed = append(closed, t.party(b.Role))
		}
	}
	if len(closed) == 0 {
		return o.settleBids(tx, t)
	}
	if sealed {
		return o.tellAll(tx, t, notice.BidsReveal{Who: closed}, "bids", "reveal-"+seqKey(t.Chain.Len()))
	}
	return t.save()
}

// bidsEnd is when the bids are settled as they are.
func bidsEnd(t *Table) time.Time {
	if !t.Life.Bids.Running() {
		return time.Time{}
	}
	return t.Life.Bids.Until
}

// settleBids opens all bids that are known, pays the money, exchanges the sides if need be, and begins the game. A
// bid that was not opened counts as none.
func (o *Office) settleBids(tx *store.Tx, t *Table) error {
	b := t.Rules.Board
	view := notice.BidsSettled{Party: board.Nobody, Side: board.NoSide, Paid: nil, Swaps: false, Powers: nil, Seats: nil, Lines: nil, Opened: nil}
	for _, x := range t.Life.Bids.Made {
		if !x.Open() {
			continue
		}
		what := "bid opened " + x.Terms.String() + " salt " + x.Salt
		if _, err := o.record(t, &history.Act{Actor: x.Role, What: what, Hash: x.Hash}); err != nil {
			return err
		}
		view.Opened = append(view.Opened, notice.OpenBid{By: b.PowerOf(x.Role), Terms: x.Terms, Salt: x.Salt, Hash: x.Hash.String()})
	}
	out := t.Life.Bids.Settle(b)
	t.Life.Bids.Done = true
	paid, err := t.take(t.Pay(out.Terms, o.Now()))
	if err != nil {
		return err
	}
	if err := t.save(); err != nil {
		return err
	}
	entry := paid.Records[0]
	if x := t.Life.Bids.Of(out.Party); x != nil {
		view.Party, view.Side, view.Paid, view.Swaps = b.PowerOf(x.Role), out.Side, out.Terms, out.Exchange()
	}
	names := t.names()
	var shared []game.Shared
	if out.Exchange() {
		if shared, err = o.exchange(tx, t); err != nil {
			return err
		}
	}
	view.Seats = t.seating(t.persons(), shared, names)
	if err := o.tellSettled(tx, t, view, shared, seqName(entry)); err != nil {
		return err
	}
	if len(t.missing()) > 0 {
		return t.save() // somebody has left meanwhile: it begins when the seat is taken again
	}
	return o.Start(tx, t)
}

// exchange seats each party on the other side. Every seat gets a new key. Persons for whom there is no power of
// their own share one: they have its key, their address counts as one of the seat's, and they get all reports as
// observers who would take it over.
func (o *Office) exchange(tx *store.Tx, t *Table) ([]game.Shared, error) {
	holders := map[string]roster.Seat{}
	for _, s := range slices.Backward(t.Seats) {
		holders[mailio.FoldAddress(s.Address)] = s
	}
	next, shared := game.Reseat(t.Rules.Board, t.persons())
	for _, old := range slices.Clone(t.Seats) {
		s := holders[next[old.Power]]
		s.Power, s.Role, s.Thread = old.Power, old.Role, nil
		for _, x := range shared {
			if x.Power == old.Power && !s.Has(x.Person) {
				s.Others = append(slices.Clone(s.Others), holders[x.Person].Address)
			}
		}
		if err := o.reseat(tx, t, s, old); err != nil {
			return nil, err
		}
	}
	for _, x := range shared {
		if err := o.shareSeat(tx, t, holders[x.Person], x.Power); err != nil {
			return nil, err
		}
	}
	about := strings.Join(slices.Concat(t.partyPeople(board.Axis), t.partyPeople(board.Allies)), " ")
	_, err := o.act(t, "players", "the sides are exchanged", about)
	return shared, err
}

// reseat gives a seat to somebody who had another, with a new key, or to nobody.
func (o *Office) reseat(tx *store.Tx, t *Table, s, old roster.Seat) (err error) {
	if s.Taken() {
		s, err = o.withPerson(tx, t, s, old)
	} else {
		s.Language = cmp.Or(s.Language, o.Language)
		s, err = o.withKey(tx, t, s, old)
	}
	if err != nil {
		return err
	}
	return t.saveSeat(tx, s)
}

// shareSeat has a person read along who shares a seat.
func (o *Office) shareSeat(tx *store.Tx, t *Table, was roster.Seat, power board.Power) error {
	s, err := o.withPerson(tx, t, roster.Seat{Kind: roster.Observer, Role: "-", Address: was.Address, Name: was.Name, Language: was.Language, Zone: was.Zone,
		Since: o.Now().UTC(), Unproved: was.Unproved, Standby: []board.Power{power}}, roster.Seat{})
	if err != nil {
		return err
	}
	return t.saveSeat(tx, s)
}

// persons is who sits for each power, by main address.
func (t *Table) persons() map[board.Power]string {
	out := map[board.Power]string{}
	for _, s := range t.Seats {
		out[s.Power] = mailio.FoldAddress(s.Address)
	}
	return out
}

// seating lists who sits for each power, and who shares it, by the names that others know them by.
func (t *Table) seating(now map[board.Power]string, shared []game.Shared, names map[string]string) []notice.Sitters {
	var out []notice.Sitters
	for _, p := range t.Rules.Board.Powers() {
		x := notice.Sitters{Power: p, Names: nil}
		if who := now[p]; who != "" {
			x.Names = append(x.Names, names[who])
		}
		for _, y := range shared {
			if y.Power == p {
				x.Names = append(x.Names, names[y.Person])
			}
		}
		out = append(out, x)
	}
	return out
}

// names are how others know the persons on the seats, by main address.
func (t *Table) names() map[string]string {
	out := map[string]string{}
	for _, s := range slices.Backward(t.Seats) {
		out[mailio.FoldAddress(s.Address)] = s.Greeting()
	}
	return out
}

// tellSettled tells everybody what was bid and what they play now; after an exchange each seat gets its new key,
// and so do those who share it.
func (o *Office) tellSettled(tx *store.Tx, t *Table, b notice.BidsSettled, shared []game.Shared, name string) error {
	settled := func(s roster.Seat, who string, name ...string) error {
		n := b
		n.Powers = t.playedByPerson(who, shared)
		if b.Swaps && s.Power != board.Nobody {
			key, err := o.KeyOf(tx, t, s)
			if err != nil {
				return err
			}
			n.Lines = t.confirmLines(s.Power, key)
		}
		return o.tell(tx, t, s, n, append([]string{"bids"}, name...)...)
	}
	for _, s := range t.readers() {
		who := mailio.FoldAddress(s.Address)
		if s.Kind == roster.Observer && slices.ContainsFunc(shared, func(x game.Shared) bool { return x.Person == who }) {
			continue
		}
		if err := settled(s, who, name); err != nil {
			return err
		}
	}
	for _, x := range shared {
		s, reader := *t.Seat(x.Power), t.named(roster.Seat{Kind: roster.Observer, Address: x.Person}.ID())
		s.Address, s.Name, s.Language, s.Zone, s.Others = reader.Address, reader.Name, reader.Language, reader.Zone, nil
		if err := settled(s, x.Person, name, reader.Mark()); err != nil {
			return err
		}
	}
	return nil
}

// playedByPerson are the powers that somebody plays, alone or shared.
func (t *Table) playedByPerson(who string, shared []game.Shared) (powers []local.Participant) {
	for _, s := range t.Seats {
		if mailio.FoldAddress(s.Address) == who || slices.Contains(shared, game.Shared{Person: who, Power: s.Power}) {
			powers = append(powers, local.Participant{Power: s.Power})
		}
	}
	return powers
}
