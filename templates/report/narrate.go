package report

import (
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/rules"
	"fieldpost/orders/syntax"
	"fieldpost/templates/layout"
	"fieldpost/templates/receipt"
)

// narrator describes events in sentences and tables.
type narrator struct {
	writer
	noDice bool // battles are told without their dice
}

// narrate describes the events of a resolution phase by phase: sentences, a table of the moves of each phase, each
// battle by itself.
func (s narrator) narrate(events []event.Reported) []layout.Block {
	n := narrative{narrator: s}
	for i := 0; i < len(events); {
		e := events[i]
		if e.Kind == event.KindBattleBegan || e.Kind == event.KindRoundBegan {
			c, used := s.gather(events[i:])
			n.flush()
			n.add(s.battleBlocks(c)...)
			i += used
			continue
		}
		n.addEvent(e)
		i++
	}
	n.flush()
	return n.blocks
}

// narrative collects what belongs together until something else begins.
type narrative struct {
	narrator
	blocks []layout.Block
	title  string // of a phase in which nothing has been told yet
	moves  *layout.Table
	lines  []string
}

func (n *narrative) addEvent(e event.Reported) {
	switch e.Kind {
	case event.KindPhaseBegan:
		n.flush()
		n.title = n.Text("phase-of", "Phase", n.Phase(e.Phase), "Power", n.Power(e.Power))
	case event.KindIncome:
		n.flush()
		n.title = n.Text("phase-of", "Phase", n.Text("phase-income"), "Power", n.Power(e.Power))
		n.lines = append(n.lines, n.event(e))
	case event.KindMoved, event.KindLanded, event.KindLoaded, event.KindUnloaded, event.KindRetreats:
		n.move(e)
	default:
		if text := n.event(e); text != "" {
			n.flushMoves()
			n.lines = append(n.lines, text)
		}
	}
}

// flush ends the table of moves and the list of sentences, whichever is open.
func (n *narrative) flush() {
	n.flushMoves()
	n.flushLines()
}

// add adds a sentence, under the title of its phase if it is the first; a phase without sentences has no title.
func (n *narrative) add(bs ...layout.Block) {
	if n.title != "" {
		n.blocks = append(n.blocks, layout.Subhead(n.title))
		n.title = ""
	}
	n.blocks = append(n.blocks, bs...)
}

func (n *narrative) flushMoves() {
	if n.moves != nil {
		n.add(n.moves)
		n.moves = nil
	}
}

func (n *narrative) flushLines() {
	if len(n.lines) > 0 {
		n.add(layout.Bullets(n.lines))
		n.lines = nil
	}
}

// move is a row of the table of moves.
func (n *narrative) move(e event.Reported) {
	n.flushLines()
	if n.moves == nil {
		n.moves = &layout.Table{Head: []string{n.Text("col-units"), n.Text("col-from"), n.Text("col-to")}, Align: "lll"}
	}
	units := n.Stacks(plainStacks(e.Units), e.Power)
	if len(e.Path) > 2 || len(e.Path) == 2 && e.Path[0] != e.To {
		units = n.Text("units-via", "Units", units, "Spaces", n.Objects(e.Path[:len(e.Path)-1]))
	}
	switch e.Kind {
	case event.KindLoaded:
		units = n.Text("units-loaded", "Units", units)
	case event.KindUnloaded:
		units = n.Text("units-unloaded", "Units", units)
	case event.KindLanded:
		units = n.Text("units-landed", "Units", units)
	case event.KindRetreats:
		units = n.Text("units-retreat", "Units", units)
	}
	to := n.Space(e.To)
	if to == "" {
		to = n.Text("away")
	}
	n.moves.Add(units, n.Space(e.From), to)
}

// event is a sentence about one event, "" for those that need none.
func (s narrator) event(e event.Reported) string {
	units := s.Stacks(e.Units, e.Power)
	in := s.Where(e.Space)
	switch e.Kind {
	case event.KindResearched:
		return s.research(e)
	case event.KindBought:
		if len(e.Units) == 0 {
			return s.PowerText("bought-nothing", e.Power)
		}
		return s.PowerText("bought", e.Power, "Units", units, "IPC", s.IPC(e.Paid))
	case event.KindRefunded:
		return s.PowerText("refunded", e.Power, "Units", units, "IPC", s.IPC(e.Paid))
	case event.KindConverted:
		return s.PowerText("converted", e.Power, "Units", units, "In", in)
	case event.KindStayed:
		return s.Plural("stayed", e.N, "In", in, "N", s.Count(e.N))
	case event.KindPledged:
		return s.Sentence("pledged", "At", in, "In", s.Where(e.To))
	case event.KindDealt:
		return s.dealt(e)
	case event.KindDeclared:
		return s.PowerText("declared", e.Power, "Advantage", s.Advantage(e.Advantage))
	case event.KindPlaced:
		return s.PowerText("placed", e.Power, "Units", units, "In", in)
	case event.KindSubmerge, event.KindLost, event.KindDrowned:
		return s.inBattle(e)
	case event.KindSurfaced:
		return s.PowerText("surfaced", e.Power, "Units", units, "In", in)
	case event.KindRepaired:
		return s.PowerText("repaired", e.Power, "Units", units, "In", in)
	case event.KindCalledOff:
		return s.PowerText("called-off", e.Power, "In", in)
	case event.KindNoLanding:
		return s.PowerText("no-landing", e.Power, "Units", units, "In", in)
	case event.KindAdvantage:
		if e.Space != board.NoSpace {
			return s.PowerText("advantage-in", e.Power, "Advantage", s.Advantage(e.Advantage), "In", in)
		}
		return s.PowerText("advantage", e.Power, "Advantage", s.Advantage(e.Advantage))
	}
	return s.outcomeOf(e)
}

