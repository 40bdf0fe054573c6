package replay

import (
	"fmt"

	"fieldpost/adjudicator/history"
)

// Difference is one thing that is not as it must be.
type Difference struct {
	Record   int    `json:"record"`   // seq, or [history.NoRecord]
	What     string `json:"what"`     // "roll ukraine land 1 att fire", "state", "seed", …
	Expected string `json:"expected"` // what orders and seeds give; empty if Found says it all
	Found    string `json:"found"`
}

// String returns the difference as a line of text.
func (d Difference) String() string {
	where := ""
	if d.Record != history.NoRecord {
		where = fmt.Sprintf("record %d: ", d.Record)
	}
	if d.Expected == "" {
		return fmt.Sprintf("%s%s: %s", where, d.What, d.Found)
	}
	return fmt.Sprintf("%s%s: must be %s, is %s", where, d.What, d.Expected, d.Found)
}
