package people

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/rules"
	"fieldpost/cmd/internal/clocks"
	"fieldpost/cmd/internal/env"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/guard"
	"fieldpost/cmd/internal/notify"
	"fieldpost/cmd/internal/play"
	"fieldpost/cmd/internal/roster"
	"fieldpost/cmd/internal/vault"
	"fieldpost/mailio"
	"fieldpost/orders/syntax"
	"fieldpost/store"
	"fieldpost/templates/notice"
)

// NewGame says what a game is to be.
type NewGame struct {
	Name    string          `json:"name"`
	Rules   string          `json:"rules"`             // revised, europe
	Options []rules.Setting `json:"options,omitempty"` // of the rules, and settings of the house
	// Advantages are national advantages that powers begin with; powers and advantages by any of their names.
	Advantages []Grant `json:"advantages,omitempty"`
}

// Grant gives a power national advantages.
type Grant struct {
	Power      string   `json:"power"`
	Advantages []string `json:"advantages"`
}

// Setup is the game's set-up, with the canonical names of what it grants. The error names what there is not.
func (n NewGame) Setup(now time.Time) (game.Setup, error) {
	s := game.Setup{Name: n.Name, Rules: n.Rules, Created: now}
	for _, x := range n.Options {
		if _, ok := game.HouseLookup(x.Name); !ok {
			s.Options = append(s.Options, x)
		}
	}
	s, err := s.Settled()
	if err != nil {
		return s, err
	}
	set, err := s.Set()
	if err != nil || len(n.Advantages) == 0 {
		return s, err
	}
	if set.Options.Get("advantages") != "on" {
		return s, errors.New("national advantages are given in games that play with them: --option advantages=on")
	}
	s.Advantages = map[board.Power][]string{}
	for _, x := range n.Advantages {
		p, err := syntax.FindPower(set.Board, x.Power)
		if err != nil {
			return s, fmt.Errorf("there is no power %q to give advantages to", x.Power)
		}
		for _, name := range x.Advantages {
			a, err := syntax.FindAdvantage(name)
			if err != nil {
				has := strings.Join(rules.AdvantagesOf(p), ", ")
				return s, fmt.Errorf("there is no national advantage %q; %s has %s", name, p, has)
			}
			s.Advantages[p] = append(s.Advantages[p], a)
		}
	}
	return s, nil
}

// settings are the settings of the house among the options.
func (n NewGame) settings() (h game.House, err error) {
	for _, x := range n.Options {
		if _, ok := game.HouseLookup(x.Name); ok && err == nil {
			h, err = h.With(x.Name, x.Value)
		}
	}
	return h, err
}

// CreateGame makes a game with its genesis record, its secrets and an empty seat with a key for each power.
func CreateGame(e *env.Env, tx *store.Tx, n NewGame) (*gamestore.Game, error) {
	now := e.Now().UTC().Truncate(time.Second)
	setup, err := n.Setup(now)
	if err != nil {
		return nil, err
	}
	if err := setup.Check(); err != nil {
		return nil, err
	}
	settings, err := n.settings()
	if err != nil {
		return nil, err
	}
	text, err := gamestore.EncodeSetup(setup)
	if err != nil {
		return nil, err
	}
	row, err := tx.Games().Create(n.Name, store.Value{Version: gamestore.FormatVersion, Bytes: text})
	if errors.Is(err, store.ErrExists) {
		return nil, fmt.Errorf("there is a game %s already; choose another name", n.Name)
	} else if err != nil {
		return nil, err
	}
	master, vkey, err := e.Secrets.Create(e.Self.Domain, n.Name, e.Random)
	if err != nil {
		return nil, fmt.Errorf("secrets of game %s: %w", n.Name, err)
	}
	begun, err := game.Begin(setup, master, vkey, e.Version, now)
	if err != nil {
		return nil, err
	}
	g := &gamestore.Game{Game: begun, State: gamestore.State{VKey: vkey, Engine: e.Version, Conduct: game.Conduct{House: settings}}, Row: row}
	if err := vault.GiveID(e, row); err != nil {
		return nil, err
	}
	if err := gamestore.KeepVersionTexts(g); err != nil {
		return nil, err
	}
	for _, s := range begun.Rules.Board.Seats {
		free, err := vault.WithKey(e, tx, g, roster.Participant{Power: s.Power, Role: s.Role, Language: e.Language}, roster.Participant{})
		if err != nil {
			return nil, err
		}
		if err := g.SaveSeat(tx, free); err != nil {
			return nil, err
		}
	}
	referee, err := vault.NewReferee(e, tx, g, e.Self.Referee)
	if err != nil {
		return nil, err
	}
	if err := g.SaveSeat(tx, referee); err != nil {
		return nil, err
	}
	return g, g.Save()
}

// checkPerson tells what is wrong with a person's data. Nobody has an address that leads into our own mailbox: what comes from there is
// taken for mail of ours, and dropped. The error of that is a notDone, to be said by mail.
func checkPerson(e *env.Env, p roster.Person) error {
	for _, addr := range []string{p.Address, p.Second} {
		if addr != "" && e.Self.Owns(addr) {
			return &env.NotDone{Why: fmt.Sprintf("%s leads into the mailbox of fieldpost itself, where its mails would be dropped", addr), Key: notice.DeniedOurMailbox, Args: []string{addr}}
		}
	}
	return p.Check()
}

