package daemon

import (
	"encoding/hex"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/history"
	"fieldpost/cmd/internal/roster"
	"fieldpost/mailio"
	"fieldpost/orders/syntax"
	"fieldpost/store"
	"fieldpost/templates/notice"
)

// How people come to a seat, and leave it. Every such act is a record, seen by all; who the person is stands beside the chain.

// partActs is where the texts of act records stand that are about persons, by hash. They can be erased.
const partActs store.Part = "acts"

// act records what somebody around the table did. About is whom it concerns, an address mostly: the chain holds only the hash of a
// text that is salted, so that it tells nothing to who guesses, and nothing at all once the text is erased.
func (o *Office) act(t *Table, actor, what, about string) (history.Entry, error) {
	if t.Chain.Over() { // people may still go, but the history has ended: a number that no record has names the news
		t.Life.After++
		return history.Entry{Record: history.Record{Seq: t.Chain.Len() + t.Life.After}}, t.save()
	}
	salt := make([]byte, 16)
	if _, err := io.ReadFull(o.Random, salt); err != nil {
		return history.Entry{}, err
	}
	text := dice.Text("pbd1 act", "game "+t.Setup.Name, "actor "+actor, "what "+what, "about "+about, "salt "+hex.EncodeToString(salt), "end")
	hash := dice.Sum(text)
	if err := t.row.PutOnce(partActs, hash.String(), store.Value{Version: formatVersion, Bytes: text}); err != nil {
		return history.Entry{}, err
	}
	return o.record(t, &history.Act{Actor: actor, What: what, Hash: hash})
}

// sit puts a person on a seat that is free, or in place of who sits there, with a new key. With prove the address has to confirm
// first, and gets nothing else until then.
func (o *Office) sit(tx *store.Tx, t *Table, power board.Power, p roster.Person, prove bool) error {
	if err := o.checkPerson(p); err != nil {
		return err
	}
	old := t.Seat(power)
	if old == nil {
		return fmt.Errorf("game %s has no seat %s", t.Setup.Name, power)
	}
	s, err := o.withPerson(tx, t, roster.Seat{Power: power, Role: old.Role, Address: p.Address, Name: p.Name, Language: p.Language, Zone: p.Zone,
		Since: o.Now().UTC(), Unproved: prove}, *old)
	if err != nil {
		return err
	}
	if p.Second != "" {
		s.Others = []string{p.Second}
	}
	if s.Language == "" {
		s.Language = o.Language
	}
	return o.receive(tx, t, s, prove)
}

// look puts somebody without a power at the table, who reads along; with standby he would take over those seats.
func (o *Office) look(tx *store.Tx, t *Table, p roster.Person, standby []board.Power, prove bool) error {
	if err := o.checkPerson(p); err != nil {
		return err
	}
	s, err := o.withPerson(tx, t, roster.Seat{Kind: roster.Observer, Role: "-", Address: p.Address, Name: p.Name, Language: p.Language, Zone: p.Zone,
		Since: o.Now().UTC(), Unproved: prove, Standby: standby}, roster.Seat{})
	if err != nil {
		return err
	}
	if s.Language == "" {
		s.Language = o.Language
	}
	if old := t.named(s.ID()); old != nil {
		s = *old
		s.Standby = standby
		prove = s.Unproved
	} else if prove {
		if err := t.dropOldest(tx); err != nil {
			return err
		}
	}
	return o.receive(tx, t, s, prove)
}

// receive writes down who has come, and welcomes him, or has his address confirm first.
func (o *Office) receive(tx *store.Tx, t *Table, s roster.Seat, prove bool) error {
	if err := t.saveSeat(tx, s); err != nil {
		return err
	}
	if err := t.save(); err != nil {
		return err
	}
	if prove {
		return o.askToConfirm(tx, t, s, "")
	}
	return o.welcome(tx, t, s, true)
}

