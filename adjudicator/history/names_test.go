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
		RefereeTextFile("g42", 9):                 "g42-9-words.txt",
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
	_, err := ParseRefereeText([]byte("pbd1 words\ngame eastfront\nkind poem\nend\n"))
	e, ok := errors.AsType[*SyntaxError](err)
	if !ok || e.Text != "words" || e.Line != 3 || !errors.Is(err, e.Err) ||
		!strings.HasPrefix(err.Error(), "words, line 3: ") {
		t.Errorf("%v", err)
	}
}

// A secret counts only if its epoch's commitment was published: one that fits nothing but itself is refused.
func TestASecretThatWasNotCommittedTo(t *testing.T) {
	t.Parallel()
	other, err := dice.NewMaster(strings.NewReader("a master secret that nobody committed to"))
	if err != nil {
		t.Fatal(err)
	}
	secret := other.Secret("eastfront", 1)
	for name, body := range map[string]func(*story) Body{
		"void": func(s *story) Body {
			v, err := s.chain.NewVoid(s.master.Secret("eastfront", 1), s.commit(2), "the power was out")
			s.must(err)
			v.Commit, v.Reveal = secret.Commitment("eastfront", 1), secret.Reveal()
			return v
		},
		"lock": func(s *story) Body {
			l, err := s.chain.NewLock(nil, Mix{})
			s.must(err)
			l.Commit = secret.Commitment("eastfront", 1)
			return l
		},
	} {
		s := newStory(t, 0)
		_, err := s.chain.Append(body(s), s.clock)
		if err == nil || !strings.Contains(err.Error(), "commitment of epoch 1, published in record 0") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Every file goes where its first line says.
func TestEvidenceIsSorted(t *testing.T) {
	t.Parallel()
	s := newStory(t, 0)
	receipt, err := Receipt{Game: "eastfront", Base: s.chain.Head()}.Sign(s.signer)
	s.must(err)
	for name, x := range map[string]struct {
		file string
		in   func(Evidence) [][]byte
	}{
		"record":     {"pbd1 record\n", func(e Evidence) [][]byte { return e.Records }},
		"set":        {"pbd1 set\n", func(e Evidence) [][]byte { return e.Sets }},
		"intake":     {"pbd1 intake\n", func(e Evidence) [][]byte { return e.Intakes }},
		"words":      {"pbd1 words\n", func(e Evidence) [][]byte { return e.Words }},
		"press":      {"pbd1 press\n", func(e Evidence) [][]byte { return e.Press }},
		"state":      {"pbd1 state eastfront\n", func(e Evidence) [][]byte { return e.States }},
		"receipt":    {string(receipt), func(e Evidence) [][]byte { return e.Receipts }},
		"checkpoint": {string(s.checkpoint()), func(e Evidence) [][]byte { return e.Checkpoints }},
	} {
		var ev Evidence
		for range 2 {
			if err := ev.Add([]byte(x.file)); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		if got := x.in(ev); len(got) != 2 || string(got[1]) != x.file {
			t.Errorf("%s is not where it belongs: %+v", name, ev)
		}
	}
	for _, bad := range []string{"", "hello\n", "pbd1 record\r\n", "pbd1 other\n"} {
		var ev Evidence
		if err := ev.Add([]byte(bad)); err == nil || len(ev.Records) > 0 {
			t.Errorf("%q is taken: %v", bad, err)
		}
	}
}
