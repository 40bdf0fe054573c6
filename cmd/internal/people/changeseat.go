package people

import (
	"fmt"
	"strconv"
	"strings"

	"fieldpost/cmd/internal/env"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/notify"
	"fieldpost/cmd/internal/roster"
	"fieldpost/cmd/internal/vault"
	"fieldpost/mailio"
	"fieldpost/orders/syntax"
	"fieldpost/store"
	"fieldpost/templates/notice"
)

// SeatRequest asks to change a seat or the referee, or to show it if nothing is to change.
type SeatRequest struct {
	Game       string        `json:"game"`
	Power      string        `json:"power"` // or referee
	Person     roster.Person `json:"person"`
	Bot        *bool         `json:"bot,omitempty"` // give the seat to the bot, or back
	NewKey     bool          `json:"new_key,omitempty"`
	ShowKey    bool          `json:"show_key,omitempty"`
	PGP        string        `json:"pgp,omitempty"`        // an OpenPGP public key to put on file, armoured
	Free       bool          `json:"free,omitempty"`       // the player leaves
	Substitute bool          `json:"substitute,omitempty"` // the first who offered takes over
}

// ChangeSeat changes or shows a seat for the operator.
func ChangeSeat(e *env.Env, tx *store.Tx, c SeatRequest) (any, error) {
	g, err := gamestore.OpenGame(tx, c.Game)
	if err != nil {
		return nil, err
	}
	s, err := findParticipant(g, c.Power)
	if err != nil {
		return nil, err
	}
	if err := applySeatChange(e, tx, g, *s, c); err != nil {
		return nil, err
	}
	s = g.Participant(s.ID())
	row := gamestore.SummarizeSeat(*s)
	if c.ShowKey {
		key, err := vault.SeatKey(e, tx, g, *s)
		if err != nil {
			return nil, err
		}
		row.Key = key.Reveal()
	}
	return row, nil
}

// findParticipant returns the seat of a power, by any of its names, or the referee.
func findParticipant(g *gamestore.Game, name string) (*roster.Participant, error) {
	if strings.EqualFold(strings.TrimSpace(name), roster.Referee) && g.Referee() != nil {
		return g.Referee(), nil
	}
	power, err := syntax.FindPower(g.Rules.Board, name)
	if err != nil {
		return nil, fmt.Errorf("game %s has no seat %q; there are %s", g.Setup.Name, name, gamestore.PowerNames(g))
	}
	return g.Seat(power), nil
}

// applySeatChange makes the changes that a request asks for, one after the other.
func applySeatChange(e *env.Env, tx *store.Tx, g *gamestore.Game, s roster.Participant, c SeatRequest) error {
	if s.IsReferee() && (c.Bot != nil || c.Free || c.Substitute) {
		return fmt.Errorf("a game keeps its referee; --address puts somebody else on the chair")
	}
	for _, step := range []struct {
		wanted bool
		do     func() error
	}{
		{c.Free, func() error { return freeSeat(e, tx, g, s) }},
		{c.Substitute, func() error { return callSubstitute(e, tx, g, s) }},
		{c.Person != (roster.Person{}) && s.IsReferee(), func() error {
			return seatReferee(e, tx, g, s.FillIn(c.Person))
		}},
		{c.Person != (roster.Person{}) && !s.IsReferee(), func() error {
			return SeatPerson(e, tx, g, s.Power, s.FillIn(c.Person))
		}},
		{c.Bot != nil, func() error { return SetBot(e, tx, g, s.Power, *c.Bot) }},
		{c.NewKey, func() error {
			return notify.ReplaceKey(e, tx, g, s.ID(), notify.NewKeyNotice)
		}},
		{c.PGP != "", func() error {
			_, err := FilePGP(e, tx, g, *g.Participant(s.ID()), c.PGP)
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

// freeSeat frees a seat for the operator.
func freeSeat(e *env.Env, tx *store.Tx, g *gamestore.Game, s roster.Participant) error {
	if !s.Taken() {
		return fmt.Errorf("nobody sits for %s", s.Power)
	}
	if err := removePlayer(e, tx, g, s, "frees the seat of"); err != nil {
		return err
	}
	if err := LeaveSeat(e, tx, g, s.Power); err != nil {
		return err
	}
	return notify.SendNoticeToAll(e, tx, g, notice.SeatFree{Seat: s.Power, Closed: gamestore.JoiningClosed(g)}, "command",
		strconv.Itoa(g.Chain.Len()))
}

// callSubstitute gives a seat to a substitute for the operator.
func callSubstitute(e *env.Env, tx *store.Tx, g *gamestore.Game, s roster.Participant) error {
	ok, err := SeatSubstitute(e, tx, g, &s)
	if err == nil && !ok {
		err = fmt.Errorf("game %s: nobody has offered to take over %s", g.Setup.Name, s.Power)
		if gamestore.PolicyFor(g, "joining", "", false) != "closed" {
			err = fmt.Errorf("%w; they do so by mail: substitute %s as %s", err, g.Setup.Name, s.Power)
		}
	}
	return err
}

// seatReferee makes a person the referee; another person gets another key.
func seatReferee(e *env.Env, tx *store.Tx, g *gamestore.Game, p roster.Person) error {
	if err := checkPerson(e, p); err != nil {
		return err
	}
	old := *g.Referee()
	s := old
	moved := mailio.FoldAddress(p.Address) != mailio.FoldAddress(s.Address)
	s.Address, s.Name, s.Zone = p.Address, p.Name, p.Zone
	if p.Language != "" {
		s.Language = p.Language
	}
	if !moved {
		return g.SaveSeat(tx, s)
	}
	s = roster.Participant{Kind: s.Kind, Role: s.Role, Address: s.Address, Name: s.Name, Zone: s.Zone,
		Language: s.Language, Since: e.Now().UTC()}
	s, err := vault.WithPerson(e, tx, g, s, old)
	if err != nil {
		return err
	}
	if err := g.SaveSeat(tx, s); err != nil {
		return err
	}
	entry, err := gamestore.RecordAct(e, g, roster.Referee, "takes the chair", mailio.FoldAddress(s.Address))
	if err != nil {
		return err
	}
	key, err := vault.SeatKey(e, tx, g, s)
	if err != nil {
		return err
	}
	return notify.SendNotice(e, tx, g, s, notice.YouAreReferee{Key: key.Reveal()}, gamestore.SeqName(entry), "chair")
}
