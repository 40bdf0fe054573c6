package history

import (
	"fmt"
	"strings"
)

// A Status is what came of one check.
type Status string

// The three outcomes of a check.
const (
	Holds     Status = "holds"
	Fails     Status = "fails"
	Unchecked Status = "unchecked" // something was not at hand, or is not public yet
)

// NoRecord stands in a finding that belongs to no single record.
const NoRecord = -1

// A Finding is the outcome of one check.
type Finding struct {
	Status Status `json:"status"`
	Record int    `json:"record"` // seq, or [NoRecord]
	Field  string `json:"field"`  // what was checked: "prev", "seed", "roll ukraine land 1 att fire", …
	Why    string `json:"why"`    // in plain words
}

// String returns the finding as a line of text.
func (f Finding) String() string {
	where := f.Field
	if f.Record != NoRecord {
		where = fmt.Sprintf("record %d, %s", f.Record, f.Field)
	}
	return fmt.Sprintf("%s: %s: %s", where, f.Status, f.Why)
}

// Findings are the outcomes of all checks, in the order of the records.
type Findings []Finding

// With returns the findings of one status.
func (fs Findings) With(s Status) Findings {
	var out Findings
	for _, f := range fs {
		if f.Status == s {
			out = append(out, f)
		}
	}
	return out
}

// Err returns nil if nothing failed, else a [*BrokenError].
func (fs Findings) Err() error {
	if failed := fs.With(Fails); len(failed) > 0 {
		return &BrokenError{Findings: failed}
	}
	return nil
}

// A BrokenError says which checks failed.
type BrokenError struct{ Findings Findings }

func (e *BrokenError) Error() string {
	lines := make([]string, len(e.Findings))
	for i, f := range e.Findings {
		lines[i] = f.String()
	}
	return strings.Join(lines, "\n")
}
