package daemon

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"time"

	"fieldpost/cmd/internal/command"
	"fieldpost/mailio"
	"fieldpost/mailio/message"
	"fieldpost/orders"
	"fieldpost/orders/commands"
	"fieldpost/store"
	"fieldpost/templates/layout"
	"fieldpost/templates/notice"
)

// What a letter asks is computed after the letter is done, by a goroutine of its own and in reading transactions: the single writer waits
// for no answer. Until then the questions are in the store. Attempts are counted as those of letters are.

// questionsKind is where the questions of letters wait to be answered, by the letter's number.
const questionsKind = "questions"

// How much of one letter is answered. The rest is named in an answer.
const (
	maxQuestions = 10 // commands in all
	maxMaps      = 3
	maxOdds      = 5
)

// questions are what is left to answer of one letter.
type questions struct {
	Game     string     `json:"game,omitempty"`
	Seat     string     `json:"seat,omitempty"`
	Address  string     `json:"address,omitempty"` // of the seat when it asked: nobody else gets the answers
	Keyed    bool       `json:"keyed,omitempty"`
	Seen     bool       `json:"seen,omitempty"`
	Asked    []question `json:"asked,omitempty"`
	Left     []string   `json:"left,omitempty"`     // lines that are not answered
	Attempts int        `json:"attempts,omitempty"` // at the first one
}

// question is one line.
type question struct {
	N    int    `json:"n"` // of the command in its letter, from 1: part of the answer's Message-ID
	Line string `json:"line"`
}

// limits count what one letter asks for.
type limits struct {
	all  int
	each map[*command.Spec]int
}

// takes counts a command, and reports whether it is within the limits.
func (l *limits) takes(c commands.Command) bool {
	if l.each == nil {
		l.each = map[*command.Spec]int{}
	}
	of := command.Of(c)
	l.all++
	l.each[of]++
	return l.all <= maxQuestions && (of.MostAMail == 0 || l.each[of] <= of.MostAMail)
}

// ask keeps the questions of a letter for later.
func (e *errand) ask(q questions) error {
	if len(q.Asked)+len(q.Left) == 0 {
		return nil
	}
	if e.table != nil {
		q.Game, q.Seat, q.Address = e.table.Setup.Name, e.seat.ID(), e.seat.Address
	}
	q.Keyed, q.Seen = e.keyed, e.seen
	return q.save(e.tx, e.row.Number)
}

func (q questions) save(tx *store.Tx, number uint64) error {
	b, err := json.Marshal(q)
	if err != nil {
		return err
	}
	return tx.Put(questionsKind, strconv.FormatUint(number, 10), store.Value{Version: formatVersion, Bytes: b})
}

func readQuestions(tx *store.Tx, number uint64) (q questions, err error) {
	v, ok, err := tx.Get(questionsKind, strconv.FormatUint(number, 10))
	switch {
	case err != nil:
		return q, err
	case !ok:
		return q, fmt.Errorf("questions of letter %d: %w", number, store.ErrNotFound)
	}
	if err := json.Unmarshal(v.Bytes, &q); err != nil {
		return q, fmt.Errorf("questions of letter %d: %w", number, err)
	}
	return q, nil
}

// nextQuestions finds a letter with questions; ok is false if there is none.
func nextQuestions(tx *store.Tx) (number uint64, ok bool, err error) {
	for e, err := range tx.All(questionsKind, "") {
		if err != nil {
			return 0, false, err
		}
		number, err = strconv.ParseUint(e.Key, 10, 64)
		return number, err == nil, err
	}
	return 0, false, nil
}

// maxAsked is how often an answer is computed. A question that was not answered is named to whoever asked.
const maxAsked = 2

