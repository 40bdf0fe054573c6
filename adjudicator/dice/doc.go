// Package dice rolls the dice of a game so that every player can check them
// afterwards: the protocol pbd1, which docs/dice.md explains.
//
// The operator's daemon pins one secret, the [Master], when a game begins. Each epoch (the dice of one resolution:
// everything played until the game must wait for a mail) has a [Secret] derived from it, whose hash is published before
// the orders are written and which itself is published afterwards. Secret, orders and, if the game wants it, a public
// beacon together give the [Seed] of the epoch, and the seed gives each [Label] its own independent sequence of dice.
//
// A battle asks a [Source] for dice by label, never for "the next die": so the
// dice of one battle do not depend on another's, and a correction of one battle
// leaves the others alone. The real source is a [Stream]; conformance cases
// use a [Script]; a [Recorder] around either keeps what was rolled.
//
// Section numbers (§3) and numbers of threats (TH-5) in the comments of this
// package and of package history are those of docs/dice.md.
package dice
