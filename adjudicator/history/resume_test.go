package history

import (
	"bytes"
	"errors"
	"iter"
	"slices"
	"strings"
	"testing"

	"fieldpost/adjudicator/dice"
)

// shelf keeps records and notes the least seq that was read, apart from the genesis and the base.
type shelf struct {
	records [][]byte
	read    []int
}

func (s *shelf) from(seq int) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		for i := seq; i < len(s.records); i++ {
			s.read = append(s.read, i)
			if !yield(s.records[i], nil) {
				return
			}
		}
	}
}

// Wherever a game is interrupted, the chain goes on from its tail as if it had been read whole. It looks
// into the past only for a correction, which is about an earlier epoch.
func TestResume(t *testing.T) {
	t.Parallel()
	whole := wholeGame(t).chain
	records := whole.Records()
	for n := 1; n < len(records); n++ {
		before, err := ReadChain("eastfront", records[:n])
		if err != nil {
			t.Fatal(err)
		}
		s := &shelf{records: records[:n]}
		c, err := Resume("eastfront", before.Tail(), s.from)
		if err != nil {
			t.Fatalf("after %d records: %v", n, err)
		}
		base := before.Tail().Base
		corrected := slices.ContainsFunc(before.From(base), func(e Entry) bool { _, ok := e.Body.(*Correct); return ok })
		if !corrected && slices.ContainsFunc(s.read, func(i int) bool { return 0 < i && i < base }) {
			t.Errorf("after %d records: records %v were read, the base is %d", n, s.read, base)
		}
		if c.Len() != n || c.Head() != before.Head() || c.tree.root() != TreeRoot(records[:n]) || c.Genesis().VKey != before.Genesis().VKey {
			t.Errorf("after %d records: %d records up to %s", n, c.Len(), c.Head())
		}
		was, err1 := before.Epoch()
		is, err2 := c.Epoch()
		if was.Number != is.Number || was.Base != is.Base || (was.Lock == nil) != (is.Lock == nil) || (err1 == nil) != (err2 == nil) {
			t.Errorf("after %d records: epoch %v, %v; want %v, %v", n, is, err2, was, err1)
		}
		for _, r := range records[n:] {
			if _, err := c.AppendBytes(r); err != nil {
				t.Fatalf("resumed after %d records: %v", n, err)
			}
		}
		if c.Head() != whole.Head() || c.tree.root() != TreeRoot(records) || c.Tail().Hash != whole.Tail().Hash {
			t.Errorf("resumed after %d records: ends differently", n)
		}
		if !slices.EqualFunc(c.Records(), records, slices.Equal) || c.Err() != nil {
			t.Errorf("resumed after %d records: holds other records, %v", n, c.Err())
		}
	}
}

