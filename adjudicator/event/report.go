package event

import (
	"cmp"
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
)

// Kind is what happened.
type Kind string

// The kinds of events. Each comment names the fields it uses in addition to Kind and Power (who it happened to, or who
// did it).
const (
	KindPhaseBegan Kind = "phase" // Phase, Round: a phase of Power's turn begins

	KindResearched Kind = "researched" // Tech, N dice paid, Dice, Hits (1 = success)
	KindBought     Kind = "bought"     // Units, Paid
	KindRefunded   Kind = "refunded"   // Units, Paid (returned)
	KindConverted  Kind = "converted"  // Units (their old owners), Space: now Power's

	KindMoved    Kind = "moved"     // Units, From, To, Path (every space entered, To last)
	KindLoaded   Kind = "loaded"    // Units, From (land), To (sea zone)
	KindUnloaded Kind = "unloaded"  // Units, From (sea zone), To (land)
	KindLanded   Kind = "landed"    // planes: Units, From, To, Path; Other carrier's power in Whose
	KindStayed   Kind = "stayed"    // Units, Space: a line whose units are gone; N: how many it named
	KindPledged  Kind = "pledged"   // Space → To
	KindDeclared Kind = "declared"  // Advantage
	KindPlaced   Kind = "placed"    // Units, Space; Paid before round 1; Advantage that gave them for nothing
	KindRetreats Kind = "retreated" // Units, From, To
	KindSubmerge Kind = "submerged" // Units, Space
	KindSurfaced Kind = "surfaced"  // Units, Space
	KindRepaired Kind = "repaired"  // Units, Space

	KindRocket       Kind = "rocket"        // From, Space (target), Dice, Paid, Whose pays
	KindAntiaircraft Kind = "flak"          // Space, Units (the planes shot at), Dice, Hits, Value; Whose gun
	KindRaid         Kind = "raid"          // Space, Units (raiders), Dice, Paid, Whose pays
	KindInterception Kind = "interception"  // Space, Units, Dice, Hits, Side
	KindBattleBegan  Kind = "battle"        // Space, Battle, Attackers, Defenders
	KindRoundBegan   Kind = "round"         // Space, Round
	KindFired        Kind = "fired"         // Space, Round, Side, Step, Volleys
	KindLost         Kind = "lost"          // Space, Units (with owners), Side, Step; Damaged in Note "damaged"
	KindBattlePaused Kind = "paused"        // Space, Round
	KindBattleEnded  Kind = "battle-ended"  // Space, Outcome, Attackers and Defenders left, Round
	KindCalledOff    Kind = "called-off"    // Space: the landing there is dropped
	KindCaptured     Kind = "captured"      // Space, Whose it was
	KindLiberated    Kind = "liberated"     // Space, Whose it is now; Power freed it
	KindCapitalLost  Kind = "capital-lost"  // Space, Whose; Paid (loot)
	KindCapitalFreed Kind = "capital-freed" // Space, Whose
	KindNoLanding    Kind = "no-landing"    // planes lost without a place to land: Units, Space
	KindDrowned      Kind = "drowned"       // cargo and fighters lost with their ship: Units, Space

	KindIncome      Kind = "income"     // Paid (received), N (national production)
	KindPayment     Kind = "payment"    // Power pays Whose: Paid
	KindAdvantage   Kind = "advantage"  // Advantage took effect: Space, Units, Paid as it needs
	KindDealt       Kind = "dealt"      // Advantages that Power has from now on; Dice that chose them
	KindRolled      Kind = "rolled"     // a die outside battles: Dice, Note what for
	KindCityCount   Kind = "cities"     // N Axis, Value Allied victory cities after a round
	KindVictory     Kind = "victory"    // Side; Power: an individual winner or Nobody; Note: why, without a side
	KindPhaseFailed Kind = "not-played" // Phase: a later phase of the file could not be played; Faults
	KindTurnIdle    Kind = "turn-idle"  // Round: Power has nothing to decide, and its turn is empty
	KindTurnEnded   Kind = "turn-ended" // Round
)

// Reported is an event as reports have it (docs/report-schema.md). Which fields count depends on Kind.
type Reported struct {
	Kind  Kind            `json:"kind"`
	Power board.Power     `json:"power,omitempty"`
	Whose board.Power     `json:"whose,omitempty"`
	Space board.SpaceID   `json:"space"` // NoSpace where unused, as are From and To
	From  board.SpaceID   `json:"from"`
	To    board.SpaceID   `json:"to"`
	Path  []board.SpaceID `json:"path,omitempty"`
	Phase order.Phase     `json:"phase,omitempty"`
	Round int             `json:"round,omitempty"`
	Units []Stack         `json:"units,omitempty"`

	Attackers  []Stack       `json:"attackers,omitempty"`
	Defenders  []Stack       `json:"defenders,omitempty"`
	Side       board.Side    `json:"side,omitempty"`      // Victory
	Powers     []board.Power `json:"powers,omitempty"`    // Victory: the individual winners
	Attacking  bool          `json:"attacking,omitempty"` // Fired, Lost: the attacker's
	Step       string        `json:"step,omitempty"`      // Fired, Lost: name of the combat step
	Battle     string        `json:"battle,omitempty"`    // "land", "sea", "amphibious"
	Outcome    string        `json:"outcome,omitempty"`   // "attacker", "defender", "draw", "retreat"
	Volleys    []Volley      `json:"volleys,omitempty"`
	Dice       []int         `json:"dice,omitempty"`
	Value      int           `json:"value,omitempty"`
	Hits       int           `json:"hits,omitempty"`
	N          int           `json:"n,omitempty"`
	Paid       int           `json:"paid,omitempty"` // IPC
	Tech       int           `json:"tech,omitempty"`
	Advantage  string        `json:"advantage,omitempty"`
	Advantages []string      `json:"advantages,omitempty"`
	Note       string        `json:"note,omitempty"`
	Faults     []order.Fault `json:"faults,omitempty"`
}

