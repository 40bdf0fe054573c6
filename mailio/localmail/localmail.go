// Package localmail is a whole mail world in one process: an IMAP and an SMTP server on loopback,
// with accounts, plus addressing and failures to play. The demo and the tests run against it.
//
// A mail sent by SMTP is in its recipient's INBOX when the server says 250. Nothing is kept on disk; OnAccept is called
// before that 250, so that the caller can keep the mail, and Load puts such mails back.
package localmail

import (
	"bytes"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log"
	"net"
	"path"
	"slices"
	"sync"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapserver"
	"github.com/emersion/go-imap/v2/imapserver/imapmemserver"
	"github.com/emersion/go-smtp"

	"fieldpost/mailio"
)

// Account is a mailbox. It has an INBOX and the folders named; a client can create more.
type Account struct {
	Address  string
	Password string
	Folders  []string
}

// Options say what the world is like. The zero value of each field is usable.
type Options struct {
	Accounts []Account
	Now      func() time.Time // nil: time.Now
	// OnAccept is called with the bytes as they will be in the INBOX, before the sender is told that they were
	// accepted; an error refuses them for now (451).
	OnAccept func(account string, raw []byte) error

	RequireLogin   bool // SMTP only for accounts with their password
	WithoutMove    bool // IMAP without MOVE (RFC 6851)
	WithoutUIDPlus bool // IMAP without UIDPLUS (RFC 4315)
	UIDValidity    uint32
	AuthServID     string      // if set, an Authentication-Results field with this id is put on top
	TLS            *tls.Config // if set, STARTTLS is offered
	DSN            bool        // SMTP offers delivery reports on request (RFC 3461)

	IMAP, SMTP net.Listener // nil: a free port of 127.0.0.1
}

// DSN is what a sender asked of delivery reports.
type DSN struct{ EnvelopeID, Return, Notify string }

// Failure is something that can go wrong with one delivery.
type Failure int

const (
	Greylist Failure = iota // 451 to RCPT
	Refuse                  // 550 to RCPT
	TooBig                  // 552 after the text
	Hang                    // no answer after the text, until the server is closed
	Cut                     // the connection ends after the text; the mail is lost
	CutAfter                // the mail is delivered, but the connection ends before the 250
)

// Server is the running world.
type Server struct {
	opts     Options
	imap     *imapserver.Server
	smtp     *smtp.Server
	imapAddr net.Addr
	smtpAddr net.Addr
	done     chan struct{}
	closing  sync.Once
	running  sync.WaitGroup

	mu        sync.Mutex
	accounts  map[string]*account // by folded address
	play      map[string][]Failure
	transfers int
	wanted    []DSN
}

type account struct {
	Account
	user      *imapmemserver.User
	delivered [][]byte
}

func (s *Server) note(d DSN) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.wanted = append(s.wanted, d)
}

// Wanted lists what senders asked of delivery reports, a recipient each.
func (s *Server) Wanted() []DSN {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.wanted)
}

// Start runs both servers until Close.
func Start(opts Options) (*Server, error) {
	if opts.Now == nil {
		opts.Now = time.Now
	}
	s := &Server{opts: opts, done: make(chan struct{}), accounts: map[string]*account{}, play: map[string][]Failure{}}
	mem := imapmemserver.New()
	for _, a := range opts.Accounts {
		user, err := newUser(a, opts.UIDValidity)
		if err != nil {
			return nil, err
		}
		mem.AddUser(user)
		s.accounts[mailio.FoldAddress(a.Address)] = &account{Account: a, user: user}
	}
	for _, l := range []*net.Listener{&s.opts.IMAP, &s.opts.SMTP} {
		if *l == nil {
			var err error
			if *l, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
				return nil, fmt.Errorf("localmail: %w", err)
			}
		}
	}
	s.imapAddr, s.smtpAddr = s.opts.IMAP.Addr(), s.opts.SMTP.Addr()
	s.imap = s.newIMAP(mem)
	s.smtp = s.newSMTP()
	imap, smtp := newGate(s.opts.IMAP), newGate(s.opts.SMTP)
	s.running.Go(func() { s.imap.Serve(imap) }) // both return when closed
	s.running.Go(func() { s.smtp.Serve(smtp) })
	<-imap.open
	<-smtp.open
	return s, nil
}

// gate is a listener that reports when its server first waits for a connection: a server that is closed before it
// serves races with itself.
type gate struct {
	net.Listener
	once sync.Once
	open chan struct{}
}

func newGate(l net.Listener) *gate { return &gate{Listener: l, open: make(chan struct{})} }

// Accept waits for a connection.
func (g *gate) Accept() (net.Conn, error) {
	g.once.Do(func() { close(g.open) })
	return g.Listener.Accept()
}

func newUser(a Account, validity uint32) (*imapmemserver.User, error) {
	user := imapmemserver.NewUser(a.Address, a.Password)
	// The memory server counts UIDVALIDITY up with each folder made.
	for i := uint32(1); i < validity; i++ {
		if err := errors.Join(user.Create("spare", nil), user.Delete("spare")); err != nil {
			return nil, fmt.Errorf("localmail: account %s: %w", a.Address, err)
		}
	}
	for _, folder := range append([]string{"INBOX"}, a.Folders...) {
		if err := user.Create(folder, nil); err != nil {
			return nil, fmt.Errorf("localmail: account %s, folder %s: %w", a.Address, folder, err)
		}
	}
	return user, nil
}

