package server

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"

	"fieldpost/cmd/internal/admin"
	"fieldpost/cmd/internal/clocks"
	"fieldpost/cmd/internal/env"
	"fieldpost/cmd/internal/guard"
	"fieldpost/cmd/internal/people"
	"fieldpost/cmd/internal/queries"
	"fieldpost/cmd/internal/steps"
	"fieldpost/cmd/internal/vault"
	"fieldpost/store"
)

// Request is what a command of the same machine asks for: it runs it itself if no server runs, else through the
// server's socket.
type Request struct {
	Do   string          `json:"do"` // a key of operations
	Args json.RawMessage `json:"args,omitempty"`
}

// Answer is the answer to a request: its result, or the error as text.
type Answer struct {
	Error  string          `json:"error,omitempty"`
	Kind   string          `json:"kind,omitempty"` // of the error, if commands distinguish it
	Result json.RawMessage `json:"result,omitempty"`
}

// operation is one thing that commands can ask for. Those that only read run in a read transaction.
type operation struct {
	writes bool
	do     func(*env.Env, *store.Tx, json.RawMessage) (any, error)
}

// operations are all requests about games.
var operations = map[string]operation{
	"game.new":     {true, decodeArgs(admin.CreateGame)},
	"game.seat":    {true, decodeArgs(people.ChangeSeat)},
	"game.clock":   {true, decodeArgs(clocks.Change)},
	"game.door":    {true, decodeArgs(people.ChangeAdmission)},
	"game.set":     {true, decodeArgs(people.ChangeSettings)},
	"game.referee": {true, decodeArgs(steps.CarryOutRefereeLines)},
	"game.start":   {true, decodeArgs(admin.StartGame)},
	"game.import":  {true, decodeArgs(admin.ImportGame)},
	"game.rekey":   {true, decodeArgs(people.RekeyGame)},
	"keys.rekey":   {true, decodeArgs(people.RekeyPlayers)},
	"game.upgrade": {true, decodeArgs(guard.ApproveUpgrade)},
	"game.release": {true, decodeArgs(guard.Release)},
	"game.list":    {false, decodeArgs(admin.ListGames)},
	"game.show":    {false, decodeArgs(admin.ShowGame)},
	"game.data":    {false, decodeArgs(admin.ReadData)},
	"game.mails":   {false, decodeArgs(queries.ListMails)},
	// The first time this writes the salt of public names, a file next to the store.
	"game.results": {false, decodeArgs(queries.ListResults)},
	"game.forget":  {true, decodeArgs(people.ForgetPerson)},
}

// decodeArgs makes an operation of a function that gets its arguments as a value.
func decodeArgs[A any](do func(*env.Env, *store.Tx, A) (any, error)) func(*env.Env, *store.Tx,
	json.RawMessage) (any, error) {
	return func(e *env.Env, tx *store.Tx, args json.RawMessage) (any, error) {
		var a A
		if len(args) > 0 {
			if err := json.Unmarshal(args, &a); err != nil {
				return nil, fmt.Errorf("arguments: %w", err)
			}
		}
		return do(e, tx, a)
	}
}

// Control serves requests on a store.
type Control struct {
	Env   *env.Env
	Store *store.Store
	// Write runs a write transaction; nil means the store's own. The server sets its single writer.
	Write func(func(*store.Tx) error) error
}

// Serve answers a request. When the context ends before the work is done, nothing is written.
func (c Control) Serve(ctx context.Context, r Request) Answer {
	result, err := c.serve(ctx, r)
	if errors.Is(err, admin.ErrUnsigned) {
		return Answer{Error: err.Error(), Kind: admin.KindUnsigned}
	} else if err != nil {
		return Answer{Error: err.Error()}
	}
	b, err := json.Marshal(result)
	if err != nil {
		return Answer{Error: err.Error()}
	}
	return Answer{Result: b}
}

func (c Control) serve(ctx context.Context, r Request) (result any, err error) {
	switch r.Do {
	case "store.backup":
		return c.backup(ctx, r.Args)
	case "store.check":
		return c.check()
	}
	a, ok := operations[r.Do]
	if !ok {
		return nil, fmt.Errorf("the daemon does not know %q: it is of another version; restart it", r.Do)
	}
	run := c.Store.View
	if a.writes {
		if run = c.Store.Update; c.Write != nil {
			run = c.Write
		} else if err := vault.HashKeys(c.Env, run); err != nil {
			return nil, err
		}
	}
	err = run(func(tx *store.Tx) (err error) {
		if result, err = a.do(c.Env, tx, r.Args); err == nil {
			err = ctx.Err() // the caller is gone and would not learn of it
		}
		return err
	})
	if err == nil && a.writes {
		err = c.Store.View(func(tx *store.Tx) error { return vault.DropOldSecret(c.Env, tx) })
	}
	return result, err
}

// Backup are the arguments of store.backup.
type Backup struct {
	File  string `json:"file"`
	Force bool   `json:"force,omitempty"` // replace an existing file
}

// backup copies the store while it is in use.
func (c Control) backup(ctx context.Context, args json.RawMessage) (any, error) {
	var b Backup
	if err := json.Unmarshal(args, &b); err != nil {
		return nil, err
	}
	if err := c.Store.BackupFile(ctx, b.File, b.Force); errors.Is(err, fs.ErrExist) {
		return nil, fmt.Errorf("%s is there already; name another file, or write over it with --force", b.File)
	} else if err != nil {
		return nil, err
	}
	return map[string]string{"file": b.File}, nil
}

func (c Control) check() (any, error) {
	found, err := c.Store.Check()
	if found == nil {
		found = []string{}
	}
	return found, err
}
