package steps

import (
	"strings"

	"fieldpost/cmd/internal/amend"
	"fieldpost/cmd/internal/command"
	"fieldpost/cmd/internal/decision"
	"fieldpost/cmd/internal/play"
	"fieldpost/cmd/internal/press"
	"fieldpost/mailio/message"
	"fieldpost/orders/commands"
	"fieldpost/templates/notice"
)

// decide carries out the orders of the mail, and its commands.
func decide(r *command.Request) (*decision.Outcome, error) {
	if out, err := press.HandleStrayAnswer(r); out != nil || err != nil {
		return out, err
	}
	if amend.IsCorrection(r) { // its orders are those of another resolution: they are read again for it
		return amend.HandleAmendment(r)
	}
	if len(r.File.Faults) > 0 {
		return play.RefuseOrders(r, play.JudgeOrders(r))
	}
	if amend.IsAmendment(r) {
		return amend.HandleAmendment(r)
	}
	if r.Game.WaitsForReferee() && amend.MovesGameOn(r) {
		return r.RefuseInGame(notice.WaitsReferee{})
	}
	if play.IsLateForLock(r) {
		return play.HandleWhileLocked(r)
	}
	given := r.Commands()
	if len(given) == 0 {
		return refuseEmpty(r)
	}
	out := decision.Of(decision.Answered, "question")
	switch c := given[0].(type) {
	case commands.Check, commands.Withdraw, commands.Orders:
		if no := r.Refusal(c); no != nil {
			return r.RefuseInGame(no)
		}
		var err error
		if out, err = command.Together[command.SpecOf(c)](r); err != nil || out.Kind == decision.Refused ||
			r.File.Check || len(r.File.Withdraw) > 0 && !r.File.HasOrders() {
			return out, err
		}
	}
	if play.IsReady(r) {
		return play.PlayReady(r)
	}
	if err := r.AnswerCommands(r.File.Commands); err != nil {
		return nil, err
	}
	if out.Kind == decision.Answered && r.Changes() {
		return recordActs(r)
	}
	return out, nil
}

// recordActs enters a mail with commands in the game's intake list: accepted, unless one was refused.
func recordActs(r *command.Request) (*decision.Outcome, error) {
	if r.IsAnonymous() {
		r.Role = "-"
	}
	if err := r.RecordIntake(r.RefusedFor); err != nil {
		return nil, err
	}
	if r.RefusedFor != "" {
		return decision.Of(decision.Refused, r.RefusedFor), nil
	}
	return decision.Of(decision.Accepted, "act"), nil
}

// refuseEmpty answers a mail without orders or commands with what is awaited and the order form.
func refuseEmpty(r *command.Request) (*decision.Outcome, error) {
	var n notice.Notice = notice.Empty{Form: true}
	if r.File.Quoted > 0 {
		n = notice.OnlyQuoted{Lines: r.File.Quoted}
	}
	if kind := message.FirstField(r.Raw, "Content-Type"); len(r.Mail.Texts) == 0 && kind != "" &&
		!strings.HasPrefix(strings.ToLower(kind), "text/") {
		n = notice.NoText{}
	}
	for _, p := range r.Mail.Problems {
		switch p.Trouble {
		case message.Encrypted, message.Opaque:
			n = notice.Encrypted{}
		case message.Undecoded:
			n = notice.BrokenMail{Trouble: notice.Quote(p.Detail)}
		case message.Winmail, message.Archive, message.NotText:
			if strings.TrimSpace(r.Text.Body) == "" {
				n = notice.NoText{}
			}
		}
	}
	return r.RefuseInGame(n)
}
