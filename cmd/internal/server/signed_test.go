package server

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"fieldpost/cmd/internal/decision"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/people"
	"fieldpost/store"
	"github.com/ProtonMail/go-crypto/openpgp"
	"github.com/ProtonMail/go-crypto/openpgp/armor"
	"github.com/ProtonMail/go-crypto/openpgp/clearsign"
	"github.com/ProtonMail/go-crypto/openpgp/packet"
)

// signer is a person with an OpenPGP key.
type signer struct {
	t *testing.T
	e *openpgp.Entity
}

var pgpTime = &packet.Config{Time: start.UTC, Algorithm: packet.PubKeyAlgoEdDSA}

func newSigner(t *testing.T) signer {
	t.Helper()
	e, err := openpgp.NewEntity("Anna", "", "anna@mail.test", pgpTime)
	if err != nil {
		t.Fatal(err)
	}
	return signer{t, e}
}

func (s signer) public() string {
	s.t.Helper()
	var b bytes.Buffer
	w, err := armor.Encode(&b, openpgp.PublicKeyType, nil)
	if err == nil {
		err = errors.Join(s.e.Serialize(w), w.Close())
	}
	if err != nil {
		s.t.Fatal(err)
	}
	return b.String() + "\n"
}

// clear signs a text in the text.
func (s signer) clear(text string) string {
	s.t.Helper()
	var b bytes.Buffer
	w, err := clearsign.Encode(&b, s.e.PrivateKey, pgpTime)
	if err == nil {
		_, err = io.WriteString(w, text)
		err = errors.Join(err, w.Close())
	}
	if err != nil {
		s.t.Fatal(err)
	}
	return b.String() + "\n"
}

// mime signs a text as PGP/MIME, and gives the Content-Type and the body of the mail.
func (s signer) mime(text string) (head, body string) {
	s.t.Helper()
	part := "Content-Type: text/plain; charset=utf-8\n\n" + text
	var b bytes.Buffer
	if err := openpgp.ArmoredDetachSign(&b, s.e, strings.NewReader(strings.ReplaceAll(part, "\n", "\r\n")),
		pgpTime); err != nil {
		s.t.Fatal(err)
	}
	return `Content-Type: multipart/signed; protocol="application/pgp-signature"; micalg=pgp-sha256; boundary="b"`,
		"--b\n" + part + "\n--b\nContent-Type: application/pgp-signature\n\n" + b.String() + "\n--b--\n"
}

// newSigned is a game in which Anna's OpenPGP key is on file, sent by mail next to her seat's key.
func newSigned(t *testing.T, settings ...string) (*months, signer) {
	t.Helper()
	m, s := newMonths(t, settings...), newSigner(t)
	head := `Content-Type: multipart/mixed; boundary="m"`
	out := m.mail("anna@mail.test", "", "--m\nContent-Type: text/plain\n\ngame longwar\nkey "+m.keys["anna@mail.test"]+
		"\npublic key\n--m\n"+
		"Content-Type: application/pgp-keys; name=anna.asc\nContent-Disposition: attachment; filename=anna.asc\n\n"+
		s.public()+"--m--\n", head)
	if out.Kind != decision.Accepted {
		t.Fatalf("%+v", out)
	}
	m.wantTold("anna@mail.test", "Your OpenPGP key is on file")
	m.wantAct("RUS puts a public key on file")
	return m, s
}

// bound are the lines by which a signed text says what it is for.
func (m *months) bound() string {
	return "game longwar\npower USSR\nbase " + m.loadGame().Base().String() + "\n"
}

func TestASignatureWithTheKeyOnFileIsAsGoodAsTheSeatsKey(t *testing.T) {
	t.Parallel()
	turn := "buy 8 infantry\ncombat\nplace nothing\ndone\n"
	t.Run("in the text", func(t *testing.T) {
		t.Parallel()
		m, s := newSigned(t)
		if out := m.mail("anna@mail.test", "", s.clear(m.bound()+turn)); out.Reason != "played" {
			t.Errorf("%+v", out)
		}
	})
	t.Run("PGP/MIME", func(t *testing.T) {
		t.Parallel()
		m, s := newSigned(t)
		head, body := s.mime(m.bound() + turn)
		if out := m.mail("anna@mail.test", "", body, head); out.Reason != "played" {
			t.Errorf("%+v", out)
		}
	})
	t.Run("from a strange address, held or not", func(t *testing.T) {
		t.Parallel()
		m, s := newSigned(t, "unknown-address=hold")
		if out := m.mail(fritz, "", s.clear(m.bound()+turn)); out.Reason != "played" {
			t.Errorf("%+v", out)
		}
		m.wantTold("anna@mail.test", fritz)
	})
}

