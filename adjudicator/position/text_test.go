package position_test

import (
	"bytes"
	"strings"
	"testing"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/rules"
)

func opening(t *testing.T) (*position.Position, *board.Board) {
	t.Helper()
	set, err := rules.New("revised", rules.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := adjudicator.Start(set)
	if err != nil {
		t.Fatal(err)
	}
	return p, set.Board
}

func TestTextTellsWhatEverybodyMayKnow(t *testing.T) {
	t.Parallel()
	p, b := opening(t)
	p.Nation("Germany").Standing = []order.Standing{{Scope: order.DefendEverywhere}}
	text := p.Text(b)
	for _, want := range []string{"pbd1 state\nturn 1 RUS research\n", "nation GER ipc 40\n", "\nukraine-s-s-r GER\nukraine-s-s-r GER artillery 1\n",
		"sz35 UK fighter 1 aboard UK aircraft-carrier\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}

func TestEncodeIsExact(t *testing.T) {
	t.Parallel()
	p, b := opening(t)
	p.Turn.Sheet.Parts[order.Combat] = order.PhaseOrders{Held: true, Orders: []order.Order{order.Move{To: 3}}}
	one, err := p.Encode()
	if err != nil {
		t.Fatal(err)
	}
	q, err := position.Decode(one)
	if err != nil {
		t.Fatal(err)
	}
	two, err := q.Encode()
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(one, two) || p.Text(b) != q.Text(b) {
		t.Error("what was read differs from what was written")
	}
	if _, err := position.Decode(one[:len(one)/2]); err == nil {
		t.Error("half a position was read")
	}
}

func TestCloneIsApart(t *testing.T) {
	t.Parallel()
	p, b := opening(t)
	before := p.Text(b)
	q := p.Clone()
	q.Units[0].Damaged, q.Owner[0] = true, "Japan"
	q.Nations[0].Techs = append(q.Nations[0].Techs, 1)
	q.Nations[0].Bought[board.Tank] = 3
	q.Remove(q.Units[3].ID)
	if p.Text(b) != before {
		t.Error("changing a clone changed the original")
	}
}
