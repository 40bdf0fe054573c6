package store

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"io"
	"mime"
	"net/textproto"
	"slices"
	"strings"

	"github.com/klauspost/compress/zstd"
)

// The mails of one turn say nearly the same to all players, and have the same files attached. So a mail that went out
// is kept in parts: each attached file under the SHA-256 of its content, once however many mails have it, and the rest
// of the mail, its texts, headers and boundaries, as one part more, its frame. A part that resembles one of the last
// parts of its kind is kept as the difference from it. The pictures of a mail whose envelope says how they are drawn
// are not kept at all.

// parts is the parts of the mails that went out, inside a transaction.
type parts struct{ tx *Tx }

// Versions of the values in bucketMailsRaw.
const (
	mailWhole   = 0 // the frozen bytes: of every mail until it went out, and of all mails of older programs
	mailInParts = 1
)

const (
	leastPart   = 256 // bytes of a body that is worth a part of its own
	recentParts = 8   // of a game and kind, from which a new one may differ
	deepest     = 16  // longest chain of differences
	likeEnough  = 5   // a difference of so small a part is good enough
)

// Gap is a picture of a sent mail that was not kept. In Mail.Bytes there are zeros in its place, as many as it had
// bytes there.
type Gap struct {
	At, Len int
	Digest  Digest // of the picture itself, which is in base64 there
}

// Fill puts a picture into its gap and reports whether it is the one that was there.
func (g Gap) Fill(mail, picture []byte) bool {
	encoded := base64Lines(picture)
	if DigestOf(picture) != g.Digest || len(encoded) != g.Len {
		return false
	}
	copy(mail[g.At:], encoded)
	return true
}

// Replace puts another picture into a gap. What follows it moves.
func (g Gap) Replace(mail, picture []byte) []byte {
	return slices.Concat(mail[:g.At], base64Lines(picture), mail[g.At+g.Len:])
}

// body is a body of a mail that becomes a part.
type body struct {
	at, end int    // in the mail
	kind    string // media type
	name    string // of a file, without digits: of one turn's file and the next one's it is the same
	content []byte
}

func (b body) picture() bool {
	return strings.HasPrefix(b.kind, "image/") || b.kind == "application/gzip" // a drawing may be packed
}

// bodiesOf finds the bodies of a mail as compose writes it. What is written otherwise stays with the headers, and comes
// back as it was.
func bodiesOf(raw []byte) []body {
	var out []body
	boundaries := map[string]bool{}
	inHeader, begin := true, 0
	var kind, name, encoding string
	close := func(end int) {
		if inHeader || strings.HasPrefix(kind, "multipart/") {
			return
		}
		if b, ok := bodyAt(raw, begin, end, kind, encoding); ok {
			b.name = name
			out = append(out, b)
		}
	}
	for at := 0; at < len(raw); {
		end := len(raw)
		if i := bytes.IndexByte(raw[at:], '\n'); i >= 0 {
			end = at + i + 1
		}
		line := strings.TrimRight(string(raw[at:end]), "\r\n")
		mark, dashed := strings.CutPrefix(line, "--")
		switch {
		case dashed && boundaries[strings.TrimSuffix(mark, "--")]:
			close(at)
			inHeader, begin, kind, name, encoding = true, end, "", "", ""
		case inHeader && line == "":
			kind, name, encoding = partHeader(raw[begin:end], boundaries)
			inHeader, begin = false, end
		}
		at = end
	}
	close(len(raw))
	return out
}

// partHeader reads what a header says about its body, and notes its boundary.
func partHeader(header []byte, boundaries map[string]bool) (kind, name, encoding string) {
	field := func(name string) string {
		var value []string
		for line := range strings.Lines(string(header)) {
			text := strings.TrimRight(line, "\r\n")
			switch key, rest, ok := strings.Cut(text, ":"); {
			case ok && textproto.CanonicalMIMEHeaderKey(key) == name:
				value = append(value, rest)
			case len(value) > 0 && (strings.HasPrefix(text, " ") || strings.HasPrefix(text, "\t")):
				value = append(value, text)
			case len(value) > 0:
				return strings.TrimSpace(strings.Join(value, ""))
			}
		}
		return strings.TrimSpace(strings.Join(value, ""))
	}
	kind, params, err := mime.ParseMediaType(field("Content-Type"))
	if err != nil {
		return "", "", ""
	}
	if b := params["boundary"]; b != "" {
		boundaries[b] = true
	}
	name = strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return -1
		}
		return r
	}, params["name"])
	return kind, name, strings.ToLower(field("Content-Transfer-Encoding"))
}