func (s *Server) newIMAP(mem *imapmemserver.Server) *imapserver.Server {
	caps := imap.CapSet{imap.CapIMAP4rev1: {}, imap.CapMove: {}, imap.CapUIDPlus: {}}
	if s.opts.WithoutMove {
		delete(caps, imap.CapMove)
	}
	if s.opts.WithoutUIDPlus {
		delete(caps, imap.CapUIDPlus)
	}
	return imapserver.New(&imapserver.Options{
		NewSession: func(*imapserver.Conn) (imapserver.Session, *imapserver.GreetingData, error) {
			return mem.NewSession(), nil, nil
		},
		Caps:         caps,
		TLSConfig:    s.opts.TLS,
		InsecureAuth: true,
		Logger:       log.New(io.Discard, "", 0),
	})
}

// IMAP returns the settings to read the account's mail.
func (s *Server) IMAP(address string) mailio.Server { return s.settings(s.imapAddr, address) }

// SMTP returns the settings to send as the account; an empty address means without a login.
func (s *Server) SMTP(address string) mailio.Server { return s.settings(s.smtpAddr, address) }

func (s *Server) settings(at net.Addr, address string) mailio.Server {
	set := mailio.Server{Host: "127.0.0.1", Port: 1, Security: mailio.Plain}
	if tcp, ok := at.(*net.TCPAddr); ok {
		set.Port = tcp.Port
	}
	if a := s.account(address); a != nil {
		set.Login = mailio.Login{User: a.Address, Password: a.Password}
	}
	return set
}

func (s *Server) account(address string) *account {
	base, _ := mailio.SplitPlus(mailio.FoldAddress(address))
	return s.accounts[base] // never written after Start
}

// Play lets the next deliveries to the recipient fail, one after the other; later ones succeed.
func (s *Server) Play(recipient string, failures ...Failure) {
	s.mu.Lock()
	defer s.mu.Unlock()
	key := mailio.FoldAddress(recipient)
	s.play[key] = append(s.play[key], failures...)
}

// Append lays a mail into a folder as if it had been received at that time, without OnAccept.
func (s *Server) Append(address, folder string, raw []byte, received time.Time) error {
	a := s.account(address)
	if a == nil {
		return fmt.Errorf("localmail: no account %s", address)
	}
	_, err := a.user.Append(folder, bytes.NewReader(raw), &imap.AppendOptions{Time: received})
	if err != nil {
		return fmt.Errorf("localmail: %s, folder %s: %w", address, folder, err)
	}
	return nil
}

// Load lays all .eml files of dir into the INBOX, in the order of their names, received when they
// were written.
func (s *Server) Load(address string, dir fs.FS) error {
	names, err := fs.Glob(dir, "*.eml")
	if err != nil {
		return err
	}
	slices.Sort(names)
	for _, name := range names {
		raw, err := fs.ReadFile(dir, name)
		if err != nil {
			return fmt.Errorf("localmail: %w", err)
		}
		info, err := fs.Stat(dir, name)
		if err != nil {
			return fmt.Errorf("localmail: %w", err)
		}
		if err := s.Append(address, "INBOX", raw, info.ModTime()); err != nil {
			return fmt.Errorf("%s: %w", path.Base(name), err)
		}
	}
	return nil
}

// Recreate gives a folder a new UIDVALIDITY and the given mails, as a provider does that
// restores a backup.
func (s *Server) Recreate(address, folder string, mails [][]byte) error {
	a := s.account(address)
	if a == nil {
		return fmt.Errorf("localmail: no account %s", address)
	}
	if err := errors.Join(a.user.Delete(folder), a.user.Create(folder, nil)); err != nil {
		return fmt.Errorf("localmail: %s, folder %s: %w", address, folder, err)
	}
	for _, raw := range mails {
		if err := s.Append(address, folder, raw, s.opts.Now()); err != nil {
			return err
		}
	}
	return nil
}

// Count returns the number of mails in a folder, 0 for an unknown folder.
func (s *Server) Count(address, folder string) int {
	a := s.account(address)
	if a == nil {
		return 0
	}
	status, err := a.user.Status(folder, &imap.StatusOptions{NumMessages: true})
	if err != nil || status.NumMessages == nil {
		return 0
	}
	return int(*status.NumMessages)
}

// Delivered are the mails that came by SMTP, as they were laid into the INBOX.
func (s *Server) Delivered(address string) [][]byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	a := s.account(address)
	if a == nil {
		return nil
	}
	return slices.Clone(a.delivered)
}

// Close ends both servers and all connections. A second Close does nothing.
func (s *Server) Close() error {
	s.closing.Do(func() { close(s.done) })
	err := errors.Join(s.imap.Close(), s.smtp.Close())
	s.running.Wait()
	if errors.Is(err, net.ErrClosed) || errors.Is(err, smtp.ErrServerClosed) {
		return nil // by an earlier Close
	}
	return err
}
