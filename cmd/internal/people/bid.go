package people

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
	"fieldpost/cmd/internal/env"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/notify"
	"fieldpost/cmd/internal/roster"
	"fieldpost/cmd/internal/vault"
	"fieldpost/mailio"
	"fieldpost/orders/commands"
	"fieldpost/store"
	"fieldpost/templates/layout"
	"fieldpost/templates/local"
	"fieldpost/templates/notice"
)

// errBids is why a game with open bids is not started.
var errBids = notDone(notice.DeniedBids, "the game waits for secret bids and begins when they are settled; "+
	"with the word anyway (--anyway) they are settled as they are")

// askForBids opens the bidding and asks both parties for their bids. A game whose seats are one person's needs none.
func askForBids(e *env.Env, tx *store.Tx, g *gamestore.Game) error {
	if g.State.Bids.Running() {
		return errBids
	}
	if one := partyAddresses(g, board.Axis); len(one) == 1 && slices.Equal(one, partyAddresses(g, board.Allies)) {
		g.State.Bids.Done = true
		return Start(e, tx, g)
	}
	g.State.Bids.Opened = e.Now().UTC().Truncate(time.Second)
	if d, ok := g.State.House.Duration("bid-span"); ok && d > 0 {
		g.State.Bids.Until = g.State.Bids.Opened.Add(d)
	}
	entry, err := gamestore.Record(e, g, &history.Act{Actor: "players", What: "bids open",
		Hash: dice.Sum(dice.Text("pbd1 bids", "game "+g.Setup.Name))})
	if err != nil {
		return err
	}
	next, shared := game.Reseat(g.Rules.Board, seatAddresses(g))
	n := notice.BidsOpen{Until: g.State.Bids.Until, Seats: listSitters(g, next, shared, namesByAddress(g)), Lines: nil}
	return sendBidRequests(e, tx, g, n, gamestore.SeqName(entry))
}

// partyAddresses returns the addresses of the players on a side's seats, in turn order.
func partyAddresses(g *gamestore.Game, side board.Side) []string {
	var out []string
	for _, s := range g.Seats {
		if at := mailio.FoldAddress(s.Address); g.Rules.Board.SideOf(s.Power) == side && s.Taken() &&
			!slices.Contains(out, at) {
			out = append(out, at)
		}
	}
	return out
}

// seatLines returns the headers of a person's seats, of which any may begin a mail; nothing for who plays no power.
func seatLines(e *env.Env, tx *store.Tx, g *gamestore.Game, s roster.Participant) ([]string, error) {
	key, err := vault.SeatKey(e, tx, g, s)
	if err != nil {
		return nil, err
	}
	var lines []string
	for _, seat := range g.OfPerson(s) {
		if seat.Power == board.Nobody {
			continue
		}
		if len(lines) > 0 {
			lines = append(lines, "")
		}
		lines = append(lines, notify.ConfirmLines(g, seat.Power, key)...)
	}
	return lines, nil
}

// sendBidRequests asks everybody for bids, each player with the header of their own.
func sendBidRequests(e *env.Env, tx *store.Tx, g *gamestore.Game, n notice.BidsOpen, name string) (err error) {
	for _, s := range g.Addressees() {
		if n.Lines, err = seatLines(e, tx, g, s); err != nil {
			return err
		}
		if err := notify.SendNotice(e, tx, g, s, n, "bids", name); err != nil {
			return err
		}
	}
	return nil
}

var _ = command.Handle[commands.Bid](command.Spec{
	Syntax: []commands.Syntax{commands.BidSyntax},
	Who:    command.Players, In: command.AnyGame, NeedsKey: command.SeatKey,
}, handleBid)

