package daemon

import (
	"regexp"
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/cmd/internal/keys"
	"fieldpost/cmd/internal/roster"
	"fieldpost/mailio"
	"fieldpost/mailio/compose"
	"fieldpost/store"
	"fieldpost/templates/notice"
	"fieldpost/templates/reader"
)

// An address proves that it is its owner's, and that mail gets through, by sending back the key that was mailed to it (mail
// conventions 14, 51). Until then it gets no other mail.

// proves tells whether somebody who comes has to confirm his address. Byself: he came by a mail of his own.
func (t *Table) proves(byself bool) bool {
	switch t.Life.House.Get("confirm") {
	case "on":
		return true
	case "off":
		return false
	}
	return byself
}

// askToConfirm sends the mail that an address has to answer. Again names the occasion of one that is sent once more.
func (o *Office) askToConfirm(tx *store.Tx, t *Table, s roster.Seat, again string) error {
	key, err := o.KeyOf(tx, t, s)
	if err != nil {
		return err
	}
	lines := t.confirmLines(s.Wanted(), key)
	var n notice.Notice = notice.Confirm{Seat: s.Wanted(), Name: notice.Quote(t.Setup.Name), Lines: lines}
	switch {
	case s.IsReferee():
		n = notice.GameCreated{Lines: lines, Closed: t.closedToPlayers()}
	case s.Wanted() == board.Nobody:
		n = notice.ConfirmObserver{Name: notice.Quote(t.Setup.Name), Lines: lines}
	}
	return o.ask(tx, t, s, s.Address, n, key, again)
}

// confirmLines are the lines that an address sends back.
func (t *Table) confirmLines(p board.Power, k keys.Key) []string {
	lines := []string{"game " + t.Setup.Name}
	if p != board.Nobody {
		lines = append(lines, "power "+string(p))
	}
	return append(lines, "key "+k.Reveal())
}

// ask writes to an address that is not confirmed. The code is what it shall send back: by it the mail is known.
func (o *Office) ask(tx *store.Tx, t *Table, s roster.Seat, to string, n notice.Notice, code keys.Key, again string) error {
	words, err := render(n, reader.Reader{Person: s.Name, Game: t.Setup.Name}, s.Language)
	if err != nil {
		return err
	}
	name := []string{t.Setup.Name, string(n.ID()), code.Handle()[4:20]}
	if again != "" {
		name = append(name, again)
	}
	_, err = o.send(tx, post{to: mailio.Address{Name: s.Name, Addr: to}, lang: s.Language, game: t.Setup.Name, auto: compose.Generated,
		words: words, name: name, seat: &s})
	return err
}

// keyForm is a key as it stands in our mails.
var keyForm = regexp.MustCompile(`\b[2-9A-HJ-NP-Z]{4}(?:-[2-9A-HJ-NP-Z]{4}){3}\b`)

// confirm looks for a key that an address was asked to send back: quoted lines count, as it permits nothing else. It tells what it
// confirmed; a letter that holds more goes on its way.
func (e *errand) confirm() (*outcome, error) {
	if e.released {
		return nil, nil
	}
	var found []string
	for _, t := range e.letter.Texts {
		found = append(found, keyForm.FindAllString(t.Body, 5)...)
	}
	slices.Sort(found)
	for _, text := range slices.Compact(found) {
		t, s, err := e.unconfirmed(keys.Parse(text))
		if err != nil {
			return nil, err
		}
		if t == nil || t.Stopped() {
			continue
		}
		if s.Kind == roster.Request {
			var out *outcome
			if s, out, err = e.seatRequest(t, *s); out != nil || err != nil {
				return out, err
			}
		}
		name := s.ID()
		done, err := e.confirmed(t, s, keys.Parse(text))
		if err != nil {
			return nil, err
		}
		if done {
			return e.thank(t, t.named(name))
		}
	}
	return nil, nil
}

// unconfirmed finds who sits where with that key or code and has something to confirm; nil if nobody has.
func (e *errand) unconfirmed(k keys.Key) (*Table, *roster.Seat, error) {
	refs, err := e.seatsOf(k.Handle())
	if err != nil || len(refs) == 0 {
		return nil, nil, err
	}
	g, err := e.tx.Game(refs[0].Game)
	if err != nil {
		return nil, nil, err
	}
	var s roster.Seat
	if err := getJSON(g, roster.PartOf(refs[0].Seat), refs[0].Seat, &s); err != nil || !s.Unproved && len(s.Asked) == 0 {
		return nil, nil, err
	}
	t, err := openTable(e.tx, refs[0].Game)
	if err != nil {
		return nil, nil, err
	}
	return t, t.named(refs[0].Seat), nil
}

// confirmed takes note of an address that has sent its key or code back. It tells whether there was anything to confirm.
func (e *errand) confirmed(t *Table, s *roster.Seat, k keys.Key) (bool, error) {
	if i := slices.IndexFunc(s.Asked, func(a roster.AskedAddress) bool { return a.Handle == k.Handle() }); i >= 0 {
		return true, e.o.addAddress(e.tx, t, *s, i)
	}
	if !s.Unproved || !s.OpensWith(k) {
		return false, nil
	}
	next := *s
	next.Unproved = false
	if err := t.saveSeat(e.tx, next); err != nil {
		return false, err
	}
	if next.IsReferee() {
		if err := t.save(); err != nil {
			return false, err
		}
		return true, e.o.tellRequests(e.tx, t)
	}
	if r := t.Referee(); r != nil && r.Unproved && next.Has(r.Address) { // who opened the game and plays in it
		chair := *r
		chair.Unproved = false
		if err := t.saveSeat(e.tx, chair); err != nil {
			return false, err
		}
		if err := e.o.tellRequests(e.tx, t); err != nil {
			return false, err
		}
	}
	return true, e.o.welcome(e.tx, t, next, false)
}

// thank answers a letter that only confirmed. One with orders, or with a line that is a question or an act, goes on.
func (e *errand) thank(t *Table, s *roster.Seat) (*outcome, error) {
	if e.file.HasOrders() || len(e.file.Commands) > 0 {
		return nil, nil
	}
	e.table, e.seat, e.role, e.keyed = t, s, s.Role, true
	if _, err := e.seenKey(); err != nil {
		return nil, err
	}
	if err := e.count(""); err != nil {
		return nil, err
	}
	return newOutcome(accepted, "confirmed"), e.note(notice.Confirmed{})
}
