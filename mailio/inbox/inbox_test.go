package inbox_test

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
	"go.uber.org/goleak"

	"fieldpost/mailio"
	"fieldpost/mailio/inbox"
	"fieldpost/mailio/localmail"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const owner, password = "orders@games.example", "secret"

var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// ledger is a Keeper in memory; like the store it knows a mail by its digest.
type ledger struct {
	mu      sync.Mutex
	cursors map[string]inbox.Cursor
	mails   map[[32]byte]mailio.Raw
	subject []string // of each mail handed over, again and again
	verdict func(mailio.Raw) (inbox.Verdict, error)
}

func newLedger() *ledger {
	return &ledger{cursors: map[string]inbox.Cursor{}, mails: map[[32]byte]mailio.Raw{}}
}

func (l *ledger) Cursor(_, folder string) (inbox.Cursor, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.cursors[folder], nil
}

func (l *ledger) Keep(raw mailio.Raw) (inbox.Verdict, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	verdict := inbox.Take
	if l.verdict != nil {
		var err error
		if verdict, err = l.verdict(raw); err != nil {
			return 0, err
		}
	}
	l.subject = append(l.subject, subject(raw))
	l.mails[sha256.Sum256(raw.Bytes)] = raw
	l.cursors[raw.Folder] = inbox.Cursor{UIDValidity: raw.UIDValidity, UID: raw.UID}
	return verdict, nil
}

// handed lists the subjects handed over so far.
func (l *ledger) handed() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.Join(l.subject, " ")
}

func subject(raw mailio.Raw) string {
	_, after, _ := strings.Cut(string(raw.Bytes), "Subject: ")
	s, _, _ := strings.Cut(after, "\r\n")
	return s
}

func mail(subject string) []byte {
	return []byte("From: anna@mail.example\r\nSubject: " + subject + "\r\n\r\nbuy 1 tank\r\n")
}

// start gives a world with these mails in the owner's INBOX, over pipes.
func start(t *testing.T, opts localmail.Options, subjects ...string) (*localmail.Server, mailio.Server) {
	t.Helper()
	pipe := localmail.NewPipe()
	opts.IMAP, opts.SMTP = pipe, localmail.NewPipe()
	opts.Accounts = []localmail.Account{{Address: owner, Password: password, Folders: []string{"Junk"}}}
	w, err := localmail.Start(opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.Close() })
	for i, s := range subjects {
		if err := w.Append(owner, "INBOX", mail(s), noon.Add(time.Duration(i)*time.Minute)); err != nil {
			t.Fatal(err)
		}
	}
	server := w.IMAP(owner)
	server.Dial = pipe.Dial
	return w, server
}

func sorted(server mailio.Server) inbox.Config {
	return inbox.Config{Server: server, Folders: []inbox.Folder{{Name: "INBOX", Processed: "Processed", Rejected: "Rejected"}}}
}

