// Package modeltest is a second model of both games, written from the rulebooks and the rulings alone, without a look
// at the engine. It is slow and plain on purpose: maps and slices of strings and ints, one function a rule. Its test
// plays random turns with both and compares which orders are legal and what comes of them.
//
// book.go holds what is printed on charts and boards, position.go the position, reach.go the ways by land, sea and air;
// combatmove.go, transport.go, landing.go, noncombat.go and turn.go are the phases, conduct.go, battle.go,
// landbattle.go and seabattle.go the fighting; generate.go, candidate.go and script.go make positions and orders,
// shrink.go makes what differs small, and compare.go is the only file that asks the engine.
package modeltest