// What is asked about the past is answered from it.
func TestResumeKnowsItsPast(t *testing.T) {
	t.Parallel()
	whole := twoTurns(t).chain
	resume := func() *Chain {
		c, err := Resume("eastfront", whole.Tail(), (&shelf{records: whole.Records()}).from)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	entries := whole.Entries()
	if seq, ok := resume().Find(entries[1].Hash); !ok || seq != 1 {
		t.Errorf("record 1 is found as %d, %v", seq, ok)
	}
	if resume().Current(entries[1].Hash) {
		t.Error("a base of an earlier epoch is current")
	}
	if _, ok := resume().Find(dice.Hash{}); ok {
		t.Error("a hash that no record has is found")
	}
	first, last, err := resume().Span(1)
	if wantFirst, wantLast, _ := whole.Span(1); err != nil || first != wantFirst || last != wantLast {
		t.Errorf("epoch 1 spans %d to %d, %v", first, last, err)
	}
	if got := resume().From(1); len(got) != len(entries)-1 || got[0].Hash != entries[1].Hash {
		t.Errorf("from record 1 on there are %d records", len(got))
	}
	if got := resume().From(len(entries) + 5); len(got) != 0 {
		t.Errorf("behind the end there are %d records", len(got))
	}
}

// A store whose records were changed behind the chain's back is found out: at once where the chain goes on, else when
// the past is read; after that the chain takes nothing more.
func TestResumeRefuses(t *testing.T) {
	t.Parallel()
	whole := twoTurns(t).chain
	records, tail := whole.Records(), whole.Tail()
	swap := func(seq int) *shelf {
		s := &shelf{records: slices.Clone(records)}
		s.records[seq] = records[tail.Base-1]
		return s
	}
	for name, try := range map[string]func() (*Chain, error){
		"another base":       func() (*Chain, error) { return Resume("eastfront", tail, swap(tail.Base).from) },
		"no genesis":         func() (*Chain, error) { return Resume("eastfront", tail, swap(0).from) },
		"a base that is not": func() (*Chain, error) { return Resume("eastfront", tail, (&shelf{records: records[:2]}).from) },
		"a tree of another size": func() (*Chain, error) {
			return Resume("eastfront", Tail{Base: tail.Base, Hash: tail.Hash, Masters: tail.Masters}, (&shelf{records: records}).from)
		},
		"a broken disk": func() (*Chain, error) {
			return Resume("eastfront", Tail{}, func(int) iter.Seq2[[]byte, error] {
				return func(yield func([]byte, error) bool) { yield(nil, errors.New("broken")) }
			})
		},
	} {
		if _, err := try(); err == nil {
			t.Errorf("%s: the chain goes on", name)
		}
	}
	c, err := Resume("eastfront", tail, swap(1).from)
	if err != nil {
		t.Fatal(err)
	}
	if got := c.Entries(); got != nil || c.Err() == nil {
		t.Errorf("a changed past has %d records, error %v", len(got), c.Err())
	}
	if _, err := c.Append(&Act{Actor: "RUS", What: "vote"}, whole.Entries()[0].Time); err == nil {
		t.Error("the chain goes on after a changed past")
	}
}

// A chain that lacks its newest records takes them from whoever has them, and no others.
func TestExtend(t *testing.T) {
	t.Parallel()
	whole := twoTurns(t)
	records := whole.chain.Records()
	other := newStory(t, 2).chain.Records() // of another history
	for _, tt := range []struct {
		name    string
		given   [][]byte
		added   int
		refused string
	}{
		{"all of them", records, 3, ""},
		{"the missing ones, in any order", [][]byte{records[5], records[3], records[4]}, 3, ""},
		{"some of them", records[2:5], 2, ""},
		{"nothing new", records[:2], 0, ""},
		{"a gap", records[4:], 0, "record 3 of eastfront is missing"},
		{"another history", other, 0, "second history"},
		{"no record", [][]byte{[]byte("pbd1 record\n")}, 0, "record"},
	} {
		c, err := ReadChain("eastfront", records[:3])
		if err != nil {
			t.Fatal(err)
		}
		added, err := c.Extend(tt.given)
		if tt.refused != "" && (err == nil || !strings.Contains(err.Error(), tt.refused)) || tt.refused == "" && err != nil {
			t.Errorf("%s: %v", tt.name, err)
		}
		if err == nil && (added != tt.added || c.Len() != 3+tt.added) {
			t.Errorf("%s: %d added, %d records", tt.name, added, c.Len())
		}
	}
}

// A signed checkpoint proves that its records were published, wherever it comes from.
func TestVouched(t *testing.T) {
	t.Parallel()
	s := twoTurns(t)
	records, newest := s.chain.Records(), s.checkpoint()
	early, err := ReadChain("eastfront", records[:3])
	if err != nil {
		t.Fatal(err)
	}
	old, err := early.Checkpoint(s.signer)
	if err != nil {
		t.Fatal(err)
	}
	forked, err := ReadChain("eastfront", records[:3])
	if err != nil {
		t.Fatal(err)
	}
	if _, err := forked.Append(&Act{Actor: "RUS", What: "something else", Hash: dice.Sum(nil)}, s.clock); err != nil {
		t.Fatal(err)
	}
	other, err := forked.Checkpoint(s.signer)
	if err != nil {
		t.Fatal(err)
	}
	var fork *ForkError
	for _, tt := range []struct {
		name   string
		chain  *Chain
		signed []byte
		fork   bool
	}{
		{"its own newest", s.chain, newest, false},
		{"an old one of its own", s.chain, old, false},
		{"of records that it lacks", early, newest, true},
		{"of another history", s.chain, other, true},
	} {
		err := tt.chain.Vouched(tt.signed)
		if errors.As(err, &fork) != tt.fork || !tt.fork && err != nil {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
	forged := bytes.Replace(newest, []byte("6\n"), []byte("9\n"), 1)
	if err := s.chain.Vouched(forged); err == nil || errors.As(err, &fork) {
		t.Errorf("a checkpoint that nobody has signed: %v", err)
	}
}

// What a resumed chain has left out was checked when it was written: it refuses a turn without a lock, as a whole chain
// does, and does not take the lock for one that it has not seen.
func TestAResumedChainHasNoGap(t *testing.T) {
	t.Parallel()
	s := twoTurns(t)
	entries, records := s.chain.Entries(), s.chain.Records()[:4] // up to the first turn and what followed it
	turn := entries[len(entries)-1].Body
	whole, err := ReadChain("eastfront", records)
	s.must(err)
	resumed, err := Resume("eastfront", whole.Tail(), (&shelf{records: records}).from)
	s.must(err)
	for name, c := range map[string]*Chain{"whole": whole, "resumed": resumed} {
		_, err := c.Append(turn, s.clock)
		if err == nil || !strings.Contains(err.Error(), "does not exist") || c.Len() != 4 {
			t.Errorf("the %s chain takes a turn that was never locked: %v", name, err)
		}
	}
}
