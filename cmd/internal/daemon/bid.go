package daemon

import (
	"encoding/hex"
	"io"
	"slices"
	"strings"
	"time"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/history"
	"fieldpost/mailio"
	"fieldpost/orders"
	"fieldpost/store"
	"fieldpost/templates"
)

// Secret bids come before the start: who sits on the Axis' seats is one party, who sits on those of the Allies the other. Each sends one
// bid; what is sealed stands in the history as a hash, and is told when both are in.

// bids tells whether the game begins with bids that are not settled.
func (t *Table) bids() bool { return t.Life.House.Get("bids") == "on" && !t.Life.Bids.Done }

// errBids is why a game with open bids is not started.
var errBids = &notDone{why: "the game waits for secret bids and begins when they are settled; with the word anyway (--anyway) they are settled as they are", key: "bids"}

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
	return o.tellBids(tx, t, templates.NoteView{Kind: templates.BidsOpen}, templates.BidsView{Until: t.Life.Bids.Until}, seqName(entry))
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

// tellBids tells everybody how bids stand, each in his time.
func (o *Office) tellBids(tx *store.Tx, t *Table, v templates.NoteView, b templates.BidsView, name string) error {
	for _, s := range t.readers() {
		b.Zone = s.location()
		v.Bids = &b
		if err := o.tell(tx, t, s, v, "bids", name); err != nil {
			return err
		}
	}
	return nil
}

// bid takes a bid, sealed by its sender or to be sealed, or opens one.
func (e *errand) bid(c orders.Speech) (templates.Mail, error) {
	t := e.table
	if !t.Life.Bids.Running() {
		return e.decline(templates.NoteView{Kind: templates.BidNot})
	}
	b, err := orders.ParseBid(t.Rules.Board, c.Text)
	if err != nil {
		return e.decline(templates.NoteView{Kind: templates.BidBad, Word: err.Error()})
	}
	bid := game.Bid{Party: t.Rules.Board.SideOf(e.seat.Power), Role: e.seat.Role, At: e.o.Now().UTC().Truncate(time.Second)}
	for _, m := range b.Money {
		bid.Terms = append(bid.Terms, game.Cash{Role: t.Rules.Board.SeatOf(m.Power).Role, IPC: m.IPC})
	}
	if b.Commit == "" {
		if err := bid.Terms.Check(t.Rules.Board); err != nil {
			return e.decline(templates.NoteView{Kind: templates.BidBad, Word: err.Error()})
		}
	}
	switch {
	case b.Salt != "":
		return e.openBid(bid, b.Salt)
	case t.Life.Bids.Of(bid.Party) != nil && t.allSealed():
		return e.decline(templates.NoteView{Kind: templates.BidNot}) // the other party may know it by now
	case b.Commit != "":
		if bid.Hash, err = dice.ParseHash(b.Commit); err != nil {
			return templates.Mail{}, err
		}
		return e.keepBid(bid, templates.NoteView{Kind: templates.BidNoted, Word: b.Commit})
	}
	salt := make([]byte, 16)
	if _, err := io.ReadFull(e.o.Random, salt); err != nil {
		return templates.Mail{}, err
	}
	bid.Salt = hex.EncodeToString(salt)
	bid.Hash = game.BidHash(t.Setup.Name, bid.Role, bid.Terms, bid.Salt)
	return e.keepBid(bid, templates.NoteView{Kind: templates.BidSealed, Word: bid.Hash.String(),
		Lines: templates.BidCheck(t.Setup.Name, e.seat.Power, t.Rules.Board, bid.Terms, bid.Salt)})
}

// keepBid writes the hash of a bid into the history, and settles the bids if it was the last.
func (e *errand) keepBid(bid game.Bid, v templates.NoteView) (templates.Mail, error) {
	t := e.table
	t.Life.Bids.Make(bid)
	if _, err := e.o.record(t, &history.Act{Actor: bid.Role, What: "bid sealed", Hash: bid.Hash}); err != nil {
		return templates.Mail{}, err
	}
	m, err := e.words(v)
	if err != nil {
		return m, err
	}
	return m, e.o.afterBid(e.tx, t, true)
}

// openBid opens a bid that its party has sealed itself.
func (e *errand) openBid(bid game.Bid, salt string) (templates.Mail, error) {
	t := e.table
	made := t.Life.Bids.Of(bid.Party)
	switch {
	case made == nil || !t.allSealed():
		return e.decline(templates.NoteView{Kind: templates.BidEarly})
	case !game.ValidSalt(salt) || game.BidHash(t.Setup.Name, made.Role, bid.Terms, salt) != made.Hash:
		return e.decline(templates.NoteView{Kind: templates.BidOther, Word: made.Hash.String()})
	}
	made.Salt, made.Terms = salt, bid.Terms
	m, err := e.words(templates.NoteView{Kind: templates.BidOpened})
	if err != nil {
		return m, err
	}
	return m, e.o.afterBid(e.tx, t, false)
}

