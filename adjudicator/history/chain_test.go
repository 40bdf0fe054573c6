package history

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"fieldpost/adjudicator/dice"
)

// failures returns the fields that failed, in order.
func failures(fs Findings) []string {
	var out []string
	for _, f := range fs.With(Fails) {
		out = append(out, f.Field)
	}
	return out
}

func TestChainReadsBackWhatItWrote(t *testing.T) {
	t.Parallel()
	s := wholeGame(t)
	again, err := ReadChain("eastfront", s.chain.Records())
	if err != nil {
		t.Fatal(err)
	}
	if again.Head() != s.chain.Head() || again.Len() != s.chain.Len() {
		t.Errorf("read %d records up to %s, wrote %d up to %s", again.Len(), again.Head(), s.chain.Len(), s.chain.Head())
	}
	if _, err := again.Epoch(); err == nil {
		t.Error("a closed game has an open epoch")
	}
}

// The chain refuses what breaks the protocol, and stays as it was.
func TestChainRefuses(t *testing.T) {
	t.Parallel()
	type attempt func(s *story) Body
	turn := func(change func(*Turn)) attempt {
		return func(s *story) Body {
			s.lock(Mix{})
			b, err := s.chain.NewTurn(Played{Secret: s.master.Secret("eastfront", 3), NextCommit: s.commit(4)})
			s.must(err)
			change(b)
			return b
		}
	}
	lock := func(change func(*Lock)) attempt {
		return func(s *story) Body {
			b, err := s.chain.NewLock([]dice.OrderRef{{Role: "RUS", Kind: dice.TurnOrders}}, Mix{})
			s.must(err)
			change(b)
			return b
		}
	}
	label := func(text string) dice.Label {
		l, err := dice.ParseLabel(text)
		if err != nil {
			t.Fatal(err)
		}
		return l
	}
	roll := dice.Roll{Label: dice.TechLabel("RUS", 1), Sides: 6, Dice: []int{1, 1, 1, 1, 1, 1, 1, 1}}
	for _, tt := range []struct {
		name  string
		body  attempt
		field string
	}{
		{"second genesis", func(s *story) Body { return s.chain.Genesis() }, "type"},
		{"lock of a later epoch", lock(func(l *Lock) { l.Epoch = 4 }), "commit"},
		{"lock of an old epoch", lock(func(l *Lock) { l.Epoch, l.Commit = 2, s2commit(t) }), "epoch"},
		{"other commitment", lock(func(l *Lock) { l.Commit[0]++ }), "commit"},
		{"second lock", func(s *story) Body {
			s.lock(Mix{})
			return lock(func(*Lock) {})(s)
		}, "epoch"},
		{"order sum", lock(func(l *Lock) { l.OrderSum[5]++ }), "ordersum"},
		{"role that does not play", lock(func(l *Lock) { l.Orders[0].Role = "JPN"; l.OrderSum = dice.OrderSum(l.Orders) }), "orders JPN turn"},
		{"two sets of one role", lock(func(l *Lock) { l.Orders = append(l.Orders, l.Orders[0]); l.OrderSum = dice.OrderSum(l.Orders) }), "orders"},
		{"beacon at tier 0", lock(func(l *Lock) { l.Mix = Mix{Chain: Quicknet().Chain, Round: 1 << 30} }), "mix"},
		{"other base", turn(func(b *Turn) { b.Base = b.Commit }), "base"},
		{"other secret", turn(func(b *Turn) { b.Reveal[31]++ }), "reveal"},
		{"other orders than locked", turn(func(b *Turn) { b.OrderSum = b.Seed }), "ordersum"},
		{"other mix sum", turn(func(b *Turn) { b.MixSum = b.Seed }), "mixsum"},
		{"other seed", turn(func(b *Turn) { b.Seed[9]++ }), "seed"},
		{"invented dice", turn(func(b *Turn) { b.Rolls = []dice.Roll{roll} }), "roll tech RUS 1 - -"},
		{"next commitment for another epoch", turn(func(b *Turn) { b.Next.Epoch = 5 }), "next"},
		{"correction of no turn", func(*story) Body { return &Correct{Of: 1} }, "of"},
		{"kept roll that never fell", func(*story) Body {
			return &Correct{Of: 2, Carry: []RollRef{{2, dice.TechLabel("GER", 1), ""}}}
		}, "roll 2 tech GER 1 - -"},
		{"correction that leaves a roll out", func(*story) Body {
			return &Correct{Of: 2, Carry: []RollRef{{1, label("ukraine land 1 att fire"), ""}}}
		}, "roll 1 ukraine land 1 def fire"},
		{"correction that voids the roll of another turn", func(*story) Body {
			return &Correct{Of: 2, Carry: []RollRef{{1, label("ukraine land 1 att fire"), ""}, {1, label("ukraine land 1 def fire"), ""}},
				Void: []RollRef{{2, dice.TechLabel("RUS", 1), "x"}}}
		}, "roll 2 tech RUS 1 - -"},
		{"kept roll that rolls again", func(s *story) Body {
			s.append(&Correct{Of: 2, Carry: []RollRef{{1, label("ukraine land 1 att fire"), ""}}, Void: []RollRef{{1, label("ukraine land 1 def fire"), "x"}}})
			return turn(func(b *Turn) {
				b.Rolls = []dice.Roll{{Label: label("ukraine land 1 att fire"), Sides: 6, Dice: []int{1}}}
			})(s)
		}, "roll ukraine land 1 att fire"},
		{"roll kept and void", func(*story) Body {
			return &Correct{Of: 2, Carry: []RollRef{{2, dice.TechLabel("RUS", 1), ""}}, Void: []RollRef{{2, dice.TechLabel("RUS", 1), "x"}}}
		}, "carry"},
		{"old master secret again", func(s *story) Body { return &Rekey{Master: s.chain.Genesis().Master, Reason: "x"} }, "master"},
		{"close while locked", func(s *story) Body {
			s.lock(Mix{})
			return &Close{Masters: []dice.Hash{s.master.Reveal()}}
		}, "epoch"},
		{"close without the secret", func(*story) Body { return &Close{} }, "reveal"},
		{"close with another secret", func(*story) Body { return &Close{Masters: []dice.Hash{{1}}} }, "reveal"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := twoTurns(t)
			body := tt.body(s)
			head, n := s.chain.Head(), s.chain.Len()
			_, err := s.chain.Append(body, s.clock)
			broken, ok := errors.AsType[*BrokenError](err)
			if !ok || !slices.Contains(failures(broken.Findings), tt.field) {
				t.Errorf("error %v, want %q to fail", err, tt.field)
			}
			if s.chain.Head() != head || s.chain.Len() != n {
				t.Error("the refused record has changed the chain")
			}
		})
	}
}

