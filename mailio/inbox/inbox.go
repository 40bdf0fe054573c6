// Package inbox reads a mailbox by IMAP so that nothing is lost and nothing is forgotten.
//
// Each mail is fetched, handed to the Keeper, which stores it durably together with the cursor,
// and only then moved out of the way. A crash between the two leaves one mail in its folder that
// is stored already; the next connection hands it over again, and the Keeper's ledger knows it.
// The flag \Seen means nothing here, because people read the same mailbox with their phones.
//
// Servers fall silent, drop connections and answer in ways the library cannot parse. Every exchange therefore has a
// time limit that closes the connection, and every error means: connect again and go on. IDLE is used where the server
// has it, but never relied upon; polling goes on all the same. Of a mail only its number, flags, date, size and bytes
// are asked for, because the server's own parse of it (ENVELOPE, BODYSTRUCTURE) is broken on several large hosts.
package inbox

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
	"github.com/emersion/go-sasl"

	"fieldpost/mailio"
)

// Cursor is how far a folder has been read.
type Cursor struct {
	UIDValidity uint32 // 0: nothing was ever read
	UID         uint32 // of the last mail kept
}

// Verdict says where a kept mail goes.
type Verdict int

const (
	Take   Verdict = iota // to the folder Processed
	Reject                // to the folder Rejected
	Leave                 // nowhere, as with spam that others receive
)

// Keeper is the durable side, usually the store.
type Keeper interface {
	// Cursor is asked at the beginning of each poll of a folder.
	Cursor(account, folder string) (Cursor, error)
	// Keep stores the mail and the cursor (its folder, UIDValidity and UID) in one transaction.
	// It is called again for a mail that it has, after a crash or when the server has
	// renumbered its mails, and must know it by its digest. After an error the mail is handed
	// over again at the next poll. A mail that the server cannot give comes with Unreadable set,
	// so that one broken mail does not hold up those behind it.
	Keep(mailio.Raw) (Verdict, error)
}

// Folder is one to be read. An empty Processed or Rejected leaves such mails where they are.
type Folder struct {
	Name                string
	Processed, Rejected string
}

// Config says what to read and how.
type Config struct {
	Account string // name in Raw; empty means the login's user
	Server  mailio.Server
	Folders []Folder      // the first is the one that IDLE watches; empty means INBOX, left as it is
	MaxSize int64         // bytes; larger mails are kept with their beginning only; 0 means 5 MiB
	Poll    time.Duration // longest time between two polls; 0 means two minutes
	Timeout time.Duration // of each exchange; 0 means a minute
}

// headSize is how much of an oversized mail is fetched: its header and a little more.
const headSize = 64 << 10

func (c Config) withDefaults() Config {
	if c.Account == "" {
		c.Account = c.Server.Login.User
	}
	if len(c.Folders) == 0 {
		c.Folders = []Folder{{Name: "INBOX"}}
	}
	if c.MaxSize <= 0 {
		c.MaxSize = 5 << 20
	}
	if c.Poll <= 0 {
		c.Poll = 2 * time.Minute
	}
	if c.Timeout <= 0 {
		c.Timeout = time.Minute
	}
	return c
}

// mailPlace is where a mail lies.
type mailPlace struct {
	folder string
	at     Cursor
}

// Conn is a connection that is logged in. It is for one goroutine.
type Conn struct {
	config Config
	client *imapclient.Client
	bare   net.Conn          // closed to end an exchange: unlike the client's Close it does not wait
	news   chan struct{}     // holds one token when the server announced a change
	again  map[string]Cursor // the cursor's own mail was looked for on this connection
	lost   map[mailPlace]int // connections lost over a mail
	caps   imap.CapSet       // as of the login; asking again may cost an exchange
}

// Open connects, logs in and makes the folders to move to. A refused login is a
// *mailio.LoginError.
func Open(ctx context.Context, config Config) (*Conn, error) {
	return open(ctx, config.withDefaults(), map[mailPlace]int{})
}

func open(ctx context.Context, config Config, lost map[mailPlace]int) (*Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, config.Timeout)
	defer cancel()
	bare, err := config.Server.Connect(ctx)
	if err != nil {
		return nil, fmt.Errorf("imap %s: %w", config.Server.Address(), err)
	}
	stop := context.AfterFunc(ctx, func() { bare.Close() })
	defer stop()
	c := &Conn{config: config, bare: bare, news: make(chan struct{}, 1), again: map[string]Cursor{}, lost: lost}
	if err := c.start(ctx, bare); err != nil {
		bare.Close()
		return nil, fmt.Errorf("imap %s: %w", config.Server.Address(), withCause(ctx, err))
	}
	if err := c.login(ctx); err != nil {
		c.client.Close()
		return nil, err
	}
	if err := c.makeFolders(); err != nil {
		c.client.Close()
		return nil, fmt.Errorf("imap %s: %w", config.Server.Address(), withCause(ctx, err))
	}
	return c, nil
}

