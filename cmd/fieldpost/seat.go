package main

import (
	"cmp"
	"fmt"
	"os"
	"strings"

	"fieldpost/adjudicator/rules"
	"fieldpost/cmd/internal/admin"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/people"
	"fieldpost/cmd/internal/roster"
)

type gameSeatCmd struct {
	storePlace
	Name    string `arg:"" help:"The game."`
	Power   string `arg:"" help:"The seat, or referee for his chair."`
	Address string `help:"Mail address of the person who takes the seat."`
	Second  string `help:"Another address of the same person, for when mail to the first comes back."`
	Person  string `name:"name" help:"The person's name."`
	Lang    string `enum:",en,de,da" default:"" help:"Language of the person's mails: en, de, da."`
	TZ      string `help:"Time zone of the person, such as Europe/Berlin."`
	Bot     *bool  `negatable:"" help:"The bot plays the seat; --no-bot gives it back to the person on it."`
	Free    bool   `help:"Whoever sits there leaves."`
	Sub     bool   `name:"substitute" help:"The first who has offered himself by mail takes over."`
	PGP     string `name:"pgp" placeholder:"FILE" help:"Put an OpenPGP public key on file; letters that it signed need no key of the seat." type:"existingfile"`
	NewKey  bool   `help:"Draw a new key for the seat, and mail it there."`
	ShowKey bool   `help:"Show the seat's key, to hand it over by another way than mail."`
	JSON    bool   `help:"Print JSON."`
}

// Run changes or shows the seat.
func (c *gameSeatCmd) Run(e *invocation) error {
	change := people.SeatRequest{Game: c.Name, Power: c.Power, Bot: c.Bot, NewKey: c.NewKey, ShowKey: c.ShowKey,
		Free: c.Free, Substitute: c.Sub,
		Person: roster.Person{Address: c.Address, Second: c.Second, Name: c.Person, Language: c.Lang, Zone: c.TZ}}
	if c.PGP != "" {
		key, err := os.ReadFile(c.PGP)
		if err != nil {
			return err
		}
		change.PGP = string(key)
	}
	var row gamestore.SeatSummary
	if err := c.request(e, "game.seat", change, &row); err != nil {
		return err
	}
	if c.JSON {
		return e.json(row)
	}
	line := []string{cmp.Or(string(row.Power), row.Role), orDash(row.Name), orDash(row.Address), row.Language}
	if row.Zone != "" {
		line = append(line, row.Zone)
	}
	for _, a := range row.Others {
		line = append(line, "also "+a)
	}
	for _, l := range row.Lost {
		line = append(line, "mail to "+l.Address+" comes back: "+l.Why)
	}
	if row.Bounced != "" {
		line = append(line, "mail comes back: "+row.Bounced)
	}
	if row.Unconfirmed {
		line = append(line, "not confirmed yet")
	}
	if row.PGP {
		line = append(line, "OpenPGP key on file")
	}
	if row.Bot {
		line = append(line, "played by the bot")
	}
	if row.Key != "" {
		line = append(line, "key "+row.Key)
	}
	_, err := fmt.Fprintln(e.stdout, strings.Join(line, "  "))
	return err
}

type gameStartCmd struct {
	storePlace
	Name   string `arg:"" help:"The game."`
	Anyway bool   `help:"Begin though not everybody has confirmed his address."`
	JSON   bool   `help:"Print JSON."`
}

// Run starts the game.
func (c *gameStartCmd) Run(e *invocation) error {
	var row gamestore.Summary
	if err := c.request(e, "game.start", admin.StartRequest{GameName: gamestore.GameName{Game: c.Name}, Anyway: c.Anyway},
		&row); err != nil {
		return err
	}
	if c.JSON {
		return e.json(row)
	}
	if row.Started.IsZero() {
		_, err := fmt.Fprintf(e.stdout,
			"game %s waits for secret bids, asked for by mails in the outbox; it begins when they are settled\n",
			row.Name)
		return err
	}
	_, err := fmt.Fprintf(e.stdout, "game %s has begun and %s; the first reports are in the outbox\n",
		row.Name, gameState(row))
	return err
}

type gameSetCmd struct {
	storePlace
	Name   string   `arg:"" help:"The game."`
	Option []string `arg:"" placeholder:"NAME=VALUE" help:"Settings, such as joining=open."`
	JSON   bool     `help:"Print JSON."`
}

// Run changes the settings.
func (c *gameSetCmd) Run(e *invocation) error {
	change := people.SettingsRequest{Game: c.Name}
	for _, o := range c.Option {
		name, value, ok := strings.Cut(o, "=")
		if !ok {
			return usage(fmt.Sprintf("%s: write NAME=VALUE, such as joining=open", o))
		}
		change.Settings = append(change.Settings, rules.Setting{Name: name, Value: value})
	}
	var now []rules.Setting
	if err := c.request(e, "game.set", change, &now); err != nil {
		return err
	}
	if c.JSON {
		return e.json(now)
	}
	for _, s := range now {
		fmt.Fprintln(e.stdout, s.Name, s.Value)
	}
	return nil
}

type gameDoorCmd struct {
	storePlace
	Name string   `arg:"" help:"The game."`
	Line []string `arg:"" optional:"" help:"approve ADDRESS [as POWER], reject ADDRESS, allow ADDRESS, deny ADDRESS or *@DOMAIN. Without it: show."`
	JSON bool     `help:"Print JSON."`
}

// Run does the line and shows the lists.
func (c *gameDoorCmd) Run(e *invocation) error {
	var v people.AdmissionView
	if err := c.request(e, "game.door", people.AdmissionRequest{Game: c.Name, Line: strings.Join(c.Line, " ")},
		&v); err != nil {
		return err
	}
	if c.JSON {
		return e.json(v)
	}
	for _, line := range v.Lists {
		fmt.Fprintln(e.stdout, line)
	}
	for _, line := range v.Asks {
		fmt.Fprintln(e.stdout, "waits for the referee:", line)
	}
	return nil
}
