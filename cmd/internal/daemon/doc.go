// Package daemon is the life of fieldpost: it reads a mailbox, and every letter goes the same way,
//
//	IMAP ─► inbox ─► store ─► letter ─► orders ─► game ─► words ─► compose ─► store ─► outbox ─► SMTP
//
// through an Office, which knows games and letters but no network, and in which everything that one letter causes is written
// in one transaction. The daemon is the single writer of the store; commands of the same machine reach it through a socket.
//
// # Where to find what
//
// The process, and nothing about games:
//
//	daemon.go    the loop of the single writer    deliver.go  mails out          verdict.go  where a read mail goes in the mailbox
//	control.go   the socket of commands           chore.go    what comes due     meter.go    what health and metrics are told
//	outage.go    heartbeats, clock jumps          sweep.go    old mail dropped   explain.go  network errors in words
//	owner_unix.go  whose a file is                owner_other.go  where the system does not say
//
// One letter, step by step:
//
//	errand.go    the list of its steps
//	read.go      bytes to letter (package intake reads it)
//	repeat.go    delivered twice                  signed.go   OpenPGP            find.go     who sent it about which game
//	admit.go     key and base                     guess.go    guessed keys       held.go     keys from unknown addresses
//	late.go      after the deadline               obey.go     orders             due.go      orders that waited
//	registry.go  what carries commands out        motioncommands.go  the commands of motion.go
//	oldmail.go   old mails sent again             unplaced.go  units left unplaced
//	query.go     questions                        lists.go    answers that list  perform.go  acts, and who may do them
//	receipt.go   receipts and proofs              post.go     mails frozen       redact.go   keys taken out of words
//	pictures.go  pictures of sent reports drawn again
//	attempt.go   tries counted, set aside         question.go  questions answered when the letter is done
//	budget.go    how many answers                 bounce.go   mail that comes back   foreign.go  another daemon's mail
//
// A game and the people around it:
//
//	office.go    the office                       table.go    a game in the store    games.go    made and started
//	chair.go     referee, observers (package roster: seats, persons)                identity.go keys and tags
//	hashkeys.go  keys of earlier versions
//	secrets.go   files of secrets                  door.go     who comes in           request.go  who waits for the referee's word
//	back.go      waiting after a roll back        console.go  the referee by command
//	join.go      requests for seats
//	people.go    sitting down, leaving            seating.go  its acts by mail       seatact.go  its acts by command
//	confirm.go   addresses proved                 address.go  several addresses      forget.go   a person erased
//	bot.go       seats that the bot plays         since.go    changes since a player's last turn
//
// What happens to a running game beside orders:
//
//	clock.go     deadlines followed               deadline.go what happens at them   clockact.go moved, stopped, away
//	calendar.go  .ics files                       press.go    letters to others      vote.go     votes
//	bid.go       bids for sides                   end.go      ends without a go      motion.go   edits, going back, corrections
//	referee.go   the same with the past at hand   proposal.go consent of the others  ruling.go   rulings, announcements
//	lock.go      goes locked and told             beacon.go   values of tier 2       rekey.go    new secrets
//	upgrade.go   new versions                     guard.go    games that are held    sent.go     held against mails sent
//
// Commands, and what others are shown:
//
//	desk.go      requests served                  acts.go     games listed, shown    import.go   exported games, mails
//	results.go   intake log, results              public.go   what anybody may see
package daemon
