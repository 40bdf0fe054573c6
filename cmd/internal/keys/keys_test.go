package keys

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"mime/quotedprintable"
	"strings"
	"testing"
	"time"
)

// secret is that of the published vectors: the bytes 0x20 to 0x3f.
func secret(t testing.TB) Secret {
	t.Helper()
	var b [32]byte
	for i := range b {
		b[i] = byte(0x20 + i)
	}
	s, err := ParseSecret(hex.EncodeToString(b[:]))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// vector is the mail of the vectors.
var vector = Mail{Game: "k3v9m2", Person: "anna", Number: 57, Generation: 1}

func TestVectors(t *testing.T) {
	t.Parallel()
	s := secret(t)
	if got := s.Seat("k3v9m2", "anna", 1).Reveal(); got != "9FEL-A7BR-UDWU-RGDA" {
		t.Errorf("seat key %s", got)
	}
	if got := hex.EncodeToString(s.mac("fieldpost key", "k3v9m2", "anna", "1")[:10]); got != "3b59241537d2f9abb968" {
		t.Errorf("its 80 bits %s", got)
	}
	if got := s.ReplyTag(vector); got != "ltnxce5xmnmnubnh" {
		t.Errorf("reply tag %s", got)
	}
}

// Every tag differs by its purpose and by everything that it is about.
func TestNoTwoTagsAreEqual(t *testing.T) {
	t.Parallel()
	s, other := secret(t), Secret{}
	seen := map[string]string{}
	add := func(name, tag string) {
		if before, ok := seen[tag]; ok {
			t.Errorf("%s and %s are both %s", name, before, tag)
		}
		seen[tag] = name
		if len(tag) != Length || tag != strings.ToLower(tag) {
			t.Errorf("%s: %q", name, tag)
		}
	}
	for name, m := range map[string]Mail{
		"the vector": vector, "game": {"k3v9m3", "anna", 57, 1}, "person": {"k3v9m2", "bert", 57, 1},
		"number": {"k3v9m2", "anna", 58, 1}, "generation": {"k3v9m2", "anna", 57, 2},
	} {
		add("reply tag, "+name, s.ReplyTag(m))
		add("return tag, "+name, s.ReturnTag(m))
		add("reply tag of another secret, "+name, other.ReplyTag(m))
	}
	for generation := 1; generation < 4; generation++ {
		add(fmt.Sprint("key ", generation), strings.ToLower(strings.ReplaceAll(s.Seat("k3v9m2", "anna",
			generation).Reveal(), "-", "")))
	}
	if !Same("LTNXce5xmnmnubnh", "ltnxce5xmnmnubnh") || Same("", "") || Same("ltnxce5xmnmnubnh", "ltnxce5xmnmnubn2") {
		t.Error("tags are compared wrongly")
	}
}

func TestSecretsAndKeysPrintAsStars(t *testing.T) {
	t.Parallel()
	s := secret(t)
	k := s.Seat("g", "anna", 1)
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x"} {
		for _, v := range []any{s, k, struct {
			S Secret
			K Key
		}{s, k}} {
			text := fmt.Sprintf(verb, v)
			if strings.Contains(text, s.Reveal()) || strings.Contains(text, k.Reveal()) ||
				strings.Contains(text, "32 33") {
				t.Errorf("%s prints %s", verb, text)
			}
		}
	}
	if text, err := k.MarshalText(); err != nil || string(text) != "****" {
		t.Errorf("%s, %v", text, err)
	}
}

func TestKeysAreReadAsPeopleTypeThem(t *testing.T) {
	t.Parallel()
	want := Parse("7KQ2-M9XD-4TRA-W8PC")
	for _, typed := range []string{"7kq2m9xd4traw8pc", "7KQ2 M9XD 4TRA W8PC", "7kq2-m9xd 4tra-w8pc"} {
		if Parse(typed) != want {
			t.Errorf("%q is another key", typed)
		}
	}
	for _, typed := range []string{"", "7KQ2-M9XD-4TRA", "7KQ2-M9XD-4TRA-W8P!", "7KQ2-M9XD-4TRA-W8PCX"} {
		if !Parse(typed).IsZero() {
			t.Errorf("%q is a key", typed)
		}
	}
}

func TestSeal(t *testing.T) {
	t.Parallel()
	s := secret(t)
	sealed, err := s.Seal(strings.NewReader("twelve bytes"), []byte("key 9FEL-A7BR-UDWU-RGDA"))
	if err != nil || bytes.Contains(sealed, []byte("9FEL")) {
		t.Fatalf("%q, %v", sealed, err)
	}
	if plain, err := s.Open(sealed); err != nil || string(plain) != "key 9FEL-A7BR-UDWU-RGDA" {
		t.Errorf("%q, %v", plain, err)
	}
	if _, err := (Secret{}).Open(sealed); err == nil {
		t.Error("another secret opens it")
	}
	if _, err := s.Open(sealed[:5]); err == nil {
		t.Error("what is cut short opens")
	}
}

const theKey = "9FELA7BRUDWURGDA"

func isTheKey(text string) bool { return text == theKey }

