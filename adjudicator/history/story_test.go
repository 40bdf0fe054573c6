package history

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"fieldpost/adjudicator/dice"
)

// A story plays a small game, a resolution with each call, and keeps every text that a bundle or a mailbox would hold.
type story struct {
	t       *testing.T
	master  dice.Master
	chain   *Chain
	signer  string
	clock   time.Time
	sets    [][]byte
	intakes [][]byte
	words   [][]byte
	arrived int
}

var (
	storySetup  = []byte("rules revised\noption dice tier-0\n")
	storyEngine = []byte("fieldpost test\n")
)

func newStory(t *testing.T, tier int) *story {
	t.Helper()
	s := &story{t: t, clock: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)}
	var err error
	s.master, err = dice.NewMaster(strings.NewReader("a master secret only for the tests"))
	s.must(err)
	signer, vkey, err := GenerateKey(strings.NewReader(strings.Repeat("seed", 100)), "host.example", "eastfront")
	s.must(err)
	s.signer = signer
	s.chain, err = NewChain("eastfront")
	s.must(err)
	s.append(&Genesis{
		Rules: dice.Sum(storySetup), Engine: dice.Sum(storyEngine), Tier: tier,
		Roles: []string{"RUS", "GER"}, VKey: vkey,
		Master: s.master.Commitment("eastfront"), Next: Next{1, s.commit(1)},
	})
	return s
}

func (s *story) must(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
}

func (s *story) commit(epoch int) dice.Hash {
	return s.master.Secret("eastfront", epoch).Commitment("eastfront", epoch)
}

// append adds a record, an hour after the last.
func (s *story) append(b Body) Entry {
	s.t.Helper()
	s.clock = s.clock.Add(time.Hour)
	e, err := s.chain.Append(b, s.clock)
	s.must(err)
	return e
}

// orders writes an order set and keeps its text.
func (s *story) orders(role string, kind dice.OrderKind, lines ...string) dice.OrderRef {
	s.t.Helper()
	e, err := s.chain.Epoch()
	s.must(err)
	set := Set{Game: "eastfront", Role: role, Kind: kind, Base: e.Base, Salt: fmt.Sprintf("%032d", len(s.sets)), Orders: lines}
	b, err := set.Print()
	s.must(err)
	s.sets = append(s.sets, b)
	ref, err := set.Ref()
	s.must(err)
	return ref
}

// lock locks the epoch for the given orders.
func (s *story) lock(mix Mix, refs ...dice.OrderRef) {
	s.t.Helper()
	l, err := s.chain.NewLock(refs, mix)
	s.must(err)
	s.append(l)
}

// turn plays the locked epoch: three dice a label.
func (s *story) turn(randomness dice.Hash, labels ...string) {
	s.t.Helper()
	e, err := s.chain.Epoch()
	s.must(err)
	secret := s.master.Secret("eastfront", e.Number)
	seed, err := s.chain.Seed(secret, randomness)
	s.must(err)
	rec := dice.NewRecorder(dice.NewStream(seed))
	for _, text := range labels {
		label, err := dice.ParseLabel(text)
		s.must(err)
		_, err = rec.Roll(label, 3, 6)
		s.must(err)
	}
	s.arrived++
	in, err := Intake{{Number: s.arrived, Time: s.clock, Role: "GER", Mail: dice.Sum([]byte{byte(s.arrived)})}}.Print()
	s.must(err)
	s.intakes = append(s.intakes, in)
	turn, err := s.chain.NewTurn(Played{
		Secret: secret, Randomness: randomness, Rolls: rec.Rolls(), Intake: dice.Sum(in),
		State: dice.Sum([]byte("state")), NextCommit: s.commit(e.Number + 1),
	})
	s.must(err)
	s.append(turn)
}

// twoTurns is a game in its second round.
func twoTurns(t *testing.T) *story {
	t.Helper()
	s := newStory(t, 0)
	s.lock(Mix{}, s.orders("GER", dice.TurnOrders, "buy infantry 3", "attack ukraine infantry 3 from germany"),
		s.orders("RUS", dice.StandingOrders, "loss land infantry armour"))
	s.turn(dice.Hash{}, "ukraine land 1 att fire", "ukraine land 1 def fire")
	s.append(&Act{Actor: "RUS", What: "vote for a draw", Hash: dice.Sum([]byte("yes"))})
	s.lock(Mix{}, s.orders("RUS", dice.TurnOrders, "attack belorussia infantry 2 from russia"))
	s.turn(dice.Hash{}, "belorussia land 1 att fire", "tech RUS 1 - -")
	return s
}

