package history

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"fieldpost/adjudicator/dice"
)

func TestVerifyWholeGame(t *testing.T) {
	t.Parallel()
	found := Verify(wholeGame(t).evidence())
	if err := found.Err(); err != nil {
		t.Error(err)
	}
	for _, f := range found.With(Unchecked) {
		if f.Field != "state" { // positions are for a replay
			t.Errorf("not checked: %s", f)
		}
	}
	fields := map[string]bool{}
	for _, f := range found.With(Holds) {
		fields[f.Field] = true
	}
	for _, want := range []string{
		"prev", "commit", "base", "reveal", "ordersum", "mixsum", "seed", "next", "roll ukraine land 1 att fire",
		"orders GER turn", "orders RUS standing", "base of orders GER turn", "intake", "checkpoint", "checkpoint root",
		"secret 1", "secret 3", "secret 5",
	} {
		if !fields[want] {
			t.Errorf("no check of %q", want)
		}
	}
}

func vectorEvidence(t *testing.T) Evidence {
	t.Helper()
	var ev Evidence
	for _, file := range []string{
		"g42-2.txt", "g42-1-GER-turn.txt", "g42-0.txt", "g42-2-intake.txt", // in any order
		"g42-2-state.txt", "g42-1.txt", "g42-1-RUS-standing.txt", "g42-2-checkpoint.txt",
	} {
		if err := ev.Add(vector(t, file)); err != nil {
			t.Fatal(err)
		}
	}
	return ev
}

func TestVerifyVectors(t *testing.T) {
	t.Parallel()
	found := Verify(vectorEvidence(t))
	if len(found.With(Holds)) != len(found) {
		t.Errorf("want everything to hold:\n%v\n%v", found.With(Fails), found.With(Unchecked))
	}
}

// Any byte changed in any file is found.
func TestVerifyFindsEveryFlippedByte(t *testing.T) {
	t.Parallel()
	ev, step := vectorEvidence(t), 1
	if testing.Short() {
		step = 7
	}
	for _, file := range slices.Concat(ev.Records, ev.Sets, ev.Intakes, ev.States, ev.Checkpoints) {
		for i := 0; i < len(file); i += step {
			file[i] ^= 1
			if Verify(ev).Err() == nil {
				t.Errorf("byte %d of\n%s\nflipped, nothing found", i, file)
			}
			file[i] ^= 1
		}
	}
}

// What an operator might try, and which check finds it.
func TestVerifyFindsTampering(t *testing.T) {
	t.Parallel()
	swap := func(old, new string) func(*Evidence) {
		return func(ev *Evidence) {
			for i, b := range ev.Records {
				ev.Records[i] = bytes.Replace(b, []byte(old), []byte(new), 1)
			}
		}
	}
	for _, tt := range []struct {
		name   string
		change func(*Evidence)
		fields []string // that must fail
	}{
		{"a die", swap("3d6 1,4,6", "3d6 1,4,5"), nil},
		{"a record dropped", func(ev *Evidence) { ev.Records = slices.Delete(ev.Records, 3, 4) }, []string{"seq", "checkpoint root"}},
		{"the last record dropped", func(ev *Evidence) { ev.Records = ev.Records[:len(ev.Records)-1] }, []string{"checkpoint root"}},
		{"records in another order", func(ev *Evidence) { slices.Reverse(ev.Records) }, []string{"seq"}},
		{"two records with one number", func(ev *Evidence) {
			other := bytes.Replace(ev.Records[3], []byte("vote for a draw"), []byte("vote against"), 1)
			ev.Records = slices.Insert(ev.Records, 4, other)
		}, []string{"record"}},
		{"an act rewritten", swap("vote for a draw", "vote for defeat"), []string{"prev", "checkpoint root"}},
		{"an order changed", func(ev *Evidence) {
			ev.Sets[0] = bytes.Replace(ev.Sets[0], []byte("infantry 3"), []byte("infantry 4"), 1)
		}, []string{"orders GER turn", "set"}},
		{"a turn set withheld", func(ev *Evidence) { ev.Sets = ev.Sets[1:] }, []string{"orders GER turn"}},
		{"an intake withheld", func(ev *Evidence) { ev.Intakes = ev.Intakes[1:] }, []string{"intake"}},
		{"a mail struck from the intake", func(ev *Evidence) { ev.Intakes[0] = []byte("pbd1 intake\n") }, []string{"intake"}},
		{"no records", func(ev *Evidence) { ev.Records = nil }, []string{"record"}},
		{"another game's checkpoint", func(ev *Evidence) { ev.Checkpoints[0] = vector(t, "g42-2-checkpoint.txt") }, []string{"checkpoint"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			ev := wholeGame(t).evidence()
			if tt.fields == nil { // whatever the dice are
				ev, tt.fields = changeADie(t, ev)
			} else {
				tt.change(&ev)
			}
			failed := failures(Verify(ev))
			for _, want := range tt.fields {
				if !slices.Contains(failed, want) {
					t.Errorf("%q does not fail, only %q", want, failed)
				}
			}
		})
	}
}

