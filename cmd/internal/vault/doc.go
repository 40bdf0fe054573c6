// Package vault keeps what others must not see: the keys of seats, the tags in Message-IDs that prove an answer, and the mails
// that lie encrypted in the store until they are handled.
package vault
