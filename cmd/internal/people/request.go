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
func askReferee(e *env.Env, tx *store.Tx, g *gamestore.Game, r gamestore.Request) error {
	d := &g.Life.Doors
	for _, x := range d.Requests {
		if x.Wish == r.Wish && mailio.FoldAddress(x.Person.Address) == mailio.FoldAddress(r.Person.Address) {
			return nil
		}
	}
	d.Requests = append(d.Requests, r)
	if err := g.Save(); err != nil {
		return err
	}
	return tellRequest(e, tx, g, r)
}

// tellRequests tells a referee, who hears of the game only now, of all that wait for his word.
func tellRequests(e *env.Env, tx *store.Tx, g *gamestore.Game) error {
	for _, r := range g.Life.Doors.Requests {
		if err := tellRequest(e, tx, g, r); err != nil {
			return err
		}
	}
	return nil
}

// tellRequest tells the referee who would like to come in, and the lines by which he answers.
func tellRequest(e *env.Env, tx *store.Tx, g *gamestore.Game, r gamestore.Request) error {
	who := r.Person.Address
	if r.Person.Name != "" {
		who = r.Person.Name + " <" + who + ">"
	}
	v := notice.JoinRequested{Person: notice.Quote(who), Lines: []string{gamestore.Approval(g, r), r.Line("reject")}}
	return notify.One(e, tx, g, *g.Referee(), v, "request", r.Name())
}

// Waiting is what the referee is told beside the game's status: who asks to come in; before the game begins, whom it waits for.
func Waiting(r *command.Request) []string {
	if !r.Seat.IsReferee() || !r.Keyed && !r.FromHome() {
		return nil
	}
	lines := gamestore.Waiting(r.Game)
	if !r.Game.Running() {
		lines = append(lines, r.Game.Missing()...)
	}
	return lines
}

var _ = command.Handle[commands.Admit](command.Spec{
	Syntax: []commands.Syntax{commands.AdmitSyntax},
	Who:    command.Referee, In: command.AnyGame, NeedsKey: command.SeatKey,
}, command.AsNotice(decide))

// decide does the referee's approve and reject.
func decide(e *command.Request, c commands.Admit) (notice.Notice, error) {
	if !strings.Contains(c.Text, "@") {
		return nil, &env.NotDone{Why: c.Text + " names no address", Key: notice.DeniedApproveAddress, Args: []string{c.Text}}
	}
	addr, rest, _ := strings.Cut(strings.TrimSpace(c.Text), " ")
	power := board.Nobody
	for words := strings.Fields(rest); len(words) > 0 && power == board.Nobody; words = words[1:] {
		power, _ = syntax.FindPower(e.Game.Rules.Board, strings.Join(words, " ")) // after the word "as", in any language
	}
	g := e.Game
	i := slices.IndexFunc(g.Life.Doors.Requests, func(r gamestore.Request) bool {
		return gamestore.MatchAddress(addr, r.Person.Address) && (power == board.Nobody || r.Wish.Power == power)
	})
	if i < 0 {
		return nil, &env.NotDone{Why: fmt.Sprintf("%s has not asked; the line replace POWER with ADDRESS seats somebody who has not", addr), Key: notice.DeniedNotAsked, Args: []string{addr}}
	}
	r := g.Life.Doors.Requests[i]
	g.Life.Doors.Requests = slices.Delete(slices.Clone(g.Life.Doors.Requests), i, i+1)
	if c.No {
		if _, err := gamestore.RecordAct(e.Env, g, roster.Referee, "rejects somebody who asked", mailio.FoldAddress(addr)); err != nil {
			return nil, err
		}
		return notice.JoinDecided{Line: notice.Quote(r.Line("reject")), Waiting: gamestore.Waiting(g)}, tellPerson(e.Env, e.Tx, g, r.Person, notice.JoinRejected{Name: notice.Quote(g.Setup.Name)}, "rejected", r.Name())
	}
	if s := g.Seat(r.Wish.Power); s != nil && s.Taken() && !r.Wish.Standby {
		return nil, &env.NotDone{Why: fmt.Sprintf("%s is taken; the line replace %s with %s puts him in place of who sits there", s.Power, s.Power, addr), Key: notice.DeniedTaken, Args: []string{string(s.Power), addr}}
	}
	if _, err := gamestore.RecordAct(e.Env, g, roster.Referee, "approves somebody who asked", mailio.FoldAddress(addr)); err != nil {
		return nil, err
	}
	if err := admitPerson(e.Env, e.Tx, g, r.Wish, r.Person, g.Proves(true)); err != nil {
		return nil, err
	}
	return notice.JoinDecided{Line: notice.Quote(r.Line("approve")), Waiting: gamestore.Waiting(g)}, nil
}

// tellPerson writes to somebody who sits nowhere.
func tellPerson(e *env.Env, tx *store.Tx, g *gamestore.Game, p roster.Person, v notice.Notice, name ...string) error {
	s := roster.Seat{Kind: roster.Observer, Address: p.Address, Name: p.Name, Language: p.Language}
	return notify.One(e, tx, g, s, v, name...)
}

// doorLines are the lists as lines, and those by which the referee can let in who asks.
func doorLines(g *gamestore.Game) []string {
	if out := append(doorLists(g), gamestore.Waiting(g)...); len(out) > 0 {
		return out
	}
	return []string{"–"}
}

// doorLists are the lists as lines.
func doorLists(g *gamestore.Game) []string {
	var out []string
	for _, a := range g.Life.Doors.Allow {
		out = append(out, "allow "+a)
	}
	for _, a := range g.Life.Doors.Deny {
		out = append(out, "deny "+a)
	}
	return out
}

var _ = command.Handle[commands.Allow](command.Spec{
	Syntax: []commands.Syntax{commands.AllowSyntax, commands.DenySyntax},
	Who:    command.Referee, In: command.AnyGame, NeedsKey: command.SeatKey,
}, command.AsNotice(list))

// list does the referee's allow and deny. What one of them names is taken off the other's list.
func list(r *command.Request, c commands.Allow) (notice.Notice, error) {
	pattern := c.Pattern
	if err := checkPattern(pattern); err != nil {
		return nil, err
	}
	d := &r.Game.Life.Doors
	same := func(x string) bool { return mailio.FoldAddress(x) == mailio.FoldAddress(pattern) }
	d.Allow = slices.DeleteFunc(slices.Clone(d.Allow), same)
	d.Deny = slices.DeleteFunc(slices.Clone(d.Deny), same)
	if !c.No {
		d.Allow = append(d.Allow, pattern)
	} else {
		d.Deny = append(d.Deny, pattern)
		if err := dropJoins(r.Game, r.Tx, pattern); err != nil {
			return nil, err
		}
	}
	_, err := gamestore.RecordAct(r.Env, r.Game, roster.Referee, map[bool]string{false: "allows somebody in", true: "denies somebody"}[c.No], mailio.FoldAddress(pattern))
	return notice.AccessChanged{Line: notice.Quote(c.Keyword() + " " + pattern), Lines: doorLines(r.Game)}, err
}

func checkPattern(p string) error {
	a, err := mail.ParseAddress(strings.Replace(p, "*@", "any@", 1))
	if err != nil || a.Name != "" {
		return &env.NotDone{Why: fmt.Sprintf("%q is neither an address nor *@domain", p), Key: notice.DeniedNoAddress, Args: []string{p}}
	}
	return nil
}
