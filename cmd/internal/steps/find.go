package steps

import (
	"fmt"
	"slices"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/economy"
	"fieldpost/cmd/internal/command"
	"fieldpost/cmd/internal/decision"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/intake"
	"fieldpost/cmd/internal/keys"
	"fieldpost/cmd/internal/roster"
	"fieldpost/cmd/internal/vault"
	"fieldpost/mailio"
	"fieldpost/mailio/sender"
	"fieldpost/orders/commands"
	"fieldpost/store"
	"fieldpost/templates/notice"
)

// directory is the participants of the store, as intake asks for them. The games that it has read are cached.
type directory struct {
	tx    *store.Tx
	games map[string]*gamestore.Game
}

func (d *directory) ByAddress(addr string) ([]intake.Seat, error) {
	return d.seats(roster.AddressHandle(addr))
}

func (d *directory) ByKey(key keys.Key) ([]intake.Seat, error) { return d.seats(key.Handle()) }

func (d *directory) Game(name string) (bool, error) { return gamestore.GameExists(d.tx, name) }

func (d *directory) seats(handle string) ([]intake.Seat, error) {
	refs, err := d.tx.Handles().Seats(handle)
	return vault.SeatsOf(refs), err
}

// Facts reads the game of a seat.
func (d *directory) Facts(at intake.Seat, key keys.Key) (intake.SeatFacts, error) {
	g, s, err := d.seat(at)
	if err != nil {
		return intake.SeatFacts{}, err
	}
	_, open, _ := economy.ShareProposals(g.Rules, g.Pos)
	return intake.SeatFacts{
		Power: s.Power,
		Awaited: slices.ContainsFunc(g.Awaited(), func(a adjudicator.Await) bool {
			return a.Power == s.Power && (a.What != economy.AskShare || len(open) == 0 || slices.Contains(open, s.Power))
		}),
		Key: s.HasKey(key),
		Code: !key.IsZero() && slices.ContainsFunc(s.UnconfirmedAddresses,
			func(a roster.UnconfirmedAddress) bool { return a.Handle == key.Handle() }),
	}, nil
}

// load returns a game.
func (d *directory) load(name string) (*gamestore.Game, error) {
	if g := d.games[name]; g != nil {
		return g, nil
	}
	g, err := gamestore.Load(d.tx, name)
	if err == nil {
		d.games[name] = g
	}
	return g, err
}

// seat returns a seat and its game.
func (d *directory) seat(at intake.Seat) (*gamestore.Game, *roster.Participant, error) {
	g, err := d.load(at.Game)
	if err != nil {
		return nil, nil, err
	}
	s := g.Participant(at.Name)
	if s == nil {
		return nil, nil, fmt.Errorf("game %s has no seat %s", at.Game, at.Name)
	}
	return g, s, nil
}

// senderQuery returns what the mail says of its sender and its game.
func senderQuery(r *command.Request) intake.Query {
	acts := slices.ContainsFunc(r.File.Commands, func(c commands.Command) bool {
		return command.SpecOf(c).Who == command.Referee
	})
	asks := len(r.File.Commands) > 0 && len(r.File.Faults) == 0 && !r.File.HasOrders() &&
		!slices.ContainsFunc(r.File.Commands, func(c commands.Command) bool {
			return command.SpecOf(c).Changes() && !isPersonal(c)
		})
	q := intake.Query{From: r.Mail.From.Addr, Header: r.File.Header, Subject: r.Subject, Plus: plusGames(r),
		RefereeActs: acts, Orders: r.File.HasOrders(), Asks: asks, Answers: r.Answers}
	if r.Answers != nil { // only what a reply proves rests on From
		q.Forged = sender.Authentication(r.Raw, r.Env.Self.Checkers, r.Mail.From.Addr).Forged()
	}
	return q
}

