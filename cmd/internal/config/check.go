package config

import (
	"errors"
	"fmt"
	"maps"
	"net"
	"net/mail"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/goccy/go-yaml/ast"

	"fieldpost/mailio"
	"fieldpost/orders/reading"
)

// Duration is a length of time, written 90s, 2m or 1h30m.
type Duration time.Duration

// UnmarshalYAML reads it; the library alone would not say where a bad one stands.
func (d *Duration) UnmarshalYAML(n ast.Node) error {
	v, err := time.ParseDuration(n.GetToken().Value)
	if err != nil {
		return &badValue{n, fmt.Sprintf("%q is no length of time", n.GetToken().Value), "write 90s, 2m or 1h30m"}
	}
	*d = Duration(v)
	return nil
}

// badValue is a value that cannot be read.
type badValue struct {
	node         ast.Node
	what, remedy string
}

// Error says what is wrong.
func (b *badValue) Error() string { return b.what + "; " + b.remedy }

var (
	hostForm   = regexp.MustCompile(`^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$`)
	languages  = []string{"en", "de", "da"}
	securities = []string{"tls", "starttls", "none"}
)

// check returns everything that is wrong with the values.
func (c *Config) check(p *places) error {
	var errs []error
	fault := func(path, what, remedy string, args ...any) {
		errs = append(errs, p.fault(path, what, fmt.Sprintf(remedy, args...)))
	}
	if c.Address == "" {
		fault("$.address", "address is missing", "give the address that players write to, such as orders@example.org")
	} else if _, err := mail.ParseAddress(c.Address); err != nil {
		fault("$.address", fmt.Sprintf("%q is no mail address", c.Address),
			"it looks like orders@example.org or Fieldpost <orders@example.org>")
	}
	if c.Referee != "" {
		if _, err := mail.ParseAddress(c.Referee); err != nil {
			fault("$.referee", fmt.Sprintf("%q is no mail address", c.Referee),
				"it looks like anna@example.org; leave it empty for none")
		}
	}
	for _, own := range c.mailbox() {
		if c.Referee != "" && mailio.SameMailbox(address(c.Referee), own) {
			fault("$.referee",
				fmt.Sprintf("the referee's address %s leads into the daemon's own mailbox (%s); alarms would be dropped there", address(c.Referee), own), "give an address of another mailbox, or leave it empty for none")
			break
		}
	}
	oneOf(fault, "$.new_games", "new_games", c.NewGames, []string{"nobody", "known", "anybody"})
	oneOf(fault, "$.language", "language", c.Language, languages)
	oneOf(fault, "$.log.level", "level", c.Log.Level, []string{"debug", "info", "warn", "error"})
	oneOf(fault, "$.log.format", "format", c.Log.Format, []string{"text", "json"})
	if c.Domain != "" && !hostForm.MatchString(c.Domain) {
		fault("$.domain", fmt.Sprintf("%q is no domain", c.Domain), "it looks like example.org")
	}
	c.Mail.IMAP.check(fault, "$.mail.imap", "IMAP")
	c.Mail.SMTP.check(fault, "$.mail.smtp", "SMTP")
	c.Mail.check(fault)
	c.Mail.checkKeep(fault)
	c.Limits.check(fault)
	for i, relay := range c.Drand {
		if u, err := url.Parse(relay); err != nil || u.Scheme != "https" || u.Host == "" {
			fault(fmt.Sprintf("$.drand[%d]", i), fmt.Sprintf("%q is no relay", relay),
				"relays are asked over https alone, such as https://api.drand.sh")
		}
	}
	for _, word := range slices.Sorted(maps.Keys(c.Words)) {
		if _, err := reading.NewOwn(map[string]string{word: c.Words[word]}); err != nil {
			fault("$.words", err.Error(), "write the word, a colon, and the name of a unit, power, space or keyword")
		}
	}
	if err := c.CheckHTTP(); err != nil {
		fault("$.http", err.Error(), "")
	}
	for i, h := range c.HTTPHosts {
		if !hostForm.MatchString(h) {
			fault(fmt.Sprintf("$.http_hosts[%d]", i), fmt.Sprintf("%q is no host name", h),
				"it looks like referee.example.org, without a port")
		}
	}
	return errors.Join(errs...)
}

// mailbox are the addresses that lead into the daemon's own mailbox.
func (c *Config) mailbox() []string {
	all := append([]string{c.Address}, c.Own...)
	for _, login := range []string{c.Mail.User, c.Mail.IMAP.User} {
		if strings.Contains(login, "@") {
			all = append(all, login)
		}
	}
	for i := range all {
		all[i] = address(all[i])
	}
	return all
}

// address is an address without a display name.
func address(a string) string {
	if parsed, err := mail.ParseAddress(a); err == nil {
		return parsed.Address
	}
	return a
}

// httpOff says that nothing listens.
const httpOff = "off"

// ServesHTTP reports whether anything listens for browsers and monitoring.
func (c *Config) ServesHTTP() bool { return c.HTTP != httpOff }

