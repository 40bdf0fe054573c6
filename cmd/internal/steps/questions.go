package steps

import (
	"fmt"
	"slices"
	"strconv"

	"fieldpost/cmd/internal/command"
	"fieldpost/cmd/internal/env"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/mailio"
	"fieldpost/mailio/message"
	"fieldpost/orders"
	"fieldpost/store"
	"fieldpost/templates/layout"
	"fieldpost/templates/notice"
)

// MaxAnswerAttempts is how often the answer to a question is computed. After that the sender is told that it is not
// answered.
const MaxAnswerAttempts = 2

// RenderAnswer computes the answer to the first question. It is empty if the sender has left.
func RenderAnswer(e *env.Env, tx *store.Tx, number uint64, q command.Questions) (layout.Mail, error) {
	r, err := restoreRequest(e, tx, number, q)
	if err != nil || r == nil {
		return layout.Mail{}, err
	}
	var ctx orders.Context
	if r.Game != nil {
		ctx = orders.Context{Board: r.Game.Rules.Board, Phase: r.Game.Pos.Phase(), Power: r.Seat.Power}
	}
	r.File = orders.Parse(q.Asked[0].Line, ctx)
	if len(r.File.Commands) != 1 || !command.SpecOf(r.File.Commands[0]).Later {
		return layout.Mail{}, fmt.Errorf("%q is read as no question", q.Asked[0].Line)
	}
	return r.CarryOut(r.File.Commands[0])
}

// restoreRequest returns the request of a mail as far as its answers need it, nil if the sender has left the seat.
func restoreRequest(e *env.Env, tx *store.Tx, number uint64, q command.Questions) (*command.Request, error) {
	r, err := command.NewRequest(e, tx, number)
	if err != nil {
		return nil, err
	}
	if r.Mail, err = message.ParseHeader(r.Raw); err != nil {
		return nil, err
	}
	if q.Game == "" {
		_, err := r.RecognizeSender()
		return r, err
	}
	if r.Game, err = gamestore.Load(tx, q.Game); err != nil {
		return nil, err
	}
	r.Seat = r.Game.Participant(q.Seat)
	if r.Seat == nil || mailio.FoldAddress(r.Seat.Address) != mailio.FoldAddress(q.Address) {
		return nil, nil
	}
	r.Keyed, r.KeyExposed, r.Role = q.Keyed, q.KeyExposed, r.Seat.Role
	return r, nil
}

// SendAnswer sends the answer to the first question and removes the question.
func SendAnswer(e *env.Env, tx *store.Tx, number uint64, q command.Questions, words layout.Mail) error {
	r, err := restoreRequest(e, tx, number, q)
	if err != nil {
		return err
	}
	if r != nil && words.Subject != "" {
		if err := r.Reply("answer-"+strconv.Itoa(q.Asked[0].N), words); err != nil {
			return err
		}
	}
	q.Asked, q.Attempts = q.Asked[1:], 0
	return q.Save(tx, number)
}

// FinishQuestions tells the sender which questions are not answered, and deletes them.
func FinishQuestions(e *env.Env, tx *store.Tx, number uint64, q command.Questions) error {
	if err := tx.Data().Delete(command.QuestionsKind, strconv.FormatUint(number, 10)); err != nil ||
		len(q.Unanswered) == 0 {
		return err
	}
	r, err := restoreRequest(e, tx, number, q)
	if err != nil || r == nil {
		return err
	}
	lines := slices.Clone(q.Unanswered)
	for i := range lines {
		if lines[i], err = r.HideKeys(lines[i]); err != nil {
			return err
		}
	}
	return r.ReplyNotice(notice.NotAnswered{Questions: lines})
}

// AnswerAll answers the stored questions in one write transaction, for programs that handle mails without a server.
func AnswerAll(e *env.Env, tx *store.Tx) error {
	for {
		number, ok, err := command.NextMailWithQuestions(tx)
		if err != nil || !ok {
			return err
		}
		q, err := command.LoadQuestions(tx, number)
		if err != nil {
			return err
		}
		for len(q.Asked) > 0 {
			words, err := RenderAnswer(e, tx, number, q)
			if err != nil {
				return err
			}
			if err := SendAnswer(e, tx, number, q, words); err != nil {
				return err
			}
			q.Asked = q.Asked[1:]
		}
		if err := FinishQuestions(e, tx, number, q); err != nil {
			return err
		}
	}
}
