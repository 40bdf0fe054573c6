package templates

import (
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/rules"
	"fieldpost/orders"
)

// speaker says the things of one game in one language.
type speaker struct {
	*words
	b     *board.Board
	rules *rules.Set
}

func newSpeaker(set *rules.Set, lang orders.Lang) (*speaker, error) {
	w, err := speak(lang)
	if err != nil {
		return nil, err
	}
	return &speaker{words: w, b: set.Board, rules: set}, nil
}

// power is a power's bare name, as in a table.
func (s *speaker) power(p board.Power) string {
	if p == board.Nobody {
		return s.say("nobody")
	}
	return orders.PowerName(p, s.lang)
}

// the is a power as the subject of a sentence ("the USSR"); of is the form after "of" or "by" ("von der Sowjetunion").
func (s *speaker) the(p board.Power) string { return s.say("the-" + powerKey(p)) }
func (s *speaker) of(p board.Power) string  { return s.say("of-" + powerKey(p)) }

// from is where something was taken from: "from the USSR". German draws "von dem" together.
func (s *speaker) from(p board.Power) string {
	return strings.Replace(s.say("from", "Of", s.of(p)), "von dem ", "vom ", 1)
}

func powerKey(p board.Power) string {
	switch p {
	case board.Nobody:
		return "nobody"
	case board.MiddleEast:
		return "middle-east"
	}
	return string(p)
}

// does is a sentence whose subject is a power; its verb agrees with the power's name ("die USA ziehen").
func (s *speaker) does(key string, p board.Power, pairs ...any) string {
	n := 1
	if s.say("number-"+powerKey(p)) == "many" {
		n = 2
	}
	return capital(s.many(key, n, append(pairs, "The", s.the(p), "Of", s.of(p))...))
}

func (s *speaker) side(x board.Side) string { return s.say("side-" + x.String()) }

func (s *speaker) space(id board.SpaceID) string { return orders.SpaceName(s.b, id, s.lang) }

func (s *speaker) spaces(ids []board.SpaceID) string {
	names := make([]string, len(ids))
	for i, id := range ids {
		names[i] = s.space(id)
	}
	return s.list(names)
}

func (s *speaker) phase(p order.Phase) string { return s.say("phase-" + p.String()) }

// units is a number of units: "3 infantry". No line ends behind the number.
func (s *speaker) units(t board.UnitType, n int) string {
	return s.count(n) + glue + orders.UnitName(t, n, s.lang)
}

// stacks lists units of one owner or several; whose names those of other owners than p.
func (s *speaker) stacks(list []event.Stack, p board.Power) string {
	var items []string
	for _, st := range list {
		items = append(items, s.stack(st, p))
	}
	return s.list(items)
}

func (s *speaker) stack(st event.Stack, p board.Power) string {
	text := s.units(st.Type, st.N)
	if st.Power != p && st.Power != board.Nobody && p != board.Nobody {
		text = s.say("units-of", "Units", text, "Power", s.power(st.Power))
	}
	if st.Damaged {
		text = s.say("units-damaged", "Units", text)
	}
	if st.Submerged {
		text = s.say("units-submerged", "Units", text)
	}
	if len(st.Aboard) > 0 {
		text = s.say("units-aboard", "Units", text, "Cargo", s.stacks(st.Aboard, p))
	}
	return text
}

// ipc is a sum of money.
func (s *speaker) ipc(n int) string { return s.say("ipc", "N", s.count(n)) }

// cost is what units are worth.
func (s *speaker) cost(list []event.Stack) int {
	sum := 0
	for _, st := range list {
		sum += st.N * s.rules.Cost(st.Type)
	}
	return sum
}

// merge adds up equal units.
func merge(lists ...[]event.Stack) []event.Stack {
	var out []event.Stack
	for _, list := range lists {
		for _, st := range list {
			found := false
			for i := range out {
				if out[i].Power == st.Power && out[i].Type == st.Type && len(out[i].Aboard) == 0 && len(st.Aboard) == 0 {
					out[i].N += st.N
					found = true
					break
				}
			}
			if !found {
				out = append(out, st)
			}
		}
	}
	return out
}
