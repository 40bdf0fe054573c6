package reading

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/orders/reading/phrase"
)

// trip is a voyage told in words: "TRN SZ59 to SZ49, load 2 INF Phil, to SZ59, offload Kwang".
type trip struct {
	ship  *phrase.Unit
	seas  [][]place // where the ship starts and what it sails through, in order
	cargo []phrase.Leg
	pend  []phrase.Unit // to go aboard, from where is not said yet
	src   []place       // where the units stand that are named next
	to    []place
	doing string // load or unload, the last that was said
}

// voyage reads a sentence that loads and unloads.
func (r *clause) voyage(items []phrase.Item) []candidate {
	says := func(id string) bool {
		return slices.ContainsFunc(items, func(it phrase.Item) bool { return it.Kind == phrase.Key && it.ID == id })
	}
	if !says("load") && !says("unload") {
		return nil
	}
	t, c := trip{}, r.newCandidate()
	for _, it := range items {
		switch it.Kind {
		case phrase.Key:
			if it.ID == "load" || it.ID == "unload" {
				t.doing = it.ID
			} else if !slices.Contains(phrase.MovementWords, it.ID) && it.ID != "losses" {
				continue
			}
		case phrase.Group:
			t.group(it.Units)
		case phrase.Named:
			if !t.place(r.terrain, it.Places) {
				return nil
			}
		case phrase.Hop:
			for _, h := range it.Hops {
				if !t.place(r.terrain, h) {
					return nil
				}
			}
		default:
			continue
		}
		c.takes(it)
	}
	return r.embark(t, c)
}

// group takes units: ships that carry, or what they carry.
func (t *trip) group(us []phrase.Unit) {
	if phrase.Carriers(us) && t.ship == nil {
		u := us[0]
		t.ship = &u
		return
	}
	if t.src != nil {
		t.cargo, t.src = append(t.cargo, phrase.Leg{Units: us, From: t.src}), nil
		return
	}
	t.pend = append(t.pend, us...)
}

// place takes a space: a zone is on the way, land is where units come from or go.
func (t *trip) place(on *terrain, p []place) bool {
	switch {
	case on.ctx.Board.Space(p[0].ID).Sea:
		t.seas = append(t.seas, p)
	case len(t.pend) > 0:
		t.cargo = append(t.cargo, phrase.Leg{Units: t.pend, From: p})
		t.pend = nil
	case t.to == nil && len(t.cargo) > 0:
		t.to = p
	case t.doing == "load" && t.src == nil: // "load in Japan 5 inf"
		t.src = p
	default:
		return false
	}
	return true
}

// embark makes the orders of a voyage.
func (r *clause) embark(t trip, c candidate) []candidate {
	if len(t.pend) > 0 || len(t.cargo) == 0 || t.to == nil || t.src != nil {
		return nil
	}
	f := phrase.Movement{Legs: t.cargo, To: t.to, Verb: "ship"}
	if len(t.seas) > 0 {
		f.ByTo = t.seas[len(t.seas)-1]
	}
	if t.ship != nil && len(t.seas) > 1 {
		f.By, f.ByIn = t.ship, t.seas[0]
	}
	var out []candidate
	for _, m := range (&mover{clause: r}).make([]phrase.Movement{f}) {
		if slices.ContainsFunc(m.pieces, func(p piece) bool { _, ships := p.order.(order.ShipUnits); return !ships }) {
			continue
		}
		d := c
		d.used = slices.Clone(c.used)
		d.made, d.battle = m, board.NoSpace
		out = append(out, d)
	}
	return out
}
