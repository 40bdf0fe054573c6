package server

import (
	"bytes"
	"strings"
	"testing"

	"fieldpost/cmd/internal/command"
	"fieldpost/cmd/internal/notify"
	"fieldpost/mailio/message"
	"fieldpost/orders/syntax"
	"fieldpost/store"
	"fieldpost/templates/report"
)

// newestReport is the newest report to an address, with its bytes as the store has them.
func (m *months) newestReport(to string) (out store.Mail) {
	m.t.Helper()
	m.update(func(tx *store.Tx) error {
		for x, err := range tx.Outbox().Mails(1) {
			if err != nil {
				return err
			}
			if x.To == to && x.Pictures != "" {
				if out, _, err = tx.Outbox().ByID(x.MessageID); err != nil {
					return err
				}
			}
		}
		return nil
	})
	return out
}

// The pictures of a report are dropped once it went out, and drawn again byte for byte when it is sent again: of the
// opening, of a go, of a report for a person who came later.
func TestPicturesAreDrawnAgainAsTheyWere(t *testing.T) {
	t.Parallel()
	m := newMonths(t)
	m.env.Draw = nil // the real maps
	anna, bert := players["USSR"].Address, players["Germany"].Address
	m.playOn()
	for _, to := range []string{anna, bert} {
		sent := m.newestReport(to)
		if len(sent.Gaps) > 0 || !bytes.Contains(sent.Bytes, []byte("image/png")) {
			t.Fatalf("%s: before it went out: %d gaps", to, len(sent.Gaps))
		}
		m.sendAll()
		kept := m.newestReport(to)
		if len(kept.Gaps) == 0 || bytes.Equal(kept.Bytes, sent.Bytes) {
			t.Fatalf("%s: its pictures are kept", to)
		}
		m.playOn() // the game goes on
		m.update(func(tx *store.Tx) error {
			again, err := notify.RestorePictures(m.env, tx, kept, bytes.Clone(kept.Bytes))
			if err == nil && !bytes.Equal(again, sent.Bytes) {
				t.Errorf("%s: sent again it is another mail", to)
			}
			return err
		})
	}
	m.sendAll()
	m.forget()
	m.keyed(anna, "report round 1 USSR\n")
	again := m.newestReport(anna)
	if len(again.Gaps) > 0 || !bytes.Contains(again.Bytes, []byte("image/png")) {
		t.Errorf("the report that was asked for again lacks its picture: %+v", again.Envelope)
	}
}

// A picture that comes out otherwise is sent with a remark, in the reader's language; one that cannot be drawn is left
// out.
func TestOtherPicturesAreSentWithARemark(t *testing.T) {
	t.Parallel()
	m := newMonths(t)
	m.env.Draw = sketch
	m.playOn()
	m.sendAll()
	other := func(v report.View, lang syntax.Lang) (*report.Drawing, error) {
		d, err := sketch(v, lang)
		for _, f := range d.Inline {
			f.Data[len(f.Data)-1]++
		}
		d.Inline[0].Data = append(d.Inline[0].Data, "newer"...)
		return d, err
	}
	for _, tt := range []struct {
		to, says string
		draw     func(report.View, syntax.Lang) (*report.Drawing, error)
	}{
		{players["USSR"].Address, "Its pictures were drawn again", other},
		{players["Germany"].Address, "Die Bilder darin sind neu gezeichnet", other},
		{players["Germany"].Address, "diese ließen sich nicht noch einmal zeichnen",
			func(report.View, syntax.Lang) (*report.Drawing, error) { return nil, errStopped }},
	} {
		m.env.Draw = tt.draw
		kept := m.newestReport(tt.to)
		m.update(func(tx *store.Tx) error {
			raw, err := notify.RestorePictures(m.env, tx, kept, bytes.Clone(kept.Bytes))
			if err != nil {
				return err
			}
			l, err := message.Parse(raw, message.DefaultLimits())
			if err != nil {
				return err
			}
			if text := plain(l.Body().Body); !strings.HasPrefix(text, "This mail was sent before.") &&
				!strings.HasPrefix(text, "Diese Mail wurde schon einmal") || !strings.Contains(text, tt.says) {
				t.Errorf("%s: %.300s", tt.to, text)
			}
			if n := strings.Count(string(raw),
				"Content-Type: "); n != strings.Count(string(kept.Bytes), "Content-Type: ") {
				t.Errorf("%s: %d parts", tt.to, n)
			}
			return nil
		})
	}
}

// A mail that comes back for now goes out again with its pictures, by the daemon itself.
func TestAMailThatIsSentTwiceHasItsPicturesTwice(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.d.Env.Draw = sketch
	w.plays("USSR", wholeTurn)
	anna := players["USSR"].Address
	first := w.mail.Delivered(anna)
	var id string
	w.update(func(tx *store.Tx) error {
		for m, err := range tx.Outbox().Mails(1) {
			if err != nil {
				return err
			}
			if m.To == anna && m.Pictures != "" {
				id = m.MessageID
			}
		}
		return tx.Outbox().Requeue(id, w.now)
	})
	w.settle()
	all := w.mail.Delivered(anna)
	if len(all) != len(first)+1 {
		t.Fatalf("%d mails, then %d", len(first), len(all))
	}
	for _, raw := range first {
		if headerOf(string(raw), "Message-Id")+headerOf(string(raw), "Message-ID") == id &&
			!bytes.Equal(command.MailBody(raw), command.MailBody(all[len(all)-1])) {
			t.Error("the second time it is another mail")
		}
	}
}