// notDoneFor is an error of checkPerson as the answer to a mail.
func notDoneFor(err error) error {
	if n, ok := errors.AsType[*env.NotDone](err); ok {
		return n
	}
	return &env.NotDone{Why: err.Error()}
}

// SeatPerson puts a person on a seat. A person who was there before leaves it, and the seat gets a new key.
func SeatPerson(e *env.Env, tx *store.Tx, g *gamestore.Game, power board.Power, p roster.Person) error {
	if err := checkPerson(e, p); err != nil {
		return err
	}
	s := g.Seat(power)
	if s == nil {
		return fmt.Errorf("game %s has no seat %s", g.Setup.Name, power)
	}
	if s.Taken() && !s.Has(p.Address) {
		return replacePlayer(e, tx, g, *s, p)
	}
	next, free := *s, !s.Taken()
	if mailio.FoldAddress(s.Address) != mailio.FoldAddress(p.Address) {
		next.Bot, next.Unconfirmed, next.Since, next.Others = false, g.MustConfirm(false), e.Now().UTC(), nil
	}
	if next.Person == "" {
		var err error
		if next, err = vault.WithPerson(e, tx, g, next, *s); err != nil {
			return err
		}
	}
	next.Address, next.Name, next.Zone, next.Bounced, next.Lost = p.Address, p.Name, p.Zone, "", nil
	if p.Second != "" && !next.Has(p.Second) {
		next.Others = append(slices.Clone(next.Others), p.Second)
	}
	if p.Language != "" {
		next.Language = p.Language
	}
	if err := g.SaveSeat(tx, next); err != nil {
		return err
	}
	switch {
	case next.Unconfirmed:
		return notify.AskToConfirm(e, tx, g, next, "")
	case g.Running() && free: // nobody has told them the key
		return welcome(e, tx, g, next, true)
	}
	return startIfReady(e, tx, g)
}

// replacePlayer puts a person in the place of another, who is told. While the game runs that is news for all.
func replacePlayer(e *env.Env, tx *store.Tx, g *gamestore.Game, old roster.Participant, p roster.Person) error {
	if p.Language == "" {
		p.Language = old.Language
	}
	if g.Running() {
		if err := removePlayer(e, tx, g, old, "replaces the player of"); err != nil {
			return err
		}
		return takeSeat(e, tx, g, old.Power, p, g.MustConfirm(false))
	}
	if err := LeaveSeat(e, tx, g, old.Power); err != nil {
		return err
	}
	return SeatPerson(e, tx, g, old.Power, p)
}

// Start begins play: every seat gets the opening position and its order form. In a game whose national advantages are rolled that
// is the first go. A game with secret bids asks for these first, and begins when they are settled.
func Start(e *env.Env, tx *store.Tx, g *gamestore.Game) error {
	if g.Running() {
		return fmt.Errorf("game %s was started on %s", g.Setup.Name, g.State.Started.Format(time.DateOnly))
	}
	if free := g.FreeSeats(); len(free) > 0 {
		return fmt.Errorf("game %s: nobody sits for %s; fieldpost game seat %s POWER --address ADDRESS, or --bot", g.Setup.Name, strings.Join(free, ", "), g.Setup.Name)
	}
	if missing := g.MissingSeats(); len(missing) > 0 {
		return fmt.Errorf("game %s: these have not confirmed their address: %s; wait for them, or start with --anyway", g.Setup.Name, strings.Join(missing, ", "))
	}
	if gamestore.BeginsWithBids(g) {
		return askForBids(e, tx, g)
	}
	g.State.Started = e.Now().UTC().Truncate(time.Second)
	if err := clocks.Follow(e, tx, g); err != nil {
		return err
	}
	if err := reportOpening(e, tx, g); err != nil {
		return err
	}
	return greetReferee(e, tx, g)
}

// greetReferee tells the referee the key with which he acts.
func greetReferee(e *env.Env, tx *store.Tx, g *gamestore.Game) error {
	s := g.Referee()
	if s == nil || !s.Taken() {
		return nil
	}
	key, err := vault.KeyOf(e, tx, g, *s)
	if err != nil {
		return err
	}
	return notify.One(e, tx, g, *s, notice.YouAreReferee{Key: key.Reveal()}, "greeting")
}

// reportOpening reports the opening position, after the go in which dice choose the national advantages if there is one. Where that go waits for a
// beacon it comes before.
func reportOpening(e *env.Env, tx *store.Tx, g *gamestore.Game) error {
	var done game.Change
	if g.Rolls() {
		master, err := guard.PrepareResolution(e, tx, g)
		if err != nil {
			return err
		}
		if done, err = g.Adopt(g.Deal(master, e.Now())); err != nil {
			return err
		}
	}
	if !done.Played {
		if err := g.Save(); err != nil {
			return err
		}
		if err := notify.ReportAll(e, tx, g, nil, nil); err != nil {
			return err
		}
	}
	if !done.Played && !done.Locked {
		return nil
	}
	return play.NotifyResolved(e, tx, g, done, nil)
}