// outcomeOf is a sentence about fire outside battles, about land that changes hands, and about money.
func (s narrator) outcomeOf(e event.Reported) string {
	space, in := s.Object(e.Space), s.Where(e.Space)
	switch e.Kind {
	case event.KindRocket:
		return s.PowerText("rocket", e.Power, "Space", space, "Die", s.dice(e.Dice), "Payer", s.The(e.Whose), "IPC",
			s.IPC(e.Paid))
	case event.KindRaid:
		return s.PowerText("raid", e.Power, "Units", s.Stacks(e.Units, e.Power), "Space", space, "Dice",
			s.dice(e.Dice), "Payer", s.The(e.Whose), "IPC", s.IPC(e.Paid))
	case event.KindAntiaircraft:
		return s.PowerText("flak", e.Whose, "In", in, "Units", s.Stacks(e.Units, e.Power), "Dice",
			s.dice(e.Dice), "Hits", s.Plural("hits", e.Hits, "N", s.Count(e.Hits)))
	case event.KindInterception:
		return s.PowerText("interception", e.Power, "In", in, "Units", s.Stacks(e.Units, e.Power), "Dice",
			s.dice(e.Dice), "Hits", s.Plural("hits", e.Hits, "N", s.Count(e.Hits)))
	case event.KindCaptured:
		return s.PowerText("captured", e.Power, "Space", space, "From", s.From(e.Whose))
	case event.KindLiberated:
		return s.PowerText("liberated", e.Power, "Space", space, "Owner", s.Of(e.Whose))
	case event.KindCapitalLost:
		return s.PowerText("capital-lost", e.Whose, "Space", s.Space(e.Space), "IPC", s.IPC(e.Paid), "Winner",
			s.The(e.Power))
	case event.KindCapitalFreed:
		return s.PowerText("capital-freed", e.Whose, "Space", s.Space(e.Space))
	case event.KindIncome:
		return s.PowerText("income", e.Power, "IPC", s.IPC(e.Paid), "Production", s.IPC(e.N))
	case event.KindPayment:
		return s.PowerText("payment", e.Power, "IPC", s.IPC(e.Paid), "To", s.The(e.Whose))
	case event.KindRolled:
		return s.PowerText("rolled", e.Power, "Dice", s.dice(e.Dice), "For", e.Note)
	case event.KindCityCount:
		return s.Sentence("city-count", "Axis", s.Count(e.N), "Allies", s.Count(e.Value))
	case event.KindVictory:
		return s.victory(e)
	case event.KindPhaseFailed:
		text := s.Sentence("phase-failed", "Phase", s.Phase(e.Phase))
		for _, f := range e.Faults {
			text += " " + receipt.Fault(s.Localizer, f)
		}
		return text
	case event.KindTurnIdle:
		return s.PowerText("turn-idle", e.Power, "Round", s.Count(e.Round))
	case event.KindTurnEnded:
		return s.PowerText("turn-ended", e.Power, "Round", s.Count(e.Round))
	}
	return ""
}

// dealt describes the national advantages that a power has from now on, and the dice that chose them.
func (s narrator) dealt(e event.Reported) string {
	list := s.List(s.Advantages(e.Advantages))
	if len(e.Dice) == 0 {
		return s.PowerText("dealt", e.Power, "List", list)
	}
	return s.PowerText("dealt-rolled", e.Power, "Dice", s.dice(e.Dice), "List", list)
}

func (s narrator) research(e event.Reported) string {
	key := "research-failed"
	if e.Hits > 0 {
		key = "research-done"
	}
	return s.PowerText(key, e.Power, "Tech", s.Tech(e.Tech), "Dice", s.dice(e.Dice), "N",
		s.Plural("research-dice", e.N, "N", s.Count(e.N)), "IPC", s.IPC(e.Paid))
}

// dice lists faces: "3, 5, 1".
func (s narrator) dice(faces []int) string {
	out := ""
	for i, f := range faces {
		if i > 0 {
			out += ", "
		}
		out += s.Count(f)
	}
	if out == "" {
		return "–"
	}
	return out
}

// Narrative describes events as a report does, in plain text of at most [layout.Columns] columns. The error names a
// message that could not be made.
func Narrative(set *rules.Set, events []event.Reported, lang syntax.Lang) (string, error) {
	w, err := newWriter(set, lang)
	if err != nil {
		return "", err
	}
	l := &layout.Document{Lang: string(lang)}
	l.Add(narrator{writer: w}.narrate(events)...)
	return strings.TrimSpace(l.Text()) + "\n", w.Err()
}