// changeADie changes the first die of the first turn by one, and mends the
// hashes of all later records as an operator who rewrites history would.
func changeADie(t *testing.T, ev Evidence) (Evidence, []string) {
	t.Helper()
	prev := dice.Hash{}
	for i, b := range ev.Records {
		r, err := ParseRecord(b)
		if err != nil {
			t.Fatal(err)
		}
		if turn, ok := r.Body.(*Turn); ok && i == 2 {
			turn.Rolls[0].Dice[0] = turn.Rolls[0].Dice[0]%6 + 1
		}
		r.Prev = prev
		if ev.Records[i], err = r.Print(); err != nil {
			t.Fatal(err)
		}
		prev = dice.Sum(ev.Records[i])
	}
	return ev, []string{"roll ukraine land 1 att fire", "base", "checkpoint root"}
}

// A player's mailbox holds less than the whole: that is no failure, but said.
func TestVerifySaysWhatItCouldNotCheck(t *testing.T) {
	t.Parallel()
	s := twoTurns(t)
	records := s.chain.Records()
	for _, tt := range []struct {
		name      string
		ev        Evidence
		unchecked []string
	}{
		{"standing set still closed", Evidence{Records: records[:3], Sets: s.sets[:1], Intakes: s.intakes[:1]},
			[]string{"orders RUS standing", "state"}},
		{"only the last report", Evidence{Records: records[4:], Sets: s.sets[2:], Intakes: s.intakes[1:], Checkpoints: [][]byte{s.checkpoint()}},
			[]string{"record", "prev", "commit", "mix", "commit", "base of orders RUS turn", "state", "checkpoint"}},
		{"lock missing", Evidence{Records: [][]byte{records[0], records[2]}, Intakes: s.intakes[:1]},
			[]string{"record", "prev", "ordersum", "state"}},
		{"newer checkpoint than records", Evidence{Records: records[:1], Checkpoints: [][]byte{s.checkpoint()}},
			[]string{"checkpoint root"}},
	} {
		found := Verify(tt.ev)
		if err := found.Err(); err != nil {
			t.Errorf("%s: %v", tt.name, err)
		}
		var got []string
		for _, f := range found.With(Unchecked) {
			got = append(got, f.Field)
		}
		if !slices.Equal(got, tt.unchecked) {
			t.Errorf("%s: unchecked %q, want %q", tt.name, got, tt.unchecked)
		}
	}
}

