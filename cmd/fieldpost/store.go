package main

import (
	"errors"
	"fmt"

	"fieldpost/cmd/internal/server"
	"fieldpost/store"
)

type backupCmd struct {
	storePlace
	overwrite
	File string `arg:"" help:"Where to write the copy." type:"path"`
	JSON bool   `help:"Print JSON."`
}

// Run copies the store, also while the daemon runs.
func (c *backupCmd) Run(e *invocation) error {
	var result map[string]string
	if err := c.request(e, "store.backup", server.Backup{File: c.File, Force: c.Force}, &result); err != nil {
		return err
	}
	if c.JSON {
		return e.json(result)
	}
	_, err := fmt.Fprintf(e.stdout,
		"%s is written and checked; the secrets folder is not in it: copy that too, to another place\n", c.File)
	return err
}

type storeCmd struct {
	Check   storeCheckCmd   `cmd:"" help:"Look for damage."`
	Compact storeCompactCmd `cmd:"" help:"Give free space back to the disk; the daemon must not run."`
}

type storeCheckCmd struct {
	storePlace
	JSON bool `help:"Print JSON."`
}

// Run checks the store, also while the daemon runs.
func (c *storeCheckCmd) Run(e *invocation) error {
	var found []string
	if err := c.request(e, "store.check", nil, &found); err != nil {
		return err
	}
	if c.JSON {
		if err := e.json(map[string]any{"ok": len(found) == 0, "found": found}); err != nil {
			return err
		}
	} else if len(found) == 0 {
		fmt.Fprintln(e.stdout, "the store is sound")
	} else {
		for _, f := range found {
			fmt.Fprintln(e.stdout, f)
		}
	}
	if len(found) > 0 {
		return errNo
	}
	return nil
}

type storeCompactCmd struct {
	storePlace
	JSON bool `help:"Print JSON."`
}

// Run rewrites the store without its free pages.
func (c *storeCompactCmd) Run(e *invocation) error {
	cfg, err := c.read()
	if err != nil {
		return err
	}
	_, err = server.SocketOf(cfg.Socket, cfg.Store).Ask(e.ctx, server.Request{Do: "game.list"})
	if !errors.Is(err, server.ErrNoDaemon) {
		return fmt.Errorf("the store %s is in use; stop the daemon first", cfg.Store)
	}
	before, after, err := store.Compact(cfg.Store, store.Options{})
	if errors.Is(err, store.ErrLocked) {
		return fmt.Errorf("the store %s is in use; stop the daemon first", cfg.Store)
	} else if err != nil {
		return err
	}
	if c.JSON {
		return e.json(map[string]int64{"before": before, "after": after})
	}
	_, err = fmt.Fprintf(e.stdout, "%d bytes before, %d after\n", before, after)
	return err
}
