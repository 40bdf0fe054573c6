package main

import (
	"context"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"time"

	"fieldpost/cmd/internal/config"
	"fieldpost/cmd/internal/drand"
	"fieldpost/cmd/internal/env"
	"fieldpost/cmd/internal/sdnotify"
	"fieldpost/cmd/internal/server"
	"fieldpost/cmd/internal/web"
	"fieldpost/mailio"
	"fieldpost/mailio/inbox"
	"fieldpost/mailio/outbox"
	"fieldpost/mailio/sender"
	"fieldpost/store"
)

type serveCmd struct {
	Config string `default:"fieldpost.yaml" help:"The configuration." type:"path"`
	HTTP   string `name:"http" placeholder:"ADDR" help:"Show pages for the referee's browser there, with health and metrics: 127.0.0.1:8080. Default: the setting http."`
}

// Run runs the daemon until SIGTERM or Ctrl-C.
func (c *serveCmd) Run(e *invocation) error {
	cfg, err := config.Read(c.Config)
	if err != nil {
		return err
	}
	if c.HTTP != "" {
		cfg.HTTP = c.HTTP
		if bad := cfg.CheckHTTP(); bad != nil {
			return usage("--http: " + bad.Error())
		}
	}
	log := newLog(cfg.Log, e.stderr)
	in, out, err := servers(e.ctx, cfg)
	if err != nil {
		return err
	}
	if err := firstLogin(e.ctx, cfg, in, out, log); err != nil {
		return err
	}
	d, err := newDaemon(cfg, in, out, log)
	if err != nil {
		return err
	}
	defer d.Store.Close()
	if d.Socket, err = server.SocketOf(cfg.Socket, cfg.Store).Listen(); err != nil {
		return fmt.Errorf("control socket: %w", err)
	}
	ctx, stop := context.WithCancel(e.ctx)
	defer stop()
	var shown <-chan struct{}
	if cfg.ServesHTTP() {
		if _, shown, err = web.Show(ctx, cfg.HTTP, d, cfg.HTTPHosts); err != nil {
			return fmt.Errorf("pages: %w; choose another address for http, or off", err)
		}
	}
	watch(e.ctx, d)
	d.Env.Log.Info("fieldpost serves", "version", version(), "address", d.Env.Self.Address.Addr, "store",
		cfg.Store)
	err = d.Run(ctx)
	stop()
	if shown != nil {
		<-shown
	}
	d.Env.Log.Info("fieldpost has stopped")
	return err
}

// watch tells systemd when the daemon is ready, that its main loop makes progress, and that it stops.
func watch(ctx context.Context, d *server.Server) {
	tell := func(state string) {
		if err := sdnotify.Send(state); err != nil {
			d.Env.Log.Warn("systemd is not told", "error", err)
		}
	}
	d.AliveTime = sdnotify.WatchdogTime() / 3
	ready, last := false, time.Time{}
	d.Alive = func() {
		switch now := time.Now(); {
		case !ready:
			ready, last = true, now
			tell(sdnotify.Ready)
		case d.AliveTime > 0 && now.Sub(last) >= d.AliveTime/2:
			last = now
			tell(sdnotify.Watchdog)
		}
	}
	context.AfterFunc(ctx, func() { tell(sdnotify.Stopping) })
}

func newLog(c config.Log, w io.Writer) *slog.Logger {
	var level slog.Level
	level.UnmarshalText([]byte(c.Level)) // the config was checked
	o := &slog.HandlerOptions{Level: level}
	if c.Format == "json" {
		return slog.New(slog.NewJSONHandler(w, o))
	}
	return slog.New(slog.NewTextHandler(w, o))
}

// firstTime is how long the servers may take to answer the first login. One that is away is waited for while the daemon
// runs.
const firstTime = 10 * time.Second

// firstLogin logs in to both servers before anything is done. It returns an error if one of them refuses: nothing would
// get better by trying, and many providers lock an account that fails too often. A server that cannot be reached is no
// error.
func firstLogin(ctx context.Context, c *config.Config, in, out mailio.Server, log *slog.Logger) error {
	ctx, cancel := context.WithTimeout(ctx, firstTime)
	defer cancel()
	login := func(s mailio.Server, open func() (io.Closer, error)) error {
		conn, err := open()
		if err == nil {
			conn.Close()
			return nil
		}
		if _, refused := errors.AsType[*mailio.LoginError](err); refused {
			return fmt.Errorf("the daemon does not start: %s; fieldpost config check tries it again",
				server.Explain(err, s))
		}
		if ctx.Err() == nil || errors.Is(ctx.Err(), context.DeadlineExceeded) {
			log.Warn("mail server cannot be reached yet", "error", server.Explain(err, s))
		}
		return nil
	}
	smtp := make(chan error, 1)
	go func() {
		smtp <- login(out, func() (io.Closer, error) { return outbox.Sender{Server: out, Name: c.Domain}.Open(ctx) })
	}()
	imap := login(in, func() (io.Closer, error) { return inbox.Open(ctx, inbox.Config{Server: in}) })
	return errors.Join(imap, <-smtp)
}

