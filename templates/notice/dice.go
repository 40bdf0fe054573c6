package notice

import (
	"fieldpost/templates/layout"
	"fieldpost/templates/reader"
)

// Notices about the history and its dice: locks that wait for a beacon, secrets that were replaced, records that the
// store does not have.

// Locked tells all that orders are locked until a round of the beacon.
type Locked struct {
	Round   int
	Relay   string // where its value is shown
	Records []layout.File
}

func (Locked) ID() ID                 { return "locked" }
func (n Locked) files() []layout.File { return n.Records }

func (n Locked) body(p *reader.Page) {
	p.Add(layout.Verbatim{n.Relay})
	p.AddAwaited()
}

// LockVoided tells all that a beacon was not published and the orders are locked again.
type LockVoided Locked

func (LockVoided) ID() ID                 { return "lock-voided" }
func (n LockVoided) files() []layout.File { return n.Records }
func (n LockVoided) body(p *reader.Page)  { Locked(n).body(p) }

// LockLate tells all that a lock could not be mailed in time and the orders are locked again.
type LockLate Locked

func (LockLate) ID() ID                 { return "lock-late" }
func (n LockLate) files() []layout.File { return n.Records }
func (n LockLate) body(p *reader.Page)  { Locked(n).body(p) }

// LockedOut refuses orders that came after the lock, or their withdrawal.
type LockedOut struct{}

func (LockedOut) ID() ID { return "locked-out" }

// BeaconTaken thanks for the value of a round.
type BeaconTaken struct {
	Round int
	Games []string // those that go on with it
}

func (BeaconTaken) ID() ID { return "beacon-taken" }

// BeaconIdle says that no game waits for the value of a round.
type BeaconIdle struct{ Round int }

func (BeaconIdle) ID() ID { return "beacon-idle" }

// BeaconFalse says that it is not the value of the round.
type BeaconFalse struct{ Round int }

func (BeaconFalse) ID() ID { return "beacon-false" }

// Rekeyed tells all that the master secret was replaced.
type Rekeyed struct {
	Why     Quote
	Records []layout.File
}

func (Rekeyed) ID() ID                 { return "rekeyed" }
func (n Rekeyed) files() []layout.File { return n.Records }

// Upgraded tells all that another version of the program runs the game from now on.
type Upgraded struct {
	Version Quote
	Records []layout.File
}

func (Upgraded) ID() ID                 { return "upgraded" }
func (n Upgraded) files() []layout.File { return n.Records }

// Held says that nothing is taken: the history may be forked.
type Held struct{}

func (Held) ID() ID { return "held" }

// HeldWhy tells the referee what the game is held for.
type HeldWhy struct {
	Why   Quote
	Heads []string // of records that are not here
}

func (HeldWhy) ID() ID                { return "held-why" }
func (n HeldWhy) body(p *reader.Page) { p.Add(layout.Verbatim(n.Heads)) }

// HeldProgram tells the referee how another version of the program replays the game differently.
type HeldProgram struct{ Why Quote }

func (HeldProgram) ID() ID { return "held-program" }

// Released tells all why the game goes on.
type Released struct {
	Why     Quote
	Records []layout.File
}

func (Released) ID() ID                 { return "released" }
func (n Released) files() []layout.File { return n.Records }

// StrangeHead tells the referee who quoted a record that does not exist.
type StrangeHead struct {
	Role Quote
	Head string
}

func (StrangeHead) ID() ID                { return "strange-head" }
func (n StrangeHead) body(p *reader.Page) { p.Add(layout.Verbatim{n.Head}) }
