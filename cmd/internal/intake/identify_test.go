package intake

import (
	"fmt"
	"slices"
	"testing"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/cmd/internal/keys"
)

// people is a directory in memory: seats by address and by key, and who is awaited.
type people struct {
	at      map[string][]Seat
	keys    map[string][]Seat // by the key as it is written
	powers  map[Seat]board.Power
	awaited []Seat
	codes   []string // keys that are codes of addresses
}

func (p people) ByAddress(addr string) ([]Seat, error) { return p.at[addr], nil }
func (p people) ByKey(k keys.Key) ([]Seat, error)      { return p.keys[k.Reveal()], nil }
func (p people) Game(name string) (bool, error)        { return name == "east" || name == "west", nil }
func (p people) Facts(s Seat, k keys.Key) (SeatFacts, error) {
	return SeatFacts{Power: p.powers[s], Awaited: slices.Contains(p.awaited, s),
		Key:  !k.IsZero() && !slices.Contains(p.codes, k.Reveal()),
		Code: slices.Contains(p.codes, k.Reveal())}, nil
}

// TestIdentify: the key beats the address, the text's header the subject, the subject the plus part; who plays and
// referees is a player but for the referee's acts; of several seats the awaited one is meant, if all are in one game.
func TestIdentify(t *testing.T) {
	t.Parallel()
	const key, code, unknown = "AAAA-BBBB-CCCC-DDDD", "EEEE-FFFF-GGGG-HHHH", "IIII-JJJJ-KKKK-LLLL"
	var (
		eastGER   = Seat{"east", "GER", Playing}
		eastUK    = Seat{"east", "UK", Playing}
		eastJapan = Seat{"east", "JPN", Playing}
		westUK    = Seat{"west", "UK", Playing}
		westUSA   = Seat{"west", "USA", Playing}
		eastRef   = Seat{"east", "referee", WithoutPower}
		westGER   = Seat{"west", "GER", Playing}
		westJoin  = Seat{"west", "join:USSR:dora", Requested}
	)
	d := people{
		at: map[string][]Seat{"anna": {eastGER}, "bert": {eastGER, eastRef}, "carl": {eastGER, westGER},
			"dora": {westJoin}, "emil": {westJoin, eastGER}, "fred": {eastGER, eastUK}, "gina": {eastRef},
			"hans": {westGER, westUK, westUSA}, "ines": {eastGER, eastJapan}},
		keys: map[string][]Seat{key: {eastGER}, code: {eastGER}},
		powers: map[Seat]board.Power{eastGER: "Germany", eastUK: "UK", westGER: "Germany",
			eastJapan: "Japan", westUK: "UK", westUSA: "USA"},
		awaited: []Seat{eastUK, westUK, westUSA},
		codes:   []string{code},
	}
	head := func(game string, power board.Power, key string) order.Header {
		return order.Header{Game: game, Power: power, Key: key}
	}
	tagged := func(game string) Subject { return Subject{Headers: []order.Header{{Game: game}}} }
	for _, tt := range []struct {
		name    string
		q       Query
		seat    Seat
		keyed   bool
		trouble Trouble
	}{
		{"an address", Query{From: "anna"}, eastGER, false, None},
		{"a stranger", Query{From: "zoe"}, Seat{}, false, Stranger},
		{"a stranger with a key", Query{From: "zoe", Header: head("", "", key)}, eastGER, true, None},
		{"another's key", Query{From: "carl", Header: head("", "", key)}, eastGER, true, None},
		{"a key of nobody", Query{From: "anna", Header: head("", "", unknown)}, Seat{}, false, WrongKey},
		{"a code of an address", Query{From: "anna", Header: head("", "", code)}, eastGER, false, CodeNoKey},
		{"a key and another game", Query{From: "anna", Header: head("west", "", key)}, eastGER, true, NotTheirs},
		{"a key and another power", Query{From: "anna", Header: head("", "UK", key)}, eastGER, true, OtherPower},
		{"a game that is not there", Query{From: "anna", Header: head("north", "", "")}, Seat{}, false, NoGame},
		{"a game of others", Query{From: "anna", Header: head("west", "", "")}, Seat{}, false, NotTheirs},
		{"a power of others", Query{From: "anna", Header: head("", "UK", "")}, Seat{}, false, NotTheirs},
		{"two games", Query{From: "carl"}, Seat{}, false, Several},
		{"the header names one", Query{From: "carl", Header: head("west", "", "")}, westGER, false, None},
		{"the subject names one", Query{From: "carl", Subject: tagged("west")}, westGER, false, None},
		{"the subject names a list", Query{From: "carl", Subject: tagged("news")}, Seat{}, false, Several},
		{"the header beats the subject", Query{From: "carl", Header: head("east", "", ""), Subject: tagged("west")},
			eastGER, false, None},
		{"the address names one", Query{From: "carl", Plus: []string{"west"}}, westGER, false, None},
		{"the subject beats the address", Query{From: "carl", Subject: tagged("east"), Plus: []string{"west"}},
			eastGER, false, None},
		{"a player who is the referee", Query{From: "bert"}, eastGER, false, None},
		{"the referee's acts", Query{From: "bert", RefereeActs: true}, Seat{}, false, Several},
		{"the referee's acts for a power", Query{From: "bert", RefereeActs: true, Header: head("", "Germany", "")},
			eastGER, false, None},
		{"only the referee", Query{From: "gina"}, eastRef, false, None},
		{"two powers, one awaited", Query{From: "fred"}, eastUK, false, None},
		{"two powers, both awaited", Query{From: "hans"}, westUK, false, None},
		{"two powers, none awaited", Query{From: "ines"}, Seat{}, false, Several},
		{"a question for two powers", Query{From: "ines", Asks: true}, eastGER, false, None},
		{"a question in two games", Query{From: "carl", Asks: true}, Seat{}, false, Several},
		{"two powers, one named", Query{From: "fred", Header: head("", "Germany", "")}, eastGER, false, None},
		{"a request", Query{From: "dora"}, westJoin, false, None},
		{"a request of who sits elsewhere", Query{From: "emil"}, eastGER, false, None},
		{"a request, by name", Query{From: "emil", Header: head("west", "", "")}, westJoin, false, None},
	} {
		s, err := Identify(tt.q, d)
		if err != nil || s.Trouble != tt.trouble || s.Seat != tt.seat || s.Keyed != tt.keyed {
			t.Errorf("%s: %s, keyed %v, trouble %d (%v); want %s, %v, %d", tt.name, fmt.Sprint(s.Seat), s.Keyed,
				s.Trouble, err, fmt.Sprint(tt.seat),
				tt.keyed, tt.trouble)
		}
	}
}

