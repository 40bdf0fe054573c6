package intake

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/cmd/internal/keys"
	"fieldpost/orders"
)

// Seat is a participant of a game, by name.
type Seat struct {
	Game, Name string
	Kind       Kind
}

// Kind is the kind of a seat.
type Kind int

const (
	Playing      Kind = iota // a power's
	WithoutPower             // the referee's, an observer's
	Requested                // a person asked for a seat, and has yet to confirm
)

// SeatFacts is what is known of a seat in its game.
type SeatFacts struct {
	Power   board.Power // Nobody: it is none of Playing
	Awaited bool        // the game waits for it
	Key     bool        // the key in the mail is the seat's
	Code    bool        // it is the code of an address that the seat was asked to confirm
}

// Directory knows the participants of all games.
type Directory interface {
	ByAddress(addr string) ([]Seat, error) // in the order in which they are asked
	ByKey(key keys.Key) ([]Seat, error)
	Game(name string) (bool, error)
	Facts(s Seat, key keys.Key) (SeatFacts, error)
}

// Query is what a mail says of its sender and its game.
type Query struct {
	From        string       // address
	Header      order.Header // of the text
	Subject     Subject
	Plus        []string  // of the addresses it came to, behind the plus
	RefereeActs bool      // it holds a command that only the referee may give
	Orders      bool      // it holds orders
	Asks        bool      // it asks, or is about the person: it is the same for all their seats
	Answers     *Answered // the mail of ours that it answers, nil if there is none
	Forged      bool      // the own mail provider says that From is forged: the answered mail proves nothing
}

// Trouble is why no seat was found, or why the seat that was found cannot be meant.
type Trouble int

const (
	None       Trouble = iota
	Stranger           // neither address nor key is known
	WrongKey           // the key is nobody's
	NoGame             // the mail names a game that is not there
	NotTheirs          // it names a game or power that is not the sender's
	OtherPower         // the key is of another power than the mail names
	CodeNoKey          // the key is the code of an address
	Several            // it may be about several games
)

// Sender is who sent a mail, and about which game.
type Sender struct {
	Seat    Seat
	Keyed   bool         // the seat's key is in the mail, or it answers a mail to the seat
	ByReply bool         // it is the mail answered that proves the seat, and no key
	Header  order.Header // with what subject and address say of the game
	Known   []Seat       // seats of the address, or of the key if there is one
	Trouble Trouble
}

// Identify returns who sent a mail and about which game: who, by the key, else the mail that it answers, else the
// address; which game and power, by the header, the subject's tag, the plus part of the address it came to, the mail
// that it answers. With the troubles OtherPower, CodeNoKey and, if there is a key, NotTheirs its seat is set too.
func Identify(q Query, d Directory) (Sender, error) {
	s := Sender{Header: q.Header}
	byAddress, err := d.ByAddress(q.From)
	if err != nil {
		return s, err
	}
	s.Known = byAddress
	var byKey []Seat
	key := keys.Parse(q.Header.Key)
	if !key.IsZero() {
		if byKey, err = d.ByKey(key); err != nil {
			return s, err
		}
		if len(byKey) == 0 {
			s.Trouble = WrongKey
			return s, nil
		}
	}
	proves := q.Answers != nil && q.Answers.Home && !q.Answers.Old && !q.Forged && len(q.Answers.Seats) > 0
	if len(byAddress)+len(byKey) == 0 {
		s.Trouble = Stranger
		return s, nil
	}
	var missing bool
	if s.Header, missing, err = ClaimedHeader(q, d); err != nil {
		return s, err
	}
	switch {
	case missing:
		s.Trouble = NoGame
	case len(byKey) > 0:
		err = s.byKey(byKey, key, q, d)
	case proves && s.Header.Game == q.Answers.Game:
		s.Known = refereeSeats(q.Answers.Seats, q)
		if err = s.byAddress(q, d); err == nil && s.Trouble == None {
			s.Keyed, s.ByReply = true, true
		}
	default:
		err = s.byAddress(q, d)
	}
	return s, err
}

