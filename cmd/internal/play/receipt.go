package play

import (
	"fmt"
	"time"

	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/history"
	"fieldpost/adjudicator/order"
	"fieldpost/cmd/internal/command"
	"fieldpost/cmd/internal/env"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/mailio/message"
	"fieldpost/orders/syntax"
	"fieldpost/templates/layout"
	"fieldpost/templates/report"
)

// receiptView is what a receipt and the answer to `check` have in common.
func receiptView(r *command.Request, hints []order.Fault) (report.ReceiptView, error) {
	seat, err := r.SeatView()
	if err != nil {
		return report.ReceiptView{}, err
	}
	lines, hints, err := r.HideAll(r.File.Lines, hints)
	v := report.ReceiptView{Reader: seat, Mail: r.Row.Digest.String(), File: r.File.File, Hints: hints, Lines: lines,
		Repairs: r.Repairs(), FromHTML: r.Text.Source == message.HTML, Arrived: r.Received()}
	if r.Text.Source == message.Attachment {
		v.FromFile = r.Text.Name
	}
	if d := r.Mail.Date; !d.IsZero() && d.Sub(v.Arrived).Abs() > time.Hour {
		v.Sent = d
	}
	return v, err
}

// receipt answers orders that were taken: what was understood, and the signed note that proves when it came.
func receipt(e *command.Request, v report.ReceiptView, out game.Change, arrival int, base dice.Hash) error {
	set, err := setOf(e, out)
	if err != nil {
		return err
	}
	r := history.Receipt{Game: e.Game.Setup.Name, Arrival: arrival, Mail: gamestore.HashOf(e.Row.Digest), Base: base, Set: set.Hash, Deadline: v.Deadline.At}
	signer, err := e.Env.Secrets.Signer(r.Game)
	if err != nil {
		return err
	}
	note, err := r.Sign(signer)
	if err != nil {
		return err
	}
	v.Arrival, v.Played, v.Locked, v.After = arrival, out.Played, out.Locked, e.Game.Pos
	v.Beacon = e.Game.BeaconTime()
	if r.Set != (dice.Hash{}) {
		v.Set, v.Salt = r.Set.String(), set.Salt
	}
	v.Attached = []layout.File{{Name: fmt.Sprintf("%s-receipt-%d.txt", r.Game, arrival), Type: gamestore.Octets, Data: note}}
	return e.Env.LeaveOut("receipt", func() error {
		words, err := report.Receipt(v, syntax.Lang(e.Lang()))
		if err != nil {
			return err
		}
		return e.Reply("receipt", words)
	})
}

// setOf is the order set that the letter brought.
func setOf(r *command.Request, out game.Change) (gamestore.FiledSet, error) {
	for _, s := range append(out.Sets, r.Game.Sets...) {
		if s.Ref.Role == r.Role {
			set, err := history.ParseSet(s.Bytes)
			return gamestore.FiledSet{Hash: s.Ref.Set, Salt: set.Salt}, err
		}
	}
	return gamestore.FiledSet{}, nil
}

// proof are the files with which a reader checks a go: its records, the order set that was opened, the intake list, the
// position as text, the signed checkpoint.
func proof(e *env.Env, g *gamestore.Game, out game.Change) ([]layout.File, error) {
	name := g.Setup.Name
	first, _, err := g.Chain.Span(out.Epoch)
	if err != nil {
		return nil, err
	}
	var files []layout.File
	add := func(name string, data []byte) {
		files = append(files, layout.File{Name: name, Type: gamestore.Octets, Data: data})
	}
	for _, r := range g.Chain.From(first) { // up to the newest: behind the go's own stand the deadlines it brought
		add(history.RecordFile(name, r.Seq), r.Bytes)
	}
	for _, s := range out.Sets {
		add(history.SetFile(name, out.Lock.Seq, s.Ref.Role, s.Ref.Kind), s.Bytes)
	}
	if out.Closing != nil {
		if err := gamestore.OpenStanding(g, add); err != nil {
			return nil, err
		}
	}
	add(history.IntakeFile(name, out.Turn.Seq), out.Intake)
	add(fmt.Sprintf("%s-%d-state.txt", name, out.Turn.Seq), []byte(out.Position.Text(g.Rules.Board)))
	point, err := gamestore.Checkpoint(e, g)
	return append(files, point), err
}
