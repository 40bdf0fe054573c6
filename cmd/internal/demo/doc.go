// Package demo plays a round of the game by mail with nothing to set up: mail servers on loopback, the daemon itself,
// and scripted players who write as people's mail programs do and read what they get. Nothing in it is a short cut:
// orders go out by SMTP, are fetched by IMAP, and every key and every base is copied from a report, as a player would.
//
// Every mail is written to the folder before its server acknowledges it, so that a demo that was killed goes on where
// it stopped.
package demo
