package server

import (
	"cmp"
	"fmt"
	"strings"
	"testing"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/replay"
	"fieldpost/adjudicator/rules"
	"fieldpost/cmd/internal/admin"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/people"
	"fieldpost/orders/syntax"
	"fieldpost/store"
)

// dealt makes and starts a second game, which gives every power two national advantages.
func (w *world) dealt(how string) map[board.Power]string {
	keys := map[board.Power]string{}
	w.update(func(tx *store.Tx) error {
		table, err := people.CreateGame(w.d.Env, tx,
			people.NewGame{Name: how, Rules: "revised", Options: []rules.Setting{
				{Name: "advantages", Value: "on"}, {Name: "advantage-count", Value: "2"},
				{Name: "advantage-choice", Value: how}}})
		if err != nil {
			return err
		}
		for power, p := range players {
			if err := people.SeatPerson(w.d.Env, tx, table, power, p); err != nil {
				return err
			}
			keys[power] = reveal(w.d.Env, tx, table, table.Seat(power))
		}
		return people.Start(w.d.Env, tx, table)
	})
	w.settle()
	return keys
}

// inOrder audits a game, the position that is kept included.
func (w *world) inOrder(t *testing.T, name string) (goes int) {
	t.Helper()
	w.view(func(tx *store.Tx) error {
		d, err := admin.ReadData(w.d.Env, tx, gamestore.GameName{Game: name})
		if err != nil {
			return err
		}
		evidence, err := d.(gamestore.Data).Evidence()
		if err != nil {
			return err
		}
		a, err := replay.Check(evidence)
		if err != nil {
			return err
		}
		for _, x := range a.Differences {
			t.Error(x)
		}
		goes = a.Resolutions
		return nil
	})
	return goes
}

// Five powers choose by mail: no one reads another's choice before the last has come, then all read all.
func TestAdvantagesAreChosenByMail(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	keys := w.dealt("chosen")
	for _, p := range players {
		w.inbox(p.Address)
	}
	powers := []board.Power{"USSR", "Germany", "UK", "Japan", "USA"}
	for i, power := range powers {
		names := strings.Join(rules.AdvantagesOf(power)[:2], ", ")
		w.mailFrom(players[power].Address, "advantages", fmt.Sprintf("key %s\nchoose %s\n", keys[power], names))
		w.settle()
		if n := w.inOrder(t, "chosen"); n != i/4 {
			t.Errorf("%d goes after %s", n, power)
		}
		for _, other := range powers {
			mails := w.inbox(players[other].Address)
			want := map[bool]int{true: 1}[other == power || i == 4]
			if len(mails) != want {
				t.Errorf("after %s: %d mails to %s, want %d", power, len(mails), other, want)
			}
			theirs := syntax.AdvantageName("Tokyo Express", syntax.Lang(cmp.Or(players[other].Language, "en")))
			if i == 4 && !strings.Contains(mails[len(mails)-1].Body().Body, theirs) {
				t.Errorf("%s does not read what Japan has", other)
			}
		}
	}
}

func TestRolledAdvantagesAreInTheFirstReport(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.dealt("rolled")
	if n := w.inOrder(t, "rolled"); n != 1 {
		t.Errorf("%d goes, want the deal", n)
	}
	mails := w.inbox(players["USSR"].Address)
	if text := mails[len(mails)-1].Body().Body; !strings.Contains(text, "from now on") {
		t.Errorf("the report does not tell the deal:\n%s", text)
	}
}
