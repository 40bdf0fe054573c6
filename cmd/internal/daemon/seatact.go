package daemon

import (
	"fmt"
	"strconv"
	"strings"

	"fieldpost/adjudicator/referee"
	"fieldpost/adjudicator/rules"
	"fieldpost/cmd/internal/roster"
	"fieldpost/mailio"
	"fieldpost/orders"
	"fieldpost/orders/commands"
	"fieldpost/orders/syntax"
	"fieldpost/store"
	"fieldpost/templates/notice"
)

// SeatChange changes a seat or the referee's chair, or shows it if nothing is to change.
type SeatChange struct {
	Game       string        `json:"game"`
	Power      string        `json:"power"` // or referee
	Person     roster.Person `json:"person"`
	Bot        *bool         `json:"bot,omitempty"` // give the seat to the bot, or back
	NewKey     bool          `json:"new_key,omitempty"`
	ShowKey    bool          `json:"show_key,omitempty"`
	PGP        string        `json:"pgp,omitempty"`        // an OpenPGP public key to put on file, armoured
	Free       bool          `json:"free,omitempty"`       // who sits there leaves
	Substitute bool          `json:"substitute,omitempty"` // the first who offered takes over
}

func (o *Office) actSeat(tx *store.Tx, c SeatChange) (any, error) {
	t, err := openGame(tx, c.Game)
	if err != nil {
		return nil, err
	}
	s, err := t.place(c.Power)
	if err != nil {
		return nil, err
	}
	if err := o.changeSeat(tx, t, *s, c); err != nil {
		return nil, err
	}
	s = t.named(s.ID())
	row := seatRow(*s)
	if c.ShowKey {
		key, err := o.KeyOf(tx, t, *s)
		if err != nil {
			return nil, err
		}
		row.Key = key.Reveal()
	}
	return row, nil
}

// place finds the seat of a power, by any of its names, or the referee's chair.
func (t *Table) place(name string) (*roster.Seat, error) {
	if strings.EqualFold(strings.TrimSpace(name), roster.Referee) && t.Referee() != nil {
		return t.Referee(), nil
	}
	power, err := syntax.FindPower(t.Rules.Board, name)
	if err != nil {
		return nil, fmt.Errorf("game %s has no seat %q; there are %s", t.Setup.Name, name, powers(t))
	}
	return t.Seat(power), nil
}

// changeSeat does what a command wants of a seat, one thing after the other.
func (o *Office) changeSeat(tx *store.Tx, t *Table, s roster.Seat, c SeatChange) error {
	if s.IsReferee() && (c.Bot != nil || c.Free || c.Substitute) {
		return fmt.Errorf("a game keeps its referee; --address puts somebody else on the chair")
	}
	for _, step := range []struct {
		wanted bool
		do     func() error
	}{
		{c.Free, func() error { return o.free(tx, t, s) }},
		{c.Substitute, func() error { return o.callSubstitute(tx, t, s) }},
		{c.Person != (roster.Person{}) && s.IsReferee(), func() error { return o.seatReferee(tx, t, s.Merged(c.Person)) }},
		{c.Person != (roster.Person{}) && !s.IsReferee(), func() error { return o.Place(tx, t, s.Power, s.Merged(c.Person)) }},
		{c.Bot != nil, func() error { return o.GiveToBot(tx, t, s.Power, *c.Bot) }},
		{c.NewKey, func() error {
			return o.drawKey(tx, t, s.ID(), newKeyNotice)
		}},
		{c.PGP != "", func() error {
			_, err := o.filePGP(tx, t, *t.named(s.ID()), c.PGP)
			return err
		}},
	} {
		if !step.wanted {
			continue
		}
		if err := step.do(); err != nil {
			return err
		}
	}
	return nil
}

// free lets a seat become free by command.
func (o *Office) free(tx *store.Tx, t *Table, s roster.Seat) error {
	if !s.Taken() {
		return fmt.Errorf("nobody sits for %s", s.Power)
	}
	if err := o.unseat(tx, t, s, "frees the seat of"); err != nil {
		return err
	}
	if err := o.vacate(tx, t, s.Power); err != nil {
		return err
	}
	return o.tellAll(tx, t, notice.SeatFree{Seat: s.Power, Closed: t.closedToPlayers()}, "command", strconv.Itoa(t.Chain.Len()))
}

