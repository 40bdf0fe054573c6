package history

import (
	"fmt"
	"strings"
)

// A Status is what came of one check.
type Status string

// The outcomes of a check.
const (
	Holds     Status = "holds"
	Fails     Status = "fails"
	Unchecked Status = "unchecked" // something was not at hand, or is not public yet
	Unsigned  Status = "unsigned"  // no signed checkpoint covers the newest record
)

// A Verdict is what all checks together come to.
type Verdict string

// The verdicts.
const (
	// Sound: everything that is there holds, and a checkpoint signed by the key of the genesis covers the newest
	// record.
	Sound Verdict = "sound"
	// NotSound: something fails.
	NotSound Verdict = "not sound"
	// NotSigned: everything holds, but no signed checkpoint covers the newest record, so anyone could have changed or
	// added what follows the last signed one.
	NotSigned Verdict = "unsigned"
)

// NoRecord is the Seq of a finding that belongs to no single record.
const NoRecord = -1

// A Finding is the outcome of one check.
type Finding struct {
	Status Status `json:"status"`
	Record int    `json:"record"`         // seq, or [NoRecord]
	Field  string `json:"field"`          // what was checked: "prev", "seed", "roll ukraine land 1 att fire", …
	Why    string `json:"why"`            // in plain words
	File   string `json:"file,omitempty"` // in which the text stands that was checked, if Evidence names it
}

// String returns the finding as a line of text.
func (f Finding) String() string {
	where := f.Field
	if f.Record != NoRecord {
		where = fmt.Sprintf("record %d, %s", f.Record, f.Field)
	}
	if f.File != "" {
		where = f.File + ": " + where
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

// Verdict returns what the findings come to.
func (fs Findings) Verdict() Verdict {
	switch {
	case len(fs.With(Fails)) > 0:
		return NotSound
	case len(fs.With(Unsigned)) > 0:
		return NotSigned
	}
	return Sound
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
