package people

import (
	"fmt"
	"slices"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/history"
	"fieldpost/adjudicator/referee"
	"fieldpost/cmd/internal/command"
	"fieldpost/cmd/internal/decision"
	"fieldpost/cmd/internal/env"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/notify"
	"fieldpost/cmd/internal/roster"
	"fieldpost/mailio"
	"fieldpost/orders/commands"
	"fieldpost/store"
	"fieldpost/templates/notice"
)

var (
	_ = command.Handle[commands.OwnOption](command.Spec{
		Syntax: []commands.Syntax{commands.OwnOptionSyntax},
		Who:    command.Member, In: command.AnyGame, NeedsKey: command.SeatKey,
	}, command.AsNotice(handleOwnOption))
	_ = command.Handle[commands.Option](command.Spec{
		Syntax: []commands.Syntax{commands.OptionSyntax},
		Who:    command.Referee, In: command.AnyGame, NeedsKey: command.SeatKey,
	}, command.AsNotice(func(r *command.Request, c commands.Option) (notice.Notice, error) {
		return nil, ChangeSetting(r.Env, r.Tx, r.Game, c.Name, c.Value, referee.Actor{Name: r.Seat.Role})
	}))
	_ = command.Handle[commands.StartGame](command.Spec{
		Syntax: []commands.Syntax{commands.StartGameSyntax},
		Who:    command.Referee, In: command.AnyGame, NeedsKey: command.SeatKey,
	}, command.AsNotice(handleStart))
	_ = command.Handle[commands.Replace](command.Spec{
		Syntax: []commands.Syntax{commands.ReplaceSyntax},
		Who:    command.Referee, In: command.AnyGame, NeedsKey: command.SeatKey,
	}, command.AsNotice(handleReplace))
	_ = command.Handle[commands.Resign](command.Spec{
		Syntax: []commands.Syntax{commands.ResignSyntax},
		Who:    command.Member, In: command.AnyGame, Guarded: true, NeedsKey: command.KeyUnlessObserver,
	}, command.AsNotice(handleResign))
	_ = command.Handle[commands.NewKey](command.Spec{
		Syntax: []commands.Syntax{commands.NewKeySyntax},
		Who:    command.Member, In: command.AnyGame, Guarded: true, NeedsKey: command.SeatKey,
	}, command.AsNotice(handleNewKey))
)

// handleOwnOption sets something about the sender.
func handleOwnOption(r *command.Request, c commands.OwnOption) (notice.Notice, error) {
	p := r.Seat.AsPerson()
	p.Set(c.Name, c.Value)
	if err := p.Check(); err != nil {
		return nil, &env.NotDone{Why: err.Error()}
	}
	s := *r.Seat
	s.Name, s.Language, s.Zone = p.Name, p.Language, p.Zone
	return notice.OwnSettingChanged{Setting: notice.Quote(c.Name + " " + c.Value)}, r.Game.SaveSeat(r.Tx, s)
}

// ChangeSetting changes how a game is run, with a record of the old value and the new. Everybody is told.
func ChangeSetting(e *env.Env, tx *store.Tx, g *gamestore.Game, name, value string, who referee.Actor) error {
	if g.Chain.Over() {
		return &env.NotDone{Why: fmt.Sprintf("game %s is over", g.Setup.Name), Key: notice.DeniedGameOver, Args: []string{g.Setup.Name}}
	}
	if _, ok := game.HouseLookup(strings.ReplaceAll(name, " ", "-")); !ok {
		return &env.NotDone{Why: "there is no setting " + name + "; options of the rules cannot change in a running game", Key: notice.DeniedNoSetting, Args: []string{name}}
	}
	settings, err := g.State.House.With(name, value)
	if err != nil {
		return &env.NotDone{Why: err.Error()}
	}
	old, text := settingText(g.State.House, name), settingText(settings, name)
	g.State.House = settings
	entry, err := gamestore.Record(e, g, &history.GM{Actor: who.Name, Action: "option " + text, Old: dice.Sum(dice.Text(old)), New: dice.Sum(dice.Text(text)),
		Consents: slices.Sorted(slices.Values(who.Consents))})
	if err != nil {
		return err
	}
	if err := notify.All(e, tx, g, notice.SettingChanged{Setting: notice.Quote(text)}, gamestore.SeqName(entry)); err != nil {
		return err
	}
	return startIfReady(e, tx, g)
}

