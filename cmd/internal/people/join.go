package people

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/rules"
	"fieldpost/cmd/internal/command"
	"fieldpost/cmd/internal/decision"
	"fieldpost/cmd/internal/env"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/notify"
	"fieldpost/cmd/internal/roster"
	"fieldpost/cmd/internal/vault"
	"fieldpost/mailio"
	"fieldpost/orders/commands"
	"fieldpost/orders/syntax"
	"fieldpost/store"
	"fieldpost/templates/notice"
)

// The settings of it.
const (
	NewGamesNobody  env.NewGames = "nobody"
	NewGamesKnown   env.NewGames = "known" // the referee's address, and people who sit somewhere
	NewGamesAnybody env.NewGames = "anybody"
)

// Bounds of what an address can ask for at the door in a day.
const (
	MaxGamesPerDay = 5
	MaxJoinsPerDay = 20
)

var (
	_ = command.Handle[commands.NewGame](command.Spec{
		Syntax: []commands.Syntax{commands.NewGameSyntax},
		Who:    command.Anyone, In: command.Anywhere, NeedsKey: command.Confirmation,
	}, command.AsNotice(handleNewGame))
	_ = command.Handle[commands.Join](command.Spec{
		Syntax: []commands.Syntax{commands.JoinSyntax},
		Who:    command.Anyone, In: command.Anywhere, NeedsKey: command.Confirmation,
	}, command.AsNotice(func(r *command.Request, c commands.Join) (notice.Notice, error) {
		return join(r, gamestore.JoinRequest{Game: c.Game, Power: c.Power, Setting: "joining"})
	}))
	_ = command.Handle[commands.Observe](command.Spec{
		Syntax: []commands.Syntax{commands.ObserveSyntax},
		Who:    command.Anyone, In: command.Anywhere, NeedsKey: command.Confirmation,
	}, command.AsNotice(func(r *command.Request, c commands.Observe) (notice.Notice, error) {
		return join(r, gamestore.JoinRequest{Game: c.Game, Setting: "observers"})
	}))
	_ = command.Handle[commands.Substitute](command.Spec{
		Syntax: []commands.Syntax{commands.SubstituteSyntax},
		Who:    command.Anyone, In: command.Anywhere, NeedsKey: command.Confirmation,
	}, command.AsNotice(func(r *command.Request, c commands.Substitute) (notice.Notice, error) {
		return join(r, gamestore.JoinRequest{Game: c.Game, Power: c.Power, Setting: "joining", Standby: true})
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

// HandleJoin takes the letters that are only about coming in. What a player asks for beside his orders or acts is done with these.
func HandleJoin(r *command.Request) (*decision.Outcome, error) {
	asks := slices.ContainsFunc(r.File.Commands, isJoin)
	if r.File.HasOrders() || !asks && !isStrangersQuestion(r) {
		return nil, nil
	}
	refs, err := r.Recognise()
	if err != nil {
		return nil, err
	}
	if (len(refs) > 0 || r.File.Header.Key != "") && !onlyJoins(r) {
		return nil, nil
	}
	if person, err := command.ProvedPerson(r); err != nil {
		return nil, err
	} else if person == "" {
		if n, err := command.CountToday(r.Env, r.Tx, "knocks", r.Mail.From.Addr); err != nil || n > MaxJoinsPerDay {
			return decision.Of(decision.Ignored, "too-many-at-the-door"), err
		}
	}
	p := senderPerson(r)
	r.Known = r.Home != nil && !r.Home.Unconfirmed
	r.Home = &roster.Participant{Address: p.Address, Name: p.Name, Language: p.Language, Zone: p.Zone}
	var l command.Limits
	var left []string
	for i, c := range r.File.Commands {
		if isOption(c) {
			continue // it belongs to its new game
		}
		if !l.Takes(c) {
			line, err := r.Hide(r.File.Whole(c.CommandLine()))
			if err != nil {
				return nil, err
			}
			left = append(left, line)
			continue
		}
		if command.Of(c).Who != command.Anyone {
			continue // nobody is known whom it could be answered
		}
		words, err := r.CarryOut(c)
		if err != nil {
			return nil, err
		}
		if words.Subject == "" {
			continue
		}
		if err := r.Reply("door-"+strconv.Itoa(i+1), words); err != nil {
			return nil, err
		}
	}
	if len(left) > 0 {
		if err := r.Note(notice.NotAnswered{Questions: left}); err != nil {
			return nil, err
		}
	}
	return decision.Of(decision.Answered, "door"), nil
}

// onlyJoins reports whether all lines of a mail ask to come in.
func onlyJoins(r *command.Request) bool {
	return !slices.ContainsFunc(r.File.Commands, func(c commands.Command) bool {
		return !isOption(c) && !isJoin(c)
	})
}

// isStrangersQuestion reports whether a mail only asks which games there are.
func isStrangersQuestion(r *command.Request) bool {
	if len(r.File.Commands) != 1 {
		return false
	}
	_, games := r.File.Commands[0].(commands.Games)
	return games
}

// join lets somebody in, asks the referee, or sends him away.
func join(r *command.Request, w gamestore.JoinRequest) (notice.Notice, error) {
	if ok, err := r.IsGame(w.Game); err != nil || !ok {
		if err != nil {
			return nil, err
		}
		refs, err := r.SeatsOf(roster.AddressHandle(r.Mail.From.Addr))
		return notice.NoGame{Name: notice.Quote(w.Game), Games: vault.GamesOf(vault.SeatsIn(refs))}, err
	}
	g, err := gamestore.Load(r.Tx, w.Game)
	if err != nil {
		return nil, err
	}
	if w.Power != board.Nobody && g.Seat(w.Power) == nil {
		return nil, &env.NotDone{Why: fmt.Sprintf("game %s has no seat %s; there are %s", w.Game, w.Power, gamestore.PowerNames(g)), Key: notice.DeniedNoSeat, Args: []string{w.Game, string(w.Power)}}
	}
	if g.Stopped() {
		return notice.Held{}, nil
	}
	if g.Chain.Over() {
		return nil, &env.NotDone{Why: fmt.Sprintf("game %s is over", w.Game), Key: notice.DeniedGameOver, Args: []string{w.Game}}
	}
	p := senderPerson(r)
	if n, done, err := answerPresent(r, g, w); done || err != nil {
		return n, err
	}
	switch gamestore.PolicyFor(g, w.Setting, p.Address, r.Opened == w.Game) {
	case "open":
		if ok, err := command.Spend(r.Env, r.Tx, r); err != nil || !ok {
			return nil, err
		}
		return nil, admit(r.Env, r.Tx, g, w, p, g.MustConfirm(true))
	case "approval":
		if len(g.State.Admission.Pending) >= gamestore.MaxPendingJoins {
			return notice.JoinClosed{Name: notice.Quote(w.Game)}, nil
		}
		return notice.JoinAsked{Name: notice.Quote(w.Game)}, askReferee(r.Env, r.Tx, g, gamestore.PendingJoin{Person: p, Join: w, At: r.Env.Now().UTC()})
	}
	return notice.JoinClosed{Name: notice.Quote(w.Game)}, nil
}

// answerPresent answers who asks for a place that is taken, by himself or another.
func answerPresent(r *command.Request, g *gamestore.Game, w gamestore.JoinRequest) (n notice.Notice, done bool, err error) {
	if w.Power == board.Nobody || w.Standby {
		for _, s := range slices.Concat(g.Seats, g.Others) {
			if s.Has(r.Mail.From.Addr) && s.Kind != roster.SeatRequest && (s.Kind != roster.Observer || s.Unconfirmed) {
				return nil, true, answerAlreadyIn(r, g, s)
			}
		}
		return nil, false, nil
	}
	s := g.Seat(w.Power)
	switch {
	case !s.Taken():
		if request := g.Participant(roster.Participant{Kind: roster.SeatRequest, Address: r.Mail.From.Addr, Standby: []board.Power{w.Power}}.ID()); request != nil {
			return nil, true, answerAlreadyIn(r, g, *request)
		}
		return nil, false, nil
	case s.Has(r.Mail.From.Addr):
		return nil, true, answerAlreadyIn(r, g, *s)
	}
	if lines := joinLines(g, r.Mail.From.Addr); len(lines) > 0 {
		return notice.SeatTaken{Seat: w.Power, Lines: lines}, true, nil
	}
	return notice.JoinClosed{Name: notice.Quote(w.Game)}, true, nil
}

// answerAlreadyIn tells somebody that he sits there; if he has yet to confirm, by the mail that he has to answer.
func answerAlreadyIn(r *command.Request, g *gamestore.Game, s roster.Participant) error {
	if !s.Unconfirmed {
		return &env.NotDone{Why: fmt.Sprintf("you sit at the table of %s already: %s", g.Setup.Name, s.ID()), Key: notice.DeniedAlreadyThere, Args: []string{g.Setup.Name}}
	}
	if ok, err := command.Spend(r.Env, r.Tx, r); err != nil || !ok {
		return err
	}
	return notify.AskToConfirm(r.Env, r.Tx, g, s, strconv.FormatUint(r.Row.Number, 10))
}

// admit gives somebody the place that he asked for.
func admit(e *env.Env, tx *store.Tx, g *gamestore.Game, w gamestore.JoinRequest, p roster.Person, prove bool) error {
	switch seat := w.Power != board.Nobody && !w.Standby; {
	case seat && prove:
		return RequestSeat(e, tx, g, w.Power, p)
	case seat:
		return takeSeat(e, tx, g, w.Power, p, false)
	}
	var standby []board.Power
	if w.Standby && w.Power != board.Nobody {
		standby = []board.Power{w.Power}
	} else if w.Standby {
		standby = g.Rules.Board.Powers()
	}
	return addObserver(e, tx, g, p, standby, prove)
}

// senderPerson is the person at the door: as he is known, and as his letter says.
func senderPerson(r *command.Request) roster.Person {
	p := roster.Person{Address: r.Mail.From.Addr, Name: r.Mail.From.Name}
	if r.Home != nil {
		p = roster.Person{Address: p.Address, Name: r.Home.Name, Language: r.Home.Language, Zone: r.Home.Zone}
	}
	for _, c := range r.File.Commands {
		if o, ok := c.(commands.OwnOption); ok {
			p.Set(o.Name, o.Value)
		}
	}
	if p.Check() != nil { // a name or zone that cannot be: he comes all the same
		p.Name, p.Zone = "", ""
	}
	if p.Language == "" {
		p.Language = r.Env.Language
	}
	return p
}

// handleNewGame makes a game, whose referee the sender becomes.
func handleNewGame(r *command.Request, c commands.NewGame) (notice.Notice, error) {
	p := senderPerson(r)
	if !mayOpenGames(r) {
		return notice.NoNewGames{}, nil
	}
	if n, err := command.CountToday(r.Env, r.Tx, "games", r.Mail.From.Addr); err != nil {
		return nil, err
	} else if n > MaxGamesPerDay {
		return nil, &env.NotDone{Why: fmt.Sprintf("no more than %d new games a day", MaxGamesPerDay), Key: notice.DeniedGamesADay, Args: []string{strconv.Itoa(MaxGamesPerDay)}}
	}
	n := NewGame{Name: c.Name, Rules: c.Rules, Options: []rules.Setting{{Name: "joining", Value: "approval"}}}
	for _, x := range r.File.Commands {
		switch o := x.(type) {
		case commands.Option:
			n.Options = append(n.Options, rules.Setting{Name: o.Name, Value: o.Value})
		case commands.ConsentOption:
			n.Options = append(n.Options, rules.Setting{Name: o.Name, Value: o.Value})
		}
	}
	if err := checkNewGame(r, n); err != nil {
		return nil, err
	}
	if ok, err := command.Spend(r.Env, r.Tx, r); err != nil || !ok {
		return nil, err
	}
	g, err := CreateGame(r.Env, r.Tx, n)
	if err != nil {
		return nil, err
	}
	referee := *g.Referee()
	referee.Address, referee.Name, referee.Language, referee.Zone, referee.Unconfirmed = p.Address, p.Name, p.Language, p.Zone, g.MustConfirm(true)
	referee.Since = r.Env.Now().UTC()
	if err := g.SaveSeat(r.Tx, referee); err != nil {
		return nil, err
	}
	if _, err := gamestore.RecordAct(r.Env, g, roster.Referee, "opens the game", mailio.FoldAddress(p.Address)); err != nil {
		return nil, err
	}
	r.Opened = c.Name
	return nil, notify.AskToConfirm(r.Env, r.Tx, g, referee, "") // to the chair's address, wherever the letter wants its answers
}

// checkNewGame finds out whether a game can be made before anything is written, so that the sender hears why not.
func checkNewGame(r *command.Request, n NewGame) error {
	for _, x := range n.Options {
		if no := UnknownOption(x.Name); no != nil {
			return no
		}
	}
	s, err := n.Setup(r.Env.Now().UTC())
	if err == nil {
		err = s.Check()
	}
	if err == nil {
		_, err = n.settings()
	}
	if err != nil {
		return &env.NotDone{Why: err.Error()}
	}
	if ok, err := r.IsGame(n.Name); err != nil {
		return err
	} else if ok {
		return &env.NotDone{Why: fmt.Sprintf("there is a game %s already; choose another name", n.Name), Key: notice.DeniedNameTaken, Args: []string{n.Name}}
	}
	return nil
}

// UnknownOption tells of an option that is neither of the rules nor of the house nor of a person, with what may be meant; nil if it is one.
func UnknownOption(name string) *env.NotDone {
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
		return &env.NotDone{Why: why, Key: notice.DeniedOptionMeant, Args: []string{name, strings.Join(meant, ", ")}}
	}
	return &env.NotDone{Why: why, Key: notice.DeniedUnknownOption, Args: []string{name}}
}

// mayOpenGames tells whether the sender may open games: by the address, for the key of what he opens is mailed only there.
func mayOpenGames(r *command.Request) bool {
	switch r.Env.NewGames {
	case NewGamesAnybody:
		return true
	case NewGamesNobody:
		return false
	}
	return r.Known || r.Seat != nil && r.Keyed || mailio.FoldAddress(r.Mail.From.Addr) == mailio.FoldAddress(r.Env.Self.Referee)
}

// JoinableGames lists the games into which the sender may come, as lines that do it.
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
		if out = append(out, lines...); len(out) > command.MostHits {
			break
		}
	}
	return out, nil
}

// gameJoinLines are the lines by which the sender may come into a game. Of games there may be many: their positions and histories stay unread.
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
	if g.State.House.Get("joining") == "closed" && g.State.House.Get("observers") == "closed" && len(g.State.Admission.Allow) == 0 {
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

// settingText is a setting as news tell it.
func settingText(h game.House, name string) string { return name + " " + h.Get(name) }
