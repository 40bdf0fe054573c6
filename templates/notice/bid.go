package notice

import (
	"strconv"
	"strings"
	"time"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/game"
	"fieldpost/templates/layout"
	"fieldpost/templates/local"
	"fieldpost/templates/reader"
)

// Notices about secret bids for sides.

// BidsOpen asks all for bids.
type BidsOpen struct {
	Until time.Time // when they end, zero: never
	Seats []Sitters // who would play what after an exchange
	Lines []string  // the header of a bid
}

func (BidsOpen) ID() ID { return "bids-open" }

func (n BidsOpen) body(p *reader.Page) {
	if !n.Until.IsZero() {
		p.Add(layout.Paragraph(p.Text("bids-until", "When", p.When(n.Until, p.Reader.Deadline.Zone))))
	}
	example := exampleBid(p.Board)
	p.Add(layout.Paragraph(p.Text("bids-how")),
		layout.Bullets{p.Text("bids-how-daemon", "Example", bidLine(p.Localizer, example)),
			p.Text("bids-how-self", "Terms", example.String())})
	if len(n.Lines) > 0 {
		p.Add(layout.Paragraph(p.Text("bids-key")), layout.Verbatim(n.Lines))
	}
	addSitters(p, "bids-seats-exchanged", n.Seats)
}

// BidSealed tells the bidder how to check the seal.
type BidSealed struct {
	Hash  string
	Check []string
}

func (BidSealed) ID() ID                { return "bid-sealed" }
func (n BidSealed) body(p *reader.Page) { p.Add(layout.Verbatim(n.Check), layout.Small("= "+n.Hash)) }

// BidNoted tells a bidder who has sealed their bid themselves that it is stored.
type BidNoted struct{ Hash string }

func (BidNoted) ID() ID { return "bid-noted" }

// BidOpened tells a bidder who has opened their bid that it counts.
type BidOpened struct{}

func (BidOpened) ID() ID { return "bid-opened" }

// BidsReveal asks those who sealed their bids themselves to open them.
type BidsReveal struct{ Who []local.Participant }

func (BidsReveal) ID() ID { return "bid-reveal" }

// BidsSettled tells all how the bids were settled.
type BidsSettled struct {
	Party  board.Power // a power of the party that wins the bid, Nobody if there was none
	Side   board.Side  // that it plays
	Paid   game.Terms
	Swaps  bool                // the parties exchange sides
	Powers []local.Participant // that the reader plays
	Seats  []Sitters
	Lines  []string // the header of the reader's new seat
	Opened []OpenBid
}

func (BidsSettled) ID() ID { return "bids-settled" }

func (n BidsSettled) body(p *reader.Page) {
	if n.Party != board.Nobody {
		p.Add(layout.Paragraph(p.Text("bids-result", "Who", p.Power(n.Party), "Side", p.Side(n.Side), "Money",
			terms(p.Localizer, n.Paid))))
	}
	if n.Swaps {
		p.Add(layout.Paragraph(p.Text("bids-swap")))
	}
	if len(n.Powers) > 0 {
		p.Add(layout.Paragraph(p.Text("bids-you-play", "Whom", p.Participants(n.Powers))))
	}
	if len(n.Lines) > 0 {
		p.Add(layout.Paragraph(p.Text("bids-new-key")), layout.Verbatim(n.Lines))
	}
	addSitters(p, "bids-seats", n.Seats)
	var lines []string
	for _, x := range n.Opened {
		lines = append(lines, p.Text("bids-opened", "Who", p.Power(x.By), "Money", terms(p.Localizer, x.Terms)))
	}
	if len(lines) > 0 {
		p.Add(layout.Bullets(lines))
	}
	for _, x := range n.Opened {
		p.Add(layout.Verbatim(BidCheck(p.Reader.Game, x.By, p.Board, x.Terms, x.Salt)), layout.Small("= "+x.Hash))
	}
}

// BidNotAwaited says that no bids are awaited.
type BidNotAwaited struct{}

func (BidNotAwaited) ID() ID { return "bid-not" }

// BidEarly refuses to open a bid before all are in.
type BidEarly struct{}

func (BidEarly) ID() ID { return "bid-early" }

// BidOther says that a bid that is opened is not the one that was sealed.
type BidOther struct{ Hash string }

func (BidOther) ID() ID { return "bid-other" }

// BidBad says what is wrong with a bid.
type BidBad struct{ Why Quote }

func (BidBad) ID() ID { return "bid-bad" }

// Sitters are the people who play a power, by name: none, one, or several who share it.
type Sitters struct {
	Power board.Power
	Names []string
}

// OpenBid is a bid that is known.
type OpenBid struct {
	By    board.Power
	Terms game.Terms
	Salt  string
	Hash  string // 64 hex digits
}

// exampleBid returns terms for a side with several powers of the board.
func exampleBid(b *board.Board) game.Terms {
	for _, side := range []board.Side{board.Axis, board.Allies} {
		var t game.Terms
		for _, x := range b.Seats {
			if b.SideOf(x.Power) == side && len(t) < 2 {
				t = append(t, game.Amount{Role: x.Role, IPC: 4 - len(t)})
			}
		}
		if len(t) == 2 {
			return t
		}
	}
	return nil
}

// bidLine returns terms as they are written in a bid.
func bidLine(l *local.Localizer, t game.Terms) string {
	var items []string
	for _, c := range t {
		items = append(items, l.Power(l.Board.PowerOf(c.Role))+" "+strconv.Itoa(c.IPC))
	}
	return strings.Join(items, ", ")
}

// terms returns money for powers, in words.
func terms(l *local.Localizer, t game.Terms) string {
	var items []string
	for _, c := range t {
		items = append(items, l.Power(l.Board.PowerOf(c.Role))+" "+strconv.Itoa(c.IPC)+" IPC")
	}
	return l.List(items)
}

// addSitters lists the seats with those who play them.
func addSitters(p *reader.Page, title string, seats []Sitters) {
	var items []string
	shared := false
	for _, x := range seats {
		shared = shared || len(x.Names) > 1
		names := "–"
		if len(x.Names) > 0 {
			names = p.List(local.ShortenAll(x.Names))
		}
		items = append(items, p.Power(x.Power)+": "+names)
	}
	if len(items) > 0 {
		p.Add(layout.Paragraph(p.Text(title)), layout.Bullets(items))
	}
	if shared {
		p.Add(layout.Paragraph(p.Text("bids-shared")))
	}
}

// BidCheck returns the lines of shell that make the hash of a bid.
func BidCheck(gameName string, by board.Power, b *board.Board, t game.Terms, salt string) []string {
	return []string{
		`printf '%s\n' 'pbd1 bid' 'game ` + gameName + `' \`,
		`  'by ` + b.SeatOf(by).Role + `' 'terms ` + t.String() + `' \`,
		`  'salt ` + salt + `' | sha256sum`,
	}
}
