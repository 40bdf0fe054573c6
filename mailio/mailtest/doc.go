// Package mailtest is the test kit for mail over the network. A Server runs a real Dovecot (IMAP, LMTP, login) and a
// real Postfix (SMTP): on free ports of loopback, in a folder of their own, with accounts, a certificate and a key for
// OAuth2 tokens made for the occasion. Nothing of the machine's own mail configuration is read or written. Package
// localmail is quick and can fail on command; a Server is the truth. Wrap and FaultProxy break connections in the
// middle of a command: Wrap those of this process, a FaultProxy those between two processes.
//
// A Server needs Linux, root (Postfix wants it) and Debian's packages dovecot-imapd, dovecot-lmtpd and postfix, which
// .ci/install installs. The configuration is for Dovecot 2.3.
package mailtest