// s2commit is the commitment of the second epoch of twoTurns.
func s2commit(t *testing.T) dice.Hash {
	t.Helper()
	return twoTurns(t).commit(2)
}

func TestNothingFollowsTheClose(t *testing.T) {
	t.Parallel()
	s := wholeGame(t)
	if _, err := s.chain.Append(&Ruling{Case: "late"}, s.clock); err == nil {
		t.Error("a record follows the close")
	}
}

func TestTurnNeedsItsLock(t *testing.T) {
	t.Parallel()
	s := twoTurns(t)
	if _, err := s.chain.Seed(s.master.Secret("eastfront", 3), dice.Hash{}); err == nil {
		t.Error("an epoch gave dice before its orders were locked")
	}
	s.lock(Mix{})
	if _, err := s.chain.Seed(s.master.Secret("eastfront", 2), dice.Hash{}); err == nil || strings.Contains(err.Error(), s.master.Reveal().String()) {
		t.Errorf("the secret of another epoch was taken: %v", err)
	}
	// A turn made behind the chain's back fails too.
	other := twoTurns(t)
	other.lock(Mix{})
	b, err := other.chain.NewTurn(Played{Secret: other.master.Secret("eastfront", 3), NextCommit: other.commit(4)})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := twoTurns(t).chain.Append(b, s.clock); err == nil {
		t.Error("a turn was accepted without a lock")
	}
}

