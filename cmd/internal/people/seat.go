package people

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/cmd/internal/command"
	"fieldpost/cmd/internal/env"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/notify"
	"fieldpost/cmd/internal/roster"
	"fieldpost/cmd/internal/vault"
	"fieldpost/mailio"
	"fieldpost/orders/commands"
	"fieldpost/store"
	"fieldpost/templates/notice"
)

// SeatPerson gives a seat to a person. Another player who had it is replaced, and the seat gets a new key.
func SeatPerson(e *env.Env, tx *store.Tx, g *gamestore.Game, power board.Power, p roster.Person) error {
	if err := checkPerson(e, p); err != nil {
		return err
	}
	s := g.Seat(power)
	if s == nil {
		return fmt.Errorf("game %s has no seat %s", g.Setup.Name, power)
	}
	if s.Taken() && !s.Has(p.Address) {
		return replacePlayer(e, tx, g, *s, p)
	}
	next, free := *s, !s.Taken()
	if mailio.FoldAddress(s.Address) != mailio.FoldAddress(p.Address) {
		next.Bot, next.Unconfirmed, next.Since, next.Others = false, g.MustConfirm(false), e.Now().UTC(), nil
	}
	next.Address, next.Name, next.Zone, next.Bounced, next.Lost = p.Address, p.Name, p.Zone, "", nil
	if p.Second != "" && !next.Has(p.Second) {
		next.Others = append(slices.Clone(next.Others), p.Second)
	}
	if p.Language != "" {
		next.Language = p.Language
	}
	if next.Person == "" {
		var err error
		if next, err = vault.WithPerson(e, tx, g, next, *s); err != nil {
			return err
		}
	}
	if err := g.SaveSeat(tx, next); err != nil {
		return err
	}
	if err := vault.UniteSeats(tx, g); err != nil {
		return err
	}
	next = *g.Seat(power)
	switch {
	case next.Unconfirmed:
		return notify.AskToConfirm(e, tx, g, next, "")
	case g.Running() && free: // nobody has sent them the key
		return welcome(e, tx, g, next, true)
	}
	return startIfReady(e, tx, g)
}

// takeSeat gives a seat that is free, or its player's, to a person, with a new key. With prove the address must confirm
// first, and gets nothing else until then.
func takeSeat(e *env.Env, tx *store.Tx, g *gamestore.Game, power board.Power, p roster.Person, prove bool) error {
	if err := checkPerson(e, p); err != nil {
		return err
	}
	old := g.Seat(power)
	if old == nil {
		return fmt.Errorf("game %s has no seat %s", g.Setup.Name, power)
	}
	s, err := vault.WithPerson(e, tx, g, roster.Participant{Power: power, Role: old.Role, Address: p.Address,
		Name: p.Name, Language: p.Language, Zone: p.Zone,
		Since: e.Now().UTC(), Unconfirmed: prove}, *old)
	if err != nil {
		return err
	}
	if p.Second != "" {
		s.Others = []string{p.Second}
	}
	if s.Language == "" {
		s.Language = e.Language
	}
	return saveNewcomer(e, tx, g, s, prove)
}

// addObserver adds an observer; standby are the seats that they would take over as a substitute.
func addObserver(e *env.Env, tx *store.Tx, g *gamestore.Game, p roster.Person, standby []board.Power,
	prove bool) error {
	if err := checkPerson(e, p); err != nil {
		return err
	}
	s, err := vault.WithPerson(e, tx, g, roster.Participant{Kind: roster.Observer, Role: "-", Address: p.Address,
		Name: p.Name, Language: p.Language, Zone: p.Zone,
		Since: e.Now().UTC(), Unconfirmed: prove, Standby: standby}, roster.Participant{})
	if err != nil {
		return err
	}
	if s.Language == "" {
		s.Language = e.Language
	}
	if old := g.Participant(s.ID()); old != nil {
		s = *old
		s.Standby = standby
		prove = s.Unconfirmed
	} else if prove {
		if err := dropOldestUnconfirmed(tx, g); err != nil {
			return err
		}
	}
	return saveNewcomer(e, tx, g, s, prove)
}

