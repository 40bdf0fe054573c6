package notice

import (
	"fieldpost/templates/layout"
	"fieldpost/templates/reader"
)

// Notices about orders that are not taken, or taken back.

// StaleBase says that orders were written for a position that is past.
type StaleBase struct{ Base Quote }

func (StaleBase) ID() ID { return "stale-base" }

// UnknownBase says that orders name a record that there is not.
type UnknownBase struct{ Base Quote }

func (UnknownBase) ID() ID { return "unknown-base" }

// NotStarted says that the game has not begun.
type NotStarted struct{}

func (NotStarted) ID() ID { return "not-started" }

// TooLate says that orders came too late for a round.
type TooLate struct{ Round int }

func (TooLate) ID() ID { return "too-late" }

// Withdrawn says that orders that were not played are taken back.
type Withdrawn struct{}

func (Withdrawn) ID() ID              { return "withdrawn" }
func (Withdrawn) form() bool          { return true }
func (Withdrawn) body(p *reader.Page) { addAwaited(p) }

// EndsUnplaced refuses orders once that end the turn with units unplaced.
type EndsUnplaced struct {
	Units int      // how many
	Lines []string // lines that place them
	Name  string   // of the question
}

func (EndsUnplaced) ID() ID       { return "ends-unplaced" }
func (n EndsUnplaced) count() int { return n.Units }
func (EndsUnplaced) form() bool   { return true }
func (n EndsUnplaced) body(p *reader.Page) {
	p.Add(layout.Verbatim(n.Lines))
	addName(p, n.Name)
}

// NothingWaits says that there are no orders to withdraw.
type NothingWaits struct{}

func (NothingWaits) ID() ID              { return "nothing-out" }
func (NothingWaits) body(p *reader.Page) { addAwaited(p) }
