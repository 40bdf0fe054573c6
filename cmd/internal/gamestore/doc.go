// Package gamestore reads games from the store and writes them: records, position, participants, and what is stored
// next to the records (State). It knows when a game is due, but not what is done then.
//
// A Game must be used only in the transaction that loaded it.
package gamestore
