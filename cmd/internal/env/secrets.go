package env

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/history"
	"fieldpost/cmd/internal/keys"
)

// Secrets is the folder of the secrets, files of mode 0600. One, keys, is the installation's: the keys of seats and the
// tags of mails are computed from it. Each game has two: NAME.master holds the master secret of the dice (NAME.master.2
// the one that has replaced it, and so on), NAME.signer the key that signs checkpoints and receipts. They are outside
// the store, so that a copy of the store reveals no coming dice.
type Secrets struct{ Dir string }

// Signer reads the signing key of a game.
func (s Secrets) Signer(game string) (string, error) {
	b, err := os.ReadFile(s.Path(game, "signer"))
	if err != nil {
		return "", fmt.Errorf("signing key of game %s: %w", game, err)
	}
	return strings.TrimSpace(string(b)), nil
}

// Master reads the first master secret of a game.
func (s Secrets) Master(game string) (dice.Master, error) { return s.readMaster(game, 1) }

// Masters reads the first n master secrets of a game, the oldest first. Each has replaced the one before it.
func (s Secrets) Masters(game string, n int) ([]dice.Master, error) {
	var out []dice.Master
	for i := range n {
		m, err := s.readMaster(game, i+1)
		if err != nil {
			return nil, err
		}
		out = append(out, m)
	}
	return out, nil
}

// MasterPath returns the file of a game's n-th master secret, counted from 1.
func (s Secrets) MasterPath(game string, n int) string {
	if n == 1 {
		return s.Path(game, "master")
	}
	return s.Path(game, "master."+strconv.Itoa(n))
}

// Keys reads the secret for keys and tags (file keys) that has an id.
func (s Secrets) Keys(id string) (keys.Secret, error) {
	for _, name := range []string{"keys", oldKeysFile} {
		k, err := s.readKeys(name)
		if err == nil && k.ID() == id {
			return k, nil
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return k, err
		}
	}
	return keys.Secret{}, fmt.Errorf("%s is missing, or is not the secret that the keys of this store come "+
		"from: restore the file from your backup", filepath.Join(s.Dir, "keys"))
}

// oldKeysFile is the file of the secret that was replaced last. It exists until the store uses the new one.
const oldKeysFile = "keys.old"

func (s Secrets) readKeys(name string) (keys.Secret, error) {
	path := filepath.Join(s.Dir, name)
	b, err := os.ReadFile(path)
	if err != nil {
		return keys.Secret{}, err
	}
	k, err := keys.ParseSecret(strings.TrimSpace(string(b)))
	if err != nil {
		err = fmt.Errorf("%s: %w", path, err)
	}
	return k, err
}

// FirstKeys reads the secret for keys, or draws it if there is none yet.
func (s Secrets) FirstKeys(random io.Reader) (keys.Secret, error) {
	k, err := s.readKeys("keys")
	if !errors.Is(err, fs.ErrNotExist) {
		return k, err
	}
	if k, err = keys.NewSecret(random); err != nil {
		return k, err
	}
	if err := os.MkdirAll(s.Dir, 0o700); err != nil {
		return k, err
	}
	return k, WriteSecret(filepath.Join(s.Dir, "keys"), k.Reveal())
}

// ReplaceKeys writes a new secret for keys, and keeps the old one until the store uses the new one.
func (s Secrets) ReplaceKeys(old, next keys.Secret) error {
	if err := WriteSecret(filepath.Join(s.Dir, oldKeysFile), old.Reveal()); err != nil {
		return err
	}
	return WriteSecret(filepath.Join(s.Dir, "keys"), next.Reveal())
}

// ForgetOldKeys deletes the secret that was replaced, once the store uses the new one.
func (s Secrets) ForgetOldKeys(id string) error {
	k, err := s.readKeys("keys")
	if err != nil || k.ID() != id {
		return nil // the old one is still needed, or nothing was ever drawn
	}
	if err := os.Remove(filepath.Join(s.Dir, oldKeysFile)); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

func (s Secrets) readMaster(game string, n int) (dice.Master, error) {
	b, err := os.ReadFile(s.MasterPath(game, n))
	if err != nil {
		return dice.Master{}, fmt.Errorf("master secret of game %s: %w; without it no dice can be rolled: "+
			"restore the file from your backup", game, err)
	}
	m, err := dice.ParseMaster(strings.TrimSpace(string(b)))
	if err != nil {
		return dice.Master{}, fmt.Errorf("%s: %w", s.MasterPath(game, n), err)
	}
	return m, nil
}

// AddMaster draws a game's n-th master secret and writes its file.
func (s Secrets) AddMaster(game string, n int, random io.Reader) (dice.Master, error) {
	m, err := dice.NewMaster(random)
	if err != nil {
		return m, err
	}
	return m, WriteSecret(s.MasterPath(game, n), m.Reveal().String())
}

// Create draws and writes the secrets of a new game. Secrets of a game that was never begun, as after a crash, are
// replaced: nothing that follows from them was published.
func (s Secrets) Create(host, game string, random io.Reader) (m dice.Master, vkey string, err error) {
	if err = os.MkdirAll(s.Dir, 0o700); err != nil {
		return m, "", err
	}
	if m, err = dice.NewMaster(random); err != nil {
		return m, "", err
	}
	signer, vkey, err := history.GenerateKey(random, host, game)
	if err != nil {
		return m, "", err
	}
	if err = WriteSecret(s.Path(game, "master"), m.Reveal().String()); err != nil {
		return m, "", err
	}
	return m, vkey, WriteSecret(s.Path(game, "signer"), signer)
}

// Path returns the file of a game's secret of a kind: master or signer.
func (s Secrets) Path(game, kind string) string { return filepath.Join(s.Dir, game+"."+kind) }

// WriteSecret writes a line to a file that only its owner may read, and returns when it is on the disk.
func WriteSecret(path, line string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = f.WriteString(line + "\n")
	return errors.Join(err, f.Sync(), f.Close())
}
