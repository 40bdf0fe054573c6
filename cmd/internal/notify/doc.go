// Package notify writes mails to participants: notices, reports, new keys. A mail is rendered and frozen here, under a
// Message-ID that follows from what it is about, and goes to the outbox.
package notify