func TestABadSignatureRefusesTheMail(t *testing.T) {
	t.Parallel()
	m, s := newSigned(t)
	good := s.clear(m.bound() + "buy 8 infantry\ncombat\nplace nothing\ndone\n")
	head, body := s.mime(m.bound() + "buy 8 infantry\ncombat\nplace nothing\ndone\n")
	for _, c := range []struct {
		name, text, head, says string
	}{
		{"altered", strings.Replace(good, "8 infantry", "7 infantry", 1), "X: y", "the text was changed"},
		{"altered with the seat's key in it",
			strings.Replace(good, "buy 8", "key "+m.keys["anna@mail.test"]+"\nbuy 7", 1), "X: y",
			"the text was changed"},
		{"another's", newSigner(t).clear(m.bound() + "buy 8 infantry\n"), "X: y", "another key"},
		{"altered PGP/MIME", strings.Replace(body, "8 infantry", "7 infantry", 1), head, "the text was changed"},
	} {
		m.forget()
		if out := m.mail("anna@mail.test", "", c.text, c.head); out.Reason != "bad-signature" {
			t.Errorf("%s: %+v", c.name, out)
		}
		m.wantTold("anna@mail.test", c.says)
	}
	if m.loadGame().Pos.Power() != "USSR" {
		t.Error("something was played")
	}
}

// What stands around the signed text, before it, after it or in the subject, says nothing.
func TestOnlyWhatIsSignedCounts(t *testing.T) {
	t.Parallel()
	m, s := newSigned(t)
	text := s.clear(m.bound() + "defend everywhere\n  losses infantry\n")
	m.mail("anna@mail.test", "resign", "resign\n"+text+"resign\n")
	table := m.loadGame()
	if !table.Seat("USSR").Taken() {
		t.Fatal("an unsigned line was done")
	}
	if len(table.Pos.Nation("USSR").Standing()) == 0 {
		t.Error("the signed lines were not")
	}
	m.mail("anna@mail.test", "resign", s.clear(m.bound()))
	if !m.loadGame().Seat("USSR").Taken() {
		t.Error("the subject of a signed letter was done")
	}
}

// A signed text works once, and only in the game and at the position that it names.
func TestASignedMailCannotBeUsedAgain(t *testing.T) {
	t.Parallel()
	m, s := newSigned(t, "play=deadline")
	first := s.clear(m.bound() + "buy 8 infantry\ncombat\nplace nothing\ndone\n")
	if out := m.mail("anna@mail.test", "", first); out.Kind != decision.Accepted {
		t.Fatalf("%+v", out)
	}
	if out := m.mail("anna@mail.test", "", s.clear(m.bound()+
		"buy 4 infantry, 2 artillery\ncombat\nplace nothing\ndone\n")); out.Kind != decision.Accepted {
		t.Fatalf("%+v", out)
	}
	if out := m.mail(fritz, "again", first); out.Reason != "seal-again" {
		t.Errorf("the first orders once more: %+v", out)
	}
	leave := s.clear("game longwar\npower USSR\nresign\n")
	if out := m.mail("anna@mail.test", "", leave); out.Reason != "unbound" {
		t.Errorf("a signed act without base: %+v", out)
	}
	ready := s.clear(m.bound() + "ready\n")
	late := s.clear(m.bound() + "defend everywhere\n  losses tank\n")
	if out := m.mail("anna@mail.test", "", ready); out.Reason != "played" {
		t.Fatalf("%+v", out)
	}
	if out := m.mail(fritz, "", late); out.Reason != "stale-base" {
		t.Errorf("a text for the position before: %+v", out)
	}
	// the same person with the same keys in another game
	m.update(func(tx *store.Tx) error {
		g, err := people.CreateGame(m.env, tx, people.NewGame{Name: "other", Rules: "revised"})
		if err != nil {
			return err
		}
		if err := people.SeatPerson(m.env, tx, g, "USSR", players["USSR"]); err != nil {
			return err
		}
		_, err = people.FilePGP(m.env, tx, g, *g.Seat("USSR"), s.public())
		return err
	})
	here := s.clear(m.bound() + "resign\n")
	if out := m.mail("anna@mail.test", "[other]",
		strings.Replace(here, "game longwar", "game other", 1)); out.Reason != "bad-signature" {
		t.Errorf("the game's name changed: %+v", out)
	}
	m.mail("anna@mail.test", "[other USSR] resign", here)
	m.update(func(tx *store.Tx) error {
		g, err := gamestore.Load(tx, "other")
		if !g.Seat("USSR").Taken() {
			t.Error("a letter for one game was done in another")
		}
		return err
	})
}

