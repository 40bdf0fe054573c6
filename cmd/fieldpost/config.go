package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"fieldpost/adjudicator/exchange"
	"fieldpost/adjudicator/rules"
	"fieldpost/cmd/internal/config"
	"fieldpost/cmd/internal/server"
	"fieldpost/mailio"
	"fieldpost/mailio/inbox"
	"fieldpost/mailio/outbox"
)

type configCmd struct {
	Init  configInitCmd  `cmd:"" help:"Write a commented configuration."`
	Check configCheckCmd `cmd:"" help:"Open mailbox, mail server and store, and say what works."`
}

type configInitCmd struct {
	Config string `default:"fieldpost.yaml" help:"Where to write it." type:"path"`
}

// Run writes the example, never over a file that is there.
func (c *configInitCmd) Run(e *invocation) error {
	f, err := os.OpenFile(c.Config, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s is there already; delete it first, or name another file with --config", c.Config)
	} else if err != nil {
		return err
	}
	_, err = f.WriteString(config.Example)
	if err = errors.Join(err, f.Close()); err == nil {
		fmt.Fprintf(e.stderr,
			"%s is written; fill in address, mail.imap, mail.smtp and mail.password, then run fieldpost config check\n",
			c.Config)
	}
	return err
}

type configCheckCmd struct {
	Config string `default:"fieldpost.yaml" help:"The configuration." type:"path"`
	JSON   bool   `help:"Print JSON."`
}

// finding is what was found out about one part.
type finding struct {
	Part string `json:"part"`
	OK   bool   `json:"ok"`
	Says string `json:"says"`
}

// checkTime is how long a server may take.
const checkTime = 20 * time.Second

// Run tries every part, and goes on after one that fails.
func (c *configCheckCmd) Run(e *invocation) error {
	cfg, err := config.Read(c.Config)
	if err != nil {
		return err
	}
	found := []finding{{"config", true, c.Config + " can be read"}, checkStore(e.ctx, cfg)}
	in, out, err := servers(e.ctx, cfg)
	if err != nil {
		found = append(found, finding{"login", false, err.Error()})
	} else {
		found = append(found, checkIMAP(e.ctx, cfg, in), checkSMTP(e.ctx, cfg, out))
	}
	if cfg.TripleA.Revised != "" {
		found = append(found, checkTripleA(cfg.TripleA.Revised))
	}
	bad := false
	for _, f := range found {
		bad = bad || !f.OK
		if !c.JSON {
			fmt.Fprintf(e.stdout, "%-4s %-7s %s\n", map[bool]string{true: "ok", false: "FAIL"}[f.OK], f.Part, f.Says)
		}
	}
	if c.JSON {
		if err := e.json(found); err != nil {
			return err
		}
	}
	if bad {
		return errNo
	}
	return nil
}

// checkTripleA looks whether the operator's file of TripleA's map is one.
func checkTripleA(name string) finding {
	set, err := rules.New("revised", rules.Options{})
	if err != nil {
		return finding{"triplea", false, err.Error()}
	}
	xml, err := os.ReadFile(name)
	if err == nil {
		err = exchange.Check(xml, set.Board)
	}
	if err != nil {
		return finding{"triplea", false, fmt.Sprintf("%s: %v", name, err)}
	}
	return finding{"triplea", true, name + " is the map of Revised"}
}

func checkStore(ctx context.Context, c *config.Config) finding {
	if _, err := server.SocketOf(c.Socket, c.Store).Ask(ctx, server.Request{Do: "game.list"}); err == nil {
		return finding{"store", true, c.Store + " is open in the daemon that runs"}
	}
	s, err := openStore(c)
	if err != nil {
		return finding{"store", false, err.Error()}
	}
	defer s.Close()
	return finding{"store", true, c.Store + " can be opened"}
}

func checkIMAP(ctx context.Context, c *config.Config, s mailio.Server) finding {
	ctx, cancel := context.WithTimeout(ctx, checkTime)
	defer cancel()
	conn, err := inbox.Open(ctx, inbox.Config{Server: s})
	if err != nil {
		return finding{"imap", false, server.Explain(err, s)}
	}
	conn.Close()
	return finding{"imap", true, fmt.Sprintf("%s lets %s in", s.Address(), s.Login.User)}
}

func checkSMTP(ctx context.Context, c *config.Config, s mailio.Server) finding {
	ctx, cancel := context.WithTimeout(ctx, checkTime)
	defer cancel()
	conn, err := outbox.Sender{Server: s, Name: c.Domain}.Open(ctx)
	if err != nil {
		return finding{"smtp", false, server.Explain(err, s)}
	}
	conn.Close()
	return finding{"smtp", true, fmt.Sprintf("%s lets %s in", s.Address(), s.Login.User)}
}
