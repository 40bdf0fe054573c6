// Package realmail runs a real Dovecot (IMAP, LMTP, login) and a real Postfix (SMTP) for tests: on free ports of loopback, in a
// folder of their own, with accounts, a certificate and a key for OAuth2 tokens made for the occasion. Nothing of the machine's own
// mail configuration is read or written. Package fakemail is quick and can fail on command; this one is the truth.
//
// It needs Linux, root (Postfix wants it) and Debian's packages dovecot-imapd, dovecot-lmtpd and postfix, which .ci/install
// installs. The configuration is for Dovecot 2.3.
package realmail
