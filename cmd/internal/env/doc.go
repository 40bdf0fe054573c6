// Package env is what the server works with besides its store: its name and addresses, its secrets, limits, clock, randomness
// and log. It is handed down to everything that handles a mail.
package env
