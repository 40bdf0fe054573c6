package store

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"strings"
	"testing"
)

// mimeMail writes a mail as compose does: a text, and files in base64.
func mimeMail(text string, files map[string][]byte, order ...string) []byte {
	var b strings.Builder
	const boundary = "0123456789abcdef0123456789abcdef"
	fmt.Fprintf(&b, "Subject: a report\r\nContent-Type: multipart/mixed;\r\n boundary=%s\r\n\r\n--%s\r\nContent-Transfer-Encoding: quoted-printable\r\nContent-Type: text/plain; charset=UTF-8\r\n\r\n%s\r\n", boundary, boundary, text)
	for _, name := range order {
		kind := "application/octet-stream"
		if strings.HasSuffix(name, ".png") {
			kind = "image/png"
		}
		fmt.Fprintf(&b, "--%s\r\nContent-Disposition: attachment; filename=%q\r\nContent-Transfer-Encoding: base64\r\nContent-Type: %s; name=%q\r\n\r\n%s\r\n\r\n",
			boundary, name, kind, name, base64Lines(files[name]))
	}
	fmt.Fprintf(&b, "--%s--\r\n", boundary)
	return []byte(b.String())
}

func envelope(n int, pictures string) Envelope {
	return Envelope{MessageID: fmt.Sprintf("<%d@games.test>", n), From: "orders@games.test", To: fmt.Sprintf("p%d@mail.test", n), Game: "eastfront", Pictures: pictures}
}

// sendOut queues a mail and notes that it went out.
func sendOut(t *testing.T, s *Store, e Envelope, raw []byte) {
	t.Helper()
	update(t, s, func(tx *Tx) error {
		if _, err := tx.Outbox().Queue(e, noon, raw); err != nil {
			return err
		}
		return tx.Outbox().Delivered(e.MessageID, noon, "250")
	})
}

