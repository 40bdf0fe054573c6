package people

import (
	"bytes"
	"errors"
	"fmt"
	"net/mail"
	"slices"
	"strings"

	"fieldpost/cmd/internal/command"
	"fieldpost/cmd/internal/env"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/roster"
	"fieldpost/cmd/internal/vault"
	"fieldpost/mailio"
	"fieldpost/mailio/message"
	"fieldpost/store"
)

// ForgetPerson asks to forget a person.
type ForgetPerson struct {
	Address string `json:"address"`
}

// Forgotten is what was erased of a person. Records name nobody, so that every history stays whole.
type Forgotten struct {
	Seats   int `json:"seats"`   // and chairs
	Letters int `json:"letters"` // mails that came
	Mails   int `json:"mails"`   // mails that went out
	Waiting int `json:"waiting"` // mails that are still to go out; ask again when they are gone
}

// OpForget erases a person: his places at tables, his mails, what was sent to him, the texts of acts that name his address. What he
// wrote to others stays with these, under his seat's name. Who still plays, or referees a game that is not over, cannot be forgotten.
func OpForget(e *env.Env, tx *store.Tx, p ForgetPerson) (any, error) {
	if a, err := mail.ParseAddress(p.Address); err != nil || a.Address != p.Address {
		return nil, fmt.Errorf("%q is no mail address", p.Address)
	}
	addr := mailio.FoldAddress(p.Address)
	refs, err := tx.Handles().Seats(roster.AddressHandle(addr))
	if err != nil {
		return nil, err
	}
	var out Forgotten
	for _, ref := range refs {
		if err := leaveTable(e, tx, ref); err != nil {
			return nil, err
		}
		out.Seats++
	}
	if err := eraseFromGames(tx, addr); err != nil {
		return nil, err
	}
	if out.Letters, err = eraseLetters(tx, addr); err != nil {
		return nil, err
	}
	if out.Mails, out.Waiting, err = eraseMails(tx, addr); err != nil {
		return nil, err
	}
	return out, eraseCounts(tx, addr)
}

// leaveTable takes a person off a place. A seat becomes free, with nobody told.
func leaveTable(e *env.Env, tx *store.Tx, ref store.SeatRef) error {
	g, err := gamestore.Load(tx, ref.Game)
	if err != nil {
		return err
	}
	s := g.Participant(ref.Seat)
	over := g.Chain.Over()
	switch {
	case s == nil:
		return nil
	case s.Kind == roster.Observer, s.Kind == roster.Request:
		return g.RemoveOther(tx, *s)
	case !over && s.IsReferee():
		return fmt.Errorf("this is the referee of %s, which is not over", ref.Game)
	case !over:
		return fmt.Errorf("somebody of that address sits for %s in %s, which is not over; put somebody else there first: fieldpost game seat %s %s --address ADDRESS",
			s.Power, ref.Game, ref.Game, s.Power)
	case s.IsReferee():
		free, err := vault.WithKey(e, tx, g, roster.Seat{Kind: s.Kind, Role: s.Role, Language: e.Language}, *s)
		if err != nil {
			return err
		}
		return g.SaveSeat(tx, free)
	}
	return LeaveSeat(e, tx, g, s.Power)
}

// eraseFromGames erases what games keep beside their records about an address.
func eraseFromGames(tx *store.Tx, addr string) error {
	var names []string
	for name, err := range tx.Games().Names() {
		if err != nil {
			return err
		}
		names = append(names, name)
	}
	for _, name := range names {
		g, err := gamestore.Load(tx, name)
		if err != nil {
			return err
		}
		if err := eraseTexts(g, addr); err != nil {
			return fmt.Errorf("game %s: %w", name, err)
		}
	}
	return nil
}

