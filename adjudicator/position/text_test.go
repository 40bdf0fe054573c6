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

func TestEqual(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*position.Position){
		"a unit":            func(p *position.Position) { p.Units[3].Now.Used++ },
		"an owner":          func(p *position.Position) { p.Owner[2] = "Japan" },
		"money":             func(p *position.Position) { p.Nation("Japan").Money-- },
		"an order on file":  func(p *position.Position) { p.Turn.Sheet.Parts[order.Combat].Orders[0] = order.Move{To: 4} },
		"another order":     func(p *position.Position) { p.Turn.Sheet.Parts[order.Combat].Orders[0] = order.Land{To: 3} },
		"one order more":    func(p *position.Position) { p.Nation("Japan").Answers = []order.Order{order.PlaceByDefault{}} },
		"battles in a list": func(p *position.Position) { p.Turn.Fight.Queue = []position.Battle{{}} },
	} {
		p, _ := opening(t)
		p.Turn.Sheet.Parts[order.Combat] = order.PhaseOrders{Held: true, Orders: []order.Order{order.Move{To: 3}}}
		q := p.Clone()
		q.Turn.Sheet.Parts[order.Combat].Orders = []order.Order{order.Move{To: 3}}
		if q.Turn.Captured = []board.SpaceID{}; !position.Equal(p, q) {
			t.Errorf("%s: a copy is not equal", name)
		}
		if change(q); position.Equal(p, q) {
			t.Errorf("%s makes no difference", name)
		}
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

// A gun's original owner is in the text where it does not follow from the gun's holder and its territory. A
// position of an older version, which did not keep it, has the same text once NoteGuns has seen it.
func TestTextNamesTheOriginalOwnerOfAGun(t *testing.T) {
	t.Parallel()
	p, b := opening(t)
	gun := func(owner board.Power, in string) *position.Unit {
		at, ok := b.Find(in)
		if !ok {
			t.Fatal(in)
		}
		return p.Unit(p.Add(board.AAGun, owner, at))
	}
	gun("Germany", "Persia").Original = "UK"
	gun("Germany", "Kenya").Original = "Germany"
	gun("UK", "Norway").Original = "Germany"
	gun("USA", "Norway").Original = "USA"
	gun("USSR", "Anglo-Egypt").Original = "USSR"
	text := p.Text(b)
	for _, want := range []string{"\npersia GER antiaircraft-gun 1\n", "\nkenya GER antiaircraft-gun 1 of GER\n", "\nnorway UK antiaircraft-gun 1\n",
		"\nnorway USA antiaircraft-gun 1 of USA\n", "\nanglo-egypt RUS antiaircraft-gun 1\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	before := strings.ReplaceAll(strings.ReplaceAll(text, " of GER", ""), " of USA", "")
	for i := range p.Units {
		p.Units[i].Original = board.Nobody
	}
	if p.Text(b) != before {
		t.Error("a position that does not know names an original owner")
	}
	p.NoteGuns(b)
	if p.Text(b) != before {
		t.Error("noting what was not known changed the text")
	}
}