// handleBid seals a bid, keeps one that its sender has sealed, or opens one.
func handleBid(r *command.Request, c commands.Bid) (layout.Mail, error) {
	g := r.Game
	if !g.State.Bids.Running() {
		return r.RefuseCommand(notice.BidNotAwaited{})
	}
	b, err := commands.ParseBid(g.Rules.Board, c.Text)
	if err != nil {
		return r.RefuseCommand(notice.BidBad{Why: notice.Quote(err.Error())})
	}
	bid := game.Bid{Party: g.Rules.Board.SideOf(r.Seat.Power), Role: r.Seat.Role,
		At: r.Env.Now().UTC().Truncate(time.Second)}
	for _, m := range b.Money {
		bid.Terms = append(bid.Terms, game.Amount{Role: g.Rules.Board.SeatOf(m.Power).Role, IPC: m.IPC})
	}
	if b.Commit == "" {
		if err := bid.Terms.Check(g.Rules.Board); err != nil {
			return r.RefuseCommand(notice.BidBad{Why: notice.Quote(err.Error())})
		}
	}
	switch {
	case b.Salt != "":
		return revealBid(r, bid, b.Salt)
	case g.State.Bids.Of(bid.Party) != nil && g.State.Bids.AllMade(biddingSides(g)):
		return r.RefuseCommand(notice.BidNotAwaited{}) // the other party may know it by now
	case b.Commit != "":
		if bid.Hash, err = dice.ParseHash(b.Commit); err != nil {
			return layout.Mail{}, err
		}
		return saveBid(r, bid, notice.BidNoted{Hash: b.Commit})
	}
	salt := make([]byte, 16)
	if _, err := io.ReadFull(r.Env.Random, salt); err != nil {
		return layout.Mail{}, err
	}
	bid.Salt = hex.EncodeToString(salt)
	bid.Hash = game.BidHash(g.Setup.Name, bid.Role, bid.Terms, bid.Salt)
	return saveBid(r, bid, notice.BidSealed{Hash: bid.Hash.String(),
		Check: notice.BidCheck(g.Setup.Name, r.Seat.Power, g.Rules.Board, bid.Terms, bid.Salt)})
}

// saveBid records the hash of a bid, and settles the bids if it was the last.
func saveBid(r *command.Request, bid game.Bid, v notice.Notice) (layout.Mail, error) {
	g := r.Game
	g.State.Bids.Make(bid)
	if _, err := gamestore.Record(r.Env, g, &history.Act{Actor: bid.Role, What: "bid sealed",
		Hash: bid.Hash}); err != nil {
		return layout.Mail{}, err
	}
	m, err := r.Render(v)
	if err != nil {
		return m, err
	}
	return m, settleIfComplete(r.Env, r.Tx, g, true)
}

// revealBid opens a bid that its party has sealed itself.
func revealBid(r *command.Request, bid game.Bid, salt string) (layout.Mail, error) {
	g := r.Game
	made := g.State.Bids.Of(bid.Party)
	switch {
	case made == nil || !g.State.Bids.AllMade(biddingSides(g)):
		return r.RefuseCommand(notice.BidEarly{})
	case !game.ValidSalt(salt) || game.BidHash(g.Setup.Name, made.Role, bid.Terms, salt) != made.Hash:
		return r.RefuseCommand(notice.BidOther{Hash: made.Hash.String()})
	}
	made.Salt, made.Terms = salt, bid.Terms
	m, err := r.Render(notice.BidOpened{})
	if err != nil {
		return m, err
	}
	return m, settleIfComplete(r.Env, r.Tx, g, false)
}

// biddingSides returns the sides with players: one that only the bot plays never bids.
func biddingSides(g *gamestore.Game) []board.Side {
	nobody := func(side board.Side) bool { return len(partyAddresses(g, side)) == 0 }
	return slices.DeleteFunc([]board.Side{board.Axis, board.Allies}, nobody)
}

// AwaitedBidders returns the parties whose bid is awaited.
func AwaitedBidders(g *gamestore.Game) []local.Participant {
	var out []local.Participant
	for _, side := range g.State.Bids.Awaited(biddingSides(g)) {
		out = append(out, local.Participant{Side: side})
	}
	return out
}

// settleIfComplete settles the bids once all are known. When the last was sealed, it asks for those that only their
// bidders can open.
func settleIfComplete(e *env.Env, tx *store.Tx, g *gamestore.Game, sealed bool) error {
	if !g.State.Bids.AllMade(biddingSides(g)) {
		return g.Save()
	}
	var closed []local.Participant
	for _, b := range g.State.Bids.Made {
		if !b.Open() {
			closed = append(closed, gamestore.PressParticipant(g, b.Role))
		}
	}
	if len(closed) == 0 {
		return SettleBids(e, tx, g)
	}
	if sealed {
		return notify.SendNoticeToAll(e, tx, g, notice.BidsReveal{Who: closed}, "bids", "reveal-"+gamestore.SeqKey(g.Chain.Len()))
	}
	return g.Save()
}