// TestClaim: what subject and address say fills what the header leaves open.
func TestClaim(t *testing.T) {
	t.Parallel()
	tag := Subject{Headers: []order.Header{{Game: "news"}, {Game: "east", Power: "UK", Round: 3}}}
	for _, tt := range []struct {
		q    Query
		want order.Header
	}{
		{Query{Subject: tag}, order.Header{Game: "east", Power: "UK", Round: 3}},
		{Query{Subject: tag, Header: order.Header{Power: "Germany"}},
			order.Header{Game: "east", Power: "Germany", Round: 3}},
		{Query{Subject: tag, Header: order.Header{Game: "west"}}, order.Header{Game: "west"}},
		{Query{Plus: []string{"north", "west", "east"}}, order.Header{Game: "west"}},
	} {
		if h, missing, err := ClaimedHeader(tt.q, people{}); err != nil || missing || h != tt.want {
			t.Errorf("%+v: %+v, %v, %v", tt.q, h, missing, err)
		}
	}
}

// TestParseOfACutMail: of a mail that was too large only the header is known, and its size is the trouble.
func TestParseOfACutMail(t *testing.T) {
	t.Parallel()
	m, err := Parse([]byte("From: anna@mail.test\r\nSubject: [east R3] status\r\n\r\n"), 7000000)
	if err == nil || m.Message.From.Addr != "anna@mail.test" || len(m.Subject.Headers) != 1 ||
		m.Subject.Headers[0].Round != 3 {
		t.Errorf("%+v, %v", m, err)
	}
}
