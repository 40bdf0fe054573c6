package people

import (
	"fmt"
	"net/mail"
	"slices"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/cmd/internal/command"
	"fieldpost/cmd/internal/env"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/notify"
	"fieldpost/cmd/internal/roster"
	"fieldpost/mailio"
	"fieldpost/orders/commands"
	"fieldpost/orders/syntax"
	"fieldpost/store"
	"fieldpost/templates/notice"
)

// askReferee keeps a request and asks the referee about it, once.
func askReferee(e *env.Env, tx *store.Tx, g *gamestore.Game, pending gamestore.PendingJoin) error {
	d := &g.State.Admission
	for _, x := range d.Pending {
		if x.Join == pending.Join && mailio.FoldAddress(x.Person.Address) == mailio.FoldAddress(pending.Person.Address) {
			return nil
		}
	}
	d.Pending = append(d.Pending, pending)
	if err := g.Save(); err != nil {
		return err
	}
	return notifyRequest(e, tx, g, pending)
}

// notifyRequests tells a referee, who hears of the game only now, of all that wait for his word.
func notifyRequests(e *env.Env, tx *store.Tx, g *gamestore.Game) error {
	for _, r := range g.State.Admission.Pending {
		if err := notifyRequest(e, tx, g, r); err != nil {
			return err
		}
	}
	return nil
}

// notifyRequest tells the referee who would like to come in, and the lines by which he answers.
func notifyRequest(e *env.Env, tx *store.Tx, g *gamestore.Game, pending gamestore.PendingJoin) error {
	who := pending.Person.Address
	if pending.Person.Name != "" {
		who = pending.Person.Name + " <" + who + ">"
	}
	v := notice.JoinRequested{Person: notice.Quote(who), Lines: []string{gamestore.ApproveLine(g, pending), pending.Line("reject")}}
	return notify.One(e, tx, g, *g.Referee(), v, "request", pending.Name())
}

// RefereeTasks is what the referee is told beside the game's status: who asks to come in; before the game begins, whom it waits for.
func RefereeTasks(r *command.Request) []string {
	if !r.Seat.IsReferee() || !r.Keyed && !r.FromHome() {
		return nil
	}
	lines := gamestore.ApproveLines(r.Game)
	if !r.Game.Running() {
		lines = append(lines, r.Game.MissingSeats()...)
	}
	return lines
}

var _ = command.Handle[commands.Admit](command.Spec{
	Syntax: []commands.Syntax{commands.AdmitSyntax},
	Who:    command.Referee, In: command.AnyGame, NeedsKey: command.SeatKey,
}, command.AsNotice(handleAdmit))

// handleAdmit does the referee's approve and reject.
func handleAdmit(r *command.Request, c commands.Admit) (notice.Notice, error) {
	if !strings.Contains(c.Text, "@") {
		return nil, &env.NotDone{Why: c.Text + " names no address", Key: notice.DeniedApproveAddress, Args: []string{c.Text}}
	}
	addr, rest, _ := strings.Cut(strings.TrimSpace(c.Text), " ")
	power := board.Nobody
	for words := strings.Fields(rest); len(words) > 0 && power == board.Nobody; words = words[1:] {
		power, _ = syntax.FindPower(r.Game.Rules.Board, strings.Join(words, " ")) // after the word "as", in any language
	}
	g := r.Game
	i := slices.IndexFunc(g.State.Admission.Pending, func(pending gamestore.PendingJoin) bool {
		return gamestore.MatchesAddress(addr, pending.Person.Address) && (power == board.Nobody || pending.Join.Power == power)
	})
	if i < 0 {
		return nil, &env.NotDone{Why: fmt.Sprintf("%s has not asked; the line replace POWER with ADDRESS seats somebody who has not", addr), Key: notice.DeniedNotAsked, Args: []string{addr}}
	}
	pending := g.State.Admission.Pending[i]
	g.State.Admission.Pending = slices.Delete(slices.Clone(g.State.Admission.Pending), i, i+1)
	if c.No {
		if _, err := gamestore.RecordAct(r.Env, g, roster.Referee, "rejects somebody who asked", mailio.FoldAddress(addr)); err != nil {
			return nil, err
		}
		return notice.JoinDecided{Line: notice.Quote(pending.Line("reject")), Waiting: gamestore.ApproveLines(g)}, notifyPerson(r.Env, r.Tx, g, pending.Person, notice.JoinRejected{Name: notice.Quote(g.Setup.Name)}, "rejected", pending.Name())
	}
	if s := g.Seat(pending.Join.Power); s != nil && s.Taken() && !pending.Join.Standby {
		return nil, &env.NotDone{Why: fmt.Sprintf("%s is taken; the line replace %s with %s puts him in place of who sits there", s.Power, s.Power, addr), Key: notice.DeniedTaken, Args: []string{string(s.Power), addr}}
	}
	if _, err := gamestore.RecordAct(r.Env, g, roster.Referee, "approves somebody who asked", mailio.FoldAddress(addr)); err != nil {
		return nil, err
	}
	if err := admit(r.Env, r.Tx, g, pending.Join, pending.Person, g.MustConfirm(true)); err != nil {
		return nil, err
	}
	return notice.JoinDecided{Line: notice.Quote(pending.Line("approve")), Waiting: gamestore.ApproveLines(g)}, nil
}

