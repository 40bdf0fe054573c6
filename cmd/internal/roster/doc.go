// Package roster holds the participants of games: who has which seat, at which addresses, with which key; referees,
// observers, and requests for seats.
package roster
