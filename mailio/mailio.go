// Package mailio is everything that has to do with mail, and knows nothing of games.
//
// A mail travels through it in two directions, each time as a plain value:
//
//	inbox   (IMAP)  ─► Raw ─► message.Parse ─► message.Letter
//	compose.Draft ─► compose.Render ─► Rendered ─► outbox (SMTP)
//
// The caller stores Raw before it is marked in the mailbox and Rendered before it is sent, so that a crash at any
// instant loses nothing and a second attempt sends the same bytes. Package sender says what is known about who wrote a
// mail, package localmail is a complete mail server on loopback for demo and tests.
//
// This package itself holds only the words that the parts share.
package mailio

import (
	"context"
	"crypto/tls"
	"fmt"
	"net"
	"strings"
	"time"

	"golang.org/x/net/idna"
)

// Raw is a mail as it is in the mailbox.
type Raw struct {
	Account     string    // whose mailbox, as configured
	Folder      string    // "INBOX", "Junk", …
	UIDValidity uint32    // with Folder and UID the mail's identity on its server
	UID         uint32    // rises within a folder while UIDValidity stays
	Received    time.Time // the server's INTERNALDATE, the only time that decides anything
	Size        int64     // in bytes, as the server counts
	Bytes       []byte    // the whole mail, or only its beginning if Truncated
	Truncated   bool      // larger than the inbox fetches: Bytes hold the header and a little more
	Unreadable  string    // if not empty, why the server could not give it: Bytes are empty, a person must look
}

// Rendered is a mail that will not change any more: these bytes are stored, sent, and sent again.
// It has one recipient, because players must not see each other's addresses and because one bad
// recipient would otherwise hold up the rest.
type Rendered struct {
	From      string // envelope sender, "" for none
	To        string // envelope recipient
	MessageID string // with angle brackets, as in Bytes
	// EnvelopeID is what delivery reports name the mail by where the server offers that (RFC 3461); "" for none.
	EnvelopeID string
	Bytes      []byte // the mail with CRLF line ends
}

// Address is a mailbox of a person or program.
type Address struct {
	Name string // as shown, decoded; may be empty
	Addr string // local@domain
}

// String is the address as people read it; it is not fit for a header.
func (a Address) String() string {
	if a.Name == "" {
		return a.Addr
	}
	return a.Name + " <" + a.Addr + ">"
}

// FoldAddress gives the form in which addresses are compared: lower case, the domain in ASCII
// (IDN). RFC 5321 lets local parts differ by case, but no provider that people use does.
func FoldAddress(addr string) string {
	addr = strings.ToLower(strings.TrimSpace(addr))
	at := strings.LastIndexByte(addr, '@')
	if at < 0 {
		return addr
	}
	if ascii, err := idna.Lookup.ToASCII(addr[at+1:]); err == nil {
		return addr[:at+1] + ascii
	}
	return addr
}

// SplitPlus takes the plus part out of an address: orders+g42@example.org gives
// orders@example.org and g42. Without one the tag is empty.
func SplitPlus(addr string) (base, tag string) {
	at := strings.LastIndexByte(addr, '@')
	if at < 0 {
		return addr, ""
	}
	plus := strings.IndexByte(addr[:at], '+')
	if plus < 0 {
		return addr, ""
	}
	return addr[:plus] + addr[at:], addr[plus+1 : at]
}

// SameMailbox reports whether mail to two addresses leads into the same mailbox, whatever their plus parts are.
func SameMailbox(a, b string) bool {
	a, _ = SplitPlus(FoldAddress(a))
	b, _ = SplitPlus(FoldAddress(b))
	return a == b
}

// WithPlus puts a plus part into an address. An address that has one already gets the new one.
func WithPlus(addr, tag string) string {
	base, _ := SplitPlus(addr)
	at := strings.LastIndexByte(base, '@')
	if at < 0 || tag == "" {
		return base
	}
	return base[:at] + "+" + tag + base[at:]
}

