// Package guard compares a game's history with what players, sent mail and older copies of it say. A game whose history
// does not match is stopped until the operator releases it. It also takes games over from earlier versions of the
// program.
package guard
