package docs

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"fieldpost/mailio"
	"fieldpost/mailio/localmail"
	"fieldpost/orders"
)

// TestTenMinutes goes the way of the operators' handbook, from a binary and a mailbox to a running game: its commands
// as they are written there, the configuration it says to write, servers on loopback, until every player has their
// opening report: one, however many seats they have.
func TestTenMinutes(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	t.Parallel()
	accepted := make(chan string, 64)
	var accounts []localmail.Account
	for _, a := range []string{"orders@example.org", "referee@example.org", "anna@example.org", "kim@example.org"} {
		accounts = append(accounts, localmail.Account{Address: a, Password: "secret"})
	}
	servers, err := localmail.Start(localmail.Options{Accounts: accounts, RequireLogin: true,
		OnAccept: func(address string, _ []byte) error { accepted <- address; return nil }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { servers.Close() })
	dir := workplace(t, build(t))
	_, way, _ := strings.Cut(read(t, "docs/operators.md"), "## Ten minutes")
	way, _, _ = strings.Cut(way, "\n## ")

	commands := shown.FindAllStringSubmatch(way, -1)
	if len(commands) < 8 || commands[0][1] != "fieldpost config init" {
		t.Fatalf("the handbook's way has other steps: %q", commands)
	}
	shell(t, dir, commands[0][1])
	fillIn(t, filepath.Join(dir, "fieldpost.yaml"), servers)
	shell(t, dir, "FIELDPOST_PASSWORD=secret fieldpost config check")
	for _, c := range commands[1:] {
		shell(t, dir, c[1])
	}
	serveUntil(t, dir, accepted, map[string]int{"anna@example.org": 1, "kim@example.org": 1, "referee@example.org": 2})
}

// fillIn does what step 3 says: the two hosts; all else stays as config init wrote it.
func fillIn(t *testing.T, path string, servers *localmail.Server) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	section := func(s mailio.Server) string {
		return fmt.Sprintf("host: %s\n    port: %d\n    security: none", s.Host, s.Port)
	}
	filled := regexp.MustCompile(`host: imap\.example\.org`).ReplaceAllString(string(text), section(servers.IMAP("orders@example.org")))
	filled = regexp.MustCompile(`host: smtp\.example\.org`).ReplaceAllString(filled, section(servers.SMTP("orders@example.org")))
	if err := os.WriteFile(path, []byte(filled), 0o600); err != nil {
		t.Fatal(err)
	}
}

// serveUntil runs the daemon until all have their mails, then stops it as the handbook says.
func serveUntil(t *testing.T, dir string, accepted <-chan string, want map[string]int) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	serve := exec.CommandContext(ctx, filepath.Join(dir, "fieldpost"), "serve")
	serve.Dir = dir
	serve.Env = append(os.Environ(), "FIELDPOST_PASSWORD=secret")
	serve.Stderr = t.Output()
	if err := serve.Start(); err != nil {
		t.Fatal(err)
	}
	left := 0
	for _, n := range want {
		left += n
	}
	for ; left > 0; left-- {
		select {
		case address := <-accepted:
			want[address]--
		case <-ctx.Done():
			t.Fatalf("still awaited: %v", want)
		}
	}
	for address, n := range want {
		if n != 0 {
			t.Errorf("%s: %d mails too few", address, n)
		}
	}
	if err := serve.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := serve.Wait(); err != nil {
		t.Errorf("fieldpost serve: %v", err)
	}
}

// TestTables: every line in the first column of the guides' tables is understood, as a line of a battle or as a
// question.
func TestTables(t *testing.T) {
	t.Parallel()
	row := regexp.MustCompile("(?m)^\\| (`[^|]*`) \\|")
	span := regexp.MustCompile("`([^`]+)`")
	for _, name := range []string{"docs/players.en.md", "docs/players.de.md", "docs/players.da.md"} {
		found := 0
		for _, r := range row.FindAllStringSubmatch(read(t, name), -1) {
			for _, m := range span.FindAllStringSubmatch(r[1], -1) {
				found++
				battle := orders.Parse("battle Ukraine\n  "+m[1], orders.Context{})
				question := orders.Parse(m[1], orders.Context{})
				if len(battle.Faults) > 0 && len(question.Faults) > 0 {
					t.Errorf("%s: %q is not understood: %v", name, m[1], battle.Faults)
				}
			}
		}
		if found < 15 {
			t.Errorf("%s: only %d lines found in tables", name, found)
		}
	}
}
