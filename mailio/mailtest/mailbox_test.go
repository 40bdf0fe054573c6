//go:build mailserver && linux

package mailtest_test

import (
	"crypto/tls"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"

	"fieldpost/mailio"
	"fieldpost/mailio/inbox"
	"fieldpost/mailio/mailtest"
	"fieldpost/mailio/message"
	"fieldpost/mailio/outbox"
)

// phone is another program that reads the same mailbox.
func phone(t *testing.T, server mailio.Server) *imapclient.Client {
	t.Helper()
	conn, err := server.Connect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	c := imapclient.New(tls.Client(conn, server.TLSConfig()), nil)
	t.Cleanup(func() { c.Close() })
	if err := c.Login(server.Login.User, server.Login.Password).Wait(); err != nil {
		t.Fatal(err)
	}
	return c
}

// lay puts mails into a folder by IMAP, with their numbers as subjects.
func lay(t *testing.T, c *imapclient.Client, folder string, from, n int) {
	t.Helper()
	for i := from; i < from+n; i++ {
		text := numbered(i)
		cmd := c.Append(folder, int64(len(text)), nil)
		if _, err := cmd.Write(text); err != nil {
			t.Fatal(err)
		}
		if err := cmd.Close(); err != nil {
			t.Fatal(err)
		}
		if _, err := cmd.Wait(); err != nil {
			t.Fatal(err)
		}
	}
}

func numbered(i int) []byte {
	return fmt.Appendf(nil, "From: anna@elsewhere.example\r\nSubject: %d\r\nMessage-ID: <%d@elsewhere.example>\r\n\r\nbuy 1 tank\r\n", i, i)
}

// IDLE is ended and begun again at each poll interval; a mail that comes at any time is announced at once.
func TestIdleIsRenewed(t *testing.T) {
	t.Parallel()
	r := read(t, inbox.Config{Server: shared.IMAP("frank", mailio.TLS), Poll: 300 * time.Millisecond})
	for range 8 {
		r.awaitPoll()
	}
	for range 3 {
		begin := time.Now()
		id := send(t, shared.Inbound(), mailtest.Address("frank"))
		r.await("a mail while IDLE is renewed", withID(id))
		if d := time.Since(begin); d > 5*time.Second {
			t.Errorf("it took %v", d)
		}
	}
	if len(r.failed) > 0 {
		t.Errorf("failed: %v", <-r.failed)
	}
}

// A connection that has gone silent without being closed is taken as dead by the next poll, and another one is opened.
func TestASilentConnectionIsNoticed(t *testing.T) {
	t.Parallel()
	server := shared.IMAP("grace", mailio.TLS)
	wire, err := mailtest.NewFaultProxy(net.JoinHostPort("127.0.0.1", strconv.Itoa(server.Port)))
	if err != nil {
		t.Fatal(err)
	}
	defer wire.Close()
	server.Port = wire.Port()
	r := read(t, inbox.Config{Server: server, Poll: 500 * time.Millisecond, Timeout: time.Second})
	r.awaitPoll()
	wire.Stall()
	id := send(t, shared.Inbound(), mailtest.Address("grace"))
	if err := <-r.failed; !strings.Contains(err.Error(), "deadline") {
		t.Errorf("failed otherwise: %v", err)
	}
	wire.Resume()
	r.await("a mail after the silence", withID(id))
	r.stop()
}

// A folder that was deleted and made again has another UIDVALIDITY and begins to count again; it is read from the
// beginning.
func TestAFolderMadeAnewIsReadAgain(t *testing.T) {
	t.Parallel()
	server := shared.IMAP("heidi", mailio.TLS)
	c := phone(t, server)
	if err := c.Create("Orders", nil).Wait(); err != nil {
		t.Fatal(err)
	}
	lay(t, c, "Orders", 1, 5)
	r := read(t, inbox.Config{Server: server, Poll: 200 * time.Millisecond, Folders: []inbox.Folder{{Name: "Orders"}}})
	if n := r.awaitPoll(); n.Kept != 5 {
		t.Fatalf("%+v", n)
	}
	if err := c.Delete("Orders").Wait(); err != nil {
		t.Fatal(err)
	}
	time.Sleep(1100 * time.Millisecond) // Dovecot takes UIDVALIDITY from the clock
	if err := c.Create("Orders", nil).Wait(); err != nil {
		t.Fatal(err)
	}
	lay(t, c, "Orders", 4, 3) // two known, one new
	r.await("the new one", func(l message.Letter) bool { return l.Subject == "6" })
	renewed := false
	for len(r.polled) > 0 {
		renewed = renewed || len(r.awaitPoll().Renewed) == 1
	}
	if n := r.counts(); n["1"] != 1 || n["5"] != 2 || n["6"] != 1 || !renewed {
		t.Errorf("handed over %v, noticed %t", n, renewed)
	}
}

