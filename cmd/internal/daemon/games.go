package daemon

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/rules"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/roster"
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

// setup is the game's set-up, with the canonical names of what it grants. The error names what there is not.
func (n NewGame) setup(now time.Time) (game.Setup, error) {
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

// house are the settings of the house among the options.
func (n NewGame) house() (h game.House, err error) {
	for _, x := range n.Options {
		if _, ok := game.HouseLookup(x.Name); ok && err == nil {
			h, err = h.With(x.Name, x.Value)
		}
	}
	return h, err
}

// Found makes a game with its genesis record, its secrets and an empty seat with a key for each power.
func (o *Office) Found(tx *store.Tx, n NewGame) (*Table, error) {
	now := o.Now().UTC().Truncate(time.Second)
	setup, err := n.setup(now)
	if err != nil {
		return nil, err
	}
	if err := setup.Check(); err != nil {
		return nil, err
	}
	house, err := n.house()
	if err != nil {
		return nil, err
	}
	text, err := gamestore.EncodeSetup(setup)
	if err != nil {
		return nil, err
	}
	row, err := tx.CreateGame(n.Name, store.Value{Version: formatVersion, Bytes: text})
	if errors.Is(err, store.ErrExists) {
		return nil, fmt.Errorf("there is a game %s already; choose another name", n.Name)
	} else if err != nil {
		return nil, err
	}
	master, vkey, err := o.Secrets.create(o.Self.Domain, n.Name, o.Random)
	if err != nil {
		return nil, fmt.Errorf("secrets of game %s: %w", n.Name, err)
	}
	g, err := game.Begin(setup, master, vkey, o.Version, now)
	if err != nil {
		return nil, err
	}
	t := &Table{Game: g, Life: life{VKey: vkey, Engine: o.Version, Conduct: game.Conduct{House: house}}, row: row}
	if err := o.giveID(row); err != nil {
		return nil, err
	}
	if err := t.keepTexts(); err != nil {
		return nil, err
	}
	for _, s := range g.Rules.Board.Seats {
		free, err := o.withKey(tx, t, roster.Seat{Power: s.Power, Role: s.Role, Language: o.Language}, roster.Seat{})
		if err != nil {
			return nil, err
		}
		if err := t.saveSeat(tx, free); err != nil {
			return nil, err
		}
	}
	chair, err := o.newReferee(tx, t, o.Self.Referee)
	if err != nil {
		return nil, err
	}
	if err := t.saveSeat(tx, chair); err != nil {
		return nil, err
	}
	return t, t.save()
}

// checkPerson tells what is wrong with a person's data. Nobody has an address that leads into our own mailbox: what comes from there is
// taken for mail of ours, and dropped. The error of that is a notDone, to be said by mail.
func (o *Office) checkPerson(p roster.Person) error {
	for _, addr := range []string{p.Address, p.Second} {
		if addr != "" && o.Self.owns(addr) {
			return &notDone{why: fmt.Sprintf("%s leads into the mailbox of fieldpost itself, where its mails would be dropped", addr), key: notice.DeniedOurMailbox, args: []string{addr}}
		}
	}
	return p.Check()
}

// notDoneFor is an error of checkPerson as the answer to a mail.
func notDoneFor(err error) error {
	if n, ok := errors.AsType[*notDone](err); ok {
		return n
	}
	return &notDone{why: err.Error()}
}

// Place puts a person on a seat. A person who was there before leaves it, and the seat gets a new key.
func (o *Office) Place(tx *store.Tx, t *Table, power board.Power, p roster.Person) error {
	if err := o.checkPerson(p); err != nil {
		return err
	}
	s := t.Seat(power)
	if s == nil {
		return fmt.Errorf("game %s has no seat %s", t.Setup.Name, power)
	}
	if s.Taken() && !s.Has(p.Address) {
		return o.supplant(tx, t, *s, p)
	}
	next, free := *s, !s.Taken()
	if mailio.FoldAddress(s.Address) != mailio.FoldAddress(p.Address) {
		next.Bot, next.Unproved, next.Since, next.Others = false, t.proves(false), o.Now().UTC(), nil
	}
	if next.Person == "" {
		var err error
		if next, err = o.withPerson(tx, t, next, *s); err != nil {
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
	if err := t.saveSeat(tx, next); err != nil {
		return err
	}
	switch {
	case next.Unproved:
		return o.askToConfirm(tx, t, next, "")
	case t.Running() && free: // nobody has told them the key
		return o.welcome(tx, t, next, true)
	}
	return o.startIfReady(tx, t)
}

// supplant puts a person in the place of another, who is told. While the game runs that is news for all.
func (o *Office) supplant(tx *store.Tx, t *Table, old roster.Seat, p roster.Person) error {
	if p.Language == "" {
		p.Language = old.Language
	}
	if t.Running() {
		if err := o.unseat(tx, t, old, "replaces the player of"); err != nil {
			return err
		}
		return o.sit(tx, t, old.Power, p, t.proves(false))
	}
	if err := o.vacate(tx, t, old.Power); err != nil {
		return err
	}
	return o.Place(tx, t, old.Power, p)
}

// Start begins play: every seat gets the opening position and its order form. In a game whose national advantages are rolled that
// is the first go. A game with secret bids asks for these first, and begins when they are settled.
func (o *Office) Start(tx *store.Tx, t *Table) error {
	if t.Running() {
		return fmt.Errorf("game %s was started on %s", t.Setup.Name, t.Life.Started.Format(time.DateOnly))
	}
	if free := t.free(); len(free) > 0 {
		return fmt.Errorf("game %s: nobody sits for %s; fieldpost game seat %s POWER --address ADDRESS, or --bot", t.Setup.Name, strings.Join(free, ", "), t.Setup.Name)
	}
	if missing := t.missing(); len(missing) > 0 {
		return fmt.Errorf("game %s: these have not confirmed their address: %s; wait for them, or start with --anyway", t.Setup.Name, strings.Join(missing, ", "))
	}
	if t.bids() {
		return o.openBids(tx, t)
	}
	t.Life.Started = o.Now().UTC().Truncate(time.Second)
	if err := o.followClock(tx, t); err != nil {
		return err
	}
	if err := o.opening(tx, t); err != nil {
		return err
	}
	return o.greetReferee(tx, t)
}

// greetReferee tells the referee the key with which he acts.
func (o *Office) greetReferee(tx *store.Tx, t *Table) error {
	s := t.Referee()
	if s == nil || !s.Taken() {
		return nil
	}
	key, err := o.KeyOf(tx, t, *s)
	if err != nil {
		return err
	}
	return o.tell(tx, t, *s, notice.YouAreReferee{Key: key.Reveal()}, "greeting")
}

// opening reports the opening position, after the go in which dice choose the national advantages if there is one. Where that go waits for a
// beacon it comes before.
func (o *Office) opening(tx *store.Tx, t *Table) error {
	var done game.Change
	if t.Rolls() {
		master, err := o.prepare(tx, t)
		if err != nil {
			return err
		}
		if done, err = t.take(t.Deal(master, o.Now())); err != nil {
			return err
		}
	}
	if !done.Played {
		if err := t.save(); err != nil {
			return err
		}
		if err := o.reportAll(tx, t, nil, nil); err != nil {
			return err
		}
	}
	if !done.Played && !done.Locked {
		return nil
	}
	return o.tellGo(tx, t, done, nil)
}

// openGame reads a game; the error for one that is not there names those that are.
func openGame(tx *store.Tx, name string) (*Table, error) {
	if _, err := findGame(tx, name); err != nil {
		return nil, err
	}
	return openTable(tx, name)
}

// findGame finds a game in the store, whatever state it is in.
func findGame(tx *store.Tx, name string) (*store.Game, error) {
	row, err := tx.Game(name)
	if !errors.Is(err, store.ErrNotFound) {
		return row, err
	}
	var names []string
	for n, err := range tx.Games() {
		if err != nil {
			return nil, err
		}
		names = append(names, n)
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("there is no game %q, nor any other; fieldpost game new NAME makes one", name)
	}
	return nil, fmt.Errorf("there is no game %q; there are %s", name, strings.Join(names, ", "))
}
