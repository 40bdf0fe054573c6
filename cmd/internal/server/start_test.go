package server

import (
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/game"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/people"
	"fieldpost/cmd/internal/roster"
	"fieldpost/mailio/message"
	"fieldpost/orders/syntax"
	"fieldpost/store"
)

// However a game is started, by command with or without dealt advantages, each seat gets its key and a form at the
// start.
func TestEverySeatGetsKeyAndFormAtTheStart(t *testing.T) {
	t.Parallel()
	for name, settings := range map[string][]string{
		"revised":    nil,
		"europe":     {"rules=europe"},
		"advantages": {"advantages=on", "advantage-count=2"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := newMonths(t, settings...)
			for _, s := range m.loadGame().Seats {
				key := m.keyOf(s.ID())
				if !slices.ContainsFunc(m.mails(s.Address),
					func(l message.Letter) bool { return holdsForm(l.Body().Body, s, key) }) {
					t.Errorf("%s did not get key and form", s.Power)
				}
			}
		})
	}
}

func holdsForm(text string, s roster.Participant, key string) bool {
	lang := syntax.Lang(s.Language)
	text = strings.ReplaceAll(text, "\r", "")
	return strings.Contains(text, syntax.Keyword("power", lang)+" "+syntax.PowerName(s.Power, lang)+"\n") &&
		strings.Contains(text, syntax.Keyword("key", lang)+" "+key+"\n")
}

// Who is seated by command in a game that runs is told the key too.
func TestAPersonSeatedInARunningGameGetsTheKey(t *testing.T) {
	t.Parallel()
	m := newMonths(t)
	m.update(func(tx *store.Tx) error {
		g, err := gamestore.Load(tx, m.game)
		if err != nil {
			return err
		}
		if err := people.LeaveSeat(m.env, tx, g, "UK"); err != nil {
			return err
		}
		return people.SeatPerson(m.env, tx, g, "UK", roster.Person{Address: fritz, Language: "en"})
	})
	m.wantTold(fritz, m.keyOf("UK"))
}

// bidding is a game with secret bids, begun by command, in which these persons sit for the powers in turn order.
func bidding(t *testing.T, rules string, persons []int) *months {
	t.Helper()
	m := newEmpty(t, "rules="+rules, "bids=on")
	m.update(func(tx *store.Tx) error {
		g, err := gamestore.Load(tx, m.game)
		if err != nil {
			return err
		}
		for i, p := range g.Rules.Board.Powers() {
			who := roster.Person{Address: address(persons[i]), Name: fmt.Sprintf("Person %d", persons[i]),
				Language: roster.Languages[persons[i]%3]}
			if err := people.SeatPerson(m.env, tx, g, p, who); err != nil {
				return err
			}
			m.keys[who.Address] = reveal(m.env, tx, g, g.Seat(p))
		}
		return people.Start(m.env, tx, g)
	})
	return m
}

func address(person int) string { return fmt.Sprintf("person%d@mail.test", person) }

// Bids are settled for every distribution of one to five persons over both sides of both games: no one is without a
// seat, and each got mail with their powers and the new keys.
func TestNobodyLosesASeatByBids(t *testing.T) {
	t.Parallel()
	for _, rules := range []string{"revised", "europe"} {
		powers := board.Named(rules).Powers()
		seen := map[string]bool{}
		var try func(persons []int)
		try = func(persons []int) {
			if len(persons) < len(powers) {
				// the first of each new person: who is who does not matter
				for p := range slices.Max(append(persons, -1)) + 2 {
					try(append(slices.Clone(persons), p))
				}
				return
			}
			if key := sides(rules, persons); !seen[key] { // how many sit on each side, and on both
				seen[key] = true
				t.Run(fmt.Sprint(rules, persons), func(t *testing.T) {
					t.Parallel()
					exchanged(t, rules, persons)
				})
			}
		}
		try(nil)
		if len(seen) < 5 {
			t.Errorf("%s: only %d distributions", rules, len(seen))
		}
	}
}

