// Package history is what a game leaves behind so that anyone can check it: the chain of records, the order sets and
// intake lists that the records name by hash, signed checkpoints, and the bundle that holds a whole game in one file.
// docs/dice.md explains the protocol, pbd1; package dice makes the dice.
//
// Everything here is text with one canonical form. A parser accepts that form alone, so what parses prints back to the
// same bytes, and a hash of a text is a hash of what it says. A [Chain] takes only records that follow the protocol;
// [Verify] takes anything, from any source, and says in [Findings] what holds, what fails, and what could not be
// checked.
package history
