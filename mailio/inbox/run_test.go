package inbox_test

import (
	"bufio"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"fieldpost/mailio"
	"fieldpost/mailio/inbox"
	"fieldpost/mailio/localmail"
)

// scripted is an IMAP server that answers each command by the function: its answer comes before the tagged OK; "silent"
// ends all answers.
func scripted(answer func(command string) string) (mailio.Server, func()) {
	p := localmail.NewPipe()
	serve := func(c net.Conn) {
		defer c.Close()
		if hello := answer("hello"); hello != "silent" {
			fmt.Fprintf(c, "* OK [CAPABILITY IMAP4rev1 UIDPLUS MOVE IDLE SASL-IR] %s\r\n", hello)
		}
		r := bufio.NewReader(c)
		silent := false
		for {
			line, err := r.ReadString('\n')
			if err != nil {
				return
			}
			tag, command, _ := strings.Cut(strings.TrimSpace(line), " ")
			if silent {
				continue
			}
			switch a := answer(command); {
			case a == "silent":
				silent = true
			case strings.HasPrefix(a, "NO "):
				fmt.Fprintf(c, "%s %s\r\n", tag, a)
			default:
				fmt.Fprintf(c, "%s%s OK done\r\n", a, tag)
			}
		}
	}
	go func() {
		for {
			c, err := p.Accept()
			if err != nil {
				return
			}
			go serve(c)
		}
	}()
	return mailio.Server{Host: "127.0.0.1", Port: 143, Security: mailio.Plain, Dial: p.Dial,
		Login: mailio.Login{User: owner, Password: password}}, func() { p.Close() }
}

// usual answers like a server with one mail of five bytes.
func usual(command string) string {
	switch {
	case command == "CAPABILITY":
		return "* CAPABILITY IMAP4rev1 UIDPLUS MOVE IDLE SASL-IR\r\n"
	case strings.HasPrefix(command, "SELECT"):
		return "* 1 EXISTS\r\n* OK [UIDVALIDITY 3] x\r\n* OK [UIDNEXT 10] x\r\n"
	case strings.HasPrefix(command, "UID SEARCH"):
		return "* SEARCH 9\r\n"
	case strings.Contains(command, "RFC822.SIZE"):
		return "* 1 FETCH (UID 9 FLAGS () INTERNALDATE \"21-Nov-2026 12:00:00 +0000\" RFC822.SIZE 5)\r\n"
	case strings.HasPrefix(command, "UID FETCH"):
		return "* 1 FETCH (UID 9 BODY[]<0> {5}\r\nhello)\r\n"
	}
	return ""
}

func TestMail17_SilentServers(t *testing.T) {
	t.Parallel()
	for _, where := range []string{"hello", "LOGIN", "STATUS", "SELECT", "UID SEARCH", "UID FETCH", "UID MOVE"} {
		t.Run(where, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				server, stop := scripted(func(command string) string {
					if strings.HasPrefix(command, where) {
						return "silent"
					}
					return usual(command)
				})
				defer stop()
				config := sorted(server)
				config.Timeout = 20 * time.Second
				begin := time.Now()
				conn, err := inbox.Open(t.Context(), config)
				if err == nil {
					_, err = conn.Poll(t.Context(), newLedger())
					conn.Close()
				}
				if d := time.Since(begin); !errors.Is(err, context.DeadlineExceeded) || d > 30*time.Second {
					t.Errorf("after %v: %v", d, err)
				}
			})
		})
	}
}

func TestMail06_AServerThatSendsTooMuch(t *testing.T) {
	t.Parallel()
	for name, body := range map[string]string{
		"more than asked for": "* 1 FETCH (UID 9 BODY[]<0> {9}\r\nhello you)\r\n",
		"four gigabytes":      "* 1 FETCH (UID 9 BODY[]<0> {4294967296}\r\nhello you and you and you",
	} {
		synctest.Test(t, func(t *testing.T) {
			server, stop := scripted(func(command string) string {
				if a := usual(command); !strings.Contains(a, "BODY[]") {
					return a
				}
				return body
			})
			defer stop()
			conn, err := inbox.Open(t.Context(), inbox.Config{Server: server, MaxSize: 6})
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close()
			l := newLedger()
			if _, err = conn.Poll(t.Context(), l); err == nil || len(l.mails) != 0 {
				t.Errorf("%s: error %v, %d mails", name, err, len(l.mails))
			}
		})
	}
}

func TestMail15_TheLastMailIsAlwaysFound(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		server, stop := scripted(usual) // finds mail 9 whatever is asked
		defer stop()
		conn, err := inbox.Open(t.Context(), inbox.Config{Server: server})
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		l := newLedger()
		l.cursors["INBOX"] = inbox.Cursor{UIDValidity: 3, UID: 20}
		if n, err := conn.Poll(t.Context(), l); err != nil || n.Kept != 0 {
			t.Errorf("%+v, %v", n, err)
		}
	})
}