// saveNewcomer stores a new participant, and welcomes them or asks their address to confirm.
func saveNewcomer(e *env.Env, tx *store.Tx, g *gamestore.Game, s roster.Participant, prove bool) error {
	if err := g.SaveSeat(tx, s); err != nil {
		return err
	}
	if err := g.Save(); err != nil {
		return err
	}
	if prove {
		return notify.AskToConfirm(e, tx, g, s, "")
	}
	return welcome(e, tx, g, s, true)
}

// welcome records that a participant has joined, tells the others, and sends them how the game is. With greet it also
// sends them their key, if no mail has done so. If they were the last one missing, a game that begins by itself begins.
func welcome(e *env.Env, tx *store.Tx, g *gamestore.Game, s roster.Participant, greet bool) error {
	what := "takes the seat"
	switch {
	case s.Kind == roster.Observer && len(s.Standby) > 0:
		what = "observes as a substitute"
	case s.Kind == roster.Observer:
		what = "observes"
	}
	entry, err := gamestore.RecordAct(e, g, s.Actor(), what, mailio.FoldAddress(s.Address))
	if err != nil {
		return err
	}
	key, err := vault.SeatKey(e, tx, g, s)
	if err != nil {
		return err
	}
	var news, mine notice.Notice = notice.SeatFilled{Seat: s.Power}, notice.SeatGiven{Seat: s.Power, Key: key.Reveal()}
	if s.Kind == roster.Observer {
		news, mine = notice.ObserverCame{}, notice.Observing{Name: notice.Quote(g.Setup.Name)}
	}
	if greet {
		if err := notify.SendNotice(e, tx, g, s, mine, gamestore.SeqName(entry), string(mine.ID())); err != nil {
			return err
		}
	}
	if err := notifyOthers(e, tx, g, s, news, gamestore.SeqName(entry)); err != nil {
		return err
	}
	if g.Running() {
		return notify.SendReport(e, tx, g, s)
	}
	return startIfReady(e, tx, g)
}

// notifyOthers sends a notice to everybody in the game but one.
func notifyOthers(e *env.Env, tx *store.Tx, g *gamestore.Game, but roster.Participant, n notice.Notice,
	name ...string) error {
	for _, s := range g.Addressees() {
		if s.ID() == but.ID() || s.SamePerson(but) {
			continue
		}
		if err := notify.SendNotice(e, tx, g, s, n, name...); err != nil {
			return fmt.Errorf("news for %s: %w", s.ID(), err)
		}
	}
	return nil
}

// checkPerson returns what is wrong with a person's data. No address may lead into the server's own mailbox: mail from
// there is taken for the server's own, and dropped. The error of that is an [env.NotDone], which is answered by mail.
func checkPerson(e *env.Env, p roster.Person) error {
	for _, addr := range []string{p.Address, p.Second} {
		if addr != "" && e.Self.Owns(addr) {
			return notDone(notice.DeniedOurMailbox, addr+
				" leads into the mailbox of fieldpost itself, where its mails would be dropped", addr)
		}
	}
	return p.Check()
}

// notDone returns the error of a request that cannot be granted: why for logs and commands, key and args for the texts
// of mails.
func notDone(key notice.Denial, why string, args ...string) *env.NotDone {
	return &env.NotDone{Why: why, Key: key, Args: args}
}

// notDoneFor turns an error of checkPerson into the answer to a mail.
func notDoneFor(err error) error {
	if n, ok := errors.AsType[*env.NotDone](err); ok {
		return n
	}
	return &env.NotDone{Why: err.Error()}
}