func TestGenesisIsChecked(t *testing.T) {
	t.Parallel()
	good := newStory(t, 0).chain.Genesis()
	for name, change := range map[string]func(*Genesis){
		"tier 1":            func(g *Genesis) { g.Tier = 1 },
		"no roles":          func(g *Genesis) { g.Roles = nil },
		"role twice":        func(g *Genesis) { g.Roles = []string{"RUS", "RUS"} },
		"no key":            func(g *Genesis) { g.VKey = "host.example/eastfront" },
		"key of other game": func(g *Genesis) { g.VKey = vectorVKey },
		"begins at epoch 2": func(g *Genesis) { g.Next.Epoch = 2 },
	} {
		g := *good
		change(&g)
		c, err := NewChain("eastfront")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.Append(&g, time.Unix(0, 0)); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
	if _, err := NewChain("East Front"); err == nil {
		t.Error("a chain for a game with a blank in its name")
	}
}

func TestAppendBytesKeepsTheSequence(t *testing.T) {
	t.Parallel()
	s := twoTurns(t)
	records := s.chain.Records()
	for name, list := range map[string][][]byte{
		"genesis missing": records[1:],
		"one dropped":     slices.Delete(slices.Clone(records), 3, 4),
		"one twice":       slices.Insert(slices.Clone(records), 3, records[2]),
		"two swapped":     {records[0], records[2], records[1]},
	} {
		if _, err := ReadChain("eastfront", list); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
	if _, err := ReadChain("westfront", records); err == nil {
		t.Error("records of another game were accepted")
	}
}

// A mail written before the last turn was reported is out of date.
func TestCurrent(t *testing.T) {
	t.Parallel()
	s := twoTurns(t)
	s.append(&Act{Actor: "GER", What: "press", Hash: dice.Sum([]byte("hello"))})
	entries := s.chain.Entries()
	for seq, want := range map[int]bool{0: false, 4: false, 5: true, 6: true} {
		if got := s.chain.Current(entries[seq].Hash); got != want {
			t.Errorf("base that names record %d: current is %t, want %t", seq, got, want)
		}
	}
	if s.chain.Current(dice.Sum([]byte("nonsense"))) || wholeGame(t).chain.Current(entries[6].Hash) {
		t.Error("a base outside the chain, or of a closed game, is current")
	}
}

func TestSpan(t *testing.T) {
	t.Parallel()
	s := twoTurns(t)
	for epoch, want := range map[int][2]int{1: {0, 2}, 2: {2, 5}} {
		first, last, err := s.chain.Span(epoch)
		if err != nil || first != want[0] || last != want[1] {
			t.Errorf("epoch %d spans %d to %d, %v; want %v", epoch, first, last, err, want)
		}
	}
	if _, _, err := s.chain.Span(3); err == nil {
		t.Error("the open epoch has a span")
	}
}

// Tier 2: the beacon's round comes after the lock, its value into the dice.
func TestBeaconEntersTheDice(t *testing.T) {
	t.Parallel()
	net := Quicknet()
	play := func(randomness dice.Hash) *Turn {
		s := newStory(t, 2)
		s.lock(Mix{Chain: net.Chain, Round: net.RoundAt(s.clock.Add(2 * time.Hour))}, s.orders("GER", dice.TurnOrders))
		s.turn(randomness, "ukraine land 1 att fire")
		if found := Verify(s.evidence()); found.Err() != nil {
			t.Fatal(found.Err())
		}
		return s.chain.Entries()[2].Body.(*Turn)
	}
	one, other := play(dice.Sum([]byte("one"))), play(dice.Sum([]byte("other")))
	if one.Seed == other.Seed || one.Beacon != dice.Sum([]byte("one")) {
		t.Errorf("seeds %s and %s do not depend on the beacon", one.Seed, other.Seed)
	}

	s := newStory(t, 2)
	for name, mix := range map[string]Mix{
		"round that was known at the lock": {Chain: net.Chain, Round: net.RoundAt(s.clock)},
		"no round":                         {},
	} {
		l, err := s.chain.NewLock(nil, mix)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.chain.Append(l, s.clock.Add(time.Minute)); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

func TestGuard(t *testing.T) {
	t.Parallel()
	s := twoTurns(t)
	entries := s.chain.Entries()
	mailed := []Quote{{OwnQuote, entries[5].Hash}, {"RUS", entries[2].Hash}, {"GER", dice.Sum([]byte("nonsense"))}}
	if err := s.chain.Guard(mailed); err != nil {
		t.Errorf("a player's quote stops the game: %v", err)
	}
	seen := s.chain.Compare(mailed)
	if !seen[0].Known || seen[0].Seq != 5 || !seen[1].Known || seen[1].Seq != 2 || seen[2].Known {
		t.Errorf("quotes seen as %+v", seen)
	}

	restored, err := ReadChain("eastfront", s.chain.Records()[:4]) // a backup from before the last turn
	if err != nil {
		t.Fatal(err)
	}
	fork, ok := errors.AsType[*ForkError](restored.Guard(append(mailed, mailed...)))
	if !ok || len(fork.Heads) != 1 || fork.Heads[0] != entries[5].Hash {
		t.Errorf("restored backup: %v, want a fork at %s", fork, entries[5].Hash)
	}
}
