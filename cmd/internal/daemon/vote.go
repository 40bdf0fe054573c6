package daemon

import (
	"errors"
	"slices"
	"time"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/game/clock"
	"fieldpost/adjudicator/history"
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
	t, now := e.table, e.o.Now().UTC().Truncate(time.Second)
	i := slices.IndexFunc(t.Life.Votes, func(v game.Vote) bool { return v.Same(t.Rules.Board, c.On, e.seat.Power) })
	if t.Chain.Over() || i < 0 && c.No || c.On == game.Extend && len(t.Life.Clock.Waits) == 0 {
		return e.decline(notice.VoteNone{})
	}
	opened := i < 0
	if opened {
		t.Life.Votes = append(t.Life.Votes, t.Life.House.OpenVote(t.Rules.Board, c.On, e.seat.Power, now))
		i = len(t.Life.Votes) - 1
	}
	v := &t.Life.Votes[i]
	v.Cast(e.seat.Role, c.No)
	word := "yes"
	if c.No {
		word = "no"
	}
	entry, err := e.o.record(t, voteAct(t, *v, e.seat.Role, word))
	if err != nil {
		return layout.Mail{}, err
	}
	voted := *v
	if verdict := v.Verdict(t.Life.House, t.electors(*v)); verdict != game.Undecided {
		if err := e.o.closeVote(e.tx, t, i, verdict); err != nil {
			return layout.Mail{}, err
		}
	} else if opened {
		if err := e.o.tellAll(e.tx, t, notice.VoteOpened{By: e.seat.Power, Vote: t.tally(voted)}, "vote", seqName(entry)); err != nil {
			return layout.Mail{}, err
		}
	}
	return e.words(notice.VoteCast{Vote: t.tally(voted)})
}

// voteAct is the record of a vote, or of its result.
func voteAct(t *Table, v game.Vote, actor, word string) *history.Act {
	on := v.On
	if v.Side != board.NoSide {
		on += " " + v.Side.String()
	}
	return &history.Act{Actor: actor, What: "vote " + v.On + " " + word, Hash: dice.Sum(dice.Text("pbd1 vote", "game "+t.Setup.Name, "on "+on, "by "+actor, word))}
}

// electors are the seats that have a vote: free ones have none.
func (t *Table) electors(v game.Vote) []string {
	var taken []string
	for _, s := range t.Seats {
		if s.Taken() {
			taken = append(taken, s.Role)
		}
	}
	return v.Electors(t.Rules.Board, taken)
}

// closeVote takes a vote off the table, tells everybody how it went, and does what was agreed.
func (o *Office) closeVote(tx *store.Tx, t *Table, i int, verdict game.Verdict) error {
	v := t.Life.Votes[i]
	t.Life.Votes = slices.Delete(slices.Clone(t.Life.Votes), i, i+1)
	entry, err := o.record(t, voteAct(t, v, "players", string(verdict)))
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
	electors := t.electors(v)
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
func votesLapse(t *Table) time.Time {
	var first time.Time
	if t.Chain.Over() {
		return first
	}
	for _, v := range t.Life.Votes {
		first = earlier(first, v.Until)
	}
	return first
}

// lapseVote closes the vote whose time is over. A seat that has become free meanwhile may have decided it.
func (o *Office) lapseVote(tx *store.Tx, t *Table) error {
	at := votesLapse(t)
	i := slices.IndexFunc(t.Life.Votes, func(v game.Vote) bool { return v.Until.Equal(at) })
	v := t.Life.Votes[i]
	if verdict := v.Verdict(t.Life.House, t.electors(v)); verdict != game.Undecided {
		return o.closeVote(tx, t, i, verdict)
	}
	return o.closeVote(tx, t, i, game.Lapsed)
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
