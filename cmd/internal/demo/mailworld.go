package demo

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"fieldpost/mailio/localmail"
)

// The time zones of all participants.
const (
	officeAddress  = "orders@fieldpost.example"
	refereeAddress = "referee@fieldpost.example"
	password       = "demo" // of every account; the servers listen on loopback only
)

// mailWorld is the mail servers, with every mail on disk: DIR/mail/ADDRESS/NNNNNN.eml.
type mailWorld struct {
	*localmail.Server
	dir string

	mu    sync.Mutex
	count map[string]int // mails of each address
}

// openMailWorld starts the servers and fills the mailboxes with the mails on disk. Validity must rise with each start:
// the messages get new numbers.
func openMailWorld(dir string, addresses []string, validity int, now func() time.Time) (*mailWorld, error) {
	t := &mailWorld{dir: filepath.Join(dir, "mail"), count: map[string]int{}}
	var accounts []localmail.Account
	for _, a := range addresses {
		if err := os.MkdirAll(filepath.Join(t.dir, a), 0o700); err != nil {
			return nil, err
		}
		accounts = append(accounts, localmail.Account{Address: a, Password: password})
	}
	var err error
	t.Server, err = localmail.Start(localmail.Options{Accounts: accounts, OnAccept: t.storeMail, RequireLogin: true,
		UIDValidity: uint32(validity), Now: now})
	if err != nil {
		return nil, err
	}
	for _, a := range addresses {
		if err := t.load(a); err != nil {
			t.Close()
			return nil, err
		}
	}
	return t, nil
}

func (t *mailWorld) load(address string) error {
	folder := os.DirFS(filepath.Join(t.dir, address))
	names, err := filepath.Glob(filepath.Join(t.dir, address, "*.eml"))
	if err != nil {
		return err
	}
	t.count[address] = len(names)
	return t.Load(address, folder)
}

// storeMail writes a mail to disk before it is acknowledged.
func (t *mailWorld) storeMail(address string, raw []byte) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	n := t.count[address] + 1
	if err := writeFile(filepath.Join(t.dir, address, fmt.Sprintf("%06d.eml", n)), raw); err != nil {
		return err
	}
	t.count[address] = n
	return nil
}

// hasMailWith reports whether a mail with these words in it came to the address.
func (t *mailWorld) hasMailWith(address, words string) (bool, error) {
	names, err := filepath.Glob(filepath.Join(t.dir, address, "*.eml"))
	if err != nil {
		return false, err
	}
	for _, name := range names {
		raw, err := os.ReadFile(name)
		if err != nil {
			return false, err
		}
		if strings.Contains(string(raw), words) {
			return true, nil
		}
	}
	return false, nil
}

// writeFile puts a whole file in place, or nothing.
func writeFile(path string, data []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), ".new-*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	if _, err = f.Write(data); err == nil {
		err = f.Sync()
	}
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}