// NewReported is an event with its spaces unset.
func NewReported(k Kind, p board.Power) Reported {
	return Reported{Kind: k, Power: p, Space: board.NoSpace, From: board.NoSpace, To: board.NoSpace}
}

// Report puts events into the form of reports: without bookkeeping, equal units counted, and units of a line that go
// the same way in one entry.
func Report(b *board.Board, events []Event) []Reported {
	var list []Reported
	phase := 0               // place in the list at which the last phase began
	moved := map[int]Moved{} // by place in the list, with all units
	for _, e := range events {
		kind := e.Kind()
		if kind == "" {
			continue
		}
		if m, ok := e.(Moved); ok {
			i := phase
			for i < len(list) && !sameWay(moved[i], m) {
				i++
			}
			if i < len(list) {
				m.Units = slices.Concat(moved[i].Units, m.Units)
				list[i] = m.report(b)
			} else {
				list = append(list, m.report(b))
			}
			moved[i] = m
			continue
		}
		if kind == KindPhaseBegan {
			phase = len(list)
		}
		list = append(list, report(b, e))
	}
	return list
}

// sameWay reports whether units of one line go the same way.
func sameWay(a, b Moved) bool {
	return a.Lands == b.Lands && a.Line == b.Line && a.From == b.From && len(a.Path) > 0 && slices.Equal(a.Path, b.Path)
}

func (e Moved) report(b *board.Board) Reported {
	r := NewReported(e.Kind(), e.Power)
	r.From, r.To, r.Path, r.Units = e.From, e.To, e.Path, Stacks(Sorted(b, e.Units))
	return r
}

// Sorted puts units in order: by owner, in turn order, then by type.
func Sorted(b *board.Board, us []Unit) []Unit {
	us = slices.Clone(us)
	slices.SortStableFunc(us, func(x, y Unit) int {
		return cmp.Or(b.Index(x.Owner)-b.Index(y.Owner), int(x.Type)-int(y.Type))
	})
	return us
}

// report fills in the fields of an event's kind.
func report(b *board.Board, e Event) Reported {
	r := NewReported(e.Kind(), board.Nobody)
	switch e := e.(type) {
	case PhaseBegan:
		r.Power, r.Phase, r.Round = e.Power, e.Phase, e.Round
	case Researched:
		r.Power, r.Tech, r.N, r.Paid, r.Dice, r.Hits = e.Power, e.Tech, e.N, e.Paid, e.Dice, count(e.Success)
	case Bought:
		r.Power, r.Units, r.Paid = e.Power, e.Units, e.Paid
	case Refunded:
		r.Power, r.Units, r.Paid = e.Power, e.Units, e.Paid
	case Converted:
		r.Power, r.Space = e.Power, e.Space
		for _, u := range e.Units {
			r.Units = append(r.Units, Stack{Power: u.Owner, Type: u.Type, N: 1})
		}
	case Placed:
		r.Power, r.Space, r.Units, r.Paid, r.Advantage = e.Power, e.Space, Stacks(e.Units), e.Paid, e.Advantage
	case Boarded:
		r.Power, r.From, r.To, r.Units = e.Power, e.From, e.To, Stacks(e.Units)
	case Income:
		r.Power, r.Paid, r.N = e.Power, e.Paid, e.Production
	case Payment:
		r.Power, r.Whose, r.Paid = e.Power, e.To, e.Paid
	case AdvantagesAssigned:
		r.Power, r.Advantages, r.Dice = e.Power, e.Advantages, e.Dice
	case Declared:
		r.Power, r.Advantage, r.Space = e.Power, e.Advantage, e.Space
	case Raised:
		r.Power, r.Advantage, r.Space = e.Power, e.Advantage, e.Space
		r.Units = Stacks(Sorted(b, slices.Concat(e.Units, e.Again)))
	case SteppedAside:
		r.Power, r.Advantage, r.Space, r.From, r.To, r.Units = e.Power, e.Advantage, e.To, e.From, e.To, Stacks(e.Units)
	case CityCount:
		r.N, r.Value = e.Axis, e.Allies
	case Victory:
		r.Side, r.Powers, r.Note = e.Side, e.Powers, e.Note
		if len(e.Powers) == 1 {
			r.Power = e.Powers[0]
		}
	case AgreedEnd:
		r.Side, r.Note = e.Side, e.How
	case PhaseFailed:
		r.Power, r.Phase, r.Faults = e.Power, e.Phase, e.Faults
	case TurnIdle:
		r.Power, r.Round = e.Power, e.Round
	case TurnEnded:
		r.Power, r.Round = e.Power, e.Round
	default:
		reportOnBoard(&r, e)
	}
	return r
}

