package command

import (
	"strconv"

	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/vault"
	"fieldpost/mailio"
	"fieldpost/templates/notice"
)

// Question is what a mail asks its reader to answer with one word.
type Question struct {
	Texts [][]string // what each answer carries out, that of yes first: lines of a mail
	Turns bool       // they are orders, judged at the position at hand
}

// Ask puts a question to the seat of the mail. The notice that shows it gets its name; it is the answer to the mail.
func (r *Request) Ask(q Question, show func(name string) notice.Notice) error {
	name, err := KeepQuestion(r, q, string(show("").ID()))
	if err != nil {
		return err
	}
	return r.ReplyNotice(show(name))
}

// KeepQuestion keeps a question to the seat of the mail that an answer of a kind puts, and returns the name that the
// answer shows.
func KeepQuestion(r *Request, q Question, kind string) (string, error) {
	state := r.Game.StateHash()
	name, err := vault.QuestionName(r.Env, r.Tx, r.Game, *r.Seat, state.String(), r.Row.Digest.String(), q.Texts)
	if err != nil {
		return "", err
	}
	r.Game.Ask(r.Role, gamestore.Asked{Handle: name.Handle(), Texts: q.Texts, Turns: q.Turns, State: state,
		Person: r.Seat.Person, Generation: r.Seat.Generation,
		Mail: mailio.MessageID(r.Env.Self.Domain, "letter", strconv.FormatUint(r.Row.Number, 10), kind)})
	return name.Reveal(), r.Game.Save()
}