// allSealed tells whether both parties have bid; one that the bot plays alone never does.
func (t *Table) allSealed() bool {
	for _, side := range []board.Side{board.Axis, board.Allies} {
		if len(t.partyPeople(side)) > 0 && t.Life.Bids.Of(side) == nil {
			return false
		}
	}
	return true
}

// bidders are the parties whose bid is awaited: to be made, or to be opened.
func (t *Table) bidders() []templates.Party {
	if !t.Life.Bids.Running() {
		return nil
	}
	var out []templates.Party
	for _, side := range []board.Side{board.Axis, board.Allies} {
		if b := t.Life.Bids.Of(side); len(t.partyPeople(side)) > 0 && (b == nil || t.allSealed() && !b.Open()) {
			out = append(out, templates.Party{Side: side})
		}
	}
	return out
}

// afterBid settles the bids once all are known, and asks for those that only their bidders can open when the last was
// sealed.
func (o *Office) afterBid(tx *store.Tx, t *Table, sealed bool) error {
	if !t.allSealed() {
		return t.save()
	}
	var closed []templates.Party
	for _, b := range t.Life.Bids.Made {
		if !b.Open() {
			closed = append(closed, t.party(b.Role))
		}
	}
	if len(closed) == 0 {
		return o.settleBids(tx, t)
	}
	if sealed {
		return o.tellBids(tx, t, templates.NoteView{Kind: templates.BidReveal, Whom: closed}, templates.BidsView{}, "reveal-"+seqKey(t.Chain.Len()))
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

// settleBids opens all bids that are known, pays the money, exchanges the sides if need be, and begins the game. A bid that was not
// opened counts as none.
func (o *Office) settleBids(tx *store.Tx, t *Table) error {
	b := t.Rules.Board
	view := templates.BidsView{}
	for _, x := range t.Life.Bids.Made {
		if !x.Open() {
			continue
		}
		what := "bid opened " + x.Terms.String() + " salt " + x.Salt
		if _, err := o.record(t, &history.Act{Actor: x.Role, What: what, Hash: x.Hash}); err != nil {
			return err
		}
		view.Opened = append(view.Opened, templates.OpenBid{By: b.PowerOf(x.Role), Terms: x.Terms, Salt: x.Salt, Hash: x.Hash.String()})
	}
	out := t.Life.Bids.Settle(b)
	t.Life.Bids.Done = true
	t.Pos = out.Terms.On(b, t.Pos)
	state := dice.Sum([]byte(t.Pos.Text(b)))
	entry, err := o.record(t, &history.Act{Actor: "players", What: out.Terms.PaidAct(), Hash: state})
	if err != nil {
		return err
	}
	if x := t.Life.Bids.Of(out.Party); x != nil {
		view.Party, view.Side, view.Paid, view.Swaps = b.PowerOf(x.Role), out.Side, out.Terms, out.Exchange()
	}
	if err := o.tellBids(tx, t, templates.NoteView{Kind: templates.BidsSettled}, view, seqName(entry)); err != nil {
		return err
	}
	if out.Exchange() {
		if err := o.exchange(tx, t); err != nil {
			return err
		}
	}
	if len(t.missing()) > 0 {
		return t.save() // somebody has left meanwhile: it begins when the seat is taken again
	}
	return o.Start(tx, t)
}

// exchange seats each party on the other side. Its people take the new seats in turn order, in the order of their old ones, and begin
// again if there are more seats than people. Every seat gets a new key.
func (o *Office) exchange(tx *store.Tx, t *Table) error {
	people := map[board.Side][]Seat{}
	for _, side := range []board.Side{board.Axis, board.Allies} {
		var seen []string
		for _, s := range t.Seats {
			who := mailio.FoldAddress(s.Address)
			if t.Rules.Board.SideOf(s.Power) == side && !slices.Contains(seen, who) {
				seen, people[side] = append(seen, who), append(people[side], s)
			}
		}
	}
	turn := map[board.Side]int{}
	for _, old := range slices.Clone(t.Seats) {
		side := t.Rules.Board.SideOf(old.Power)
		from := people[side.Other()]
		next := from[turn[side]%len(from)]
		turn[side]++
		next.Power, next.Role, next.Thread = old.Power, old.Role, nil
		next, err := o.withPerson(tx, t, next, old)
		if err != nil {
			return err
		}
		if err := t.saveSeat(tx, next); err != nil {
			return err
		}
	}
	about := strings.Join(slices.Concat(t.partyPeople(board.Axis), t.partyPeople(board.Allies)), " ")
	entry, err := o.act(t, "players", "the sides are exchanged", about)
	if err != nil {
		return err
	}
	for _, s := range t.Seats {
		if !s.Taken() {
			continue
		}
		key, err := o.KeyOf(tx, t, s)
		if err != nil {
			return err
		}
		v := templates.NoteView{Kind: templates.SeatGiven, Who: templates.Party{Power: s.Power}, Word: key.Reveal()}
		if err := o.tell(tx, t, s, v, "seat", seqName(entry)); err != nil {
			return err
		}
	}
	return nil
}
