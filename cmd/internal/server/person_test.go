package server

import (
	"fmt"
	"slices"
	"strconv"
	"testing"

	"fieldpost/adjudicator/board"
	"fieldpost/cmd/internal/decision"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/people"
	"fieldpost/cmd/internal/roster"
	"fieldpost/cmd/internal/vault"
	"fieldpost/mailio/replies"
	"fieldpost/store"
)

// seatedTo is a game that has begun, in which one person has the first seats in turn order, and others one each.
func seatedTo(t *testing.T, seats int) *months {
	t.Helper()
	m := newEmpty(t)
	m.update(func(tx *store.Tx) error {
		g := mustLoad(tx, m.game)
		for i, p := range g.Rules.Board.Powers() {
			who := roster.Person{Address: fritz, Language: "en"}
			if i >= seats {
				who.Address = fmt.Sprintf("person%d@mail.test", i)
			}
			if err := people.SeatPerson(m.env, tx, g, p, who); err != nil {
				return err
			}
		}
		return people.Start(m.env, tx, g)
	})
	m.keys[fritz] = m.keyOf(m.loadGame().Seats[0].ID())
	return m
}

// Who has one, two or five seats of a game is one person with one key, which is good for each of them and for no other;
// so is an answer to any mail to them. The lines say which seat is meant. Mails count one after the other.
func TestOnePersonHasOneKeyForAllSeats(t *testing.T) {
	t.Parallel()
	for _, n := range []int{1, 2, 5} {
		t.Run(strconv.Itoa(n), func(t *testing.T) {
			t.Parallel()
			m := seatedTo(t, n)
			g := m.loadGame()
			first := g.Seats[0]
			for i, s := range g.Seats {
				if same := s.Person == first.Person && s.KeyHandle == first.KeyHandle; same != (i < n) {
					t.Errorf("%s: the same person: %v", s.Power, same)
				}
			}
			sent, _ := m.newest(fritz)
			standing := "defend everywhere\n  losses infantry\n"
			for i, s := range g.Seats {
				text := "game longwar\npower " + string(s.Power) + "\n"
				want := decision.Refused
				if i < n {
					want = decision.Accepted
				}
				out := m.mail("strange@mail.test", "", text+"key "+m.keys[fritz]+"\n"+standing)
				if out.Kind != want || i < n && out.Seat != s.Role {
					t.Errorf("the key, for %s: %+v", s.Power, out)
				}
				r := replies.Reply{Style: replies.Alone, From: fritz, Text: "power " + string(s.Power) + "\n" + standing}
				if out := m.replies(clientNamed(t, "outlook-web"), sent, r); out.Kind != want ||
					i < n && out.Seat != s.Role {
					t.Errorf("a reply, for %s: %+v", s.Power, out)
				}
			}
			numbers := map[string]uint64{}
			m.update(func(tx *store.Tx) error {
				for x, err := range tx.Outbox().Mails(1) {
					if err != nil {
						return err
					}
					if x.Game != m.game {
						continue
					}
					if numbers[x.Person]++; x.Serial != numbers[x.Person] {
						t.Errorf("mail %d of %s has the number %d", numbers[x.Person], x.Person, x.Serial)
					}
				}
				return nil
			})
		})
	}
}

