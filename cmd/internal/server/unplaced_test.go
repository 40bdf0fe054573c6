package server

import (
	"strings"
	"testing"

	"fieldpost/adjudicator/rules"
	"fieldpost/cmd/internal/people"
	"fieldpost/store"
)

// A turn that would end with paid units unplaced is refused once, with the lines that place them; the same orders
// again, or a line that says so, end it.
func TestATurnDoesNotEndUnplacedUnasked(t *testing.T) {
	t.Parallel()
	const buys = "buy 5 infantry\ncombat\nnoncombat\n"
	for name, c := range map[string]struct {
		orders string
		asked  string // what it is refused with; "" if it is played at once
	}{
		"done":             {buys + "done\n", "place 5 infantry in Russia"},
		"place lines":      {buys + "place 2 infantry in Russia\n", "place 3 infantry in Russia"},
		"all placed":       {buys + "place 5 infantry in Russia\ndone\n", ""},
		"place nothing":    {buys + "place nothing\ndone\n", ""},
		"nothing bought":   {"buy nothing\ncombat\nnoncombat\ndone\n", ""},
		"turn goes on":     {buys, ""},
		"place by default": {"place by default\n" + buys + "done\n", ""},
		"full complex": {"buy 5 infantry\ncombat\nnoncombat\nplace 4 infantry in Caucasus\ndone\n",
			"place 1 infantry in Russia"},
		"several": {"buy 1 submarine, 1 infantry\ncombat\nnoncombat\ndone\n", "place 1 submarine in SZ"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := newMonths(t)
			records := m.loadGame().Chain.Len()
			m.keyed("anna@mail.test", c.orders)
			if c.asked == "" {
				if m.told("anna@mail.test", "PLEASE PLACE") {
					t.Error("it was refused")
				}
				return
			}
			m.wantTold("anna@mail.test", "PLEASE PLACE: units would stay unplaced")
			m.wantTold("anna@mail.test", c.asked)
			if m.loadGame().Chain.Len() != records {
				t.Error("something was played")
			}
			m.keyed("anna@mail.test", "status\n")
			m.keyed("anna@mail.test", c.orders)
			if p := m.loadGame().Pos.Power(); p != "Germany" {
				t.Errorf("sent again, it is the turn of %s", p)
			}
			m.audit()
		})
	}
}

// Other orders are asked about again, and what was bought in an earlier mail counts.
func TestUnplacedUnitsOfEarlierMails(t *testing.T) {
	t.Parallel()
	m := newMonths(t)
	m.keyed("anna@mail.test", "buy 5 infantry\ncombat\n  move 3 infantry, 1 tank from Archangel to West Russia\nnoncombat\n")
	m.keyed("anna@mail.test", "place 1 infantry in Russia\n")
	m.keyed("anna@mail.test", "place 2 infantry in Russia\n")
	if p := m.loadGame().Pos.Power(); p != "USSR" {
		t.Fatalf("it is the turn of %s", p)
	}
	m.wantTold("anna@mail.test", "place 4 infantry in Russia")
	m.wantTold("anna@mail.test", "place 3 infantry in Russia")
	m.keyed("anna@mail.test", "place 5 infantry in Russia\n")
	if p := m.loadGame().Pos.Power(); p != "Germany" {
		t.Errorf("it is the turn of %s", p)
	}
	m.keyed("bert@mail.test", "kaufe 8 Infanterie\nfertig\n")
	found := false
	for _, l := range m.mails("bert@mail.test") {
		found = found || strings.Contains(l.Subject, "BITTE PLATZIEREN") &&
			strings.Contains(l.Body().Body, "platziere 8 Infanterie in Deutschland")
	}
	if !found {
		t.Error("the German is not asked in his language")
	}
}

// The free infantry of Chinese Divisions would be lost.
func TestTheFreeInfantryIsAskedAbout(t *testing.T) {
	t.Parallel()
	m := newEmpty(t)
	m.game = "china"
	m.update(func(tx *store.Tx) error {
		g, err := people.CreateGame(m.env, tx, people.NewGame{Name: m.game, Rules: "revised",
			Options:    []rules.Setting{{Name: "advantages", Value: "on"}},
			Advantages: []people.Grant{{Power: "USA", Advantages: []string{"Chinese Divisions"}}}})
		if err != nil {
			return err
		}
		for p, who := range players {
			if err := people.SeatPerson(m.env, tx, g, p, who); err != nil {
				return err
			}
			m.keys[who.Address] = reveal(m.env, tx, g, g.Seat(p))
		}
		return people.Start(m.env, tx, g)
	})
	for _, who := range []string{"anna", "bert", "carl", "dora", "emil"} {
		m.keyed(who+"@mail.test", "buy nothing\ndone\n")
	}
	m.wantTold("emil@mail.test", "place 1 infantry in China")
	if p := m.loadGame().Pos.Power(); p != "USA" {
		t.Fatalf("it is the turn of %s", p)
	}
	m.keyed("emil@mail.test", "buy nothing\ndone\n")
	if p := m.loadGame().Pos.Power(); p != "USSR" {
		t.Errorf("it is the turn of %s", p)
	}
}
