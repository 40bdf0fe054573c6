package people

import (
	"slices"

	"fieldpost/cmd/internal/command"
	"fieldpost/cmd/internal/decision"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/keys"
	"fieldpost/cmd/internal/notify"
	"fieldpost/cmd/internal/roster"
	"fieldpost/templates/notice"
)

// Confirm looks for a key that an address was asked to send back: quoted lines count, as it permits nothing else. It tells what it
// confirmed; a letter that holds more goes on its way.
func Confirm(r *command.Request) (*decision.Outcome, error) {
	if r.Released {
		return nil, nil
	}
	var found []string
	for _, t := range r.Mail.Texts {
		found = append(found, notify.KeyForm.FindAllString(t.Body, 5)...)
	}
	slices.Sort(found)
	for _, text := range slices.Compact(found) {
		g, s, err := unconfirmed(r, keys.Parse(text))
		if err != nil {
			return nil, err
		}
		if g == nil || g.Stopped() {
			continue
		}
		if s.Kind == roster.Request {
			var out *decision.Outcome
			if s, out, err = seatRequest(r, g, *s); out != nil || err != nil {
				return out, err
			}
		}
		name := s.ID()
		done, err := confirmed(r, g, s, keys.Parse(text))
		if err != nil {
			return nil, err
		}
		if done {
			return thank(r, g, g.Participant(name))
		}
	}
	return nil, nil
}

// unconfirmed finds who sits where with that key or code and has something to confirm; nil if nobody has.
func unconfirmed(r *command.Request, k keys.Key) (*gamestore.Game, *roster.Seat, error) {
	refs, err := r.SeatsOf(k.Handle())
	if err != nil || len(refs) == 0 {
		return nil, nil, err
	}
	g, err := r.Tx.Games().Game(refs[0].Game)
	if err != nil {
		return nil, nil, err
	}
	var s roster.Seat
	if err := gamestore.GetJSON(g, roster.PartOf(refs[0].Seat), refs[0].Seat, &s); err != nil || !s.Unproved && len(s.Asked) == 0 {
		return nil, nil, err
	}
	t, err := gamestore.Load(r.Tx, refs[0].Game)
	if err != nil {
		return nil, nil, err
	}
	return t, t.Participant(refs[0].Seat), nil
}

// confirmed takes note of an address that has sent its key or code back. It tells whether there was anything to confirm.
func confirmed(e *command.Request, g *gamestore.Game, s *roster.Seat, k keys.Key) (bool, error) {
	if i := slices.IndexFunc(s.Asked, func(a roster.AskedAddress) bool { return a.Handle == k.Handle() }); i >= 0 {
		return true, addAddress(e.Env, e.Tx, g, *s, i)
	}
	if !s.Unproved || !s.OpensWith(k) {
		return false, nil
	}
	next := *s
	next.Unproved = false
	if err := g.SaveSeat(e.Tx, next); err != nil {
		return false, err
	}
	if next.IsReferee() {
		if err := g.Save(); err != nil {
			return false, err
		}
		return true, tellRequests(e.Env, e.Tx, g)
	}
	if r := g.Referee(); r != nil && r.Unproved && next.Has(r.Address) { // who opened the game and plays in it
		chair := *r
		chair.Unproved = false
		if err := g.SaveSeat(e.Tx, chair); err != nil {
			return false, err
		}
		if err := tellRequests(e.Env, e.Tx, g); err != nil {
			return false, err
		}
	}
	return true, welcome(e.Env, e.Tx, g, next, false)
}

// thank answers a letter that only confirmed. One with orders, or with a line that is a question or an act, goes on.
func thank(r *command.Request, g *gamestore.Game, s *roster.Seat) (*decision.Outcome, error) {
	if r.File.HasOrders() || len(r.File.Commands) > 0 {
		return nil, nil
	}
	r.Game, r.Seat, r.Role, r.Keyed = g, s, s.Role, true
	if _, err := seenKey(r); err != nil {
		return nil, err
	}
	if err := r.Count(""); err != nil {
		return nil, err
	}
	return decision.Of(decision.Accepted, "confirmed"), r.Note(notice.Confirmed{})
}