// SettleBids opens all bids that are known, pays the money, exchanges the sides if need be, and begins the game. A bid
// that was not opened counts as none.
func SettleBids(e *env.Env, tx *store.Tx, g *gamestore.Game) error {
	b := g.Rules.Board
	view := notice.BidsSettled{Party: board.Nobody, Side: board.NoSide, Paid: nil, Swaps: false, Powers: nil,
		Seats: nil, Lines: nil, Opened: nil}
	for _, x := range g.State.Bids.Made {
		if !x.Open() {
			continue
		}
		what := "bid opened " + x.Terms.String() + " salt " + x.Salt
		if _, err := gamestore.Record(e, g, &history.Act{Actor: x.Role, What: what, Hash: x.Hash}); err != nil {
			return err
		}
		view.Opened = append(view.Opened, notice.OpenBid{By: b.PowerOf(x.Role), Terms: x.Terms, Salt: x.Salt,
			Hash: x.Hash.String()})
	}
	out := g.State.Bids.Settle(b)
	g.State.Bids.Done = true
	paid, err := g.Adopt(g.Pay(out.Terms, e.Now()))
	if err != nil {
		return err
	}
	if err := g.Save(); err != nil {
		return err
	}
	entry := paid.Records[0]
	if x := g.State.Bids.Of(out.Party); x != nil {
		view.Party, view.Side, view.Paid, view.Swaps = b.PowerOf(x.Role), out.Side, out.Terms, out.Exchange()
	}
	names := namesByAddress(g)
	var shared []game.Shared
	if out.Exchange() {
		if shared, err = exchangeSides(e, tx, g); err != nil {
			return err
		}
	}
	view.Seats = listSitters(g, seatAddresses(g), shared, names)
	if err := notifySettled(e, tx, g, view, shared, gamestore.SeqName(entry)); err != nil {
		return err
	}
	if len(g.MissingSeats()) > 0 {
		return g.Save() // a player has left meanwhile: it begins when the seat is taken again
	}
	return Start(e, tx, g)
}

// exchangeSides moves each party to the other side. Every seat gets a new key. Persons who have no power of
// their own share one: they have its key, their address counts as one of the seat's, and they get all reports as
// observers who would take it over.
func exchangeSides(e *env.Env, tx *store.Tx, g *gamestore.Game) ([]game.Shared, error) {
	if err := renewPlayers(e, tx, g); err != nil {
		return nil, err
	}
	holders := map[string]roster.Participant{}
	for _, s := range slices.Backward(g.Seats) {
		holders[mailio.FoldAddress(s.Address)] = s
	}
	next, shared := game.Reseat(g.Rules.Board, seatAddresses(g))
	for _, old := range slices.Clone(g.Seats) {
		s := holders[next[old.Power]]
		s.Power, s.Role, s.Thread = old.Power, old.Role, nil
		s.Shared = slices.ContainsFunc(shared, func(x game.Shared) bool { return x.Power == old.Power })
		for _, x := range shared {
			if x.Power == old.Power && !s.Has(x.Person) {
				s.Others = append(slices.Clone(s.Others), holders[x.Person].Address)
			}
		}
		if err := moveToSeat(e, tx, g, s, old); err != nil {
			return nil, err
		}
	}
	for _, x := range shared {
		if err := shareSeat(e, tx, g, holders[x.Person], x.Power); err != nil {
			return nil, err
		}
	}
	about := strings.Join(slices.Concat(partyAddresses(g, board.Axis), partyAddresses(g, board.Allies)), " ")
	_, err := gamestore.RecordAct(e, g, "players", "the sides are exchanged", about)
	return shared, err
}

