package daemon

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/cmd/internal/command"
	"fieldpost/cmd/internal/intake"
	"fieldpost/cmd/internal/keys"
	"fieldpost/cmd/internal/roster"
	"fieldpost/mailio"
	"fieldpost/orders/commands"
	"fieldpost/store"
	"fieldpost/templates/notice"
)

// directory is who is known to the store, as intake asks for it. The games that it has read are kept.
type directory struct {
	tx     *store.Tx
	tables map[string]*Table
}

func (d *directory) ByAddress(addr string) ([]intake.Seat, error) {
	return d.seats(roster.AddressHandle(addr))
}
func (d *directory) ByKey(key keys.Key) ([]intake.Seat, error) { return d.seats(key.Handle()) }
func (d *directory) Game(name string) (bool, error)            { return gameExists(d.tx, name) }

func (d *directory) seats(handle string) ([]intake.Seat, error) {
	refs, err := d.tx.SeatsByHandle(handle)
	return seatsIn(refs), err
}

// seatsIn are the seats that references lead to.
func seatsIn(refs []store.SeatRef) []intake.Seat {
	var out []intake.Seat
	for _, r := range refs {
		kind := intake.Other
		switch {
		case strings.HasPrefix(r.Seat, roster.Request+":"):
			kind = intake.Request
		case roster.PartOf(r.Seat) == store.Seats:
			kind = intake.Playing
		}
		out = append(out, intake.Seat{Game: r.Game, Name: r.Seat, Kind: kind})
	}
	return out
}

// Place reads the game of a seat.
func (d *directory) Place(at intake.Seat, key keys.Key) (intake.Place, error) {
	t, s, err := d.seat(at)
	if err != nil {
		return intake.Place{}, err
	}
	return intake.Place{
		Power:   s.Power,
		Awaited: slices.ContainsFunc(t.Awaited(), func(a adjudicator.Await) bool { return a.Power == s.Power }),
		Key:     s.OpensWith(key),
		Code:    !key.IsZero() && slices.ContainsFunc(s.Asked, func(a roster.AskedAddress) bool { return a.Handle == key.Handle() }),
	}, nil
}

// seat returns a seat and its game.
func (d *directory) seat(at intake.Seat) (*Table, *roster.Seat, error) {
	t := d.tables[at.Game]
	if t == nil {
		var err error
		if t, err = openTable(d.tx, at.Game); err != nil {
			return nil, nil, err
		}
		d.tables[at.Game] = t
	}
	s := t.named(at.Name)
	if s == nil {
		return nil, nil, fmt.Errorf("game %s has no seat %s", at.Game, at.Name)
	}
	return t, s, nil
}

// query is what the mail says of its sender and its game.
func (e *errand) query() intake.Query {
	acts := slices.ContainsFunc(e.file.Commands, func(c commands.Command) bool { return command.Of(c).Who == command.Referee })
	return intake.Query{From: e.letter.From.Addr, Header: e.file.Header, Subject: e.subject, Plus: e.plusTags(), Acts: acts}
}

// findSeat takes the seat and the game of the mail, or answers why it is none.
func (e *errand) findSeat() (*outcome, error) {
	if e.sealed {
		return nil, nil
	}
	d := &directory{tx: e.tx, tables: map[string]*Table{}}
	if e.released {
		return e.sitAgain(d)
	}
	if _, err := e.recognise(); err != nil {
		return nil, err
	}
	s, err := intake.Identify(e.query(), d)
	if err != nil {
		return nil, err
	}
	e.file.Header = s.Header
	if s.Seat.Game != "" {
		if e.table, e.seat, err = d.seat(s.Seat); err != nil {
			return nil, err
		}
		e.role, e.keyed = e.seat.Role, s.Keyed
	}
	return e.unidentified(s)
}

