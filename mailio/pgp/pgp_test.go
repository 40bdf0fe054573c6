package pgp

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ProtonMail/go-crypto/openpgp"
	"github.com/ProtonMail/go-crypto/openpgp/armor"
	"github.com/ProtonMail/go-crypto/openpgp/packet"

	"fieldpost/mailio/message"
)

// The files of testdata were made by GnuPG 2.2: the program that most people sign with.

var then = time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)

func read(t *testing.T, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestClearSignedByGnuPG(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"anna", "rsa"} {
		key, text := string(read(t, name+".asc")), read(t, name+"-clear.txt")
		for how, mail := range map[string][]byte{
			"as it is": text, "with CRLF": canonical(text), "with words around": append([]byte("Hello!\n\n"), append(text, "resign\n"...)...),
		} {
			plain, err := VerifyClear(key, mail, then)
			if err != nil {
				t.Errorf("%s %s: %v", name, how, err)
			}
			if s := string(plain); !strings.Contains(s, "\n- a line that begins with a dash") || strings.Contains(s, "resign") || strings.Contains(s, "Hello") {
				t.Errorf("%s %s: signed is %q", name, how, s)
			}
		}
		if _, err := VerifyClear(key, bytes.Replace(text, []byte("Germany"), []byte("Japan"), 1), then); !errors.Is(err, ErrAltered) {
			t.Errorf("%s, altered: %v", name, err)
		}
	}
	if _, err := VerifyClear(string(read(t, "rsa.asc")), read(t, "anna-clear.txt"), then); !errors.Is(err, ErrOtherKey) {
		t.Errorf("another's key: %v", err)
	}
	if _, err := VerifyClear(string(read(t, "anna.asc")), []byte("resign\n"), then); !errors.Is(err, ErrNotSigned) {
		t.Errorf("unsigned: %v", err)
	}
}

func TestMIMESignedByGnuPG(t *testing.T) {
	t.Parallel()
	key, raw := string(read(t, "anna.asc")), read(t, "anna-mime.eml")
	seal := func(raw []byte) message.Seal {
		t.Helper()
		l, err := message.Parse(raw, message.DefaultLimits())
		if err != nil || len(l.Seals) != 1 {
			t.Fatalf("%v, %d signatures", err, len(l.Seals))
		}
		return l.Seals[0]
	}
	s := seal(raw)
	if err := Verify(key, s.Signed, s.Signature, then); err != nil {
		t.Error(err)
	}
	texts, err := message.Inner(s.Signed, message.DefaultLimits())
	if err != nil || len(texts) != 1 || texts[0].Body != "game eastfront\nbuy 3 infantry # café\ndone\n" {
		t.Errorf("%v, %+v", err, texts)
	}
	s = seal(bytes.ReplaceAll(raw, []byte("\r\n"), []byte("\n"))) // as a file with Unix line ends
	if err := Verify(key, s.Signed, s.Signature, then); err != nil {
		t.Error(err)
	}
	s = seal(bytes.Replace(raw, []byte("buy 3"), []byte("buy 9"), 1))
	if err := Verify(key, s.Signed, s.Signature, then); !errors.Is(err, ErrAltered) {
		t.Errorf("altered: %v", err)
	}
	s = seal(bytes.Replace(raw, []byte("quoted-printable"), []byte("8bit"), 1)) // the part's header is signed too
	if err := Verify(key, s.Signed, s.Signature, then); !errors.Is(err, ErrAltered) {
		t.Errorf("altered header: %v", err)
	}
	if err := Verify(string(read(t, "rsa.asc")), s.Signed, s.Signature, then); !errors.Is(err, ErrOtherKey) {
		t.Errorf("another's key: %v", err)
	}
	if err := Verify(key, s.Signed, []byte("no signature"), then); err == nil {
		t.Error("rubbish is a signature")
	}
}

func TestFingerprintTellsWhyAKeyCannotBeUsed(t *testing.T) {
	t.Parallel()
	if f, err := Fingerprint(string(read(t, "anna.asc")), then); err != nil || len(strings.Fields(f)) != 10 {
		t.Errorf("%q, %v", f, err)
	}
	private, expired := entity(t, &packet.Config{}), entity(t, &packet.Config{KeyLifetimeSecs: 60})
	for name, c := range map[string]struct {
		key  string
		want string
	}{
		"rubbish":  {"no key", "cannot be read"},
		"private":  {armoured(t, openpgp.PrivateKeyType, func(w io.Writer) error { return private.SerializePrivate(w, nil) }), "private key"},
		"expired":  {armoured(t, openpgp.PublicKeyType, expired.Serialize), "expired"},
		"two keys": {armoured(t, openpgp.PublicKeyType, func(w io.Writer) error { return errors.Join(private.Serialize(w), expired.Serialize(w)) }), "2 public keys"},
	} {
		if _, err := Fingerprint(c.key, then.Add(time.Hour)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func entity(t *testing.T, c *packet.Config) *openpgp.Entity {
	t.Helper()
	c.Time = func() time.Time { return then }
	c.Algorithm = packet.PubKeyAlgoEdDSA
	e, err := openpgp.NewEntity("Anna", "", "anna@mail.test", c)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func armoured(t *testing.T, kind string, write func(io.Writer) error) string {
	t.Helper()
	var b bytes.Buffer
	w, err := armor.Encode(&b, kind, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(write(w), w.Close()); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
