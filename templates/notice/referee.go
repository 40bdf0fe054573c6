package notice

import (
	"strconv"
	"time"

	"fieldpost/adjudicator/board"
	"fieldpost/orders/commands"
	"fieldpost/templates/layout"
	"fieldpost/templates/local"
	"fieldpost/templates/reader"
)

// Notices about what the referee does to a running game, and what others propose.

// Announced tells all what the referee announces.
type Announced struct {
	Lines   []string
	Records []layout.File
}

func (Announced) ID() ID                 { return "announced" }
func (n Announced) files() []layout.File { return n.Records }
func (n Announced) body(p *reader.Page)  { p.Add(layout.Verbatim(n.Lines)) }

// Ruled tells all a ruling.
type Ruled struct {
	Case    Quote
	Lines   []string
	Records []layout.File
}

func (Ruled) ID() ID                 { return "ruled" }
func (n Ruled) files() []layout.File { return n.Records }

func (n Ruled) body(p *reader.Page) {
	p.Add(layout.Verbatim(n.Lines), layout.Small(p.Text("ruled-note")))
}

// Edited tells all how the position was changed.
type Edited struct {
	By       local.Participant
	Edits    []string
	Consents []local.Participant
	Records  []layout.File
}

func (Edited) ID() ID                 { return "edited" }
func (n Edited) files() []layout.File { return n.Records }
func (Edited) form() bool             { return true }

func (n Edited) body(p *reader.Page) {
	p.Add(layout.Verbatim(n.Edits), layout.Paragraph(p.Text("edited-note")))
	addConsents(p, n.Consents)
}

// RolledBack tells all that the game was rolled back.
type RolledBack struct {
	By       local.Participant
	Undone   *Undone
	Consents []local.Participant
	Records  []layout.File
}

func (RolledBack) ID() ID                 { return "rolled-back" }
func (n RolledBack) files() []layout.File { return n.Records }

func (n RolledBack) body(p *reader.Page) {
	n.Undone.add(p)
	p.Add(layout.Paragraph(p.Text("rolled-back-note")))
	addConsents(p, n.Consents)
}

// Foreseen tells what an act would undo.
type Foreseen struct {
	Lines  []string // the act
	Undone *Undone  // nil if it would undo nothing of the kind
}

func (Foreseen) ID() ID { return "foreseen" }

func (n Foreseen) body(p *reader.Page) {
	addLines(p, n.Lines)
	n.Undone.add(p)
}

// WaitsReferee refuses orders while the game waits for the referee.
type WaitsReferee struct{}

func (WaitsReferee) ID() ID { return "waits-referee" }

// WentOn tells all that the game no longer waits for the referee.
type WentOn struct{}

func (WentOn) ID() ID { return "went-on" }

// ActRefused says why an act is impossible: Why is one of [Refusals], or as it is said.
type ActRefused struct {
	Why    Quote
	Record int // the record that it names
}

func (ActRefused) ID() ID { return "act-refused" }

// Proposed tells all of a proposal.
type Proposed struct {
	Number int
	By     local.Participant
	Asks   []local.Participant
	Lines  []string  // the acts that are proposed
	Until  time.Time // when it lapses, zero: never
	Asked  bool      // the reader has yet to answer
}

func (Proposed) ID() ID { return "proposed" }

func (n Proposed) body(p *reader.Page) {
	addLines(p, n.Lines)
	if !n.Until.IsZero() {
		p.Add(layout.Paragraph(p.Text("proposal-until", "When", p.When(n.Until, p.Reader.Deadline.Zone))))
	}
	if n.Asked {
		which := p.Text("proposal-word") + " " + strconv.Itoa(n.Number)
		yes, no := commands.Approve{Text: which}, commands.Approve{No: true, Text: which}
		p.Add(layout.Paragraph(p.Text("proposal-how", "Yes", commands.Format(yes, p.Lang, p.Board), "No",
			commands.Format(no, p.Lang, p.Board))))
	}
}

// ProposalAgreed tells all that a proposal is agreed to.
type ProposalAgreed struct {
	Number int
	Lines  []string
}

func (ProposalAgreed) ID() ID                { return "proposal-agreed" }
func (n ProposalAgreed) body(p *reader.Page) { addLines(p, n.Lines) }

// ProposalRejected tells all that a proposal is rejected.
type ProposalRejected struct {
	Number int
	Lines  []string
}

func (ProposalRejected) ID() ID                { return "proposal-rejected" }
func (n ProposalRejected) body(p *reader.Page) { addLines(p, n.Lines) }

// ProposalLapsed tells all that a proposal has lapsed.
type ProposalLapsed struct {
	Number int
	Lines  []string
}

func (ProposalLapsed) ID() ID                { return "proposal-lapsed" }
func (n ProposalLapsed) body(p *reader.Page) { addLines(p, n.Lines) }

// ProposalVoid tells all that a proposal is agreed to, but impossible as the game stands now.
type ProposalVoid struct {
	Number int
	Lines  []string
}

func (ProposalVoid) ID() ID                { return "proposal-void" }
func (n ProposalVoid) body(p *reader.Page) { addLines(p, n.Lines) }

// ProposalAnswered tells a player that their answer to a proposal is noted.
type ProposalAnswered struct{ Number int }

func (ProposalAnswered) ID() ID { return "proposal-answered" }

// NoProposal says that no open proposal has this number.
type NoProposal struct{ Number Quote }

func (NoProposal) ID() ID { return "no-proposal" }

// NotAsked says that others are asked about a proposal.
type NotAsked struct{ Number int }

func (NotAsked) ID() ID { return "not-asked" }

// Undone is what an act of the referee takes back.
type Undone struct {
	Turns   []string    // that do not stand any more
	Again   []string    // that are played again
	Edits   []string    // of the referee, in the reader's language, each with its record
	Waiting board.Power // whose waiting orders are withdrawn; Nobody: none
}

// add lists what is taken back.
func (u *Undone) add(p *reader.Page) {
	if u == nil {
		return
	}
	if len(u.Turns) > 0 {
		p.Add(layout.Paragraph(p.Text("undone-goes")), layout.Verbatim(u.Turns))
	}
	if len(u.Again) > 0 {
		p.Add(layout.Paragraph(p.Text("undone-again")), layout.Verbatim(u.Again))
	}
	if len(u.Edits) > 0 {
		p.Add(layout.Paragraph(p.Text("undone-edits")), layout.Verbatim(u.Edits))
	}
	if u.Waiting != board.Nobody {
		p.Add(layout.Paragraph(p.Text("undone-waiting", "Of", p.Of(u.Waiting))))
	}
	if len(u.Turns)+len(u.Again)+len(u.Edits) == 0 && u.Waiting == board.Nobody {
		p.Add(layout.Paragraph(p.Text("undone-nothing")))
	}
}

// Refusals returns the reasons of [ActRefused] that the catalogue says; each has the key "refused-" and the reason.
func Refusals() []string {
	return []string{"over", "locked", "tier-two", "no-such-turn", "nothing-to-undo", "not-last", "deal",
		"unchanged", "corrections-off", "no-words"}
}

// addLines adds lines, if there are any.
func addLines(p *reader.Page, lines []string) {
	if len(lines) > 0 {
		p.Add(layout.Verbatim(lines))
	}
}

// addConsents adds who has agreed, if consent was asked.
func addConsents(p *reader.Page, who []local.Participant) {
	if len(who) > 0 {
		p.Add(layout.Paragraph(p.Text("agreed-by", "Whom", p.Participants(who))))
	}
}
