package data

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"sort"
	"strings"
	"testing"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
)

// sample is a small position in the middle of Germany's turn. Its units are, by ID: 1 a German tank and 2 a German
// fighter in space 5, 3 a German transport with 4 a German infantry aboard in zone 6, 5 a Soviet gun and 6 a Soviet
// complex in space 7, 7 a Soviet battleship with a hit and 8 a submerged Soviet submarine in zone 8, 9 a British
// carrier with 10 a British fighter aboard in zone 8.
func sample() *Position {
	p := &Position{Round: 2, Power: "Germany", Phase: order.Combat, Owner: make([]board.Power, 10)}
	for _, power := range []board.Power{"USSR", "Germany", "UK"} {
		p.Nations = append(p.Nations, Nation{Power: power, Money: 20})
	}
	p.Owner[5], p.Owner[7] = "Germany", "USSR"
	for _, u := range []struct {
		t     board.UnitType
		owner board.Power
		at    board.SpaceID
	}{{board.Tank, "Germany", 5}, {board.Fighter, "Germany", 5}, {board.Transport, "Germany", 6}, {board.Infantry,
		"Germany", 6},
		{board.AAGun, "USSR", 7}, {board.Complex, "USSR", 7}, {board.Battleship, "USSR", 8}, {board.Submarine, "USSR", 8},
		{board.Carrier, "UK", 8}, {board.Fighter, "UK", 8}} {
		p.Add(u.t, u.owner, u.at)
	}
	p.Unit(4).Aboard, p.Unit(10).Aboard = 3, 9
	p.Unit(7).Damaged, p.Unit(8).Submerged = true, true
	p.Nation("Germany").Bought[board.Infantry] = 2
	p.Turn.Fight.Queue = []Battle{{Space: 7}}
	p.Turn.Asked = []Question{{Power: "UK", What: "enigma"}}
	p.Turn.Plan.Landings = []Landing{{Ship: 3, Zone: 6, Target: 7, Cargo: []int{4}}}
	return p
}

// applied is a copy of a position after some events.
func applied(p *Position, events ...event.Event) (*Position, error) {
	q := p.CloneApart()
	for _, e := range events {
		if err := q.Apply(e); err != nil {
			return nil, err
		}
	}
	return &q, nil
}

// flat lists all values of a position by their path.
func flat(t *testing.T, p *Position) map[string]string {
	t.Helper()
	text, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	var tree any
	if err := json.Unmarshal(text, &tree); err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	var walk func(path string, x any)
	walk = func(path string, x any) {
		switch x := x.(type) {
		case map[string]any:
			for k, v := range x {
				walk(path+"."+k, v)
			}
		case []any:
			for i, v := range x {
				walk(fmt.Sprintf("%s[%s]", path, name(v, i)), v)
			}
		case nil:
		default:
			out[strings.TrimPrefix(path, ".")] = fmt.Sprint(x)
		}
	}
	walk("", tree)
	return out
}

// name is how an element of a list is told apart: a unit by its ID, a nation by its power, anything else by its place.
func name(v any, i int) string {
	if m, ok := v.(map[string]any); ok {
		if id, ok := m["ID"]; ok {
			return fmt.Sprint(id)
		}
		if _, ok := m["Money"]; ok {
			return fmt.Sprint(m["Power"])
		}
	}
	return fmt.Sprint(i)
}

// changes lists what differs between two positions, sorted: "path value", "-path" for what is gone.
func changes(t *testing.T, before, after *Position) string {
	t.Helper()
	a, b := flat(t, before), flat(t, after)
	var list []string
	for path, v := range b {
		if old, ok := a[path]; !ok || old != v {
			list = append(list, path+" "+v)
		}
	}
	for path := range a {
		if _, ok := b[path]; !ok && !strings.HasPrefix(path, "Units[") {
			list = append(list, "-"+path)
		}
	}
	for _, u := range before.Units {
		if after.Unit(u.ID) == nil {
			list = append(list, fmt.Sprintf("-Units[%d]", u.ID))
		}
	}
	sort.Strings(list)
	return strings.Join(list, "; ")
}