// CheckHTTP returns what is wrong with the address for browsers. The pages ask for no password, so only this machine
// reaches them unless the operator says explicitly that the network may.
func (c *Config) CheckHTTP() error {
	if !c.ServesHTTP() {
		return nil
	}
	host, _, err := net.SplitHostPort(c.HTTP)
	if err != nil {
		return fmt.Errorf("%q is no address to listen on; write off, or 127.0.0.1:8080", c.HTTP)
	}
	if !c.HTTPOpen && !isLocal(host) {
		return fmt.Errorf("%q would be open to the network, and the pages ask for no password; use 127.0.0.1 and put a proxy before it, or set http_open_to_network: true", c.HTTP)
	}
	return nil
}

type faultFunc func(path, what, remedy string, args ...any)

func oneOf(fault faultFunc, path, name, value string, values []string) {
	if !slices.Contains(values, value) {
		fault(path, fmt.Sprintf("%s cannot be %q", name, value), "it is one of %s", strings.Join(values, ", "))
	}
}

func (s Server) check(fault faultFunc, path, name string) {
	if s.Host == "" {
		fault(path+".host", "the "+name+" server's host is missing",
			"ask your mail provider for its name, such as %s.example.org", strings.ToLower(name))
	} else if !hostForm.MatchString(s.Host) && net.ParseIP(s.Host) == nil {
		fault(path+".host", fmt.Sprintf("%q is no host name", s.Host),
			"give the name only; the port has its own setting")
	}
	if s.Port < 1 || s.Port > 65535 {
		fault(path+".port", fmt.Sprintf("port %d does not exist", s.Port),
			"usual are 993 or 143 for IMAP, 465 or 587 for SMTP")
	}
	oneOf(fault, path+".security", "security", s.Security, securities)
	if s.Security == "none" && !isLocal(s.Host) && s.Host != "" {
		fault(path+".security", "security none would send the password over the net in the clear",
			"use tls or starttls")
	}
}

func isLocal(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

func (m Mail) check(fault faultFunc) {
	m.Pass.check(fault, "$.mail.password", "password")
	m.Token.check(fault, "$.mail.oauth2_token", "oauth2_token")
	switch {
	case m.Pass.Given() && m.Token.Given():
		fault("$.mail.oauth2_token", "there are both a password and an oauth2_token",
			"keep the one that your provider wants")
	case !m.Pass.Given() && !m.Token.Given():
		fault("$.mail.password", "the login's password is missing",
			"name an environment variable or a file: password: {env: FIELDPOST_PASSWORD}")
	}
	if len(m.Folders.Read) == 0 {
		fault("$.mail.folders.read", "no folder is read", "write read: [INBOX]")
	}
	if m.Folders.Sent != "" && slices.Contains(m.Folders.Read, m.Folders.Sent) {
		fault("$.mail.folders.sent", "the folder of sent mail is read as incoming mail", "take it out of read")
	}
	if slices.Contains(m.Folders.Read, m.Folders.Processed) || slices.Contains(m.Folders.Read, m.Folders.Rejected) {
		fault("$.mail.folders.processed", "mails would be moved into a folder that is read", "choose another one")
	}
	if d := time.Duration(m.Poll); d < 10*time.Second || d > time.Hour {
		fault("$.mail.poll", fmt.Sprintf("a poll every %v", d), "choose from 10s to 1h; 2m is usual")
	}
	if d := time.Duration(m.Outage); d < 5*time.Minute || d > 24*time.Hour {
		fault("$.mail.outage", fmt.Sprintf("an outage from %v on", d), "choose from 5m to 24h; 30m is usual")
	}
}

// checkKeep is for what is kept: less than a month, and a report that a player asks for again is gone.
func (m Mail) checkKeep(fault faultFunc) {
	if d := time.Duration(m.Keep); d != 0 && d < 30*24*time.Hour {
		fault("$.mail.keep", fmt.Sprintf("mail is kept for %v", d), "at least 720h, which is a month, or 0s for ever")
	}
}

// Given reports whether a source is named.
func (s Source) Given() bool { return s.Env != "" || s.File != "" || len(s.Command) > 0 }

func (s Source) check(fault faultFunc, path, name string) {
	n := 0
	for _, given := range []bool{s.Env != "", s.File != "", len(s.Command) > 0} {
		if given {
			n++
		}
	}
	if n > 1 {
		fault(path, name+" comes from several places", "keep one of env, file and command")
	}
}

func (l Limits) check(fault faultFunc) {
	for _, x := range []struct {
		name  string
		value int
	}{{"replies_per_player", l.RepliesPerPlayer}, {"replies_per_sender", l.RepliesPerSender},
		{"replies_in_all", l.RepliesInAll},
		{"replies_to_strangers", l.RepliesToStrangers}, {"orders_per_turn", l.OrdersPerTurn}} {
		if x.value < 1 {
			fault("$.limits."+x.name, fmt.Sprintf("%s is %d", x.name, x.value), "at least 1")
		}
	}
	if l.MailSize < 64<<10 || l.MailSize > 64<<20 {
		fault("$.limits.mail_size", fmt.Sprintf("mail_size is %d bytes", l.MailSize), "choose from 65536 to 67108864")
	}
}
