// Package amend is about changes that need consent or the referee's word: edits, going back, corrections, rulings, proposals,
// moved clocks, and playing on after a roll back.
package amend
