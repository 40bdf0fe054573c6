package people

import (
	"slices"

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

var _ = command.Handle[commands.Resign](command.Spec{
	Syntax: []commands.Syntax{commands.ResignSyntax},
	Who:    command.Member, In: command.AnyGame, Guarded: true, NeedsKey: command.KeyUnlessObserver,
}, command.AsNotice(handleResign))

// handleResign lets a participant leave. A player's seat becomes free or a substitute's.
func handleResign(r *command.Request, _ commands.Resign) (notice.Notice, error) {
	old := *r.Seat
	switch {
	case old.IsReferee():
		return nil,
			notDone(notice.DeniedKeepsReferee,
				"a game keeps its referee; who runs this place can give the chair to another")
	case old.Power == board.Nobody:
		return removeObserver(r, old)
	}
	r.Seat, r.SenderLeft = &old, true // the answer goes to the former player
	entry, err := gamestore.RecordAct(r.Env, r.Game, old.Role, "resigns", mailio.FoldAddress(old.Address))
	if err != nil {
		return nil, err
	}
	if err := LeaveSeat(r.Env, r.Tx, r.Game, old.Power); err != nil {
		return nil, err
	}
	if err := notify.SendNoticeToAll(r.Env, r.Tx, r.Game, notice.SeatFree{Seat: old.Power,
		Closed: gamestore.JoiningClosed(r.Game)}, gamestore.SeqName(entry)); err != nil {
		return nil, err
	}
	if r.Game.Running() && r.Game.State.House.Get("vacant-seat") == "substitute" {
		if _, err := SeatSubstitute(r.Env, r.Tx, r.Game, r.Game.Seat(old.Power)); err != nil {
			return nil, err
		}
	}
	return notice.SeatLost{Seat: old.Power}, nil
}

// removeObserver lets an observer leave.
func removeObserver(r *command.Request, old roster.Participant) (notice.Notice, error) {
	r.Seat, r.SenderLeft = &old, true
	if err := r.Game.RemoveOther(r.Tx, old); err != nil {
		return nil, err
	}
	entry, err := gamestore.RecordAct(r.Env, r.Game, roster.Observer, "leaves", mailio.FoldAddress(old.Address))
	if err != nil {
		return nil, err
	}
	return notice.YouLeft{Closed: observingClosed(r.Game, old.Address)},
		notify.SendNoticeToAll(r.Env, r.Tx, r.Game, notice.ObserverLeft{}, gamestore.SeqName(entry))
}

// LeaveSeat frees a seat, whose old key is void.
func LeaveSeat(e *env.Env, tx *store.Tx, g *gamestore.Game, power board.Power) error {
	old := g.Seat(power)
	free, err := vault.WithNewKey(e, tx, g, roster.Participant{Power: power, Role: old.Role, Language: e.Language,
		Bot: old.Bot}, *old)
	if err != nil {
		return err
	}
	if err := g.SaveSeat(tx, free); err != nil {
		return err
	}
	g.State.Held = slices.DeleteFunc(g.State.Held, func(h gamestore.HeldMail) bool { return h.Seat == old.ID() })
	return g.Save()
}

// removePlayer records what the referee does to a seat, and tells its player that they have it no longer, before
// another gets it. For a free seat it does nothing.
func removePlayer(e *env.Env, tx *store.Tx, g *gamestore.Game, old roster.Participant, what string) error {
	if !old.Taken() {
		return nil
	}
	entry, err := gamestore.RecordAct(e, g, roster.Referee, what+" "+old.Role, mailio.FoldAddress(old.Address))
	if err != nil {
		return err
	}
	return notify.SendNotice(e, tx, g, old, notice.SeatLost{Seat: old.Power}, gamestore.SeqName(entry), "lost")
}

// SeatSubstitute gives a seat to the first substitute who offered to take it over, and tells the player who had it. It
// reports whether there was one.
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

// FirstSubstitute returns the index of the substitute who offered first, -1 if nobody did. One whose address is not
// confirmed does not count.
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

// LapseReservations frees the seats and requests that were kept long enough.
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
			if err := notify.SendNotice(e, tx, g, *r, notice.SeatLapsed{Seat: s.Power}, name...); err != nil {
				return err
			}
		}
	}
	return nil
}
