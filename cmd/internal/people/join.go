package people

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"fieldpost/adjudicator/board"
	"fieldpost/cmd/internal/command"
	"fieldpost/cmd/internal/decision"
	"fieldpost/cmd/internal/env"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/notify"
	"fieldpost/cmd/internal/roster"
	"fieldpost/cmd/internal/vault"
	"fieldpost/orders/commands"
	"fieldpost/store"
	"fieldpost/templates/notice"
	"fieldpost/templates/reader"
)

var _ = command.Handle[commands.Join](command.Spec{
	Syntax: []commands.Syntax{commands.JoinSyntax},
	Who:    command.Anyone, In: command.Anywhere, NeedsKey: command.Confirmation,
}, command.AsNotice(func(r *command.Request, c commands.Join) (notice.Notice, error) {
	return join(r, gamestore.JoinRequest{Game: c.Game, Power: c.Power, Setting: "joining"})
}))

var _ = command.Handle[commands.Observe](command.Spec{
	Syntax: []commands.Syntax{commands.ObserveSyntax},
	Who:    command.Anyone, In: command.Anywhere, NeedsKey: command.Confirmation,
}, command.AsNotice(func(r *command.Request, c commands.Observe) (notice.Notice, error) {
	return join(r, gamestore.JoinRequest{Game: c.Game, Setting: "observers"})
}))

var _ = command.Handle[commands.Substitute](command.Spec{
	Syntax: []commands.Syntax{commands.SubstituteSyntax},
	Who:    command.Anyone, In: command.Anywhere, NeedsKey: command.Confirmation,
}, command.AsNotice(func(r *command.Request, c commands.Substitute) (notice.Notice, error) {
	return join(r, gamestore.JoinRequest{Game: c.Game, Power: c.Power, Setting: "joining", Standby: true})
}))

// isJoin reports whether a command asks to join a game or to make one.
func isJoin(c commands.Command) bool { return command.SpecOf(c).NeedsKey == command.Confirmation }

// isOption reports whether a command is a setting. Next to a new game it belongs to that, and is no request of its own.
func isOption(c commands.Command) bool {
	switch c.(type) {
	case commands.Option, commands.OwnOption, commands.MailOption, commands.ConsentOption:
		return true
	}
	return false
}

// HandleJoin handles the mails that only ask to join. What a player asks for in a mail with orders or other commands is
// handled with these.
func HandleJoin(r *command.Request) (*decision.Outcome, error) {
	asks := slices.ContainsFunc(r.File.Commands, isJoin)
	if r.File.HasOrders() || !asks && !isStrangersQuestion(r) {
		return nil, nil
	}
	refs, err := r.RecognizeSender()
	if err != nil {
		return nil, err
	}
	if (len(refs) > 0 || r.File.Header.Key != "") && !onlyJoins(r) {
		return nil, nil
	}
	if person, err := r.ProvedPerson(); err != nil {
		return nil, err
	} else if person == "" {
		if n, err := r.CountToday("knocks", r.Mail.From.Addr); err != nil || n > MaxJoinsPerDay {
			return decision.Of(decision.Ignored, "too-many-at-the-door"), err
		}
	}
	p := senderPerson(r)
	r.KnownSender = r.KnownAs != nil && !r.KnownAs.Unconfirmed
	r.KnownAs = &roster.Participant{Address: p.Address, Name: p.Name, Language: p.Language, Zone: p.Zone}
	var l command.CommandLimits
	var left []string
	for i, c := range r.File.Commands {
		if isOption(c) {
			continue // it belongs to its new game
		}
		if !l.Allow(c) {
			line, err := r.HideKeys(r.File.Whole(c.CommandLine()))
			if err != nil {
				return nil, err
			}
			left = append(left, line)
			continue
		}
		if command.SpecOf(c).Who != command.Anyone {
			continue // there is no participant to answer
		}
		words, err := r.CarryOut(c)
		if err != nil {
			return nil, err
		}
		if words.Subject == "" {
			continue
		}
		if err := r.Reply("door-"+strconv.Itoa(i+1), words); err != nil {
			return nil, err
		}
	}
	if len(left) > 0 {
		if err := r.ReplyNotice(notice.NotAnswered{Questions: left}); err != nil {
			return nil, err
		}
	}
	return decision.Of(decision.Answered, "door"), nil
}

// onlyJoins reports whether all lines of a mail ask to join.
func onlyJoins(r *command.Request) bool {
	return !slices.ContainsFunc(r.File.Commands, func(c commands.Command) bool {
		return !isOption(c) && !isJoin(c)
	})
}

// isStrangersQuestion reports whether a mail only asks which games there are.
func isStrangersQuestion(r *command.Request) bool {
	if len(r.File.Commands) != 1 {
		return false
	}
	_, games := r.File.Commands[0].(commands.Games)
	return games
}

