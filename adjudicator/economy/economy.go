// Package economy has the phases in which money counts: research, purchase, placing and income, and the advance that
// some games spend before round 1.
//
// Where to look: each phase has a file of its own. place.go places units, with charges.go (which complex made them),
// carriers.go, recruit.go (the free units of an advantage) and sites.go; oil.go is the income of the Middle East;
// pregame.go, bonus.go and share.go precede round 1.
package economy
