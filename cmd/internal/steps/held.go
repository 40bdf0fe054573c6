package steps

import (
	"fmt"
	"slices"

	"fieldpost/adjudicator/game"
	"fieldpost/cmd/internal/amend"
	"fieldpost/cmd/internal/command"
	"fieldpost/cmd/internal/env"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/orders/commands"
	"fieldpost/store"
	"fieldpost/templates/layout"
	"fieldpost/templates/notice"
)

var _ = command.Handle[commands.Approve](command.Spec{
	Syntax: []commands.Syntax{commands.ApproveSyntax, commands.RejectSyntax},
	Who:    command.Member, In: command.AnyGame, NeedsKey: command.SeatKey,
}, approve)

// approve carries out what the sender says of a proposal, or of a mail that is held for their seat.
func approve(r *command.Request, c commands.Approve) (layout.Mail, error) {
	i := slices.IndexFunc(r.Game.State.Proposals, func(p game.Proposal) bool { return p.Number == c.Number })
	if c.Of == commands.Proposal || c.Of == commands.ProposalOrMail && i >= 0 {
		return amend.AnswerProposal(r, c, i)
	}
	return r.RenderResult(releaseHeldMail(r, c))
}

// releaseHeldMail handles a held mail as if it had come from the player's own address at the time at which it came, or
// drops it. The player must write from an address of their own.
func releaseHeldMail(r *command.Request, c commands.Approve) (notice.Notice, error) {
	number := uint64(c.Number)
	g := r.Game
	i := slices.IndexFunc(g.State.Held, func(h gamestore.HeldMail) bool {
		return h.Mail == number && h.Seat == r.Seat.ID()
	})
	if i < 0 {
		return nil, &env.NotDone{Why: fmt.Sprintf("no letter %d of your seat is held", number),
			Key: notice.DeniedNoLetter, Args: []string{fmt.Sprint(number)}}
	}
	if !r.IsFromOwnAddress() {
		return nil, &env.NotDone{Why: "say so from an address of your seat", Key: notice.DeniedFromHome}
	}
	g.State.Held = slices.Delete(slices.Clone(g.State.Held), i, i+1)
	if err := g.Save(); err != nil {
		return nil, err
	}
	if c.No {
		return notice.MailDropped{Number: int(number)}, nil
	}
	return notice.OwnSettingChanged{Setting: notice.Quote(c.Keyword() + " " + c.Text)},
		handleReleased(r, number, store.SeatRef{Game: g.Setup.Name, Seat: r.Seat.ID()})
}

// handleReleased handles a mail that was held. Its key is not stored any more; the seat for which it was held had it.
// The game of the request is loaded again after it.
func handleReleased(r *command.Request, number uint64, seat store.SeatRef) error {
	l, err := command.NewRequest(r.Env, r.Tx, number)
	if err != nil {
		return err
	}
	l.Released, l.HeldFor = true, seat
	if err := runSteps(l); err != nil {
		return err
	}
	g, err := gamestore.Load(r.Tx, r.Game.Setup.Name)
	if err != nil {
		return err
	}
	*r.Game = *g
	r.Seat = r.Game.Participant(r.Seat.ID())
	return nil
}

// wasHeld reports whether the mail was held, and logs its outcome: the store has finished it already.
func wasHeld(r *command.Request, row store.Outcome) bool {
	if r.Released {
		r.Log.Info("letter released", "outcome", row.Kind, "reason", row.Reason)
	}
	return r.Released
}