// A seat that is given away gets a key of its own, and the one before does not open it; the other seats of the person
// keep theirs. Who gets it back has one key again. A new key is for all seats; the one before was replaced, and an
// answer to a mail from before proves nothing.
func TestKeysOfASeatThatIsGivenAway(t *testing.T) {
	t.Parallel()
	m := seatedTo(t, 2)
	g := m.loadGame()
	kept, given := g.Seats[0], g.Seats[1]
	sent, _ := m.newest(fritz)
	seat := func(addr string) {
		m.update(func(tx *store.Tx) error {
			return people.SeatPerson(m.env, tx, mustLoad(tx, m.game), given.Power, roster.Person{Address: addr})
		})
	}
	try := func(what string, s roster.Participant, key string, kind, reason string) {
		t.Helper()
		out := m.mail(fritz, "", "game longwar\npower "+string(s.Power)+"\nkey "+key+
			"\ndefend everywhere\n  losses infantry\n")
		if out.Kind != kind || reason != "" && out.Reason != reason {
			t.Errorf("%s: %+v", what, out)
		}
	}
	seat(gerda)
	if now := m.loadGame().Seat(given.Power); now.Person == given.Person || now.KeyHandle == given.KeyHandle {
		t.Error("the person or the key stayed")
	}
	try("the seat that was given away", given, m.keys[fritz], decision.Refused, "wrong-seat")
	try("the seat that was kept", kept, m.keys[fritz], decision.Accepted, "")
	hers := m.keyOf(given.Role)
	seat(fritz)
	if now := m.loadGame().Seat(given.Power); now.Person != kept.Person || now.KeyHandle != kept.KeyHandle {
		t.Error("who gets a seat back is another person")
	}
	try("her key", given, hers, decision.Refused, "wrong-key")
	try("the seat that came back", given, m.keys[fritz], decision.Accepted, "")

	m.keyed(fritz, "new key\n")
	before := m.keys[fritz]
	m.keys[fritz] = m.keyOf(kept.Role)
	if m.keys[fritz] == before || m.keyOf(given.Role) != m.keys[fritz] {
		t.Error("there is no new key for both seats")
	}
	for _, s := range []roster.Participant{kept, given} {
		try("the key before", s, before, decision.Refused, "old-key")
		try("the new key", s, m.keys[fritz], decision.Accepted, "")
	}
	r := replies.Reply{Style: replies.Alone, From: fritz, Text: "power " + string(kept.Power) +
		"\ndefend everywhere\n  losses infantry\n"}
	if out := m.replies(clientNamed(t, "outlook-web"), sent, r); out.Reason != "old-key" {
		t.Errorf("a reply to a mail before: %+v", out)
	}
	m.keyed(fritz, "power "+string(kept.Power)+"\nresign\n")
	try("a seat that was left", kept, m.keys[fritz], decision.Refused, "wrong-seat")
	try("the other", given, m.keys[fritz], decision.Accepted, "")
}

// Seats of an earlier version, each with an ID and a key of its own, become one person's at the start of the program.
// Their keys and the mails of before stay good until there is a new key, and then were replaced.
func TestSeatsOfAnEarlierVersionBecomeOnePersons(t *testing.T) {
	t.Parallel()
	m := seatedTo(t, 0)
	var old []string
	seats := m.loadGame().Seats[:2]
	first, _ := m.newest(seats[0].Address)
	second, _ := m.newest(seats[1].Address)
	m.update(func(tx *store.Tx) error {
		g := mustLoad(tx, m.game)
		for i := range seats {
			s := *g.Seat(seats[i].Power)
			old = append(old, reveal(m.env, tx, g, &s))
			s.Address = fritz
			must(g.SaveSeat(tx, s))
		}
		return nil
	})
	if err := vault.HashKeys(m.env, m.store.Update); err != nil {
		t.Fatal(err)
	}
	if found, err := m.store.Check(); err != nil || len(found) > 0 {
		t.Errorf("the store: %v, %v", found, err)
	}
	text := func(s roster.Participant) string {
		return "power " + string(s.Power) + "\ndefend everywhere\n  losses infantry\n"
	}
	for _, s := range seats {
		for i, key := range old {
			if out := m.mail(fritz, "", "game longwar\nkey "+key+"\n"+text(s)); out.Kind != decision.Accepted {
				t.Errorf("key %d, for %s: %+v", i, s.Power, out)
			}
		}
		for i, sent := range [][]byte{first, second} {
			r := replies.Reply{Style: replies.Alone, From: fritz, Text: text(s)}
			if out := m.replies(clientNamed(t, "outlook-web"), sent, r); out.Kind != decision.Accepted {
				t.Errorf("a reply to mail %d, for %s: %+v", i, s.Power, out)
			}
		}
	}
	m.keys[fritz] = old[1]
	m.keyed(fritz, "new key\n")
	for i, key := range old {
		if out := m.mail(fritz, "", "game longwar\nkey "+key+"\n"+text(seats[0])); out.Reason != "old-key" {
			t.Errorf("key %d, replaced: %+v", i, out)
		}
	}
	for i, sent := range [][]byte{first, second} {
		r := replies.Reply{Style: replies.Alone, From: fritz, Text: text(seats[i])}
		if out := m.replies(clientNamed(t, "outlook-web"), sent, r); out.Reason != "old-key" {
			t.Errorf("a reply to mail %d, replaced: %+v", i, out)
		}
	}
}