// personAt returns what is known of the person at an address from their seats elsewhere.
func personAt(e *env.Env, tx *store.Tx, addr string) (roster.Person, error) {
	p := roster.Person{Address: strings.TrimSpace(addr)}
	refs, err := tx.Handles().Seats(roster.AddressHandle(p.Address))
	if err != nil || len(refs) == 0 {
		return p, err
	}
	g, err := tx.Games().Game(refs[0].Game)
	if err != nil {
		return p, err
	}
	var s roster.Participant
	if err := gamestore.GetJSON(g, roster.PartOf(refs[0].Seat), refs[0].Seat, &s); err != nil {
		return p, err
	}
	p.Name, p.Language, p.Zone = s.Name, s.Language, s.Zone
	return p, nil
}

var _ = command.Handle[commands.Replace](command.Spec{
	Syntax: []commands.Syntax{commands.ReplaceSyntax},
	Who:    command.Referee, In: command.AnyGame, NeedsKey: command.SeatKey,
}, command.AsNotice(handleReplace))

// handleReplace gives a seat to another person for the referee. The player who had it is told, and their key is void.
func handleReplace(r *command.Request, c commands.Replace) (notice.Notice, error) {
	p, err := personAt(r.Env, r.Tx, c.Address)
	if err == nil {
		err = countAsk(r)
	}
	if err != nil {
		return nil, err
	}
	s := r.Game.Seat(c.Power)
	if s == nil {
		return nil, notDone(notice.DeniedNoSeat, fmt.Sprintf("game %s has no seat %s; there are %s", r.Game.Setup.Name,
			c.Power, gamestore.PowerNames(r.Game)), r.Game.Setup.Name, string(c.Power))
	}
	if err := checkPerson(r.Env, p); err != nil {
		return nil, notDoneFor(err)
	}
	if s.Has(c.Address) {
		return nil, notDone(notice.DeniedSitsThere, fmt.Sprintf("%s sits there already", c.Address), c.Address)
	}
	if err := removePlayer(r.Env, r.Tx, r.Game, *s, "replaces the player of"); err != nil {
		return nil, err
	}
	if err := dropRequests(r, c.Address); err != nil {
		return nil, err
	}
	prove := r.Game.State.House.Get("confirm") != "off"
	if err := takeSeat(r.Env, r.Tx, r.Game, c.Power, p, prove); err != nil {
		return nil, err
	}
	return notice.JoinDecided{Line: notice.Quote(fmt.Sprintf("replace %s with %s", c.Power, c.Address)),
		Waiting: gamestore.ApproveLines(r.Game)}, nil
}

// replacePlayer gives the seat of a player, who is told, to a person. While the game runs everybody is told.
func replacePlayer(e *env.Env, tx *store.Tx, g *gamestore.Game, old roster.Participant, p roster.Person) error {
	if p.Language == "" {
		p.Language = old.Language
	}
	if g.Running() {
		if err := removePlayer(e, tx, g, old, "replaces the player of"); err != nil {
			return err
		}
		return takeSeat(e, tx, g, old.Power, p, g.MustConfirm(false))
	}
	if err := LeaveSeat(e, tx, g, old.Power); err != nil {
		return err
	}
	return SeatPerson(e, tx, g, old.Power, p)
}

// dropRequests deletes the requests and the observer of a person who gets a seat another way.
func dropRequests(r *command.Request, addr string) error {
	d := &r.Game.State.Admission
	d.Pending = slices.DeleteFunc(slices.Clone(d.Pending), func(pending gamestore.PendingJoin) bool {
		return gamestore.MatchesAddress(addr, pending.Person.Address)
	})
	if err := dropSeatRequests(r.Tx, r.Game, addr); err != nil {
		return err
	}
	observer := r.Game.Participant(roster.Participant{Kind: roster.Observer, Address: addr}.ID())
	if observer == nil {
		return nil
	}
	return r.Game.RemoveOther(r.Tx, *observer)
}