func mailOf(t *testing.T, s *Store, id string) (m Mail) {
	t.Helper()
	err := s.View(func(tx *Tx) (err error) {
		m, _, err = tx.Outbox().ByID(id)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// partBytes is how much the parts take.
func partBytes(t *testing.T, s *Store) (n, count int) {
	t.Helper()
	err := s.View(func(tx *Tx) error {
		each(tx.bucket(bucketParts), func(k, v []byte) { n, count = n+len(v), count+1 })
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return n, count
}

// A mail that went out comes back byte for byte, whatever it looks like.
func TestSentMailsComeBackAsTheyWere(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	file := noise(5000, 1)
	long := mimeMail(strings.Repeat("Dear Anna, ", 9000), map[string][]byte{"a.txt": file}, "a.txt")
	mails := map[string][]byte{
		"no mail at all":     []byte("hello"),
		"empty":              {},
		"zero bytes":         make([]byte, 3000),
		"no boundary":        []byte("Content-Type: text/plain\r\n\r\n" + strings.Repeat("word ", 500)),
		"one file":           mimeMail("Dear Anna", map[string][]byte{"a.txt": file}, "a.txt"),
		"a picture":          mimeMail("Dear Anna", map[string][]byte{"map.png": file}, "map.png"),
		"long":               long,
		"cut off":            long[:len(long)-200],
		"line feeds only":    bytes.ReplaceAll(long, []byte("\r\n"), []byte("\n")),
		"odd line lengths":   bytes.Replace(mimeMail("x", map[string][]byte{"a.txt": file}, "a.txt"), []byte("\r\n\r\n"+string(base64Lines(file)[:50])), []byte("\r\n\r\n"+string(base64Lines(file)[:50])+"\r\n"), 1),
		"base64 that is not": bytes.Replace(mimeMail("x", map[string][]byte{"a.txt": file}, "a.txt"), base64Lines(file)[100:110], []byte("??????????"), 1),
		"padding bits":       []byte("Content-Transfer-Encoding: base64\r\nContent-Type: image/png\r\n\r\n" + strings.Repeat("A", 399) + "B==\r\n"),
		"nested boundaries":  []byte("Content-Type: multipart/mixed; boundary=a\r\n\r\n--a\r\nContent-Type: multipart/related; boundary=ab\r\n\r\n--ab\r\nContent-Type: text/plain\r\n\r\n" + strings.Repeat("x", 400) + "\r\n--ab--\r\n--a--\r\n"),
		"no blank line":      []byte("Content-Type: multipart/mixed; boundary=a\r\n--a\r\n--a\r\n"),
		"frozen noise":       noise(20000, 2),
	}
	n := 0
	ids := map[string]string{}
	for name, raw := range mails {
		n++
		e := envelope(n, "")
		ids[name] = e.MessageID
		sendOut(t, s, e, raw)
	}
	for name, raw := range mails {
		if m := mailOf(t, s, ids[name]); !bytes.Equal(m.Bytes, raw) || len(m.Gaps) > 0 {
			t.Errorf("%s: %d bytes came back of %d, %d gaps", name, len(m.Bytes), len(raw), len(m.Gaps))
		}
	}
	wantSound(t, s)
}

// What mails have in common is kept once, and goes with the last of them.
func TestPartsAreKeptOnce(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	file, text := noise(20000, 1), hex.EncodeToString(noise(10000, 3))
	var ids []string
	for i := range 6 {
		e := envelope(i, "")
		ids = append(ids, e.MessageID)
		sendOut(t, s, e, mimeMail(fmt.Sprintf("Dear player %d,\r\n%s", i, text), map[string][]byte{"eastfront-4.txt": file}, "eastfront-4.txt"))
	}
	if size, count := partBytes(t, s); size > 40000 || count != 7 {
		t.Errorf("six mails alike are %d parts of %d bytes", count, size)
	}
	wantSound(t, s)
	for i, id := range ids {
		update(t, s, func(tx *Tx) error { return tx.Outbox().Erase(id) })
		wantSound(t, s)
		for _, left := range ids[i+1:] {
			if m := mailOf(t, s, left); DigestOf(m.Bytes) != m.Digest {
				t.Fatalf("%s is damaged after %d were erased", left, i+1)
			}
		}
	}
	if size, count := partBytes(t, s); count != 0 {
		t.Errorf("%d parts of %d bytes are left without a mail", count, size)
	}
}

// Pictures whose drawing is known are not kept once the mail went out; until then they are.
func TestPicturesAreDroppedOnceTheMailWentOut(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	files := map[string][]byte{"map.png": noise(50000, 4), "eastfront-4.txt": noise(3000, 5)}
	raw := mimeMail("Dear Anna", files, "map.png", "eastfront-4.txt")
	for i, pictures := range []string{"en 4", ""} {
		e := envelope(i, pictures)
		update(t, s, func(tx *Tx) error { _, err := tx.Outbox().Queue(e, noon, raw); return err })
		if m := mailOf(t, s, e.MessageID); !bytes.Equal(m.Bytes, raw) || len(m.Gaps) > 0 {
			t.Errorf("%q: it is not whole before it went out", pictures)
		}
		update(t, s, func(tx *Tx) error { return tx.Outbox().Delivered(e.MessageID, noon, "250") })
		m := mailOf(t, s, e.MessageID)
		if pictures == "" {
			if !bytes.Equal(m.Bytes, raw) {
				t.Error("a picture that nobody can draw again was dropped")
			}
			continue
		}
		if len(m.Gaps) != 1 || len(m.Bytes) != len(raw) || m.Gaps[0].Digest != DigestOf(files["map.png"]) {
			t.Fatalf("gaps %+v", m.Gaps)
		}
		if size, _ := partBytes(t, s); size > 6000 {
			t.Errorf("the parts have %d bytes", size)
		}
		wantSound(t, s)
		if m.Gaps[0].Fill(m.Bytes, noise(50000, 6)) || m.Gaps[0].Fill(m.Bytes, nil) {
			t.Error("another picture fills the gap")
		}
		if !m.Gaps[0].Fill(m.Bytes, files["map.png"]) || !bytes.Equal(m.Bytes, raw) {
			t.Error("with its picture the mail is not what it was")
		}
		if got := m.Gaps[0].Replace(raw, []byte("x")); !bytes.Contains(got, []byte("\r\n\r\neA==\r\n")) || len(got) >= len(raw) {
			t.Error("another picture does not stand in its place")
		}
		// Sent once more, it is taken with its gap, and is archived as it is.
		update(t, s, func(tx *Tx) error { return tx.Outbox().Requeue(e.MessageID, noon) })
		update(t, s, func(tx *Tx) error {
			due, err := tx.Outbox().Take(noon, 0, hourly(noon))
			if err == nil && (len(due) != 1 || len(due[0].Gaps) != 1) {
				t.Errorf("taken: %+v", due)
			}
			return err
		})
		update(t, s, func(tx *Tx) error { return tx.Outbox().Delivered(e.MessageID, noon, "250") })
		wantSound(t, s)
	}
}

// A store as an older program left it, whose mails are whole, is read, and compacted into parts.
func TestWholeMailsOfOlderStores(t *testing.T) {
	t.Parallel()
	s, err := Open(newClosedStore(t), quick)
	if err != nil {
		t.Fatal(err)
	}
	raws := map[string][]byte{}
	for i := range 5 {
		e := envelope(i, "")
		raws[e.MessageID] = mimeMail(fmt.Sprintf("Dear player %d", i), map[string][]byte{"a.txt": noise(30000, 7)}, "a.txt")
		sendOut(t, s, e, raws[e.MessageID])
		update(t, s, func(tx *Tx) error { // as it was kept before
			m, _, err := tx.Outbox().ByID(e.MessageID)
			if err != nil {
				return err
			}
			if err := tx.Outbox().drop(m.Number); err != nil {
				return err
			}
			return tx.putValue(tx.bucket(bucketMailsRaw), numberKey(m.Number), Value{Bytes: raws[e.MessageID]})
		})
	}
	check := func(s *Store) {
		t.Helper()
		wantSound(t, s)
		for id, raw := range raws {
			if m := mailOf(t, s, id); !bytes.Equal(m.Bytes, raw) {
				t.Errorf("%s: %d bytes of %d", id, len(m.Bytes), len(raw))
			}
		}
	}
	check(s)
	path := s.Path()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	before, after, err := Compact(path, quick)
	if err != nil || after > before/2 {
		t.Errorf("%d bytes before, %d after: %v", before, after, err)
	}
	if s, err = Open(path, quick); err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	check(s)
}

// Damage to a part is found.
func TestCheckFindsDamagedParts(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		damage func(tx *Tx, d Digest) error
		says   string
	}{
		"gone": {func(tx *Tx, d Digest) error { return tx.bucket(bucketParts).Delete(d[:]) }, "is missing"},
		"other content": {func(tx *Tx, d Digest) error {
			p, _, _ := tx.parts().read(d)
			p.data = []byte("x")
			return tx.parts().write(d, p)
		}, "does not have its content"},
		"too many uses":  {func(tx *Tx, d Digest) error { p, _, _ := tx.parts().read(d); p.uses++; return tx.parts().write(d, p) }, "is said to be used 3 times, it is 2"},
		"cannot be read": {func(tx *Tx, d Digest) error { return tx.bucket(bucketParts).Put(d[:], []byte{plain, 9}) }, "cannot be read"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, err := Open(newClosedStore(t), quick)
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			file := noise(3000, 1)
			for i := range 2 {
				sendOut(t, s, envelope(i, ""), mimeMail("Dear Anna", map[string][]byte{"a.txt": file}, "a.txt"))
			}
			wantSound(t, s)
			update(t, s, func(tx *Tx) error { return tt.damage(tx, DigestOf(file)) })
			findings, err := s.Check()
			if err != nil || !strings.Contains(strings.Join(findings, "\n"), tt.says) {
				t.Errorf("%v, %q, want %q", err, findings, tt.says)
			}
		})
	}
}

func TestBase64LinesAreThoseOfMails(t *testing.T) {
	t.Parallel()
	for _, n := range []int{0, 1, 56, 57, 58, 113, 114, 115, 1000} {
		content := noise(n, 8)
		for line := range strings.SplitSeq(string(base64Lines(content)), "\r\n") {
			if len(line) > 76 {
				t.Errorf("%d bytes: a line of %d", n, len(line))
			}
		}
		if back, err := base64.StdEncoding.DecodeString(strings.ReplaceAll(string(base64Lines(content)), "\r\n", "")); err != nil || !bytes.Equal(back, content) {
			t.Errorf("%d bytes: %v", n, err)
		}
	}
}