// eraseTexts erases the texts of acts about an address, the list of an observer's reports, his name on letters, his wishes and the
// referee's word about them.
func eraseTexts(t *gamestore.Game, addr string) error {
	observer := roster.Seat{Kind: roster.Observer, Address: addr}.ID()
	var gone [][2]string
	for e, err := range t.Row.All(gamestore.PartActs, "") {
		if err != nil {
			return err
		}
		if about := "\nabout "; slices.Contains(strings.Fields(between(string(e.Value.Bytes), about, "\n")), addr) {
			gone = append(gone, [2]string{string(gamestore.PartActs), e.Key})
		}
	}
	for e, err := range t.Row.All(store.Reports, observer+"/") {
		if err != nil {
			return err
		}
		gone = append(gone, [2]string{string(store.Reports), e.Key})
	}
	for _, g := range gone {
		if err := t.Row.Delete(store.Part(g[0]), g[1]); err != nil {
			return err
		}
	}
	rows, err := gamestore.Letters(t)
	if err != nil {
		return err
	}
	for _, r := range rows {
		if !slices.Contains(r.Readers, observer) {
			continue
		}
		r.Readers = slices.DeleteFunc(r.Readers, func(x string) bool { return x == observer })
		if r.By == observer {
			r.By = roster.Observer
		}
		if err := gamestore.PutJSON(t.Row, gamestore.PartPress, gamestore.SeqKey(r.Number), r); err != nil {
			return err
		}
	}
	is := func(a string) bool { return mailio.FoldAddress(a) == addr }
	d := &t.Life.Doors
	n := len(d.Allow) + len(d.Deny) + len(d.Requests)
	d.Allow, d.Deny = slices.DeleteFunc(d.Allow, is), slices.DeleteFunc(d.Deny, is)
	d.Requests = slices.DeleteFunc(d.Requests, func(r gamestore.Request) bool { return is(r.Person.Address) || is(r.Person.Second) })
	if len(d.Allow)+len(d.Deny)+len(d.Requests) == n {
		return nil
	}
	return t.SaveLife()
}

func between(s, open, end string) string {
	_, s, _ = strings.Cut(s, open)
	s, _, _ = strings.Cut(s, end)
	return s
}

// eraseLetters deletes the bytes of the mails that came from an address.
func eraseLetters(tx *store.Tx, addr string) (n int, err error) {
	var from []uint64
	for row, err := range tx.Inbox().Mails(1) {
		if err != nil {
			return 0, err
		}
		raw, err := tx.Inbox().Bytes(row.Number)
		if errors.Is(err, store.ErrNotFound) || !row.Done() {
			continue
		} else if err != nil {
			return 0, err
		}
		head := raw[:min(len(raw), headerSize)]
		if bytes.Contains(bytes.ToLower(head), []byte(addr)) && mailio.FoldAddress(authorOf(head)) == addr {
			from = append(from, row.Number)
		}
	}
	for _, number := range from {
		if err := tx.Inbox().Drop(number); err != nil {
			return 0, err
		}
	}
	return len(from), nil
}

// headerSize is how far the header of a mail is looked through for its author.
const headerSize = 64 << 10

func authorOf(head []byte) string {
	a, err := mail.ParseAddress(message.FirstField(head, "From"))
	if err != nil {
		return ""
	}
	return a.Address
}

// eraseMails deletes the bytes and addresses of the mails to an address.
func eraseMails(tx *store.Tx, addr string) (n, waiting int, err error) {
	var to []string
	for m, err := range tx.Outbox().Mails(1) {
		switch {
		case err != nil:
			return 0, 0, err
		case mailio.FoldAddress(m.To) != addr:
		case m.State == store.Queued:
			waiting++
		default:
			to = append(to, m.MessageID)
		}
	}
	for _, id := range to {
		if err := tx.Outbox().Erase(id); err != nil {
			return 0, 0, err
		}
	}
	return len(to), waiting, nil
}

// eraseCounts deletes the counts of answers that name an address; "strangers" is of versions before.
func eraseCounts(tx *store.Tx, addr string) error {
	for _, kind := range []string{"strangers", command.BudgetKind, command.DoorKind} {
		var keys []string
		for e, err := range tx.Data().All(kind, "") {
			if err != nil {
				return err
			}
			if slices.Contains(strings.Fields(e.Key), addr) {
				keys = append(keys, e.Key)
			}
		}
		for _, k := range keys {
			if err := tx.Data().Delete(kind, k); err != nil {
				return err
			}
		}
	}
	return nil
}
