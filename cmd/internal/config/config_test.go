package config

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const good = `address: orders@example.org
mail:
  imap: {host: imap.example.org}
  smtp: {host: smtp.example.org}
  password: {env: FIELDPOST_PASSWORD}
`

func TestTheExampleIsTheOneInTheRepository(t *testing.T) {
	t.Parallel()
	b, err := os.ReadFile("../../../config.example.yaml")
	if err != nil || string(b) != Example {
		t.Errorf("config.example.yaml differs from what config init writes (%v)", err)
	}
}

// Every setting that the example comments out shows its default: with the comments gone it must mean the same.
func TestTheExampleShowsTheDefaults(t *testing.T) {
	t.Parallel()
	plain, err := parse("example", []byte(Example))
	if err != nil {
		t.Fatal(err)
	}
	var open []string
	for line := range strings.SplitSeq(Example, "\n") {
		if code, ok := strings.CutPrefix(strings.TrimLeft(line, " "), "# "); ok && isSetting(code) {
			line = line[:strings.Index(line, "#")] + code
		}
		open = append(open, line)
	}
	full, err := parse("example", []byte(strings.Join(open, "\n")))
	if err != nil {
		t.Fatal(err)
	}
	full.Mail.User = plain.Mail.User // the example's is only an example
	if a, b := dump(plain), dump(full); a != b {
		t.Errorf("defaults\n%s\nexample\n%s", a, b)
	}
}

func isSetting(code string) bool {
	name, _, ok := strings.Cut(strings.TrimSpace(code), ":")
	if !ok || strings.HasPrefix(code, "oauth2_token") {
		return false
	}
	return strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789_") == ""
}

func dump(c *Config) string {
	d := *c
	d.Own, d.Mail.AuthIDs = append([]string{}, d.Own...), append([]string{}, d.Mail.AuthIDs...)
	return strings.ReplaceAll(strings.ReplaceAll(sprint(d), " ", "\n"), "[]", "")
}

func TestEveryMistakeHasPlaceAndRemedy(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, text, want string }{
		{"a typo", strings.Replace(good, "host: imap", "hots: imap", 1), `c.yaml:3:10: there is no setting "hots"; did you mean "host"?`},
		{"nothing like a setting", good + "colour: red\n", `c.yaml:6:1: there is no setting "colour"; config.example.yaml explains all settings`},
		{"a secret in the file", strings.Replace(good, "{env: FIELDPOST_PASSWORD}", "hunter2", 1), "c.yaml:5:13: a secret must not stand in the config"},
		{"a word for a number", strings.Replace(good, "{host: imap.example.org}", "{host: imap.example.org, port: many}", 1), `the value of "port" has the wrong kind`},
		{"a port too high", strings.Replace(good, "{host: imap.example.org}", "{host: imap.example.org, port: 70000}", 1), "c.yaml:3:40: port 70000 does not exist"},
		{"a bad duration", strings.Replace(good, "  imap", "  poll: soon\n  imap", 1), `c.yaml:3:9: "soon" is no length of time; write 90s, 2m or 1h30m`},
		{"a tab", strings.Replace(good, "  imap", "\timap", 1), "indent with blanks"},
		{"a setting twice", good + "address: other@example.org\n", "c.yaml:6:1:"},
		{"no host", strings.Replace(good, "{host: imap.example.org}", "{port: 993}", 1), "the IMAP server's host is missing"},
		{"in the clear", strings.Replace(good, "{host: imap.example.org}", "{host: imap.example.org, security: none}", 1), "use tls or starttls"},
		{"no address", strings.Replace(good, "address: orders@example.org\n", "", 1), "c.yaml: address is missing"},
		{"an unknown language", good + "language: fr\n", `c.yaml:6:11: language cannot be "fr"; it is one of en, de, da`},
		{"open to the world", good + "http: 0.0.0.0:8080\n", "would be open to the network"},
		{"open on all interfaces", good + "http: :8080\n", "set http_open_to_network: true"},
		{"a port that is a host", good + "http_hosts: [referee.example.org:8080]\n", "without a port"},
		{"a relay without encryption", good + "drand: [http://api.drand.sh]\n", "relays are asked over https alone"},
		{"a word that has a meaning", good + "words: {tank: infantry}\n", `"tank" cannot stand for "infantry": it has a meaning`},
		{"a word for nothing", good + "words: {wagon: trabant}\n", `"trabant" is no unit, power, space or keyword`},
		{"an unclosed quote", good + "referee: \"x\n", "c.yaml:6:"},
		{"nothing", "", "c.yaml: the file is empty"},
		{"only comments", "# nothing yet\n", "c.yaml: the file is empty"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			_, err := parse("c.yaml", []byte(c.text))
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got  %v\nwant %s", err, c.want)
			}
			if err != nil && strings.Contains(err.Error(), "hunter2") {
				t.Errorf("the error tells the secret: %v", err)
			}
		})
	}
}

func TestAllMistakesAreToldAtOnce(t *testing.T) {
	t.Parallel()
	_, err := parse("c.yaml", []byte(good+"language: fr\nhttp: 0.0.0.0:1\n"))
	if err == nil || strings.Count(err.Error(), "c.yaml:") != 2 {
		t.Errorf("got %v", err)
	}
}

func TestSecrets(t *testing.T) {
	dir := t.TempDir()
	open, tight := filepath.Join(dir, "open"), filepath.Join(dir, "tight")
	for path, mode := range map[string]os.FileMode{open: 0o644, tight: 0o600} {
		if err := os.WriteFile(path, []byte("hunter2\n"), mode); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("FIELDPOST_TEST_SECRET", "hunter2")
	for _, c := range []struct {
		name string
		from Source
		want string // of the error, "" for none
	}{
		{"environment", Source{Env: "FIELDPOST_TEST_SECRET"}, ""},
		{"environment not set", Source{Env: "FIELDPOST_TEST_NOTHING"}, "FIELDPOST_TEST_NOTHING is not set"},
		{"file", Source{File: tight}, ""},
		{"file open to all", Source{File: open}, "chmod 600"},
		{"no file", Source{File: filepath.Join(dir, "none")}, "there is no file"},
		{"command", Source{Command: []string{"echo", "hunter2"}}, ""},
		{"command fails", Source{Command: []string{"false"}}, "failed"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, err := c.from.Read(t.Context())
			if c.want == "" && (err != nil || s.Reveal() != "hunter2") {
				t.Errorf("got %q, %v", s.Reveal(), err)
			}
			if c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
				t.Errorf("got %v, want %s", err, c.want)
			}
			if strings.Contains(sprint(s), "hunter2") {
				t.Error("the secret prints")
			}
		})
	}
}

func TestPathsAreThoseOfTheFilesFolder(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "fieldpost.yaml")
	if err := os.WriteFile(path, []byte(good), 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := Read(path)
	if err != nil {
		t.Fatal(err)
	}
	if c.Store != filepath.Join(dir, "fieldpost.db") || c.Domain != "example.org" || c.Mail.User != "orders@example.org" {
		t.Errorf("%+v", c)
	}
}

func sprint(v any) string { return fmt.Sprintf("%+v", v) }

// The pages are open to the network only by a setting that says so.
func TestPagesOpenToTheNetwork(t *testing.T) {
	t.Parallel()
	c, err := parse("c.yaml", []byte(good+"http: 0.0.0.0:8080\nhttp_open_to_network: true\nhttp_hosts: [referee.example.org]\n"))
	if err != nil || !c.ServesHTTP() || c.HTTPHosts[0] != "referee.example.org" {
		t.Errorf("%+v %v", c, err)
	}
}
