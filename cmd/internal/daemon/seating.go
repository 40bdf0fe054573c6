package daemon

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/history"
	"fieldpost/adjudicator/referee"
	"fieldpost/cmd/internal/command"
	"fieldpost/cmd/internal/roster"
	"fieldpost/mailio"
	"fieldpost/orders/commands"
	"fieldpost/store"
	"fieldpost/templates/layout"
	"fieldpost/templates/notice"
)

var (
	_ = define[commands.OwnOption](command.Spec{
		Syntax: []commands.Syntax{commands.OwnOptionSyntax},
		Who:    command.Member, In: command.AnyGame, NeedsKey: command.SeatKey,
	}, asNotice((*errand).ownOption))
	_ = define[commands.Option](command.Spec{
		Syntax: []commands.Syntax{commands.OptionSyntax},
		Who:    command.Referee, In: command.AnyGame, NeedsKey: command.SeatKey,
	}, asNotice(func(e *errand, c commands.Option) (notice.Notice, error) {
		return nil, e.o.setHouse(e.tx, e.table, c.Name, c.Value, referee.Actor{Name: e.seat.Role})
	}))
	_ = define[commands.StartGame](command.Spec{
		Syntax: []commands.Syntax{commands.StartGameSyntax},
		Who:    command.Referee, In: command.AnyGame, NeedsKey: command.SeatKey,
	}, asNotice((*errand).start))
	_ = define[commands.Replace](command.Spec{
		Syntax: []commands.Syntax{commands.ReplaceSyntax},
		Who:    command.Referee, In: command.AnyGame, NeedsKey: command.SeatKey,
	}, asNotice((*errand).replace))
	_ = define[commands.Resign](command.Spec{
		Syntax: []commands.Syntax{commands.ResignSyntax},
		Who:    command.Member, In: command.AnyGame, NeedsKey: command.KeyUnlessObserver,
	}, asNotice((*errand).resign))
	_ = define[commands.NewKey](command.Spec{
		Syntax: []commands.Syntax{commands.NewKeySyntax},
		Who:    command.Member, In: command.AnyGame, NeedsKey: command.SeatKey,
	}, asNotice((*errand).newKey))
)

// tellDone answers an act: declined if it was not done. An act whose news its sender gets as all do has no answer of its own.
func (e *errand) tellDone(v notice.Notice, err error) (layout.Mail, error) {
	no, refused := errors.AsType[*notDone](err)
	switch {
	case refused:
		return e.decline(no.note())
	case err != nil:
		return layout.Mail{}, err
	case v == nil:
		return layout.Mail{}, nil
	case isUndone(v):
		return e.decline(v)
	}
	return e.words(v)
}

// isUndone reports whether an answer says that nothing was done.
func isUndone(n notice.Notice) bool {
	switch n.(type) {
	case notice.NotDone, notice.NoGame, notice.NoNewGames, notice.JoinClosed, notice.SeatTaken, notice.CannotStart, notice.NoOpenPGPKey:
		return true
	}
	return false
}

// ownOption sets something about the sender.
func (e *errand) ownOption(c commands.OwnOption) (notice.Notice, error) {
	p := e.seat.AsPerson()
	p.Set(c.Name, c.Value)
	if err := p.Check(); err != nil {
		return nil, &notDone{why: err.Error()}
	}
	s := *e.seat
	s.Name, s.Language, s.Zone = p.Name, p.Language, p.Zone
	return notice.OwnSettingChanged{Setting: notice.Quote(c.Name + " " + c.Value)}, e.table.saveSeat(e.tx, s)
}

// setHouse changes how a game is run, with a record of the old value and the new. Everybody is told.
func (o *Office) setHouse(tx *store.Tx, t *Table, name, value string, who referee.Actor) error {
	if t.Chain.Over() {
		return &notDone{why: fmt.Sprintf("game %s is over", t.Setup.Name), key: notice.DeniedGameOver, args: []string{t.Setup.Name}}
	}
	if _, ok := game.HouseLookup(strings.ReplaceAll(name, " ", "-")); !ok {
		return &notDone{why: "there is no setting " + name + "; options of the rules cannot change in a running game", key: notice.DeniedNoSetting, args: []string{name}}
	}
	house, err := t.Life.House.With(name, value)
	if err != nil {
		return &notDone{why: err.Error()}
	}
	old, word := houseWord(t.Life.House, name), houseWord(house, name)
	t.Life.House = house
	entry, err := o.record(t, &history.GM{Actor: who.Name, Action: "option " + word, Old: dice.Sum(dice.Text(old)), New: dice.Sum(dice.Text(word)),
		Consents: slices.Sorted(slices.Values(who.Consents))})
	if err != nil {
		return err
	}
	if err := o.tellAll(tx, t, notice.SettingChanged{Setting: notice.Quote(word)}, seqName(entry)); err != nil {
		return err
	}
	return o.startIfReady(tx, t)
}

