// Package config reads the operator's settings: a YAML file, checked whole, and the secrets it points to. Errors name
// file, line and column and how to mend them; no error and no log ever shows a secret, because the file holds none: it
// names environment variables, files or commands.
package config

import (
	"net/mail"
	"path/filepath"
	"strings"
	"time"

	"fieldpost/orders/reading"
)

// Config is what config.example.yaml explains, with the defaults filled in and paths made absolute.
type Config struct {
	Store    string `yaml:"store"`
	Secrets  string `yaml:"secrets"`
	Socket   string `yaml:"socket"` // empty: the default next to the store
	Address  string `yaml:"address"`
	Domain   string `yaml:"domain"`
	Instance string `yaml:"instance"`
	Referee  string `yaml:"referee"`
	NewGames string `yaml:"new_games"` // nobody, known, anybody
	Language string `yaml:"language"`
	Mail     Mail   `yaml:"mail"`
	Limits   Limits `yaml:"limits"`
	Log      Log    `yaml:"log"`
	HTTP     string `yaml:"http"`
	// Drand are relays that are asked for the beacon of tier 2; without any it comes by mail only.
	Drand []string `yaml:"drand"`

	// HTTPOpen lets HTTP be an address that other machines reach; HTTPHosts are names under which browsers may ask.
	HTTPOpen  bool     `yaml:"http_open_to_network"`
	HTTPHosts []string `yaml:"http_hosts"`

	Own []string `yaml:"own_addresses"`
	// Words are the club's own: what they stand for.
	Words map[string]string `yaml:"words"`
	// TripleA is what is passed on for that program.
	TripleA TripleA `yaml:"triplea"`
}

// TripleA names the files of its maps that players are sent with a position.
type TripleA struct {
	Revised string `yaml:"revised"`
}

// OwnWords returns the words of the club as the reader of orders needs them.
func (c *Config) OwnWords() reading.Own {
	own, err := reading.NewOwn(c.Words)
	if err != nil {
		panic("config: " + err.Error()) // a Config is checked when it is read
	}
	return own
}

// Mail is the mail account the daemon lives in.
type Mail struct {
	IMAP    Server   `yaml:"imap"`
	SMTP    Server   `yaml:"smtp"`
	User    string   `yaml:"user"`
	Pass    Source   `yaml:"password"`
	Token   Source   `yaml:"oauth2_token"`
	Folders Folders  `yaml:"folders"`
	Poll    Duration `yaml:"poll"`
	AuthIDs []string `yaml:"authserv_ids"`
	Outage  Duration `yaml:"outage"`
	VERP    bool     `yaml:"return_paths"`
	DKIM    bool     `yaml:"check_dkim"`
	Keep    Duration `yaml:"keep"`
}

// Server is one of the two servers.
type Server struct {
	Host     string `yaml:"host"`
	Port     int    `yaml:"port"`
	Security string `yaml:"security"` // tls, starttls, none
	CAFile   string `yaml:"ca_file"`
	User     string `yaml:"user"` // if it differs from the account's
}

// Folders are where mails are read and where they go.
type Folders struct {
	Read      []string `yaml:"read"`
	Processed string   `yaml:"processed"`
	Rejected  string   `yaml:"rejected"`
	Sent      string   `yaml:"sent"` // looked at when the daemon starts; empty: none
}

// Source is where a secret comes from: exactly one of the three.
type Source struct {
	Env     string   `yaml:"env"`
	File    string   `yaml:"file"`
	Command []string `yaml:"command"`
}

// Limits bound what strangers and broken programs can make the daemon do.
type Limits struct {
	RepliesPerPlayer   int   `yaml:"replies_per_player"`
	RepliesPerSender   int   `yaml:"replies_per_sender"`
	RepliesInAll       int   `yaml:"replies_in_all"`
	RepliesToStrangers int   `yaml:"replies_to_strangers"`
	OrdersPerTurn      int   `yaml:"orders_per_turn"`
	MailSize           int64 `yaml:"mail_size"`
}

// Log is how much is logged, and in which form.
type Log struct {
	Level  string `yaml:"level"`  // debug, info, warn, error
	Format string `yaml:"format"` // text, json
}

// Default returns the configuration in which only what cannot be guessed is missing.
func Default() Config {
	return Config{
		Store: "fieldpost.db", Secrets: "secrets", NewGames: "known", Language: "en", HTTP: httpOff,
		Mail: Mail{
			IMAP:    Server{Port: 993, Security: "tls"},
			SMTP:    Server{Port: 465, Security: "tls"},
			Folders: Folders{Read: []string{"INBOX"}, Processed: "Processed"},
			Poll:    Duration(2 * time.Minute),
			Outage:  Duration(30 * time.Minute),
			Keep:    Duration(365 * 24 * time.Hour),
			VERP:    true,
		},
		Limits: Limits{RepliesPerPlayer: 60, RepliesPerSender: 40, RepliesInAll: 400, RepliesToStrangers: 60,
			OrdersPerTurn: 50, MailSize: 5 << 20}, Log: Log{Level: "info", Format: "text"},
	}
}

// Where a service that the system starts has its configuration, and its control socket: in a folder that the unit
// makes.
const (
	serviceDir    = "/etc/fieldpost"
	serviceSocket = "/run/fieldpost/control.sock"
)

// resolve makes paths absolute, from the folder of the config file, and fills in what follows from the rest.
func (c *Config) resolve(dir string) {
	for _, p := range []*string{&c.Store, &c.Secrets, &c.Socket, &c.Mail.Pass.File, &c.Mail.Token.File,
		&c.Mail.IMAP.CAFile, &c.Mail.SMTP.CAFile, &c.TripleA.Revised} {
		if *p != "" && !filepath.IsAbs(*p) {
			*p = filepath.Join(dir, *p)
		}
	}
	if c.Socket == "" && dir == serviceDir {
		c.Socket = serviceSocket
	}
	if c.Mail.User == "" {
		c.Mail.User = c.From().Address
	}
	if c.Domain == "" {
		if _, domain, ok := strings.Cut(c.From().Address, "@"); ok {
			c.Domain = domain
		}
	}
}

// From is the own address with its name.
func (c *Config) From() mail.Address {
	a, err := mail.ParseAddress(c.Address)
	if err != nil {
		return mail.Address{Address: c.Address}
	}
	if a.Name == "" {
		a.Name = "fieldpost"
	}
	return *a
}