// sides returns how many persons have the Axis' seats only, on the Allies' only, and on both.
func sides(rules string, persons []int) string {
	b := board.Named(rules)
	on := map[int]map[board.Side]bool{}
	for i, p := range b.Powers() {
		if on[persons[i]] == nil {
			on[persons[i]] = map[board.Side]bool{}
		}
		on[persons[i]][b.SideOf(p)] = true
	}
	axis, allies, both := 0, 0, 0
	for _, s := range on {
		switch {
		case len(s) == 2:
			both++
		case s[board.Axis]:
			axis++
		default:
			allies++
		}
	}
	return fmt.Sprint(axis, allies, both)
}

func exchanged(t *testing.T, rules string, persons []int) {
	m := bidding(t, rules, persons)
	m.env.Log = slog.New(slog.DiscardHandler)
	b := board.Named(rules)
	if slices.Max(persons) > 0 {
		for _, side := range []board.Side{board.Axis, board.Allies} {
			i := slices.IndexFunc(b.Powers(), func(p board.Power) bool { return b.SideOf(p) == side })
			s := m.loadGame().Seat(b.Powers()[i])
			m.keys[s.Address] = m.keyOf(s.ID())
			// the Allies' party bids less, for the Axis
			price := map[board.Side]int{board.Axis: 9, board.Allies: 3}[side]
			m.keyed(s.Address, fmt.Sprintf("power %s\nbid Axis %d\n", s.Power, price))
		}
	}
	table := m.loadGame()
	if !table.Running() {
		t.Fatal("the game has not begun")
	}
	for _, who := range slices.Compact(slices.Sorted(slices.Values(persons))) {
		addr := address(who)
		seated := slices.ContainsFunc(table.Seats, func(s roster.Participant) bool { return s.Has(addr) })
		if !seated {
			t.Errorf("%s is without a seat", addr)
		}
		if slices.Max(persons) == 0 {
			continue // no one bids against themselves
		}
		all := ""
		for _, l := range m.mails(addr) {
			if strings.Contains(l.Subject, map[string]string{"en": "BIDS settled", "de": "GEBOTE entschieden",
				"da": "BUD afgjort"}[roster.Languages[who%3]]) {
				if all += l.Body().Body; !strings.Contains(l.Body().Body, "9 IPC") {
					t.Errorf("%s is not told what was bid", addr)
				}
			}
		}
		for _, s := range table.Seats {
			if key := m.keyOf(s.ID()); s.Has(addr) != strings.Contains(all, key) {
				t.Errorf("%s: has %s %v, but the mails say otherwise:\n%s", addr, s.Power, s.Has(addr), all)
			}
		}
	}
	for _, s := range table.Seats { // each key opens its seat, from any of its persons
		for _, from := range append([]string{s.Address}, s.Others...) {
			m.keys[from] = m.keyOf(s.ID())
			m.keyed(from, "power "+string(s.Power)+"\ndefend everywhere\n  losses infantry, tank\n")
		}
	}
	for _, s := range m.loadGame().Seats {
		if !slices.ContainsFunc(m.loadGame().Sets, func(x game.OrderSet) bool { return x.Ref.Role == s.Role }) {
			t.Errorf("the orders of %s were not taken", s.Power)
		}
	}
	m.audit()
}

// The mail that asks for bids has the reader's key, examples of the game's own powers, and who would sit where.
func TestTheMailThatAsksForBids(t *testing.T) {
	t.Parallel()
	m := bidding(t, "europe", []int{0, 3, 6, 6})
	for _, s := range m.loadGame().Seats {
		m.wantTold(s.Address, "power "+string(s.Power)+" key "+m.keyOf(s.ID()))
	}
	m.wantTold(address(0), "Germany: Person 3")
	for _, l := range m.mails(address(0)) {
		if strings.Contains(l.Body().Body, "Japan") || strings.Contains(l.Body().Body, "JPN") {
			t.Errorf("it speaks of Japan:\n%s", l.Body().Body)
		}
	}
}
