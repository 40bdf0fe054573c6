package command

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"fieldpost/cmd/internal/env"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/orders/commands"
	"fieldpost/store"
)

// AnswerCommands carries out the commands of a mail and answers each with a mail of its own. Questions that take long
// to answer wait until the mail is done.
func (r *Request) AnswerCommands(cs []commands.Command) error {
	var q Questions
	var l CommandLimits
	for i, c := range cs {
		if r.Late() {
			return env.ErrOverrun
		}
		line := r.File.Whole(c.CommandLine())
		if !l.Allow(c) {
			q.Unanswered = append(q.Unanswered, line)
			continue
		}
		if SpecOf(c).Later && r.Console == nil {
			q.Asked = append(q.Asked, question{i + 1, line})
			continue
		}
		words, err := r.CarryOut(c)
		if err != nil {
			return err
		}
		if words.Subject == "" {
			continue // its news has gone out already
		}
		if err := r.Reply("answer-"+strconv.Itoa(i+1), words); err != nil {
			return err
		}
	}
	switch {
	case r.SenderLeft:
		return nil // an answer would reach no participant
	case r.Console != nil && len(q.Unanswered) > 0:
		return fmt.Errorf("more lines than are carried out at once; these are left: %s",
			strings.Join(q.Unanswered, "; "))
	}
	return saveQuestions(r, q)
}

// Questions are answered after the mail is done, by a goroutine of its own and in read transactions: the
// single writer waits for no answer. Until then the questions are in the store. Attempts are counted as those of mails
// are.

// QuestionsKind is the kind of the stored questions, by the mail's number.
const QuestionsKind = "questions"

// How much of one mail is answered. The rest is named in an answer.
const (
	MaxQuestions = 10 // commands in all
	MaxMaps      = 3
	MaxOdds      = 5
)

// Questions are those of one mail that are not answered yet.
type Questions struct {
	Game       string     `json:"game,omitempty"`
	Seat       string     `json:"seat,omitempty"`
	Address    string     `json:"address,omitempty"` // of the seat when it asked: no other address gets the answers
	Keyed      bool       `json:"keyed,omitempty"`
	KeyExposed bool       `json:"seen,omitempty"`
	Asked      []question `json:"asked,omitempty"`
	Unanswered []string   `json:"left,omitempty"`     // lines that are not answered
	Attempts   int        `json:"attempts,omitempty"` // to answer the first question
}

// question is one line that asks.
type question struct {
	N    int    `json:"n"` // of the command in its mail, from 1: part of the answer's Message-ID
	Line string `json:"line"`
}

// CommandLimits counts the commands of one mail.
type CommandLimits struct {
	all  int
	each map[*Spec]int
}

// Allow counts a command and reports whether it is within the limits.
func (l *CommandLimits) Allow(c commands.Command) bool {
	if l.each == nil {
		l.each = map[*Spec]int{}
	}
	of := SpecOf(c)
	l.all++
	l.each[of]++
	return l.all <= MaxQuestions && (of.MaxPerMail == 0 || l.each[of] <= of.MaxPerMail)
}

// saveQuestions stores the questions of a mail for later.
func saveQuestions(r *Request, q Questions) error {
	if len(q.Asked)+len(q.Unanswered) == 0 {
		return nil
	}
	if r.Game != nil {
		q.Game, q.Seat, q.Address = r.Game.Setup.Name, r.Seat.ID(), r.Seat.Address
	}
	q.Keyed, q.KeyExposed = r.Keyed, r.KeyExposed
	return q.Save(r.Tx, r.Row.Number)
}

// Save stores the questions of a mail.
func (q Questions) Save(tx *store.Tx, number uint64) error {
	b, err := json.Marshal(q)
	if err != nil {
		return err
	}
	return tx.Data().Put(QuestionsKind, strconv.FormatUint(number, 10),
		store.Value{Version: gamestore.FormatVersion, Bytes: b})
}

// LoadQuestions returns the questions of a mail. The error wraps [store.ErrNotFound] if it has none.
func LoadQuestions(tx *store.Tx, number uint64) (q Questions, err error) {
	v, ok, err := tx.Data().Get(QuestionsKind, strconv.FormatUint(number, 10))
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

// NextMailWithQuestions returns the number of the first mail with questions; ok is false if there is none.
func NextMailWithQuestions(tx *store.Tx) (number uint64, ok bool, err error) {
	for e, err := range tx.Data().All(QuestionsKind, "") {
		if err != nil {
			return 0, false, err
		}
		number, err = strconv.ParseUint(e.Key, 10, 64)
		return number, err == nil, err
	}
	return 0, false, nil
}

// GiveUpFirst moves the first question to those that are not answered.
func (q *Questions) GiveUpFirst() {
	q.Unanswered = append(q.Unanswered, q.Asked[0].Line)
	q.Asked, q.Attempts = q.Asked[1:], 0
}
