package daemon

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/rules"
	"fieldpost/cmd/internal/command"
	"fieldpost/cmd/internal/roster"
	"fieldpost/mailio"
	"fieldpost/orders/commands"
	"fieldpost/orders/syntax"
	"fieldpost/store"
	"fieldpost/templates/notice"
)

// At the door stand those who want to come in: `new game`, `join`, `observe`, `substitute`, and the question `games`. They need neither seat
// nor key; what they ask for becomes true when their address confirms.

// NewGames is who may open games by mail.
type NewGames string

// The settings of it.
const (
	NewGamesNobody  NewGames = "nobody"
	NewGamesKnown   NewGames = "known" // the referee's address, and people who sit somewhere
	NewGamesAnybody NewGames = "anybody"
)

// Bounds of what an address can ask for at the door in a day.
const (
	gamesADay = 5
	joinsADay = 20
)

var (
	_ = define[commands.NewGame](command.Spec{
		Syntax: []commands.Syntax{commands.NewGameSyntax},
		Who:    command.Anyone, In: command.Office, NeedsKey: command.Confirmation,
	}, asNotice((*errand).openGame))
	_ = define[commands.Join](command.Spec{
		Syntax: []commands.Syntax{commands.JoinSyntax},
		Who:    command.Anyone, In: command.Office, NeedsKey: command.Confirmation,
	}, asNotice(func(e *errand, c commands.Join) (notice.Notice, error) {
		return e.join(joinRequest{Game: c.Game, Power: c.Power, Setting: "joining"})
	}))
	_ = define[commands.Observe](command.Spec{
		Syntax: []commands.Syntax{commands.ObserveSyntax},
		Who:    command.Anyone, In: command.Office, NeedsKey: command.Confirmation,
	}, asNotice(func(e *errand, c commands.Observe) (notice.Notice, error) {
		return e.join(joinRequest{Game: c.Game, Setting: "observers"})
	}))
	_ = define[commands.Substitute](command.Spec{
		Syntax: []commands.Syntax{commands.SubstituteSyntax},
		Who:    command.Anyone, In: command.Office, NeedsKey: command.Confirmation,
	}, asNotice(func(e *errand, c commands.Substitute) (notice.Notice, error) {
		return e.join(joinRequest{Game: c.Game, Power: c.Power, Setting: "joining", Standby: true})
	}))
)

// isJoin reports whether a command is one of those with which somebody comes in.
func isJoin(c commands.Command) bool { return command.Of(c).NeedsKey == command.Confirmation }

// isOption reports whether a command is a setting. One beside a new game belongs to it, and is no request of its own.
func isOption(c commands.Command) bool {
	switch c.(type) {
	case commands.Option, commands.OwnOption, commands.ConsentOption:
		return true
	}
	return false
}

// handleJoin takes the letters that are only about coming in. What a player asks for beside his orders or acts is done with these.
func (e *errand) handleJoin() (*outcome, error) {
	asks := slices.ContainsFunc(e.file.Commands, isJoin)
	if e.file.HasOrders() || !asks && !e.isStrangersQuestion() {
		return nil, nil
	}
	refs, err := e.recognise()
	if err != nil {
		return nil, err
	}
	if (len(refs) > 0 || e.file.Header.Key != "") && !e.onlyJoins() {
		return nil, nil
	}
	if person, err := e.provedPerson(); err != nil {
		return nil, err
	} else if person == "" {
		if n, err := e.o.countToday(e.tx, "knocks", e.letter.From.Addr); err != nil || n > joinsADay {
			return newOutcome(ignored, "too-many-at-the-door"), err
		}
	}
	p := e.sender()
	e.known = e.home != nil && !e.home.Unproved
	e.home = &roster.Seat{Address: p.Address, Name: p.Name, Language: p.Language, Zone: p.Zone}
	var l limits
	var left []string
	for i, c := range e.file.Commands {
		if isOption(c) {
			continue // it belongs to its new game
		}
		if !l.takes(c) {
			line, err := e.hide(e.file.Whole(c.CommandLine()))
			if err != nil {
				return nil, err
			}
			left = append(left, line)
			continue
		}
		if command.Of(c).Who != command.Anyone {
			continue // nobody is known whom it could be answered
		}
		words, err := e.carryOut(c)
		if err != nil {
			return nil, err
		}
		if words.Subject == "" {
			continue
		}
		if err := e.reply("door-"+strconv.Itoa(i+1), words); err != nil {
			return nil, err
		}
	}
	if len(left) > 0 {
		if err := e.note(notice.NotAnswered{Questions: left}); err != nil {
			return nil, err
		}
	}
	return newOutcome(answered, "door"), nil
}