// renewPlayers gives each player a new key.
func renewPlayers(e *env.Env, tx *store.Tx, g *gamestore.Game) error {
	var renewed []string
	for _, s := range slices.Clone(g.Seats) {
		if !s.Taken() || slices.Contains(renewed, s.Person) {
			continue
		}
		if err := vault.RenewKey(e, tx, g, s); err != nil {
			return err
		}
		renewed = append(renewed, s.Person)
	}
	return nil
}

// moveToSeat gives a seat to a person who had another, with their key, or frees it. A seat that
// they share has a key of its own.
func moveToSeat(e *env.Env, tx *store.Tx, g *gamestore.Game, s, old roster.Participant) (err error) {
	switch {
	case s.Shared:
		s, err = vault.WithPerson(e, tx, g, s, old)
	case s.Taken():
		s.LastGeneration = max(old.LastGeneration, old.Generation)
	default:
		s.Language = cmp.Or(s.Language, e.Language)
		s, err = vault.WithNewKey(e, tx, g, s, old)
	}
	if err != nil {
		return err
	}
	return g.SaveSeat(tx, s)
}

// shareSeat makes a person who shares a seat an observer.
func shareSeat(e *env.Env, tx *store.Tx, g *gamestore.Game, was roster.Participant, power board.Power) error {
	s, err := vault.WithPerson(e, tx, g, roster.Participant{Kind: roster.Observer, Role: "-", Address: was.Address,
		Name: was.Name, Language: was.Language, Zone: was.Zone,
		Since: e.Now().UTC(), Unconfirmed: was.Unconfirmed, Standby: []board.Power{power}}, roster.Participant{})
	if err != nil {
		return err
	}
	return g.SaveSeat(tx, s)
}

// seatAddresses returns the main address of each power's player.
func seatAddresses(g *gamestore.Game) map[board.Power]string {
	out := map[board.Power]string{}
	for _, s := range g.Seats {
		out[s.Power] = mailio.FoldAddress(s.Address)
	}
	return out
}

// listSitters lists the players of each power, those who share it included, by the names that others know them by.
func listSitters(g *gamestore.Game, now map[board.Power]string, shared []game.Shared,
	names map[string]string) []notice.Sitters {
	var out []notice.Sitters
	for _, p := range g.Rules.Board.Powers() {
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

// namesByAddress returns the names that others know the players by, by main address.
func namesByAddress(g *gamestore.Game) map[string]string {
	out := map[string]string{}
	for _, s := range slices.Backward(g.Seats) {
		out[mailio.FoldAddress(s.Address)] = s.Greeting()
	}
	return out
}

// notifySettled tells everybody what was bid and what they play now. After an exchange each player, and those who share
// their seat, get the new key.
func notifySettled(e *env.Env, tx *store.Tx, g *gamestore.Game, b notice.BidsSettled, shared []game.Shared,
	name string) error {
	settled := func(s roster.Participant, who string, name ...string) error {
		n := b
		n.Powers = powersOf(g, who, shared)
		if b.Swaps {
			var err error
			if n.Lines, err = seatLines(e, tx, g, s); err != nil {
				return err
			}
		}
		return notify.SendNotice(e, tx, g, s, n, append([]string{"bids"}, name...)...)
	}
	for _, s := range g.Addressees() {
		who := mailio.FoldAddress(s.Address)
		if s.Kind == roster.Observer && slices.ContainsFunc(shared,
			func(x game.Shared) bool { return x.Person == who }) {
			continue
		}
		if err := settled(s, who, name); err != nil {
			return err
		}
	}
	for _, x := range shared {
		s, reader := *g.Seat(x.Power), g.Participant(roster.Participant{Kind: roster.Observer, Address: x.Person}.ID())
		s.Address, s.Name, s.Language, s.Zone, s.Others = reader.Address, reader.Name, reader.Language, reader.Zone, nil
		if err := settled(s, x.Person, name, reader.Mark()); err != nil {
			return err
		}
	}
	return nil
}

// powersOf returns the powers that a person plays, alone or shared.
func powersOf(g *gamestore.Game, who string, shared []game.Shared) (powers []local.Participant) {
	for _, s := range g.Seats {
		if mailio.FoldAddress(s.Address) == who || slices.Contains(shared, game.Shared{Person: who, Power: s.Power}) {
			powers = append(powers, local.Participant{Power: s.Power})
		}
	}
	return powers
}
