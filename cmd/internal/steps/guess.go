package steps

import (
	"strconv"
	"time"

	"fieldpost/cmd/internal/command"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/notify"
	"fieldpost/mailio"
)

// Nobody guesses eighty bits by mail. Whoever tries learns nothing from it, and after a few wrong keys gets no answer any more; the
// referee is told. The limits are for an hour.
const (
	WrongKeysOfSender = 5
	WrongKeysInAll    = 50
)

// countGuess counts a wrong key, and reports whether there were too many this hour.
func countGuess(r *command.Request) (tooMany bool, err error) {
	from, inAll := mailio.FoldAddress(r.Mail.From.Addr), r.Env.Hour()+" guesses"
	mine, err := gamestore.IncrementCount(r.Tx, command.BudgetKind, inAll+" "+from)
	if err != nil {
		return false, err
	}
	all, err := gamestore.IncrementCount(r.Tx, command.BudgetKind, inAll)
	if err != nil {
		return false, err
	}
	r.Log.Warn("unknown key", "from", from, "this hour", mine, "in all", all)
	if mine == WrongKeysOfSender+1 || all == WrongKeysInAll+1 {
		day := r.Env.Now().UTC().Format(time.DateOnly)
		err = notify.WarnRefereeOnce(r.Env, r.Tx, "guessed-keys", []string{from, strconv.Itoa(mine), strconv.Itoa(all)}, day, from)
	}
	return mine > WrongKeysOfSender || all > WrongKeysInAll, err
}
