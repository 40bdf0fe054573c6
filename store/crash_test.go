package store

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
)

// crashPath makes this test binary the process that is killed: it names the store to write to.
const crashPath = "FIELDPOST_TEST_CRASH"

func TestMain(m *testing.M) {
	if path := os.Getenv(crashPath); path != "" {
		if err := writeUntilKilled(path); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
	os.Exit(m.Run())
}

// writeUntilKilled commits one processed mail after the other and acknowledges each on stdout by its number.
func writeUntilKilled(path string) error {
	s, err := Open(path, Options{})
	if err != nil {
		return err
	}
	for {
		var n uint64
		err := s.Update(func(tx *Tx) (err error) {
			n, err = processMail(tx)
			return err
		})
		if err != nil {
			return err
		}
		fmt.Println(n)
	}
}

// processMail does all that a mail causes: it writes the nth mail, record, position and mail, and takes the mail
// before it out of the outbox.
func processMail(tx *Tx) (uint64, error) {
	g, err := tx.Games().Game("eastfront")
	if err != nil {
		if g, err = tx.Games().Create("eastfront", Value{}); err != nil {
			return 0, err
		}
	}
	n := g.Len()
	number, fresh, err := tx.Inbox().Add(Source{"game", "INBOX", 7, uint32(n) + 1}, "", noon, noise(6000, int(n)))
	if err != nil || !fresh || number != n+1 {
		return 0, fmt.Errorf("record %d, letter %d, fresh %t: %w", n, number, fresh, err)
	}
	if err := g.Append(n, noise(700, int(n))); err != nil {
		return 0, err
	}
	if err := g.SetSnapshot(Value{1, noise(3000, int(n))}); err != nil {
		return 0, err
	}
	if _, err := tx.Outbox().Queue(Envelope{MessageID: fmt.Sprint(n), To: "anna@x"}, noon, noise(9000, int(n))); err != nil {
		return 0, err
	}
	if n > 0 {
		if err := tx.Outbox().Delivered(fmt.Sprint(n-1), noon, "250"); err != nil {
			return 0, err
		}
	}
	return number, tx.Inbox().Finish(number, accepted)
}

func TestKilledWriterLosesNothing(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "fieldpost.db")
	rounds := 6
	if testing.Short() {
		rounds = 2
	}
	for round := range rounds {
		acknowledged := killAfter(t, path, 3+round*5)
		s, err := Open(path, Options{})
		if err != nil {
			t.Fatal(err)
		}
		wantSound(t, s)
		wantWhole(t, s, acknowledged)
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// killAfter starts the writer, kills it some time after it acknowledged n mails, and returns the last mail it
// acknowledged before it died.
func killAfter(t *testing.T, path string, n int) (last uint64) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), crashPath+"="+path)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	for i := 0; lines.Scan(); i++ {
		if last, err = strconv.ParseUint(lines.Text(), 10, 64); err != nil {
			t.Error(err)
		}
		if i == n {
			if err := cmd.Process.Kill(); err != nil { // SIGKILL, somewhere inside the next transactions
				t.Error(err)
			}
		}
	}
	if err := cmd.Wait(); err == nil || cmd.ProcessState.Exited() {
		t.Fatalf("the writer was not killed: %v", err)
	}
	return last
}

// wantWhole fails unless all acknowledged mails are there, at most one more, and of each all that it caused.
func wantWhole(t *testing.T, s *Store, acknowledged uint64) {
	t.Helper()
	view(t, s, func(tx *Tx) error {
		g, err := tx.Games().Game("eastfront")
		if err != nil {
			return err
		}
		n := g.Len()
		if n < acknowledged || n > acknowledged+1 {
			t.Errorf("%d records, %d were acknowledged", n, acknowledged)
		}
		letters, err := collect(tx.Inbox().Mails(1), 0)
		if uint64(len(letters)) != n || err != nil {
			t.Errorf("%d letters, %d records, %v", len(letters), n, err)
		}
		for i, l := range letters {
			record, err := g.Record(uint64(i))
			if err != nil || string(record) != string(noise(700, i)) || !l.Done() || l.Digest != DigestOf(noise(6000, i)) {
				t.Errorf("letter and record %d: %+v, %v", i, l, err)
			}
		}
		mails, err := collect(tx.Outbox().Mails(1), 0)
		if uint64(len(mails)) != n || err != nil {
			t.Errorf("%d mails, %d records, %v", len(mails), n, err)
		}
		if v, ok, err := g.Snapshot(); !ok || err != nil || string(v.Bytes) != string(noise(3000, int(n)-1)) {
			t.Errorf("the position is not that after record %d: %t %v", n-1, ok, err)
		}
		if c, _, err := tx.Inbox().Cursor("game", "INBOX"); uint64(c.UID) != n || err != nil {
			t.Errorf("cursor %v after %d letters, %v", c, n, err)
		}
		return nil
	})
}

func TestBackupsWhileMailsComeIn(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	written, stop := make(chan error), make(chan struct{})
	go func() {
		for {
			select {
			case <-stop:
				written <- nil
				return
			default:
			}
			if err := s.Update(func(tx *Tx) error { _, err := processMail(tx); return err }); err != nil {
				written <- err
				return
			}
		}
	}()
	dir := t.TempDir()
	for i := range 5 {
		path := filepath.Join(dir, fmt.Sprint(i, ".db"))
		if err := s.BackupFile(context.Background(), path, true); err != nil {
			t.Fatal(err)
		}
		copied, err := Open(path, quick)
		if err != nil {
			t.Fatal(err)
		}
		wantSound(t, copied)
		if n := incomingCount(t, copied); n > 0 {
			wantWhole(t, copied, n)
		}
		copied.Close()
	}
	close(stop)
	if err := <-written; err != nil {
		t.Fatal(err)
	}
}

func incomingCount(t *testing.T, s *Store) (n uint64) {
	t.Helper()
	view(t, s, func(tx *Tx) error {
		letters, err := collect(tx.Inbox().Mails(1), 0)
		n = uint64(len(letters))
		return err
	})
	return n
}