// bodyAt is the file between two places, which a mail has in base64; ok is false if it is too small, or would not come
// back as it was. What people read is in other encodings: it is each reader's own, and stays in the frame, where its
// HTML and its text are compressed together.
func bodyAt(raw []byte, begin, end int, kind, encoding string) (b body, ok bool) {
	text := bytes.TrimRight(raw[begin:end], "\r\n")
	if encoding != "base64" || len(text) < leastPart {
		return b, false
	}
	content := make([]byte, base64.StdEncoding.DecodedLen(len(text)))
	n, err := base64.StdEncoding.Decode(content, bytes.ReplaceAll(text, []byte("\r\n"), nil))
	content = content[:n]
	return body{at: begin, end: begin + len(text), kind: kind, content: content},
		err == nil && bytes.Equal(base64Lines(content), text)
}

// base64Columns is how long the lines of base64 are in mails (RFC 2045, 6.8).
const base64Columns = 76

// base64Lines returns content as it is in a mail, without the line break at its end.
func base64Lines(content []byte) []byte {
	all := base64.StdEncoding.AppendEncode(nil, content)
	out := make([]byte, 0, len(all)+2*len(all)/base64Columns)
	for len(all) > base64Columns {
		out = append(append(out, all[:base64Columns]...), "\r\n"...)
		all = all[base64Columns:]
	}
	return append(out, all...)
}

// partPlace is a place in the rest of a mail where a part belongs.
type partPlace struct {
	at      int  // in the rest
	len     int  // in the mail
	picture bool // which is not kept
	part    Digest
}

// archive keeps a mail that went out in parts. pictures says that its pictures need not be kept.
func (o Outbox) archive(m Mail) error {
	v, ok, err := getValue(o.tx.bucket(bucketMailsRaw), numberKey(m.Number))
	if err != nil || !ok || v.Version != mailWhole {
		return err
	}
	var cuts []partPlace
	var rest []byte
	done := 0
	for _, b := range bodiesOf(v.Bytes) {
		rest = append(rest, v.Bytes[done:b.at]...)
		c := partPlace{at: len(rest), len: b.end - b.at, part: DigestOf(b.content),
			picture: b.picture() && m.Pictures != ""}
		if !c.picture { // else it is drawn again when it is needed
			if err := o.tx.parts().add(m.Game, b.kind+" "+b.name, b.content); err != nil {
				return fmt.Errorf("mail %d: %w", m.Number, err)
			}
		}
		cuts, done = append(cuts, c), b.end
	}
	frame := frameOf(cuts, append(rest, v.Bytes[done:]...))
	if err := o.tx.parts().add(m.Game, "frame", frame); err != nil {
		return fmt.Errorf("mail %d: %w", m.Number, err)
	}
	d := DigestOf(frame)
	return o.tx.bucket(bucketMailsRaw).Put(numberKey(m.Number), append([]byte{plain, mailInParts}, d[:]...))
}

// archiveAll keeps in parts what an older program left whole.
func (s *Store) archiveAll() error {
	var whole []Mail
	err := s.View(func(tx *Tx) error {
		for m, err := range tx.Outbox().Mails(1) {
			if err != nil {
				return err
			}
			if kept := tx.bucket(bucketMailsRaw).Get(numberKey(m.Number)); m.State != Queued && len(kept) > 1 &&
				kept[1] == mailWhole {
				whole = append(whole, m)
			}
		}
		return nil
	})
	const batch = 50 // in a transaction
	for mails := range slices.Chunk(whole, batch) {
		if err == nil {
			err = s.Update(func(tx *Tx) error {
				for _, m := range mails {
					if err := tx.Outbox().archive(m); err != nil {
						return err
					}
				}
				return nil
			})
		}
	}
	return err
}

// frameOf is the part that holds a mail together: where its other parts belong, and the rest.
func frameOf(cuts []partPlace, rest []byte) []byte {
	out := binary.AppendUvarint(nil, uint64(len(cuts)))
	for _, c := range cuts {
		out = binary.AppendUvarint(out, uint64(c.at))
		out = binary.AppendUvarint(out, uint64(c.len))
		out = binary.AppendUvarint(out, map[bool]uint64{true: 1}[c.picture])
		out = append(out, c.part[:]...)
	}
	return append(out, rest...)
}

// readFrame is the inverse of frameOf.
func readFrame(frame []byte) (cuts []partPlace, rest []byte, err error) {
	r := bytes.NewReader(frame)
	number := func() (n int) {
		u, e := binary.ReadUvarint(r)
		if err = cmp.Or(err, e); u > MaxValue {
			err = cmp.Or(err, corrupt("a number of %d", u))
		}
		return int(u)
	}
	for n := number(); n > 0 && err == nil; n-- {
		c := partPlace{at: number(), len: number(), picture: number() == 1}
		_, e := io.ReadFull(r, c.part[:])
		err = cmp.Or(err, e)
		cuts = append(cuts, c)
	}
	if err != nil {
		return nil, nil, corrupt("frame of a mail: %v", err)
	}
	return cuts, frame[len(frame)-r.Len():], nil
}

