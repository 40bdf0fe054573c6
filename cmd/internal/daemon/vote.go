package daemon

import (
	"errors"
	"slices"
	"time"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/game/clock"
	"fieldpost/cmd/internal/command"
	"fieldpost/orders/commands"
	"fieldpost/store"
	"fieldpost/templates/layout"
	"fieldpost/templates/notice"
)

var _ = define[commands.Vote](command.Spec{
	Syntax: []commands.Syntax{commands.VoteSyntax},
	Who:    command.Players, In: command.RunningGame, NeedsKey: command.SeatKey,
}, (*errand).vote)

// vote counts a seat's vote, opens the vote if it is the first, and does what is agreed.
func (e *errand) vote(c commands.Vote) (layout.Mail, error) {
	t := e.table
	after, b, ok := t.Life.Vote(t.Game, c.On, e.seat.Power, c.No, t.takenRoles(), e.o.Now().UTC().Truncate(time.Second))
	if !ok {
		return e.decline(notice.VoteNone{})
	}
	t.Life.Conduct = after
	entry, err := e.o.record(t, b.Act)
	if err != nil {
		return layout.Mail{}, err
	}
	if b.Verdict != game.Undecided {
		if err := e.o.closeVote(e.tx, t, b.Index, b.Verdict); err != nil {
			return layout.Mail{}, err
		}
	} else if b.Opened {
		if err := e.o.tellAll(e.tx, t, notice.VoteOpened{By: e.seat.Power, Vote: t.tally(b.Vote)}, "vote", seqName(entry)); err != nil {
			return layout.Mail{}, err
		}
	}
	return e.words(notice.VoteCast{Vote: t.tally(b.Vote)})
}

// closeVote takes a vote off the table, tells everybody how it went, and does what was agreed.
func (o *Office) closeVote(tx *store.Tx, t *Table, i int, verdict game.Verdict) error {
	after, v, act := t.Life.CloseVote(t.Game, i, verdict)
	t.Life.Conduct = after
	entry, err := o.record(t, act)
	if err != nil {
		return err
	}
	if v.On == game.Extend && verdict == game.Carried {
		if err := o.extendByVote(t); err != nil {
			return err
		}
	}
	var news notice.Notice = notice.VoteCarried{Vote: t.tally(v)}
	switch verdict {
	case game.Rejected:
		news = notice.VoteRejected{Vote: t.tally(v)}
	case game.Lapsed:
		news = notice.VoteLapsed{Vote: t.tally(v)}
	}
	if err := o.tellAll(tx, t, news, "vote", seqName(entry)); err != nil || verdict != game.Carried || v.On == game.Extend {
		return err
	}
	return o.endGame(tx, t, game.End{How: v.On, Loser: v.Side})
}

// tally is how a vote stands.
func (t *Table) tally(v game.Vote) notice.Tally {
	electors := v.Electors(t.Rules.Board, t.takenRoles())
	powers := func(roles []string) []board.Power {
		var out []board.Power
		for _, seat := range t.Rules.Board.Seats {
			if slices.Contains(roles, seat.Role) {
				out = append(out, seat.Power)
			}
		}
		return out
	}
	return notice.Tally{On: v.On, Side: v.Side, Yes: powers(v.Yes), No: powers(v.No), Open: powers(v.Open(electors)), Until: v.Until}
}

// openVotes are the votes that are open, as a reader is told.
func (t *Table) openVotes() []notice.Tally {
	var out []notice.Tally
	for _, v := range t.Life.Votes {
		out = append(out, t.tally(v))
	}
	return out
}

// votesLapse is when the first open vote lapses.
func votesLapse(t *Table) time.Time { return t.Life.VotesLapse(t.Game) }

// lapseVote closes the vote whose time is over.
func (o *Office) lapseVote(tx *store.Tx, t *Table) error {
	i, verdict := t.Life.LapsedVote(t.Game, t.takenRoles())
	return o.closeVote(tx, t, i, verdict)
}

// extendByVote moves the deadlines as the players have agreed.
func (o *Office) extendByVote(t *Table) error {
	by, _ := t.Life.House.Duration("vote-extension")
	records, err := t.Life.Clock.Extend(t.plan(), by, o.Now(), "agreed by vote")
	if errors.Is(err, clock.ErrNoDeadline) {
		return nil // what was awaited has come meanwhile
	} else if err != nil {
		return err
	}
	if _, err := o.appendClock(t, records); err != nil {
		return err
	}
	return t.save()
}
