package game

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/position"
)

// bidOptions are about secret bids for sides, before round 1.
var bidOptions = []Setting{
	{Name: "bids", Default: "off", Values: []string{"off", "on"}},
	{Name: "bid-span", Default: "7d", check: span},
}

// Amount is money that a power gets in addition to its income.
type Amount struct {
	Role string `json:"role"`
	IPC  int    `json:"ipc"`
}

// Terms are what a side gets in addition to its set-up: money alone. The zero value is no bid.
type Terms []Amount

// maxBid is how much may be bid, more than all powers have together.
const maxBid = 999

// Check tells what is wrong with terms: they are for powers of one side.
func (t Terms) Check(b *board.Board) error {
	if len(t) == 0 {
		return errors.New("it names no side")
	}
	for i, c := range t {
		switch {
		case b.PowerOf(c.Role) == board.Nobody:
			return fmt.Errorf("%q is no power", c.Role)
		case c.IPC < 0 || t.sum() > maxBid:
			return fmt.Errorf("it is not between 0 and %d", maxBid)
		case t.side(b) != b.SideOf(b.PowerOf(c.Role)):
			return errors.New("it is for both sides")
		case slices.ContainsFunc(t[:i], func(x Amount) bool { return x.Role == c.Role }):
			return fmt.Errorf("it names %s twice", c.Role)
		}
	}
	return nil
}

// side is the side that the terms are for.
func (t Terms) side(b *board.Board) board.Side {
	if len(t) == 0 {
		return board.NoSide
	}
	return b.SideOf(b.PowerOf(t[0].Role))
}

// sum is the money of all powers: by it bids are compared.
func (t Terms) sum() int {
	sum := 0
	for _, c := range t {
		sum += c.IPC
	}
	return sum
}

// String is how hashed texts and records say terms: "GER 4 JPN 3".
func (t Terms) String() string {
	var words []string
	for _, c := range t {
		words = append(words, c.Role, strconv.Itoa(c.IPC))
	}
	return strings.Join(words, " ")
}

func parseTerms(s string) (Terms, bool) {
	words := strings.Fields(s)
	var t Terms
	for i := 0; i+1 < len(words); i += 2 {
		n, err := strconv.Atoi(words[i+1])
		if err != nil || n < 0 {
			return nil, false
		}
		t = append(t, Amount{words[i], n})
	}
	return t, len(words)%2 == 0 && len(t) > 0
}

// BidHash commits to a bid: the bid cannot be told from it, and its maker cannot show another one.
func BidHash(game, role string, t Terms, salt string) dice.Hash {
	return dice.Sum(dice.Text("pbd1 bid", "game "+game, "by "+role, "terms "+t.String(), "salt "+salt))
}

// ValidSalt reports whether a word may be the salt of a bid: 8 to 64 letters and digits.
func ValidSalt(s string) bool {
	return len(s) >= 8 && len(s) <= 64 && strings.Trim(strings.ToLower(s), "abcdefghijklmnopqrstuvwxyz0123456789") == ""
}

// Bid is a bid of one party: those who sit on a side's seats while bids are made.
type Bid struct {
	Party board.Side `json:"party"`
	Role  string     `json:"role"` // of the seat that sent it
	Hash  dice.Hash  `json:"hash"`
	Salt  string     `json:"salt,omitempty"`  // known of bids that the daemon has sealed, and of those that were opened
	Terms Terms      `json:"terms,omitempty"` // likewise
	At    time.Time  `json:"at"`
}

// Open reports whether the bid is known: the daemon has sealed it itself, or its party has opened it.
func (b Bid) Open() bool { return b.Salt != "" }

// Bids are the secret bids for sides before a game begins.
type Bids struct {
	Opened time.Time `json:"opened,omitzero"`
	Until  time.Time `json:"until,omitzero"` // then they are settled as they are; zero: when all are known
	Made   []Bid     `json:"made,omitempty"` // one a party at most
	Done   bool      `json:"done,omitempty"`
}

// Running reports whether bids are awaited.
func (b Bids) Running() bool { return !b.Opened.IsZero() && !b.Done }

// Of is a party's bid, nil if there is none.
func (b *Bids) Of(party board.Side) *Bid {
	i := slices.IndexFunc(b.Made, func(x Bid) bool { return x.Party == party })
	if i < 0 {
		return nil
	}
	return &b.Made[i]
}

// AllMade reports whether all parties have bid.
func (b *Bids) AllMade(parties []board.Side) bool {
	return !slices.ContainsFunc(parties, func(p board.Side) bool { return b.Of(p) == nil })
}

// Awaited are the parties whose bid is awaited: to be made, or when all are, to be opened.
func (b *Bids) Awaited(parties []board.Side) []board.Side {
	if !b.Running() {
		return nil
	}
	all := b.AllMade(parties)
	return slices.DeleteFunc(slices.Clone(parties), func(p board.Side) bool {
		made := b.Of(p)
		return made != nil && (!all || made.Open())
	})
}

// Make enters a bid, in place of the party's earlier one.
func (b *Bids) Make(x Bid) {
	b.Made = append(slices.DeleteFunc(slices.Clone(b.Made), func(y Bid) bool { return y.Party == x.Party }), x)
}

// BidResult is what came of bids that were held against each other.
type BidResult struct {
	Party board.Side // that gets what it has bid for; NoSide if none has
	Side  board.Side // that it plays
	Terms Terms      // the money that is paid
}

// Exchange reports whether the parties exchange sides.
func (s BidResult) Exchange() bool { return s.Party != board.NoSide && s.Party != s.Side }

// Settle holds the bids that are known against each other. If both want one side, the lower bid has it, at its price;
// of equal ones that which was made first. If each wants another, each has what it wants, and nothing is paid. One bid
// alone has its side.
func (b Bids) Settle(bd *board.Board) BidResult {
	known := slices.DeleteFunc(slices.Clone(b.Made), func(x Bid) bool { return !x.Open() })
	if len(known) == 0 {
		return BidResult{}
	}
	best := known[0]
	for _, x := range known[1:] {
		if x.Terms.side(bd) != best.Terms.side(bd) {
			return BidResult{Party: best.Party, Side: best.Terms.side(bd)}
		}
		if x.Terms.sum() < best.Terms.sum() {
			best = x
		}
	}
	return BidResult{Party: best.Party, Side: best.Terms.side(bd), Terms: best.Terms}
}

// bidAct begins what the act record says that pays a bid; its hash is that of the position with the money.
const bidAct = "bid pays "

// PaidAct is what the record says that pays a bid.
func (t Terms) PaidAct() string {
	if t.sum() == 0 {
		return bidAct + "nothing"
	}
	return bidAct + t.String()
}

// ParsePaid reads what PaidAct wrote; ok is false if it is of something else.
func ParsePaid(what string) (t Terms, ok bool) {
	s, ok := strings.CutPrefix(what, bidAct)
	if !ok || s == "nothing" {
		return nil, ok
	}
	return parseTerms(s)
}

// on is a position with the money of the bid.
func (t Terms) on(b *board.Board, pos *position.Position) *position.Position {
	j := position.NewJournal(pos)
	for _, e := range t.events(b) {
		j.Emit(e)
	}
	return j.Now()
}

// events are the payment.
func (t Terms) events(b *board.Board) []event.Event {
	var out []event.Event
	for _, c := range t {
		if p := b.PowerOf(c.Role); p != board.Nobody {
			out = append(out, event.Granted{Power: p, Paid: c.IPC})
		}
	}
	return out
}
