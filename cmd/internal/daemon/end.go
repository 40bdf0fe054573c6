package daemon

import (
	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/history"
	"fieldpost/store"
	"fieldpost/templates/layout"
)

// endGame ends a game without a go, as its players have agreed, and sends everybody the last report: it reveals the secrets and
// opens the standing orders.
func (o *Office) endGame(tx *store.Tx, t *Table, end game.End) error {
	master, err := o.master(t)
	if err != nil {
		return err
	}
	first := t.Base() // of the records that no report has attached yet
	if t.Bound != nil {
		if err := t.keepSet(*t.Bound); err != nil {
			return err
		}
	}
	done, err := t.take(t.End(end, master, o.Now()))
	if err != nil {
		return err
	}
	t.Life.Ended, t.Life.Votes = end.How, nil
	if err := t.save(); err != nil {
		return err
	}
	out := &goDone{Change: done, quoted: t.compareQuotes()}
	seq, _ := t.Chain.Find(first)
	if out.files, err = o.lastFiles(t, seq); err != nil {
		return err
	}
	return o.reportAll(tx, t, out, nil)
}

// lastFiles are what a reader needs to check the end of a game: the records since the last go, the standing orders, the checkpoint.
func (o *Office) lastFiles(t *Table, from int) ([]layout.File, error) {
	name := t.Setup.Name
	var files []layout.File
	add := func(name string, data []byte) {
		files = append(files, layout.File{Name: name, Type: octets, Data: data})
	}
	for _, r := range t.Chain.From(from) {
		add(history.RecordFile(name, r.Seq), r.Bytes)
	}
	if err := t.openStanding(add); err != nil {
		return nil, err
	}
	point, err := o.checkpoint(t)
	return append(files, point), err
}
