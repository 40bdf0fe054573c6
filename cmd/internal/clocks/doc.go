// Package clocks runs the clocks of games: deadlines follow the turn, stop, resume, are extended, and are given back
// the time in which no mail could be read. What is done at a deadline is in package deadlines.
package clocks
