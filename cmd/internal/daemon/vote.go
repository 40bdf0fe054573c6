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
	"fieldpost/orders"
	"fieldpost/store"
	"fieldpost/templates"
)

// vote counts a seat's vote, opens the vote if it is the first, and does what is agreed.
func (e *errand) vote(c orders.Vote) (templates.Mail, error) {
	t, now := e.table, e.o.Now().UTC().Truncate(time.Second)
	i := slices.IndexFunc(t.Life.Votes, func(v game.Vote) bool { return v.Same(t.Rules.Board, c.On, e.seat.Power) })
	if !t.Running() || t.Chain.Over() || i < 0 && c.No || c.On == game.Extend && len(t.Life.Clock.Waits) == 0 {
		return e.decline(templates.NoteView{Kind: templates.VoteNone})
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
		return templates.Mail{}, err
	}
	voted := *v
	if verdict := v.Verdict(t.Life.House, t.electors(*v)); verdict != game.Undecided {
		if err := e.o.closeVote(e.tx, t, i, verdict); err != nil {
			return templates.Mail{}, err
		}
	} else if opened {
		view := templates.NoteView{Kind: templates.VoteOpened, Who: templates.Party{Power: e.seat.Power}}
		if err := e.o.tellVote(e.tx, t, voted, view, "vote", seqName(entry)); err != nil {
			return templates.Mail{}, err
		}
	}
	return e.words(templates.NoteView{Kind: templates.VoteCast, Vote: t.voteView(voted, e.seat)})
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
	kind := map[game.Verdict]templates.Kind{game.Carried: templates.VoteCarried, game.Rejected: templates.VoteRejected, game.Lapsed: templates.VoteLapsed}[verdict]
	if err := o.tellVote(tx, t, v, templates.NoteView{Kind: kind}, "vote", seqName(entry)); err != nil || verdict != game.Carried || v.On == game.Extend {
		return err
	}
	return o.endGame(tx, t, game.End{How: v.On, Loser: v.Side})
}

// tellVote tells everybody how a vote stands, each in his language and his time.
func (o *Office) tellVote(tx *store.Tx, t *Table, v game.Vote, view templates.NoteView, name ...string) error {
	for _, s := range t.readers() {
		view.Vote = t.voteView(v, &s)
		if err := o.tell(tx, t, s, view, name...); err != nil {
			return err
		}
	}
	return nil
}

func (t *Table) voteView(v game.Vote, s *Seat) *templates.VoteView {
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
	return &templates.VoteView{On: v.On, Side: v.Side, Yes: powers(v.Yes), No: powers(v.No), Open: powers(v.Open(electors)), Until: v.Until, Zone: s.location()}
}

// openVotes are the votes that are open, as a reader is told.
func (t *Table) openVotes(s *Seat) []templates.VoteView {
	var out []templates.VoteView
	for _, v := range t.Life.Votes {
		out = append(out, *t.voteView(v, s))
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
