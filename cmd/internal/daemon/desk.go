package daemon

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"

	"fieldpost/store"
)

// Request is what a command asks of an office: by its own hands when no daemon runs, else through the daemon's socket.
type Request struct {
	Do   string          `json:"do"` // a word of Acts
	Args json.RawMessage `json:"args,omitempty"`
}

// Answer is what came of a request: a result, or the error in words.
type Answer struct {
	Error  string          `json:"error,omitempty"`
	Kind   string          `json:"kind,omitempty"` // of the error, where commands make a difference
	Result json.RawMessage `json:"result,omitempty"`
}

// act is one thing that commands can ask for. Those that only read run in a reading transaction.
type act struct {
	writes bool
	do     func(*Office, *store.Tx, json.RawMessage) (any, error)
}

// acts are all requests about games.
var acts = map[string]act{
	"game.new":     {true, with((*Office).actNew)},
	"game.seat":    {true, with((*Office).actSeat)},
	"game.clock":   {true, with((*Office).actClock)},
	"game.door":    {true, with((*Office).actDoor)},
	"game.set":     {true, with((*Office).actSet)},
	"game.referee": {true, with((*Office).actReferee)},
	"game.start":   {true, with((*Office).actStart)},
	"game.import":  {true, with((*Office).actImport)},
	"game.rekey":   {true, with((*Office).actRekey)},
	"keys.rekey":   {true, with((*Office).actRekeyKeys)},
	"game.upgrade": {true, with((*Office).actUpgrade)},
	"game.release": {true, with((*Office).actRelease)},
	"game.list":    {false, with((*Office).actList)},
	"game.show":    {false, with((*Office).actShow)},
	"game.data":    {false, with((*Office).actData)},
	"game.mails":   {false, with((*Office).actMails)},
	// Results write the salt of public names the first time, which lies beside the store.
	"game.results": {false, with((*Office).actResults)},
	"game.forget":  {true, with((*Office).actForget)},
}

// with gives an act its arguments as a value.
func with[A any](do func(*Office, *store.Tx, A) (any, error)) func(*Office, *store.Tx, json.RawMessage) (any, error) {
	return func(o *Office, tx *store.Tx, args json.RawMessage) (any, error) {
		var a A
		if len(args) > 0 {
			if err := json.Unmarshal(args, &a); err != nil {
				return nil, fmt.Errorf("arguments: %w", err)
			}
		}
		return do(o, tx, a)
	}
}

// Desk is where commands are served: an office with its store.
type Desk struct {
	Office *Office
	Store  *store.Store
	// Write runs a writing transaction; nil means the store's own. The daemon puts its single writer here.
	Write func(func(*store.Tx) error) error
}

// Serve answers a request. When the context ends before the work is done, nothing is written.
func (d Desk) Serve(ctx context.Context, r Request) Answer {
	result, err := d.serve(ctx, r)
	if errors.Is(err, errUnsigned) {
		return Answer{Error: err.Error(), Kind: KindUnsigned}
	} else if err != nil {
		return Answer{Error: err.Error()}
	}
	b, err := json.Marshal(result)
	if err != nil {
		return Answer{Error: err.Error()}
	}
	return Answer{Result: b}
}

func (d Desk) serve(ctx context.Context, r Request) (result any, err error) {
	switch r.Do {
	case "store.backup":
		return d.backup(ctx, r.Args)
	case "store.check":
		return d.check()
	}
	a, ok := acts[r.Do]
	if !ok {
		return nil, fmt.Errorf("the daemon does not know %q: it is of another version; restart it", r.Do)
	}
	run := d.Store.View
	if a.writes {
		if run = d.Store.Update; d.Write != nil {
			run = d.Write
		} else if err := d.Office.HashKeys(run); err != nil {
			return nil, err
		}
	}
	err = run(func(tx *store.Tx) (err error) {
		if result, err = a.do(d.Office, tx, r.Args); err == nil {
			err = ctx.Err() // nobody is there any more to learn of it
		}
		return err
	})
	if err == nil && a.writes {
		err = d.Store.View(func(tx *store.Tx) error { return d.Office.tidyKeys(tx) })
	}
	return result, err
}

// Backup asks for a copy of the store.
type Backup struct {
	File  string `json:"file"`
	Force bool   `json:"force,omitempty"` // over a file that is there
}

// backup copies the store while it is in use.
func (d Desk) backup(ctx context.Context, args json.RawMessage) (any, error) {
	var b Backup
	if err := json.Unmarshal(args, &b); err != nil {
		return nil, err
	}
	if err := d.Store.BackupFile(ctx, b.File, b.Force); errors.Is(err, fs.ErrExist) {
		return nil, fmt.Errorf("%s is there already; name another file, or write over it with --force", b.File)
	} else if err != nil {
		return nil, err
	}
	return map[string]string{"file": b.File}, nil
}

func (d Desk) check() (any, error) {
	found, err := d.Store.Check()
	if found == nil {
		found = []string{}
	}
	return found, err
}