// handleStart begins the game at the referee's word.
func handleStart(r *command.Request, c commands.StartGame) (notice.Notice, error) {
	missing := r.Game.MissingSeats()
	if c.Anyway {
		missing = r.Game.FreeSeats()
	}
	if r.Game.Running() {
		return nil, &env.NotDone{Why: "the game has begun already", Key: notice.DeniedBegun}
	}
	if len(missing) > 0 {
		return notice.CannotStart{Lines: missing}, nil
	}
	if r.Game.State.Bids.Running() && !c.Anyway {
		return nil, errBids
	}
	if _, err := gamestore.RecordAct(r.Env, r.Game, roster.Referee, "starts the game", "-"); err != nil {
		return nil, err
	}
	if err := ConfirmAll(r.Env, r.Tx, r.Game); err != nil {
		return nil, err
	}
	if r.Game.State.Bids.Running() {
		return notice.Started{}, SettleBids(r.Env, r.Tx, r.Game)
	}
	err := Start(r.Env, r.Tx, r.Game)
	if b := r.Game.State.Bids; b.Running() {
		return notice.BidsOpen{Until: b.Until, Seats: nil, Lines: nil}, err
	}
	return notice.Started{}, err
}

// ConfirmAll takes the addresses of all seats as good, at the referee's word.
func ConfirmAll(e *env.Env, tx *store.Tx, g *gamestore.Game) error {
	for _, s := range slices.Clone(g.Seats) {
		if s.Taken() && s.Unconfirmed {
			s.Unconfirmed = false
			if err := g.SaveSeat(tx, s); err != nil {
				return err
			}
		}
	}
	return nil
}

// handleReplace gives a seat to somebody else at the referee's word. Who sat there is told, and has no key any more.
func handleReplace(r *command.Request, c commands.Replace) (notice.Notice, error) {
	p, err := personAt(r.Env, r.Tx, c.Address)
	if err == nil {
		err = countAsk(r)
	}
	if err != nil {
		return nil, err
	}
	s := r.Game.Seat(c.Power)
	if s == nil {
		return nil, &env.NotDone{Why: fmt.Sprintf("game %s has no seat %s; there are %s", r.Game.Setup.Name, c.Power, gamestore.PowerNames(r.Game)), Key: notice.DeniedNoSeat, Args: []string{r.Game.Setup.Name, string(c.Power)}}
	}
	if err := checkPerson(r.Env, p); err != nil {
		return nil, notDoneFor(err)
	}
	if s.Has(c.Address) {
		return nil, &env.NotDone{Why: fmt.Sprintf("%s sits there already", c.Address), Key: notice.DeniedSitsThere, Args: []string{c.Address}}
	}
	if err := removePlayer(r.Env, r.Tx, r.Game, *s, "replaces the player of"); err != nil {
		return nil, err
	}
	if err := dropRequests(r, c.Address); err != nil {
		return nil, err
	}
	prove := r.Game.State.House.Get("confirm") != "off"
	if err := takeSeat(r.Env, r.Tx, r.Game, c.Power, p, prove); err != nil {
		return nil, err
	}
	return notice.JoinDecided{Line: notice.Quote(fmt.Sprintf("replace %s with %s", c.Power, c.Address)), Waiting: gamestore.ApproveLines(r.Game)}, nil
}

// dropRequests forgets the requests and the observer's chair of somebody who gets a seat another way.
func dropRequests(r *command.Request, addr string) error {
	d := &r.Game.State.Admission
	d.Pending = slices.DeleteFunc(slices.Clone(d.Pending), func(pending gamestore.PendingJoin) bool {
		return gamestore.MatchesAddress(addr, pending.Person.Address)
	})
	if err := dropSeatRequests(r.Game, r.Tx, addr); err != nil {
		return err
	}
	observer := r.Game.Participant(roster.Participant{Kind: roster.Observer, Address: addr}.ID())
	if observer == nil {
		return nil
	}
	return r.Game.RemoveOther(r.Tx, *observer)
}

