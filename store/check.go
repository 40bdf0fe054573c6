package store

import (
	"bytes"
	"fmt"
	"slices"

	bolt "go.etcd.io/bbolt"
)

// Check looks for damage and returns what it found, nothing if the store is sound: first the pages of bbolt, then our
// own promises: every row can be read, records have no gaps, contents have their digests, rows and indexes agree in
// both directions. Whether a game's records chain is for the history to say. No one can write meanwhile: of a large
// store in use, check a copy (BackupFile does).
func (s *Store) Check() ([]string, error) {
	tx, err := s.db.Begin(!s.db.IsReadOnly()) // bbolt allows no other writer during its check
	if err != nil {
		return nil, err
	}
	defer tx.Rollback()
	c := &checker{tx: &Tx{bolt: tx}}
	for err := range tx.Check() {
		c.report("pages: %v", err)
	}
	if len(c.findings) == 0 {
		c.all() // on broken pages it could only panic
	}
	return c.findings, nil
}

// maxFindings is enough to see what is wrong.
const maxFindings = 100

type checker struct {
	tx       *Tx
	findings []string
}

func (c *checker) report(format string, args ...any) {
	if len(c.findings) < maxFindings {
		c.findings = append(c.findings, fmt.Sprintf(format, args...))
	}
}

func (c *checker) all() {
	if !c.isCurrent() {
		return
	}
	c.incoming()
	c.incomingIndexes()
	c.cursors()
	c.games()
	c.handles()
	c.mails()
	c.mailIndexes()
	c.parts()
	c.data()
}

// isCurrent says whether our promises can be checked: of a store of another schema (the copy that is made before a
// migration) only the pages are.
func (c *checker) isCurrent() bool {
	meta := c.tx.bucket(bucketMeta)
	if meta == nil {
		c.report("meta: bucket missing: not a store")
		return false
	}
	var info Info
	if err := unpackRow(meta.Get(keyInfo), &info); err != nil {
		c.report("meta: %v", err)
		return false
	}
	if info.Schema != len(migrations) {
		return false
	}
	for _, name := range slices.Concat(bucketsOfSchema1, bucketsOfSchema2) {
		if c.tx.bucket(name) == nil {
			c.report("%s: bucket missing", name)
		}
	}
	return len(c.findings) == 0
}

// each calls f for every pair of a bucket.
func each(b *bolt.Bucket, f func(k, v []byte)) {
	if b == nil {
		return
	}
	c := b.Cursor()
	for k, v := c.First(); k != nil; k, v = c.Next() {
		f(k, v)
	}
}

// rows reads all numbered rows of a bucket, and checks that their numbers run from 1 to the bucket's sequence.
func rows[T any](c *checker, bucket string, number func(T) uint64, check func(T)) {
	b, want := c.tx.bucket(bucket), uint64(1)
	each(b, func(k, v []byte) {
		n, err := keyNumber(k)
		if err != nil || n != want {
			c.report("%s: key %x where %d is due", bucket, k, want)
		}
		want = n + 1
		var row T
		if err := unpackRow(v, &row); err != nil {
			c.report("%s %d: %v", bucket, n, err)
			return
		}
		if number(row) != n {
			c.report("%s %d: row says %d", bucket, n, number(row))
		}
		check(row)
	})
	if b.Sequence() != want-1 {
		c.report("%s: next number would be %d after %d", bucket, b.Sequence()+1, want-1)
	}
}

// keptDigest is the digest of the bytes that are kept: other than the whole one's if something is blanked out.
func keptDigest(whole, other Digest) Digest {
	if other != (Digest{}) {
		return other
	}
	return whole
}

// content checks stored bytes against their digest; may says whether they may be missing.
func (c *checker) content(bucket string, n uint64, want Digest, may bool) {
	v, ok, err := getValue(c.tx.bucket(bucket), numberKey(n))
	switch {
	case err != nil:
		c.report("%s %d: %v", bucket, n, err)
	case !ok && !may:
		c.report("%s %d: bytes missing", bucket, n)
	case ok && DigestOf(v.Bytes) != want:
		c.report("%s %d: bytes do not have the digest %v", bucket, n, want)
	}
}

// entry checks that an index holds a key exactly if it should.
func (c *checker) entry(bucket string, n uint64, key []byte, want bool) {
	if has := c.tx.bucket(bucket).Get(key) != nil; has != want {
		c.report("%s: entry of %d: there %t, should be %t", bucket, n, has, want)
	}
}