// welcome is what happens when somebody has come for good: it is recorded and told, and he gets the report of how the game stands.
// Greet tells him his key too, if no mail has done so. When he was the last one awaited, a game that begins by itself begins.
func (o *Office) welcome(tx *store.Tx, t *Table, s roster.Seat, greet bool) error {
	what := "takes the seat"
	switch {
	case s.Kind == roster.Observer && len(s.Standby) > 0:
		what = "observes as a substitute"
	case s.Kind == roster.Observer:
		what = "observes"
	}
	entry, err := o.act(t, s.Actor(), what, mailio.FoldAddress(s.Address))
	if err != nil {
		return err
	}
	key, err := o.KeyOf(tx, t, s)
	if err != nil {
		return err
	}
	var news, mine notice.Notice = notice.SeatFilled{Seat: s.Power}, notice.SeatGiven{Seat: s.Power, Key: key.Reveal()}
	if s.Kind == roster.Observer {
		news, mine = notice.ObserverCame{}, notice.Observing{Name: notice.Quote(t.Setup.Name)}
	}
	if greet {
		if err := o.tell(tx, t, s, mine, seqName(entry), string(mine.ID())); err != nil {
			return err
		}
	}
	if err := o.tellOthers(tx, t, s, news, seqName(entry)); err != nil {
		return err
	}
	if t.Running() {
		return o.reportTo(tx, t, s)
	}
	return o.startIfReady(tx, t)
}

// reportTo sends one reader how the game stands.
func (o *Office) reportTo(tx *store.Tx, t *Table, s roster.Seat) error {
	v, err := o.reportView(tx, t, s, nil)
	if err != nil {
		return err
	}
	told, err := o.telling(v, syntax.Lang(s.Language))
	if err != nil {
		return err
	}
	words, err := told.Mail(v)
	if err != nil {
		return err
	}
	return o.report(tx, t, s, words, nil, nil)
}

// startIfReady begins a game that begins by itself, once nobody is awaited any more.
func (o *Office) startIfReady(tx *store.Tx, t *Table) error {
	if t.Running() || t.Life.House.Get("start") != "auto" || len(t.missing()) > 0 {
		return nil
	}
	return o.Start(tx, t)
}

// free lists the seats that nobody plays, not even the bot.
func (t *Table) free() []string {
	var out []string
	for _, s := range t.Seats {
		if !s.Taken() && !s.Bot {
			out = append(out, string(s.Power))
		}
	}
	return out
}

// missing lists the seats that keep a game from beginning: free, or taken and not confirmed.
func (t *Table) missing() []string {
	out := t.free()
	for i, p := range out {
		if t.requested(board.Power(p)) {
			out[i] += " (@)"
		}
	}
	for _, s := range t.Seats {
		if s.Taken() && s.Unproved {
			out = append(out, string(s.Power)+" (@)")
		}
	}
	return out
}

// tellOthers writes news to everybody around the table but one.
func (o *Office) tellOthers(tx *store.Tx, t *Table, but roster.Seat, n notice.Notice, name ...string) error {
	for _, s := range t.readers() {
		if s.ID() == but.ID() {
			continue
		}
		if err := o.tell(tx, t, s, n, name...); err != nil {
			return fmt.Errorf("news for %s: %w", s.ID(), err)
		}
	}
	return nil
}

// vacate frees a seat: whoever had its key has it no longer.
func (o *Office) vacate(tx *store.Tx, t *Table, power board.Power) error {
	old := t.Seat(power)
	free, err := o.withKey(tx, t, roster.Seat{Power: power, Role: old.Role, Language: o.Language, Bot: old.Bot}, *old)
	if err != nil {
		return err
	}
	if err := t.saveSeat(tx, free); err != nil {
		return err
	}
	t.Life.Held = slices.DeleteFunc(t.Life.Held, func(h heldLetter) bool { return h.Seat == old.ID() })
	return t.save()
}