func units(ids ...int) []event.Unit {
	list := make([]event.Unit, len(ids))
	for i, id := range ids {
		list[i].ID = id
	}
	return list
}

// What each event changes, and nothing else.
func TestApply(t *testing.T) {
	t.Parallel()
	did := func(acts event.Activity) string { return fmt.Sprint(uint32(acts)) }
	sheet := order.Sheet{Done: 4}
	tests := []struct {
		event event.Event
		want  string
	}{
		{event.Researched{Power: "Germany", Tech: 3, Paid: 10, Success: true, AtOnce: true},
			"Nations[Germany].Money 10; Nations[Germany].Techs[0] 3; Turn.Tech 3"},
		{event.Researched{Power: "Germany", Tech: 3, Paid: 10, Success: true}, "Nations[Germany].Money 10; Turn.Tech 3"},
		{event.Researched{Power: "Germany", Tech: 3, Paid: 10}, "Nations[Germany].Money 10"},
		{event.Bought{Power: "Germany", Units: []event.Stack{{Type: board.Tank, N: 2}}, Paid: 10},
			"Nations[Germany].Bought[3] 2; Nations[Germany].Money 10"},
		{event.Refunded{Power: "Germany", Units: []event.Stack{{Type: board.Infantry, N: 2}}, Paid: 6},
			"Nations[Germany].Bought[1] 0; Nations[Germany].Money 26"},
		{event.Converted{Power: "UK", Space: 7, Units: units(5)}, "Units[5].Original UK; Units[5].Owner UK"},
		{event.Placed{Power: "Germany", Space: 5, Units: []event.Unit{{ID: 11, Owner: "Germany", Type: board.Infantry}},
			Waited: true, ThisTurn: true},
			"Nations[Germany].Bought[1] 1; NextID 11; " + placed(11, 5, "Germany", board.Infantry, 0, event.PlacedNow)},
		{event.Placed{Power: "Germany", Space: 5, Units: []event.Unit{{ID: 11, Owner: "Germany", Type: board.Tank}}, Paid: 5},
			"Nations[Germany].Money 15; NextID 11; " + placed(11, 5, "Germany", board.Tank, 0, 0)},
		{event.Placed{Power: "Germany", Space: 5, Units: []event.Unit{{ID: 11, Owner: "Germany", Type: board.Tank}},
			Advantage: "X"},
			"NextID 11; Turn.Recruited true; " + placed(11, 5, "Germany", board.Tank, 0, 0)},
		{event.Boarded{Power: "UK", Units: []event.Unit{{ID: 2, Aboard: 9}}, From: 5, To: 8},
			"Units[2].Aboard 9; Units[2].At 8"},
		{event.Income{Power: "Germany", Paid: 7}, "Nations[Germany].Money 27"},
		{event.Granted{Power: "Germany", Paid: 7}, "Nations[Germany].Money 27"},
		{event.Payment{Power: "USSR", To: "Germany", Paid: 7}, "Nations[Germany].Money 27; Nations[USSR].Money 13"},
		{event.AdvantagesAssigned{Power: "UK", Advantages: []string{"A"}}, "Nations[UK].Advantages[0] A"},
		{event.Declared{Power: "UK", Advantage: "A"}, "Nations[UK].Used[0] A"},
		{event.Declared{Power: "UK", Advantage: "A", Lasts: true}, "Nations[UK].InForce[0] A; Nations[UK].Used[0] A"},
		{event.AdvantageUsed{Power: "UK", Advantage: "A"}, "Nations[UK].Used[0] A"},
		{event.AttackedFirst{Power: "UK", By: "Germany"}, "Nations[UK].AttackedBy[0] Germany"},
		{event.Raised{Power: "UK", Space: 5, Units: []event.Unit{{ID: 11, Owner: "UK", Type: board.Infantry}},
			ThisTurn: true, Again: units(1)},
			"NextID 11; Units[1].Now.Did " + did(event.MovesAgain) + "; " + placed(11, 5, "UK", board.Infantry, 0,
				event.PlacedNow)},
		{event.Raised{Power: "UK", Space: 5, Units: []event.Unit{{ID: 11, Owner: "UK", Type: board.Complex}},
			FromStart: true},
			"NextID 11; Turn.StartIC[0] 5; " + placed(11, 5, "UK", board.Complex, 0, 0)},
		{event.ComplexWithdrawn{Space: 7}, "-Units[6]"},
		{event.SteppedAside{Power: "UK", Advantage: "A", From: 8, To: 6, Units: units(9)},
			"Nations[UK].Used[0] A; Units[10].At 6; Units[9].At 6"},
		{event.Victory{Side: board.Axis, Powers: []board.Power{"Germany"}}, "Phase ; Victors[0] Germany; Winner 1"},
		{event.Victory{Note: "idle"}, "Drawn true; Phase "},
		{event.AgreedEnd{Side: board.Allies, How: "surrender"}, "Winner 2"},
		{event.PhaseEnded{Phase: order.Combat, Next: order.Noncombat}, "Phase noncombat"},
		{event.TurnEnded{Power: "Germany", Learned: 2}, "Nations[Germany].Techs[0] 2"},
		{event.EnemiesNoted{Spaces: []board.SpaceID{7}}, "Turn.StartEnemy[0] 7"},
		{event.Filed{Sheet: sheet}, "Turn.Sheet.Done 4"},
		{event.StandingFiled{Power: "UK", Answers: []order.Order{order.PlaceByDefault{At: order.At{Line: 3}}}},
			"Nations[UK].Answers[0].Line 3"},
		{event.Asked{Power: "USSR", What: "nonaggression", Space: 7},
			"Turn.Asked[1].Power USSR; Turn.Asked[1].Space 7; Turn.Asked[1].What nonaggression"},
		{event.Answered{Power: "UK", What: "enigma"}, "-Turn.Asked[0].Power; -Turn.Asked[0].Space; -Turn.Asked[0].What"},
		{event.ReactionsHeard{}, "Turn.Heard true"},

		{event.Moved{Power: "Germany", Units: units(2, 1), From: 5, To: 7, Path: []board.SpaceID{4, 7}, Cost: 2, Line: 9,
			Phase: order.Combat, Battle: 7},
			"Turn.Named 2; " + moved(1, 7, 4, 2, 9, 2, 7) + "; " + moved(2, 7, 4, 2, 9, 1, 7)},
		{event.Moved{Power: "Germany", Units: units(3), From: 6, To: 8, Path: []board.SpaceID{8}, Cost: 1, Line: 9,
			Phase: order.Noncombat},
			"Turn.Named 1; Units[3].At 8; Units[3].Now.Did " + did(event.MovedInNoncombat) +
				"; Units[3].Now.From 6; Units[3].Now.Line 9; Units[3].Now.Named 1; Units[3].Now.Used 1; Units[4].At 8"},
		{event.Moved{Power: "UK", Units: units(10), From: 8, To: 8, Phase: order.Combat, Battle: 8},
			"Turn.Named 1; Units[10].Aboard 0; Units[10].Now.Battle 8; Units[10].Now.Did " + did(event.MovedInCombat|event.LaunchedNow) +
				"; Units[10].Now.From 8; Units[10].Now.Named 1"},
		{event.Loaded{Power: "Germany", Units: units(1), From: 5, To: 6, Ship: 3, Line: 4, Phase: order.Combat},
			"Units[1].Aboard 3; Units[1].At 6; Units[1].Now.Did " + did(event.MovedInCombat|event.LoadedNow|event.LoadedThisTurn) + "; Units[1].Now.Line 4"},
		{event.Unloaded{Power: "Germany", Units: units(4), From: 6, To: 7, Ship: 3, Phase: order.Combat},
			"Units[3].Now.Did " + did(event.UnloadedThisTurn) + "; Units[4].Aboard 0; Units[4].At 7; Units[4].Now.Did " +
				did(event.FromSea|event.UnloadedThisTurn) + "; Units[4].Now.From 6"},
		{event.Unloaded{Power: "Germany", Units: units(4), From: 6, To: 5, Ship: 3, Phase: order.Noncombat},
			"Units[3].Now.Did " + did(event.UnloadedThisTurn) + "; Units[4].Aboard 0; Units[4].At 5; Units[4].Now.Did " +
				did(event.MovedInNoncombat|event.UnloadedThisTurn) + "; Units[4].Now.From 6"},
		{event.FoundRefuge{Power: "UK", Unit: event.Unit{ID: 2, Aboard: 9}, From: 5, To: 8},
			"Units[2].Aboard 9; Units[2].At 8"},
		{event.Pledged{Power: "UK", Carrier: 9, From: 8, To: 6}, "Turn.Plan.Pledges[0].Carrier 9; Turn.Plan.Pledges[0].To 6"},
		{event.Surfaced{Power: "USSR", Space: 8, Units: units(8)}, "Units[8].Submerged false"},
		{event.Repaired{Power: "USSR", Space: 8, Units: units(7)}, "Units[7].Damaged false"},
		{event.NoLanding{Power: "Germany", Space: 5, Units: units(2)}, "-Units[2]"},
		{event.Captured{Power: "Germany", Space: 7, From: "USSR", To: "UK", Taken: []event.Unit{{ID: 5, Owner: "UK"},
			{ID: 6, Owner: "UK"}}},
			"Owner[7] UK; Turn.Captured[0] 7; Units[5].Now.Did " + did(event.CapturedNow) + "; Units[5].Owner UK; Units[6].Owner UK"},
		{event.Returned{Power: "UK", Space: 7, To: "Germany", Taken: []event.Unit{{ID: 5, Owner: "Germany"}}},
			"Owner[7] Germany; Units[5].Owner Germany"},
		{event.CapitalLost{Power: "Germany", Whose: "USSR", Space: 7, Paid: 20},
			"Nations[Germany].Money 40; Nations[USSR].Fallen 2; Nations[USSR].Money 0"},
		{event.Planned{Plan: event.Plan{Raids: []event.Raid{{Target: 7, Planes: []int{2}}}, BattleOrder: []board.SpaceID{7}}},
			"Turn.Plan.BattleOrder[0] 7; Turn.Plan.Raids[0].Planes[0] 2; Turn.Plan.Raids[0].Target 7"},
		{event.Marked{Units: []int{1}, Did: event.Fought}, "Units[1].Now.Did " + did(event.Fought)},
		{event.Embarked{Units: []int{1}, Ship: 3}, "Units[1].Aboard 3"},
		{event.FlightTracked{}, "Turn.Flights 1"},
		{event.GunsTended{Units: []int{5}}, "Units[5].Round 2"},
		{event.MovesMade{}, "Turn.Moved true"},

		{event.RocketFired{Space: 7, Damage: 5, Paid: 4, Whose: "USSR"},
			"Nations[USSR].Money 16; Turn.Fight.Damage[0].N 5; Turn.Fight.Damage[0].Target 7"},
		{event.Raided{Space: 7, Damage: 3, Paid: 3, Whose: "USSR"},
			"Nations[USSR].Money 17; Turn.Fight.Damage[0].N 3; Turn.Fight.Damage[0].Target 7"},
		{event.Lost{Units: units(9)}, "-Units[9]; Units[10].Aboard 0"},
		{event.Drowned{Units: units(4)}, "-Units[4]"},
		{event.Damaged{Units: units(9)}, "Units[9].Damaged true"},
		{event.Submerged{Units: units(9)}, "Units[9].Submerged true"},
		{event.Retreated{Space: 8, To: 6, Units: units(9)},
			"Units[10].At 6; Units[9].At 6; Units[9].Now.Did " + did(event.RetreatedNow) + "; Units[9].Now.From 8"},
		{event.Retreated{Space: 5, To: board.NoSpace, Units: units(2)}, "Units[2].Now.Did " + did(event.RetreatedNow)},
		{event.CalledOff{Space: 7, From: 6, Ship: 3},
			"-Turn.Plan.Landings[0].Cargo[0]; -Turn.Plan.Landings[0].Ship; -Turn.Plan.Landings[0].Target; " +
				"-Turn.Plan.Landings[0].Zone; Units[3].Now.Did " + did(event.Fought)},
		{event.BattleAdvanced{Battle: Battle{Space: 7, Round: 3}}, "Turn.Fight.Queue[0].Round 3"},
		{event.SeaFought{Space: 8}, "Turn.Fight.Fought[0] 8"},
		{event.LaunchedToFight{Units: []int{10}, Space: 8},
			"Units[10].Aboard 0; Units[10].Now.Battle 8; Units[10].Now.Did " + did(event.LaunchedNow)},
		{event.Risen{Units: []int{2}}, "Turn.Fight.Intercepted[0] 2"},
		{event.DeckLost{Units: []int{10}}, "Turn.Fight.Homeless[0] 10; Units[10].Aboard 0"},
		{event.Removed{Units: []int{1, 2}}, "-Units[1]; -Units[2]"},

		{event.MoneySet{Power: "UK", Money: 3}, "Nations[UK].Money 3"},
		{event.TechSet{Power: "UK", Tech: 4, Has: true}, "Nations[UK].Techs[0] 4"},
		{event.UnitsAdded{Space: 5, Units: []event.Unit{{ID: 11, Owner: "UK", Type: board.Infantry}}},
			"NextID 11; " + placed(11, 5, "UK", board.Infantry, 0, 0)},
		{event.OwnerSet{Space: 7, To: "UK", Taken: []event.Unit{{ID: 6, Owner: "UK"}}}, "Owner[7] UK; Units[6].Owner UK"},
	}
	seen := map[string]bool{}
	for _, tt := range tests {
		seen[fmt.Sprintf("%T", tt.event)] = true
		before := sample()
		text := fmt.Sprint(flat(t, before))
		after, err := applied(before, tt.event)
		if err != nil {
			t.Errorf("%T: %v", tt.event, err)
			continue
		}
		if got := changes(t, before, after); got != sorted(tt.want) {
			t.Errorf("%T changes\n%s\nwant\n%s", tt.event, got, sorted(tt.want))
		}
		if fmt.Sprint(flat(t, before)) != text {
			t.Errorf("%T changes the position that it was applied to", tt.event)
		}
	}
	others := []string{"BattlesListed", "BattleClosed", "TurnBegan", "PhaseFailed", "RefugeSought", "RangeRenewed", "CapitalFreed", "StartNoted"} // tests of their own below
	quiet := []string{"PhaseBegan", "CityCount", "TurnIdle", "Stayed", "AntiaircraftFired", "Intercepted", "BattleBegan",
		"RoundBegan", "Fired",
		"BattlePaused", "BattleEnded"}
	for _, e := range event.All() {
		name := strings.TrimPrefix(fmt.Sprintf("%T", e), "event.")
		if !seen["event."+name] && !slices.Contains(others, name) && !slices.Contains(quiet, name) {
			t.Errorf("no test applies %s", name)
		}
		p := sample()
		after, err := applied(p, e)
		if errors.Is(err, ErrNoCase) {
			t.Errorf("%s has no case", name)
		}
		if slices.Contains(quiet, name) && (err != nil || !reflect.DeepEqual(p, after)) {
			t.Errorf("%s changes something: %v", name, err)
		}
	}
}