// With one OpenPGP key for several seats the signed text says which is meant.
func TestOneSignatureForSeveralSeatsNamesTheSeat(t *testing.T) {
	t.Parallel()
	m, s := newSigned(t)
	m.update(func(tx *store.Tx) error {
		g, err := gamestore.Load(tx, m.game)
		if err != nil {
			return err
		}
		if err := people.SeatPerson(m.env, tx, g, "UK", players["USSR"]); err != nil {
			return err
		}
		_, err = people.FilePGP(m.env, tx, g, *g.Seat("UK"), s.public())
		return err
	})
	base := "game longwar\nbase " + m.loadGame().Base().String() + "\n"
	if out := m.mail("anna@mail.test", "", s.clear(base+
		"defend everywhere\n  losses tank\n")); out.Reason != "which-game" {
		t.Errorf("%+v", out)
	}
	if out := m.mail("anna@mail.test", "", s.clear(base+
		"power UK\ndefend everywhere\n  losses tank\n")); out.Kind != decision.Accepted {
		t.Errorf("%+v", out)
	}
	if n := m.loadGame().Pos.Nation("UK"); len(n.Standing()) == 0 {
		t.Error("the UK's standing orders are not on file")
	}
}

// A player without a key on file may sign: their seat's key is what counts. A key that cannot be used is refused.
func TestSignaturesWithoutAKeyOnFileSayNothing(t *testing.T) {
	t.Parallel()
	m, s := newMonths(t), newSigner(t)
	if out := m.mail("anna@mail.test", "", s.clear(m.bound()+"resign\n")); out.Reason != "no-key" {
		t.Errorf("%+v", out)
	}
	m.keyed("anna@mail.test", "public key\n")
	m.wantTold("anna@mail.test", "No OpenPGP key could be taken from your mail")
	var b bytes.Buffer
	w, err := armor.Encode(&b, openpgp.PrivateKeyType, nil)
	if err := errors.Join(err, s.e.SerializePrivate(w, pgpTime), w.Close()); err != nil {
		t.Fatal(err)
	}
	m.update(func(tx *store.Tx) error {
		g, err := gamestore.Load(tx, m.game)
		if err != nil {
			return err
		}
		if _, err := people.FilePGP(m.env, tx, g, *g.Seat("USSR"), b.String()); err == nil ||
			!strings.Contains(err.Error(), "private key") {
			t.Errorf("a private key: %v", err)
		}
		return nil
	})
}

func TestEncryptedMailIsExplained(t *testing.T) {
	t.Parallel()
	m := newMonths(t)
	m.mail("anna@mail.test", "[longwar]", "--b\nContent-Type: application/pgp-encrypted\n\nVersion: 1\n\n--b\nContent-Type: application/octet-stream\n\n"+
		"-----BEGIN PGP MESSAGE-----\n\nabc\n-----END PGP MESSAGE-----\n--b--\n",
		`Content-Type: multipart/encrypted; protocol="application/pgp-encrypted"; boundary="b"`)
	m.wantTold("anna@mail.test", "there is no key here to open it")
}
