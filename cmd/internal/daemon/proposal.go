package daemon

import (
	"slices"
	"strings"
	"time"

	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/referee"
	"fieldpost/cmd/internal/roster"
	"fieldpost/orders"
	"fieldpost/orders/commands"
	"fieldpost/orders/syntax"
	"fieldpost/store"
	"fieldpost/templates/layout"
	"fieldpost/templates/notice"
)

// propose puts an act before those who must agree to it, and tells everybody. Whatever the lines say is done when they have.
func (o *Office) propose(tx *store.Tx, t *Table, by *roster.Seat, lines, asks []string) error {
	var mine []string // whoever asks agrees, on all their seats
	for _, s := range t.Seats {
		if s.Has(by.Address) {
			mine = append(mine, s.Role)
		}
	}
	after, p, act := t.Life.Propose(t.Game, by.Role, lines, asks, mine, o.Now().UTC().Truncate(time.Second))
	t.Life.Conduct = after
	entry, err := o.record(t, act)
	if err != nil {
		return err
	}
	return o.tellProposal(tx, t, p, seqName(entry))
}

// tellProposal tells everybody about a new proposal; those who are asked also how they answer.
func (o *Office) tellProposal(tx *store.Tx, t *Table, p game.Proposal, name ...string) error {
	for _, s := range t.readers() {
		n := notice.Proposed{Number: p.Number, By: t.actorParty(p.By), Asks: t.partiesOf(p.Asks), Lines: p.Lines, Until: p.Until,
			Asked: slices.Contains(p.Open(), s.Role)}
		if err := o.tell(tx, t, s, n, name...); err != nil {
			return err
		}
	}
	return nil
}

// answerProposal enters what somebody says of a proposal, and carries it out when all have agreed.
func (e *errand) answerProposal(c commands.Approve, i int) (layout.Mail, error) {
	t := e.table
	if i < 0 {
		return e.decline(notice.NoProposal{Number: notice.Quote(c.Text)})
	}
	after, p, act := t.Life.Answer(t.Game, i, e.seat.Role, e.roles(), !c.No)
	if act == nil {
		return e.decline(notice.NotAsked{Number: p.Number})
	}
	t.Life.Conduct = after
	entry, err := e.o.record(t, act)
	if err != nil {
		return layout.Mail{}, err
	}
	if verdict := p.Verdict(); verdict != game.Undecided {
		if err := e.o.closeProposal(e.tx, t, i, verdict, seqName(entry)); err != nil {
			return layout.Mail{}, err
		}
	}
	return e.words(notice.ProposalAnswered{Number: p.Number})
}

// roles are those for which a person at the table speaks.
func (e *errand) roles() []string {
	out := []string{e.seat.Role}
	for _, s := range e.table.Seats {
		if s.Role != e.seat.Role && s.Has(e.seat.Address) {
			out = append(out, s.Role)
		}
	}
	return out
}

// closeProposal takes a proposal off the table, carries it out if it was agreed to, and tells everybody how it went. What has become
// impossible meanwhile is told as well.
func (o *Office) closeProposal(tx *store.Tx, t *Table, i int, verdict game.Verdict, name string) error {
	after, p := t.Life.CloseProposal(i)
	t.Life.Conduct = after
	if err := t.save(); err != nil {
		return err
	}
	var news notice.Notice
	switch {
	case verdict == game.Rejected:
		news = notice.ProposalRejected{Number: p.Number, Lines: p.Lines}
	case verdict == game.Lapsed:
		news = notice.ProposalLapsed{Number: p.Number, Lines: p.Lines}
	case o.stillPossible(t, p):
		news = notice.ProposalAgreed{Number: p.Number, Lines: p.Lines}
	default:
		news, verdict = notice.ProposalVoid{Number: p.Number, Lines: p.Lines}, game.Lapsed
	}
	if err := o.tellAll(tx, t, news, "proposal", number(p.Number), name); err != nil || verdict != game.Carried {
		return err
	}
	return o.doProposed(tx, t, p)
}