// join admits the sender, asks the referee, or refuses.
func join(r *command.Request, w gamestore.JoinRequest) (notice.Notice, error) {
	if ok, err := gamestore.GameExists(r.Tx, w.Game); err != nil || !ok {
		if err != nil {
			return nil, err
		}
		refs, err := r.Tx.Handles().Seats(roster.AddressHandle(r.Mail.From.Addr))
		return notice.NoGame{Name: notice.Quote(w.Game), Games: vault.ListSeats(vault.SeatsOf(refs))}, err
	}
	g, err := gamestore.Load(r.Tx, w.Game)
	if err != nil {
		return nil, err
	}
	if w.Power != board.Nobody && g.Seat(w.Power) == nil {
		return nil, notDone(notice.DeniedNoSeat, fmt.Sprintf("game %s has no seat %s; there are %s", w.Game, w.Power,
			gamestore.PowerNames(g)), w.Game, string(w.Power))
	}
	if g.Stopped() {
		return notice.Held{}, nil
	}
	if g.Chain.Over() {
		return nil, notDone(notice.DeniedGameOver, fmt.Sprintf("game %s is over", w.Game), w.Game)
	}
	p := senderPerson(r)
	if n, done, err := answerPresent(r, g, w); done || err != nil {
		return n, err
	}
	switch gamestore.PolicyFor(g, w.Setting, p.Address, r.CreatedGame == w.Game) {
	case "open":
		if ok, err := r.SpendReply(); err != nil || !ok {
			return nil, err
		}
		return nil, admit(r.Env, r.Tx, g, w, p, g.MustConfirm(true))
	case "approval":
		if len(g.State.Admission.Pending) >= gamestore.MaxPendingJoins {
			return notice.JoinClosed{Name: notice.Quote(w.Game)}, nil
		}
		return notice.JoinAsked{Name: notice.Quote(w.Game)}, askReferee(r.Env, r.Tx, g,
			gamestore.PendingJoin{Person: p, Join: w, At: r.Env.Now().UTC()})
	}
	return notice.JoinClosed{Name: notice.Quote(w.Game)}, nil
}

// answerPresent answers a sender who asks for a seat that is taken, by them or another player. done is false if it is
// not.
func answerPresent(r *command.Request, g *gamestore.Game, w gamestore.JoinRequest) (
	n notice.Notice, done bool, err error) {
	if w.Power == board.Nobody || w.Standby {
		for _, s := range slices.Concat(g.Seats, g.Others) {
			if s.Has(r.Mail.From.Addr) && s.Kind != roster.SeatRequest && (s.Kind != roster.Observer || s.Unconfirmed) {
				return nil, true, answerAlreadyIn(r, g, s)
			}
		}
		return nil, false, nil
	}
	s := g.Seat(w.Power)
	switch {
	case !s.Taken():
		if request := g.Participant(roster.Participant{Kind: roster.SeatRequest, Address: r.Mail.From.Addr,
			Standby: []board.Power{w.Power}}.ID()); request != nil {
			return nil, true, answerAlreadyIn(r, g, *request)
		}
		return nil, false, nil
	case s.Has(r.Mail.From.Addr):
		return nil, true, answerAlreadyIn(r, g, *s)
	}
	if lines := joinLines(g, r.Mail.From.Addr); len(lines) > 0 {
		return notice.SeatTaken{Seat: w.Power, Lines: lines}, true, nil
	}
	return notice.JoinClosed{Name: notice.Quote(w.Game)}, true, nil
}

// answerAlreadyIn tells the sender that they are in the game already. If they have yet to confirm, it sends again the
// mail that they must answer.
func answerAlreadyIn(r *command.Request, g *gamestore.Game, s roster.Participant) error {
	if !s.Unconfirmed {
		return notDone(notice.DeniedAlreadyThere, fmt.Sprintf("you sit at the table of %s already: %s", g.Setup.Name,
			s.ID()), g.Setup.Name)
	}
	if ok, err := r.SpendReply(); err != nil || !ok {
		return err
	}
	return notify.AskToConfirm(r.Env, r.Tx, g, s, strconv.FormatUint(r.Row.Number, 10))
}

// admit gives a person what they asked for: a seat, or to observe.
func admit(e *env.Env, tx *store.Tx, g *gamestore.Game, w gamestore.JoinRequest, p roster.Person, prove bool) error {
	switch seat := w.Power != board.Nobody && !w.Standby; {
	case seat && prove:
		return RequestSeat(e, tx, g, w.Power, p)
	case seat:
		return takeSeat(e, tx, g, w.Power, p, false)
	}
	var standby []board.Power
	if w.Standby && w.Power != board.Nobody {
		standby = []board.Power{w.Power}
	} else if w.Standby {
		standby = g.Rules.Board.Powers()
	}
	return addObserver(e, tx, g, p, standby, prove)
}

