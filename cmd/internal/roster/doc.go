// Package roster holds the participants of games: who has which seat, at which addresses, with which key; referees,
// observers, and who asked for a seat.
package roster
