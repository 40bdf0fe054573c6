// Package deadlines is what happens when a deadline passes, a pause ends, a reminder is due or a vote closes.
package deadlines
