// Package combat conducts combat: what advantages of the attacked do before the fight, rockets, raids, and the
// battles on the board. The combat steps of one battle are in package battle.
//
// Where to look: conduct.go plays combat, queue.go lists its battles, land.go and sea.go fight for a space, battle.go
// and field.go bring what stands on the board into a battle and back; check.go judges battle sections; reactions.go,
// sidestep.go and answer.go are what the attacked do and are asked.
package combat
