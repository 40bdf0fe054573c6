// Package server is the process: it reads a mailbox, handles one mail after the other, does what games are due to do, sends
// mails, and answers commands of the same machine. It is the single writer of the store.
//
//	server.go     the main loop                  deliver.go    mails out           sortmail.go  where a read mail goes in the mailbox
//	attempt.go    a mail is tried, set aside     question.go   questions answered  due.go       what games are due to do
//	control.go    the socket of commands         operations.go what they ask for   public.go    what anybody may see
//	outage.go     heartbeats, clock jumps        sweep.go      old mail dropped    diskfull.go  nothing can be written
//	beacons.go    values of tier 2 fetched       sent.go       sent mail compared  explain.go   network errors in words
//	fetch.go      mails in                       writes.go     what goroutines have written by the main loop
//	owner_unix.go whose a file is                owner_other.go where the system does not say
package server