// A person moves and deletes mails with a phone while they are read: each mail is kept or taken away by the person,
// none breaks the reading, and none is handed over twice.
func TestAPersonMovesMailsAtTheSameTime(t *testing.T) {
	t.Parallel()
	const mails = 300
	server := shared.IMAP("ivan", mailio.TLS)
	c := phone(t, server)
	if err := c.Create("Private", nil).Wait(); err != nil {
		t.Fatal(err)
	}
	lay(t, c, "INBOX", 0, mails)
	if _, err := c.Select("INBOX", nil).Wait(); err != nil {
		t.Fatal(err)
	}
	r := read(t, inbox.Config{Server: server, Poll: 200 * time.Millisecond, Folders: []inbox.Folder{{Name: "INBOX", Processed: "Processed"}}})
	<-r.news
	for _, i := range rand.Perm(mails)[:mails/3] {
		uid := imap.UIDSetNum(imap.UID(i + 1))
		if i%2 == 0 {
			_, err := c.Move(uid, "Private").Wait()
			if no := (*imap.Error)(nil); errors.As(err, &no) && no.Code == "EXPUNGEISSUED" {
				continue // the reader was faster
			} else if err != nil {
				t.Fatal(err)
			}
			continue
		}
		if err := c.Store(uid, &imap.StoreFlags{Op: imap.StoreFlagsAdd, Flags: []imap.Flag{imap.FlagDeleted, imap.FlagSeen}}, nil).Close(); err != nil {
			t.Fatal(err)
		}
		if err := c.UIDExpunge(uid).Close(); err != nil {
			t.Fatal(err)
		}
	}
	for left := 1; left > 0; {
		r.awaitPoll()
		mails, err := shared.Mails("ivan", "INBOX")
		if err != nil {
			t.Fatal(err)
		}
		left = len(mails)
	}
	r.stop()
	kept := r.counts()
	for subject, n := range kept {
		if n != 1 {
			t.Errorf("mail %s was handed over %d times", subject, n)
		}
	}
	moved, err := shared.Mails("ivan", "Processed")
	if err != nil || len(kept) < mails*2/3 || len(moved) > len(kept) {
		t.Errorf("%d kept, %d in Processed, %v", len(kept), len(moved), err)
	}
	if len(r.failed) > 0 {
		t.Errorf("failed: %v", <-r.failed)
	}
}

// What is kept goes to Processed or Rejected by the keeper's verdict, and Junk is read in addition to the INBOX.
func TestFolders(t *testing.T) {
	t.Parallel()
	s, err := mailtest.Start("office")
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	c := phone(t, s.IMAP("office", mailio.TLS))
	if err := c.Create("Junk", nil).Wait(); err != nil {
		t.Fatal(err)
	}
	lay(t, c, "INBOX", 0, 2)
	lay(t, c, "Junk", 2, 2)
	conn, err := inbox.Open(t.Context(), inbox.Config{Server: s.IMAP("office", mailio.StartTLS), Folders: []inbox.Folder{
		{Name: "INBOX", Processed: "Processed", Rejected: "Rejected"}, {Name: "Junk", Processed: "Processed", Rejected: "Rejected"}}})
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	l := newLedger()
	l.verdict = func(raw mailio.Raw) inbox.Verdict {
		return map[string]inbox.Verdict{"0": inbox.Take, "1": inbox.Reject, "2": inbox.Take, "3": inbox.Leave}[message.FirstField(raw.Bytes, "Subject")]
	}
	if n, err := conn.Poll(t.Context(), l); err != nil || n.Kept != 4 || n.Moved != 3 {
		t.Fatalf("%+v, %v", n, err)
	}
	for folder, want := range map[string]int{"INBOX": 0, "Processed": 2, "Rejected": 1, "Junk": 1} {
		if mails, err := s.Mails("office", folder); err != nil || len(mails) != want {
			t.Errorf("%s: %d mails, want %d, %v", folder, len(mails), want, err)
		}
	}
}

// Both servers are stopped and started again; reading goes on by itself, and what is sent meanwhile is told to be
// temporary.
func TestServersStartAgain(t *testing.T) {
	t.Parallel()
	s, err := mailtest.Start("office", "anna")
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	r := read(t, inbox.Config{Server: s.IMAP("office", mailio.TLS), Poll: time.Second, Timeout: 5 * time.Second})
	r.awaitPoll()
	for range 2 {
		if err := s.Down(); err != nil {
			t.Fatal(err)
		}
		if _, err := (outbox.Sender{Server: s.SMTP("anna", mailio.TLS)}).Open(t.Context()); !errors.Is(err, syscall.ECONNREFUSED) {
			t.Errorf("without a server: %v", err)
		}
		if err := s.Up(); err != nil {
			t.Fatal(err)
		}
		id := send(t, s.SMTP("anna", mailio.TLS), mailtest.Address("office"))
		r.await("a mail after the restart", withID(id))
	}
	r.stop()
}

// mailboxSize is how many mails are in the mailbox of TestAFullMailbox; FIELDPOST_MAILBOX sets another number, such as
// 50000.
func mailboxSize(t *testing.T) int {
	text := os.Getenv("FIELDPOST_MAILBOX")
	if text == "" {
		return 2000
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatalf("FIELDPOST_MAILBOX is not a number: %v", err)
	}
	return n
}

// A mailbox with thousands of mails, as an account has that was used for years, is read once and without haste; after
// that a new mail is found at once.
func TestAFullMailbox(t *testing.T) {
	t.Parallel()
	s, err := mailtest.Start("office")
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	n := mailboxSize(t)
	if err := s.Fill("office", n, numbered); err != nil {
		t.Fatal(err)
	}
	begin := time.Now()
	r := read(t, inbox.Config{Server: s.IMAP("office", mailio.TLS), Poll: time.Minute, Timeout: 5 * time.Minute})
	for i := range n {
		select {
		case <-r.news:
		case err := <-r.failed:
			t.Fatal(err)
		case <-time.After(5 * time.Minute):
			t.Fatalf("only %d came", i)
		}
	}
	t.Logf("%d mails in %v", n, time.Since(begin))
	r.awaitPoll()
	id := send(t, s.Inbound(), mailtest.Address("office"))
	r.await("a mail more", withID(id))
	for subject, times := range r.counts() {
		if times != 1 {
			t.Errorf("mail %s came %d times", subject, times)
		}
	}
	r.stop()
	if files, err := filepath.Glob(filepath.Join(s.Dir, "mail/office/*/*")); err != nil || len(files) != n+1 {
		t.Errorf("%d files, %v", len(files), err)
	}
}
