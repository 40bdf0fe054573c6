// Package steps takes one mail the whole way, in one transaction, step by step:
//
//	read             bytes to mail (package intake)          read.go
//	checkHistory     the heads it quotes                     package guard
//	silence          robots, bounces, own mail               bounce.go, foreign.go
//	Repeated         a mail that came before                 command/repeated.go
//	understand       the text that counts, its header        read.go
//	BeaconByMail     a value of tier 2                       play/beacon.go
//	Confirm          an address confirms                     people/confirm.go
//	HandleJoin       who wants to come in                    people/join.go
//	verifySignature  OpenPGP                                 signed.go
//	findSeat         who sent it about which game            find.go
//	parse            the text again, board and power known   read.go
//	admit            key, round, deadline                    admit.go, guess.go, oldmail.go
//	decide           orders and commands                     decide.go
//
// A step returns nil to pass the mail on, or the outcome. Questions are answered afterwards (questions.go). Mails whose key
// came from an unknown address are held (held.go). The referee gives commands on the same machine (console.go).
package steps
