// Package admin makes, lists, shows, starts and imports games, for the operator's commands on the same machine.
package admin