func sorted(list string) string {
	parts := strings.Split(list, "; ")
	sort.Strings(parts)
	return strings.Join(parts, "; ")
}

// placed is all values of a new unit.
func placed(id int, at board.SpaceID, owner board.Power, u board.UnitType, aboard int, did event.Activity) string {
	pre, original := fmt.Sprintf("Units[%d].", id), ""
	return strings.Join([]string{pre + fmt.Sprint("ID ", id), pre + fmt.Sprint("At ", at),
		pre + "Owner " + string(owner), pre + "Type " + jsonOf(u),
		pre + fmt.Sprint("Aboard ", aboard), pre + "Damaged false", pre + "Submerged false", pre + "Round 0",
		pre + "Original " + original,
		pre + fmt.Sprint("Now.Start ", at), pre + fmt.Sprint("Now.From ", board.NoSpace), pre + fmt.Sprint("Now.Battle ",
			board.NoSpace),
		pre + "Now.Deck 0", pre + "Now.Used 0", pre + "Now.Line 0", pre + "Now.Named 0", pre + fmt.Sprint("Now.Did ",
			uint32(did))}, "; ")
}

func jsonOf(u board.UnitType) string {
	text, _ := json.Marshal(u)
	return strings.Trim(string(text), `"`)
}

// moved is what a combat move changes of a unit.
func moved(id int, to, from board.SpaceID, used, line, named int, battle board.SpaceID) string {
	pre := fmt.Sprintf("Units[%d].", id)
	return strings.Join([]string{pre + fmt.Sprint("At ", to), pre + fmt.Sprint("Now.From ", from),
		pre + fmt.Sprint("Now.Used ", used),
		pre + fmt.Sprint("Now.Line ", line), pre + fmt.Sprint("Now.Named ", named), pre + fmt.Sprint("Now.Battle ", battle),
		pre + fmt.Sprint("Now.Did ", uint32(event.MovedInCombat))}, "; ")
}

