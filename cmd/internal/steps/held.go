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

// approve does what the sender says of a proposal, or of a mail that is held for their seat.
func approve(r *command.Request, c commands.Approve) (layout.Mail, error) {
	i := slices.IndexFunc(r.Game.State.Proposals, func(p game.Proposal) bool { return p.Number == c.Number })
	if c.Of == commands.Proposal || c.Of == commands.ProposalOrMail && i >= 0 {
		return amend.AnswerProposal(r, c, i)
	}
	return r.RenderResult(releaseHeldMail(r, c))
}

// releaseHeldMail does what the player says of a letter that is held: it goes its way as if it had come from him, at the time at which it
// came; or nothing is taken of it. His word counts from his own address only.
func releaseHeldMail(r *command.Request, c commands.Approve) (notice.Notice, error) {
	number := uint64(c.Number)
	g := r.Game
	i := slices.IndexFunc(g.State.Held, func(h gamestore.HeldMail) bool { return h.Mail == number && h.Seat == r.Seat.ID() })
	if i < 0 {
		return nil, &env.NotDone{Why: fmt.Sprintf("no letter %d of your seat is held", number), Key: notice.DeniedNoLetter, Args: []string{fmt.Sprint(number)}}
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
	return notice.OwnSettingChanged{Setting: notice.Quote(c.Keyword() + " " + c.Text)}, handleReleased(r, number, store.SeatRef{Game: g.Setup.Name, Seat: r.Seat.ID()})
}

// handleReleased takes a letter that was held the rest of its way. Its key is kept no more: that it was there is known by the seat. The table of this
// errand is read anew after it.
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

// wasHeld tells whether the store is done with the letter already: one that was held is done, whatever becomes of it later.
func wasHeld(r *command.Request, row store.Outcome) bool {
	if r.Released {
		r.Log.Info("letter released", "outcome", row.Kind, "reason", row.Reason)
	}
	return r.Released
}