// reportOnBoard is [report] of what happens on the board.
func reportOnBoard(r *Reported, e Event) {
	switch e := e.(type) {
	case Loaded:
		r.Power, r.From, r.To, r.Units = e.Power, e.From, e.To, Stacks(e.Units)
	case Unloaded:
		r.Power, r.From, r.To, r.Units = e.Power, e.From, e.To, Stacks(e.Units)
	case FoundRefuge:
		r.Power, r.From, r.To, r.Path, r.Whose, r.Units = e.Power, e.From, e.To, []board.SpaceID{e.To}, e.Whose,
			Stacks([]Unit{e.Unit})
	case Stayed:
		r.Power, r.Space, r.N = e.Power, e.Space, e.N
	case Pledged:
		r.Power, r.Space, r.To = e.Power, e.From, e.To
	case Surfaced:
		r.Power, r.Space, r.Units = e.Power, e.Space, Stacks(e.Units)
	case Repaired:
		r.Power, r.Space, r.Units = e.Power, e.Space, Stacks(e.Units)
	case NoLanding:
		r.Power, r.Space, r.Units = e.Power, e.Space, Stacks(e.Units)
	case Captured:
		r.Power, r.Space, r.Whose = e.Power, e.Space, e.From
		if e.To != e.Power {
			r.Whose = e.To
		}
	case Returned:
		r.Power, r.Space, r.Whose = e.Power, e.Space, e.To
	case CapitalLost:
		r.Power, r.Whose, r.Space, r.Paid = e.Power, e.Whose, e.Space, e.Paid
	case CapitalFreed:
		r.Power, r.Whose, r.Space = e.Power, e.Whose, e.Space
	default:
		reportCombat(r, e)
	}
}

// reportCombat is [report] of combat.
func reportCombat(r *Reported, e Event) {
	switch e := e.(type) {
	case RocketFired:
		r.Power, r.Whose, r.From, r.Space, r.Dice, r.N, r.Paid = e.Power, e.Whose, e.From, e.Space, e.Dice, e.Damage,
			e.Paid
	case Raided:
		r.Power, r.Whose, r.Space, r.Units, r.Dice, r.N, r.Paid = e.Power, e.Whose, e.Space, e.Units, e.Dice, e.Damage,
			e.Paid
	case AntiaircraftFired:
		r.Power, r.Whose, r.Space, r.Step, r.Round = e.Power, e.Whose, e.Space, e.Step, e.Round
		r.Units, r.Dice, r.Value, r.Hits = e.Units, e.Dice, e.Value, e.Hits
	case Intercepted:
		r.Power, r.Space, r.Step, r.Attacking = e.Power, e.Space, e.Step, e.Attacking
		r.Units, r.Dice, r.Value, r.Hits = e.Units, e.Dice, e.Value, e.Hits
	case BattleBegan:
		r.Power, r.Space, r.Battle, r.Attackers, r.Defenders = e.Power, e.Space, e.Battle, e.Attackers, e.Defenders
	case RoundBegan:
		r.Power, r.Space, r.Round = e.Power, e.Space, e.Round
	case Fired:
		r.Power, r.Space, r.Round, r.Attacking, r.Step, r.Volleys = e.Power, e.Space, e.Round, e.Attacking, e.Step,
			e.Volleys
	case Lost:
		r.Power, r.Space, r.Round, r.Attacking, r.Step, r.Units = e.Power, e.Space, e.Round, e.Attacking, e.Step,
			Stacks(e.Units)
	case Damaged:
		r.Power, r.Space, r.Round, r.Attacking, r.Step, r.Units = e.Power, e.Space, e.Round, e.Attacking, e.Step,
			Stacks(e.Units)
		r.Note = "damaged"
	case Drowned:
		r.Power, r.Space, r.Round, r.Attacking, r.Units = e.Power, e.Space, e.Round, e.Attacking, Stacks(e.Units)
	case Submerged:
		r.Power, r.Space, r.Round, r.Attacking, r.Units = e.Power, e.Space, e.Round, e.Attacking, Stacks(e.Units)
	case Retreated:
		r.Power, r.Space, r.Round, r.From, r.To, r.Units = e.Power, e.Space, e.Round, e.Space, e.To, Stacks(e.Units)
	case BattlePaused:
		r.Power, r.Space, r.Round = e.Power, e.Space, e.Round
	case BattleEnded:
		r.Power, r.Space, r.Round, r.Outcome, r.Attackers, r.Defenders = e.Power, e.Space, e.Round, e.Outcome,
			e.Attackers, e.Defenders
	case CalledOff:
		r.Power, r.Space, r.From, r.Units = e.Power, e.Space, e.From, e.Units
	}
}

func count(is bool) int {
	if is {
		return 1
	}
	return 0
}