func apply(t *testing.T, p *Position, events ...event.Event) *Position {
	t.Helper()
	q, err := applied(p, events...)
	if err != nil {
		t.Fatal(err)
	}
	return q
}

// Listing battles drops the sections of other spaces; closing one leaves the rest.
func TestApplyBattles(t *testing.T) {
	t.Parallel()
	p := sample()
	p.Turn.Sheet.Battles = []order.Battle{{Space: 5}, {Space: 7}}
	p = apply(t, p, event.BattlesListed{Battles: []Battle{{Space: 7}, {Space: 8}}})
	if f := p.Turn.Fight; !f.Begun || len(f.Queue) != 2 || len(p.Turn.Sheet.Battles) != 1 || p.Turn.Sheet.Battles[0].Space != 7 {
		t.Errorf("begun %v, %d battles, sections %+v", f.Begun, len(f.Queue), p.Turn.Sheet.Battles)
	}
	p = apply(t, p, event.BattleClosed{})
	if q := p.Turn.Fight.Queue; len(q) != 1 || q[0].Space != 8 {
		t.Errorf("the queue is %+v", q)
	}
	if _, err := applied(p, event.BattleClosed{}, event.BattleClosed{}); err == nil {
		t.Error("a battle that is not there was closed")
	}
}

// A turn begins with what its rules look back to, and nothing else of the turn before.
func TestApplyTurnBegan(t *testing.T) {
	t.Parallel()
	p := sample()
	p.Unit(1).Now.Did, p.Unit(1).Now.Used = event.Fought, 2
	p.Nation("UK").InForce = []string{"A"}
	p.Turn.Captured = []board.SpaceID{5}
	p = apply(t, p, event.TurnBegan{Power: "UK", Round: 3, Phase: order.Buy})
	if p.Power != "UK" || p.Round != 3 || p.Phase != order.Buy || len(p.Nation("UK").InForce) > 0 {
		t.Errorf("%s, round %d, %s, in force %v", p.Power, p.Round, p.Phase, p.Nation("UK").InForce)
	}
	want := Turn{StartOwner: p.Owner, StartIC: []board.SpaceID{7}}
	if !reflect.DeepEqual(p.Turn, want) {
		t.Errorf("the turn is %+v, want %+v", p.Turn, want)
	}
	if p.Unit(1).Now != Fresh(5) || p.Unit(10).Now.Deck != 9 {
		t.Errorf("the tank did %+v, the fighter's deck is %d", p.Unit(1).Now, p.Unit(10).Now.Deck)
	}
}

