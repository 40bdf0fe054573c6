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
	"fieldpost/orders/syntax"
	"fieldpost/store"
	"fieldpost/templates/notice"
)

// SeatPerson puts a person on a seat. A person who was there before leaves it, and the seat gets a new key.
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
	if next.Person == "" {
		var err error
		if next, err = vault.WithPerson(e, tx, g, next, *s); err != nil {
			return err
		}
	}
	next.Address, next.Name, next.Zone, next.Bounced, next.Lost = p.Address, p.Name, p.Zone, "", nil
	if p.Second != "" && !next.Has(p.Second) {
		next.Others = append(slices.Clone(next.Others), p.Second)
	}
	if p.Language != "" {
		next.Language = p.Language
	}
	if err := g.SaveSeat(tx, next); err != nil {
		return err
	}
	switch {
	case next.Unconfirmed:
		return notify.AskToConfirm(e, tx, g, next, "")
	case g.Running() && free: // nobody has told them the key
		return welcome(e, tx, g, next, true)
	}
	return startIfReady(e, tx, g)
}

// takeSeat puts a person on a seat that is free, or in place of who sits there, with a new key. With prove the address has to confirm
// first, and gets nothing else until then.
func takeSeat(e *env.Env, tx *store.Tx, g *gamestore.Game, power board.Power, p roster.Person, prove bool) error {
	if err := checkPerson(e, p); err != nil {
		return err
	}
	old := g.Seat(power)
	if old == nil {
		return fmt.Errorf("game %s has no seat %s", g.Setup.Name, power)
	}
	s, err := vault.WithPerson(e, tx, g, roster.Participant{Power: power, Role: old.Role, Address: p.Address, Name: p.Name, Language: p.Language, Zone: p.Zone,
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

// addObserver puts somebody without a power at the table, who reads along; with standby he would take over those seats.
func addObserver(e *env.Env, tx *store.Tx, g *gamestore.Game, p roster.Person, standby []board.Power, prove bool) error {
	if err := checkPerson(e, p); err != nil {
		return err
	}
	s, err := vault.WithPerson(e, tx, g, roster.Participant{Kind: roster.Observer, Role: "-", Address: p.Address, Name: p.Name, Language: p.Language, Zone: p.Zone,
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
		if err := dropOldestUnconfirmed(g, tx); err != nil {
			return err
		}
	}
	return saveNewcomer(e, tx, g, s, prove)
}

// saveNewcomer writes down who has come, and welcomes him, or has his address confirm first.
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

// welcome is what happens when somebody has come for good: it is recorded and told, and he gets the report of how the game stands.
// Greet tells him his key too, if no mail has done so. When he was the last one awaited, a game that begins by itself begins.
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
	key, err := vault.KeyOf(e, tx, g, s)
	if err != nil {
		return err
	}
	var news, mine notice.Notice = notice.SeatFilled{Seat: s.Power}, notice.SeatGiven{Seat: s.Power, Key: key.Reveal()}
	if s.Kind == roster.Observer {
		news, mine = notice.ObserverCame{}, notice.Observing{Name: notice.Quote(g.Setup.Name)}
	}
	if greet {
		if err := notify.One(e, tx, g, s, mine, gamestore.SeqName(entry), string(mine.ID())); err != nil {
			return err
		}
	}
	if err := notifyOthers(e, tx, g, s, news, gamestore.SeqName(entry)); err != nil {
		return err
	}
	if g.Running() {
		return sendReport(e, tx, g, s)
	}
	return startIfReady(e, tx, g)
}

// sendReport sends one reader how the game stands.
func sendReport(e *env.Env, tx *store.Tx, g *gamestore.Game, s roster.Participant) error {
	v, err := notify.ReportView(e, tx, g, s, nil)
	if err != nil {
		return err
	}
	told, err := notify.Telling(e, v, syntax.Lang(s.Language))
	if err != nil {
		return err
	}
	words, err := told.Mail(v)
	if err != nil {
		return err
	}
	return notify.Report(e, tx, g, s, words, nil, nil)
}

// notifyOthers writes news to everybody around the table but one.
func notifyOthers(e *env.Env, tx *store.Tx, g *gamestore.Game, but roster.Participant, n notice.Notice, name ...string) error {
	for _, s := range g.Readers() {
		if s.ID() == but.ID() {
			continue
		}
		if err := notify.One(e, tx, g, s, n, name...); err != nil {
			return fmt.Errorf("news for %s: %w", s.ID(), err)
		}
	}
	return nil
}

// checkPerson tells what is wrong with a person's data. Nobody has an address that leads into our own mailbox: what comes from there is
// taken for mail of ours, and dropped. The error of that is a notDone, to be said by mail.
func checkPerson(e *env.Env, p roster.Person) error {
	for _, addr := range []string{p.Address, p.Second} {
		if addr != "" && e.Self.Owns(addr) {
			return &env.NotDone{Why: fmt.Sprintf("%s leads into the mailbox of fieldpost itself, where its mails would be dropped", addr), Key: notice.DeniedOurMailbox, Args: []string{addr}}
		}
	}
	return p.Check()
}

// notDoneFor is an error of checkPerson as the answer to a mail.
func notDoneFor(err error) error {
	if n, ok := errors.AsType[*env.NotDone](err); ok {
		return n
	}
	return &env.NotDone{Why: err.Error()}
}

// personAt is what is known of the person at an address, from the seats that he holds elsewhere.
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

// handleReplace gives a seat to somebody else at the referee's word. Who sat there is told, and has no key any more.
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
		return nil, &env.NotDone{Why: fmt.Sprintf("game %s has no seat %s; there are %s", r.Game.Setup.Name, c.Power, gamestore.PowerNames(r.Game)), Key: notice.DeniedNoSeat, Args: []string{r.Game.Setup.Name, string(c.Power)}}
	}
	if err := checkPerson(r.Env, p); err != nil {
		return nil, notDoneFor(err)
	}
	if s.Has(c.Address) {
		return nil, &env.NotDone{Why: fmt.Sprintf("%s sits there already", c.Address), Key: notice.DeniedSitsThere, Args: []string{c.Address}}
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
	return notice.JoinDecided{Line: notice.Quote(fmt.Sprintf("replace %s with %s", c.Power, c.Address)), Waiting: gamestore.ApproveLines(r.Game)}, nil
}

// replacePlayer puts a person in the place of another, who is told. While the game runs that is news for all.
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

// dropRequests forgets the requests and the observer's chair of somebody who gets a seat another way.
func dropRequests(r *command.Request, addr string) error {
	d := &r.Game.State.Admission
	d.Pending = slices.DeleteFunc(slices.Clone(d.Pending), func(pending gamestore.PendingJoin) bool {
		return gamestore.MatchesAddress(addr, pending.Person.Address)
	})
	if err := dropSeatRequests(r.Game, r.Tx, addr); err != nil {
		return err
	}
	observer := r.Game.Participant(roster.Participant{Kind: roster.Observer, Address: addr}.ID())
	if observer == nil {
		return nil
	}
	return r.Game.RemoveOther(r.Tx, *observer)
}
