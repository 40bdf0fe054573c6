package steps

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/cmd/internal/command"
	"fieldpost/cmd/internal/decision"
	"fieldpost/cmd/internal/roster"
	"fieldpost/orders"
	"fieldpost/templates/notice"
)

// eachSeat handles a mail with orders for several seats of its sender: each part for the seat whose power it names, that
// of the power on turn last, for what it rolls changes what the others were written for. All get one answer.
func eachSeat(r *command.Request) (*decision.Outcome, error) {
	var parts []*command.Request
	var onTurn *command.Request
	for i, text := range r.Parts {
		part := command.ForSeat(r, i+1, seatOf(r, text))
		if part.Seat.Power == r.Game.Pos.Power() && onTurn == nil {
			onTurn = part
			continue
		}
		parts = append(parts, part)
	}
	if onTurn != nil {
		parts = append(parts, onTurn)
	}
	var all *decision.Outcome
	for _, part := range parts {
		out, err := runUntilDone(part, seatSteps)
		if err != nil {
			return nil, err
		}
		if out != nil && (all == nil || all.Kind != decision.Accepted) {
			all = out
		}
	}
	return all, nil
}

// seatOf returns the seat of the sender that a part of the mail is for: of its power, else of the power on turn. A part
// for a power that is not theirs is refused as that of their seat.
func seatOf(r *command.Request, text string) *roster.Participant {
	power := orders.Parse(text, orders.Context{Board: r.Game.Rules.Board}).Header.Power
	if power == board.Nobody {
		power = r.Game.Pos.Power()
	}
	theirs := r.Game.OfPerson(*r.Seat)
	if i := slices.IndexFunc(theirs, func(s roster.Participant) bool { return s.Power == power }); i >= 0 {
		return r.Game.Participant(theirs[i].ID())
	}
	return r.Seat
}

// refuseOtherPower refuses orders for a power that is not the sender's, in a mail for several of their seats.
func refuseOtherPower(r *command.Request) (*decision.Outcome, error) {
	if p := r.File.Header.Power; len(r.Parts) > 0 && p != board.Nobody && p != r.Seat.Power {
		return r.RefuseInGame(notice.WrongSeat{Seat: notice.Quote(string(p))})
	}
	return nil, nil
}
