package people

import (
	"fmt"
	"slices"
	"strconv"

	"fieldpost/cmd/internal/command"
	"fieldpost/cmd/internal/decision"
	"fieldpost/cmd/internal/env"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/keys"
	"fieldpost/cmd/internal/notify"
	"fieldpost/cmd/internal/roster"
	"fieldpost/cmd/internal/vault"
	"fieldpost/mailio"
	"fieldpost/orders/commands"
	"fieldpost/orders/reading/answer"
	"fieldpost/store"
	"fieldpost/templates/notice"
)

// maxAddresses is how many addresses a seat may have, those that have yet to confirm included.
const maxAddresses = 5

var _ = command.Handle[commands.Address](command.Spec{
	Syntax: []commands.Syntax{commands.AddressSyntax},
	Who:    command.Member, In: command.AnyGame, Guarded: true, NeedsKey: command.SeatKey,
}, command.AsNotice(handleAddress))

// handleAddress handles a line `address …`. A person may write from several addresses: mail goes to the main one, and
// every other must confirm before mails from it count.
func handleAddress(r *command.Request, c commands.Address) (notice.Notice, error) {
	s := *r.Seat
	if err := checkPerson(r.Env, roster.Person{Address: c.Address}); err != nil {
		return nil, notDoneFor(err)
	}
	same := func(a string) bool { return mailio.FoldAddress(a) == mailio.FoldAddress(c.Address) }
	other := slices.IndexFunc(s.Others, same)
	switch {
	case c.What == "drop":
		return dropAddress(r, s, c.Address, same)
	case same(s.Address):
		return nil, notDone(notice.DeniedMainAlready, fmt.Sprintf("%s is your main address already", c.Address),
			c.Address)
	case c.What == "main" && other >= 0:
		return makeMainAddress(r, s, other)
	case c.What == "" && other >= 0:
		return nil,
			notDone(notice.DeniedYoursAlready,
				fmt.Sprintf("%s is one of your addresses already; address main %s makes it the main one", c.Address,
					c.Address), c.Address)
	case len(s.Others)+len(s.UnconfirmedAddresses) >= maxAddresses:
		return nil,
			notDone(notice.DeniedTooManyAddresses,
				fmt.Sprintf("you have %d addresses already; address drop ADDRESS takes one away", maxAddresses),
				strconv.Itoa(maxAddresses))
	}
	if err := countAsk(r); err != nil {
		return nil, err
	}
	return askAddress(r, s, c.Address, same)
}

// maxAsksPerDay is how many addresses a sender may have the server write to in a day that have not written themselves.
const maxAsksPerDay = 20

// countAsk counts a mail to such an address. The error is an [env.NotDone].
func countAsk(r *command.Request) error {
	if n, err := r.CountToday("asks", r.Mail.From.Addr); err != nil {
		return err
	} else if n > maxAsksPerDay {
		return notDone(notice.DeniedAddressesADay, fmt.Sprintf("no more than %d addresses a day", maxAsksPerDay),
			strconv.Itoa(maxAsksPerDay))
	}
	return nil
}

// askAddress asks a new address to confirm, with a code of its own: the seat's key must not be sent to an address that
// may be mistyped.
func askAddress(r *command.Request, s roster.Participant, addr string, same func(string) bool) (notice.Notice, error) {
	asked := roster.UnconfirmedAddress{Address: addr, Generation: s.Generation, At: r.Env.Now().UTC()}
	code, err := vault.ConfirmationCode(r.Env, r.Tx, r.Game.Row, s, asked)
	if err != nil {
		return nil, err
	}
	asked.Handle = code.Handle()
	err = changePerson(r.Tx, r.Game, s, func(s *roster.Participant) {
		s.UnconfirmedAddresses = slices.DeleteFunc(slices.Clone(s.UnconfirmedAddresses),
			func(a roster.UnconfirmedAddress) bool { return same(a.Address) })
		s.UnconfirmedAddresses = append(s.UnconfirmedAddresses, asked)
	})
	if err != nil {
		return nil, err
	}
	v := notice.AddressAsked{Main: notice.Quote(s.Address), Lines: []string{"key " + code.Reveal()}}
	return notice.AddressWaits{Address: notice.Quote(addr)}, notify.SendConfirmation(r.Env, r.Tx, r.Game, s, addr, v, code, "")
}