// ClaimedHeader returns the header of a mail with the game and power that it is about: as the header says, else the
// first tag of the subject that is a game's, else the address it came to. Missing reports that the header names a game
// that does not exist.
func ClaimedHeader(q Query, d Directory) (h order.Header, missing bool, err error) {
	h = q.Header
	if h.Game != "" {
		if ok, err := d.Game(h.Game); err != nil || !ok {
			return h, err == nil, err
		}
	}
	for _, tag := range q.Subject.Headers {
		ok, err := d.Game(tag.Game)
		if err != nil {
			return h, false, err
		}
		if ok && (h.Game == "" || h.Game == tag.Game) {
			h = orders.Over(h, tag)
			break
		}
	}
	for _, name := range q.Plus {
		ok, err := d.Game(name)
		if err != nil {
			return h, false, err
		}
		if ok && h.Game == "" {
			h.Game = name
		}
	}
	if h.Game == "" && q.Answers != nil {
		h.Game = q.Answers.Game
	}
	return h, false, nil
}

// refereeSeats returns which of the seats that a mail has proved it may be about: acts of the referee alone are about
// the referee's.
func refereeSeats(seats []Seat, q Query) []Seat {
	without := slices.DeleteFunc(slices.Clone(seats), func(s Seat) bool { return s.Kind != WithoutPower })
	if q.RefereeActs && !q.Orders && q.Header.Power == board.Nobody && len(without) > 0 {
		return without
	}
	return seats
}

// byKey sets the seat whose key is in the mail, unless the mail names another. A key is good for all seats of a person:
// which one is meant the mail says, or the game, as with an address.
func (s *Sender) byKey(seats []Seat, key keys.Key, q Query, d Directory) error {
	s.Seat, s.Known = seats[0], seats
	if s.Header.Game == "" || s.Header.Game == seats[0].Game {
		if err := s.amongSeats(key, q, d); err != nil || s.Trouble == Several {
			return err
		}
	}
	p, err := d.Facts(s.Seat, key)
	if err != nil {
		return err
	}
	switch {
	case p.Code:
		s.Trouble = CodeNoKey
		return nil
	case s.Header.Game != "" && s.Header.Game != s.Seat.Game:
		s.Trouble = NotTheirs
	case s.Header.Power != board.Nobody && s.Header.Power != p.Power:
		s.Trouble = OtherPower
	}
	s.Keyed = p.Key
	return nil
}

// amongSeats sets which of the seats that a key is good for is meant. If none fits, it is the first.
func (s *Sender) amongSeats(key keys.Key, q Query, d Directory) error {
	all := s.Known
	p, err := d.Facts(all[0], key)
	if err != nil || len(all) == 1 || p.Code {
		return err
	}
	s.Known = refereeSeats(all, q)
	if err := s.byAddress(q, d); err != nil {
		return err
	}
	if s.Known = all; s.Trouble == NotTheirs {
		s.Seat, s.Trouble = all[0], None // of another power
	}
	return nil
}

// found is a seat that a mail may be about.
type found struct {
	Seat
	SeatFacts
}

// byAddress sets the seat of the sender's address that the mail names.
func (s *Sender) byAddress(q Query, d Directory) error {
	named := func(seat Seat) bool { return s.Header.Game == "" || s.Header.Game == seat.Game }
	seated := slices.DeleteFunc(slices.Clone(s.Known), func(k Seat) bool { return k.Kind == Requested })
	if slices.ContainsFunc(seated, named) {
		s.Known = seated // who asked for a seat under this address takes nothing from those who sit
	}
	var fitting []found
	for _, seat := range s.Known {
		if !named(seat) {
			continue
		}
		p, err := d.Facts(seat, keys.Key{})
		if err != nil {
			return err
		}
		plays := slices.ContainsFunc(s.Known, func(k Seat) bool { return k.Game == seat.Game && k.Kind == Playing })
		if p.Power == board.Nobody && plays && !q.RefereeActs ||
			s.Header.Power != board.Nobody && s.Header.Power != p.Power {
			continue
		}
		fitting = append(fitting, found{seat, p})
	}
	switch len(fitting) {
	case 0:
		s.Trouble = NotTheirs
	case 1:
		s.Seat = fitting[0].Seat
	default:
		s.choose(fitting, q.Asks)
	}
	return nil
}

// choose sets which of a person's seats is meant if the mail does not say: the first that is awaited, if all are in one
// game. A question is the same for all of them.
func (s *Sender) choose(list []found, asks bool) {
	i := slices.IndexFunc(list, func(f found) bool { return f.Awaited })
	if i < 0 && asks {
		i = 0
	}
	if i < 0 || slices.ContainsFunc(list, func(f found) bool { return f.Game != list[0].Game }) {
		s.Trouble = Several
		return
	}
	s.Seat = list[i].Seat
}
