package notice

import (
	"slices"
	"time"

	"fieldpost/adjudicator/board"
	"fieldpost/orders/commands"
	"fieldpost/templates/layout"
	"fieldpost/templates/local"
	"fieldpost/templates/reader"
)

// Notices about votes.

// VoteOpened tells all that a vote is open, and who proposes it.
type VoteOpened struct {
	By   board.Power
	Vote Tally
}

func (VoteOpened) ID() ID { return "vote-opened" }

func (n VoteOpened) body(p *reader.Page) {
	n.Vote.add(p)
	n.Vote.addHow(p)
}

// VoteCast tells a player that their vote counts.
type VoteCast struct{ Vote Tally }

func (VoteCast) ID() ID { return "vote-cast" }

func (n VoteCast) body(p *reader.Page) {
	n.Vote.add(p)
	n.Vote.addHow(p)
}

// VoteCarried tells all that a vote is carried.
type VoteCarried struct{ Vote Tally }

func (VoteCarried) ID() ID                { return "vote-carried" }
func (n VoteCarried) body(p *reader.Page) { n.Vote.add(p) }

// VoteRejected tells all that a vote is rejected.
type VoteRejected struct{ Vote Tally }

func (VoteRejected) ID() ID                { return "vote-rejected" }
func (n VoteRejected) body(p *reader.Page) { n.Vote.add(p) }

// VoteLapsed tells all that a vote has lapsed.
type VoteLapsed struct{ Vote Tally }

func (VoteLapsed) ID() ID                { return "vote-lapsed" }
func (n VoteLapsed) body(p *reader.Page) { n.Vote.add(p) }

// VoteNone says that there is nothing to vote on.
type VoteNone struct{}

func (VoteNone) ID() ID { return "vote-none" }

// Tally is how a vote stands.
type Tally struct {
	On            string     // draw, end, extend, surrender
	Side          board.Side // that would surrender; else NoSide
	Yes, No, Open []board.Power
	Until         time.Time // when it lapses; zero: never
}

// subject is what a vote is on, in words.
func subject(l *local.Localizer, v Tally) string {
	if v.Side != board.NoSide {
		return l.Text("vote-on-" + v.On + "-" + v.Side.String())
	}
	return l.Text("vote-on-" + v.On)
}

// add adds who has voted how.
func (v Tally) add(p *reader.Page) {
	t := &layout.Table{Align: "ll"}
	for _, row := range []struct {
		key    string
		powers []board.Power
	}{{"vote-yes", v.Yes}, {"vote-no", v.No}, {"vote-open", v.Open}} {
		if len(row.powers) > 0 {
			t.Add(p.Text(row.key), p.Powers(row.powers))
		}
	}
	p.Add(t)
	if d := p.Deadline(); d != "" && v.On == "extend" {
		p.Add(layout.Paragraph(d))
	}
}

// addHow adds until when the vote is open, and how the reader votes if they have not yet.
func (v Tally) addHow(p *reader.Page) {
	if !v.Until.IsZero() {
		p.Add(layout.Paragraph(p.Text("vote-until", "When", p.When(v.Until, p.Reader.Deadline.Zone))))
	}
	if slices.Contains(v.Open, p.Reader.Power) {
		yes, no := commands.Vote{On: v.On}, commands.Vote{On: v.On, No: true}
		p.Add(layout.Paragraph(p.Text("vote-how", "Yes", commands.Format(yes, p.Lang, p.Board), "No",
			commands.Format(no, p.Lang, p.Board))))
	}
}