// start begins the game at the referee's word.
func (e *errand) start(c commands.StartGame) (notice.Notice, error) {
	missing := e.table.missing()
	if c.Anyway {
		missing = e.table.free()
	}
	if e.table.Running() {
		return nil, &notDone{why: "the game has begun already", key: notice.DeniedBegun}
	}
	if len(missing) > 0 {
		return notice.CannotStart{Lines: missing}, nil
	}
	if e.table.Life.Bids.Running() && !c.Anyway {
		return nil, errBids
	}
	if _, err := e.o.act(e.table, roster.Referee, "starts the game", "-"); err != nil {
		return nil, err
	}
	if err := e.o.vouch(e.tx, e.table); err != nil {
		return nil, err
	}
	if e.table.Life.Bids.Running() {
		return notice.Started{}, e.o.settleBids(e.tx, e.table)
	}
	err := e.o.Start(e.tx, e.table)
	if b := e.table.Life.Bids; b.Running() {
		return notice.BidsOpen{Until: b.Until, Seats: nil, Lines: nil}, err
	}
	return notice.Started{}, err
}

// vouch takes the addresses of all seats as good, at the referee's word.
func (o *Office) vouch(tx *store.Tx, t *Table) error {
	for _, s := range slices.Clone(t.Seats) {
		if s.Taken() && s.Unproved {
			s.Unproved = false
			if err := t.saveSeat(tx, s); err != nil {
				return err
			}
		}
	}
	return nil
}

// replace gives a seat to somebody else at the referee's word. Who sat there is told, and has no key any more.
func (e *errand) replace(c commands.Replace) (notice.Notice, error) {
	p, err := e.o.personAt(e.tx, c.Address)
	if err == nil {
		err = e.mayAsk()
	}
	if err != nil {
		return nil, err
	}
	s := e.table.Seat(c.Power)
	if s == nil {
		return nil, &notDone{why: fmt.Sprintf("game %s has no seat %s; there are %s", e.table.Setup.Name, c.Power, powers(e.table)), key: notice.DeniedNoSeat, args: []string{e.table.Setup.Name, string(c.Power)}}
	}
	if err := e.o.checkPerson(p); err != nil {
		return nil, notDoneFor(err)
	}
	if s.Has(c.Address) {
		return nil, &notDone{why: fmt.Sprintf("%s sits there already", c.Address), key: notice.DeniedSitsThere, args: []string{c.Address}}
	}
	if err := e.o.unseat(e.tx, e.table, *s, "replaces the player of"); err != nil {
		return nil, err
	}
	if err := e.dropRequests(c.Address); err != nil {
		return nil, err
	}
	prove := e.table.Life.House.Get("confirm") != "off"
	if err := e.o.sit(e.tx, e.table, c.Power, p, prove); err != nil {
		return nil, err
	}
	return notice.JoinDecided{Line: notice.Quote(fmt.Sprintf("replace %s with %s", c.Power, c.Address)), Waiting: e.table.waiting()}, nil
}

// dropRequests forgets the requests and the observer's chair of somebody who gets a seat another way.
func (e *errand) dropRequests(addr string) error {
	d := &e.table.Life.Doors
	d.Requests = slices.DeleteFunc(slices.Clone(d.Requests), func(r request) bool { return matchAddress(addr, r.Person.Address) })
	if err := e.table.dropJoins(e.tx, addr); err != nil {
		return err
	}
	chair := e.table.named(roster.Seat{Kind: roster.Observer, Address: addr}.ID())
	if chair == nil {
		return nil
	}
	return e.table.removeOther(e.tx, *chair)
}

