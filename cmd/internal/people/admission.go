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
	"fieldpost/orders"
	"fieldpost/orders/commands"
	"fieldpost/orders/syntax"
	"fieldpost/store"
	"fieldpost/templates/notice"
)

// askReferee stores a request and asks the referee about it, once.
func askReferee(e *env.Env, tx *store.Tx, g *gamestore.Game, pending gamestore.PendingJoin) error {
	d := &g.State.Admission
	for _, x := range d.Pending {
		if x.Join == pending.Join &&
			mailio.FoldAddress(x.Person.Address) == mailio.FoldAddress(pending.Person.Address) {
			return nil
		}
	}
	d.Pending = append(d.Pending, pending)
	if err := g.Save(); err != nil {
		return err
	}
	return notifyRequest(e, tx, g, pending)
}

// notifyRequests tells a referee who has just confirmed of all requests that wait for them.
func notifyRequests(e *env.Env, tx *store.Tx, g *gamestore.Game) error {
	for _, r := range g.State.Admission.Pending {
		if err := notifyRequest(e, tx, g, r); err != nil {
			return err
		}
	}
	return nil
}

// notifyRequest tells the referee who would like to join, and the lines by which they answer.
func notifyRequest(e *env.Env, tx *store.Tx, g *gamestore.Game, pending gamestore.PendingJoin) error {
	who := pending.Person.Address
	if pending.Person.Name != "" {
		who = pending.Person.Name + " <" + who + ">"
	}
	v := notice.JoinRequested{Person: notice.Quote(who), Lines: []string{gamestore.ApproveLine(g, pending),
		pending.Line("reject")}}
	return notify.SendNotice(e, tx, g, *g.Referee(), v, "request", pending.Name())
}

// RefereeTasks returns what the referee is told next to the game's status: who asks to join, and before the game
// begins, which seats are missing.
func RefereeTasks(r *command.Request) []string {
	if !r.Seat.IsReferee() || !r.Keyed && !r.IsFromOwnAddress() {
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

// handleAdmit handles the referee's approve and reject.
func handleAdmit(r *command.Request, c commands.Admit) (notice.Notice, error) {
	if !strings.Contains(c.Text, "@") {
		return nil, notDone(notice.DeniedApproveAddress, c.Text+" names no address", c.Text)
	}
	addr, rest, _ := strings.Cut(strings.TrimSpace(c.Text), " ")
	power := board.Nobody
	for words := strings.Fields(rest); len(words) > 0 && power == board.Nobody; words = words[1:] {
		// after the word "as", in any language
		power, _ = syntax.FindPower(r.Game.Rules.Board, strings.Join(words, " "))
	}
	g := r.Game
	i := slices.IndexFunc(g.State.Admission.Pending, func(pending gamestore.PendingJoin) bool {
		return gamestore.MatchesAddress(addr, pending.Person.Address) &&
			(power == board.Nobody || pending.Join.Power == power)
	})
	if i < 0 {
		return nil, notDone(notice.DeniedNotAsked, addr+" has not asked; "+
			"the line replace POWER with ADDRESS seats somebody who has not", addr)
	}
	pending := g.State.Admission.Pending[i]
	g.State.Admission.Pending = slices.Delete(slices.Clone(g.State.Admission.Pending), i, i+1)
	if c.No {
		if _, err := gamestore.RecordAct(r.Env, g, roster.Referee, "rejects somebody who asked",
			mailio.FoldAddress(addr)); err != nil {
			return nil, err
		}
		return notice.JoinDecided{Line: notice.Quote(pending.Line("reject")), Waiting: gamestore.ApproveLines(g)},
			notifyPerson(r.Env, r.Tx, g, pending.Person, notice.JoinRejected{Name: notice.Quote(g.Setup.Name)},
				"rejected", pending.Name())
	}
	if s := g.Seat(pending.Join.Power); s != nil && s.Taken() && !pending.Join.Standby {
		return nil, notDone(notice.DeniedTaken, fmt.Sprintf("%s is taken; "+
			"the line replace %s with %s puts him in place of who sits there", s.Power, s.Power, addr),
			string(s.Power), addr)
	}
	if _, err := gamestore.RecordAct(r.Env, g, roster.Referee, "approves somebody who asked",
		mailio.FoldAddress(addr)); err != nil {
		return nil, err
	}
	if err := admit(r.Env, r.Tx, g, pending.Join, pending.Person, g.MustConfirm(true)); err != nil {
		return nil, err
	}
	return notice.JoinDecided{Line: notice.Quote(pending.Line("approve")), Waiting: gamestore.ApproveLines(g)}, nil
}

// notifyPerson sends a notice to a person who is not in the game.
func notifyPerson(e *env.Env, tx *store.Tx, g *gamestore.Game, p roster.Person, v notice.Notice, name ...string) error {
	s := roster.Participant{Kind: roster.Observer, Address: p.Address, Name: p.Name, Language: p.Language}
	return notify.SendNotice(e, tx, g, s, v, name...)
}

var _ = command.Handle[commands.Allow](command.Spec{
	Syntax: []commands.Syntax{commands.AllowSyntax, commands.DenySyntax},
	Who:    command.Referee, In: command.AnyGame, NeedsKey: command.SeatKey,
}, command.AsNotice(handleAllow))

// handleAllow handles the referee's allow and deny. An address leaves one list when it is put on the other.
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
		if err := dropSeatRequests(r.Tx, r.Game, pattern); err != nil {
			return nil, err
		}
	}
	_, err := gamestore.RecordAct(r.Env, r.Game, roster.Referee,
		map[bool]string{false: "allows somebody in", true: "denies somebody"}[c.No], mailio.FoldAddress(pattern))
	return notice.AccessChanged{Line: notice.Quote(c.Keyword() + " " + pattern), Lines: admissionLines(r.Game)}, err
}