func (c *Conn) start(ctx context.Context, bare net.Conn) error {
	options := &imapclient.Options{
		TLSConfig: c.config.Server.TLSConfig(),
		UnilateralDataHandler: &imapclient.UnilateralDataHandler{
			// Runs on the reader's goroutine: it must not block or call the client.
			Mailbox: func(data *imapclient.UnilateralDataMailbox) {
				if data.NumMessages != nil {
					select {
					case c.news <- struct{}{}:
					default:
					}
				}
			},
		},
	}
	switch c.config.Server.Security {
	case mailio.StartTLS:
		client, err := imapclient.NewStartTLS(bare, options)
		if err != nil {
			return err
		}
		c.client = client
		return nil
	case mailio.TLS:
		secure := tls.Client(bare, options.TLSConfig)
		if err := secure.HandshakeContext(ctx); err != nil {
			return err
		}
		c.client = imapclient.New(secure, options)
	default:
		c.client = imapclient.New(bare, options)
	}
	return c.client.WaitGreeting()
}

func (c *Conn) login(ctx context.Context) error {
	server := c.config.Server
	var err error
	if server.Login.Token != nil {
		var token string
		if token, err = server.Login.Token(ctx); err != nil {
			return fmt.Errorf("imap %s: access token of %s: %w", server.Address(), server.Login.User, err)
		}
		err = c.client.Authenticate(&xoauth2{server.Login.User, token})
	} else {
		err = c.client.Login(server.Login.User, server.Login.Password).Wait()
	}
	if err == nil {
		c.caps = c.client.Caps()
		return nil
	}
	var refused *tokenRefused
	var answer *imap.Error
	if errors.As(err, &refused) || errors.As(err, &answer) && answer.Type == imap.StatusResponseTypeNo &&
		answer.Code != imap.ResponseCodeUnavailable {
		return &mailio.LoginError{Server: server.Address(), User: server.Login.User, Err: err}
	}
	return fmt.Errorf("imap %s: %w", server.Address(), withCause(ctx, err))
}

// xoauth2 is the login with an access token that Google and Microsoft use.
type xoauth2 struct{ user, token string }

var _ sasl.Client = (*xoauth2)(nil)

func (x *xoauth2) Start() (string, []byte, error) {
	return "XOAUTH2", []byte("user=" + x.user + "\x01auth=Bearer " + x.token + "\x01\x01"), nil
}

// Next is only called when the token was refused; the challenge says why, in JSON. The server now waits for an empty
// line, which the library cannot send: it writes "=" for it. The connection is unusable anyway.
func (x *xoauth2) Next(challenge []byte) ([]byte, error) {
	return nil, &tokenRefused{string(challenge)}
}

// tokenRefused is the server's no to an access token.
type tokenRefused struct{ why string }

func (t *tokenRefused) Error() string { return fmt.Sprintf("access token refused: %.200q", t.why) }

// makeFolders creates the folders to move to; most exist already.
func (c *Conn) makeFolders() error {
	done := map[string]bool{"": true}
	for _, f := range c.config.Folders {
		for _, name := range []string{f.Processed, f.Rejected} {
			if done[name] {
				continue
			}
			done[name] = true
			if _, err := c.client.Status(name, &imap.StatusOptions{UIDValidity: true}).Wait(); err == nil {
				continue
			}
			err := c.client.Create(name, nil).Wait()
			var answer *imap.Error
			if err != nil && !(errors.As(err, &answer) && answer.Code == imap.ResponseCodeAlreadyExists) {
				return fmt.Errorf("folder %q can neither be opened nor made: %w", name, err)
			}
		}
	}
	return nil
}

// Close says goodbye if the server answers within five seconds, and closes the connection.
func (c *Conn) Close() error {
	timer := time.AfterFunc(5*time.Second, func() { c.bare.Close() })
	defer timer.Stop()
	c.client.Logout().Wait() // whatever it answers
	c.client.Close()         // already closed is as well
	return nil
}

// exchange runs f under the time limit, which closes the connection: the library has no other
// way to end a command that the server does not answer.
func (c *Conn) exchange(ctx context.Context, what string, f func() error) error {
	ctx, cancel := context.WithTimeout(ctx, c.config.Timeout)
	defer cancel()
	stop := context.AfterFunc(ctx, func() { c.bare.Close() })
	defer stop()
	if err := f(); err != nil {
		return fmt.Errorf("imap %s: %s: %w", c.config.Server.Address(), what, withCause(ctx, err))
	}
	return nil
}

func withCause(ctx context.Context, err error) error {
	if ctx.Err() != nil && !errors.Is(err, ctx.Err()) {
		return fmt.Errorf("%w (%w)", ctx.Err(), err)
	}
	return err
}
