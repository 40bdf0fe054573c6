// Package play handles what moves a turn on: orders, checks, withdrawals, "ready", the locks and beacons of tier 2,
// late mails, and the end of a game.
package play