// checkPattern returns what is wrong with a pattern of addresses.
func checkPattern(p string) error {
	a, err := mail.ParseAddress(strings.Replace(p, "*@", "any@", 1))
	if err != nil || a.Name != "" {
		return notDone(notice.DeniedNoAddress, fmt.Sprintf("%q is neither an address nor *@domain", p), p)
	}
	return nil
}

// admissionLines returns the lists as lines, and those by which the referee can approve requests.
func admissionLines(g *gamestore.Game) []string {
	if out := append(accessLists(g), gamestore.ApproveLines(g)...); len(out) > 0 {
		return out
	}
	return []string{"–"}
}

// accessLists returns the lists of allowed and denied addresses as lines.
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

// AdmissionRequest is one of the lines by which a referee decides who joins: approve, reject, allow, deny. An empty one
// only shows.
type AdmissionRequest struct {
	Game string `json:"game"`
	Line string `json:"line,omitempty"`
}

// AdmissionView is who may join a game in addition to its settings, and the lines that would approve requests.
type AdmissionView struct {
	Lists []string `json:"lists"`
	Asks  []string `json:"asks"`
}

// ChangeAdmission does for the operator what the referee does by mail.
func ChangeAdmission(e *env.Env, tx *store.Tx, d AdmissionRequest) (any, error) {
	g, err := gamestore.OpenGame(tx, d.Game)
	if err != nil {
		return nil, err
	}
	if d.Line != "" {
		f := orders.Parse(d.Line, orders.Context{Board: g.Rules.Board})
		r := &command.Request{Env: e, Tx: tx, Game: g, Log: e.Log}
		var c commands.Command
		if len(f.Commands) == 1 {
			c = f.Commands[0]
		}
		switch c := c.(type) {
		case commands.Admit:
			_, err = handleAdmit(r, c)
		case commands.Allow:
			_, err = handleAllow(r, c)
		default:
			err = fmt.Errorf("%q is none of approve ADDRESS [as POWER], reject ADDRESS, allow ADDRESS, deny ADDRESS",
				d.Line)
		}
		if err != nil {
			return nil, err
		}
	}
	return AdmissionView{Lists: append([]string{}, accessLists(g)...),
		Asks: append([]string{}, gamestore.ApproveLines(g)...)}, nil
}

// observingClosed reports whether nobody may observe from an address by a line of their own.
func observingClosed(g *gamestore.Game, addr string) bool {
	return gamestore.PolicyFor(g, "observers", addr, false) == "closed"
}

// joinLines returns the lines by which an address may join a game that is not over: for each free seat, as a substitute
// if there is none, and as an observer. Lines that would be refused are left out. The game's position and history are
// not needed.
func joinLines(g *gamestore.Game, addr string) []string {
	var out []string
	if g.Stopped() {
		return nil
	}
	if gamestore.PolicyFor(g, "joining", addr, false) != "closed" {
		for _, s := range g.Seats {
			if !s.Taken() {
				out = append(out, fmt.Sprintf("join %s as %s", g.Row.Name(), s.Power))
			}
		}
		if len(out) == 0 {
			out = append(out, "substitute "+g.Row.Name())
		}
	}
	if gamestore.PolicyFor(g, "observers", addr, false) == "open" {
		out = append(out, "observe "+g.Row.Name())
	}
	return out
}

// JoinableGames lists the games that the sender may join, as lines that do it.
func JoinableGames(r *command.Request) ([]string, error) {
	var out []string
	for name, err := range r.Tx.Games().Names() {
		if err != nil {
			return nil, err
		}
		lines, err := gameJoinLines(r, name)
		if err != nil {
			return nil, err
		}
		if out = append(out, lines...); len(out) > command.MaxHits {
			break
		}
	}
	return out, nil
}

// gameJoinLines returns the lines by which the sender may join a game. There may be many games: their positions and
// histories are not read.
func gameJoinLines(r *command.Request, name string) ([]string, error) {
	row, err := r.Tx.Games().Game(name)
	if err != nil {
		return nil, err
	}
	g := &gamestore.Game{Row: row}
	var summary gamestore.Summary
	if err := gamestore.GetJSON(row, gamestore.PartState, "row", &summary); err != nil || summary.Status() == "over" {
		return nil, err
	}
	if err := gamestore.GetJSON(row, gamestore.PartState, "life", &g.State); err != nil {
		return nil, err
	}
	if g.State.House.Get("joining") == "closed" && g.State.House.Get("observers") == "closed" &&
		len(g.State.Admission.Allow) == 0 {
		return nil, nil
	}
	if g.Seats, err = roster.ReadSeats(row); err != nil {
		return nil, err
	}
	if g.Others, err = roster.ReadOthers(row); err != nil {
		return nil, err
	}
	return joinLines(g, r.Mail.From.Addr), nil
}
