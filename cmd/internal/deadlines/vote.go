package deadlines

import (
	"errors"
	"slices"
	"time"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/game/clock"
	"fieldpost/cmd/internal/clocks"
	"fieldpost/cmd/internal/command"
	"fieldpost/cmd/internal/env"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/notify"
	"fieldpost/cmd/internal/play"
	"fieldpost/orders/commands"
	"fieldpost/store"
	"fieldpost/templates/layout"
	"fieldpost/templates/notice"
)

var _ = command.Handle[commands.Vote](command.Spec{
	Syntax: []commands.Syntax{commands.VoteSyntax},
	Who:    command.Players, In: command.RunningGame, NeedsKey: command.SeatKey,
}, handleVote)

// handleVote counts a seat's vote, opens the vote if it is the first, and does what is agreed.
func handleVote(r *command.Request, c commands.Vote) (layout.Mail, error) {
	g := r.Game
	after, b, ok := g.State.Vote(g.Game, c.On, r.Seat.Power, c.No, g.TakenRoles(),
		r.Env.Now().UTC().Truncate(time.Second))
	if !ok {
		return r.RefuseCommand(notice.VoteNone{})
	}
	g.State.Conduct = after
	entry, err := gamestore.Record(r.Env, g, b.Act)
	if err != nil {
		return layout.Mail{}, err
	}
	if b.Verdict != game.Undecided {
		if err := closeVote(r.Env, r.Tx, g, b.Index, b.Verdict); err != nil {
			return layout.Mail{}, err
		}
	} else if b.Opened {
		if err := notify.SendNoticeToAll(r.Env, r.Tx, g, notice.VoteOpened{By: r.Seat.Power, Vote: tally(g, b.Vote)}, "vote",
			gamestore.SeqName(entry)); err != nil {
			return layout.Mail{}, err
		}
	}
	return r.Render(notice.VoteCast{Vote: tally(g, b.Vote)})
}

// closeVote closes a vote, tells everybody how it went, and does what was agreed.
func closeVote(e *env.Env, tx *store.Tx, g *gamestore.Game, i int, verdict game.Verdict) error {
	after, v, act := g.State.CloseVote(g.Game, i, verdict)
	g.State.Conduct = after
	entry, err := gamestore.Record(e, g, act)
	if err != nil {
		return err
	}
	if v.On == game.Extend && verdict == game.Carried {
		if err := extendByVote(e, g); err != nil {
			return err
		}
	}
	var news notice.Notice = notice.VoteCarried{Vote: tally(g, v)}
	switch verdict {
	case game.Rejected:
		news = notice.VoteRejected{Vote: tally(g, v)}
	case game.Lapsed:
		news = notice.VoteLapsed{Vote: tally(g, v)}
	}
	err = notify.SendNoticeToAll(e, tx, g, news, "vote", gamestore.SeqName(entry))
	if err != nil || verdict != game.Carried || v.On == game.Extend {
		return err
	}
	return play.EndGame(e, tx, g, game.End{How: v.On, Loser: v.Side})
}

// tally returns how a vote is now.
func tally(g *gamestore.Game, v game.Vote) notice.Tally {
	electors := v.Electors(g.Rules.Board, g.TakenRoles())
	powers := func(roles []string) []board.Power {
		var out []board.Power
		for _, seat := range g.Rules.Board.Seats {
			if slices.Contains(roles, seat.Role) {
				out = append(out, seat.Power)
			}
		}
		return out
	}
	return notice.Tally{On: v.On, Side: v.Side, Yes: powers(v.Yes), No: powers(v.No), Open: powers(v.Open(electors)),
		Until: v.Until}
}

// OpenVotes returns the open votes as a reader is shown.
func OpenVotes(g *gamestore.Game) []notice.Tally {
	var out []notice.Tally
	for _, v := range g.State.Votes {
		out = append(out, tally(g, v))
	}
	return out
}

// LapseVote closes the vote whose time is over.
func LapseVote(e *env.Env, tx *store.Tx, g *gamestore.Game) error {
	i, verdict := g.State.LapsedVote(g.Game, g.TakenRoles())
	return closeVote(e, tx, g, i, verdict)
}

// extendByVote extends the deadlines as the players have agreed.
func extendByVote(e *env.Env, g *gamestore.Game) error {
	by, _ := g.State.House.Duration("vote-extension")
	records, err := g.State.Clock.Extend(g.Plan(), by, e.Now(), "agreed by vote")
	if errors.Is(err, clock.ErrNoDeadline) {
		return nil // what was awaited has come meanwhile
	} else if err != nil {
		return err
	}
	if _, err := clocks.AppendRecords(e, g, records); err != nil {
		return err
	}
	return g.Save()
}
