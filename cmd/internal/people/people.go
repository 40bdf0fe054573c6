package people

import (
	"fmt"
	"slices"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/cmd/internal/env"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/notify"
	"fieldpost/cmd/internal/roster"
	"fieldpost/cmd/internal/vault"
	"fieldpost/mailio"
	"fieldpost/orders/syntax"
	"fieldpost/store"
	"fieldpost/templates/notice"
)

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

// startIfReady begins a game that begins by itself, once nobody is awaited any more.
func startIfReady(e *env.Env, tx *store.Tx, g *gamestore.Game) error {
	if g.Running() || g.State.House.Get("start") != "auto" || len(g.MissingSeats()) > 0 {
		return nil
	}
	return Start(e, tx, g)
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

// LeaveSeat frees a seat: whoever had its key has it no longer.
func LeaveSeat(e *env.Env, tx *store.Tx, g *gamestore.Game, power board.Power) error {
	old := g.Seat(power)
	free, err := vault.WithKey(e, tx, g, roster.Participant{Power: power, Role: old.Role, Language: e.Language, Bot: old.Bot}, *old)
	if err != nil {
		return err
	}
	if err := g.SaveSeat(tx, free); err != nil {
		return err
	}
	g.State.Held = slices.DeleteFunc(g.State.Held, func(h gamestore.HeldMail) bool { return h.Seat == old.ID() })
	return g.Save()
}

// SeatSubstitute gives a seat to the first of those who offered to take it over. It tells whether there was one. Who sat there is told.
func SeatSubstitute(e *env.Env, tx *store.Tx, g *gamestore.Game, s *roster.Participant) (bool, error) {
	i := FirstSubstitute(g.Others, s.Power)
	if i < 0 {
		return false, nil
	}
	old, substitute := *s, g.Others[i]
	if err := g.RemoveOther(tx, substitute); err != nil {
		return false, err
	}
	if err := removePlayer(e, tx, g, old, "calls a substitute for"); err != nil {
		return false, err
	}
	return true, takeSeat(e, tx, g, old.Power, substitute.AsPerson(), false)
}

// FirstSubstitute finds who offered first, -1 if nobody did. One whose address is not confirmed does not count.
func FirstSubstitute(others []roster.Participant, p board.Power) int {
	first := -1
	for i, c := range others {
		if c.Unconfirmed || !slices.Contains(c.Standby, p) {
			continue
		}
		if first < 0 || c.Since.Before(others[first].Since) {
			first = i
		}
	}
	return first
}

// removePlayer records what the referee does to a seat, and tells its player that he sits there no longer, before another takes it. Nothing is said of a free one.
func removePlayer(e *env.Env, tx *store.Tx, g *gamestore.Game, old roster.Participant, what string) error {
	if !old.Taken() {
		return nil
	}
	entry, err := gamestore.RecordAct(e, g, roster.Referee, what+" "+old.Role, mailio.FoldAddress(old.Address))
	if err != nil {
		return err
	}
	return notify.One(e, tx, g, old, notice.SeatLost{Seat: old.Power}, gamestore.SeqName(entry), "lost")
}

// LapseReservations frees the places that were kept long enough.
func LapseReservations(e *env.Env, tx *store.Tx, g *gamestore.Game) error {
	for _, s := range slices.Concat(g.Seats, g.Others) {
		if !gamestore.IsReserved(s, g) || s.Since.Add(gamestore.ReservationTime).After(e.Now()) {
			continue
		}
		if s.Kind != "" {
			if err := g.RemoveOther(tx, s); err != nil {
				return err
			}
			continue
		}
		if err := LeaveSeat(e, tx, g, s.Power); err != nil {
			return err
		}
		if r := g.Referee(); r != nil && r.Taken() {
			name := []string{"lapsed", s.Role, s.Since.Format("20060102T150405")}
			if err := notify.One(e, tx, g, *r, notice.SeatLapsed{Seat: s.Power}, name...); err != nil {
				return err
			}
		}
	}
	return nil
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
