package history

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"fieldpost/adjudicator/dice"
)

// The names under which reports attach their files: players save them, and the shell lines of a report look for them.
func TestFileNames(t *testing.T) {
	t.Parallel()
	for got, want := range map[string]string{
		RecordFile("g42", 7):                      "g42-7.txt",
		SetFile("g42", 1, "GER", dice.TurnOrders): "g42-1-GER-turn.txt",
		IntakeFile("g42", 2):                      "g42-2-intake.txt",
		WordsFile("g42", 9):                       "g42-9-words.txt",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// A chain knows whether it has ended, and which master secrets it has had.
func TestWhatAChainKnows(t *testing.T) {
	t.Parallel()
	s := twoTurns(t)
	first := s.master.Commitment("eastfront")
	if s.chain.Over() || !slices.Equal(s.chain.Masters(), []dice.Hash{first}) {
		t.Errorf("over %v, masters %v", s.chain.Over(), s.chain.Masters())
	}
	s = wholeGame(t)
	if !s.chain.Over() || !slices.Equal(s.chain.Masters(), []dice.Hash{first, s.master.Commitment("eastfront")}) {
		t.Errorf("over %v, masters %v", s.chain.Over(), s.chain.Masters())
	}
	if s.chain.Game() != "eastfront" || s.chain.Genesis().Tier != 0 {
		t.Errorf("game %s, tier %d", s.chain.Game(), s.chain.Genesis().Tier)
	}
	n := s.chain.Len()
	entries := s.chain.From(n - 2)
	if len(entries) != 2 || entries[0].Seq != n-2 || entries[1].Hash != s.chain.Head() || len(s.chain.From(n)) != 0 ||
		len(s.chain.From(n+3)) != 0 {
		t.Errorf("the last two of %d records: %v", n, entries)
	}
	for i, e := range s.chain.Entries() {
		if seq, ok := s.chain.Find(e.Hash); !ok || seq != i {
			t.Errorf("record %d is found as %d, %v", i, seq, ok)
		}
	}
	if seq, ok := s.chain.Find(dice.Sum([]byte("elsewhere"))); ok {
		t.Errorf("a record of another game is found as %d", seq)
	}
	if _, err := s.chain.Append(&Act{Actor: "RUS", What: "vote"}, s.clock); err == nil || s.chain.Len() != n {
		t.Errorf("a record follows the last: %v", err)
	}
}

// What a receipt proves depends on what is there to hold it against.
func TestReceiptsAsEvidence(t *testing.T) {
	t.Parallel()
	s := twoTurns(t)
	locked := s.chain.Entries()[1].Body.(*Lock).Orders[0].Set
	sign := func(set dice.Hash) []byte {
		b, err := Receipt{Game: "eastfront", Arrival: 7, Set: set, Base: s.chain.Head()}.Sign(s.signer)
		s.must(err)
		return b
	}
	good, other := sign(locked), sign(dice.Sum([]byte("replaced later")))
	bad := slices.Clone(good)
	bad[len("pbd1 receipt\ngame eastfront\narrival ")] = '8'
	for _, tt := range []struct {
		name    string
		records [][]byte
		receipt []byte
		want    []Finding // status, record, and how the reason begins
	}{
		{"locked", s.chain.Records(), good, []Finding{{Status: Holds, Record: NoRecord, Why: "mail 7 of game eastfront"},
			{Status: Holds, Record: 1, Why: "its orders are locked"}}},
		{"replaced", s.chain.Records(), other, []Finding{{Status: Holds, Record: NoRecord, Why: "mail 7"},
			{Status: Unchecked, Record: NoRecord, Why: "none of the records"}}},
		{"changed", s.chain.Records(), bad, []Finding{{Status: Fails, Record: NoRecord}}},
		{"without the genesis", s.chain.Records()[1:], good, []Finding{
			{Status: Unchecked, Record: NoRecord, Why: "its key stands in the genesis"}}},
	} {
		var got []Finding
		for _, f := range Verify(Evidence{Records: tt.records, Receipts: [][]byte{tt.receipt}}) {
			if f.Field == "receipt" {
				got = append(got, f)
			}
		}
		if len(got) != len(tt.want) {
			t.Errorf("%s: %v", tt.name, got)
			continue
		}
		for i, w := range tt.want {
			if got[i].Status != w.Status || got[i].Record != w.Record || !strings.HasPrefix(got[i].Why, w.Why) {
				t.Errorf("%s: %+v, want %+v", tt.name, got[i], w)
			}
		}
	}
}

// A syntax error names text and line, and wraps its reason.
func TestSyntaxError(t *testing.T) {
	t.Parallel()
	_, err := ParseWords([]byte("pbd1 words\ngame eastfront\nkind poem\nend\n"))
	e, ok := errors.AsType[*SyntaxError](err)
	if !ok || e.Text != "words" || e.Line != 3 || errors.Unwrap(err) != e.Err ||
		!strings.HasPrefix(err.Error(), "words, line 3: ") {
		t.Errorf("%v", err)
	}
}
