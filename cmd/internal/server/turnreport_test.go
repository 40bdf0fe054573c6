package server

import (
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"fieldpost/adjudicator/history"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/mailio/message"
	"fieldpost/store"
)

// bodyOf is the newest mail to an address: its text, and the names of what its archive holds.
func (m *months) bodyOf(to string) (text string, names []string) {
	m.t.Helper()
	raw, letter := m.newest(to)
	files, err := message.Files(raw, message.DefaultLimits())
	if err != nil {
		m.t.Fatal(err)
	}
	for _, f := range files {
		for _, x := range txtar.Parse(f.Data).Files {
			names = append(names, x.Name)
		}
	}
	return plain(letter.Body().Body), names
}

// playsInTwo has the USSR play combat, then the rest of the turn. It returns Carl's two reports, and what their archives hold.
func (m *months) playsInTwo() (first, second string, early, late []string) {
	m.t.Helper()
	m.forget()
	m.keyed("anna@mail.test", "buy 8 infantry\n"+westRussia)
	first, early = m.bodyOf("carl@mail.test")
	m.forget()
	m.keyed("anna@mail.test", "noncombat\n  move 2 infantry from Novosibirsk to Russia\nplace 8 infantry in Russia\n")
	second, late = m.bodyOf("carl@mail.test")
	return first, second, early, late
}

// A report tells the whole turn so far; the second one of a turn says what is new. In mid-turn those who neither move nor
// are asked get a short one.
func TestAReportTellsTheWholeTurn(t *testing.T) {
	t.Parallel()
	for _, forgotten := range []bool{false, true} { // what is kept of the turn, or found in the records
		m := newMonths(t)
		m.forget()
		m.keyed("anna@mail.test", "buy 8 infantry\n"+westRussia)
		first, _ := m.bodyOf("carl@mail.test")
		whole, _ := m.bodyOf("anna@mail.test")
		for _, want := range []string{"8 infantry", "3 infantry and 1 tank"} {
			if !strings.Contains(first, want) || !strings.Contains(whole, want) {
				t.Errorf("the first report does not say %q:\n%s", want, first)
			}
		}
		if strings.Contains(first, "POSITION") || !strings.Contains(whole, "POSITION") {
			t.Errorf("who moves gets the position, others do not:\n%s", first)
		}
		if strings.Contains(first+whole, "New since the last report") {
			t.Errorf("the first report of a turn has nothing to compare with:\n%s", first)
		}
		if forgotten {
			m.update(func(tx *store.Tx) error {
				g, err := gamestore.Load(tx, m.game)
				if err != nil {
					return err
				}
				return gamestore.ForgetTurn(g)
			})
		}
		m.keyed("anna@mail.test", "noncombat\n  move 2 infantry from Novosibirsk to Russia\nplace 8 infantry in Russia\n")
		second, _ := m.bodyOf("carl@mail.test")
		for _, want := range []string{"8 infantry for 24 IPC", "battle in West Russia", "POSITION",
			"New since the last report: 1 noncombat move, 8 infantry placed, the turn has ended."} {
			if !strings.Contains(strings.ToLower(second), strings.ToLower(want)) {
				t.Errorf("the second report does not say %q:\n%s", want, second)
			}
		}
		if strings.Contains(second, "without a fight") {
			t.Errorf("dice fell in this turn:\n%s", second)
		}
		m.keyed("bert@mail.test", "done\n")
		m.keyed("bert@mail.test", "done\n") // nothing is bought, which is asked about once
		if third, _ := m.bodyOf("carl@mail.test"); strings.Contains(third, "West Russia land") ||
			strings.Contains(third, "New since") || !strings.Contains(third, "without a fight") {
			t.Errorf("a new turn begins anew:\n%s", third)
		}
	}
}

// The archive spans the whole turn: it holds all that the turn's earlier one held but for checkpoints and states that
// newer ones replace, and verifies by itself.
func TestTheArchiveSpansTheTurn(t *testing.T) {
	t.Parallel()
	m := newMonths(t)
	_, _, early, late := m.playsInTwo()
	for _, name := range early {
		if !slices.Contains(late, name) && !strings.Contains(name, "checkpoint") && !strings.Contains(name, "-state") {
			t.Errorf("%s is in the first archive only", name)
		}
	}
	g := m.loadGame()
	for seq := range g.Chain.Len() {
		if name := history.RecordFile(m.game, seq); !slices.Contains(late, name) {
			t.Errorf("%s is not in the second archive: %q", name, late)
		}
	}
	sets, intakes := 0, 0
	for _, name := range late {
		if strings.HasSuffix(name, "-turn.txt") {
			sets++
		}
		if strings.HasSuffix(name, "-intake.txt") {
			intakes++
		}
	}
	if sets != 2 || intakes != 2 {
		t.Errorf("%d sets and %d intake lists of two resolutions: %q", sets, intakes, late)
	}
}

// Orders that are played at once are acknowledged by the report, which brings the signed receipt.
func TestTheReportIsTheReceipt(t *testing.T) {
	t.Parallel()
	m := newMonths(t)
	m.forget()
	m.keyed("anna@mail.test", westRussia+"place nothing\ndone\n")
	got := m.mails("anna@mail.test")
	if len(got) != 1 {
		for _, l := range got {
			t.Log(l.Subject)
		}
		t.Fatalf("one mail was answered by %d", len(got))
	}
	_, mine := m.bodyOf("anna@mail.test")
	_, other := m.bodyOf("carl@mail.test")
	receipt := func(name string) bool { return strings.Contains(name, "-receipt-") }
	if !slices.ContainsFunc(mine, receipt) || slices.ContainsFunc(other, receipt) {
		t.Errorf("the sender's archive holds %q, another's %q", mine, other)
	}
}
