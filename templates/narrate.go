package templates

import (
	"slices"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
)

// narrate tells the events of a go phase by phase: sentences, a table of the moves of each phase, each battle by itself, with
// the pictures of those theatres that were drawn.
func (s *speaker) narrate(events []event.Reported, drawn []theatre) []block {
	n := narrator{speaker: s, theatresLeft: drawn}
	for i := 0; i < len(events); {
		e := events[i]
		if e.Kind == event.KindBattleBegan || e.Kind == event.KindRoundBegan {
			c, used := s.gather(events[i:])
			n.flush()
			if p, ok := n.pictureOf(e.Space); ok && e.Kind == event.KindBattleBegan {
				n.add(p)
				n.theatresLeft = slices.DeleteFunc(slices.Clone(n.theatresLeft), func(t theatre) bool { return t.cid == p.cid })
			}
			n.add(s.clashBlocks(c)...)
			i += used
			continue
		}
		n.tell(e)
		i++
	}
	n.flush()
	return n.blocks
}

// narrator collects what belongs together until something else begins.
type narrator struct {
	*speaker
	blocks []block
	title  string // of a phase in which nothing has been told yet
	moves  *table
	lines  []string

	theatresLeft []theatre // drawn, and their pictures not shown yet
}

func (n *narrator) tell(e event.Reported) {
	switch e.Kind {
	case event.KindPhaseBegan:
		n.flush()
		n.title = n.say("phase-of", "Phase", n.phase(e.Phase), "Power", n.power(e.Power))
	case event.KindIncome:
		n.flush()
		n.title = n.say("phase-of", "Phase", n.say("phase-income"), "Power", n.power(e.Power))
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
func (n *narrator) flush() {
	n.flushMoves()
	n.flushLines()
}

// add tells something, under the title of its phase if it is the first; a phase without anything to tell has no title.
func (n *narrator) add(bs ...block) {
	if n.title != "" {
		n.blocks = append(n.blocks, subhead{n.title})
		n.title = ""
	}
	n.blocks = append(n.blocks, bs...)
}

func (n *narrator) flushMoves() {
	if n.moves != nil {
		n.add(n.moves)
		n.moves = nil
	}
}

func (n *narrator) flushLines() {
	if len(n.lines) > 0 {
		n.add(bullets{n.lines})
		n.lines = nil
	}
}

// move is a row of the table of moves.
func (n *narrator) move(e event.Reported) {
	n.flushLines()
	if n.moves == nil {
		n.moves = &table{head: []string{n.say("col-units"), n.say("col-from"), n.say("col-to")}, align: "lll"}
	}
	units := n.stacks(plainStacks(e.Units), e.Power)
	if len(e.Path) > 2 || len(e.Path) == 2 && e.Path[0] != e.To {
		units = n.say("units-via", "Units", units, "Spaces", n.objects(e.Path[:len(e.Path)-1]))
	}
	switch e.Kind {
	case event.KindLoaded:
		units = n.say("units-loaded", "Units", units)
	case event.KindUnloaded:
		units = n.say("units-unloaded", "Units", units)
	case event.KindLanded:
		units = n.say("units-landed", "Units", units)
	case event.KindRetreats:
		units = n.say("units-retreat", "Units", units)
	}
	to := n.space(e.To)
	if to == "" {
		to = n.say("away")
	}
	n.moves.add(units, n.space(e.From), to)
}

// event is a sentence about one event, "" for those that need none.
func (s *speaker) event(e event.Reported) string {
	units := s.stacks(e.Units, e.Power)
	in := s.where(e.Space)
	switch e.Kind {
	case event.KindResearched:
		return s.research(e)
	case event.KindBought:
		if len(e.Units) == 0 {
			return s.does("bought-nothing", e.Power)
		}
		return s.does("bought", e.Power, "Units", units, "IPC", s.ipc(e.Paid))
	case event.KindRefunded:
		return s.does("refunded", e.Power, "Units", units, "IPC", s.ipc(e.Paid))
	case event.KindConverted:
		return s.does("converted", e.Power, "Units", units, "In", in)
	case event.KindStayed:
		return s.many("stayed", e.N, "In", in, "N", s.count(e.N))
	case event.KindPledged:
		return s.sentence("pledged", "At", in, "In", s.where(e.To))
	case event.KindDealt:
		return s.dealt(e)
	case event.KindDeclared:
		return s.does("declared", e.Power, "Advantage", s.advantage(e))
	case event.KindPlaced:
		return s.does("placed", e.Power, "Units", units, "In", in)
	case event.KindSubmerge, event.KindLost, event.KindDrowned:
		return s.inBattle(e)
	case event.KindSurfaced:
		return s.does("surfaced", e.Power, "Units", units, "In", in)
	case event.KindRepaired:
		return s.does("repaired", e.Power, "Units", units, "In", in)
	case event.KindCalledOff:
		return s.does("called-off", e.Power, "In", in)
	case event.KindNoLanding:
		return s.does("no-landing", e.Power, "Units", units, "In", in)
	case event.KindAdvantage:
		if e.Space != board.NoSpace {
			return s.does("advantage-in", e.Power, "Advantage", s.advantage(e), "In", in)
		}
		return s.does("advantage", e.Power, "Advantage", s.advantage(e))
	}
	return s.outcomeOf(e)
}

// outcomeOf is a sentence about fire outside battles, about land that changes hands, and about money.
func (s *speaker) outcomeOf(e event.Reported) string {
	space, in := s.object(e.Space), s.where(e.Space)
	switch e.Kind {
	case event.KindRocket:
		return s.does("rocket", e.Power, "Space", space, "Die", s.dice(e.Dice), "Payer", s.the(e.Whose), "IPC", s.ipc(e.Paid))
	case event.KindRaid:
		return s.does("raid", e.Power, "Units", s.stacks(e.Units, e.Power), "Space", space, "Dice", s.dice(e.Dice), "Payer", s.the(e.Whose), "IPC", s.ipc(e.Paid))
	case event.KindFlak:
		return s.does("flak", e.Whose, "In", in, "Units", s.stacks(e.Units, e.Power), "Dice", s.dice(e.Dice), "Hits", s.many("hits", e.Hits, "N", s.count(e.Hits)))
	case event.KindInterception:
		return s.does("interception", e.Power, "In", in, "Units", s.stacks(e.Units, e.Power), "Dice", s.dice(e.Dice), "Hits", s.many("hits", e.Hits, "N", s.count(e.Hits)))
	case event.KindCaptured:
		return s.does("captured", e.Power, "Space", space, "From", s.from(e.Whose))
	case event.KindLiberated:
		return s.does("liberated", e.Power, "Space", space, "Owner", s.of(e.Whose))
	case event.KindCapitalLost:
		return s.does("capital-lost", e.Whose, "Space", s.space(e.Space), "IPC", s.ipc(e.Paid), "Winner", s.the(e.Power))
	case event.KindCapitalFreed:
		return s.does("capital-freed", e.Whose, "Space", s.space(e.Space))
	case event.KindIncome:
		return s.does("income", e.Power, "IPC", s.ipc(e.Paid), "Production", s.ipc(e.N))
	case event.KindPayment:
		return s.does("payment", e.Power, "IPC", s.ipc(e.Paid), "To", s.the(e.Whose))
	case event.KindRolled:
		return s.does("rolled", e.Power, "Dice", s.dice(e.Dice), "For", e.Note)
	case event.KindCityCount:
		return s.sentence("city-count", "Axis", s.count(e.N), "Allies", s.count(e.Value))
	case event.KindVictory:
		return s.victory(e)
	case event.KindPhaseFailed:
		return s.sentence("phase-failed", "Phase", s.phase(e.Phase)) + " " + strings.Join(s.faultItems(e.Faults, nil), " ")
	case event.KindTurnIdle:
		return s.does("turn-idle", e.Power, "Round", s.count(e.Round))
	case event.KindTurnEnded:
		return s.does("turn-ended", e.Power, "Round", s.count(e.Round))
	}
	return ""
}

// dealt tells the national advantages that a power has from now on, and the dice that chose them.
func (s *speaker) dealt(e event.Reported) string {
	list := s.list(s.advantages(e.Advantages))
	if len(e.Dice) == 0 {
		return s.does("dealt", e.Power, "List", list)
	}
	return s.does("dealt-rolled", e.Power, "Dice", s.dice(e.Dice), "List", list)
}

func (s *speaker) research(e event.Reported) string {
	key := "research-failed"
	if e.Hits > 0 {
		key = "research-done"
	}
	return s.does(key, e.Power, "Tech", s.tech(e.Tech), "Dice", s.dice(e.Dice), "N", s.many("research-dice", e.N, "N", s.count(e.N)), "IPC", s.ipc(e.Paid))
}

// dice lists faces: "3, 5, 1".
func (s *speaker) dice(faces []int) string {
	out := ""
	for i, f := range faces {
		if i > 0 {
			out += ", "
		}
		out += s.count(f)
	}
	if out == "" {
		return "–"
	}
	return out
}
