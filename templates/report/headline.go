package report

import (
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/templates/local"
)

// tally is the result of a resolution: what changed hands, how the battles ended, what each power lost.
type tally struct {
	taken  []event.Reported // Captured and Liberated
	won    int              // battles won by the power on turn
	lost   int              // battles lost
	open   int              // battles drawn, broken off or paused
	losses []loss           // by power, in the order of the board
	raided int              // IPC that rockets and raids cost the enemy
	end    *event.Reported  // Victory
}

// loss is what one power lost in a resolution.
type loss struct {
	power board.Power
	units []event.Stack
	ipc   int // what they cost
}

func (b *Builder) count(events []event.Reported) tally {
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
	for _, p := range local.Owners(b.Board) {
		if units := gone[p]; len(units) > 0 {
			t.losses = append(t.losses, loss{p, units, b.cost(units)})
		}
	}
	return t
}

// isLoss reports whether an event removes units from the board. A battleship's first hit does not.
func isLoss(e event.Reported) bool {
	switch e.Kind {
	case event.KindLost:
		return e.Note != "damaged"
	case event.KindDrowned, event.KindNoLanding:
		return true
	}
	return false
}

// headline is the sentence that a reader sees first: who took what, who lost what.
func (b *Builder) headline(v *View) string {
	t := b.tally
	if v.Asked {
		return b.Text("headline-asked", "Game", v.Game, "Round", b.Count(v.Pos.Round()))
	}
	if v.Before == nil {
		return b.Text("headline-start", "Game", v.Game)
	}
	who := v.Before.Power()
	var parts []string
	if t.end != nil {
		parts = append(parts, narrator{writer: b.writer}.victory(*t.end))
	}
	var own, freed []string
	for _, e := range t.taken {
		if e.Kind == event.KindCaptured {
			own = append(own, b.Object(e.Space))
		} else {
			freed = append(freed, b.Object(e.Space))
		}
	}
	if len(own) > 0 {
		parts = append(parts, b.PowerText("headline-took", who, "Spaces", b.List(own)))
	}
	if len(freed) > 0 {
		parts = append(parts, b.PowerText("headline-freed", who, "Spaces", b.List(freed)))
	}
	if len(parts) == 0 {
		parts = append(parts, b.quietHeadline(v))
	}
	if len(t.losses) > 0 {
		var items []string
		for _, l := range t.losses {
			items = append(items, b.Text("headline-loss", "Power", b.Power(l.power), "IPC", b.IPC(l.ipc)))
		}
		parts = append(parts, b.Text("headline-losses", "List", b.List(items)))
	}
	if t.raided > 0 {
		parts = append(parts, b.Text("headline-raided", "IPC", b.IPC(t.raided)))
	}
	return join(parts)
}

// quietHeadline returns the headline of a resolution in which nothing changed hands.
func (b *Builder) quietHeadline(v *View) string {
	t := b.tally
	who := v.Before.Power()
	switch {
	case t.won+t.lost+t.open > 0:
		return b.PowerText("headline-fought", who, "Battles", b.List(b.battles()))
	case has(v.Events, event.KindDealt):
		return b.Text("headline-dealt")
	case who == board.Nobody:
		return b.Text("headline-before")
	case has(v.Events, event.KindTurnEnded):
		return b.PowerText("headline-ended", who)
	}
	return b.PowerText("headline-played", who)
}

// result is the word behind the tag in a subject: what changed hands, how the battles went.
func (b *Builder) result(v *View) string {
	t := b.tally
	if v.Asked {
		return b.Text("subject-asked")
	}
	if v.Before == nil {
		return b.Text("subject-start")
	}
	if t.end != nil && t.end.Side == board.NoSide {
		return b.Text("subject-ended")
	}
	if t.end != nil {
		return b.Text("subject-end", "Side", b.Side(t.end.Side))
	}
	var parts []string
	switch n := len(t.taken); {
	case n == 1:
		parts = append(parts, b.Text("subject-taken", "Space", b.Space(t.taken[0].Space)))
	case n > 1:
		parts = append(parts, b.Plural("subject-taken-more", n-1, "Space", b.Space(t.taken[0].Space), "More",
			b.Count(n-1)))
	}
	parts = append(parts, b.battles()...)
	if len(parts) == 0 {
		parts = append(parts, b.lastPhase(v))
	}
	return b.Text("subject-result", "What", strings.Join(parts, ", "))
}

// battles counts the battles by how they ended.
func (b *Builder) battles() []string {
	t := b.tally
	var parts []string
	for _, x := range []struct {
		key string
		n   int
	}{{"battles-won", t.won}, {"battles-lost", t.lost}, {"battles-open", t.open}} {
		if x.n > 0 {
			parts = append(parts, b.Plural(x.key, x.n, "N", b.Count(x.n)))
		}
	}
	return parts
}

// lastPhase returns how far a resolution without battles came.
func (b *Builder) lastPhase(v *View) string {
	if has(v.Events, event.KindDealt) {
		return b.Text("subject-dealt")
	}
	if has(v.Events, event.KindTurnEnded) {
		return b.Text("subject-turn-ended")
	}
	for i := len(v.Events) - 1; i >= 0; i-- {
		if e := v.Events[i]; e.Kind == event.KindPhaseBegan {
			return b.Text("subject-phase", "Phase", b.Phase(e.Phase))
		}
	}
	return b.Text("subject-turn")
}

func (s narrator) victory(e event.Reported) string {
	if text := s.agreed(e); text != "" {
		return text
	}
	text := s.Text("victory", "Side", s.Side(e.Side))
	switch {
	case len(e.Powers) == 1:
		text = join([]string{text, s.PowerText("victory-individual", e.Powers[0])})
	case len(e.Powers) > 1:
		text = join([]string{text, s.Sentence("victory-shared", "Powers", s.Powers(e.Powers))})
	}
	return text
}

// agreed returns how a game ended by agreement; "" if it did not.
func (s narrator) agreed(e event.Reported) string {
	switch {
	case e.Note == "surrender":
		return s.Sentence("ended-surrender", "Side", s.Side(e.Side), "Loser", s.Side(e.Side.Other()))
	case e.Side == board.NoSide:
		return s.Text("ended-" + e.Note)
	}
	return ""
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