// onlyJoins reports whether all lines of a mail ask to come in.
func (e *errand) onlyJoins() bool {
	return !slices.ContainsFunc(e.file.Commands, func(c commands.Command) bool {
		return !isOption(c) && !isJoin(c)
	})
}

// doorKind is where is counted what each address asked for at the door, by day.
const doorKind = "door"

// countToday counts something about an address today. The counts of days before are forgotten.
func (o *Office) countToday(tx *store.Tx, what, addr string) (int, error) {
	day := o.Now().UTC().Format(time.DateOnly)
	if err := forgetCounts(tx, doorKind, day); err != nil {
		return 0, err
	}
	return countUp(tx, doorKind, day+" "+what+" "+mailio.FoldAddress(addr))
}

// isStrangersQuestion reports whether a mail only asks which games there are.
func (e *errand) isStrangersQuestion() bool {
	if len(e.file.Commands) != 1 {
		return false
	}
	_, games := e.file.Commands[0].(commands.Games)
	return games
}

// notDone is a request that cannot be granted.
type notDone struct {
	why  string        // in English, for commands
	key  notice.Denial // in a mail; "": why
	args []string      // what fills its places
}

func (n *notDone) Error() string { return n.why }

// note is the answer by mail.
func (n *notDone) note() notice.Notice {
	return notice.NotDone{Why: notice.Quote(n.why), Reason: n.key, Args: n.args}
}

// joinRequest is what somebody at the door wants.
type joinRequest struct {
	Game    string
	Power   board.Power // Nobody: to look on
	Setting string      // of the house, that decides
	Standby bool        // to be a substitute
}

// join lets somebody in, asks the referee, or sends him away.
func (e *errand) join(w joinRequest) (notice.Notice, error) {
	if ok, err := e.isGame(w.Game); err != nil || !ok {
		if err != nil {
			return nil, err
		}
		refs, err := e.seatsOf(roster.AddressHandle(e.letter.From.Addr))
		return notice.NoGame{Name: notice.Quote(w.Game), Games: gamesOf(seatsIn(refs))}, err
	}
	t, err := openTable(e.tx, w.Game)
	if err != nil {
		return nil, err
	}
	if w.Power != board.Nobody && t.Seat(w.Power) == nil {
		return nil, &notDone{why: fmt.Sprintf("game %s has no seat %s; there are %s", w.Game, w.Power, powers(t)), key: notice.DeniedNoSeat, args: []string{w.Game, string(w.Power)}}
	}
	if t.Stopped() {
		return notice.Held{}, nil
	}
	if t.Chain.Over() {
		return nil, &notDone{why: fmt.Sprintf("game %s is over", w.Game), key: notice.DeniedGameOver, args: []string{w.Game}}
	}
	p := e.sender()
	if n, done, err := e.alreadyThere(t, w); done || err != nil {
		return n, err
	}
	switch t.policyFor(w.Setting, p.Address, e.opened == w.Game) {
	case "open":
		if ok, err := e.o.spend(e.tx, e); err != nil || !ok {
			return nil, err
		}
		return nil, e.o.admitPerson(e.tx, t, w, p, t.proves(true))
	case "approval":
		if len(t.Life.Doors.Requests) >= mostRequests {
			return notice.JoinClosed{Name: notice.Quote(w.Game)}, nil
		}
		return notice.JoinAsked{Name: notice.Quote(w.Game)}, e.o.askReferee(e.tx, t, request{Person: p, Wish: w, At: e.o.Now().UTC()})
	}
	return notice.JoinClosed{Name: notice.Quote(w.Game)}, nil
}

