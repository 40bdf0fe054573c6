package daemon

import (
	"strconv"
	"time"

	"fieldpost/mailio"
	"fieldpost/store"
)

// Nobody guesses eighty bits by mail. Whoever tries learns nothing from it, and after a few wrong keys gets no answer any more; the
// referee is told. The limits are for an hour.
const (
	wrongKeysOfSender = 5
	wrongKeysInAll    = 50
)

// guessed counts a wrong key, and tells whether there were too many this hour.
func (e *errand) guessed() (tooMany bool, err error) {
	from, inAll := mailio.FoldAddress(e.letter.From.Addr), e.o.hour()+" guesses"
	mine, err := countUp(e.tx, budgetKind, inAll+" "+from)
	if err != nil {
		return false, err
	}
	all, err := countUp(e.tx, budgetKind, inAll)
	if err != nil {
		return false, err
	}
	e.log.Warn("unknown key", "from", from, "this hour", mine, "in all", all)
	if mine == wrongKeysOfSender+1 || all == wrongKeysInAll+1 {
		day := e.o.Now().UTC().Format(time.DateOnly)
		err = e.o.tellRefereeOnce(e.tx, "guessed-keys", []string{from, strconv.Itoa(mine), strconv.Itoa(all)}, day, from)
	}
	return mine > wrongKeysOfSender || all > wrongKeysInAll, err
}

// guessing tells whether the sender has tried too many wrong keys this hour: a right one from an address that is not the seat's own
// is not believed then.
func (e *errand) guessing() (bool, error) {
	inAll := e.o.hour() + " guesses"
	v, ok, err := e.tx.Get(budgetKind, inAll+" "+mailio.FoldAddress(e.letter.From.Addr))
	if err != nil || counter(v, ok) > wrongKeysOfSender {
		return err == nil, err
	}
	v, ok, err = e.tx.Get(budgetKind, inAll)
	return counter(v, ok) > wrongKeysInAll, err
}

// ownSeat tells whether one of the seats that a key opens is the sender's own by his address.
func ownSeat(byKey, byAddress []store.SeatRef) bool {
	for _, k := range byKey {
		for _, a := range byAddress {
			if k == a {
				return true
			}
		}
	}
	return false
}
