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

// HandleConfirmation looks for a key that an address was asked to send back: quoted lines count, as it permits nothing else. It tells what it
// confirmed; a letter that holds more goes on its way.
func HandleConfirmation(r *command.Request) (*decision.Outcome, error) {
	if r.Released {
		return nil, nil
	}
	var found []string
	for _, t := range r.Mail.Texts {
		found = append(found, notify.KeyForm.FindAllString(t.Body, 5)...)
	}
	slices.Sort(found)
	for _, text := range slices.Compact(found) {
		g, s, err := findUnconfirmed(r, keys.Parse(text))
		if err != nil {
			return nil, err
		}
		if g == nil || g.Stopped() {
			continue
		}
		if s.Kind == roster.SeatRequest {
			var out *decision.Outcome
			if s, out, err = fillRequestedSeat(r, g, *s); out != nil || err != nil {
				return out, err
			}
		}
		name := s.ID()
		done, err := confirmAddress(r, g, s, keys.Parse(text))
		if err != nil {
			return nil, err
		}
		if done {
			return answerConfirmed(r, g, g.Participant(name))
		}
	}
	return nil, nil
}

// findUnconfirmed finds who sits where with that key or code and has something to confirm; nil if nobody has.
func findUnconfirmed(r *command.Request, k keys.Key) (*gamestore.Game, *roster.Participant, error) {
	refs, err := r.SeatsOf(k.Handle())
	if err != nil || len(refs) == 0 {
		return nil, nil, err
	}
	g, err := r.Tx.Games().Game(refs[0].Game)
	if err != nil {
		return nil, nil, err
	}
	var s roster.Participant
	if err := gamestore.GetJSON(g, roster.PartOf(refs[0].Seat), refs[0].Seat, &s); err != nil || !s.Unconfirmed && len(s.UnconfirmedAddresses) == 0 {
		return nil, nil, err
	}
	t, err := gamestore.Load(r.Tx, refs[0].Game)
	if err != nil {
		return nil, nil, err
	}
	return t, t.Participant(refs[0].Seat), nil
}

// confirmAddress takes note of an address that has sent its key or code back. It tells whether there was anything to confirm.
func confirmAddress(r *command.Request, g *gamestore.Game, s *roster.Participant, k keys.Key) (bool, error) {
	if i := slices.IndexFunc(s.UnconfirmedAddresses, func(a roster.UnconfirmedAddress) bool { return a.Handle == k.Handle() }); i >= 0 {
		return true, addAddress(r.Env, r.Tx, g, *s, i)
	}
	if !s.Unconfirmed || !s.HasKey(k) {
		return false, nil
	}
	next := *s
	next.Unconfirmed = false
	if err := g.SaveSeat(r.Tx, next); err != nil {
		return false, err
	}
	if next.IsReferee() {
		if err := g.Save(); err != nil {
			return false, err
		}
		return true, notifyRequests(r.Env, r.Tx, g)
	}
	if ref := g.Referee(); ref != nil && ref.Unconfirmed && next.Has(ref.Address) { // who opened the game and plays in it
		referee := *ref
		referee.Unconfirmed = false
		if err := g.SaveSeat(r.Tx, referee); err != nil {
			return false, err
		}
		if err := notifyRequests(r.Env, r.Tx, g); err != nil {
			return false, err
		}
	}
	return true, welcome(r.Env, r.Tx, g, next, false)
}

// answerConfirmed answers a letter that only confirmed. One with orders, or with a line that is a question or an act, goes on.
func answerConfirmed(r *command.Request, g *gamestore.Game, s *roster.Participant) (*decision.Outcome, error) {
	if r.File.HasOrders() || len(r.File.Commands) > 0 {
		return nil, nil
	}
	r.Game, r.Seat, r.Role, r.Keyed = g, s, s.Role, true
	if _, err := replaceSeenKey(r); err != nil {
		return nil, err
	}
	if err := r.Count(""); err != nil {
		return nil, err
	}
	return decision.Of(decision.Accepted, "confirmed"), r.Note(notice.Confirmed{})
}
