// Package outbox sends frozen mails by SMTP and reports the result of each.
//
// The rules, from the failures of others:
//
//   - One transaction a recipient.
//   - Permanent is only what the server said with a 5xx to this very mail. Anything else (a
//     time-out, a lost connection, a 4xx, a server in trouble) is temporary.
//   - A connection lost after the final dot leaves it open whether the mail went out. It is sent
//     again with the same Message-ID, so that the reader's program may drop the second.
//   - A refused login stops the whole queue: it is the operator's matter, and going on would lock
//     the account.
//
// The queue itself, with attempts and times, is kept by the caller; Wait is its schedule.
package outbox

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/textproto"
	"regexp"
	"strings"
	"time"

	gomail "github.com/wneessen/go-mail"
	"github.com/wneessen/go-mail/smtp"

	"fieldpost/mailio"
)

// Class is what became of a mail.
type Class string

const (
	Delivered Class = "delivered" // the server has it (250)
	Temporary Class = "temporary" // try again later
	Permanent Class = "permanent" // never try again
	Stop      Class = "stop"      // the login was refused: send nothing more until a person has looked
)

// Result is the outcome of one attempt.
type Result struct {
	Class     Class
	Code      int    // of SMTP, 0 if there was no answer
	Text      string // the server's words, or the error's; on one line, at most 300 bytes
	Uncertain bool   // temporary, but the mail may have gone out
}

// Sender says how to send.
type Sender struct {
	Server  mailio.Server
	Name    string        // for EHLO; empty means localhost
	Timeout time.Duration // for each mail; 0 means a minute
}

// Conn is an open SMTP connection. It is for one goroutine.
type Conn struct {
	client  *smtp.Client
	conn    net.Conn
	timeout time.Duration
	broken  bool
	release func() bool // calls off the closing by the context of Open
}

// Open connects and logs in. A refused login is a *mailio.LoginError; any other error is
// temporary.
func (s Sender) Open(ctx context.Context) (*Conn, error) {
	c := &Conn{timeout: s.Timeout}
	if c.timeout == 0 {
		c.timeout = time.Minute
	}
	options, err := s.options(ctx, c)
	if err != nil {
		return nil, err
	}
	client, err := gomail.NewClient(s.Server.Host, options...)
	if err != nil {
		return nil, fmt.Errorf("smtp %s: %w", s.Server.Address(), err)
	}
	c.client, err = client.DialToSMTPClientWithContext(ctx)
	if c.release != nil {
		c.release()
	}
	if err != nil {
		c.closeNow() // go-mail leaves it open
		if refused(err) {
			return nil, &mailio.LoginError{Server: s.Server.Address(), User: s.Server.Login.User, Err: err}
		}
		return nil, fmt.Errorf("smtp %s: %w", s.Server.Address(), withCause(ctx, err))
	}
	c.askForReports()
	return c, nil
}

func (s Sender) options(ctx context.Context, c *Conn) ([]gomail.Option, error) {
	name := s.Name
	if name == "" {
		name = "localhost"
	}
	options := []gomail.Option{
		gomail.WithPort(s.Server.Port),
		gomail.WithTimeout(c.timeout),
		gomail.WithHELO(name),
		gomail.WithTLSConfig(s.Server.TLSConfig()),
		// Our own dialling keeps hold of the connection, so that the context of Open can close it;
		// the one given here ends too soon.
		gomail.WithDialContextFunc(func(dialing context.Context, _, _ string) (net.Conn, error) {
			conn, err := s.Server.Connect(dialing)
			if err != nil {
				return nil, err
			}
			c.conn = conn
			c.release = context.AfterFunc(ctx, func() { conn.Close() })
			if s.Server.Security != mailio.TLS {
				return conn, nil
			}
			secure := tls.Client(conn, s.Server.TLSConfig())
			return secure, secure.HandshakeContext(dialing)
		}),
	}
	switch s.Server.Security {
	case mailio.TLS:
		options = append(options, gomail.WithSSL())
	case mailio.StartTLS:
		options = append(options, gomail.WithTLSPolicy(gomail.TLSMandatory))
	case mailio.Plain:
		options = append(options, gomail.WithTLSPolicy(gomail.NoTLS))
	}
	if login := s.Server.Login; login.User != "" {
		auth, err := newAuth(ctx, s.Server)
		if err != nil {
			return nil, err
		}
		options = append(options, gomail.WithSMTPAuthCustom(auth))
	}
	return options, nil
}

// auth logs in by PLAIN, or by LOGIN where the server has only that.
type auth struct {
	smtp.Auth // the one in use
	server    mailio.Server
}

func newAuth(ctx context.Context, server mailio.Server) (smtp.Auth, error) {
	if server.Login.Token == nil {
		return &auth{server: server}, nil
	}
	token, err := server.Login.Token(ctx)
	if err != nil {
		return nil, fmt.Errorf("smtp %s: access token of %s: %w", server.Address(), server.Login.User, err)
	}
	return smtp.XOAuth2Auth(server.Login.User, token), nil
}

func (a *auth) Start(info *smtp.ServerInfo) (string, []byte, error) {
	offered := strings.ToUpper(strings.Join(info.Auth, " "))
	unprotected := a.server.Security == mailio.Plain // loopback only, see mailio.Server.Check
	a.Auth = smtp.PlainAuth("", a.server.Login.User, a.server.Login.Password, a.server.Host, unprotected)
	if !strings.Contains(offered, "PLAIN") && strings.Contains(offered, "LOGIN") {
		a.Auth = smtp.LoginAuth(a.server.Login.User, a.server.Login.Password, a.server.Host, unprotected)
	}
	return a.Auth.Start(info)
}

