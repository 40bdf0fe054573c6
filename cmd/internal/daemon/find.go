package daemon

import (
	"errors"
	"slices"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/cmd/internal/command"
	"fieldpost/cmd/internal/keys"
	"fieldpost/mailio"
	"fieldpost/orders"
	"fieldpost/orders/commands"
	"fieldpost/store"
	"fieldpost/templates/notice"
)

// claim is what a letter says of itself: about which game, for which power. Empty means that it does not say.
type claim struct {
	game  string
	power board.Power
}

// findSeat finds out who speaks about which game: by the header, the subject's tag, the plus part of the address it came to,
// the key, and the sender's address.
func (e *errand) findSeat() (*outcome, error) {
	if e.sealed {
		return nil, nil
	}
	if e.released {
		return e.sitAgain()
	}
	byAddress, err := e.recognise()
	if err != nil {
		return nil, err
	}
	var byKey []store.SeatRef
	if key := keys.Parse(e.file.Header.Key); !key.IsZero() {
		if byKey, err = e.seatsOf(key.Handle()); err != nil {
			return nil, err
		}
		if out, err := e.badKey(byKey, byAddress); out != nil || err != nil {
			return out, err
		}
	}
	if len(byAddress)+len(byKey) == 0 {
		return e.stranger(nil)
	}
	c, out, err := e.claim(byAddress)
	if out != nil || err != nil {
		return out, err
	}
	if len(byKey) > 0 {
		return e.sitByKey(byKey, c)
	}
	return e.sitByAddress(byAddress, c)
}

// sitAgain takes the seat whose key was in a letter that was held.
func (e *errand) sitAgain() (*outcome, error) {
	t, err := openTable(e.tx, e.heldFor.Game)
	if err != nil {
		return nil, err
	}
	e.table, e.seat, e.keyed = t, t.named(e.heldFor.Seat), true
	e.role = e.seat.Role
	_, out, err := e.claim(nil)
	return out, err
}

