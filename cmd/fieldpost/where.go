package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"

	"fieldpost/cmd/internal/admin"
	"fieldpost/cmd/internal/config"
	"fieldpost/cmd/internal/server"
)

// storePlace says which store a command works on.
type storePlace struct {
	Config string `help:"The configuration; default fieldpost.yaml here, else that of the demo here." type:"path"`
}

// configNames are where a config is looked for that no flag names.
var configNames = []string{"fieldpost.yaml", filepath.Join("fieldpost-demo", "fieldpost.yaml")}

func (w storePlace) read() (*config.Config, error) {
	if w.Config != "" {
		return config.Read(w.Config)
	}
	for _, name := range configNames {
		if _, err := os.Stat(name); err == nil {
			return config.Read(name)
		}
	}
	return nil,
		errors.New("there is no fieldpost.yaml here; name one with --config, or make one with fieldpost config init, or run fieldpost demo")
}

// request has an act done: by the daemon if one runs, else on the store itself.
func (w storePlace) request(e *invocation, do string, args, result any) error {
	c, err := w.read()
	if err != nil {
		return err
	}
	b, err := json.Marshal(args)
	if err != nil {
		return err
	}
	r := server.Request{Do: do, Args: b}
	a, err := server.SocketOf(c.Socket, c.Store).Ask(e.ctx, r)
	if errors.Is(err, server.ErrNoDaemon) {
		a, err = w.requestOffline(e, c, r)
	}
	switch {
	case err != nil:
		return err
	case a.Kind == admin.KindUnsigned:
		fmt.Fprintln(e.stderr, "fieldpost:", a.Error)
		return errUnsigned
	case a.Error != "":
		return errors.New(a.Error)
	case result == nil:
		return nil
	}
	return json.Unmarshal(a.Result, result)
}

// requestOffline does an act without a daemon. A store that is not there is not made for a question.
func (w storePlace) requestOffline(e *invocation, c *config.Config, r server.Request) (server.Answer, error) {
	if _, err := os.Stat(c.Store); err != nil && r.Do != "game.new" && r.Do != "game.import" {
		return server.Answer{}, fmt.Errorf("there is no store %s yet; fieldpost game new or fieldpost serve makes one",
			c.Store)
	}
	s, err := openStore(c)
	if err != nil {
		return server.Answer{}, err
	}
	defer s.Close()
	log := slog.New(slog.NewTextHandler(e.stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
	return server.Control{Env: newEnv(c, s, log), Store: s}.Serve(e.ctx, r), nil
}
