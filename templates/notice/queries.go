package notice

import (
	"fieldpost/adjudicator/order"
	"fieldpost/orders"
	"fieldpost/templates/layout"
	"fieldpost/templates/local"
	"fieldpost/templates/reader"
)

// Answers to questions.

// Status tells what the game waits for, and how the powers stand.
type Status struct {
	Waiting []string // lines for the referee
	Rulings []string
	Votes   []Tally
	Bidders []local.Participant // those whose secret bids are awaited
	Draft   order.Sheet         // of the reader
}

func (Status) ID() ID { return "status" }

func (n Status) body(p *reader.Page) {
	p.AddAwaited()
	addDraft(p, n.Draft)
	for _, v := range n.Votes {
		p.Add(layout.Subhead(p.Text("vote-pending", "Proposal", subject(p.Localizer, v))))
		v.add(p)
		v.addHow(p)
	}
	if len(n.Bidders) > 0 {
		p.Add(layout.Paragraph(p.Text("bids-awaited", "Whom", p.Participants(n.Bidders))))
	}
	if r := p.Reader; r.Pos != nil {
		p.Add(reader.Powers(p.Localizer, r.Rules, nil, r.Pos))
		p.Add(reader.Outlook(p.Localizer, r.Rules, r.Pos)...)
		p.AddShares()
	}
	if len(n.Waiting) > 0 {
		p.Add(layout.Paragraph(p.Text("status-referee")), layout.Verbatim(n.Waiting))
	}
	p.Add(reader.Rulings(p.Localizer, n.Rulings)...)
}

// addDraft shows the orders that wait to be played, as a player writes them. It reports whether there are any.
func addDraft(p *reader.Page, draft order.Sheet) bool {
	if draft.Empty() {
		return false
	}
	lines := reader.OrderLines(orders.FormatSheet(draft, p.Lang, p.Board))
	p.Add(layout.Heading(p.Text("draft-now")), layout.Verbatim(reader.FoldOrders(lines)))
	return true
}

// Standing lists the standing orders on file.
type Standing struct{}

func (Standing) ID() ID              { return "standing" }
func (Standing) body(p *reader.Page) { p.AddStandingOrders() }

// Help is the help text.
type Help struct{ Lines []string }

func (Help) ID() ID                { return "help" }
func (n Help) body(p *reader.Page) { p.Add(layout.Verbatim(n.Lines)) }

// Answer is the answer to a question, letter by letter.
type Answer struct {
	Question Quote
	Lines    []string
}

func (Answer) ID() ID                { return "answer" }
func (n Answer) body(p *reader.Page) { p.Add(layout.Verbatim(n.Lines)) }
