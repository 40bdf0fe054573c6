package daemon

import (
	"strconv"
	"time"

	"fieldpost/mailio"
	"fieldpost/orders"
	"fieldpost/store"
	"fieldpost/templates"
)

// budgetKind is where the answers of each hour are counted, by sender and in all.
const budgetKind = "budget"

// spend counts an answer, and tells whether it may still be sent this hour (mail convention 4). Beyond the budget the letter
// is done without an answer, and the referee is told once an hour.
func (o *Office) spend(tx *store.Tx, e *errand) (bool, error) {
	hour := o.hour()
	from := mailio.FoldAddress(e.answerTo().Addr)
	mine, err := countUp(tx, budgetKind, hour+" "+from)
	if err != nil {
		return false, err
	}
	all, err := countUp(tx, budgetKind, hour)
	if err != nil {
		return false, err
	}
	if all == 1 {
		if err := o.forgetBudgets(tx); err != nil {
			return false, err
		}
	}
	if mine <= o.Limits.RepliesPerSender && all <= o.Limits.RepliesInAll {
		return true, nil
	}
	e.log.Warn("reply budget used up", "to", from, "this hour", mine, "in all", all)
	if mine == o.Limits.RepliesPerSender+1 || all == o.Limits.RepliesInAll+1 {
		return false, o.tellReferee(tx, "budget", []string{from, strconv.Itoa(mine), strconv.Itoa(all)}, hour, from)
	}
	return false, nil
}

// hour is the hour that counts are kept by.
func (o *Office) hour() string { return o.Now().UTC().Format(hourForm) }

const hourForm = "2006-01-02T15"

func countUp(tx *store.Tx, kind, key string) (int, error) {
	v, ok, err := tx.Get(kind, key)
	if err != nil {
		return 0, err
	}
	n := counter(v, ok) + 1
	return n, tx.Put(kind, key, store.Value{Version: formatVersion, Bytes: []byte(strconv.Itoa(n))})
}

// forgetBudgets deletes the counts of hours that are over.
func (o *Office) forgetBudgets(tx *store.Tx) error {
	before := o.Now().UTC().Add(-2 * time.Hour).Format(hourForm)
	var old []string
	for e, err := range tx.All(budgetKind, "") {
		if err != nil {
			return err
		}
		if e.Key >= before {
			break
		}
		old = append(old, e.Key)
	}
	for _, k := range old {
		if err := tx.Delete(budgetKind, k); err != nil {
			return err
		}
	}
	return nil
}

// tellReferee writes to the referee, if there is one. The name makes the same news one mail.
func (o *Office) tellReferee(tx *store.Tx, what string, lines []string, name ...string) error {
	if o.Self.Referee == "" {
		return nil
	}
	words, err := templates.Note(templates.NoteView{Kind: templates.Referee, Word: what, Lines: lines}, orders.Lang(o.Language))
	if err != nil {
		return err
	}
	_, err = o.send(tx, post{to: mailio.Address{Addr: o.Self.Referee}, lang: o.Language, auto: "auto-generated", words: words,
		name: append([]string{"referee", what}, name...)})
	return err
}

// tellRefereeOnce writes to the referee unless the same news went out before, whatever its circumstances were then.
func (o *Office) tellRefereeOnce(tx *store.Tx, what string, lines []string, name ...string) error {
	_, told, err := tx.MailByID(mailio.MessageID(o.Self.Domain, append([]string{"referee", what}, name...)...))
	if err != nil || told {
		return err
	}
	return o.tellReferee(tx, what, lines, name...)
}
