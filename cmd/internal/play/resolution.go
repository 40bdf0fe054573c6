package play

import (
	"fmt"

	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/history"
	"fieldpost/cmd/internal/clocks"
	"fieldpost/cmd/internal/env"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/notify"
	"fieldpost/store"
	"fieldpost/templates/layout"
)

// NotifyResolved stores the result of orders that were played or locked, and tells everybody. from is the mail that
// brought them, nil if none did.
func NotifyResolved(e *env.Env, tx *store.Tx, g *gamestore.Game, done game.Change, from *notify.OrderMail) error {
	if done.Locked {
		return NotifyLocked(e, tx, g, done, LockedNotice)
	}
	if err := g.SaveResolution(done); err != nil {
		return err
	}
	out, err := FinishResolution(e, tx, g, done)
	if err != nil {
		return err
	}
	if err := g.Save(); err != nil {
		return err
	}
	return notify.SendReports(e, tx, g, out, from)
}

// FinishResolution adjusts the deadlines after a resolution, whose texts are in the store, and returns it with what was
// played of its turn before it, and the files that prove it all.
func FinishResolution(e *env.Env, tx *store.Tx, g *gamestore.Game, done game.Change) (*notify.Resolution, error) {
	if err := clocks.Follow(e, tx, g); err != nil {
		return nil, err
	}
	out := &notify.Resolution{Change: done, Quoted: gamestore.CheckQuotes(g)}
	var err error
	if out.Whole, err = gamestore.AddToTurn(g, done); err != nil {
		return nil, err
	}
	out.Files, err = proofFiles(e, g, done, out.Whole.Epoch)
	return out, err
}

// proofFiles returns the files by which a reader checks what was played of a turn from an epoch on: the records, the
// order sets that were opened, the intake lists, the newest position as text, the signed checkpoint.
func proofFiles(e *env.Env, g *gamestore.Game, out game.Change, epoch int) ([]layout.File, error) {
	name := g.Setup.Name
	first, _, err := g.Chain.Span(epoch)
	if err != nil {
		return nil, err
	}
	var files []layout.File
	add := func(name string, data []byte) {
		files = append(files, layout.File{Name: name, Type: gamestore.OctetStream, Data: data})
	}
	records := g.Chain.From(first) // up to the newest: the resolution's own are followed by the new deadlines
	for _, r := range records {
		add(history.RecordFile(name, r.Seq), r.Bytes)
	}
	if err := gamestore.TurnTexts(g, records, add); err != nil {
		return nil, err
	}
	if out.Closing != nil {
		if err := gamestore.OpenStandingOrders(g, add); err != nil {
			return nil, err
		}
	}
	add(fmt.Sprintf("%s-%d-state.txt", name, out.Turn.Seq), []byte(out.Position.Text(g.Rules.Board)))
	point, err := gamestore.CheckpointFile(e, g)
	return append(files, point), err
}

// EndGame ends a game without a resolution, as its players have agreed, and sends everybody the last report, which
// reveals the secrets and opens the standing orders.
func EndGame(e *env.Env, tx *store.Tx, g *gamestore.Game, end game.End) error {
	master, err := gamestore.MasterSecret(e, g)
	if err != nil {
		return err
	}
	first := g.Base() // of the records that no report has attached yet
	if g.Bound != nil {
		if err := g.KeepSet(*g.Bound); err != nil {
			return err
		}
	}
	done, err := g.Adopt(g.End(end, master, e.Now()))
	if err != nil {
		return err
	}
	g.State.Ended, g.State.Votes = end.How, nil
	if err := g.Save(); err != nil {
		return err
	}
	out := &notify.Resolution{Change: done, Quoted: gamestore.CheckQuotes(g)}
	seq, _ := g.Chain.Find(first)
	if out.Files, err = finalFiles(e, g, seq); err != nil {
		return err
	}
	return notify.SendReports(e, tx, g, out, nil)
}

// finalFiles returns the files by which a reader checks the end of a game: the records since the last resolution, the
// standing orders, the checkpoint.
func finalFiles(e *env.Env, g *gamestore.Game, from int) ([]layout.File, error) {
	name := g.Setup.Name
	var files []layout.File
	add := func(name string, data []byte) {
		files = append(files, layout.File{Name: name, Type: gamestore.OctetStream, Data: data})
	}
	for _, r := range g.Chain.From(from) {
		add(history.RecordFile(name, r.Seq), r.Bytes)
	}
	if err := gamestore.OpenStandingOrders(g, add); err != nil {
		return nil, err
	}
	point, err := gamestore.CheckpointFile(e, g)
	return append(files, point), err
}
