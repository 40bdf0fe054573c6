package steps

import (
	"time"

	"fieldpost/cmd/internal/command"
	"fieldpost/cmd/internal/decision"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/mailio"
	"fieldpost/orders/filing"
	"fieldpost/templates/notice"
)

// refuseOldMail refuses turn orders that may be an old mail sent again.
func refuseOldMail(r *command.Request) (*decision.Outcome, error) {
	h := r.File.Header
	if r.File.Sheet.Empty() || r.Game.Pos.Power != r.Seat.Power || h.Base != "" || h.Round != 0 || r.Signed || r.Released || !r.Changes() || len(r.File.Faults) > 0 || !r.Game.Running() {
		return nil, nil
	}
	if now, err := answersThisTurn(r); err != nil || now {
		return nil, err
	}
	// A reply was meant for the position that the mail answered told of.
	if m, ok, err := answeredMail(r); err != nil {
		return nil, err
	} else if ok && m.Game == r.Game.Setup.Name && m.Queued.Before(r.Game.TurnBegan()) {
		return r.RefuseInGame(notice.OldMail{Round: r.Game.Pos.Round, Dated: r.Row.Received})
	}
	if d := r.Mail.Date; !d.IsZero() && d.Before(r.Game.TurnBegan().Truncate(time.Second)) {
		return r.RefuseInGame(notice.OldMail{Round: r.Game.Pos.Round, Dated: d})
	}
	lines, err := filing.TurnLines(r.Game.Game, r.Seat.Power, r.File.File)
	if err != nil {
		return nil, nil // it is refused for what cannot be read
	}
	_, played, err := r.Game.Row.Get(gamestore.PartPlayed, gamestore.PlayedKey(r.Role, lines))
	if err != nil || !played {
		return nil, err
	}
	return r.RefuseInGame(notice.OldText{Round: r.Game.Pos.Round})
}

// answersThisTurn reports whether the letter answers a mail that we wrote since the turn began.
func answersThisTurn(r *command.Request) (bool, error) {
	for _, id := range append(r.Mail.InReplyTo, r.Mail.References...) {
		if !mailio.OwnMessageID(id, r.Env.Self.Domain) {
			continue
		}
		m, ok, err := r.Tx.Outbox().ByID(id)
		if err != nil {
			return false, err
		}
		if ok && m.Serial != 0 && m.MessageID != id && m.Game == r.Game.Setup.Name && !m.Queued.Before(r.Game.TurnBegan()) {
			return true, nil
		}
	}
	return false, nil
}
