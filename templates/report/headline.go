package report

import (
	"slices"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
	"fieldpost/templates/layout"
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
			if !endsLater(events[i:], e.Space) {
				t.open++
			}
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

// endsLater reports whether a battle that was paused has come to its end.
func endsLater(events []event.Reported, at board.SpaceID) bool {
	return slices.ContainsFunc(events, func(e event.Reported) bool {
		return e.Kind == event.KindBattleEnded && e.Space == at
	})
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
	case has(v.Events, event.KindTurnEnded) && fought(v.Events):
		return b.PowerText("headline-over", who)
	case has(v.Events, event.KindTurnEnded):
		return b.PowerText("headline-ended", who)
	case fought(v.Events):
		return b.PowerText("headline-goes-on", who)
	}
	return b.PowerText("headline-played", who)
}

// fought reports whether something was rolled in battle: in the fight itself, by antiaircraft guns, raiders, rockets.
func fought(events []event.Reported) bool {
	for _, e := range events {
		switch e.Kind {
		case event.KindBattleBegan, event.KindFired, event.KindAntiaircraft, event.KindInterception, event.KindRaid,
			event.KindRocket:
			return true
		}
	}
	return false
}

// news is a line on what the turn's report before this one did not tell; none if there was none.
func (b *Builder) news(v *View) []layout.Block {
	if v.News == nil {
		return nil
	}
	t := b.count(v.News)
	var items, taken []string
	for _, e := range t.taken {
		taken = append(taken, b.Space(e.Space))
	}
	if len(taken) > 0 {
		items = append(items, b.Plural("news-taken", len(taken), "Spaces", b.List(taken)))
	}
	for _, x := range battleCounts(t) {
		if x.n > 0 {
			items = append(items, b.Plural(x.key, x.n, "N", b.Count(x.n)))
		}
	}
	moves, placed := 0, []event.Stack(nil)
	phase := order.NoPhase
	for _, e := range v.News {
		switch {
		case e.Kind == event.KindPhaseBegan:
			phase = e.Phase
		case e.Kind == event.KindPlaced:
			placed = merge(placed, e.Units)
		case phase == order.Noncombat && (e.Kind == event.KindMoved || e.Kind == event.KindLanded):
			moves++
		}
	}
	if moves > 0 {
		items = append(items, b.Plural("news-moves", moves, "N", b.Count(moves)))
	}
	if len(placed) > 0 {
		items = append(items, b.Text("news-placed", "Units", b.Stacks(byType(placed), v.Before.Power())))
	}
	if has(v.News, event.KindTurnEnded) {
		items = append(items, b.Text("news-ended"))
	}
	if len(items) == 0 && v.Before.Power() == board.Nobody {
		return nil // a step of the preparations
	}
	if len(items) == 0 {
		items = append(items, b.Text("news-phase", "Phase", b.Phase(v.Pos.Phase())))
	}
	return []layout.Block{layout.Paragraph(b.Text("news", "List", strings.Join(items, ", ")))}
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
	var parts []string
	for _, x := range battleCounts(b.tally) {
		if x.n > 0 {
			parts = append(parts, b.Plural(x.key, x.n, "N", b.Count(x.n)))
		}
	}
	return parts
}

// counted is a number of battles, and the key of its words.
type counted struct {
	key string
	n   int
}

func battleCounts(t tally) []counted {
	return []counted{{"battles-won", t.won}, {"battles-lost", t.lost}, {"battles-open", t.open}}
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