// frame reads the frame of a mail that is kept in parts.
func (ps parts) frame(v Value) (d Digest, cuts []partPlace, rest []byte, err error) {
	if len(v.Bytes) != len(d) {
		return d, nil, nil, corrupt("a mail in parts names no frame")
	}
	d = Digest(v.Bytes)
	frame, err := ps.content(d)
	if err == nil {
		cuts, rest, err = readFrame(frame)
	}
	return d, cuts, rest, err
}

// bytes puts a mail together. gaps are its pictures that were not kept.
func (o Outbox) bytes(number uint64) (raw []byte, gaps []Gap, err error) {
	v, ok, err := getValue(o.tx.bucket(bucketMailsRaw), numberKey(number))
	switch {
	case err != nil:
		return nil, nil, err
	case !ok:
		return nil, nil, corrupt("mail %d has no bytes", number)
	case v.Version == mailWhole:
		return v.Bytes, nil, nil
	case v.Version != mailInParts:
		return nil, nil, corrupt("mail %d is kept in the unknown form %d", number, v.Version)
	}
	_, cuts, rest, err := o.tx.parts().frame(v)
	if err != nil {
		return nil, nil, fmt.Errorf("mail %d: %w", number, err)
	}
	done := 0
	for _, c := range cuts {
		if c.at < done || c.at > len(rest) {
			return nil, nil, corrupt("mail %d: a part at %d of %d bytes", number, c.at, len(rest))
		}
		raw = append(raw, rest[done:c.at]...)
		done = c.at
		if c.picture {
			gaps = append(gaps, Gap{len(raw), c.len, c.part})
			raw = append(raw, make([]byte, c.len)...)
			continue
		}
		content, err := o.tx.parts().content(c.part)
		if err != nil {
			return nil, nil, fmt.Errorf("mail %d: %w", number, err)
		}
		content = base64Lines(content)
		if len(content) != c.len {
			return nil, nil, corrupt("mail %d: a part has %d bytes of %d", number, len(content), c.len)
		}
		raw = append(raw, content...)
	}
	return append(raw, rest[done:]...), gaps, nil
}

// drop deletes the bytes of a mail, and the parts that no other mail has.
func (o Outbox) drop(number uint64) error {
	raws, key := o.tx.bucket(bucketMailsRaw), numberKey(number)
	v, ok, err := getValue(raws, key)
	if err != nil || !ok {
		return err
	}
	if v.Version == mailInParts {
		frame, cuts, _, err := o.tx.parts().frame(v)
		if err != nil {
			return err
		}
		if err := o.tx.parts().release(frame); err != nil {
			return err
		}
		for _, c := range cuts {
			if c.picture {
				continue
			}
			if err := o.tx.parts().release(c.part); err != nil {
				return err
			}
		}
	}
	return raws.Delete(key)
}

// part is how a part is kept: compressed, as the difference from base unless that is zero.
type part struct {
	uses  uint64 // by mails, and by parts that differ from it
	depth byte   // how many differences away the part is that is kept whole
	base  Digest
	data  []byte
}

const partVersion = 1

func (ps parts) read(d Digest) (p part, ok bool, err error) {
	v, ok, err := getValue(ps.tx.bucket(bucketParts), d[:])
	if err != nil || !ok {
		return p, false, err
	}
	uses, n := binary.Uvarint(v.Bytes)
	if v.Version != partVersion || n <= 0 || len(v.Bytes) < n+1+len(p.base) {
		return p, false, corrupt("part %v cannot be read", d)
	}
	p.uses, p.depth = uses, v.Bytes[n]
	copy(p.base[:], v.Bytes[n+1:])
	p.data = v.Bytes[n+1+len(p.base):]
	return p, true, nil
}

func (ps parts) write(d Digest, p part) error {
	out := binary.AppendUvarint([]byte{plain, partVersion}, p.uses)
	out = append(append(append(out, p.depth), p.base[:]...), p.data...)
	return ps.tx.bucket(bucketParts).Put(d[:], out)
}