// addAddress adds an address that has confirmed, and tells the main one.
func addAddress(e *env.Env, tx *store.Tx, g *gamestore.Game, s roster.Participant, asked int) error {
	addr := s.UnconfirmedAddresses[asked].Address
	err := changePerson(tx, g, s, func(s *roster.Participant) {
		s.UnconfirmedAddresses = slices.DeleteFunc(slices.Clone(s.UnconfirmedAddresses),
			func(a roster.UnconfirmedAddress) bool {
				return mailio.FoldAddress(a.Address) == mailio.FoldAddress(addr)
			})
		if !s.Has(addr) {
			s.Others = append(slices.Clone(s.Others), addr)
		}
	})
	if err != nil {
		return err
	}
	entry, err := gamestore.RecordAct(e, g, s.Actor(), "adds an address", mailio.FoldAddress(addr))
	if err != nil {
		return err
	}
	return notify.SendNotice(e, tx, g, s, notice.AddressAdded{Address: notice.Quote(addr)}, gamestore.SeqName(entry),
		"address")
}

// makeMainAddress makes another of the person's addresses the main one; both are told.
func makeMainAddress(r *command.Request, s roster.Participant, other int) (notice.Notice, error) {
	old := s
	s.Others = slices.Clone(s.Others)
	s.Address, s.Others[other], s.Bounced = s.Others[other], s.Address, ""
	s.Lost = slices.DeleteFunc(slices.Clone(s.Lost), func(l roster.LostAddress) bool { return l.Address == s.Address })
	s.Lost = nil
	if old.Kind == roster.Observer { // whose ID has the address
		if err := r.Game.RemoveOther(r.Tx, old); err != nil {
			return nil, err
		}
	}
	if err := r.Game.SaveSeat(r.Tx, s); err != nil {
		return nil, err
	}
	for _, t := range slices.Clone(r.Game.Seats) { // their other seats
		i := slices.IndexFunc(t.Others, func(a string) bool {
			return mailio.FoldAddress(a) == mailio.FoldAddress(s.Address)
		})
		if t.ID() == s.ID() || t.Person != s.Person || i < 0 {
			continue
		}
		t.Others = slices.Clone(t.Others)
		t.Address, t.Others[i], t.Bounced, t.Lost = t.Others[i], t.Address, "", nil
		if err := r.Game.SaveSeat(r.Tx, t); err != nil {
			return nil, err
		}
	}
	r.Seat = r.Game.Participant(s.ID())
	entry, err := gamestore.RecordAct(r.Env, r.Game, s.Actor(), "changes the main address",
		mailio.FoldAddress(s.Address))
	if err != nil {
		return nil, err
	}
	v := notice.AddressMain{Address: notice.Quote(s.Address)}
	for i, x := range []roster.Participant{old, s} {
		if err := notify.SendNotice(r.Env, r.Tx, r.Game, x, v, gamestore.SeqName(entry),
			[]string{"old", "new"}[i]); err != nil {
			return nil, err
		}
	}
	return nil, nil
}

// dropAddress removes a further address, confirmed or not.
func dropAddress(r *command.Request, s roster.Participant, addr string, same func(string) bool) (notice.Notice, error) {
	n := len(s.Others) + len(s.UnconfirmedAddresses)
	s.Others = slices.DeleteFunc(slices.Clone(s.Others), same)
	s.UnconfirmedAddresses = slices.DeleteFunc(slices.Clone(s.UnconfirmedAddresses),
		func(a roster.UnconfirmedAddress) bool { return same(a.Address) })
	if len(s.Others)+len(s.UnconfirmedAddresses) == n {
		return nil, notDone(notice.DeniedNotYours, addr+" is none of your further addresses; "+
			"make another one the main one first: address main ADDRESS", addr)
	}
	err := changePerson(r.Tx, r.Game, s, func(s *roster.Participant) {
		s.Others = slices.DeleteFunc(slices.Clone(s.Others), same)
		s.UnconfirmedAddresses = slices.DeleteFunc(slices.Clone(s.UnconfirmedAddresses),
			func(a roster.UnconfirmedAddress) bool { return same(a.Address) })
	})
	if err != nil {
		return nil, err
	}
	_, err = gamestore.RecordAct(r.Env, r.Game, s.Actor(), "drops an address", mailio.FoldAddress(addr))
	return notice.AddressDropped{Address: notice.Quote(addr)}, err
}

