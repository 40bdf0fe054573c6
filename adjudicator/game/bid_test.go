package game

import (
	"testing"

	"fieldpost/adjudicator/board"
)

func TestBidsAreSettled(t *testing.T) {
	t.Parallel()
	b := board.Named("revised")
	bid := func(party board.Side, salt string, terms ...Amount) Bid {
		return Bid{Party: party, Salt: salt, Terms: terms}
	}
	for _, c := range []struct {
		name  string
		bids  []Bid
		party board.Side
		side  board.Side
		paid  string
	}{
		{"nobody bids", nil, board.NoSide, board.NoSide, "bid pays nothing"},
		{"the lower bid has the side", []Bid{bid(board.Axis, "s", Amount{"GER", 7}), bid(board.Allies, "s", Amount{"GER", 2}, Amount{"JPN", 3})}, board.Allies, board.Axis, "bid pays GER 2 JPN 3"},
		{"of equal ones the first", []Bid{bid(board.Axis, "s", Amount{"GER", 7}), bid(board.Allies, "s", Amount{"JPN", 7})}, board.Axis, board.Axis, "bid pays GER 7"},
		{"each gets what it wants", []Bid{bid(board.Axis, "s", Amount{"RUS", 9}), bid(board.Allies, "s", Amount{"GER", 9})}, board.Axis, board.Allies, "bid pays nothing"},
		{"a bid that was not opened is none", []Bid{bid(board.Axis, "", Amount{"GER", 1}), bid(board.Allies, "s", Amount{"GER", 9})}, board.Allies, board.Axis, "bid pays GER 9"},
		{"nothing may be enough", []Bid{bid(board.Axis, "s", Amount{"UK", 0})}, board.Axis, board.Allies, "bid pays nothing"},
	} {
		got := Bids{Made: c.bids}.Settle(b)
		if got.Party != c.party || got.Side != c.side || got.Terms.PaidAct() != c.paid {
			t.Errorf("%s: %+v, %s", c.name, got, got.Terms.PaidAct())
		}
		if terms, ok := ParsePaid(c.paid); !ok || terms.PaidAct() != c.paid {
			t.Errorf("%q reads as %v", c.paid, terms)
		}
	}
	if _, ok := ParsePaid("withdraw"); ok {
		t.Error("a withdrawal pays")
	}
}

func TestTermsAreForOneSide(t *testing.T) {
	t.Parallel()
	b := board.Named("revised")
	for _, terms := range []Terms{nil, {{"GER", 3}, {"UK", 3}}, {{"ITA", 3}}, {{"GER", -1}}, {{"GER", 1000}}, {{"GER", 1}, {"GER", 1}}} {
		if terms.Check(b) == nil {
			t.Errorf("%v is taken", terms)
		}
	}
	if err := (Terms{{"GER", 3}, {"JPN", 0}}).Check(b); err != nil {
		t.Error(err)
	}
}

// Anybody can make the hash of a bid with one line of shell; this is what it prints.
func TestTheHashOfABid(t *testing.T) {
	t.Parallel()
	const want = "5dd8963af7e2efdac97febc80b5fc0382ebf8b78d7414367ad7477c20a19815d"
	if got := BidHash("eastfront", "GER", Terms{{"GER", 4}, {"JPN", 3}}, "0123456789abcdef").String(); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