// isPersonal reports whether a command is about the person, whichever of their seats it comes from.
func isPersonal(c commands.Command) bool {
	switch c.(type) {
	case commands.NewKey, commands.Address, commands.OwnOption, commands.MailOption:
		return true
	}
	return false
}

// findSeat sets the seat and the game of the mail, or answers why there is none.
func findSeat(r *command.Request) (*decision.Outcome, error) {
	if r.Signed || r.Agreed != nil {
		return nil, nil
	}
	d := &directory{tx: r.Tx, games: map[string]*gamestore.Game{}}
	if r.Released {
		return restoreSeat(r, d)
	}
	if _, err := r.RecognizeSender(); err != nil {
		return nil, err
	}
	s, err := intake.Identify(senderQuery(r), d)
	if err != nil {
		return nil, err
	}
	r.File.Header = s.Header
	if s.Seat.Game != "" {
		if r.Game, r.Seat, err = d.seat(s.Seat); err != nil {
			return nil, err
		}
		r.Role, r.Keyed, r.ByReply = r.Seat.Role, s.Keyed, s.ByReply
	}
	return refuseUnidentified(r, d, s)
}

// refuseUnidentified answers a mail whose sender or game is not clear.
func refuseUnidentified(r *command.Request, d *directory, s intake.Sender) (*decision.Outcome, error) {
	switch s.Trouble {
	case intake.Stranger:
		return refuseStranger(r, nil)
	case intake.WrongKey:
		return refuseKey(r, d, s)
	case intake.NoGame:
		return r.Refuse(notice.NoGame{Name: notice.Quote(s.Header.Game), Games: vault.ListSeats(s.Known)})
	case intake.NotTheirs:
		return r.Refuse(notice.NotYours{Seat: notice.Quote(command.DescribeSeat(s.Header)),
			Games: vault.ListSeats(s.Known)})
	case intake.OtherPower:
		return r.RefuseInGame(notice.WrongSeat{Seat: notice.Quote(string(s.Header.Power))})
	case intake.CodeNoKey:
		return r.RefuseInGame(notice.WrongKey{Line: keyLine(r), Game: notice.Quote(s.Seat.Game)})
	case intake.Several:
		return askWhichGame(r, s.Known)
	}
	return nil, nil
}

// restoreSeat sets the seat whose key was in a mail that was held.
func restoreSeat(r *command.Request, d *directory) (*decision.Outcome, error) {
	var err error
	if r.Game, r.Seat, err = d.seat(intake.Seat{Game: r.HeldFor.Game, Name: r.HeldFor.Seat}); err != nil {
		return nil, err
	}
	r.Role, r.Keyed = r.Seat.Role, true
	h, missing, err := intake.ClaimedHeader(senderQuery(r), d)
	if missing {
		return r.Refuse(notice.NoGame{Name: notice.Quote(h.Game), Games: vault.ListSeats(nil)})
	}
	r.File.Header = h
	return nil, err
}

func plusTags(r *command.Request) []string {
	var tags []string
	for _, a := range r.Mail.Delivered {
		base, tag := mailio.SplitPlus(a)
		if tag != "" && mailio.FoldAddress(base) == mailio.FoldAddress(r.Env.Self.Address.Addr) {
			tags = append(tags, tag)
		}
	}
	return tags
}

// askWhichGame asks which game is meant, unless all questions are about no game in particular.
func askWhichGame(r *command.Request, seats []intake.Seat) (*decision.Outcome, error) {
	f := &r.File
	if len(f.Commands) == 0 || len(f.Faults) > 0 || f.HasOrders() ||
		slices.ContainsFunc(f.Commands, func(c commands.Command) bool {
			return command.SpecOf(c).In != command.Anywhere || command.SpecOf(c).Changes()
		}) {
		return r.Refuse(notice.WhichGame{Games: vault.ListSeats(seats)})
	}
	return decision.Of(decision.Answered, "question"), r.AnswerCommands(f.Commands)
}
