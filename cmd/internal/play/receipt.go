package play

import (
	"fmt"
	"strings"
	"time"

	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/forecast"
	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/history"
	"fieldpost/adjudicator/order"
	"fieldpost/cmd/internal/command"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/mailio/message"
	"fieldpost/orders"
	"fieldpost/orders/filing"
	"fieldpost/orders/messages"
	"fieldpost/orders/reading"
	"fieldpost/orders/syntax"
	"fieldpost/templates/layout"
	"fieldpost/templates/receipt"
)

// receiptView returns what a receipt and the answer to `check` have in common.
func receiptView(r *command.Request, hints []order.Fault) (receipt.View, error) {
	seat, err := r.Reader()
	if err != nil {
		return receipt.View{}, err
	}
	lines, hints, err := r.HideKeysInFaults(OrderLines(r), hints)
	v := receipt.View{Reader: seat, Mail: r.Row.Digest.String(), File: r.File.File, Hints: hints, Lines: lines,
		Repairs: r.Repairs(), FromHTML: r.Text.Source == message.HTML, Arrived: r.Received()}
	if r.Read != nil {
		if v.Read.Said, err = saidOf(r); err != nil {
			return v, err
		}
		if v.Read.Guesses, v.Read.NotRead, err = GuessesOf(r); err != nil {
			return v, err
		}
	}
	if r.Text.Source == message.Attachment {
		v.FromFile = r.Text.Name
	}
	if d := r.Mail.Date; !d.IsZero() && d.Sub(v.Arrived).Abs() > time.Hour {
		v.Sent = d
	}
	return v, err
}

// OrderLines returns the lines that those of a mail's orders and of their faults number: of the text, or of what a text in
// the sender's own words was read as. Those of commands are always the text's.
func OrderLines(r *command.Request) []string {
	if r.Read != nil && r.Read.Outcome == reading.Sure {
		return strings.Split(strings.TrimSuffix(r.Read.Canonical, "\n"), "\n")
	}
	return r.File.Lines
}

// saidOf returns the sender's words for the orders that they did not write in the order language.
func saidOf(r *command.Request) ([]receipt.Said, error) {
	f := r.Read.File.File
	f.Header = order.Header{}
	lines := strings.Split(orders.Format(f, syntax.Lang(r.Lang()), orders.Context{Board: r.Game.Rules.Board}), "\n")
	var list []receipt.Said
	for _, s := range r.Read.Said {
		words, err := r.HideKeys(s.Text)
		if err != nil {
			return nil, err
		}
		if at := s.At - 1; at >= 0 && at < len(lines) {
			list = append(list, receipt.Said{Order: strings.TrimSpace(lines[at]), Words: words})
		}
	}
	return list, nil
}

// GuessesOf returns what the likeliest reading of a mail had to guess, a sentence each, and the words that were not read
// as orders.
func GuessesOf(r *command.Request) (guesses []string, notRead string, err error) {
	var best reading.Reading
	if len(r.Read.Readings) > 0 {
		best = r.Read.Readings[0]
	}
	for _, g := range best.Guesses {
		words, err := r.HideKeys(g.Text)
		if err != nil {
			return nil, "", err
		}
		guesses = append(guesses, messages.Guess(string(g.Why), g.Line, words, g.Read, syntax.Lang(r.Lang())))
	}
	var left []string
	for _, l := range r.Read.Left {
		left = append(left, l.Text)
	}
	notRead, err = r.HideKeys(strings.Join(left, " / "))
	return guesses, notRead, err
}

// signReceipt completes a receipt with the signed note that proves when the orders came.
func signReceipt(r *command.Request, v *receipt.View, out game.Change, arrival int, base dice.Hash) error {
	set, err := filedSet(r, out)
	if err != nil {
		return err
	}
	signed := history.Receipt{Game: r.Game.Setup.Name, Arrival: arrival, Mail: gamestore.HashOf(r.Row.Digest),
		Base: base, Set: set.Hash, Deadline: v.Deadline.At}
	signer, err := r.Env.Secrets.Signer(signed.Game)
	if err != nil {
		return err
	}
	note, err := signed.Sign(signer)
	if err != nil {
		return err
	}
	v.Arrival, v.Played, v.Locked, v.After = arrival, out.Played, out.Locked, r.Game.Pos
	v.Beacon = r.Game.BeaconTime()
	if signed.Set != (dice.Hash{}) {
		v.Set, v.Salt = signed.Set.String(), set.Salt
	}
	v.Evidence = []layout.File{{Name: fmt.Sprintf("%s-receipt-%d.txt", signed.Game, arrival),
		Type: gamestore.OctetStream, Data: note}}
	return nil
}

// sendReceipt answers accepted orders that were not played, or came from the console.
func sendReceipt(r *command.Request, v receipt.View) error {
	return r.Env.TryMail("receipt", func() error {
		words, err := receipt.Mail(v, syntax.Lang(r.Lang()))
		if err != nil {
			return err
		}
		return r.Reply("receipt", words)
	})
}

// filedSet returns the order set that the mail brought.
func filedSet(r *command.Request, out game.Change) (gamestore.FiledSet, error) {
	for _, s := range append(out.Sets, r.Game.Sets...) {
		if s.Ref.Role == r.Role {
			set, err := history.ParseSet(s.Bytes)
			return gamestore.FiledSet{Hash: s.Ref.Set, Salt: set.Salt}, err
		}
	}
	return gamestore.FiledSet{}, nil
}

// draftView is the draft as its player is told of it, nil if none of it stays one.
func draftView(g *gamestore.Game, d filing.Draft, fc forecast.Forecast) *receipt.Draft {
	stay, _ := d.Stays(g.Game)
	if stay.Empty() {
		return nil
	}
	v := outlook(g, d, fc)
	v.Sheet = stay
	return v
}

// outlook is what comes of orders that are not played yet.
func outlook(g *gamestore.Game, d filing.Draft, fc forecast.Forecast) *receipt.Draft {
	return &receipt.Draft{Sheet: d.Sheet, Fallen: d.Fallen, Forecast: fc, Unplaced: d.Unplaced(g.Game), Holds: g.HoldsOrders(),
		Money: g.Pos.Nation(g.Pos.Power()).Money()}
}