// MessageID builds the name that an own mail has in the outbox from what the mail is about, for example g42, t3, ger,
// report, 1 and the instance's domain. Equal parts give equal names, so a mail made again after a crash is recognised
// as the same one. On the wire it has another id, which cannot be guessed. Characters that an id may not hold become
// '-'.
func MessageID(domain string, parts ...string) string {
	safe := func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9', r == '-', r == '_':
			return r
		case r >= 'A' && r <= 'Z':
			return r + 'a' - 'A'
		}
		return '-'
	}
	words := make([]string, len(parts))
	for i, p := range parts {
		words[i] = strings.Map(safe, p)
	}
	return "<" + strings.Join(words, ".") + "@" + domain + ">"
}

// OwnMessageID reports whether the id was made by MessageID with this domain.
func OwnMessageID(id, domain string) bool {
	return domain != "" && strings.HasSuffix(strings.ToLower(id), "@"+strings.ToLower(domain)+">")
}

// Security says how a connection is protected.
type Security int

const (
	TLS      Security = iota // from the first byte
	StartTLS                 // begins in the clear and must switch over before the login
	Plain                    // not at all; only to this machine itself
)

// Server is where and how to connect and log in. It serves IMAP and SMTP alike.
type Server struct {
	Host     string      // name or address, also the name that the certificate must bear
	Port     int         //
	Security Security    //
	TLS      *tls.Config // optional; ServerName and MinVersion are filled in
	Login    Login       // empty: no login
	// Dial opens the connection; nil means TCP with a time-out and keep-alive.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)
}

// Login is a user with a password, or with a source of OAuth2 access tokens (XOAUTH2).
type Login struct {
	User     string
	Password string                                `json:"-"`
	Token    func(context.Context) (string, error) `json:"-"` // if set, used instead of Password
}

// String hides the secret, so that a configuration can be logged.
func (l Login) String() string { return l.User + " (secret hidden)" }

// GoString hides the secret from %#v too.
func (l Login) GoString() string { return l.String() }

// LoginError says that the server refused user or password: nothing gets better by trying
// again, a person must look.
type LoginError struct {
	Server string // host:port
	User   string
	Err    error
}

func (e *LoginError) Error() string {
	return fmt.Sprintf("%s refused the login of %s: %v", e.Server, e.User, e.Err)
}

func (e *LoginError) Unwrap() error { return e.Err }

// Address is host:port.
func (s Server) Address() string { return net.JoinHostPort(s.Host, fmt.Sprint(s.Port)) }

// Check refuses settings that would send a secret over the net in the clear.
func (s Server) Check() error {
	if s.Host == "" || s.Port < 1 || s.Port > 65535 {
		return fmt.Errorf("mail server %q port %d: a host and a port from 1 to 65535 are needed", s.Host, s.Port)
	}
	if s.Security == Plain && !loopback(s.Host) {
		return fmt.Errorf("mail server %s: without TLS only this machine itself (localhost) is allowed", s.Address())
	}
	return nil
}

func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// Connect opens the bare connection, before any TLS.
func (s Server) Connect(ctx context.Context) (net.Conn, error) {
	if err := s.Check(); err != nil {
		return nil, err
	}
	dial := s.Dial
	if dial == nil {
		d := &net.Dialer{
			Timeout:         30 * time.Second,
			KeepAliveConfig: net.KeepAliveConfig{Enable: true, Idle: time.Minute, Interval: 20 * time.Second, Count: 3},
		}
		dial = d.DialContext
	}
	return dial(ctx, "tcp", s.Address())
}

// TLSConfig is the configuration with ServerName and TLS 1.2 as the least version filled in.
func (s Server) TLSConfig() *tls.Config {
	c := &tls.Config{}
	if s.TLS != nil {
		c = s.TLS.Clone()
	}
	if c.ServerName == "" {
		c.ServerName = s.Host
	}
	if c.MinVersion == 0 {
		c.MinVersion = tls.VersionTLS12
	}
	return c
}