// One mail that cannot be had must not hold up those behind it, and must not vanish either.
func TestMail17_AnUnreadableMailIsHandedOverAsSuch(t *testing.T) {
	t.Parallel()
	for name, answer := range map[string]string{
		"NO":            "NO [SERVERBUG] cannot",
		"nonsense":      "* 1 FETCH (UID 9 X-BODY {{)\r\n",
		"nonsense size": "* 1 FETCH (UID 9 RFC822.SIZE many)\r\n",
	} {
		synctest.Test(t, func(t *testing.T) {
			server, stop := scripted(func(command string) string {
				a := usual(command)
				if strings.HasPrefix(command, "UID FETCH") && strings.Contains(a, "SIZE") == (name == "nonsense size") {
					return answer
				}
				return a
			})
			defer stop()
			l := newLedger()
			running(t, inbox.Config{Server: server}, l)
			time.Sleep(time.Hour)
			synctest.Wait()
			if len(l.mails) != 1 {
				t.Fatalf("%s: %d mails", name, len(l.mails))
			}
			for _, raw := range l.mails {
				if raw.Unreadable == "" || raw.UID != 9 || len(raw.Bytes) != 0 {
					t.Errorf("%s: %+v", name, raw)
				}
			}
		})
	}
}

func TestMail23_XOAUTH2(t *testing.T) {
	t.Parallel()
	for _, good := range []bool{true, false} {
		synctest.Test(t, func(t *testing.T) {
			var heard string
			server, stop := scripted(func(command string) string {
				if strings.HasPrefix(command, "AUTHENTICATE") {
					if heard = command; !good {
						return "NO [AUTHENTICATIONFAILED] token expired"
					}
				}
				return usual(command)
			})
			defer stop()
			server.Login.Token = func(context.Context) (string, error) { return "t0ken", nil }
			conn, err := inbox.Open(t.Context(), inbox.Config{Server: server})
			if conn != nil {
				defer conn.Close()
			}
			want := "AUTHENTICATE XOAUTH2 " + base64.StdEncoding.EncodeToString([]byte("user="+owner+"\x01auth=Bearer t0ken\x01\x01"))
			if heard != want {
				t.Errorf("heard %q", heard)
			}
			if _, refused := errors.AsType[*mailio.LoginError](err); (err == nil) != good || refused == good {
				t.Errorf("good %t: error %v", good, err)
			}
		})
	}
}

// reports is what Run has told.
type reports struct {
	mu       sync.Mutex
	polls    int
	failures []error
}

func (r *reports) read() (polls int, failures []error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.polls, r.failures
}

// running starts Run until the end of the test.
func running(t *testing.T, config inbox.Config, l *ledger) *reports {
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	r := &reports{}
	go func() {
		defer close(done)
		inbox.Run(ctx, config, l, inbox.Watch{
			Polled: func(inbox.Count) { r.mu.Lock(); r.polls++; r.mu.Unlock() },
			Failed: func(err error, _ time.Duration) { r.mu.Lock(); r.failures = append(r.failures, err); r.mu.Unlock() },
		})
	}()
	t.Cleanup(func() {
		cancel()
		<-done
	})
	return r
}

func TestMail17_IdleWakesAndPollingGoesOnBesideIt(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w, server := start(t, localmail.Options{}, "a")
		config := sorted(server)
		config.Poll = 2 * time.Minute
		l := newLedger()
		told := running(t, config, l)
		synctest.Wait()
		if l.handed() != "a" {
			t.Fatalf("at the start: %q", l.handed())
		}
		time.Sleep(time.Second)
		if err := w.Append(owner, "INBOX", mail("b"), noon); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Second)
		synctest.Wait()
		if l.handed() != "a b" {
			t.Errorf("a second after its arrival: %q", l.handed())
		}
		before, _ := told.read()
		time.Sleep(3 * time.Hour) // beyond the 29 minutes after which servers end an IDLE
		synctest.Wait()
		if n, _ := told.read(); n-before < 80 || n-before > 100 {
			t.Errorf("%d polls in three hours", n-before)
		}
		if err := w.Append(owner, "INBOX", mail("c"), noon); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Second)
		synctest.Wait()
		if _, failures := told.read(); l.handed() != "a b c" || len(failures) > 0 {
			t.Errorf("after three hours: %q, failures %v", l.handed(), failures)
		}
	})
}

func TestMail17_RunConnectsAgain(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w, server := start(t, localmail.Options{})
		good := server.Dial
		var tries atomic.Int64
		var up atomic.Bool
		server.Dial = func(ctx context.Context, network, address string) (c net.Conn, err error) {
			tries.Add(1)
			if !up.Load() {
				return nil, errors.New("no route to host")
			}
			return good(ctx, network, address)
		}
		l := newLedger()
		told := running(t, sorted(server), l)
		time.Sleep(24 * time.Hour) // a day without the server
		synctest.Wait()
		_, failures := told.read()
		if n := tries.Load(); n < 24*12 || n > 24*12+20 || len(failures) < int(n)-1 {
			t.Errorf("%d tries, %d failures told", n, len(failures))
		}
		up.Store(true)
		if err := w.Append(owner, "INBOX", mail("a"), noon); err != nil {
			t.Fatal(err)
		}
		time.Sleep(5 * time.Minute)
		synctest.Wait()
		if l.handed() != "a" {
			t.Errorf("after the outage: %q", l.handed())
		}
	})
}