// HandleConfirmation searches a mail for keys and codes that its sender was asked to send back. Quoted lines count, for
// the key permits nothing else there; so does yes in answer to the mail that told the key, from the address that it went
// to. It tells the sender what was confirmed; a mail that asks for more is handled
// further.
func HandleConfirmation(r *command.Request) (*decision.Outcome, error) {
	if r.Released {
		return nil, nil
	}
	var found []string
	for _, t := range r.Mail.Texts {
		found = append(found, notify.KeyPattern.FindAllString(t.Body, 5)...)
	}
	if said, ok := answer.Read(r.Text.Body); ok && !said.No && r.Answers != nil && !r.Answers.Told.IsZero() {
		found = append(found, r.Answers.Told.Reveal())
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

// findUnconfirmed returns the participant with that key or code who has something to confirm; nil if there is none.
func findUnconfirmed(r *command.Request, k keys.Key) (*gamestore.Game, *roster.Participant, error) {
	refs, err := r.Tx.Handles().Seats(k.Handle())
	if err != nil || len(refs) == 0 {
		return nil, nil, err
	}
	g, err := r.Tx.Games().Game(refs[0].Game)
	if err != nil {
		return nil, nil, err
	}
	var s roster.Participant
	if err := gamestore.GetJSON(g, roster.PartOf(refs[0].Seat), refs[0].Seat, &s); err != nil ||
		!s.Unconfirmed && len(s.UnconfirmedAddresses) == 0 {
		return nil, nil, err
	}
	t, err := gamestore.Load(r.Tx, refs[0].Game)
	if err != nil {
		return nil, nil, err
	}
	return t, t.Participant(refs[0].Seat), nil
}

// confirmAddress confirms an address that has sent its key or code back. It reports whether there was anything to
// confirm.
func confirmAddress(r *command.Request, g *gamestore.Game, s *roster.Participant, k keys.Key) (bool, error) {
	if i := slices.IndexFunc(s.UnconfirmedAddresses,
		func(a roster.UnconfirmedAddress) bool { return a.Handle == k.Handle() }); i >= 0 {
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
	if err := vault.UniteSeats(r.Tx, g); err != nil {
		return false, err
	}
	next = *g.Participant(next.ID())
	if next.IsReferee() {
		if err := g.Save(); err != nil {
			return false, err
		}
		return true, notifyRequests(r.Env, r.Tx, g)
	}
	// the referee who made the game plays in it
	if ref := g.Referee(); ref != nil && ref.Unconfirmed && next.Has(ref.Address) {
		referee := *ref
		referee.Unconfirmed = false
		if err := g.SaveSeat(r.Tx, referee); err != nil {
			return false, err
		}
		if err := vault.UniteSeats(r.Tx, g); err != nil {
			return false, err
		}
		next = *g.Participant(next.ID())
		if err := notifyRequests(r.Env, r.Tx, g); err != nil {
			return false, err
		}
	}
	return true, welcome(r.Env, r.Tx, g, next, false)
}

// answerConfirmed answers a mail that only confirmed. One with orders or commands is handled further.
func answerConfirmed(r *command.Request, g *gamestore.Game, s *roster.Participant) (*decision.Outcome, error) {
	if r.File.HasOrders() || len(r.File.Commands) > 0 {
		return nil, nil
	}
	r.Game, r.Seat, r.Role, r.Keyed = g, s, s.Role, true
	if _, err := replaceSeenKey(r); err != nil {
		return nil, err
	}
	if err := r.RecordIntake(""); err != nil {
		return nil, err
	}
	return decision.Of(decision.Accepted, "confirmed"), r.ReplyNotice(notice.Confirmed{})
}
