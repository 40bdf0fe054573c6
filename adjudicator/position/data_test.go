package position

import (
	"reflect"
	"strings"
	"testing"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
)

// full is a position with a value in every field, every kind of order included.
func full() *Position {
	p := new(Position)
	fill(reflect.ValueOf(&p.d).Elem())
	return p
}

// fill gives everything that a value holds a value of its own. A list has two elements, one of orders all kinds.
func fill(v reflect.Value) { fillTo(v, 12) }

func fillTo(v reflect.Value, depth int) {
	if depth == 0 { // a type that holds itself
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			fillTo(v.Field(i), depth-1)
		}
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fillTo(v.Elem(), depth-1)
	case reflect.Array:
		for i := range v.Len() {
			fillTo(v.Index(i), depth-1)
		}
	case reflect.Slice:
		if v.Type() == reflect.TypeFor[[]order.Order]() {
			for _, o := range order.Kinds() {
				x := reflect.New(reflect.TypeOf(o)).Elem()
				fillTo(x, depth-1)
				v.Set(reflect.Append(v, x))
			}
			return
		}
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		fillTo(v.Index(0), depth-1)
		fillTo(v.Index(1), depth-1)
	case reflect.String:
		v.SetString("UK")
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Float64:
		v.SetFloat(1)
	default:
		if v.CanInt() {
			v.SetInt(1)
		} else {
			v.SetUint(1)
		}
	}
}

// scramble changes all that can be reached from a value.
func scramble(v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			scramble(v.Field(i))
		}
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			scramble(v.Elem())
		}
	case reflect.Slice:
		for i := range v.Len() {
			scramble(v.Index(i))
		}
		if v.Cap() > v.Len() { // append would write there
			scramble(v.Slice(0, v.Cap()).Index(v.Len()))
		}
	case reflect.Array:
		for i := range v.Len() {
			scramble(v.Index(i))
		}
	}
	if v.CanSet() {
		v.SetZero()
	}
}

// changeAll calls what can be called without a board, and changes all that comes back.
func changeAll(t *testing.T, of reflect.Value, called map[string]bool) {
	t.Helper()
	for i := range of.NumMethod() {
		m, name := of.Method(i), of.Type().String()+"."+of.Type().Method(i).Name
		args := make([]reflect.Value, 0, m.Type().NumIn())
		for k := range m.Type().NumIn() {
			switch arg := m.Type().In(k); {
			case arg == reflect.TypeFor[func(Unit) bool]():
				args = append(args, reflect.ValueOf(func(Unit) bool { return true }))
			case arg == reflect.TypeFor[func(Rocket) bool]():
				args = append(args, reflect.ValueOf(func(Rocket) bool { return true }))
			case arg.Kind() == reflect.Pointer:
				args = nil // of a board: what comes back is a number or a name
			default:
				x := reflect.New(arg).Elem()
				if arg.Kind() != reflect.Slice {
					fill(x)
				}
				args = append(args, x)
			}
			if args == nil {
				break
			}
		}
		if len(args) < m.Type().NumIn() || m.Type().IsVariadic() {
			continue
		}
		called[name] = true
		for _, out := range m.Call(args) {
			changeResult(t, out, called)
		}
	}
}

func changeResult(t *testing.T, out reflect.Value, called map[string]bool) {
	switch out.Type() {
	case reflect.TypeFor[Turn](), reflect.TypeFor[Nation]():
		changeAll(t, out, called)
		return
	case reflect.TypeFor[*Position]():
		return
	}
	if out.Kind() != reflect.Func {
		scramble(out)
		return
	}
	yield := reflect.MakeFunc(out.Type().In(0), func(args []reflect.Value) []reflect.Value {
		for _, x := range args {
			changeResult(t, x, called)
		}
		return []reflect.Value{reflect.ValueOf(true)}
	})
	out.Call([]reflect.Value{yield})
}

// What a position gives away is not what it keeps: no reader changes it.
func TestReadersChangeNothing(t *testing.T) {
	t.Parallel()
	p, called := full(), map[string]bool{}
	changeAll(t, reflect.ValueOf(p), called)
	if !Equal(p, full()) {
		t.Error("something that a position gave away was still its own")
	}
	for _, name := range []string{"*position.Position.Data", "*position.Position.Units", "*position.Position.Nations",
		"position.Nation.Answers", "position.Turn.Sheet", "position.Turn.Landings", "position.Turn.NextBattle"} {
		if !called[name] {
			t.Errorf("%s was not called", name)
		}
	}
}