func (c *checker) incoming() {
	rows(c, bucketLetters, func(l Incoming) uint64 { return l.Number }, func(l Incoming) {
		key := numberKey(l.Number)
		c.content(bucketLettersRaw, l.Number, keptDigest(l.Digest, l.Kept), l.Done())
		c.entry(bucketLettersPending, l.Number, key, !l.Done())
		if !bytes.Equal(c.tx.bucket(bucketLettersDigest).Get(l.Digest[:]), key) {
			c.report("%s: does not lead to letter %d", bucketLettersDigest, l.Number)
		}
		if l.MessageID != "" {
			c.entry(bucketLettersID, l.Number, append(idKey(l.MessageID), key...), true)
		}
		if l.Outcome.Game != "" {
			c.entry(bucketLettersGame, l.Number, append(wordsKey(l.Outcome.Game), key...), true)
		}
		if l.Source != (Source{}) {
			c.entry(bucketLettersSource, l.Number, l.Source.key(), true)
		}
	})
}

// incomingIndexes checks that each entry leads to a mail that would make it.
func (c *checker) incomingIndexes() {
	lead := func(bucket string, number func(k, v []byte) []byte, fits func(l Incoming, k []byte) bool) {
		each(c.tx.bucket(bucket), func(k, v []byte) {
			l, err := c.tx.Inbox().mailAtKey(number(k, v), nil)
			if err != nil || !fits(l, k) {
				c.report("%s: entry %x fits no mail", bucket, k)
			}
		})
	}
	inKey := func(k, _ []byte) []byte { return k }
	inValue := func(_, v []byte) []byte { return v }
	lead(bucketLettersRaw, inKey, func(Incoming, []byte) bool { return true })
	lead(bucketLettersPending, inKey, func(l Incoming, _ []byte) bool { return !l.Done() })
	lead(bucketLettersDigest, inValue, func(l Incoming, k []byte) bool { return bytes.Equal(l.Digest[:], k) })
	lead(bucketLettersID, inKey, func(l Incoming, k []byte) bool { return bytes.HasPrefix(k, idKey(l.MessageID)) })
	lead(bucketLettersGame, inKey, func(l Incoming, k []byte) bool {
		return bytes.HasPrefix(k, wordsKey(l.Outcome.Game))
	})
	// a mail may be found in several places
	lead(bucketLettersSource, inValue, func(Incoming, []byte) bool { return true })
}

func (c *checker) cursors() {
	each(c.tx.bucket(bucketCursors), func(k, v []byte) {
		var at Cursor
		if err := unpackRow(v, &at); err != nil {
			c.report("cursor %q: %v", k, err)
		}
	})
}

func (c *checker) games() {
	for name, err := range c.tx.Games().Names() {
		g, gerr := c.tx.Games().Game(name)
		if err != nil || gerr != nil {
			c.report("game %q: not a bucket", name)
			continue
		}
		c.game(g)
	}
	each(c.tx.bucket(bucketGamesDue), func(k, _ []byte) {
		at, name, err := splitTimeKey(k)
		if err != nil {
			c.report("%s: %v", bucketGamesDue, err)
			return
		}
		g, err := c.tx.Games().Game(string(name))
		if err != nil || !bytes.Equal(g.b.Get(keyDue), timeKey(at, nil)) {
			c.report("%s: entry %q fits no game", bucketGamesDue, k)
		}
	})
}

func (c *checker) game(g *Game) {
	if _, err := g.Setup(); err != nil {
		c.report("game %s: setup: %v", g.name, err)
	}
	if _, _, err := g.Snapshot(); err != nil {
		c.report("game %s: snapshot: %v", g.name, err)
	}
	if due := g.b.Get(keyDue); due != nil &&
		c.tx.bucket(bucketGamesDue).Get(append(bytes.Clone(due), g.name...)) == nil {
		c.report("game %s: due at %s, but not in %s", g.name, due, bucketGamesDue)
	}
	each(g.b, func(k, v []byte) {
		switch {
		case v != nil:
		case bytes.Equal(k, bucketRecords):
			c.records(g)
		default:
			c.values(fmt.Sprintf("game %s, %s", g.name, k), g.b.Bucket(k))
		}
	})
}

func (c *checker) records(g *Game) {
	want := uint64(0)
	each(g.b.Bucket(bucketRecords), func(k, v []byte) {
		n, err := keyNumber(k)
		if err != nil || n != want {
			c.report("game %s: record %x where %d is due", g.name, k, want)
		}
		want = n + 1
		if _, err := unpack(v); err != nil {
			c.report("game %s: record %d: %v", g.name, n, err)
		}
	})
}

func (c *checker) values(where string, b *bolt.Bucket) {
	each(b, func(k, v []byte) {
		if _, err := unpack(v); err != nil {
			c.report("%s, %q: %v", where, k, err)
		}
	})
}