func open(t *testing.T, c inbox.Config) *inbox.Conn {
	t.Helper()
	conn, err := inbox.Open(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return conn
}

func poll(t *testing.T, c *inbox.Conn, l *ledger) inbox.Count {
	t.Helper()
	n, err := c.Poll(t.Context(), l)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// phone is another program that reads the same mailbox.
func phone(t *testing.T, server mailio.Server) *imapclient.Client {
	t.Helper()
	conn, err := server.Connect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	c := imapclient.New(conn, nil)
	if err := c.Login(owner, password).Wait(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	if _, err := c.Select("INBOX", nil).Wait(); err != nil {
		t.Fatal(err)
	}
	return c
}

func TestMail15_StoredFirstThenMoved(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		opts             localmail.Options
		left, inFolder   int
		moved, keptAgain int
	}{
		"MOVE":         {localmail.Options{}, 0, 3, 3, 0},
		"without MOVE": {localmail.Options{WithoutMove: true}, 0, 3, 3, 0},
		// only marked as deleted
		"without UIDPLUS": {localmail.Options{WithoutMove: true, WithoutUIDPlus: true}, 3, 3, 3, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w, server := start(t, c.opts, "a", "b", "c")
			l := newLedger()
			l.verdict = func(raw mailio.Raw) (inbox.Verdict, error) {
				if n := w.Count(owner, "INBOX"); c.left == 0 && n != 3-len(l.subject) {
					t.Errorf("mail %s was moved before it was kept", subject(raw))
				}
				return inbox.Take, nil
			}
			conn := open(t, sorted(server))
			if n := poll(t, conn, l); n.Kept != 3 || n.Moved != c.moved || n.NotMoved != 0 {
				t.Errorf("%+v", n)
			}
			if got := w.Count(owner, "INBOX"); got != c.left {
				t.Errorf("%d left in INBOX", got)
			}
			if got := w.Count(owner, "Processed"); got != c.inFolder {
				t.Errorf("%d in Processed", got)
			}
			if n := poll(t, conn, l); n.Kept != c.keptAgain {
				t.Errorf("a second poll: %+v", n)
			}
			if l.handed() != "a b c" {
				t.Errorf("handed over %s", l.handed())
			}
		})
	}
}

func TestMail15_RawIsWholeAndNumbered(t *testing.T) {
	t.Parallel()
	_, server := start(t, localmail.Options{UIDValidity: 7}, "a", "b")
	l := newLedger()
	poll(t, open(t, sorted(server)), l)
	raw := l.mails[sha256.Sum256(mail("b"))]
	want := mailio.Raw{Account: owner, Folder: "INBOX", UIDValidity: 7, UID: 2, Received: noon.Add(time.Minute), Size: int64(len(mail("b"))), Bytes: mail("b")}
	raw.Received = raw.Received.UTC()
	if fmt.Sprint(raw) != fmt.Sprint(want) {
		t.Errorf("got %+v, want %+v", raw, want)
	}
}

func TestMail15_CrashBetweenKeepingAndMoving(t *testing.T) {
	t.Parallel()
	w, server := start(t, localmail.Options{}, "a", "b", "c")
	l := newLedger()
	l.cursors["INBOX"] = inbox.Cursor{UIDValidity: 1, UID: 2} // b was kept, and then the power went
	conn := open(t, sorted(server))
	poll(t, conn, l)
	if l.handed() != "b c" || w.Count(owner, "INBOX") != 1 || w.Count(owner, "Processed") != 2 {
		t.Errorf("handed over %s", l.handed())
	}
}

func TestMail15_NotKeptIsNotMovedAndComesAgain(t *testing.T) {
	t.Parallel()
	w, server := start(t, localmail.Options{}, "a", "b", "c")
	l := newLedger()
	full := errors.New("disk full")
	l.verdict = func(raw mailio.Raw) (inbox.Verdict, error) {
		if subject(raw) == "b" {
			return 0, full
		}
		return inbox.Take, nil
	}
	conn := open(t, sorted(server))
	if _, err := conn.Poll(t.Context(), l); !errors.Is(err, full) {
		t.Fatalf("error %v", err)
	}
	if w.Count(owner, "INBOX") != 2 {
		t.Error("a mail that was not kept is gone")
	}
	l.verdict = nil
	poll(t, conn, l)
	if l.handed() != "a b c" || w.Count(owner, "INBOX") != 0 {
		t.Errorf("handed over %s", l.handed())
	}
}

func TestMail15_NewUIDValidityReadsAllAgain(t *testing.T) {
	t.Parallel()
	w, server := start(t, localmail.Options{}, "a", "b")
	config := inbox.Config{Server: server} // nothing is moved
	l := newLedger()
	poll(t, open(t, config), l)
	if err := w.Recreate(owner, "INBOX", [][]byte{mail("b"), mail("a"), mail("c")}); err != nil {
		t.Fatal(err)
	}
	n := poll(t, open(t, config), l)
	if n.Kept != 3 || !slices.Equal(n.Renewed, []string{"INBOX"}) || len(l.mails) != 3 {
		t.Errorf("%+v, %d different mails", n, len(l.mails))
	}
}

func TestMail16_SeenMeansNothing(t *testing.T) {
	t.Parallel()
	_, server := start(t, localmail.Options{}, "a", "b")
	p := phone(t, server)
	seen := &imap.StoreFlags{Op: imap.StoreFlagsAdd, Flags: []imap.Flag{imap.FlagSeen}}
	if err := p.Store(imap.SeqSetNum(1, 2), seen, nil).Close(); err != nil {
		t.Fatal(err)
	}
	l := newLedger()
	poll(t, open(t, sorted(server)), l)
	if l.handed() != "a b" {
		t.Errorf("handed over %q", l.handed())
	}
}

func TestMail16_APersonDeletesAtTheSameTime(t *testing.T) {
	t.Parallel()
	_, server := start(t, localmail.Options{}, "a", "b", "c")
	p := phone(t, server)
	l := newLedger()
	l.verdict = func(raw mailio.Raw) (inbox.Verdict, error) {
		if subject(raw) == "a" { // b goes while a is kept
			deleted := &imap.StoreFlags{Op: imap.StoreFlagsAdd, Flags: []imap.Flag{imap.FlagDeleted}}
			if err := p.Store(imap.UIDSetNum(2), deleted, nil).Close(); err != nil {
				t.Error(err)
			}
			if err := p.UIDExpunge(imap.UIDSetNum(2)).Close(); err != nil {
				t.Error(err)
			}
		}
		return inbox.Take, nil
	}
	poll(t, open(t, sorted(server)), l)
	if l.handed() != "a c" {
		t.Errorf("handed over %q", l.handed())
	}
}

// The library's Move would delete the mail although the copy failed.
func TestMail16_AFailedMoveLosesNothing(t *testing.T) {
	t.Parallel()
	for _, without := range []bool{false, true} {
		w, server := start(t, localmail.Options{WithoutMove: without}, "a", "b")
		conn := open(t, sorted(server))
		if err := phone(t, server).Delete("Processed").Wait(); err != nil {
			t.Fatal(err)
		}
		l := newLedger()
		if n := poll(t, conn, l); n.Kept != 2 || n.NotMoved != 2 {
			t.Errorf("%+v", n)
		}
		if got := w.Count(owner, "INBOX"); got != 2 {
			t.Errorf("without MOVE %t: %d mails left", without, got)
		}
		if n := poll(t, conn, l); n.Kept != 0 {
			t.Errorf("a second poll: %+v", n)
		}
	}
}

func TestMail22_JunkIsReadButOnlyOursIsTaken(t *testing.T) {
	t.Parallel()
	w, server := start(t, localmail.Options{}, "a")
	for _, s := range []string{"spam", "orders", "broken"} {
		if err := w.Append(owner, "Junk", mail(s), noon); err != nil {
			t.Fatal(err)
		}
	}
	l := newLedger()
	l.verdict = func(raw mailio.Raw) (inbox.Verdict, error) {
		return map[string]inbox.Verdict{"a": inbox.Take, "spam": inbox.Leave, "orders": inbox.Take, "broken": inbox.Reject}[subject(raw)], nil
	}
	config := sorted(server)
	config.Folders = append(config.Folders, inbox.Folder{Name: "Junk", Processed: "Processed", Rejected: "Rejected"})
	conn := open(t, config)
	poll(t, conn, l)
	if w.Count(owner, "Junk") != 1 || w.Count(owner, "Processed") != 2 || w.Count(owner, "Rejected") != 1 {
		t.Errorf("Junk %d, Processed %d, Rejected %d", w.Count(owner, "Junk"), w.Count(owner, "Processed"), w.Count(owner, "Rejected"))
	}
	if n := poll(t, conn, l); n.Kept != 0 {
		t.Errorf("spam is handed over at each poll: %+v", n)
	}
}

func TestMail06_OversizedMailsAreKeptInPart(t *testing.T) {
	t.Parallel()
	w, server := start(t, localmail.Options{}, "small")
	large := append(mail("large"), strings.Repeat("x", 200<<10)...)
	if err := w.Append(owner, "INBOX", large, noon); err != nil {
		t.Fatal(err)
	}
	config := sorted(server)
	config.MaxSize = 100 << 10
	l := newLedger()
	poll(t, open(t, config), l)
	for _, raw := range l.mails {
		switch subject(raw) {
		case "small":
			if raw.Truncated || len(raw.Bytes) != len(mail("small")) {
				t.Errorf("small: %d bytes, truncated %t", len(raw.Bytes), raw.Truncated)
			}
		case "large":
			if !raw.Truncated || len(raw.Bytes) != 64<<10 || raw.Size != int64(len(large)) {
				t.Errorf("large: %d bytes of %d, truncated %t", len(raw.Bytes), raw.Size, raw.Truncated)
			}
		}
	}
	if len(l.mails) != 2 {
		t.Errorf("%d mails", len(l.mails))
	}
}

func TestMail23_RefusedLogin(t *testing.T) {
	t.Parallel()
	_, server := start(t, localmail.Options{})
	server.Login.Password = "wrong-word"
	_, err := inbox.Open(t.Context(), sorted(server))
	if refused, ok := errors.AsType[*mailio.LoginError](err); !ok || refused.User != owner || strings.Contains(err.Error(), "wrong-word") {
		t.Errorf("error %v", err)
	}
}

// cutConn loses the connection after some bytes from the server.
type cutConn struct {
	net.Conn
	left int
}

func (c *cutConn) Read(b []byte) (int, error) {
	if c.left == 0 {
		c.Close()
		return 0, io.ErrUnexpectedEOF
	}
	n, err := c.Conn.Read(b[:min(len(b), c.left)])
	c.left -= n
	return n, err
}

// A connection cut anywhere costs nothing: the next one finishes the work.
func TestMail15_CutAtAnyByte(t *testing.T) {
	t.Parallel()
	for _, without := range []bool{false, true} {
		for after := 0; ; after += 61 {
			w, server := start(t, localmail.Options{WithoutMove: without}, "a", "b")
			l := newLedger()
			cut := server
			cut.Dial = func(ctx context.Context, network, address string) (net.Conn, error) {
				c, err := server.Dial(ctx, network, address)
				return &cutConn{c, after}, err
			}
			conn, err := inbox.Open(t.Context(), sorted(cut))
			if err == nil {
				_, err = conn.Poll(t.Context(), l)
				conn.Close()
			}
			good := open(t, sorted(server))
			poll(t, good, l)
			good.Close()
			if len(l.mails) != 2 || w.Count(owner, "Processed") < 2 {
				t.Fatalf("cut after %d bytes: %d mails kept, %d in INBOX, %d in Processed", after, len(l.mails), w.Count(owner, "INBOX"), w.Count(owner, "Processed"))
			}
			w.Close()
			if err == nil {
				break // the cut came after the end
			}
		}
	}
}