// content returns the content of a part.
func (ps parts) content(d Digest) ([]byte, error) {
	p, ok, err := ps.read(d)
	if err != nil || !ok {
		return nil, cmp.Or(err, corrupt("part %v is missing", d))
	}
	var base []byte
	if p.base != (Digest{}) {
		if p.depth == 0 || p.depth > deepest {
			return nil, corrupt("part %v is %d differences deep", d, p.depth)
		}
		if base, err = ps.content(p.base); err != nil {
			return nil, err
		}
	}
	content, err := inflate(p.data, base)
	if err != nil || DigestOf(content) != d {
		return nil, corrupt("part %v does not have its content: %v", d, err)
	}
	return content, nil
}

// add keeps content once, and counts its use.
func (ps parts) add(game, kind string, content []byte) error {
	d := DigestOf(content)
	p, ok, err := ps.read(d)
	if err != nil {
		return err
	}
	if ok {
		p.uses++
		return ps.write(d, p)
	}
	p = part{uses: 1}
	if p.data, err = deflate(content, nil); err != nil {
		return err
	}
	whole, recent := len(p.data), ps.recent(game, kind)
	for _, base := range recent {
		if len(p.data) < whole/likeEnough {
			break
		}
		b, ok, err := ps.read(base)
		if err != nil {
			return err
		}
		if !ok || b.depth >= deepest {
			continue
		}
		text, err := ps.content(base)
		if err != nil {
			return err
		}
		data, err := deflate(content, text)
		if err != nil {
			return err
		}
		if len(data) < len(p.data) {
			p.base, p.depth, p.data = base, b.depth+1, data
		}
	}
	if err := ps.use(p.base); err != nil {
		return err
	}
	if err := ps.write(d, p); err != nil {
		return err
	}
	first := d
	if len(p.data) < whole/likeEnough {
		first = p.base // what is like it differs from the same: the chain grows no longer
	}
	recent = slices.DeleteFunc(recent, func(x Digest) bool { return x == first })
	return ps.setRecent(game, kind, append([]Digest{first}, recent...))
}

// use counts a use of a part by one that differs from it.
func (ps parts) use(d Digest) error {
	if d == (Digest{}) {
		return nil
	}
	p, _, err := ps.read(d)
	if err != nil {
		return err
	}
	p.uses++
	return ps.write(d, p)
}

// dictionary is the number under which base is given to the compression.
const dictionary = 1

// deflate compresses content as the difference from base, which may be nil. It is zstd because deflate looks back no
// farther than 32 KiB, and the HTML of a report is longer. The better level makes the store a tenth smaller.
func deflate(content, base []byte) ([]byte, error) {
	o := []zstd.EOption{zstd.WithEncoderLevel(zstd.SpeedBetterCompression), zstd.WithEncoderConcurrency(1),
		zstd.WithEncoderCRC(false), zstd.WithWindowSize(partWindow), zstd.WithLowerEncoderMem(true),
		zstd.WithAllLitEntropyCompression(true)} // hashes are all literals
	if len(base) > 0 {
		o = append(o, zstd.WithEncoderDictRaw(dictionary, base))
	}
	w, err := zstd.NewWriter(nil, o...)
	if err != nil {
		return nil, err
	}
	defer w.Close()
	return w.EncodeAll(content, nil), nil
}

// partWindow is how far back the compression looks: over base and content of a usual report.
const partWindow = 256 << 10

// inflate is the inverse of deflate.
func inflate(data, base []byte) ([]byte, error) {
	o := []zstd.DOption{zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(MaxValue),
		zstd.WithDecoderLowmem(true)}
	if len(base) > 0 {
		o = append(o, zstd.WithDecoderDictRaw(dictionary, base))
	}
	r, err := zstd.NewReader(nil, o...)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return r.DecodeAll(data, nil)
}

// release counts a use less; a part without any is deleted.
func (ps parts) release(d Digest) error {
	p, ok, err := ps.read(d)
	if err != nil || !ok {
		return cmp.Or(err, corrupt("part %v is missing", d))
	}
	if p.uses > 1 {
		p.uses--
		return ps.write(d, p)
	}
	if err := ps.tx.bucket(bucketParts).Delete(d[:]); err != nil || p.base == (Digest{}) {
		return err
	}
	return ps.release(p.base)
}

// recent are the newest parts of a game and kind. They may have been deleted since.
func (ps parts) recent(game, kind string) []Digest {
	data := ps.tx.bucket(bucketPartsRecent).Get(wordsKey(game, kind))
	var out []Digest
	for len(data) >= len(Digest{}) {
		out = append(out, Digest(data[:len(Digest{})]))
		data = data[len(Digest{}):]
	}
	return out
}

func (ps parts) setRecent(game, kind string, list []Digest) error {
	var data []byte
	for _, d := range list[:min(len(list), recentParts)] {
		data = append(data, d[:]...)
	}
	return ps.tx.bucket(bucketPartsRecent).Put(wordsKey(game, kind), data)
}
