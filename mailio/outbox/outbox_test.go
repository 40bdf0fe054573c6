package outbox_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"fieldpost/mailio"
	"fieldpost/mailio/localmail"
	"fieldpost/mailio/outbox"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const daemon, anna, ben = "orders@games.example", "anna@mail.example", "ben@mail.example"

func world(t *testing.T, opts localmail.Options) *localmail.Server {
	t.Helper()
	opts.Accounts = []localmail.Account{{Address: daemon, Password: "pass-word-1"}, {Address: anna}, {Address: ben}}
	s, err := localmail.Start(opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func frozen(to string) mailio.Rendered {
	id := mailio.MessageID("games.example", "g42", to)
	return mailio.Rendered{From: daemon, To: to, MessageID: id,
		Bytes: []byte("From: " + daemon + "\r\nTo: " + to + "\r\nMessage-ID: " + id + "\r\n\r\nfirst\r\n.dot\r\n..\r\nlast\r\n")}
}

func open(t *testing.T, s outbox.Sender) *outbox.Conn {
	t.Helper()
	c, err := s.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

func TestMail41_WhatBecomesOfAMail(t *testing.T) {
	t.Parallel()
	w := world(t, localmail.Options{})
	for _, c := range []struct {
		name      string
		to        string
		play      []localmail.Failure
		want      outbox.Class
		code      int
		uncertain bool
		usable    bool
		arrived   int
	}{
		{"accepted", "anna+1@mail.example", nil, outbox.Delivered, 250, false, true, 1},
		{"greylisted", "anna+2@mail.example", []localmail.Failure{localmail.Greylist}, outbox.Temporary, 451, false, true, 0},
		{"refused", "anna+3@mail.example", []localmail.Failure{localmail.Refuse}, outbox.Permanent, 550, false, true, 0},
		{"unknown", "ghost@mail.example", nil, outbox.Permanent, 550, false, true, 0},
		{"too big", "anna+4@mail.example", []localmail.Failure{localmail.TooBig}, outbox.Permanent, 552, false, true, 0},
		{"cut before it was stored", "anna+5@mail.example", []localmail.Failure{localmail.Cut}, outbox.Temporary, 0, true, false, 0},
		{"cut after it was stored", "anna+6@mail.example", []localmail.Failure{localmail.CutAfter}, outbox.Temporary, 0, true, false, 1},
		{"two lines in the address", "anna@mail.example>\r\nDATA\r\n", nil, outbox.Permanent, 0, false, true, 0},
	} {
		before := len(w.Delivered(anna))
		w.Play(c.to, c.play...)
		conn := open(t, outbox.Sender{Server: w.SMTP(daemon)})
		got := conn.Send(t.Context(), frozen(c.to))
		if got.Class != c.want || got.Code != c.code || got.Uncertain != c.uncertain || conn.Usable() != c.usable || got.Text == "" {
			t.Errorf("%s: %+v, usable %t", c.name, got, conn.Usable())
		}
		if n := len(w.Delivered(anna)) - before; n != c.arrived {
			t.Errorf("%s: %d mails arrived", c.name, n)
		}
		if again := conn.Send(t.Context(), frozen(ben)); (again.Class == outbox.Delivered) != c.usable {
			t.Errorf("%s: the mail after it: %+v", c.name, again)
		}
	}
}

func TestMail41_TheBytesArriveAsTheyAre(t *testing.T) {
	t.Parallel()
	w := world(t, localmail.Options{})
	m := frozen(anna)
	conn := open(t, outbox.Sender{Server: w.SMTP(daemon)})
	for range 2 { // the second time as after a crash
		if r := conn.Send(t.Context(), m); r.Class != outbox.Delivered {
			t.Fatalf("%+v", r)
		}
	}
	for _, raw := range w.Delivered(anna) {
		if !strings.HasSuffix(string(raw), string(m.Bytes)) {
			t.Errorf("arrived as %q", raw)
		}
	}
}

func TestMail53_NullSenderForBounces(t *testing.T) {
	t.Parallel()
	w := world(t, localmail.Options{})
	m := frozen(anna)
	m.From = ""
	if r := open(t, outbox.Sender{Server: w.SMTP(daemon)}).Send(t.Context(), m); r.Class != outbox.Delivered {
		t.Fatalf("%+v", r)
	}
	if raw := w.Delivered(anna)[0]; !strings.HasPrefix(string(raw), "Return-Path: <>\r\n") {
		t.Errorf("arrived as %q", raw)
	}
}

func TestMail23_RefusedLoginStopsTheQueue(t *testing.T) {
	t.Parallel()
	w := world(t, localmail.Options{RequireLogin: true})
	server := w.SMTP(daemon)
	server.Login.Password = "wrong"
	_, err := outbox.Sender{Server: server}.Open(t.Context())
	if refused, ok := errors.AsType[*mailio.LoginError](err); !ok || refused.User != daemon {
		t.Errorf("wrong password: %v", err)
	}
	if err != nil && strings.Contains(err.Error(), "wrong") {
		t.Errorf("the password is in the error: %v", err)
	}
	conn := open(t, outbox.Sender{Server: w.SMTP("")})
	if r := conn.Send(t.Context(), frozen(anna)); r.Class != outbox.Stop || r.Code != 530 {
		t.Errorf("without a login: %+v", r)
	}
}

func TestMail23_NoSecretWithoutTLS(t *testing.T) {
	t.Parallel()
	server := mailio.Server{Host: "mail.example", Port: 25, Security: mailio.Plain, Login: mailio.Login{User: "u", Password: "p"}}
	if _, err := (outbox.Sender{Server: server}).Open(t.Context()); err == nil || !strings.Contains(err.Error(), "TLS") {
		t.Errorf("error %v", err)
	}
	w := world(t, localmail.Options{}) // offers no STARTTLS
	server = w.SMTP(daemon)
	server.Security = mailio.StartTLS
	if _, err := (outbox.Sender{Server: server}).Open(t.Context()); err == nil || !strings.Contains(err.Error(), "STARTTLS") {
		t.Errorf("error %v", err)
	}
	if text := fmt.Sprintf("%v %+v %#v", server, server.Login, server); strings.Contains(text, "pass-word-1") {
		t.Errorf("printed settings show the password: %s", text)
	}
}

func TestNoServerIsTemporary(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port := l.Addr().(*net.TCPAddr).Port
	l.Close()
	_, err = outbox.Sender{Server: mailio.Server{Host: "127.0.0.1", Port: port, Security: mailio.Plain}}.Open(t.Context())
	if _, refused := errors.AsType[*mailio.LoginError](err); err == nil || refused {
		t.Errorf("error %v", err)
	}
}

// scripted is an SMTP server that says one line for each line it hears, and nothing where the
// line is empty. It runs over a pipe, so that time-outs need no waiting.
func scripted(answers ...string) (mailio.Server, func()) {
	p := localmail.NewPipe()
	go func() {
		c, err := p.Accept()
		if err != nil {
			return
		}
		defer c.Close()
		r := bufio.NewReader(c)
		for _, a := range answers {
			if a != "" {
				fmt.Fprintf(c, "%s\r\n", a)
			}
			line, err := r.ReadString('\n')
			for err == nil && strings.HasPrefix(a, "354") && line != ".\r\n" {
				line, err = r.ReadString('\n')
			}
			if err != nil {
				return
			}
		}
		r.ReadString('\n') // silence until the other side has had enough
	}()
	return mailio.Server{Host: "127.0.0.1", Port: 25, Security: mailio.Plain, Dial: p.Dial}, func() { p.Close() }
}

func TestSilentServers(t *testing.T) {
	t.Parallel()
	hello := []string{"220 hello", "250 hello"}
	for name, c := range map[string]struct {
		answers   []string
		opens     bool
		uncertain bool
	}{
		"at once":       {nil, false, false},
		"after EHLO":    {hello[:1], false, false},
		"after MAIL":    {hello, true, false},
		"after RCPT":    {append(hello, "250 ok"), true, false},
		"after DATA":    {append(hello, "250 ok", "250 ok"), true, false},
		"after the dot": {append(hello, "250 ok", "250 ok", "354 go"), true, true},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				server, stop := scripted(c.answers...)
				defer stop()
				begin := time.Now()
				conn, err := outbox.Sender{Server: server, Timeout: 30 * time.Second}.Open(t.Context())
				if (err == nil) != c.opens {
					t.Fatalf("open: %v", err)
				}
				if err == nil {
					r := conn.Send(t.Context(), frozen(anna))
					if r.Class != outbox.Temporary || r.Code != 0 || r.Uncertain != c.uncertain || conn.Usable() {
						t.Errorf("%+v", r)
					}
					conn.Close()
				}
				if d := time.Since(begin); d > time.Minute {
					t.Errorf("took %v", d)
				}
			})
		})
	}
}