func (o *Office) callSubstitute(tx *store.Tx, t *Table, s roster.Seat) error {
	ok, err := o.substitute(tx, t, &s)
	if err == nil && !ok {
		err = fmt.Errorf("game %s: nobody has offered to take over %s", t.Setup.Name, s.Power)
		if t.policyFor("joining", "", false) != "closed" {
			err = fmt.Errorf("%w; they do so by mail: substitute %s as %s", err, t.Setup.Name, s.Power)
		}
	}
	return err
}

// seatReferee puts a person on the referee's chair; another person gets another key.
func (o *Office) seatReferee(tx *store.Tx, t *Table, p roster.Person) error {
	if err := o.checkPerson(p); err != nil {
		return err
	}
	old := *t.Referee()
	s := old
	moved := mailio.FoldAddress(p.Address) != mailio.FoldAddress(s.Address)
	s.Address, s.Name, s.Zone = p.Address, p.Name, p.Zone
	if p.Language != "" {
		s.Language = p.Language
	}
	if !moved {
		return t.saveSeat(tx, s)
	}
	s = roster.Seat{Kind: s.Kind, Role: s.Role, Address: s.Address, Name: s.Name, Zone: s.Zone, Language: s.Language, Since: o.Now().UTC()}
	s, err := o.withPerson(tx, t, s, old)
	if err != nil {
		return err
	}
	if err := t.saveSeat(tx, s); err != nil {
		return err
	}
	entry, err := o.act(t, roster.Referee, "takes the chair", mailio.FoldAddress(s.Address))
	if err != nil {
		return err
	}
	key, err := o.KeyOf(tx, t, s)
	if err != nil {
		return err
	}
	return o.tell(tx, t, s, notice.YouAreReferee{Key: key.Reveal()}, seqName(entry), "chair")
}

// HouseChange sets how a game is run.
type HouseChange struct {
	Game     string          `json:"game"`
	Settings []rules.Setting `json:"settings"`
}

// actSet changes settings of the house; all are told.
func (o *Office) actSet(tx *store.Tx, c HouseChange) (any, error) {
	t, err := openGame(tx, c.Game)
	if err != nil {
		return nil, err
	}
	for _, s := range c.Settings {
		if err := o.setHouse(tx, t, s.Name, s.Value, referee.Actor{Name: roster.RefereeRole}); err != nil {
			return nil, err
		}
	}
	return t.Life.House.Settings, nil
}

// DoorLine is one of the lines with which a referee keeps the door: approve, reject, allow, deny. An empty one only shows.
type DoorLine struct {
	Game string `json:"game"`
	Line string `json:"line,omitempty"`
}

// DoorView is who may come into a game beyond its settings, and the lines that would let in who asks.
type DoorView struct {
	Lists []string `json:"lists"`
	Asks  []string `json:"asks"`
}

// actDoor does at the operator's word what the referee does by mail.
func (o *Office) actDoor(tx *store.Tx, d DoorLine) (any, error) {
	t, err := openGame(tx, d.Game)
	if err != nil {
		return nil, err
	}
	if d.Line != "" {
		f := orders.Parse(d.Line, orders.Context{Board: t.Rules.Board})
		e := &errand{o: o, tx: tx, table: t, log: o.Log}
		var c commands.Command
		if len(f.Commands) == 1 {
			c = f.Commands[0]
		}
		switch c := c.(type) {
		case commands.Admit:
			_, err = e.decide(c)
		case commands.Allow:
			_, err = e.list(c)
		default:
			err = fmt.Errorf("%q is none of approve ADDRESS [as POWER], reject ADDRESS, allow ADDRESS, deny ADDRESS", d.Line)
		}
		if err != nil {
			return nil, err
		}
	}
	return DoorView{Lists: append([]string{}, t.doorLists()...), Asks: append([]string{}, t.waiting()...)}, nil
}