// withBeacon is a game of tier 2 after its first resolution, in which two hundred dice fell.
func withBeacon(t *testing.T) *story {
	t.Helper()
	net := Quicknet()
	s := newStory(t, 2)
	s.lock(Mix{Chain: net.Chain, Round: net.RoundAt(s.clock.AddDate(0, 0, 1))})
	randomness := dice.Sum([]byte("signature"))
	seed, err := s.chain.Seed(s.master.Secret("eastfront", 1), randomness)
	s.must(err)
	rec := dice.NewRecorder(dice.NewStream(seed))
	_, err = rec.Roll(dice.Label{Place: "sz5", Kind: dice.Sea, Round: 1, Side: dice.Attacker, Step: dice.StepFire}, 200, 12)
	s.must(err)
	in, err := Intake{}.Print()
	s.must(err)
	s.intakes = append(s.intakes, in)
	turn, err := s.chain.NewTurn(Played{
		Secret: s.master.Secret("eastfront", 1), Randomness: randomness, Rolls: rec.Rolls(), Intake: dice.Sum(in), NextCommit: s.commit(2),
	})
	s.must(err)
	s.append(turn)
	return s
}

// wholeGame has a record of every type and ends with the close.
func wholeGame(t *testing.T) *story {
	t.Helper()
	s := twoTurns(t)
	label := func(text string) dice.Label {
		l, err := dice.ParseLabel(text)
		s.must(err)
		return l
	}
	s.append(&RefereeAct{Actor: "referee", Action: "seat GER passes to a substitute", Old: dice.Sum([]byte("a")), New: dice.Sum([]byte("b")), Consents: []string{"RUS"}})
	s.append(&Correct{
		Of:    2,
		Carry: []RollRef{{1, label("ukraine land 1 att fire"), ""}},
		Void:  []RollRef{{1, label("ukraine land 1 def fire"), "armour was counted as infantry"}},
	})
	s.append(&Clock{Action: ClockExtended, Role: "GER", Deadline: "2026-04-01T12:00:00Z", Budget: 86400, Outage: 3600, Reason: "mail server down"})
	s.append(&Ruling{Case: "R-77", Text: s.say(TextRuling, "A submarine that has submerged may not retreat.")})
	s.append(&RefereeAct{Actor: "referee", Action: "edit " + s.say(TextEdit, "money GER 12").String(), Old: dice.Sum([]byte("a")), New: dice.Sum([]byte("b"))})
	s.append(&Act{Actor: "referee", What: ActAnnounce, Hash: s.say(TextAnnounce, "Nothing is played over Christmas.")})
	s.append(&Upgrade{Rules: dice.Sum(storySetup), Engine: dice.Sum(storyEngine), Reason: "a fault in the retreat of submarines"})

	old := s.master
	var err error
	s.master, err = dice.NewMaster(strings.NewReader("another master secret for the tests"))
	s.must(err)
	s.append(&Rekey{Master: s.master.Commitment("eastfront"), Reason: "a backup was stolen"})
	void, err := s.chain.NewVoid(old.Secret("eastfront", 3), s.commit(4), "its secret has leaked")
	s.must(err)
	s.append(void)
	s.lock(Mix{})
	s.turn(dice.Hash{})
	s.append(&Close{State: dice.Sum([]byte("state")), Masters: []dice.Hash{old.Reveal(), s.master.Reveal()}})
	return s
}

// report keeps words and returns their hash.
func (s *story) say(kind string, lines ...string) dice.Hash {
	s.t.Helper()
	b, err := RefereeText{Game: "eastfront", Kind: kind, Lines: lines}.Print()
	s.must(err)
	s.words = append(s.words, b)
	return dice.Sum(b)
}

func (s *story) checkpoint() []byte {
	s.t.Helper()
	b, err := s.chain.Checkpoint(s.signer)
	s.must(err)
	return b
}

func (s *story) evidence() Evidence {
	return Evidence{
		Records: s.chain.Records(), Sets: s.sets, Intakes: s.intakes, Words: s.words,
		Checkpoints: [][]byte{s.checkpoint()}, Whole: true,
	}
}

func (s *story) bundle() Bundle {
	return Bundle{
		Game: "eastfront", Setups: [][]byte{storySetup}, Engines: [][]byte{storyEngine},
		Records: s.chain.Records(), Sets: s.sets, Intakes: s.intakes, Words: s.words, Checkpoints: [][]byte{s.checkpoint()},
	}
}