// alreadyThere answers who asks for a place that is taken, by himself or another.
func (e *errand) alreadyThere(t *Table, w joinRequest) (n notice.Notice, done bool, err error) {
	if w.Power == board.Nobody || w.Standby {
		for _, s := range slices.Concat(t.Seats, t.Others) {
			if s.Has(e.letter.From.Addr) && s.Kind != roster.Request && (s.Kind != roster.Observer || s.Unproved) {
				return nil, true, e.alreadyIn(t, s)
			}
		}
		return nil, false, nil
	}
	s := t.Seat(w.Power)
	switch {
	case !s.Taken():
		if r := t.named(roster.Seat{Kind: roster.Request, Address: e.letter.From.Addr, Standby: []board.Power{w.Power}}.ID()); r != nil {
			return nil, true, e.alreadyIn(t, *r)
		}
		return nil, false, nil
	case s.Has(e.letter.From.Addr):
		return nil, true, e.alreadyIn(t, *s)
	}
	if lines := t.waysIn(e.letter.From.Addr); len(lines) > 0 {
		return notice.SeatTaken{Seat: w.Power, Lines: lines}, true, nil
	}
	return notice.JoinClosed{Name: notice.Quote(w.Game)}, true, nil
}

// alreadyIn tells somebody that he sits there; if he has yet to confirm, by the mail that he has to answer.
func (e *errand) alreadyIn(t *Table, s roster.Seat) error {
	if !s.Unproved {
		return &notDone{why: fmt.Sprintf("you sit at the table of %s already: %s", t.Setup.Name, s.ID()), key: notice.DeniedAlreadyThere, args: []string{t.Setup.Name}}
	}
	if ok, err := e.o.spend(e.tx, e); err != nil || !ok {
		return err
	}
	return e.o.askToConfirm(e.tx, t, s, strconv.FormatUint(e.row.Number, 10))
}

// admitPerson gives somebody the place that he asked for.
func (o *Office) admitPerson(tx *store.Tx, t *Table, w joinRequest, p roster.Person, prove bool) error {
	switch seat := w.Power != board.Nobody && !w.Standby; {
	case seat && prove:
		return o.requestSeat(tx, t, w.Power, p)
	case seat:
		return o.sit(tx, t, w.Power, p, false)
	}
	var standby []board.Power
	if w.Standby && w.Power != board.Nobody {
		standby = []board.Power{w.Power}
	} else if w.Standby {
		standby = t.Rules.Board.Powers()
	}
	return o.look(tx, t, p, standby, prove)
}

// sender is the person at the door: as he is known, and as his letter says.
func (e *errand) sender() roster.Person {
	p := roster.Person{Address: e.letter.From.Addr, Name: e.letter.From.Name}
	if e.home != nil {
		p = roster.Person{Address: p.Address, Name: e.home.Name, Language: e.home.Language, Zone: e.home.Zone}
	}
	for _, c := range e.file.Commands {
		if o, ok := c.(commands.OwnOption); ok {
			p.Set(o.Name, o.Value)
		}
	}
	if p.Check() != nil { // a name or zone that cannot be: he comes all the same
		p.Name, p.Zone = "", ""
	}
	if p.Language == "" {
		p.Language = e.o.Language
	}
	return p
}

// openGame makes a game, whose referee the sender becomes.
func (e *errand) openGame(c commands.NewGame) (notice.Notice, error) {
	p := e.sender()
	if !e.mayOpen() {
		return notice.NoNewGames{}, nil
	}
	if n, err := e.o.countToday(e.tx, "games", e.letter.From.Addr); err != nil {
		return nil, err
	} else if n > gamesADay {
		return nil, &notDone{why: fmt.Sprintf("no more than %d new games a day", gamesADay), key: notice.DeniedGamesADay, args: []string{strconv.Itoa(gamesADay)}}
	}
	n := NewGame{Name: c.Name, Rules: c.Rules, Options: []rules.Setting{{Name: "joining", Value: "approval"}}}
	for _, x := range e.file.Commands {
		switch o := x.(type) {
		case commands.Option:
			n.Options = append(n.Options, rules.Setting{Name: o.Name, Value: o.Value})
		case commands.ConsentOption:
			n.Options = append(n.Options, rules.Setting{Name: o.Name, Value: o.Value})
		}
	}
	if err := e.checkGame(n); err != nil {
		return nil, err
	}
	if ok, err := e.o.spend(e.tx, e); err != nil || !ok {
		return nil, err
	}
	t, err := e.o.Found(e.tx, n)
	if err != nil {
		return nil, err
	}
	chair := *t.Referee()
	chair.Address, chair.Name, chair.Language, chair.Zone, chair.Unproved = p.Address, p.Name, p.Language, p.Zone, t.proves(true)
	chair.Since = e.o.Now().UTC()
	if err := t.saveSeat(e.tx, chair); err != nil {
		return nil, err
	}
	if _, err := e.o.act(t, roster.Referee, "opens the game", mailio.FoldAddress(p.Address)); err != nil {
		return nil, err
	}
	e.opened = c.Name
	return nil, e.o.askToConfirm(e.tx, t, chair, "") // to the chair's address, wherever the letter wants its answers
}

