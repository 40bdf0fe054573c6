package history

import (
	"strings"
	"testing"

	"fieldpost/adjudicator/dice"
)

// A text ends with its last line: without it, or with anything behind it, it is none.
func TestWhereTextsEnd(t *testing.T) {
	t.Parallel()
	s := twoTurns(t)
	s.say(TextRuling, "What has sunk stays sunk.")
	point, _, _ := strings.Cut(string(s.checkpoint()), "\n\n")
	receipt, err := Receipt{Game: "eastfront", Arrival: 7, Base: s.chain.Head()}.Sign(s.signer)
	s.must(err)
	received, _, _ := strings.Cut(string(receipt), "\n\n")
	for name, x := range map[string]struct {
		text  string
		parse func([]byte) error
	}{
		"record":     {string(s.chain.Records()[2]), func(b []byte) error { _, err := ParseRecord(b); return err }},
		"set":        {string(s.sets[0]), func(b []byte) error { _, err := ParseSet(b); return err }},
		"words":      {string(s.words[0]), func(b []byte) error { _, err := ParseRefereeText(b); return err }},
		"receipt":    {received + "\n", func(b []byte) error { _, err := parseReceipt(b); return err }},
		"checkpoint": {point + "\n", func(b []byte) error { _, err := ParseCheckpoint(string(b)); return err }},
	} {
		if err := x.parse([]byte(x.text)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		last := x.text[strings.LastIndex(strings.TrimSuffix(x.text, "\n"), "\n")+1:]
		for what, text := range map[string]string{
			"without its last line":      strings.TrimSuffix(x.text, last),
			"without its last line feed": strings.TrimSuffix(x.text, "\n"),
			"with its last line twice":   x.text + last,
			"with more behind it":        x.text + "more\n",
			"with an empty line":         x.text + "\n",
		} {
			if err := x.parse([]byte(text)); err == nil {
				t.Errorf("a %s %s is read", name, what)
			}
		}
	}
}

// Turn orders are written on the record that published the commitment, standing orders on any record before the lock.
func TestTheBaseOfOrders(t *testing.T) {
	t.Parallel()
	elsewhere := dice.Sum([]byte("a record of another game"))
	record := func(seq int) func(*story) dice.Hash {
		return func(s *story) dice.Hash { return s.chain.Entries()[seq].Hash }
	}
	for _, tt := range []struct {
		name   string
		kind   dice.OrderKind
		base   func(*story) dice.Hash
		status Status
		why    string
		gap    bool // the genesis was not given
	}{
		{"on the commitment", dice.TurnOrders, record(2), Holds, "names record 2", false},
		{"on an older record", dice.TurnOrders, record(0), Fails, "names ", false},
		{"on a newer record", dice.TurnOrders, record(3), Fails, "names ", false},
		{"standing, on the genesis", dice.StandingOrders, record(0), Holds, "names record 0", false},
		{"standing, on the record before", dice.StandingOrders, record(3), Holds, "names record 3", false},
		{"standing, on no record", dice.StandingOrders, func(*story) dice.Hash { return elsewhere }, Fails,
			"names " + elsewhere.String() + ", which is no record of this game", false},
		{"standing, on a record that is not here", dice.StandingOrders, record(0), Unchecked,
			"names a record that was not given", true},
	} {
		s := newStory(t, 0)
		s.lock(Mix{})
		s.turn(dice.Hash{})
		s.append(&Act{Actor: "RUS", What: "vote for a draw", Hash: dice.Sum([]byte("no"))})
		set := Set{Game: "eastfront", Role: "GER", Kind: tt.kind, Base: tt.base(s), Salt: strings.Repeat("0", 32),
			Orders: []string{"x"}}
		text, err := set.Print()
		s.must(err)
		ref, err := set.Ref()
		s.must(err)
		s.lock(Mix{}, ref)
		records := s.chain.Records()
		if tt.gap {
			records = records[1:]
		}
		var got []Finding
		for _, f := range Verify(Evidence{Records: records, Sets: [][]byte{text}}) {
			if strings.HasPrefix(f.Field, "base of orders") {
				got = append(got, f)
			}
		}
		if len(got) != 1 || got[0].Status != tt.status || got[0].Record != 4 || !strings.HasPrefix(got[0].Why, tt.why) {
			t.Errorf("%s: %+v, want %v: %s", tt.name, got, tt.status, tt.why)
		}
	}
}