// proposed reads the lines of a proposal.
func (t *Table) proposed(p game.Proposal) orders.File {
	return orders.Parse(strings.Join(p.Lines, "\n")+"\n", orders.Context{Board: t.Rules.Board})
}

// stillPossible tells whether what was agreed to can be done as the game stands now.
func (o *Office) stillPossible(t *Table, p game.Proposal) bool {
	f := t.proposed(p)
	m := readMotion(&f)
	if m.none() {
		return true
	}
	b, err := o.session(t)
	if err == nil {
		_, _, err = m.do(t, b, referee.Actor{Name: p.By})
	}
	if err != nil {
		o.Log.Info("proposal has become impossible", "game", t.Setup.Name, "proposal", p.Number, "error", err)
	}
	return err == nil
}

// doProposed does what was agreed to: a motion, or what a referee may do to clocks.
func (o *Office) doProposed(tx *store.Tx, t *Table, p game.Proposal) error {
	f := t.proposed(p)
	if m := readMotion(&f); !m.none() {
		return o.carryOut(tx, t, m, referee.Actor{Name: p.By, Consents: p.Yes})
	}
	for _, c := range f.Commands {
		err := o.doClock(tx, t, c)
		if _, idle := clockRefusals[err]; idle {
			return o.tellAll(tx, t, notice.ProposalVoid{Number: p.Number, Lines: p.Lines}, "proposal", number(p.Number), "void")
		} else if err != nil {
			return err
		}
	}
	return nil
}

// doClock does what the referee says of the clocks.
func (o *Office) doClock(tx *store.Tx, t *Table, c commands.Command) error {
	if c, ok := c.(commands.Extend); ok {
		return o.moveOn(tx, t, time.Duration(c.Hours)*time.Hour, notice.DeadlineMoved{By: time.Duration(c.Hours) * time.Hour}, "the referee")
	}
	return o.stopClocks(tx, t)
}

// clockAct does what the referee says of the clocks; if it is long and he plays himself, he only proposes it (TH-16).
func (e *errand) clockAct(c commands.Command, long bool) (layout.Mail, error) {
	if long {
		if asked, err := e.asksOthers(commands.Format(c, syntax.English, e.table.Rules.Board)); asked || err != nil {
			return e.tellDone(nil, err)
		}
	}
	return e.clockDone(e.o.doClock(e.tx, e.table, c))
}

// proposalsLapse is when the first proposal lapses, zero if none does.
func proposalsLapse(t *Table) time.Time { return t.Life.ProposalsLapse() }

// lapseProposal closes the proposal whose time is over.
func (o *Office) lapseProposal(tx *store.Tx, t *Table) error {
	i, act := t.Life.LapsedProposal(t.Game)
	entry, err := o.record(t, act)
	if err != nil {
		return err
	}
	return o.closeProposal(tx, t, i, game.Lapsed, seqName(entry))
}

// asksOthers proposes an act of a referee who plays himself to the other side, and returns true: nothing is done until they agree. Whom it
// need not ask it leaves alone.
func (e *errand) asksOthers(lines ...string) (bool, error) {
	t := e.table
	if !e.seat.IsReferee() || !t.Life.House.NeedsConsent(len(t.playedBy(e.seat)) > 0) {
		return false, nil
	}
	asks := game.Others(t.Rules.Board, t.takenRoles(), t.playedBy(e.seat)...)
	if len(asks) == 0 {
		return false, nil
	}
	return true, e.o.propose(e.tx, t, e.seat, lines, asks)
}

// openProposals are those about which the sender is asked, as the lines that answer them and those that say what is proposed.
func (e *errand) openProposals() []string {
	var out []string
	for _, p := range e.table.Life.Proposals {
		if slices.ContainsFunc(e.roles(), func(r string) bool { return slices.Contains(p.Open(), r) }) {
			out = append(append(out, "approve proposal "+number(p.Number)+", reject proposal "+number(p.Number)+":"), p.Lines...)
		}
	}
	return out
}
