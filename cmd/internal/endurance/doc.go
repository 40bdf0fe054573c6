// Package endurance holds the longest test of the project: the real daemon, as a process, between a real Dovecot and a
// real Postfix, with many games that bots play by mail, while it is killed, its connections are cut and its servers are
// stopped. In the end nothing may be lost, played twice or left unanswered. In a second test two people play a round of
// each game by nothing but replies, as many mail programs write them. It has no code outside of tests.
//
//	go test -tags mailserver ./cmd/internal/endurance                       a minute: twenty kills
//	go test -tags mailserver ./cmd/internal/endurance -timeout 3h \
//	    -crash-for 1h -crash-games 200 -crash-cuts -crash-restarts         a soak
package endurance
