package server

import (
	"reflect"
	"testing"

	"fieldpost/adjudicator/history"
	"fieldpost/cmd/internal/admin"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/store"
)

// However long a game is, a mail reads of its records those since the open commitment; what is asked about the past is
// still answered. The list of games says the same as the games themselves.
func TestAMailReadsTheTailOfTheChain(t *testing.T) {
	t.Parallel()
	b := newBenchServer(t, 2, 50)
	b.take(b.next(benchGame(1)))
	err := b.store.View(func(tx *store.Tx) error {
		rows, err := admin.ListGames(b.Env, tx, struct{}{})
		if err != nil {
			return err
		}
		for _, row := range rows.([]gamestore.Summary) {
			table, err := gamestore.Load(tx, row.Name)
			if err != nil {
				return err
			}
			if !reflect.DeepEqual(row, gamestore.Summarize(table)) {
				t.Errorf("the list says %+v, the game %+v", row, gamestore.Summarize(table))
			}
			if base := table.State.Tail.Base; base != table.Chain.Len()-1 {
				t.Errorf("game %s of %d records is read from record %d on", row.Name, table.Chain.Len(), base)
			}
			if err := history.Verify(history.Evidence{Records: table.Chain.Records()}).Err(); len(table.Chain.Records()) != table.Chain.Len() || err != nil {
				t.Errorf("the past of %s: %v", row.Name, err)
			}
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}