// newDaemon puts a daemon together from its settings.
func newDaemon(c *config.Config, in, out mailio.Server, log *slog.Logger) (*server.Server, error) {
	s, err := openStore(c)
	if err != nil {
		return nil, err
	}
	var folders []inbox.Folder
	for _, name := range c.Mail.Folders.Read {
		folders = append(folders, inbox.Folder{Name: name, Processed: c.Mail.Folders.Processed,
			Rejected: c.Mail.Folders.Rejected})
	}
	var beacons server.Beacons
	if len(c.Drand) > 0 {
		beacons = drand.Relays{Network: drand.Quicknet(), URLs: c.Drand}
	}
	var dkim sender.Resolver
	if c.Mail.DKIM {
		dkim = net.DefaultResolver
	}
	return &server.Server{Store: s, Env: newEnv(c, s, log), Outbox: outbox.Sender{Server: out, Name: c.Domain},
		Sent: c.Mail.Folders.Sent, Beacons: beacons, Keep: time.Duration(c.Mail.Keep), DKIM: dkim,
		Inbox: inbox.Config{Account: c.Mail.User, Server: in, Folders: folders, MaxSize: c.Limits.MailSize,
			Poll: time.Duration(c.Mail.Poll)}}, nil
}

func newEnv(c *config.Config, s *store.Store, log *slog.Logger) *env.Env {
	from := c.From()
	instance := c.Instance
	if instance == "" {
		instance = s.Info().Instance
	}
	return &env.Env{
		Secrets: env.Secrets{Dir: c.Secrets}, NewGames: env.NewGames(c.NewGames), Language: c.Language,
		Outage: max(time.Duration(c.Mail.Outage), 3*time.Duration(c.Mail.Poll)), Now: time.Now, Random: rand.Reader,
		Log: log, Version: "fieldpost " + version(), Words: c.OwnWords(), TripleA: c.TripleA.Revised,
		Limits: env.Limits{RepliesPerPlayer: c.Limits.RepliesPerPlayer, RepliesPerSender: c.Limits.RepliesPerSender,
			RepliesInAll:       c.Limits.RepliesInAll,
			RepliesToStrangers: c.Limits.RepliesToStrangers, OrdersPerTurn: c.Limits.OrdersPerTurn,
			MailSize: c.Limits.MailSize, Gather: env.DefaultLimits().Gather},
		Self: env.Self{Address: mailio.Address{Name: from.Name, Addr: from.Address}, Domain: c.Domain,
			Instance: instance, Referee: c.Referee, Others: c.Own, Checkers: c.Mail.AuthIDs, VERP: c.Mail.VERP},
	}
}

// openStore opens the store of a config, with its folder.
func openStore(c *config.Config) (*store.Store, error) {
	if err := os.MkdirAll(filepath.Dir(c.Store), 0o700); err != nil {
		return nil, err
	}
	s, err := store.Open(c.Store, store.Options{})
	if errors.Is(err, store.ErrLocked) {
		return nil, fmt.Errorf("the store %s is in use: another fieldpost runs on it; stop that one first", c.Store)
	}
	return s, err
}

// servers are the two mail servers with their logins.
func servers(ctx context.Context, c *config.Config) (in, out mailio.Server, err error) {
	login := mailio.Login{User: c.Mail.User}
	if token := c.Mail.Token; token.Given() {
		login.Token = func(ctx context.Context) (string, error) {
			s, err := token.Read(ctx)
			return s.Reveal(), err
		}
	} else {
		s, err := c.Mail.Pass.Read(ctx)
		if err != nil {
			return in, out, fmt.Errorf("password of the mail account: %w", err)
		}
		login.Password = s.Reveal()
	}
	if in, err = mailServer(c.Mail.IMAP, login); err != nil {
		return in, out, err
	}
	out, err = mailServer(c.Mail.SMTP, login)
	return in, out, err
}

func mailServer(s config.Server, login mailio.Login) (mailio.Server, error) {
	if s.User != "" {
		login.User = s.User
	}
	out := mailio.Server{Host: s.Host, Port: s.Port, Login: login,
		Security: map[string]mailio.Security{"tls": mailio.TLS, "starttls": mailio.StartTLS,
			"none": mailio.Plain}[s.Security]}
	if s.CAFile == "" {
		return out, nil
	}
	pem, err := os.ReadFile(s.CAFile)
	if err != nil {
		return out, err
	}
	roots := x509.NewCertPool()
	if !roots.AppendCertsFromPEM(pem) {
		return out, fmt.Errorf("%s holds no certificate in PEM form", s.CAFile)
	}
	out.TLS = &tls.Config{RootCAs: roots}
	return out, nil
}
