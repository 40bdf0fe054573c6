package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"fieldpost/mailio/localmail"
)

// logged is a log that a test waits for lines in.
type logged struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *logged) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(b)
}

// wait gives what a pattern finds, as soon as it does.
func (l *logged) wait(t *testing.T, pattern string) string {
	t.Helper()
	find := regexp.MustCompile(pattern)
	for end := time.Now().Add(time.Minute); ; time.Sleep(5 * time.Millisecond) {
		l.mu.Lock()
		text := l.text.String()
		l.mu.Unlock()
		if m := find.FindStringSubmatch(text); m != nil {
			return m[len(m)-1]
		}
		if time.Now().After(end) {
			t.Fatalf("the log lacks %s:\n%s", pattern, text)
		}
	}
}

// A password that the provider refuses stops the daemon at its start, before it makes a store: to try again would lock
// the account.
func TestServeStopsWhenTheLoginIsRefused(t *testing.T) {
	t.Parallel()
	mail, err := localmail.Start(localmail.Options{Accounts: []localmail.Account{{Address: "orders@games.test", Password: "o"}}, RequireLogin: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { mail.Close() })
	imap, smtp := mail.IMAP("orders@games.test").Port, mail.SMTP("orders@games.test").Port
	for name, ports := range map[string][2]int{"both": {imap, smtp}, "imap": {imap, 1}, "smtp": {1, smtp}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			password, file := filepath.Join(dir, "password"), filepath.Join(dir, "fieldpost.yaml")
			settings := fmt.Sprintf("address: orders@games.test\nmail:\n  imap: {host: 127.0.0.1, port: %d, security: none}\n  smtp: {host: 127.0.0.1, port: %d, security: none}\n  password: {file: %s}\n",
				ports[0], ports[1], password)
			for name, text := range map[string]string{password: "wrong\n", file: settings} {
				if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			ctx, stop := context.WithTimeout(t.Context(), time.Minute)
			defer stop()
			var says bytes.Buffer
			if code := run(ctx, []string{"serve", "--config", file}, io.Discard, &says); code != 2 {
				t.Errorf("exit code %d", code)
			}
			for _, want := range []string{"refuses the login of orders@games.test", "check mail.user and mail.password", "fieldpost config check"} {
				if !strings.Contains(says.String(), want) {
					t.Errorf("it does not say %q:\n%s", want, says.String())
				}
			}
			if strings.Contains(says.String(), "wrong\n") {
				t.Error("it shows the password")
			}
			if _, err := os.Stat(filepath.Join(dir, "fieldpost.db")); err == nil {
				t.Error("a store was made")
			}
		})
	}
}

// The daemon shows its pages where the configuration says, reports there what it does, and stops serving them when it
// stops.
func TestServeShowsPagesHealthAndMetrics(t *testing.T) {
	t.Parallel()
	mail, err := localmail.Start(localmail.Options{Accounts: []localmail.Account{{Address: "orders@games.test", Password: "o"}}, RequireLogin: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { mail.Close() })
	dir := t.TempDir()
	password, file := filepath.Join(dir, "password"), filepath.Join(dir, "fieldpost.yaml")
	settings := fmt.Sprintf("address: orders@games.test\nmail:\n  imap: {host: 127.0.0.1, port: %d, security: none}\n  smtp: {host: 127.0.0.1, port: %d, security: none}\n  password: {file: %s}\n",
		mail.IMAP("orders@games.test").Port, mail.SMTP("orders@games.test").Port, password)
	for name, text := range map[string]string{password: "o\n", file: settings} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	log, code := &logged{}, make(chan int, 1)
	go func() {
		code <- run(ctx, []string{"serve", "--config", file, "--http", "127.0.0.1:0"}, io.Discard, log)
	}()
	url := log.wait(t, `msg=pages url=(http://127\.0\.0\.1:\d+)/`)
	log.wait(t, `msg="mailbox open"`)

	ask := func(path string) (status int, body string) {
		t.Helper()
		r, err := http.Get(url + path)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Body.Close()
		b, err := io.ReadAll(r.Body)
		if err != nil {
			t.Fatal(err)
		}
		return r.StatusCode, string(b)
	}
	if status, body := ask("/"); status != http.StatusOK || !strings.Contains(body, "There is no game yet") {
		t.Errorf("the first page: %d %s", status, body)
	}
	polled := `fieldpost_polls_total{result="read"} 0`
	for end := time.Now().Add(time.Minute); strings.Contains(polled, `{result="read"} 0`); time.Sleep(5 * time.Millisecond) {
		if _, polled = ask("/metrics"); time.Now().After(end) {
			t.Fatalf("the mailbox is read and not counted:\n%s", polled)
		}
	}
	if status, body := ask("/healthz"); status != http.StatusOK || body != "well\n" {
		t.Errorf("health: %d %s", status, body)
	}
	stop()
	if c := <-code; c != 0 {
		t.Errorf("exit code %d", c)
	}
	if _, err := http.Get(url); err == nil {
		t.Error("the pages are still shown")
	}
}
