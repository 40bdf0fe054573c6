package demo

import (
	"path/filepath"

	"fieldpost/adjudicator/replay"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/orders/syntax"
	"fieldpost/templates/replaypage"
)

// writePage leaves the whole game as replay.html, played again from the store's records.
func (d *demo) writePage() error {
	var data gamestore.Data
	if err := d.request("game.data", &data); err != nil {
		return err
	}
	evidence, err := data.Evidence()
	if err != nil {
		return err
	}
	g, err := replay.Play(evidence.Source)
	if err != nil {
		return err
	}
	page, err := replaypage.Page(replaypage.Of(g, syntax.Lang(d.Lang)))
	if err != nil {
		return err
	}
	return writeFile(filepath.Join(d.Dir, "replay.html"), page)
}