// notifyPerson writes to somebody who sits nowhere.
func notifyPerson(e *env.Env, tx *store.Tx, g *gamestore.Game, p roster.Person, v notice.Notice, name ...string) error {
	s := roster.Participant{Kind: roster.Observer, Address: p.Address, Name: p.Name, Language: p.Language}
	return notify.One(e, tx, g, s, v, name...)
}

// admissionLines are the lists as lines, and those by which the referee can let in who asks.
func admissionLines(g *gamestore.Game) []string {
	if out := append(accessLists(g), gamestore.ApproveLines(g)...); len(out) > 0 {
		return out
	}
	return []string{"–"}
}

// accessLists are the lists as lines.
func accessLists(g *gamestore.Game) []string {
	var out []string
	for _, a := range g.State.Admission.Allow {
		out = append(out, "allow "+a)
	}
	for _, a := range g.State.Admission.Deny {
		out = append(out, "deny "+a)
	}
	return out
}

var _ = command.Handle[commands.Allow](command.Spec{
	Syntax: []commands.Syntax{commands.AllowSyntax, commands.DenySyntax},
	Who:    command.Referee, In: command.AnyGame, NeedsKey: command.SeatKey,
}, command.AsNotice(handleAllow))

// handleAllow does the referee's allow and deny. What one of them names is taken off the other's list.
func handleAllow(r *command.Request, c commands.Allow) (notice.Notice, error) {
	pattern := c.Pattern
	if err := checkPattern(pattern); err != nil {
		return nil, err
	}
	d := &r.Game.State.Admission
	same := func(x string) bool { return mailio.FoldAddress(x) == mailio.FoldAddress(pattern) }
	d.Allow = slices.DeleteFunc(slices.Clone(d.Allow), same)
	d.Deny = slices.DeleteFunc(slices.Clone(d.Deny), same)
	if !c.No {
		d.Allow = append(d.Allow, pattern)
	} else {
		d.Deny = append(d.Deny, pattern)
		if err := dropSeatRequests(r.Game, r.Tx, pattern); err != nil {
			return nil, err
		}
	}
	_, err := gamestore.RecordAct(r.Env, r.Game, roster.Referee, map[bool]string{false: "allows somebody in", true: "denies somebody"}[c.No], mailio.FoldAddress(pattern))
	return notice.AccessChanged{Line: notice.Quote(c.Keyword() + " " + pattern), Lines: admissionLines(r.Game)}, err
}

func checkPattern(p string) error {
	a, err := mail.ParseAddress(strings.Replace(p, "*@", "any@", 1))
	if err != nil || a.Name != "" {
		return &env.NotDone{Why: fmt.Sprintf("%q is neither an address nor *@domain", p), Key: notice.DeniedNoAddress, Args: []string{p}}
	}
	return nil
}