func (c *checker) handles() {
	each(c.tx.bucket(bucketHandles), func(k, _ []byte) {
		_, to, err := splitHandle(k)
		if err == nil {
			_, err = c.tx.Games().Game(to.Game)
		}
		if err != nil {
			c.report("%s: %v", bucketHandles, err)
		}
	})
}

func (c *checker) mails() {
	rows(c, bucketMails, func(m Mail) uint64 { return m.Number }, func(m Mail) {
		key, queued := numberKey(m.Number), m.State == Queued
		c.mail(m, !queued)
		if queued {
			c.entry(bucketMailsDue, m.Number, timeKey(m.Next, key), true)
		}
		if !bytes.Equal(c.tx.bucket(bucketMailsID).Get(idKey(m.MessageID)), key) {
			c.report("%s: does not lead to mail %d", bucketMailsID, m.Number)
		}
	})
}

// mail checks the bytes of a mail against its digest; may says whether they may be missing. Of one whose pictures are
// not kept the parts are checked, each against its own.
func (c *checker) mail(m Mail, may bool) {
	if c.tx.bucket(bucketMailsRaw).Get(numberKey(m.Number)) == nil {
		if !may {
			c.report("%s %d: bytes missing", bucketMailsRaw, m.Number)
		}
		return
	}
	raw, gaps, err := c.tx.Outbox().bytes(m.Number)
	switch {
	case err != nil:
		c.report("%s %d: %v", bucketMailsRaw, m.Number, err)
	case len(gaps) == 0 && DigestOf(raw) != keptDigest(m.Digest, m.Kept):
		c.report("%s %d: bytes do not have the digest %v", bucketMailsRaw, m.Number, m.Digest)
	}
}

// parts checks that each part has its content, and as many uses as there are.
func (c *checker) parts() {
	uses := map[Digest]uint64{}
	each(c.tx.bucket(bucketMailsRaw), func(k, v []byte) {
		kept, err := unpack(v)
		if err != nil || kept.Version != mailInParts {
			return // found by mail
		}
		frame, cuts, _, err := c.tx.parts().frame(kept)
		if err != nil {
			return
		}
		uses[frame]++
		for _, x := range cuts {
			if !x.picture {
				uses[x.part]++
			}
		}
	})
	each(c.tx.bucket(bucketParts), func(k, _ []byte) {
		if len(k) != len(Digest{}) {
			c.report("%s: key %x", bucketParts, k)
		} else if p, ok, err := c.tx.parts().read(Digest(k)); err == nil && ok && p.base != (Digest{}) {
			uses[p.base]++
		}
	})
	each(c.tx.bucket(bucketParts), func(k, _ []byte) {
		if len(k) != len(Digest{}) {
			return
		}
		d := Digest(k)
		p, _, err := c.tx.parts().read(d)
		if err == nil {
			_, err = c.tx.parts().content(d)
		}
		switch {
		case err != nil:
			c.report("%s: %v", bucketParts, err)
		case p.uses != uses[d]:
			c.report("%s: part %v is said to be used %d times, it is %d", bucketParts, d, p.uses, uses[d])
		}
	})
}

func (c *checker) mailIndexes() {
	each(c.tx.bucket(bucketMailsDue), func(k, _ []byte) {
		at, key, err := splitTimeKey(k)
		if err != nil {
			c.report("%s: %v", bucketMailsDue, err)
			return
		}
		n, _ := keyNumber(key)
		if m, err := c.tx.Outbox().Mail(n); err != nil || m.State != Queued || !m.Next.Equal(at) {
			c.report("%s: entry %q fits no mail", bucketMailsDue, k)
		}
	})
	each(c.tx.bucket(bucketMailsID), func(k, v []byte) {
		n, _ := keyNumber(v)
		if m, err := c.tx.Outbox().Mail(n); err != nil || m.Serial == 0 && m.To != "" && !bytes.Equal(idKey(m.MessageID), k) {
			c.report("%s: entry %x fits no mail", bucketMailsID, k)
		}
	})
	each(c.tx.bucket(bucketMailsRaw), func(k, _ []byte) {
		n, _ := keyNumber(k)
		if _, err := c.tx.Outbox().Mail(n); err != nil {
			c.report("%s: %v", bucketMailsRaw, err)
		}
	})
}

func (c *checker) data() {
	each(c.tx.bucket(bucketData), func(kind, v []byte) {
		if v != nil {
			c.report("%s: %q is not a bucket", bucketData, kind)
			return
		}
		c.values("kind "+string(kind), c.tx.bucket(bucketData).Bucket(kind))
	})
}
