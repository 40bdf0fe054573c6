package templates

import (
	"fmt"
	"time"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/orders"
)

// The kinds of mails about votes. All but VoteNone have a Vote.
const (
	VoteOpened   Kind = "vote-opened"   // to all; Who proposes it
	VoteCast     Kind = "vote-cast"     // to who has voted
	VoteCarried  Kind = "vote-carried"  // to all
	VoteRejected Kind = "vote-rejected" // to all
	VoteLapsed   Kind = "vote-lapsed"   // to all
	VoteNone     Kind = "vote-none"     // there is nothing to vote on
)

func voteKinds() []Kind {
	return []Kind{VoteOpened, VoteCast, VoteCarried, VoteRejected, VoteLapsed, VoteNone}
}

// VoteView is how a vote stands.
type VoteView struct {
	On            string     // draw, end, extend, surrender
	Side          board.Side // that would surrender
	Yes, No, Open []board.Power
	Until         time.Time // when it lapses; zero: never
	Zone          *time.Location
}

// voteSubjects are what votes can be on; the catalogue says them.
var voteSubjects = []string{"draw", "end", "extend", "surrender-Axis", "surrender-Allies"}

// proposal is what a vote is on, in words.
func (s *speaker) proposal(v *VoteView) string {
	switch {
	case v == nil:
		return ""
	case v.Side != board.NoSide:
		return s.say("vote-on-" + v.On + "-" + v.Side.String())
	}
	return s.say("vote-on-" + v.On)
}

// pending adds the votes that are open, and whose bids are awaited.
func (s *speaker) pending(l *letter, v NoteView) {
	for i := range v.Votes {
		v.Vote = &v.Votes[i]
		l.add(subhead{s.say("vote-pending", "Proposal", s.proposal(v.Vote))})
		s.tallyOf(l, v)
	}
	if len(v.Bidders) > 0 {
		l.add(para{s.say("bids-awaited", "Whom", s.parties(v.Bidders))})
	}
}

// tallyOf adds who has voted how, and how the reader votes if he has not yet.
func (s *speaker) tallyOf(l *letter, v NoteView) {
	if v.Vote == nil {
		return
	}
	t := &table{align: "ll"}
	for _, row := range []struct {
		key    string
		powers []board.Power
	}{{"vote-yes", v.Vote.Yes}, {"vote-no", v.Vote.No}, {"vote-open", v.Vote.Open}} {
		if len(row.powers) > 0 {
			t.add(s.say(row.key), s.powers(row.powers))
		}
	}
	l.add(t)
	if d := s.deadline(v.Deadline); d != "" && v.Vote.On == "extend" {
		l.add(para{d})
	}
	if v.Kind != VoteOpened && v.Kind != VoteCast && v.Kind != Status {
		return
	}
	if !v.Vote.Until.IsZero() {
		l.add(para{s.say("vote-until", "When", s.when(v.Vote.Until, v.Vote.Zone))})
	}
	for _, p := range v.Vote.Open {
		if p == v.Power {
			yes, no := orders.Vote{On: v.Vote.On}, orders.Vote{On: v.Vote.On, No: true}
			l.add(para{s.say("vote-how", "Yes", orders.FormatCommand(yes, s.lang, s.b), "No", orders.FormatCommand(no, s.lang, s.b))})
		}
	}
}

func (s *speaker) powers(list []board.Power) string {
	names := make([]string, len(list))
	for i, p := range list {
		names[i] = s.power(p)
	}
	return s.list(names)
}

// agreed tells how a game ended that no go decided; "" if one did.
func (s *speaker) agreed(e event.Reported) string {
	switch {
	case e.Note == "surrender":
		return s.sentence("ended-surrender", "Side", s.side(e.Side), "Loser", s.side(e.Side.Other()))
	case e.Side == board.NoSide:
		return s.say(fmt.Sprintf("ended-%s", e.Note))
	}
	return ""
}
