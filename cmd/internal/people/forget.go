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

// ForgetRequest asks to forget a person.
type ForgetRequest struct {
	Address string `json:"address"`
}

// Forgotten is what was erased of a person. Records name nobody, so that every history stays whole.
type Forgotten struct {
	Seats   int `json:"seats"`   // those of referees and observers included
	Letters int `json:"letters"` // mails that came
	Mails   int `json:"mails"`   // mails that were sent
	Waiting int `json:"waiting"` // mails that are still to be sent; ask again when they are
}

// ForgetPerson erases a person: their seats, their mails, what was sent to them, the texts of acts that name their
// address. What they wrote to others stays with these, under the name of their seat. A person who still plays, or
// referees a game that is not over, cannot be forgotten.
func ForgetPerson(e *env.Env, tx *store.Tx, p ForgetRequest) (any, error) {
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
		if err := removeFromGame(e, tx, ref); err != nil {
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

// removeFromGame removes a person from a game. A seat becomes free, and nobody is told.
func removeFromGame(e *env.Env, tx *store.Tx, ref store.SeatRef) error {
	g, err := gamestore.Load(tx, ref.Game)
	if err != nil {
		return err
	}
	s := g.Participant(ref.Seat)
	over := g.Chain.Over()
	switch {
	case s == nil:
		return nil
	case s.Kind == roster.Observer, s.Kind == roster.SeatRequest:
		return g.RemoveOther(tx, *s)
	case !over && s.IsReferee():
		return fmt.Errorf("this is the referee of %s, which is not over", ref.Game)
	case !over:
		return fmt.Errorf("somebody of that address sits for %s in %s, which is not over; "+
			"put somebody else there first: fieldpost game seat %s %s --address ADDRESS",
			s.Power, ref.Game, ref.Game, s.Power)
	case s.IsReferee():
		free, err := vault.WithNewKey(e, tx, g, roster.Participant{Kind: s.Kind, Role: s.Role, Language: e.Language}, *s)
		if err != nil {
			return err
		}
		return g.SaveSeat(tx, free)
	}
	return LeaveSeat(e, tx, g, s.Power)
}

// eraseFromGames erases what games store next to their records about an address.
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

// eraseTexts erases the texts of acts about an address, the list of an observer's reports, their name on press, their
// requests, and what the referee decided about them.
func eraseTexts(g *gamestore.Game, addr string) error {
	observer := roster.Participant{Kind: roster.Observer, Address: addr}.ID()
	var gone [][2]string
	for e, err := range g.Row.All(gamestore.PartActs, "") {
		if err != nil {
			return err
		}
		if about := "\nabout "; slices.Contains(strings.Fields(between(string(e.Value.Bytes), about, "\n")), addr) {
			gone = append(gone, [2]string{string(gamestore.PartActs), e.Key})
		}
	}
	for e, err := range g.Row.All(store.Reports, observer+"/") {
		if err != nil {
			return err
		}
		gone = append(gone, [2]string{string(store.Reports), e.Key})
	}
	for _, key := range gone {
		if err := g.Row.Delete(store.Part(key[0]), key[1]); err != nil {
			return err
		}
	}
	rows, err := gamestore.ReadPress(g)
	if err != nil {
		return err
	}
	for _, r := range rows {
		if !slices.Contains(r.Readers, observer) {
			continue
		}
		r.Readers = slices.DeleteFunc(r.Readers, func(x string) bool { return x == observer })
		if r.Writer == observer {
			r.Writer = roster.Observer
		}
		if err := gamestore.PutJSON(g.Row, gamestore.PartPress, gamestore.SeqKey(r.Number), r); err != nil {
			return err
		}
	}
	is := func(a string) bool { return mailio.FoldAddress(a) == addr }
	d := &g.State.Admission
	n := len(d.Allow) + len(d.Deny) + len(d.Pending)
	d.Allow, d.Deny = slices.DeleteFunc(d.Allow, is), slices.DeleteFunc(d.Deny, is)
	d.Pending = slices.DeleteFunc(d.Pending, func(r gamestore.PendingJoin) bool {
		return is(r.Person.Address) || is(r.Person.Second)
	})
	if len(d.Allow)+len(d.Deny)+len(d.Pending) == n {
		return nil
	}
	return g.SaveState()
}

// between returns the part of s between open and end.
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

// headerSize is how many bytes of a mail are searched for its author.
const headerSize = 64 << 10

// authorOf returns the address in the field From, "" if there is none.
func authorOf(head []byte) string {
	a, err := mail.ParseAddress(message.FirstField(head, "From"))
	if err != nil {
		return ""
	}
	return a.Address
}

// eraseMails deletes the bytes and addresses of the mails to an address. It returns how many were deleted, and how many
// still wait to be sent.
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

// eraseCounts deletes the counts of answers that name an address; "strangers" is of earlier versions.
func eraseCounts(tx *store.Tx, addr string) error {
	for _, kind := range []string{"strangers", command.BudgetKind, command.DailyKind} {
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
