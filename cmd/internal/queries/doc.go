// Package queries answers questions: status, map, history, dice, odds, help, lists of games and mails, results.
package queries