// closeOn closes the connection when the context ends; the function returned calls that off.
func (c *Conn) closeOn(ctx context.Context) func() bool {
	return context.AfterFunc(ctx, c.closeNow)
}

func (c *Conn) closeNow() {
	if c.conn != nil {
		c.conn.Close()
	}
}

// Send hands over one mail. After a Result with Code 0, or any other sign of a broken
// connection, Usable is false and the rest of the queue needs a new one.
func (c *Conn) Send(ctx context.Context, m mailio.Rendered) Result {
	if c.broken {
		return Result{Class: Temporary, Text: "the connection is broken"}
	}
	if strings.ContainsFunc(m.From+m.To+m.EnvelopeID, notInAddress) {
		return Result{Class: Permanent, Text: "not a mail address"}
	}
	defer c.closeOn(ctx)()
	if err := c.client.UpdateDeadline(c.timeout); err != nil {
		c.broken = true
		return c.failed(ctx, err, false)
	}
	c.client.SkipSMTPUTF8(isASCII(m.From + m.To)) // else some hosts further on refuse the mail
	if err := c.client.Mail("<" + m.From + ">" + c.envelopeID(m)); err != nil {
		return c.failed(ctx, err, false)
	}
	if err := c.client.Rcpt("<" + m.To + ">"); err != nil {
		return c.failed(ctx, err, false)
	}
	w, err := c.client.Data()
	if err != nil {
		return c.failed(ctx, err, false)
	}
	if _, err := w.Write(m.Bytes); err != nil {
		c.broken = true
		return c.failed(ctx, err, false)
	}
	if err := w.Close(); err != nil {
		return c.failed(ctx, err, true)
	}
	text := ""
	if r, ok := w.(interface{ ServerResponse() string }); ok {
		text = r.ServerResponse() // holds the queue id, by which the host's operator finds the mail
	}
	return Result{Class: Delivered, Code: 250, Text: shorten(text)}
}

// askForReports asks the server for reports of failure that name the mail, if it offers that (RFC 3461).
func (c *Conn) askForReports() {
	c.client.SetDSNMailReturnOption("HDRS")
	c.client.SetDSNRcptNotifyOption("FAILURE")
}

// envelopeID is the parameter by which such a report names the mail. The client has none for it, so it goes with the
// address.
func (c *Conn) envelopeID(m mailio.Rendered) string {
	if offered, _ := c.client.Extension("DSN"); !offered || m.EnvelopeID == "" {
		return ""
	}
	return " ENVID=" + m.EnvelopeID
}

// failed classes an error and makes the connection ready for the next mail.
func (c *Conn) failed(ctx context.Context, err error, afterDot bool) Result {
	r := classify(withCause(ctx, err), afterDot)
	if r.Code == 0 || r.Code == 421 || ctx.Err() != nil {
		c.broken = true
	} else if c.client.Reset() != nil {
		c.broken = true
	}
	return r
}

// Usable reports whether the connection can take another mail.
func (c *Conn) Usable() bool { return !c.broken }

// Close says goodbye. It never hangs longer than five seconds.
func (c *Conn) Close() error {
	defer c.closeNow()
	if c.broken {
		return nil
	}
	c.broken = true
	if err := c.client.UpdateDeadline(5 * time.Second); err != nil {
		return nil // already gone
	}
	return c.client.Quit()
}

func classify(err error, afterDot bool) Result {
	r := Result{Class: Temporary, Text: shorten(err.Error())}
	var answer *textproto.Error
	if !errors.As(err, &answer) {
		r.Uncertain = afterDot
		return r
	}
	r.Code = answer.Code
	r.Text = shorten(answer.Msg)
	switch {
	case answer.Code == 530 || answer.Code == 535 || answer.Code == 534 || answer.Code == 538:
		r.Class = Stop
	case answer.Code >= 500 && answer.Code < 600:
		r.Class = Permanent
	}
	return r
}

// refused reports whether the login failed for good.
func refused(err error) bool {
	var answer *textproto.Error
	if !errors.As(err, &answer) {
		return false
	}
	switch answer.Code {
	case 530, 534, 535, 538:
		return true
	}
	return false
}

func withCause(ctx context.Context, err error) error {
	if ctx.Err() != nil && !errors.Is(err, ctx.Err()) {
		return fmt.Errorf("%w (%w)", context.Cause(ctx), err)
	}
	return err
}

var blanks = regexp.MustCompile(`\s+`)

func shorten(s string) string {
	s = strings.ToValidUTF8(blanks.ReplaceAllString(s, " "), "?")
	if len(s) > 300 {
		s = strings.ToValidUTF8(s[:297], "") + "..."
	}
	return strings.TrimSpace(s)
}

// notInAddress finds what would end the command or the address early.
func notInAddress(r rune) bool { return r <= ' ' || r == 0x7f || r == '<' || r == '>' }

func isASCII(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

// schedule holds the waits after the first failures. Greylisting wants a few minutes, an outage
// of a provider hours; after the last entry it goes on every six hours until GiveUp.
var schedule = []time.Duration{
	time.Minute, 5 * time.Minute, 10 * time.Minute, 15 * time.Minute, 30 * time.Minute,
	time.Hour, 2 * time.Hour, 4 * time.Hour, 6 * time.Hour,
}

// GiveUp is how long a mail is tried, as is usual among mail hosts (RFC 5321, 4.5.4.1).
const GiveUp = 5 * 24 * time.Hour

// Wait returns how long to wait after the given number of failed attempts (1 and more), and whether to try again at
// all: false once the waits add up to GiveUp.
func Wait(failed int) (time.Duration, bool) {
	var total, wait time.Duration
	for i := range max(failed, 1) {
		wait = schedule[min(i, len(schedule)-1)]
		if total += wait; total > GiveUp {
			return 0, false
		}
	}
	return wait, true
}