// substitute gives a seat to the first of those who offered to take it over. It tells whether there was one. Who sat there is told.
func (o *Office) substitute(tx *store.Tx, t *Table, s *roster.Seat) (bool, error) {
	i := firstSubstitute(t.Others, s.Power)
	if i < 0 {
		return false, nil
	}
	old, chair := *s, t.Others[i]
	if err := t.removeOther(tx, chair); err != nil {
		return false, err
	}
	if err := o.unseat(tx, t, old, "calls a substitute for"); err != nil {
		return false, err
	}
	return true, o.sit(tx, t, old.Power, chair.AsPerson(), false)
}

// firstSubstitute finds who offered first, -1 if nobody did. One whose address is not confirmed does not count.
func firstSubstitute(chairs []roster.Seat, p board.Power) int {
	first := -1
	for i, c := range chairs {
		if c.Unproved || !slices.Contains(c.Standby, p) {
			continue
		}
		if first < 0 || c.Since.Before(chairs[first].Since) {
			first = i
		}
	}
	return first
}

// unseat records what the referee does to a seat, and tells its player that he sits there no longer, before another takes it. Nothing is said of a free one.
func (o *Office) unseat(tx *store.Tx, t *Table, old roster.Seat, what string) error {
	if !old.Taken() {
		return nil
	}
	entry, err := o.act(t, roster.Referee, what+" "+old.Role, mailio.FoldAddress(old.Address))
	if err != nil {
		return err
	}
	return o.tell(tx, t, old, notice.SeatLost{Seat: old.Power}, seqName(entry), "lost")
}

// reservation is how long a seat is kept for who does not confirm his address, before the game has begun.
const reservation = 7 * 24 * time.Hour

// lapses is when the next reservation lapses, zero if there is none.
func lapses(t *Table) time.Time {
	var next time.Time
	for _, s := range slices.Concat(t.Seats, t.Others) {
		if at := s.Since.Add(reservation); isReserved(s, t) && (next.IsZero() || at.Before(next)) {
			next = at
		}
	}
	return next
}

// reserved tells whether a place is kept for somebody who has yet to confirm. One of a running game waits for the referee's word.
func isReserved(s roster.Seat, t *Table) bool {
	return s.Taken() && s.Unproved && !s.IsReferee() && (s.Kind != "" || !t.Running())
}

// lapse frees the places that were kept long enough.
func (o *Office) lapse(tx *store.Tx, t *Table) error {
	for _, s := range slices.Concat(t.Seats, t.Others) {
		if !isReserved(s, t) || s.Since.Add(reservation).After(o.Now()) {
			continue
		}
		if s.Kind != "" {
			if err := t.removeOther(tx, s); err != nil {
				return err
			}
			continue
		}
		if err := o.vacate(tx, t, s.Power); err != nil {
			return err
		}
		if r := t.Referee(); r != nil && r.Taken() {
			name := []string{"lapsed", s.Role, s.Since.Format("20060102T150405")}
			if err := o.tell(tx, t, *r, notice.SeatLapsed{Seat: s.Power}, name...); err != nil {
				return err
			}
		}
	}
	return nil
}

// personAt is what is known of the person at an address, from the seats that he holds elsewhere.
func (o *Office) personAt(tx *store.Tx, addr string) (roster.Person, error) {
	p := roster.Person{Address: strings.TrimSpace(addr)}
	refs, err := tx.SeatsByHandle(roster.AddressHandle(p.Address))
	if err != nil || len(refs) == 0 {
		return p, err
	}
	g, err := tx.Game(refs[0].Game)
	if err != nil {
		return p, err
	}
	var s roster.Seat
	if err := getJSON(g, roster.PartOf(refs[0].Seat), refs[0].Seat, &s); err != nil {
		return p, err
	}
	p.Name, p.Language, p.Zone = s.Name, s.Language, s.Zone
	return p, nil
}