// checkGame finds out whether a game can be made before anything is written, so that the sender hears why not.
func (e *errand) checkGame(n NewGame) error {
	for _, x := range n.Options {
		if no := unknownOption(x.Name); no != nil {
			return no
		}
	}
	s, err := n.setup(e.o.Now().UTC())
	if err == nil {
		err = s.Check()
	}
	if err == nil {
		_, err = n.house()
	}
	if err != nil {
		return &notDone{why: err.Error()}
	}
	if ok, err := e.isGame(n.Name); err != nil {
		return err
	} else if ok {
		return &notDone{why: fmt.Sprintf("there is a game %s already; choose another name", n.Name), key: notice.DeniedNameTaken, args: []string{n.Name}}
	}
	return nil
}

// unknownOption tells of an option that is neither of the rules nor of the house nor of a person, with what may be meant; nil if it is one.
func unknownOption(name string) *notDone {
	known := append(rules.Names(), commands.OwnOptions()...)
	for _, o := range game.HouseOptions() {
		known = append(known, o.Name)
	}
	key := strings.ReplaceAll(strings.ToLower(strings.TrimSpace(name)), " ", "-")
	if slices.Contains(known, key) {
		return nil
	}
	why := fmt.Sprintf("there is no option %q", name)
	if meant := syntax.Nearest(key, known); len(meant) > 0 {
		return &notDone{why: why, key: notice.DeniedOptionMeant, args: []string{name, strings.Join(meant, ", ")}}
	}
	return &notDone{why: why, key: notice.DeniedUnknownOption, args: []string{name}}
}

// mayOpen tells whether the sender may open games: by the address, for the key of what he opens is mailed only there.
func (e *errand) mayOpen() bool {
	switch e.o.NewGames {
	case NewGamesAnybody:
		return true
	case NewGamesNobody:
		return false
	}
	return e.known || e.seat != nil && e.keyed || mailio.FoldAddress(e.letter.From.Addr) == mailio.FoldAddress(e.o.Self.Referee)
}

// openGames lists the games into which the sender may come, as lines that do it.
func (e *errand) openGames() ([]string, error) {
	var out []string
	for name, err := range e.tx.Games() {
		if err != nil {
			return nil, err
		}
		lines, err := e.waysInto(name)
		if err != nil {
			return nil, err
		}
		if out = append(out, lines...); len(out) > mostHits {
			break
		}
	}
	return out, nil
}

// waysInto are the lines by which the sender may come into a game. Of games there may be many: their positions and histories stay unread.
func (e *errand) waysInto(name string) ([]string, error) {
	g, err := e.tx.Game(name)
	if err != nil {
		return nil, err
	}
	t := &Table{row: g}
	var row GameRow
	if err := getJSON(g, partLife, "row", &row); err != nil || row.status() == "over" {
		return nil, err
	}
	if err := getJSON(g, partLife, "life", &t.Life); err != nil {
		return nil, err
	}
	if t.Life.House.Get("joining") == "closed" && t.Life.House.Get("observers") == "closed" && len(t.Life.Doors.Allow) == 0 {
		return nil, nil
	}
	if t.Seats, err = roster.ReadSeats(g); err != nil {
		return nil, err
	}
	if t.Others, err = roster.ReadOthers(g); err != nil {
		return nil, err
	}
	return t.waysIn(e.letter.From.Addr), nil
}

// houseWord is a setting as news tell it.
func houseWord(h game.House, name string) string { return name + " " + h.Get(name) }