// A referee's edit counts as if the turn had begun so.
func TestApplyStartNoted(t *testing.T) {
	t.Parallel()
	p := apply(t, sample(), event.TurnBegan{Power: "UK", Round: 3, Phase: order.Buy})
	p = apply(t, p, event.TechSet{Power: "UK", Tech: 4, Has: true}, event.TechSet{Power: "UK", Tech: 4},
		event.OwnerSet{Space: 7, To: "UK"},
		event.Removed{Units: []int{6}}, event.UnitsAdded{Space: 5, Units: []event.Unit{{ID: 11, Owner: "Germany",
			Type: board.Complex}}},
		event.StartNoted{Spaces: []board.SpaceID{5, 7}})
	if got := p.Turn; got.StartOwner[7] != "UK" || !slices.Equal(got.StartIC,
		[]board.SpaceID{5}) || len(p.Nation("UK").Techs) > 0 {
		t.Errorf("the turn began with %q and complexes in %v; technologies %v", got.StartOwner[7], got.StartIC,
			p.Nation("UK").Techs)
	}
}

// What is taken back or ended: a failed phase drops its lines, a retaken capital is not fallen.
func TestApplyEnds(t *testing.T) {
	t.Parallel()
	p := sample()
	p.Turn.Sheet.Parts[order.Place] = order.PhaseOrders{Held: true}
	p.Turn.Sheet.Done, p.Turn.Fight.Homeless = 3, []int{10}
	p.Nation("USSR").Fallen, p.Unit(2).Now.Used = 1, 3
	p = apply(t, p, event.PhaseFailed{Phase: order.Place}, event.RefugeSought{}, event.CapitalFreed{Whose: "USSR"},
		event.RangeRenewed{Units: []int{2}})
	if !p.Turn.Sheet.Empty() || p.Turn.Sheet.Done != 0 || p.Turn.Fight.Homeless != nil || p.Nation("USSR").Fallen != 0 || p.Unit(2).Now.Used != 0 {
		t.Errorf("sheet %+v, homeless %v, fallen %d, used %d", p.Turn.Sheet, p.Turn.Fight.Homeless, p.Nation("USSR").Fallen,
			p.Unit(2).Now.Used)
	}
}

// An event that is impossible is an error.
func TestApplyImpossible(t *testing.T) {
	t.Parallel()
	for _, e := range []event.Event{
		event.Moved{Units: units(99)}, event.Loaded{Ship: 99}, event.Lost{Units: units(1, 99)},
		event.Income{Power: "Germany"},
		event.Payment{Power: "USSR", To: "Germany", Paid: 21}, event.Refunded{Power: "Germany",
			Units: []event.Stack{{Type: board.Tank, N: 1}}},
		event.Captured{Space: 99}, event.Placed{Power: "Germany", Units: units(12)}, event.AdvantagesAssigned{Power: "Neutral"},
	} {
		_, err := applied(sample(), event.FlightTracked{}, e)
		if _, harmless := e.(event.Income); harmless != (err == nil) {
			t.Errorf("%+v: %v", e, err)
		}
	}
}