// answers computes and sends what letters have asked, until the context ends.
func (d *Daemon) answers(ctx context.Context) {
	for {
		var number uint64
		var ok bool
		err := d.Store.View(func(tx *store.Tx) (err error) {
			number, ok, err = nextQuestions(tx)
			return err
		})
		if err == nil && ok && ctx.Err() == nil {
			if err = d.answerLetter(ctx, number); err == nil {
				d.wake()
				continue
			}
		}
		if err != nil && ctx.Err() == nil {
			d.Office.Log.Error("questions are not answered for now", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-d.asked:
		case <-time.After(d.tick()):
		}
	}
}

// answerLetter answers the questions of one letter, as far as it gets in its time. The error is of the store.
func (d *Daemon) answerLetter(ctx context.Context, number uint64) error {
	late := d.late()
	d.Office.meter().Began(number)
	defer d.Office.meter().Ended(number)
	for ctx.Err() == nil {
		var q questions
		err := d.do(func(tx *store.Tx) (err error) {
			if q, err = readQuestions(tx, number); err != nil {
				return err
			}
			q.Attempts++
			if len(q.Asked) > 0 && (q.Attempts > maxAsked || late()) {
				d.Office.Log.Warn("question not answered", "letter", number, "attempts", q.Attempts-1, "late", late())
				if q.Attempts > maxAsked {
					err = d.Office.tellReferee(tx, "question-broke-us", []string{q.Asked[0].Line}, "letter", strconv.FormatUint(number, 10))
				}
				q.leave()
			}
			if err != nil {
				return err
			}
			return q.save(tx, number)
		})
		if err != nil {
			return err
		}
		if len(q.Asked) == 0 {
			return d.do(func(tx *store.Tx) error { return d.Office.endQuestions(tx, number, q) })
		}
		if q.Attempts == 0 {
			continue // the one before was given up
		}
		var words layout.Mail
		if err := d.compute(number, q, &words); err != nil {
			d.Office.Log.Error("question failed", "letter", number, "line", q.Asked[0].Line, "attempt", q.Attempts, "error", err)
			continue
		}
		if err := d.do(func(tx *store.Tx) error { return d.Office.answered(tx, number, q, words) }); err != nil {
			return err
		}
	}
	return nil
}

// leave gives up the first question.
func (q *questions) leave() {
	q.Left = append(q.Left, q.Asked[0].Line)
	q.Asked, q.Attempts = q.Asked[1:], 0
}

// compute makes the answer to the first question, in a reading transaction.
func (d *Daemon) compute(number uint64, q questions, words *layout.Mail) (err error) {
	defer recovered(&err)
	return d.Store.View(func(tx *store.Tx) (err error) {
		*words, err = d.Office.answerFirst(tx, number, q)
		return err
	})
}

// answerFirst makes the answer to the first question. It is empty if whoever asked is gone.
func (o *Office) answerFirst(tx *store.Tx, number uint64, q questions) (layout.Mail, error) {
	e, err := o.askedBy(tx, number, q)
	if err != nil || e == nil {
		return layout.Mail{}, err
	}
	var ctx orders.Context
	if e.table != nil {
		ctx = orders.Context{Board: e.table.Rules.Board, Phase: e.table.Pos.Phase, Power: e.seat.Power}
	}
	e.file = orders.Parse(q.Asked[0].Line, ctx)
	if len(e.file.Commands) != 1 || !command.Of(e.file.Commands[0]).Later {
		return layout.Mail{}, fmt.Errorf("%q is read as no question", q.Asked[0].Line)
	}
	return e.carryOut(e.file.Commands[0])
}

// askedBy is a letter again as far as its answers need it, nil if the sender has left the seat.
func (o *Office) askedBy(tx *store.Tx, number uint64, q questions) (*errand, error) {
	e, err := o.open(tx, number)
	if err != nil {
		return nil, err
	}
	if e.letter, err = message.ParseHeader(e.raw); err != nil {
		return nil, err
	}
	if q.Game == "" {
		_, err := e.recognise()
		return e, err
	}
	if e.table, err = openTable(tx, q.Game); err != nil {
		return nil, err
	}
	e.seat = e.table.named(q.Seat)
	if e.seat == nil || mailio.FoldAddress(e.seat.Address) != mailio.FoldAddress(q.Address) {
		return nil, nil
	}
	e.keyed, e.seen, e.role = q.Keyed, q.Seen, e.seat.Role
	return e, nil
}

// answered sends the answer to the first question.
func (o *Office) answered(tx *store.Tx, number uint64, q questions, words layout.Mail) error {
	e, err := o.askedBy(tx, number, q)
	if err != nil {
		return err
	}
	if e != nil && words.Subject != "" {
		if err := e.reply("answer-"+strconv.Itoa(q.Asked[0].N), words); err != nil {
			return err
		}
	}
	q.Asked, q.Attempts = q.Asked[1:], 0
	return q.save(tx, number)
}

// endQuestions names what is not answered, and forgets the questions.
func (o *Office) endQuestions(tx *store.Tx, number uint64, q questions) error {
	if err := tx.Delete(questionsKind, strconv.FormatUint(number, 10)); err != nil || len(q.Left) == 0 {
		return err
	}
	e, err := o.askedBy(tx, number, q)
	if err != nil || e == nil {
		return err
	}
	lines := slices.Clone(q.Left)
	for i := range lines {
		if lines[i], err = e.hide(lines[i]); err != nil {
			return err
		}
	}
	return e.note(notice.NotAnswered{Questions: lines})
}

// AnswerAll answers the questions that wait, in a transaction that writes: for those who run an office without a daemon.
func (o *Office) AnswerAll(tx *store.Tx) error {
	for {
		number, ok, err := nextQuestions(tx)
		if err != nil || !ok {
			return err
		}
		q, err := readQuestions(tx, number)
		if err != nil {
			return err
		}
		for len(q.Asked) > 0 {
			words, err := o.answerFirst(tx, number, q)
			if err != nil {
				return err
			}
			if err := o.answered(tx, number, q, words); err != nil {
				return err
			}
			q.Asked = q.Asked[1:]
		}
		if err := o.endQuestions(tx, number, q); err != nil {
			return err
		}
	}
}