// resign lets somebody leave: a player his seat, which becomes free or a substitute's; an observer the table.
func (e *errand) resign(commands.Resign) (notice.Notice, error) {
	old := *e.seat
	switch {
	case old.IsReferee():
		return nil, &notDone{why: "a game keeps its referee; who runs this place can give the chair to another", key: notice.DeniedKeepsReferee}
	case old.Power == board.Nobody:
		return e.leave(old)
	}
	e.seat, e.left = &old, true // the answer is to who sat there
	entry, err := e.o.act(e.table, old.Role, "resigns", mailio.FoldAddress(old.Address))
	if err != nil {
		return nil, err
	}
	if err := e.o.vacate(e.tx, e.table, old.Power); err != nil {
		return nil, err
	}
	if err := e.o.tellAll(e.tx, e.table, notice.SeatFree{Seat: old.Power, Closed: e.table.closedToPlayers()}, seqName(entry)); err != nil {
		return nil, err
	}
	if e.table.Running() && e.table.Life.House.Get("vacant-seat") == "substitute" {
		if _, err := e.o.substitute(e.tx, e.table, e.table.Seat(old.Power)); err != nil {
			return nil, err
		}
	}
	return notice.SeatLost{Seat: old.Power}, nil
}

// leave lets an observer go.
func (e *errand) leave(old roster.Seat) (notice.Notice, error) {
	e.seat, e.left = &old, true
	if err := e.table.removeOther(e.tx, old); err != nil {
		return nil, err
	}
	entry, err := e.o.act(e.table, roster.Observer, "leaves", mailio.FoldAddress(old.Address))
	if err != nil {
		return nil, err
	}
	return notice.YouLeft{Closed: e.table.closedToObserver(old.Address)}, e.o.tellAll(e.tx, e.table, notice.ObserverLeft{}, seqName(entry))
}

// newKey draws a new key at the player's wish. The answer goes to who wrote, the key only to the seat's main address.
func (e *errand) newKey(commands.NewKey) (notice.Notice, error) {
	err := e.o.drawKey(e.tx, e.table, e.seat.ID(), newKeyNotice)
	e.seen = true
	return notice.KeyDrawn{}, err
}

// drawKey gives a seat or chair a new key, and mails it to its main address only. The old one is void at once.
func (o *Office) drawKey(tx *store.Tx, t *Table, name string, news keyNotice) error {
	s := t.named(name)
	if s == nil {
		return nil
	}
	next, err := o.withKey(tx, t, *s, *s)
	if err != nil {
		return err
	}
	if err := t.saveSeat(tx, next); err != nil || !next.Taken() {
		return err
	}
	return o.tellNewKey(tx, t, next, news)
}

// seenByOthers tells whether others than the seat's person got the letter: whoever stands beside us in To or Cc.
func (e *errand) seenByOthers() bool {
	for _, a := range slices.Concat(e.letter.To, e.letter.Cc) {
		base, _ := mailio.SplitPlus(a.Addr)
		ours := slices.ContainsFunc(append([]string{e.o.Self.Address.Addr}, e.o.Self.Others...), func(own string) bool {
			own, _ = mailio.SplitPlus(own)
			return mailio.FoldAddress(own) == mailio.FoldAddress(base)
		})
		if !ours && !e.seat.Has(a.Addr) && mailio.FoldAddress(a.Addr) != mailio.FoldAddress(e.letter.From.Addr) {
			return true
		}
	}
	return false
}

// checkKeyExposure looks at who else may know the key in the letter: others who got it, or a sender who is not the seat's player.
func (e *errand) checkKeyExposure() (*outcome, error) {
	if !e.keyed || e.released || e.sealed {
		return nil, nil
	}
	if out, err := e.seenKey(); out != nil || err != nil {
		return out, err
	}
	if e.changes() && !e.fromHome() && e.table.Life.House.Get("unknown-address") == "hold" {
		return e.hold()
	}
	return nil, nil
}

// seenKey draws a new key for a seat whose key others could see, and refuses the letter if the game is set so.
func (e *errand) seenKey() (*outcome, error) {
	if !e.seenByOthers() {
		return nil, nil
	}
	e.seen = true
	if err := e.o.drawKey(e.tx, e.table, e.seat.ID(), func(key string) notice.Notice { return notice.KeySeen{Key: key} }); err != nil {
		return nil, err
	}
	if e.changes() && e.table.Life.House.Get("seen-key") == "hold" {
		return e.reject(notice.KeySeenHeld{})
	}
	return nil, nil
}
