package daemon

import (
	"cmp"
	"fmt"
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/cmd/internal/roster"
	"fieldpost/store"
	"fieldpost/templates/notice"
	"fieldpost/templates/reader"
)

// Who asks for a seat by mail has it only when their address has confirmed. Until then the request takes the seat from nobody: From can be
// forged, and the first address that confirms gets the seat.

// requestSeat keeps a person's request for a seat, and asks the address to confirm.
func (o *Office) requestSeat(tx *store.Tx, t *Table, power board.Power, p roster.Person) error {
	if err := o.checkPerson(p); err != nil {
		return err
	}
	s, err := o.withPerson(tx, t, roster.Seat{Kind: roster.Request, Role: "-", Address: p.Address, Name: p.Name, Language: cmp.Or(p.Language, o.Language),
		Zone: p.Zone, Since: o.Now().UTC(), Unproved: true, Standby: []board.Power{power}}, roster.Seat{})
	if err != nil {
		return err
	}
	if err := t.dropOldest(tx); err != nil {
		return err
	}
	return o.receive(tx, t, s, true)
}

// mostUnproved is how many people of a game may be asked to confirm at a time. It is more than strangers can become in an hour.
const mostUnproved = 100

// dropOldest makes room for one more who has yet to confirm.
func (t *Table) dropOldest(tx *store.Tx) error {
	var asked []roster.Seat
	for _, s := range t.Others {
		if isReserved(s, t) {
			asked = append(asked, s)
		}
	}
	if len(asked) < mostUnproved {
		return nil
	}
	oldest := slices.MinFunc(asked, func(a, b roster.Seat) int { return a.Since.Compare(b.Since) })
	return t.removeOther(tx, oldest)
}

// requested reports whether somebody who has yet to confirm has asked for a power's seat.
func (t *Table) requested(power board.Power) bool {
	return slices.ContainsFunc(t.Others, func(s roster.Seat) bool { return s.Kind == roster.Request && s.Wanted() == power })
}

// dropJoins forgets the requests of an address, or of all that match *@domain.
func (t *Table) dropJoins(tx *store.Tx, pattern string) error {
	for _, s := range slices.Clone(t.Others) {
		if s.Kind == roster.Request && matchAddress(pattern, s.Address) {
			if err := t.removeOther(tx, s); err != nil {
				return err
			}
		}
	}
	return nil
}

// seatRequest turns a request into its seat, which the address is about to confirm. If the seat is taken by now, it answers so.
func (e *errand) seatRequest(t *Table, request roster.Seat) (*roster.Seat, *outcome, error) {
	if err := t.removeOther(e.tx, request); err != nil {
		return nil, nil, err
	}
	old := t.Seat(request.Wanted())
	if old.Taken() || t.Chain.Over() {
		out, err := e.tellTaken(t, request)
		return nil, out, err
	}
	s := request
	s.Power, s.Role, s.Kind, s.Standby, s.Since = old.Power, old.Role, "", nil, e.o.Now().UTC()
	return t.Seat(s.Power), nil, t.saveSeat(e.tx, s)
}

// tellTaken answers somebody who has confirmed too late.
func (e *errand) tellTaken(t *Table, request roster.Seat) (*outcome, error) {
	if err := t.save(); err != nil {
		return nil, err
	}
	var n notice.Notice = notice.JoinClosed{Name: notice.Quote(t.Setup.Name)}
	if lines := t.waysIn(request.Address); len(lines) > 0 && !t.Chain.Over() {
		n = notice.SeatTaken{Seat: request.Wanted(), Lines: lines}
	}
	words, err := render(n, reader.Reader{Person: request.Name, Game: t.Setup.Name}, request.Language)
	if err != nil {
		return nil, err
	}
	return newOutcome(refused, string(n.ID())), e.reply(string(n.ID()), words)
}

// closedToPlayers reports whether nobody may join by a line of their own, so that no mail suggests it.
func (t *Table) closedToPlayers() bool { return t.policyFor("joining", "", false) == "closed" }

// closedToObserver reports the same of observing, from an address.
func (t *Table) closedToObserver(addr string) bool {
	return t.policyFor("observers", addr, false) == "closed"
}

// waysIn are the lines by which an address may come into a game that is not over: for each seat that is free, as a substitute if none is, and to look
// on. No line is named that would be refused. Nothing of the game's position or history is asked.
func (t *Table) waysIn(addr string) []string {
	var out []string
	if t.Stopped() {
		return nil
	}
	if t.policyFor("joining", addr, false) != "closed" {
		for _, s := range t.Seats {
			if !s.Taken() {
				out = append(out, fmt.Sprintf("join %s as %s", t.row.Name(), s.Power))
			}
		}
		if len(out) == 0 {
			out = append(out, "substitute "+t.row.Name())
		}
	}
	if t.policyFor("observers", addr, false) == "open" {
		out = append(out, "observe "+t.row.Name())
	}
	return out
}
