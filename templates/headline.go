package templates

import (
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
)

// tally is what a go came to: what changed hands, how the battles ended, what each power lost.
type tally struct {
	taken  []event.Reported // Captured and Liberated
	won    int              // battles won by the power on turn
	lost   int              // battles lost
	open   int              // battles drawn, broken off or paused
	losses []loss           // by power, in the order of the board
	raided int              // IPC that rockets and raids cost the enemy
	end    *event.Reported  // Victory
}

// loss is what one power lost in a go.
type loss struct {
	power board.Power
	units []event.Stack
	ipc   int // what they cost
}

func (s *speaker) tally(events []event.Reported) tally {
	var t tally
	gone := map[board.Power][]event.Stack{}
	for i, e := range events {
		switch e.Kind {
		case event.KindCaptured, event.KindLiberated:
			t.taken = append(t.taken, e)
		case event.KindBattleEnded:
			switch e.Outcome {
			case "attacker":
				t.won++
			case "defender":
				t.lost++
			default:
				t.open++
			}
		case event.KindBattlePaused:
			t.open++
		case event.KindRocket, event.KindRaid:
			t.raided += e.Paid
		case event.KindVictory:
			t.end = &events[i]
		}
		if isLoss(e) {
			for _, st := range e.Units {
				gone[st.Power] = merge(gone[st.Power], []event.Stack{{Power: st.Power, Type: st.Type, N: st.N}})
			}
		}
	}
	for _, p := range owners(s.b) {
		if units := gone[p]; len(units) > 0 {
			t.losses = append(t.losses, loss{p, units, s.cost(units)})
		}
	}
	return t
}

// isLoss tells events that take units off the board. A battleship's first hit does not.
func isLoss(e event.Reported) bool {
	switch e.Kind {
	case event.KindLost:
		return e.Note != "damaged"
	case event.KindDrowned, event.KindNoLanding:
		return true
	}
	return false
}

// owners lists everybody who can own units: the seats in turn order, then the others.
func owners(b *board.Board) []board.Power {
	return append(b.Powers(), board.MiddleEast, board.Neutral)
}

// headline is the sentence that a reader sees first: who took what, who lost what.
func (s *speaker) headline(v *ReportView, t tally) string {
	if v.Asked {
		return s.say("headline-asked", "Game", v.Game, "Round", s.count(v.Pos.Round))
	}
	if v.Before == nil {
		return s.say("headline-start", "Game", v.Game)
	}
	who := v.Before.Power
	var parts []string
	if t.end != nil {
		parts = append(parts, s.victory(*t.end))
	}
	var own, freed []string
	for _, e := range t.taken {
		if e.Kind == event.KindCaptured {
			own = append(own, s.object(e.Space))
		} else {
			freed = append(freed, s.object(e.Space))
		}
	}
	if len(own) > 0 {
		parts = append(parts, s.does("headline-took", who, "Spaces", s.list(own)))
	}
	if len(freed) > 0 {
		parts = append(parts, s.does("headline-freed", who, "Spaces", s.list(freed)))
	}
	if len(parts) == 0 {
		parts = append(parts, s.quiet(v, t))
	}
	if len(t.losses) > 0 {
		var items []string
		for _, l := range t.losses {
			items = append(items, s.say("headline-loss", "Power", s.power(l.power), "IPC", s.ipc(l.ipc)))
		}
		parts = append(parts, s.say("headline-losses", "List", s.list(items)))
	}
	if t.raided > 0 {
		parts = append(parts, s.say("headline-raided", "IPC", s.ipc(t.raided)))
	}
	return join(parts)
}

// quiet is the headline of a go in which nothing changed hands.
func (s *speaker) quiet(v *ReportView, t tally) string {
	who := v.Before.Power
	switch {
	case t.won+t.lost+t.open > 0:
		return s.does("headline-fought", who, "Battles", s.list(s.battles(t)))
	case has(v.Events, event.KindDealt):
		return s.say("headline-dealt")
	case who == board.Nobody:
		return s.say("headline-before")
	case has(v.Events, event.KindTurnEnded):
		return s.does("headline-ended", who)
	}
	return s.does("headline-played", who)
}

// result is the word behind the tag in a subject: what changed hands, how the battles went.
func (s *speaker) result(v *ReportView, t tally) string {
	if v.Asked {
		return s.say("subject-asked")
	}
	if v.Before == nil {
		return s.say("subject-start")
	}
	if t.end != nil && t.end.Side == board.NoSide {
		return s.say("subject-ended")
	}
	if t.end != nil {
		return s.say("subject-end", "Side", s.side(t.end.Side))
	}
	var parts []string
	switch n := len(t.taken); {
	case n == 1:
		parts = append(parts, s.say("subject-taken", "Space", s.space(t.taken[0].Space)))
	case n > 1:
		parts = append(parts, s.many("subject-taken-more", n-1, "Space", s.space(t.taken[0].Space), "More", s.count(n-1)))
	}
	parts = append(parts, s.battles(t)...)
	if len(parts) == 0 {
		parts = append(parts, s.lastPhase(v))
	}
	return s.say("subject-result", "What", strings.Join(parts, ", "))
}

// battles counts the battles by how they ended.
func (s *speaker) battles(t tally) []string {
	var parts []string
	for _, x := range []struct {
		key string
		n   int
	}{{"battles-won", t.won}, {"battles-lost", t.lost}, {"battles-open", t.open}} {
		if x.n > 0 {
			parts = append(parts, s.many(x.key, x.n, "N", s.count(x.n)))
		}
	}
	return parts
}

// lastPhase says how far a go without battles came.
func (s *speaker) lastPhase(v *ReportView) string {
	if has(v.Events, event.KindDealt) {
		return s.say("subject-dealt")
	}
	if has(v.Events, event.KindTurnEnded) {
		return s.say("subject-turn-ended")
	}
	for i := len(v.Events) - 1; i >= 0; i-- {
		if e := v.Events[i]; e.Kind == event.KindPhaseBegan {
			return s.say("subject-phase", "Phase", s.phase(e.Phase))
		}
	}
	return s.say("subject-turn")
}

func (s *speaker) victory(e event.Reported) string {
	if text := s.agreed(e); text != "" {
		return text
	}
	text := s.say("victory", "Side", s.side(e.Side))
	switch {
	case len(e.Powers) == 1:
		text = join([]string{text, s.does("victory-individual", e.Powers[0])})
	case len(e.Powers) > 1:
		text = join([]string{text, s.sentence("victory-shared", "Powers", s.powers(e.Powers))})
	}
	return text
}

func has(events []event.Reported, k event.Kind) bool {
	for _, e := range events {
		if e.Kind == k {
			return true
		}
	}
	return false
}

func join(parts []string) string { return strings.Join(parts, " ") }
