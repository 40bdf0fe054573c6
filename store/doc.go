// Package store is the durable memory of the daemon: one bbolt file that holds the mails that came in, the games with
// their records, and the mails that go out. It does not know the rules of a game, and knows of the format of a mail
// only where its files are. What callers keep is a [Value], bytes with the version of their format, under a name the
// caller chooses.
//
// Everything a mail causes (records, the new position, outgoing mails, "done") is written through one [Tx] in one
// [Store.Update], so that a kill at any instant leaves either all of it or nothing:
//
//	err := s.Update(func(tx *store.Tx) error {
//		g, err := tx.Games().Game("eastfront")
//		…
//		err = g.Append(g.Len(), record)
//		…
//		_, err = tx.Outbox().Queue(envelope, now, frozen)
//		…
//		return tx.Inbox().Finish(number, outcome)
//	})
//
// Slices and structs that come out of a transaction are copies and stay valid after it. A Tx and a Game do not. Never
// call Update or View from inside a transaction of the same store: that blocks for ever. While an iterator runs, do not
// write to what it lists.
//
// # The file
//
// Numbers are big-endian, times are UTC text of fixed width, so keys sort by their meaning. Every row and value is
// written as one byte of packing (0 plain, 1 gzip), one byte of format version, then the content; the store's own rows
// are JSON.
//
//	meta             "store" → schema version, creation time, instance id
//	letters          arrival number → row; never deleted: this is the intake log
//	letters.raw      arrival number → the mail: sealed while it waits, then without keys; may be dropped when old
//	letters.digest   SHA-256 of the mail → arrival number
//	letters.source   account, folder, UIDVALIDITY, UID → arrival number
//	letters.id       hash of Message-ID, arrival number → nothing
//	letters.pending  arrival number → nothing, as long as the mail is not done
//	letters.game     game, arrival number → nothing
//	cursors          account, folder → UIDVALIDITY and highest UID seen
//	games            game → bucket: "setup", "snapshot", "due", bucket "records" (number → bytes), buckets "part:…"
//	games.due        time, game → nothing
//	handles          handle (digest of a key, address …), game, seat → nothing
//	mails            number → row; never deleted
//	mails.raw        number → frozen bytes, with blanks for keys and tags, or once it went out the SHA-256 of its frame; may be dropped when old
//	mails.id         hash of Message-ID, or of a tag → number
//	parts            SHA-256 → uses, what it differs from, the content in zstd: frames and attached files of mails
//	parts.recent     game, kind of part → SHA-256 of the newest of them
//	mails.due        next attempt, number → nothing, as long as the mail is queued
//	data             kind → bucket: key → value of the caller's
//
// Deleted bytes stay in free pages of the file until they are overwritten; [Compact] writes a file without them.
package store
