// Package amend is about changes that need consent or the referee: edits, rolling back, corrections, rulings,
// proposals, extended deadlines, and resuming a game that was rolled back.
package amend
