// Package clocks runs the clocks of games: they follow the turn, stop, go on, are moved, and give back the time in which no
// mail could be read. What happens at a deadline is in package deadlines.
package clocks
