package daemon

import (
	"fmt"
	"net/mail"
	"slices"
	"strings"
	"time"

	"fieldpost/adjudicator/board"
	"fieldpost/cmd/internal/command"
	"fieldpost/cmd/internal/roster"
	"fieldpost/mailio"
	"fieldpost/orders/commands"
	"fieldpost/orders/syntax"
	"fieldpost/store"
	"fieldpost/templates/notice"
)

// doors are who may come into a game, beyond its settings, and who waits for the referee's word.
type doors struct {
	Allow    []string  `json:"allow,omitempty"` // addresses, or *@domain
	Deny     []string  `json:"deny,omitempty"`  // stronger than allow
	Requests []request `json:"requests,omitempty"`
}

// request is one to join that waits for the referee.
type request struct {
	Person roster.Person `json:"person"`
	Wish   joinRequest   `json:"wish"`
	At     time.Time     `json:"at"`
}

// mostRequests is how many may wait in a game.
const mostRequests = 50

// policyFor is what a request meets: open, approval or closed. Who opened the game comes in.
func (t *Table) policyFor(setting, addr string, own bool) string {
	matches := func(pattern string) bool { return matchAddress(pattern, addr) }
	switch {
	case own:
		return "open"
	case slices.ContainsFunc(t.Life.Doors.Deny, matches):
		return "closed"
	case slices.ContainsFunc(t.Life.Doors.Allow, matches):
		return "open"
	}
	way := t.Life.House.Get(setting)
	if r := t.Referee(); way == "approval" && (r == nil || !r.Taken()) {
		return "closed" // nobody is there to ask
	}
	return way
}

// matchAddress holds an address against an address or *@domain.
func matchAddress(pattern, addr string) bool {
	addr, pattern = mailio.FoldAddress(addr), mailio.FoldAddress(pattern)
	if domain, any := strings.CutPrefix(pattern, "*@"); any {
		return strings.HasSuffix(addr, "@"+domain)
	}
	return addr == pattern
}

// askReferee keeps a request and asks the referee about it, once.
func (o *Office) askReferee(tx *store.Tx, t *Table, r request) error {
	d := &t.Life.Doors
	for _, x := range d.Requests {
		if x.Wish == r.Wish && mailio.FoldAddress(x.Person.Address) == mailio.FoldAddress(r.Person.Address) {
			return nil
		}
	}
	d.Requests = append(d.Requests, r)
	if err := t.save(); err != nil {
		return err
	}
	return o.tellRequest(tx, t, r)
}

// tellRequests tells a referee, who hears of the game only now, of all that wait for his word.
func (o *Office) tellRequests(tx *store.Tx, t *Table) error {
	for _, r := range t.Life.Doors.Requests {
		if err := o.tellRequest(tx, t, r); err != nil {
			return err
		}
	}
	return nil
}

// tellRequest tells the referee who would like to come in, and the lines by which he answers.
func (o *Office) tellRequest(tx *store.Tx, t *Table, r request) error {
	who := r.Person.Address
	if r.Person.Name != "" {
		who = r.Person.Name + " <" + who + ">"
	}
	v := notice.JoinRequested{Person: notice.Quote(who), Lines: []string{t.approval(r), r.line("reject")}}
	return o.tell(tx, t, *t.Referee(), v, "request", r.name())
}

// name is a request in a Message-ID.
func (r request) name() string {
	return store.DigestOf([]byte(r.line("approve") + r.At.Format(time.RFC3339Nano))).String()[:12]
}

// line is the line by which the referee answers.
func (r request) line(verb string) string {
	line := verb + " " + r.Person.Address
	if r.Wish.Power != board.Nobody {
		line += " as " + string(r.Wish.Power)
	}
	return line
}

// waiting are the lines by which the referee can answer what waits for him.
func (t *Table) waiting() []string {
	var out []string
	for _, r := range t.Life.Doors.Requests {
		out = append(out, t.approval(r))
	}
	return out
}

// approval is the line by which the referee lets in who asks: in place of who sits there, if the seat has been taken meanwhile.
func (t *Table) approval(r request) string {
	if s := t.Seat(r.Wish.Power); s != nil && s.Taken() && !r.Wish.Standby {
		return fmt.Sprintf("replace %s with %s", s.Power, r.Person.Address)
	}
	return r.line("approve")
}

// waiting is what the referee is told beside the game's status: who asks to come in; before the game begins, whom it waits for.
func (e *errand) waiting() []string {
	if !e.seat.IsReferee() || !e.keyed && !e.fromHome() {
		return nil
	}
	lines := e.table.waiting()
	if !e.table.Running() {
		lines = append(lines, e.table.missing()...)
	}
	return lines
}

var _ = define[commands.Admit](command.Spec{
	Syntax: []commands.Syntax{commands.AdmitSyntax},
	Who:    command.Referee, In: command.AnyGame, NeedsKey: command.SeatKey,
}, asNotice((*errand).decide))