// After a game was restored its persons' mails go on 10,000 higher, those of persons who have none yet too.
func TestMailNumbersAfterARestore(t *testing.T) {
	t.Parallel()
	m := seatedTo(t, 2)
	last := map[string]uint64{}
	numbers := func(higher uint64) {
		t.Helper()
		for _, x := range m.outbox() {
			if x.Game == m.game && x.Serial <= last[x.Person]+higher && last[x.Person] < higher {
				t.Errorf("%s: number %d after %d", x.Person, x.Serial, last[x.Person])
			}
			last[x.Person] = x.Serial
		}
		m.forget()
	}
	numbers(0)
	m.update(func(tx *store.Tx) error {
		g := mustLoad(tx, m.game)
		must(vault.SkipSerials(tx, g.Row))
		return people.SeatPerson(m.env, tx, g, g.Seats[4].Power, roster.Person{Address: gerda})
	})
	numbers(10_000)
	if n := last[m.loadGame().Seats[4].Person]; n <= 10_000 {
		t.Errorf("the mails to her go up to %d", n)
	}
}

// outbox returns the mails that were not looked at yet.
func (m *months) outbox() (all []store.Mail) {
	m.t.Helper()
	m.update(func(tx *store.Tx) error {
		for x, err := range tx.Outbox().Mails(m.seen + 1) {
			if err != nil {
				return err
			}
			all = append(all, x)
		}
		return nil
	})
	return all
}

// The key of a seat that several persons share opens no other seat of any of them; nor does a reply to a mail about it.
func TestTheKeyOfASharedSeatOpensNoOther(t *testing.T) {
	t.Parallel()
	persons := []int{0, 0, 1, 2} // after the exchange person 0 has three seats and shares Germany with 1 and 2
	m := bidding(t, "europe", persons)
	b := board.Named("europe")
	for side, price := range map[board.Side]int{board.Axis: 9, board.Allies: 3} {
		i := slices.IndexFunc(b.Powers(), func(p board.Power) bool { return b.SideOf(p) == side })
		s := m.loadGame().Seat(b.Powers()[i])
		m.keys[s.Address] = m.keyOf(s.ID())
		m.keyed(s.Address, fmt.Sprintf("power %s\nbid Axis %d\n", s.Power, price))
	}
	g := m.loadGame()
	i := slices.IndexFunc(g.Seats, func(s roster.Participant) bool { return s.Shared })
	if i < 0 {
		t.Fatal("no seat is shared")
	}
	shared := g.Seats[i]
	sharer := shared.Others[0]
	sent, _ := m.newest(sharer)
	for _, s := range g.Seats {
		want := decision.Refused
		if s.Power == shared.Power {
			want = decision.Accepted
		} else if s.Person == shared.Person || s.KeyHandle == shared.KeyHandle {
			t.Errorf("%s has the key of the shared seat", s.Power)
		}
		text := "power " + string(s.Power) + "\ndefend everywhere\n  losses infantry\n"
		if out := m.mail(sharer, "", "game longwar\nkey "+m.keyOf(shared.Role)+"\n"+text); out.Kind != want {
			t.Errorf("the key, for %s: %+v", s.Power, out)
		}
		r := replies.Reply{Style: replies.Alone, From: sharer, Text: text}
		if out := m.replies(clientNamed(t, "outlook-web"), sent, r); out.Kind != want {
			t.Errorf("a reply, for %s: %+v", s.Power, out)
		}
	}
}

// The power whose turn it is, is meant when a key is good for several seats and the mail names none.
func TestAKeyForSeveralSeatsMeansTheOneOnTurn(t *testing.T) {
	t.Parallel()
	m := seatedTo(t, 5)
	m.keyed(fritz, "buy 8 infantry\nplace nothing\ndone\n")
	if on := m.loadGame().Pos.Power(); on != board.Power("Germany") {
		t.Errorf("%s is on turn", on)
	}
	m.keyed(fritz, "option language de\n")
	for _, s := range m.loadGame().Seats {
		if s.Language != "de" {
			t.Errorf("%s reads %s", s.Power, s.Language)
		}
	}
}

func mustLoad(tx *store.Tx, name string) *gamestore.Game {
	g, err := gamestore.Load(tx, name)
	must(err)
	return g
}