// unidentified answers a mail of which it is not clear who sent it, or about which game.
func (e *errand) unidentified(s intake.Sender) (*outcome, error) {
	switch s.Trouble {
	case intake.Stranger:
		return e.stranger(nil)
	case intake.WrongKey:
		return e.rejectKey(s.Known)
	case intake.NoGame:
		return e.refuse(notice.NoGame{Name: notice.Quote(s.Header.Game), Games: gamesOf(s.Known)})
	case intake.NotTheirs:
		return e.refuse(notice.NotYours{Seat: notice.Quote(seatWord(s.Header)), Games: gamesOf(s.Known)})
	case intake.OtherPower:
		return e.reject(notice.WrongSeat{Seat: notice.Quote(string(s.Header.Power))})
	case intake.CodeNoKey:
		return e.reject(notice.WrongKey{})
	case intake.Several:
		return e.whichGame(s.Known)
	}
	return nil, nil
}

// sitAgain takes the seat whose key was in a letter that was held.
func (e *errand) sitAgain(d *directory) (*outcome, error) {
	var err error
	if e.table, e.seat, err = d.seat(intake.Seat{Game: e.heldFor.Game, Name: e.heldFor.Seat}); err != nil {
		return nil, err
	}
	e.role, e.keyed = e.seat.Role, true
	h, missing, err := intake.Claim(e.query(), d)
	if missing {
		return e.refuse(notice.NoGame{Name: notice.Quote(h.Game), Games: gamesOf(nil)})
	}
	e.file.Header = h
	return nil, err
}

// recognise finds the seats of the sender's address, and takes note of one of them: it tells his name and language.
func (e *errand) recognise() ([]store.SeatRef, error) {
	refs, err := e.seatsOf(roster.AddressHandle(e.letter.From.Addr))
	if err != nil || len(refs) == 0 {
		return nil, err
	}
	return refs, e.recall(refs)
}

// recall takes note of the first seat that is confirmed, else of the first.
func (e *errand) recall(refs []store.SeatRef) error {
	for _, ref := range refs {
		s, err := e.seatAt(ref)
		if err != nil {
			return err
		}
		if e.home == nil || !s.Unproved {
			e.home = &s
		}
		if !s.Unproved {
			return nil
		}
	}
	return nil
}

func (e *errand) plusTags() []string {
	var tags []string
	for _, a := range e.letter.Delivered {
		base, tag := mailio.SplitPlus(a)
		if tag != "" && mailio.FoldAddress(base) == mailio.FoldAddress(e.o.Self.Address.Addr) {
			tags = append(tags, tag)
		}
	}
	return tags
}

func (e *errand) isGame(name string) (bool, error) { return gameExists(e.tx, name) }

func gameExists(tx *store.Tx, name string) (bool, error) {
	_, err := tx.Game(name)
	if errors.Is(err, store.ErrNotFound) {
		return false, nil
	}
	return err == nil, err
}

func (e *errand) seatsOf(handle string) ([]store.SeatRef, error) { return e.tx.SeatsByHandle(handle) }

// whichGame asks back, unless what is asked is about no game in particular.
func (e *errand) whichGame(seats []intake.Seat) (*outcome, error) {
	f := &e.file
	if len(f.Commands) == 0 || len(f.Faults) > 0 || f.HasOrders() || slices.ContainsFunc(f.Commands, func(c commands.Command) bool { return command.Of(c).In != command.Office || command.Of(c).Changes() }) {
		return e.refuse(notice.WhichGame{Games: gamesOf(seats)})
	}
	return newOutcome(answered, "question"), e.answer(f.Commands)
}

// seatWord is the game and the power of a header, as far as it names them.
func seatWord(h order.Header) string {
	if h.Game == "" {
		return string(h.Power)
	}
	if h.Power == board.Nobody {
		return h.Game
	}
	return h.Game + " " + string(h.Power)
}

// gamesOf lists seats as "game: role", for answers to the person who holds them.
func gamesOf(seats []intake.Seat) []string {
	if len(seats) == 0 {
		return []string{"–"}
	}
	var out []string
	for _, s := range seats {
		out = append(out, s.Game+": "+s.Name)
	}
	return out
}