// handleResign lets somebody leave: a player his seat, which becomes free or a substitute's; an observer the table.
func handleResign(r *command.Request, _ commands.Resign) (notice.Notice, error) {
	old := *r.Seat
	switch {
	case old.IsReferee():
		return nil, &env.NotDone{Why: "a game keeps its referee; who runs this place can give the chair to another", Key: notice.DeniedKeepsReferee}
	case old.Power == board.Nobody:
		return removeObserver(r, old)
	}
	r.Seat, r.Left = &old, true // the answer is to who sat there
	entry, err := gamestore.RecordAct(r.Env, r.Game, old.Role, "resigns", mailio.FoldAddress(old.Address))
	if err != nil {
		return nil, err
	}
	if err := LeaveSeat(r.Env, r.Tx, r.Game, old.Power); err != nil {
		return nil, err
	}
	if err := notify.All(r.Env, r.Tx, r.Game, notice.SeatFree{Seat: old.Power, Closed: gamestore.JoiningClosed(r.Game)}, gamestore.SeqName(entry)); err != nil {
		return nil, err
	}
	if r.Game.Running() && r.Game.State.House.Get("vacant-seat") == "substitute" {
		if _, err := SeatSubstitute(r.Env, r.Tx, r.Game, r.Game.Seat(old.Power)); err != nil {
			return nil, err
		}
	}
	return notice.SeatLost{Seat: old.Power}, nil
}

// removeObserver lets an observer go.
func removeObserver(r *command.Request, old roster.Participant) (notice.Notice, error) {
	r.Seat, r.Left = &old, true
	if err := r.Game.RemoveOther(r.Tx, old); err != nil {
		return nil, err
	}
	entry, err := gamestore.RecordAct(r.Env, r.Game, roster.Observer, "leaves", mailio.FoldAddress(old.Address))
	if err != nil {
		return nil, err
	}
	return notice.YouLeft{Closed: observingClosed(r.Game, old.Address)}, notify.All(r.Env, r.Tx, r.Game, notice.ObserverLeft{}, gamestore.SeqName(entry))
}

// handleNewKey draws a new key at the player's wish. The answer goes to who wrote, the key only to the seat's main address.
func handleNewKey(r *command.Request, _ commands.NewKey) (notice.Notice, error) {
	err := notify.DrawKey(r.Env, r.Tx, r.Game, r.Seat.ID(), notify.NewKeyNotice)
	r.Seen = true
	return notice.KeyDrawn{}, err
}

// isSeenByOthers tells whether others than the seat's person got the letter: whoever stands beside us in To or Cc.
func isSeenByOthers(r *command.Request) bool {
	for _, a := range slices.Concat(r.Mail.To, r.Mail.Cc) {
		base, _ := mailio.SplitPlus(a.Addr)
		ours := slices.ContainsFunc(append([]string{r.Env.Self.Address.Addr}, r.Env.Self.Others...), func(own string) bool {
			own, _ = mailio.SplitPlus(own)
			return mailio.FoldAddress(own) == mailio.FoldAddress(base)
		})
		if !ours && !r.Seat.Has(a.Addr) && mailio.FoldAddress(a.Addr) != mailio.FoldAddress(r.Mail.From.Addr) {
			return true
		}
	}
	return false
}

// CheckKeyExposure looks at who else may know the key in the letter: others who got it, or a sender who is not the seat's player.
func CheckKeyExposure(r *command.Request) (*decision.Outcome, error) {
	if !r.Keyed || r.Released || r.Signed {
		return nil, nil
	}
	if out, err := replaceSeenKey(r); out != nil || err != nil {
		return out, err
	}
	if r.Changes() && !r.FromHome() && (r.QuotedKey || r.Game.State.House.Get("unknown-address") == "hold") {
		return r.Hold()
	}
	return nil, nil
}

// replaceSeenKey draws a new key for a seat whose key others could see, and refuses the letter if the game is set so.
func replaceSeenKey(r *command.Request) (*decision.Outcome, error) {
	if !isSeenByOthers(r) {
		return nil, nil
	}
	r.Seen = true
	if err := notify.DrawKey(r.Env, r.Tx, r.Game, r.Seat.ID(), func(key string) notice.Notice { return notice.KeySeen{Key: key} }); err != nil {
		return nil, err
	}
	if r.Changes() && r.Game.State.House.Get("seen-key") == "hold" {
		return r.Reject(notice.KeySeenHeld{})
	}
	return nil, nil
}
