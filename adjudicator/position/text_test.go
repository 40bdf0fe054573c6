package position_test

import (
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

// changed is a position after a change that no event makes.
func changed(t *testing.T, b *board.Board, p *position.Position, change func(*position.Data)) *position.Position {
	t.Helper()
	d := p.Data()
	change(&d)
	q, err := position.New(b, d)
	if err != nil {
		t.Fatal(err)
	}
	return q
}

func TestTextTellsWhatEverybodyMayKnow(t *testing.T) {
	t.Parallel()
	p, b := opening(t)
	p = changed(t, b, p, func(d *position.Data) {
		d.Nation("Germany").Standing = []order.Standing{{Scope: order.DefendEverywhere}}
	})
	text := p.Text(b)
	for _, want := range []string{"pbd1 state\nturn 1 RUS research\n", "nation GER ipc 40\n", "\nukraine-s-s-r GER\nukraine-s-s-r GER artillery 1\n",
		"sz35 UK fighter 1 aboard UK aircraft-carrier\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}

func TestEqual(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*position.Data){
		"a unit":            func(d *position.Data) { d.Units[3].Now.Used++ },
		"an owner":          func(d *position.Data) { d.Owner[2] = "Japan" },
		"money":             func(d *position.Data) { d.Nation("Japan").Money-- },
		"an order on file":  func(d *position.Data) { d.Turn.Sheet.Parts[order.Combat].Orders[0] = order.Move{To: 4} },
		"another order":     func(d *position.Data) { d.Turn.Sheet.Parts[order.Combat].Orders[0] = order.Land{To: 3} },
		"one order more":    func(d *position.Data) { d.Nation("Japan").Answers = []order.Order{order.PlaceByDefault{}} },
		"battles in a list": func(d *position.Data) { d.Turn.Fight.Queue = []position.Battle{{}} },
	} {
		p, b := opening(t)
		p = changed(t, b, p, func(d *position.Data) {
			d.Turn.Sheet.Parts[order.Combat] = order.PhaseOrders{Held: true, Orders: []order.Order{order.Move{To: 3}}}
		})
		q := changed(t, b, p, func(d *position.Data) { d.Turn.Captured = []board.SpaceID{} })
		if !position.Equal(p, q) {
			t.Errorf("%s: a copy is not equal", name)
		}
		if position.Equal(p, changed(t, b, q, change)) {
			t.Errorf("%s makes no difference", name)
		}
	}
}

// A gun's original owner is in the text where it does not follow from the gun's holder and its territory. A
// position of an older version, which did not keep it, has the same text once New has noted it.
func TestTextNamesTheOriginalOwnerOfAGun(t *testing.T) {
	t.Parallel()
	p, b := opening(t)
	p = changed(t, b, p, func(d *position.Data) {
		for _, gun := range []struct {
			owner, original board.Power
			in              string
		}{{"Germany", "UK", "Persia"}, {"Germany", "Germany", "Kenya"}, {"UK", "Germany", "Norway"}, {"USA", "USA", "Norway"},
			{"USSR", "USSR", "Anglo-Egypt"}} {
			at, ok := b.Find(gun.in)
			if !ok {
				t.Fatal(gun.in)
			}
			d.Unit(d.Add(board.AAGun, gun.owner, at)).Original = gun.original
		}
	})
	text := p.Text(b)
	for _, want := range []string{"\npersia GER antiaircraft-gun 1\n", "\nkenya GER antiaircraft-gun 1 of GER\n", "\nnorway UK antiaircraft-gun 1\n",
		"\nnorway USA antiaircraft-gun 1 of USA\n", "\nanglo-egypt RUS antiaircraft-gun 1\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	before := strings.ReplaceAll(strings.ReplaceAll(text, " of GER", ""), " of USA", "")
	q := changed(t, b, p, func(d *position.Data) {
		for i := range d.Units {
			d.Units[i].Original = board.Nobody
		}
	})
	if q.Text(b) != before {
		t.Error("noting what was not known changed the text")
	}
}
