// Package gamestore reads games from the store and writes them: records, position, seats, and what is kept next to the
// records (Life). It knows when a game is due, but not what happens then.
//
// A Game belongs to one transaction.
package gamestore
