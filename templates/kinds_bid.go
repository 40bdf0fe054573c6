package templates

import (
	"strconv"
	"strings"
	"time"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/game"
)

// The kinds of mails about secret bids for sides.
const (
	BidsOpen    Kind = "bids-open"    // to all; Bids
	BidSealed   Kind = "bid-sealed"   // to the bidder; Lines: how to check the seal
	BidNoted    Kind = "bid-noted"    // to who has sealed his bid himself; Word: the hash
	BidOpened   Kind = "bid-opened"   // to who has opened his bid
	BidReveal   Kind = "bid-reveal"   // to all: those in Whom are to open their bids now
	BidsSettled Kind = "bids-settled" // to all; Bids
	BidNot      Kind = "bid-not"      // no bids are awaited
	BidEarly    Kind = "bid-early"    // a bid to be opened before all are in
	BidOther    Kind = "bid-other"    // a bid that is opened is not the one that was sealed
	BidBad      Kind = "bid-bad"      // Word: what is wrong, as the reader of bids says it
)

func bidKinds() []Kind {
	return []Kind{BidsOpen, BidSealed, BidNoted, BidOpened, BidReveal, BidsSettled, BidNot, BidEarly, BidOther, BidBad}
}

// BidsView is how secret bids stand, or how they were settled.
type BidsView struct {
	Until  time.Time // zero: no end
	Zone   *time.Location
	Opened []OpenBid
	Party  board.Power // a power of the party that has what it has bid for; Nobody if there was no bid
	Side   board.Side  // that it plays
	Paid   game.Terms
	Swaps  bool      // the parties exchange sides
	Seats  []Sitters // before: after an exchange; when settled: who plays what
}

// Sitters are those who play a power, by name: nobody, one person, or several who share it.
type Sitters struct {
	Power board.Power
	Names []string
}

// OpenBid is a bid that is known.
type OpenBid struct {
	By    board.Power
	Terms game.Terms
	Salt  string
	Hash  string
}

// bidsBody adds how bids are made, or how they were settled.
func (s *speaker) bidsBody(l *letter, v NoteView) {
	b := v.Bids
	if len(v.Lines) > 0 && v.Kind == BidSealed {
		l.add(verbatim{v.Lines}, small{"= " + v.Word})
	}
	if b == nil {
		return
	}
	if v.Kind == BidsOpen {
		if !b.Until.IsZero() {
			l.add(para{s.say("bids-until", "When", s.when(b.Until, b.Zone))})
		}
		example := s.bidExample()
		l.add(para{s.say("bids-how")}, bullets{[]string{s.say("bids-how-daemon", "Example", s.money(example)), s.say("bids-how-self", "Terms", example.String())}})
		if len(v.Lines) > 0 {
			l.add(para{s.say("bids-key")}, verbatim{v.Lines})
		}
		s.seating(l, "bids-seats-exchanged", b.Seats)
		return
	}
	if b.Party != board.Nobody {
		l.add(para{s.say("bids-result", "Who", s.power(b.Party), "Side", s.side(b.Side), "Money", s.terms(b.Paid))})
	}
	if b.Swaps {
		l.add(para{s.say("bids-swap")})
	}
	if len(v.Whom) > 0 {
		l.add(para{s.say("bids-you-play", "Whom", s.parties(v.Whom))})
	}
	if len(v.Lines) > 0 && v.Kind == BidsSettled {
		l.add(para{s.say("bids-new-key")}, verbatim{v.Lines})
	}
	s.seating(l, "bids-seats", b.Seats)
	var lines []string
	for _, x := range b.Opened {
		lines = append(lines, s.say("bids-opened", "Who", s.power(x.By), "Money", s.terms(x.Terms)))
	}
	if len(lines) > 0 {
		l.add(bullets{lines})
	}
	for _, x := range b.Opened {
		l.add(verbatim{BidCheck(v.Game, x.By, s.b, x.Terms, x.Salt)}, small{"= " + x.Hash})
	}
}

// bidExample are terms for a side with several powers of the game's own.
func (s *speaker) bidExample() game.Terms {
	for _, side := range []board.Side{board.Axis, board.Allies} {
		var t game.Terms
		for _, x := range s.b.Seats {
			if s.b.SideOf(x.Power) == side && len(t) < 2 {
				t = append(t, game.Cash{Role: x.Role, IPC: 4 - len(t)})
			}
		}
		if len(t) == 2 {
			return t
		}
	}
	return nil
}

// money is how a bid line says terms.
func (s *speaker) money(t game.Terms) string {
	var items []string
	for _, c := range t {
		items = append(items, s.power(s.b.PowerOf(c.Role))+" "+strconv.Itoa(c.IPC))
	}
	return strings.Join(items, ", ")
}

// seating lists the seats with those who play them.
func (s *speaker) seating(l *letter, title string, seats []Sitters) {
	var out []string
	shared := false
	for _, x := range seats {
		shared = shared || len(x.Names) > 1
		names := "–"
		if len(x.Names) > 0 {
			names = s.list(shortenedAll(x.Names))
		}
		out = append(out, s.power(x.Power)+": "+names)
	}
	if len(out) > 0 {
		l.add(para{s.say(title)}, bullets{out})
	}
	if shared {
		l.add(para{s.say("bids-shared")})
	}
}

// BidCheck are the lines of shell that make the hash of a bid.
func BidCheck(gameName string, by board.Power, b *board.Board, t game.Terms, salt string) []string {
	return []string{
		`printf '%s\n' 'pbd1 bid' 'game ` + gameName + `' \`,
		`  'by ` + b.SeatOf(by).Role + `' 'terms ` + t.String() + `' \`,
		`  'salt ` + salt + `' | sha256sum`,
	}
}

// terms is money for powers, in words.
func (s *speaker) terms(t game.Terms) string {
	var items []string
	for _, c := range t {
		items = append(items, s.power(s.b.PowerOf(c.Role))+" "+strconv.Itoa(c.IPC)+" IPC")
	}
	return s.list(items)
}