// decide does the referee's approve and reject.
func (e *errand) decide(c commands.Admit) (notice.Notice, error) {
	if !strings.Contains(c.Text, "@") {
		return nil, &notDone{why: c.Text + " names no address", key: notice.DeniedApproveAddress, args: []string{c.Text}}
	}
	addr, rest, _ := strings.Cut(strings.TrimSpace(c.Text), " ")
	power := board.Nobody
	for words := strings.Fields(rest); len(words) > 0 && power == board.Nobody; words = words[1:] {
		power, _ = syntax.FindPower(e.table.Rules.Board, strings.Join(words, " ")) // after the word "as", in any language
	}
	t := e.table
	i := slices.IndexFunc(t.Life.Doors.Requests, func(r request) bool {
		return matchAddress(addr, r.Person.Address) && (power == board.Nobody || r.Wish.Power == power)
	})
	if i < 0 {
		return nil, &notDone{why: fmt.Sprintf("%s has not asked; the line replace POWER with ADDRESS seats somebody who has not", addr), key: notice.DeniedNotAsked, args: []string{addr}}
	}
	r := t.Life.Doors.Requests[i]
	t.Life.Doors.Requests = slices.Delete(slices.Clone(t.Life.Doors.Requests), i, i+1)
	if c.No {
		if _, err := e.o.act(t, roster.Referee, "rejects somebody who asked", mailio.FoldAddress(addr)); err != nil {
			return nil, err
		}
		return notice.JoinDecided{Line: notice.Quote(r.line("reject")), Waiting: t.waiting()}, e.o.tellPerson(e.tx, t, r.Person, notice.JoinRejected{Name: notice.Quote(t.Setup.Name)}, "rejected", r.name())
	}
	if s := t.Seat(r.Wish.Power); s != nil && s.Taken() && !r.Wish.Standby {
		return nil, &notDone{why: fmt.Sprintf("%s is taken; the line replace %s with %s puts him in place of who sits there", s.Power, s.Power, addr), key: notice.DeniedTaken, args: []string{string(s.Power), addr}}
	}
	if _, err := e.o.act(t, roster.Referee, "approves somebody who asked", mailio.FoldAddress(addr)); err != nil {
		return nil, err
	}
	if err := e.o.admitPerson(e.tx, t, r.Wish, r.Person, t.proves(true)); err != nil {
		return nil, err
	}
	return notice.JoinDecided{Line: notice.Quote(r.line("approve")), Waiting: t.waiting()}, nil
}

// tellPerson writes to somebody who sits nowhere.
func (o *Office) tellPerson(tx *store.Tx, t *Table, p roster.Person, v notice.Notice, name ...string) error {
	s := roster.Seat{Kind: roster.Observer, Address: p.Address, Name: p.Name, Language: p.Language}
	return o.tell(tx, t, s, v, name...)
}

// doorLines are the lists as lines, and those by which the referee can let in who asks.
func (t *Table) doorLines() []string {
	if out := append(t.doorLists(), t.waiting()...); len(out) > 0 {
		return out
	}
	return []string{"–"}
}

// doorLists are the lists as lines.
func (t *Table) doorLists() []string {
	var out []string
	for _, a := range t.Life.Doors.Allow {
		out = append(out, "allow "+a)
	}
	for _, a := range t.Life.Doors.Deny {
		out = append(out, "deny "+a)
	}
	return out
}

var _ = define[commands.Allow](command.Spec{
	Syntax: []commands.Syntax{commands.AllowSyntax, commands.DenySyntax},
	Who:    command.Referee, In: command.AnyGame, NeedsKey: command.SeatKey,
}, asNotice((*errand).list))

// list does the referee's allow and deny. What one of them names is taken off the other's list.
func (e *errand) list(c commands.Allow) (notice.Notice, error) {
	pattern := c.Pattern
	if err := checkPattern(pattern); err != nil {
		return nil, err
	}
	d := &e.table.Life.Doors
	same := func(x string) bool { return mailio.FoldAddress(x) == mailio.FoldAddress(pattern) }
	d.Allow = slices.DeleteFunc(slices.Clone(d.Allow), same)
	d.Deny = slices.DeleteFunc(slices.Clone(d.Deny), same)
	if !c.No {
		d.Allow = append(d.Allow, pattern)
	} else {
		d.Deny = append(d.Deny, pattern)
		if err := e.table.dropJoins(e.tx, pattern); err != nil {
			return nil, err
		}
	}
	_, err := e.o.act(e.table, roster.Referee, map[bool]string{false: "allows somebody in", true: "denies somebody"}[c.No], mailio.FoldAddress(pattern))
	return notice.AccessChanged{Line: notice.Quote(c.Keyword() + " " + pattern), Lines: e.table.doorLines()}, err
}

func checkPattern(p string) error {
	a, err := mail.ParseAddress(strings.Replace(p, "*@", "any@", 1))
	if err != nil || a.Name != "" {
		return &notDone{why: fmt.Sprintf("%q is neither an address nor *@domain", p), key: notice.DeniedNoAddress, args: []string{p}}
	}
	return nil
}