// Whatever a mail program does with a key, it is blanked out, and nothing else changes.
func TestBlank(t *testing.T) {
	t.Parallel()
	text := "Hello,\n\nkey 9FEL-A7BR-UDWU-RGDA\nbuy 8 infantry\n"
	var qp bytes.Buffer
	w := quotedprintable.NewWriter(&qp)
	fmt.Fprintf(w, "Grüße, und am Ende einer langen Zeile steht der Schlüssel des Platzes, 9FEL-A7BR-UDWU-RGDA, hier.\r\n")
	w.Close()
	inner := base64.StdEncoding.EncodeToString([]byte(text))
	for name, mail := range map[string]string{
		"as it is":         text,
		"small letters":    "key 9fel-a7br-udwu-rgda",
		"without hyphens":  "key 9FELA7BRUDWURGDA.",
		"with blanks":      "key 9FEL A7BR UDWU RGDA",
		"en dashes":        "key 9FEL–A7BR–UDWU–RGDA",
		"no-break spaces":  "key 9FEL\u00a0A7BR\u00a0UDWU\u00a0RGDA",
		"wrapped, quoted":  "> key 9FEL-A7BR-\n> UDWU-RGDA\n",
		"quoted-printable": qp.String(),
		"soft break":       "key 9FEL-A7=\r\nBR-UDWU-RGDA\r\n",
		"escaped before":   "key=3D9FEL-A7BR-UDWU-RGDA",
		"escaped blanks":   "key 9FEL=20A7BR=C2=A0UDWU=E2=80=93RGDA",
		"HTML":             "<p>key&nbsp;<b>9FEL-A7BR-UDWU-RGDA</b></p>",
		"a link":           "<a href=\"mailto:o@x?body=key%209FEL-A7BR-UDWU-RGDA%0A\">",
		"an address":       "To: <orders+b.9fela7brudwurgda@games.test>",
		"a Message-ID":     "In-Reply-To: <57.eastfront.9fela7brudwurgda@games.test>",
		"base64":           "Content-Transfer-Encoding: base64\r\n\r\n" + inner[:20] + "\r\n" + inner[20:] + "\r\n",
		"base64 twice":     "X: y\n\n" + base64.StdEncoding.EncodeToString([]byte("X: y\n\n"+inner+"\n")) + "\n",
		"an encoded word": "Subject: =?utf-8?B?" +
			base64.StdEncoding.EncodeToString([]byte("key 9FEL-A7BR-UDWU-RGDA")) + "?=\n\nhello\n",
	} {
		got, found := Blank([]byte(mail), isTheKey)
		if len(found) != 1 || found[0].Text != theKey {
			t.Errorf("%s: found %v", name, found)
			continue
		}
		if len(got) != len(mail) {
			t.Errorf("%s: %d bytes became %d", name, len(mail), len(got))
		}
		if _, again := Blank(got, isTheKey); len(again) != 0 {
			t.Errorf("%s: it still stands in\n%s", name, got)
		}
		if found[0].At < 0 {
			continue
		}
		filled := bytes.Clone(got)
		if err := Fill(filled, found[0].At, "9FEL-A7BR-UDWU-RGDA"); err != nil ||
			!strings.EqualFold(string(filled), mail) {
			t.Errorf("%s: filled in again %q, %v", name, filled, err)
		}
	}
}

func TestBlankLeavesOthers(t *testing.T) {
	t.Parallel()
	for _, mail := range []string{
		"", "key 9FEL-A7BR-UDWU-RGDB", "x9FEL-A7BR-UDWU-RGDA", "9FEL-A7BR-UDWU-RGDAx", "9FEL.A7BR.UDWU.RGDA",
		base64.StdEncoding.EncodeToString([]byte("nothing of ours stands here, line after line")) + "\n",
	} {
		if got, found := Blank([]byte(mail), isTheKey); len(found) > 0 || string(got) != mail {
			t.Errorf("%q became %q", mail, got)
		}
	}
	if err := Fill([]byte("no stars"), 0, theKey); err == nil {
		t.Error("filled in where nothing was blanked out")
	}
}

// A mail made of nothing but what looks like keys costs no more than others.
func TestBlankIsBounded(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	for i := range 400_000 {
		fmt.Fprintf(&b, "%c%c%c%c ", Alphabet[i%32], Alphabet[i/32%32], Alphabet[i/1024%32], Alphabet[i/32768%32])
	}
	asked := 0
	began := time.Now()
	got, _ := Blank([]byte(b.String()+"key 9FEL-A7BR-UDWU-RGDA"), func(text string) bool {
		asked++
		return text == theKey
	})
	if asked > maxCandidates || bytes.Contains(got, []byte("9FEL-A7BR")) {
		t.Errorf("%d passages were looked up; the key is in it: %t", asked, bytes.Contains(got, []byte("9FEL-A7BR")))
	}
	t.Log(len(got), "bytes in", time.Since(began))
}

// One of single letters does not either, each of which could begin a key.
func BenchmarkBlankOfSingleLetters(b *testing.B) {
	mail := []byte(strings.Repeat(" x\r\n", 1<<20))
	for b.Loop() {
		Blank(mail, func(string) bool { return false })
	}
}
