// Package guard holds a game's history against what players, sent mail and older copies of it say. A game whose history does
// not fit is stopped until the referee releases it. It also takes games over from earlier versions of the program.
package guard
