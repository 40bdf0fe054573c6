package amend

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/referee"
	"fieldpost/cmd/internal/clocks"
	"fieldpost/cmd/internal/command"
	"fieldpost/cmd/internal/env"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/notify"
	"fieldpost/cmd/internal/roster"
	"fieldpost/orders/commands"
	"fieldpost/store"
	"fieldpost/templates/layout"
	"fieldpost/templates/notice"
)

// propose asks those who must agree to a change, and tells everybody. The lines are carried out when all have agreed.
func propose(e *env.Env, tx *store.Tx, g *gamestore.Game, by *roster.Participant, lines, asks []string) error {
	var mine []string // the roles of the proposer, who agrees
	for _, s := range g.Seats {
		if s.Has(by.Address) {
			mine = append(mine, s.Role)
		}
	}
	after, p, act := g.State.Propose(g.Game, by.Role, lines, asks, mine, e.Now().UTC().Truncate(time.Second))
	g.State.Conduct = after
	entry, err := gamestore.Record(e, g, act)
	if err != nil {
		return err
	}
	return notifyProposal(e, tx, g, p, gamestore.SeqName(entry))
}

// notifyProposal tells everybody about a new proposal; those who are asked also how they answer.
func notifyProposal(e *env.Env, tx *store.Tx, g *gamestore.Game, p game.Proposal, name ...string) error {
	for _, seats := range g.Persons() {
		asked := func(s roster.Participant) bool { return slices.Contains(p.Open(), s.Role) }
		n := notice.Proposed{Number: p.Number, By: gamestore.ActorParticipant(g, p.By),
			Asks: gamestore.ActorParticipants(g, p.Asks), Lines: p.Lines, Until: p.Until,
			Asked: slices.ContainsFunc(seats, asked)}
		if err := notify.SendNotice(e, tx, g, seats[0], n, name...); err != nil {
			return err
		}
	}
	return nil
}

// AnswerProposal counts a participant's answer to a proposal, and carries it out when all have agreed.
func AnswerProposal(r *command.Request, c commands.Approve, i int) (layout.Mail, error) {
	g := r.Game
	if i < 0 {
		return r.RefuseCommand(notice.NoProposal{Number: notice.Quote(c.Text)})
	}
	after, p, act := g.State.Answer(g.Game, i, r.Seat.Role, rolesOf(r), !c.No)
	if act == nil {
		return r.RefuseCommand(notice.NotAsked{Number: p.Number})
	}
	g.State.Conduct = after
	entry, err := gamestore.Record(r.Env, g, act)
	if err != nil {
		return layout.Mail{}, err
	}
	if verdict := p.Verdict(); verdict != game.Undecided {
		if err := closeProposal(r.Env, r.Tx, g, i, verdict, gamestore.SeqName(entry)); err != nil {
			return layout.Mail{}, err
		}
	}
	return r.Render(notice.ProposalAnswered{Number: p.Number})
}

// rolesOf returns the roles for which the sender answers.
func rolesOf(r *command.Request) []string {
	out := []string{r.Seat.Role}
	for _, s := range r.Game.Seats {
		if s.Role != r.Seat.Role && s.Has(r.Seat.Address) {
			out = append(out, s.Role)
		}
	}
	return out
}

// closeProposal closes a proposal, tells everybody how it went, and carries it out if it was agreed to and is still
// possible.
func closeProposal(e *env.Env, tx *store.Tx, g *gamestore.Game, i int, verdict game.Verdict, name string) error {
	after, p := g.State.CloseProposal(i)
	g.State.Conduct = after
	if err := g.Save(); err != nil {
		return err
	}
	var news notice.Notice
	switch {
	case verdict == game.Rejected:
		news = notice.ProposalRejected{Number: p.Number, Lines: p.Lines}
	case verdict == game.Lapsed:
		news = notice.ProposalLapsed{Number: p.Number, Lines: p.Lines}
	case isPossible(e, g, p):
		news = notice.ProposalAgreed{Number: p.Number, Lines: p.Lines}
	default:
		news, verdict = notice.ProposalVoid{Number: p.Number, Lines: p.Lines}, game.Lapsed
	}
	err := notify.SendNoticeToAll(e, tx, g, news, "proposal", strconv.Itoa(p.Number), name)
	if err != nil || verdict != game.Carried {
		return err
	}
	return carryOutProposal(e, tx, g, p)
}

// isPossible reports whether what was agreed to can be done in the game as it is now.
func isPossible(e *env.Env, g *gamestore.Game, p game.Proposal) bool {
	f := g.ParseProposal(p)
	a := readAmendment(&f)
	if a.isEmpty() {
		return true
	}
	b, err := openSession(e, g)
	if err == nil {
		_, _, err = a.apply(g, b, referee.Actor{Name: p.By})
	}
	if err != nil {
		e.Log.Info("proposal has become impossible", "game", g.Setup.Name, "proposal", p.Number, "error", err)
	}
	return err == nil
}

// carryOutProposal carries out what was agreed to: an amendment, or what a referee may do to clocks.
func carryOutProposal(e *env.Env, tx *store.Tx, g *gamestore.Game, p game.Proposal) error {
	f := g.ParseProposal(p)
	if a := readAmendment(&f); !a.isEmpty() {
		return carryOut(e, tx, g, a, referee.Actor{Name: p.By, Consents: p.Yes})
	}
	for _, c := range f.Commands {
		err := applyToClock(e, tx, g, c)
		if _, idle := clocks.Refusals[err]; idle {
			return notify.SendNoticeToAll(e, tx, g, notice.ProposalVoid{Number: p.Number, Lines: p.Lines}, "proposal",
				strconv.Itoa(p.Number), "void")
		} else if err != nil {
			return err
		}
	}
	return nil
}

// LapseProposal closes the proposal whose time is over.
func LapseProposal(e *env.Env, tx *store.Tx, g *gamestore.Game) error {
	i, act := g.State.LapsedProposal(g.Game)
	entry, err := gamestore.Record(e, g, act)
	if err != nil {
		return err
	}
	return closeProposal(e, tx, g, i, game.Lapsed, gamestore.SeqName(entry))
}

// proposeIfNeeded proposes a change by a referee who plays to the other side, and returns true: nothing is done until
// they agree. It returns false if nobody need be asked.
func proposeIfNeeded(r *command.Request, lines ...string) (bool, error) {
	g := r.Game
	if !r.Seat.IsReferee() || !g.State.House.NeedsConsent(len(g.PowersOf(r.Seat)) > 0) {
		return false, nil
	}
	asks := game.Others(g.Rules.Board, g.TakenRoles(), g.PowersOf(r.Seat)...)
	if len(asks) == 0 {
		return false, nil
	}
	return true, propose(r.Env, r.Tx, g, r.Seat, lines, asks)
}

// OpenProposals returns the proposals about which the sender is asked, as the lines that answer them and those that say
// what is proposed.
func OpenProposals(r *command.Request) []string {
	var out []string
	for _, p := range r.Game.State.Proposals {
		if slices.ContainsFunc(rolesOf(r), func(role string) bool { return slices.Contains(p.Open(), role) }) {
			answers := fmt.Sprintf("approve proposal %d, reject proposal %d:", p.Number, p.Number)
			out = append(append(out, answers), p.Lines...)
		}
	}
	return out
}