// recognise finds the seats of the sender's address, and takes note of one of them: it tells his name and language.
func (e *errand) recognise() ([]store.SeatRef, error) {
	refs, err := e.seatsOf(addressHandle(e.letter.From.Addr))
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

// claim reads game and power from the letter: from its header, else from the subject's tag, else from the address it came to.
// A game that is not there is answered.
func (e *errand) claim(byAddress []store.SeatRef) (claim, *outcome, error) {
	h := &e.file.Header
	if h.Game != "" {
		ok, err := e.isGame(h.Game)
		if err == nil && !ok {
			out, err := e.refuse(notice.NoGame{Name: notice.Quote(h.Game), Games: gamesOf(byAddress)})
			return claim{}, out, err
		} else if err != nil {
			return claim{}, nil, err
		}
	}
	for _, tag := range e.subject.headers {
		ok, err := e.isGame(tag.Game)
		if err != nil {
			return claim{}, nil, err
		}
		if ok && (h.Game == "" || h.Game == tag.Game) {
			*h = orders.Over(*h, tag)
			break
		}
	}
	for _, name := range e.plusTags() {
		ok, err := e.isGame(name)
		if err != nil {
			return claim{}, nil, err
		}
		if ok && h.Game == "" {
			h.Game = name
		}
	}
	return claim{h.Game, h.Power}, nil, nil
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

func (e *errand) isGame(name string) (bool, error) {
	_, err := e.tx.Game(name)
	if errors.Is(err, store.ErrNotFound) {
		return false, nil
	}
	return err == nil, err
}

func (e *errand) seatsOf(handle string) ([]store.SeatRef, error) { return e.tx.SeatsByHandle(handle) }

// sitByKey takes the seat whose key is in the letter, if the letter does not say that it means another.
func (e *errand) sitByKey(refs []store.SeatRef, c claim) (*outcome, error) {
	t, err := openTable(e.tx, refs[0].Game)
	if err != nil {
		return nil, err
	}
	s := t.named(refs[0].Seat)
	e.table, e.seat, e.role = t, s, s.Role
	if slices.ContainsFunc(s.Asked, func(a askedAddr) bool { return a.Handle == keys.Parse(e.file.Header.Key).Handle() }) {
		return e.reject(notice.WrongKey{}) // the code of an address is no key
	}
	e.keyed = s.opensWith(keys.Parse(e.file.Header.Key))
	switch {
	case c.game != "" && c.game != t.Setup.Name:
		return e.refuse(notice.NotYours{Seat: notice.Quote(seatWord(c)), Games: gamesOf(refs)})
	case c.power != board.Nobody && c.power != s.Power:
		return e.reject(notice.WrongSeat{Seat: notice.Quote(string(c.power))})
	}
	return nil, nil
}

// sitByAddress takes the seat of the sender's address that the letter means.
func (e *errand) sitByAddress(refs []store.SeatRef, c claim) (*outcome, error) {
	var fitting []*Table
	var seats []*Seat
	if seated := slices.DeleteFunc(slices.Clone(refs), isRequest); len(seated) > 0 && slices.ContainsFunc(seated, func(r store.SeatRef) bool {
		return c.game == "" || c.game == r.Game
	}) {
		refs = seated // whoever asked for a seat under this address takes nothing from the one who sits
	}
	for _, ref := range refs {
		if c.game != "" && c.game != ref.Game {
			continue
		}
		t, err := openTable(e.tx, ref.Game)
		if err != nil {
			return nil, err
		}
		s := t.named(ref.Seat)
		if s.Power == board.Nobody && e.isAboutPower(refs, ref.Game) {
			continue
		}
		if c.power != board.Nobody && c.power != s.Power {
			continue
		}
		fitting, seats = append(fitting, t), append(seats, s)
	}
	switch len(fitting) {
	case 0:
		return e.refuse(notice.NotYours{Seat: notice.Quote(seatWord(c)), Games: gamesOf(refs)})
	case 1:
		e.table, e.seat, e.role = fitting[0], seats[0], seats[0].Role
		return nil, nil
	}
	return e.severalSeats(fitting, seats, refs)
}

// isRequest reports whether it is a request for a seat that has yet to be confirmed.
func isRequest(r store.SeatRef) bool { return strings.HasPrefix(r.Seat, joinChair+":") }

// isAboutPower reports whether a mail of somebody who has a power and another role in a game is about the power: all but what only the
// referee may do.
func (e *errand) isAboutPower(refs []store.SeatRef, game string) bool {
	seated := slices.ContainsFunc(refs, func(r store.SeatRef) bool { return r.Game == game && partOf(r.Seat) == store.Seats })
	return seated && !slices.ContainsFunc(e.file.Commands, func(c commands.Command) bool { return command.Of(c).Who == command.Referee })
}

// severalSeats settles which of a person's seats is meant where the letter does not say: the one that is awaited, if all are
// in one game.
func (e *errand) severalSeats(tables []*Table, seats []*Seat, refs []store.SeatRef) (*outcome, error) {
	awaited := -1
	for i, s := range seats {
		for _, a := range tables[i].Awaited() {
			if a.Power != s.Power {
				continue
			}
			if awaited >= 0 {
				return e.whichGame(refs)
			}
			awaited = i
		}
	}
	if awaited < 0 || slices.ContainsFunc(tables, func(t *Table) bool { return t.Setup.Name != tables[0].Setup.Name }) {
		return e.whichGame(refs)
	}
	e.table, e.seat, e.role = tables[awaited], seats[awaited], seats[awaited].Role
	return nil, nil
}

// whichGame asks back, unless what is asked is about no game in particular.
func (e *errand) whichGame(refs []store.SeatRef) (*outcome, error) {
	f := &e.file
	if len(f.Commands) == 0 || len(f.Faults) > 0 || f.HasOrders() || slices.ContainsFunc(f.Commands, func(c commands.Command) bool { return command.Of(c).In != command.Office || command.Of(c).Changes() }) {
		return e.refuse(notice.WhichGame{Games: gamesOf(refs)})
	}
	return &outcome{answered, "question"}, e.answer(f.Commands)
}

func seatWord(c claim) string {
	if c.game == "" {
		return string(c.power)
	}
	if c.power == board.Nobody {
		return c.game
	}
	return c.game + " " + string(c.power)
}

// gamesOf lists seats as "game: role", for answers to the person who holds them.
func gamesOf(refs []store.SeatRef) []string {
	if len(refs) == 0 {
		return []string{"–"}
	}
	var out []string
	for _, r := range refs {
		out = append(out, r.Game+": "+r.Seat)
	}
	return out
}
