package localmail

import (
	"bytes"
	"fmt"
	"io"
	"log"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"

	"fieldpost/mailio"
)

const maxMail = 25 << 20 // bytes, as large providers have it

func (s *Server) newSMTP() *smtp.Server {
	srv := smtp.NewServer(smtp.BackendFunc(func(c *smtp.Conn) (smtp.Session, error) {
		return &session{server: s, conn: c}, nil
	}))
	srv.Domain = "localmail.invalid"
	srv.AllowInsecureAuth = true
	srv.MaxMessageBytes = maxMail
	srv.MaxRecipients = 50
	srv.MaxLineLength = 64 << 10
	srv.TLSConfig = s.opts.TLS
	srv.EnableDSN = s.opts.DSN
	srv.ErrorLog = log.New(io.Discard, "", 0)
	return srv
}

// session is one SMTP connection.
type session struct {
	server *Server
	conn   *smtp.Conn
	user   string // logged in as
	from   string
	wants  DSN
	to     []recipient
}

type recipient struct {
	address string
	account *account
	fail    Failure
	fails   bool
}

func (x *session) AuthMechanisms() []string { return []string{sasl.Plain} }

func (x *session) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(_, user, password string) error {
		a := x.server.account(user)
		if a == nil || a.Password != password {
			return smtp.ErrAuthFailed
		}
		x.user = a.Address
		return nil
	}), nil
}

func (x *session) Mail(from string, o *smtp.MailOptions) error {
	if x.server.opts.RequireLogin && x.user == "" {
		return &smtp.SMTPError{Code: 530, EnhancedCode: smtp.EnhancedCode{5, 7, 0}, Message: "log in first"}
	}
	x.from = from
	if o != nil {
		x.wants = DSN{EnvelopeID: o.EnvelopeID, Return: string(o.Return)}
	}
	return nil
}

func (x *session) Rcpt(to string, o *smtp.RcptOptions) error {
	fail, fails := x.server.nextFailure(to)
	account := x.server.account(to)
	switch {
	case account == nil:
		return &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "no such user here"}
	case fails && fail == Greylist:
		return &smtp.SMTPError{Code: 451, EnhancedCode: smtp.EnhancedCode{4, 7, 1},
			Message: "greylisted, come again later"}
	case fails && fail == Refuse:
		return &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 7, 1}, Message: "not wanted here"}
	}
	x.to = append(x.to, recipient{to, account, fail, fails})
	if o != nil && len(o.Notify) > 0 {
		x.wants.Notify = string(o.Notify[0])
	}
	x.server.note(x.wants)
	return nil
}

// nextFailure takes the next failure to play for the recipient.
func (s *Server) nextFailure(to string) (Failure, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	key := mailio.FoldAddress(to)
	waiting := s.play[key]
	if len(waiting) == 0 {
		return 0, false
	}
	s.play[key] = waiting[1:]
	return waiting[0], true
}

func (x *session) Data(r io.Reader) error {
	raw, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	for _, to := range x.to {
		if to.fails && to.fail != CutAfter {
			return x.playAtData(to.fail)
		}
		if err := x.server.deliver(to, x.from, raw); err != nil {
			return &smtp.SMTPError{Code: 451, EnhancedCode: smtp.EnhancedCode{4, 3, 0},
				Message: "not stored: " + err.Error()}
		}
		if to.fails {
			return x.playAtData(Cut)
		}
	}
	return nil
}

func (x *session) playAtData(f Failure) error {
	switch f {
	case TooBig:
		return &smtp.SMTPError{Code: 552, EnhancedCode: smtp.EnhancedCode{5, 3, 4}, Message: "too big"}
	case Hang:
		<-x.server.done
	}
	x.conn.Conn().Close()
	return io.ErrClosedPipe
}

// deliver lays the mail into the recipient's INBOX, with the fields that a mail host adds.
func (s *Server) deliver(to recipient, from string, raw []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.transfers++
	now := s.opts.Now()
	var b bytes.Buffer
	fmt.Fprintf(&b, "Return-Path: <%s>\r\n", from)
	if s.opts.AuthServID != "" {
		fmt.Fprintf(&b, "Authentication-Results: %s; spf=pass smtp.mailfrom=%s\r\n", s.opts.AuthServID, from)
	}
	fmt.Fprintf(&b, "Delivered-To: %s\r\n", to.address)
	fmt.Fprintf(&b, "Received: from localhost by localmail.invalid with ESMTP id %d;\r\n\t%s\r\n",
		s.transfers, now.Format(time.RFC1123Z))
	b.Write(raw)
	mail := b.Bytes()
	if s.opts.OnAccept != nil {
		if err := s.opts.OnAccept(to.account.Address, mail); err != nil {
			return err
		}
	}
	if _, err := to.account.user.Append("INBOX", bytes.NewReader(mail), &imap.AppendOptions{Time: now}); err != nil {
		return err
	}
	to.account.delivered = append(to.account.delivered, mail)
	return nil
}

func (x *session) Reset() { x.from, x.to = "", nil }

func (x *session) Logout() error { return nil }
