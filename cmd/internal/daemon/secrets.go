package daemon

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
)

// Secrets is the folder of the games' secrets, two files a game, mode 0600: NAME.master holds the master secret of the dice
// (NAME.master.2 the one that has replaced it, and so on), NAME.signer the key that signs checkpoints and receipts. They stand outside the store, so that a copy of the store gives no
// coming dice away.
type Secrets struct{ Dir string }

// Signer reads the signing key of a game.
func (s Secrets) Signer(game string) (string, error) {
	b, err := os.ReadFile(s.path(game, "signer"))
	if err != nil {
		return "", fmt.Errorf("signing key of game %s: %w", game, err)
	}
	return strings.TrimSpace(string(b)), nil
}

// Master reads the first master secret of a game.
func (s Secrets) Master(game string) (dice.Master, error) { return s.readMaster(game, 1) }

// masters reads the master secrets of a game, the oldest first: each after the first has replaced the one before it.
func (s Secrets) masters(game string, n int) ([]dice.Master, error) {
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

// masterPath is the file of a game's n-th master secret, counted from 1.
func (s Secrets) masterPath(game string, n int) string {
	if n == 1 {
		return s.path(game, "master")
	}
	return s.path(game, "master."+strconv.Itoa(n))
}

// readMaster reads one of them.
func (s Secrets) readMaster(game string, n int) (dice.Master, error) {
	b, err := os.ReadFile(s.masterPath(game, n))
	if err != nil {
		return dice.Master{}, fmt.Errorf("master secret of game %s: %w; without it no dice can be rolled: restore the file from your backup", game, err)
	}
	m, err := dice.ParseMaster(strings.TrimSpace(string(b)))
	if err != nil {
		return dice.Master{}, fmt.Errorf("%s: %w", s.masterPath(game, n), err)
	}
	return m, nil
}

// addMaster draws a game's n-th master secret and writes its file.
func (s Secrets) addMaster(game string, n int, random io.Reader) (dice.Master, error) {
	m, err := dice.NewMaster(random)
	if err != nil {
		return m, err
	}
	return m, writeSecret(s.masterPath(game, n), m.Reveal().String())
}

// create makes the secrets of a new game. Those of a game that was never begun, as after a crash, are replaced: nothing that
// comes from them was published.
func (s Secrets) create(host, game string, random io.Reader) (m dice.Master, vkey string, err error) {
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
	if err = writeSecret(s.path(game, "master"), m.Reveal().String()); err != nil {
		return m, "", err
	}
	return m, vkey, writeSecret(s.path(game, "signer"), signer)
}

func (s Secrets) path(game, kind string) string { return filepath.Join(s.Dir, game+"."+kind) }

// writeSecret puts a line into a file that only its owner may read, and has it on the disk before it returns.
func writeSecret(path, line string) error {
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
