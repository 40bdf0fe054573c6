package play

import (
	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/history"
	"fieldpost/cmd/internal/env"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/notify"
	"fieldpost/store"
	"fieldpost/templates/layout"
)

// EndGame ends a game without a go, as its players have agreed, and sends everybody the last report: it reveals the secrets and
// opens the standing orders.
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
	return notify.ReportAll(e, tx, g, out, nil)
}

// finalFiles are what a reader needs to check the end of a game: the records since the last go, the standing orders, the checkpoint.
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
