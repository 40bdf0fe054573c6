package daemon

import (
	"strconv"
	"time"

	"fieldpost/mailio"
)

// Nobody guesses eighty bits by mail. Whoever tries learns nothing from it, and after a few wrong keys gets no answer any more; the
// referee is told. The limits are for an hour.
const (
	wrongKeysOfSender = 5
	wrongKeysInAll    = 50
)

// countGuess counts a wrong key, and reports whether there were too many this hour.
func (e *errand) countGuess() (tooMany bool, err error) {
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