// What a position is made of, or was changed by, is not what it keeps.
func TestMakersChangeNothing(t *testing.T) {
	t.Parallel()
	d := sampleOnBoard()
	p, err := New(board.Default(), d)
	if err != nil {
		t.Fatal(err)
	}
	q := p.Clone()
	if scramble(reflect.ValueOf(&d)); !Equal(p, q) {
		t.Error("the data of a position are still its own")
	}
	for _, e := range event.All() {
		x := reflect.New(reflect.TypeOf(e)).Elem()
		fill(x)
		after, err := full().Apply(x.Interface().(event.Event))
		if err != nil {
			continue
		}
		before := after.Data()
		if scramble(x); !Equal(after, &Position{d: before}) {
			t.Errorf("what %T holds is still its own after it was applied", e)
		}
	}
}

// Events that change a position leave those alone that it was copied from.
func TestCloneIsApart(t *testing.T) {
	t.Parallel()
	p := full()
	q := p.Clone()
	scramble(reflect.ValueOf(&q.d.Units))
	scramble(reflect.ValueOf(&q.d.Owner))
	for i := range q.d.Nations {
		n := &q.d.Nations[i]
		scramble(reflect.ValueOf(&n.Techs))
		scramble(reflect.ValueOf(&n.Used))
		n.Answers[0], n.Standing[0] = nil, order.Standing{}
	}
	q.d.Turn.Sheet.Battles[0] = order.Battle{}
	scramble(reflect.ValueOf(&q.d.Turn.Plan))
	scramble(reflect.ValueOf(&q.d.Turn.Fight.Queue[0].Attackers))
	scramble(reflect.ValueOf(&q.d.Turn.Captured))
	if !Equal(p, full()) {
		t.Error("changing a clone changed the original")
	}
}

// sampleOnBoard is what can be made a position: a transport with infantry aboard, and a gun that knows no owner.
func sampleOnBoard() Data {
	b := board.Default()
	d := Data{Owner: make([]board.Power, len(b.Spaces)), Nations: []NationData{{Power: "UK"}, {Power: "Germany"}}}
	for i, s := range b.Spaces {
		d.Owner[i] = s.OriginalController
	}
	zone, _ := b.Find("SZ5")
	land, _ := b.Find("Norway")
	ship := d.Add(board.Transport, "UK", zone)
	d.Unit(d.Add(board.Infantry, "UK", zone)).Aboard = ship
	d.Unit(d.Add(board.AAGun, "UK", land)).Original = board.Nobody
	return d
}

// A position of an older version does not know whose a gun was: who took it, took it from the land's owner.
func TestNewNotesGuns(t *testing.T) {
	t.Parallel()
	p, err := New(board.Default(), sampleOnBoard())
	if err != nil {
		t.Fatal(err)
	}
	if gun := p.Unit(3); gun.Original != "Germany" {
		t.Errorf("the gun was %q's", gun.Original)
	}
	if p.Unit(99).ID != 0 || p.Nation("Neutral").HasTurn() {
		t.Error("there is a unit 99, or Neutral has a turn")
	}
}

// What no game leads to is refused with its reason.
func TestNewRefuses(t *testing.T) {
	t.Parallel()
	if _, err := New(nil, sampleOnBoard()); err == nil {
		t.Error("a position without a board")
	}
	for want, change := range map[string]func(*Data){
		"1 spaces have an owner":       func(d *Data) { d.Owner = d.Owner[:1] },
		"1 spaces had an owner when":   func(d *Data) { d.Turn.StartOwner = d.Owner[:1] },
		"unit 2 follows unit 3":        func(d *Data) { d.Units[1], d.Units[2] = d.Units[2], d.Units[1] },
		"unit 1 follows unit 1":        func(d *Data) { d.Units[1].ID = 1 },
		"the last that was given is 2": func(d *Data) { d.NextID = 2 },
		"unit 3 is of no type":         func(d *Data) { d.Units[2].Type = board.NoUnit },
		"unit 2 is of no type":         func(d *Data) { d.Units[1].Type = board.NumUnitTypes },
		"unit 3 is in space -1":        func(d *Data) { d.Units[2].At = board.NoSpace },
		"unit 2 is aboard 9":           func(d *Data) { d.Units[1].Aboard = 9 },
		`"neutral" has no turn`:        func(d *Data) { d.Nations[0].Power = board.Neutral },
		`"UK" has no turn, or two`:     func(d *Data) { d.Nations[1].Power = "UK" },
	} {
		d := sampleOnBoard()
		change(&d)
		if _, err := New(board.Default(), d); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
}