// senderPerson returns the person who sent the mail: as they are known, and as their mail says.
func senderPerson(r *command.Request) roster.Person {
	p := roster.Person{Address: r.Mail.From.Addr, Name: r.Mail.From.Name}
	if r.KnownAs != nil {
		p = roster.Person{Address: p.Address, Name: r.KnownAs.Name, Language: r.KnownAs.Language, Zone: r.KnownAs.Zone}
	}
	for _, c := range r.File.Commands {
		if o, ok := c.(commands.OwnOption); ok {
			p.Set(o.Name, o.Value)
		}
	}
	if p.Check() != nil { // a bad name or zone does not keep them out
		p.Name, p.Zone = "", ""
	}
	if p.Language == "" {
		p.Language = r.Env.Language
	}
	return p
}

// RequestSeat stores a person's request for a seat, and asks the address to confirm.
//
// A person who asks for a seat by mail has it only when their address has confirmed. Until then the seat stays free:
// From can be forged, and the first address that confirms gets the seat.
func RequestSeat(e *env.Env, tx *store.Tx, g *gamestore.Game, power board.Power, p roster.Person) error {
	if err := checkPerson(e, p); err != nil {
		return err
	}
	s, err := vault.WithPerson(e, tx, g, roster.Participant{Kind: roster.SeatRequest, Role: "-", Address: p.Address,
		Name: p.Name, Language: cmp.Or(p.Language, e.Language),
		Zone: p.Zone, Since: e.Now().UTC(), Unconfirmed: true, Standby: []board.Power{power}}, roster.Participant{})
	if err != nil {
		return err
	}
	if err := dropOldestUnconfirmed(tx, g); err != nil {
		return err
	}
	return saveNewcomer(e, tx, g, s, true)
}

// MaxUnconfirmed is how many persons of a game may be asked to confirm at a time. Strangers cannot become so many in an
// hour.
const MaxUnconfirmed = 100

// dropOldestUnconfirmed makes room for one more person who has yet to confirm.
func dropOldestUnconfirmed(tx *store.Tx, g *gamestore.Game) error {
	var asked []roster.Participant
	for _, s := range g.Others {
		if gamestore.IsReserved(s, g) {
			asked = append(asked, s)
		}
	}
	if len(asked) < MaxUnconfirmed {
		return nil
	}
	oldest := slices.MinFunc(asked, func(a, b roster.Participant) int { return a.Since.Compare(b.Since) })
	return g.RemoveOther(tx, oldest)
}

// dropSeatRequests deletes the requests of an address, or of all that match *@domain.
func dropSeatRequests(tx *store.Tx, g *gamestore.Game, pattern string) error {
	for _, s := range slices.Clone(g.Others) {
		if s.Kind == roster.SeatRequest && gamestore.MatchesAddress(pattern, s.Address) {
			if err := g.RemoveOther(tx, s); err != nil {
				return err
			}
		}
	}
	return nil
}

// fillRequestedSeat turns a request into its seat, which the address is about to confirm. If the seat is taken by now,
// it answers so.
func fillRequestedSeat(r *command.Request, g *gamestore.Game, request roster.Participant) (
	*roster.Participant, *decision.Outcome, error) {
	if err := g.RemoveOther(r.Tx, request); err != nil {
		return nil, nil, err
	}
	old := g.Seat(request.Wanted())
	if old.Taken() || g.Chain.Over() {
		out, err := answerTaken(r, g, request)
		return nil, out, err
	}
	s := request
	s.Power, s.Role, s.Kind, s.Standby, s.Since = old.Power, old.Role, "", nil, r.Env.Now().UTC()
	return g.Seat(s.Power), nil, g.SaveSeat(r.Tx, s)
}

// answerTaken answers a person who has confirmed too late.
func answerTaken(r *command.Request, g *gamestore.Game, request roster.Participant) (*decision.Outcome, error) {
	if err := g.Save(); err != nil {
		return nil, err
	}
	var n notice.Notice = notice.JoinClosed{Name: notice.Quote(g.Setup.Name)}
	if lines := joinLines(g, request.Address); len(lines) > 0 && !g.Chain.Over() {
		n = notice.SeatTaken{Seat: request.Wanted(), Lines: lines}
	}
	words, err := notify.Render(n, reader.Reader{Game: g.Setup.Name}, request.Language)
	if err != nil {
		return nil, err
	}
	return decision.Of(decision.Refused, string(n.ID())), r.Reply(string(n.ID()), words)
}