// Without the genesis a checkpoint cannot be opened; the head that the report
// names in words still vouches for its last record.
func TestVerifyHead(t *testing.T) {
	t.Parallel()
	s := twoTurns(t)
	ev := Evidence{Records: s.chain.Records()[3:], Heads: []dice.Hash{s.chain.Head()}}
	last := ev.Records[2]
	if found := Verify(ev); found.Err() != nil || !slices.Contains(found, Finding{Holds, 5, "head", "is the record that a report names as its newest", ""}) {
		t.Errorf("head: %v", found.Err())
	}
	ev.Records[2] = bytes.Replace(last, []byte("time 2026"), []byte("time 2027"), 1)
	if failed := failures(Verify(ev)); !slices.Equal(failed, []string{"head"}) {
		t.Errorf("last record changed: %q fails, want head", failed)
	}
}

func TestEvidenceRefusesOtherFiles(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "Dear all\n", "pbd2 record\n", "pbd1 records\n", "pbd1 record\r\n"} {
		if err := new(Evidence).Add([]byte(text)); err == nil {
			t.Errorf("%q was taken", text)
		}
	}
}

func TestFindingsRead(t *testing.T) {
	t.Parallel()
	found := Findings{
		{Fails, 2, "seed", "two and two are five", ""},
		{Unchecked, NoRecord, "record", "there are no records", ""},
	}
	if got := found.Err().Error(); got != "record 2, seed: fails: two and two are five" {
		t.Errorf("error reads %q", got)
	}
	if got := found[1].String(); got != "record: unchecked: there are no records" {
		t.Errorf("finding reads %q", got)
	}
	if found[1:].Err() != nil {
		t.Error("what was not checked is an error")
	}
}

func TestCheckpointRefuses(t *testing.T) {
	t.Parallel()
	s := twoTurns(t)
	if _, err := s.chain.Checkpoint(vectorSigner(t)); err == nil {
		t.Error("signed with the key of another game")
	}
	if _, err := s.chain.Checkpoint("PRIVATE+KEY+secret"); err == nil || strings.Contains(err.Error(), "secret") {
		t.Errorf("damaged key: error %v", err)
	}
	empty, err := NewChain("eastfront")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := empty.Checkpoint(s.signer); err == nil {
		t.Error("signed a chain without genesis")
	}
	for _, host := range []string{"", "host example", "host/example", "a+b"} {
		if _, _, err := GenerateKey(strings.NewReader(""), host, "g42"); err == nil {
			t.Errorf("made a key for host %q", host)
		}
	}
	signed := s.checkpoint()
	twice := append(slices.Clone(signed), signed[bytes.Index(signed, []byte("— ")):]...)
	if _, err := OpenCheckpoint(twice, s.chain.Genesis().VKey); err == nil {
		t.Error("a note with its signature twice was opened")
	}
	for _, text := range []string{"", "o\n1\n", "o\n01\n" + strings.Repeat("A", 43) + "=\n", "o\n1\nAAAA\n", "o\n1\n" + strings.Repeat("A", 42) + "B=\n"} {
		if p, err := ParseCheckpoint(text); err == nil {
			t.Errorf("%q read as %+v", text, p)
		}
	}
}

// A player's folder holds the letters that they received. One is compared with its record; the record of the newest is
// not there yet.
func TestVerifyLetters(t *testing.T) {
	t.Parallel()
	letter := dice.Text("pbd1 press", "game x", "number 1", "from GER", "to JPN", "time 2026-11-21T09:46:00Z", "salt s", "Hello", "end")
	var ev Evidence
	if err := ev.Add(letter); err != nil {
		t.Fatal(err)
	}
	v := &verifier{evidence: ev, entries: []Entry{{Record: Record{Body: &Act{Actor: "player", What: "press", Hash: dice.Sum(letter)}}}}}
	v.checkPress()
	if len(v.found) != 1 || v.found[0].Status != Holds {
		t.Errorf("with its record: %+v", v.found)
	}
	v = &verifier{evidence: ev}
	v.checkPress()
	if len(v.found) != 1 || v.found[0].Status != Unchecked {
		t.Errorf("without: %+v", v.found)
	}
}
