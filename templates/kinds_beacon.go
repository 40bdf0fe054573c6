package templates

// The kinds of news and answers about the history and its dice: locks that wait for a beacon, secrets that were replaced, records that
// this store does not have.
const (
	Locked      Kind = "locked"       // to all; Word: the round, Lines: where relays show its value
	LockVoided  Kind = "lock-voided"  // to all; Word: the round of the new lock, Lines: as in Locked
	LockLate    Kind = "lock-late"    // to all, likewise: the lock before it could not be mailed in time
	LockedOut   Kind = "locked-out"   // orders that came after the lock, or their withdrawal
	BeaconTaken Kind = "beacon-taken" // Word: the round, Lines: the games that go on with it
	BeaconIdle  Kind = "beacon-idle"  // Word: a round that no game waits for
	BeaconFalse Kind = "beacon-false" // Word: the round whose value it is not
	Rekeyed     Kind = "rekeyed"      // to all; Word: why the master secret was replaced
	Upgraded    Kind = "upgraded"     // to all; Word: the program that runs the game from now on
	Held        Kind = "held"         // nothing is taken or published: the history may be forked
	HeldWhy     Kind = "held-why"     // to the referee; Word: what it is held for, Lines: the heads
	HeldProgram Kind = "held-program" // to the referee; Word: what another version of the program makes of it
	Released    Kind = "released"     // to all; Word: why the game goes on
	StrangeHead Kind = "strange-head" // to the referee; Word: the role that quoted it, Lines: the head
)

func beaconKinds() []Kind {
	return []Kind{Locked, LockVoided, LockLate, LockedOut, BeaconTaken, BeaconIdle, BeaconFalse, Rekeyed, Upgraded, Held, HeldWhy, HeldProgram, Released, StrangeHead}
}