func TestAHangingServerLeavesItOpen(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		pipe := localmail.NewPipe()
		w := world(t, localmail.Options{IMAP: localmail.NewPipe(), SMTP: pipe})
		w.Play(anna, localmail.Hang)
		server := w.SMTP(daemon)
		server.Dial = pipe.Dial
		conn := open(t, outbox.Sender{Server: server})
		if r := conn.Send(t.Context(), frozen(anna)); r.Class != outbox.Temporary || !r.Uncertain || conn.Usable() {
			t.Errorf("%+v", r)
		}
	})
}

func TestAContextEndsASilentExchange(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		server, stop := scripted("220 hello", "250 hello")
		defer stop()
		conn, err := outbox.Sender{Server: server, Timeout: time.Hour}.Open(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		begin := time.Now()
		if r := conn.Send(ctx, frozen(anna)); r.Class != outbox.Temporary || time.Since(begin) > 2*time.Second {
			t.Errorf("%+v after %v", r, time.Since(begin))
		}
	})
}

func TestMail41_BackOff(t *testing.T) {
	t.Parallel()
	var total, last time.Duration
	for failed := 1; ; failed++ {
		wait, ok := outbox.Wait(failed)
		if !ok {
			break
		}
		if wait < last || wait < time.Minute || wait > 6*time.Hour {
			t.Errorf("wait %d is %v after %v", failed, wait, last)
		}
		if total, last = total+wait, wait; failed > 100 {
			t.Fatal("it never gives up")
		}
	}
	if total < 4*24*time.Hour || total > outbox.GiveUp {
		t.Errorf("tried for %v", total)
	}
}
