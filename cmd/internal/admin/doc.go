// Package admin makes, lists, shows and imports games, for commands of the same machine.
package admin
