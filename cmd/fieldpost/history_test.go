package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"

	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/history"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/positiontest"
	"fieldpost/adjudicator/rules"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/orders/gametest"
	"fieldpost/store"
)

// desk is a folder with a config and a store, and no daemon.
type desk struct {
	t   *testing.T
	dir string
}

func newDesk(t *testing.T) desk {
	t.Helper()
	d := desk{t, t.TempDir()}
	d.write("fieldpost.yaml", "address: orders@example.org\nstore: fieldpost.db\nsecrets: secrets\nmail:\n  imap: {host: 127.0.0.1}\n  smtp: {host: 127.0.0.1}\n  password: {file: password}\n")
	d.write("password", "secret\n")
	return d
}

func (d desk) path(name string) string { return filepath.Join(d.dir, name) }

func (d desk) write(name, text string) string {
	d.t.Helper()
	if err := os.WriteFile(d.path(name), []byte(text), 0o600); err != nil {
		d.t.Fatal(err)
	}
	return d.path(name)
}

// do runs a command on the desk's store, which must end with that exit code, and returns what it printed.
func (d desk) do(code int, args ...string) string {
	d.t.Helper()
	return command(d.t, code, append(args, "--config", d.path("fieldpost.yaml"))...)
}

func command(t *testing.T, code int, args ...string) string {
	t.Helper()
	var out, errs bytes.Buffer
	if got := run(t.Context(), args, &out, &errs); got != code {
		t.Fatalf("fieldpost %s: exit code %d, want %d\n%s%s", strings.Join(args, " "), got, code, &out, &errs)
	}
	return out.String()
}

// madeUp is a game of random orders as an exported file.
func madeUp(t *testing.T, rounds int) (*gametest.Played, []byte) {
	t.Helper()
	p, err := gametest.Play(game.Setup{Name: "eastfront", Rules: "revised"}, rounds, 7)
	if err != nil {
		t.Fatal(err)
	}
	return p, fileOf(t, p)
}

// busy is a game whose dice wait for a beacon, and in which much happens besides its turns; it ends in a draw.
func busy(t *testing.T, rounds int) (*gametest.Played, []byte) {
	t.Helper()
	p, err := gametest.PlayBusy(game.Setup{Name: "eastfront", Rules: "revised", Options: []rules.Setting{{Name: "dice", Value: "tier-2"}, {Name: "victory", Value: "total"}}}, rounds, 7)
	if err != nil {
		t.Fatal(err)
	}
	end := p.Chain.From(p.Chain.Len() - 1)[0].Time.Add(time.Hour)
	if _, err := p.End(game.End{How: game.Draw}, p.Master, end); err != nil {
		t.Fatal(err)
	}
	return p, fileOf(t, p)
}

func fileOf(t *testing.T, p *gametest.Played) []byte {
	t.Helper()
	b, err := p.Bundle()
	if err != nil {
		t.Fatal(err)
	}
	file, err := b.Print()
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// A game of twenty rounds is checked with the shell alone, taken in by another office, exported again as the same
// bytes, audited and replayed.
func TestTwentyRoundsAreCheckedTakenInAndReplayed(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	t.Parallel()
	for name, play := range map[string]func(*testing.T, int) (*gametest.Played, []byte){"tier 0": madeUp, "tier 2, with records of every kind": busy} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, file := play(t, 20)
			checkedTakenInAndReplayed(t, p, file)
		})
	}
}

func checkedTakenInAndReplayed(t *testing.T, p *gametest.Played, file []byte) {
	t.Helper()
	d := newDesk(t)
	bundle := d.write("eastfront.bundle", string(file))
	checkWithShell(t, p)
	if out := command(t, 0, "verify", bundle); !strings.Contains(out, " 0 fail") {
		t.Error(out)
	}
	d.do(0, "game", "import", bundle)
	d.do(0, "game", "export", "eastfront", d.path("again.bundle"))
	again, err := os.ReadFile(d.path("again.bundle"))
	if err != nil || !bytes.Equal(file, again) {
		t.Errorf("exported again it is another file: %v", err)
	}
	var audit struct {
		OK          bool
		Goes, Dice  int
		Differences []any
		Luck        struct{ Dice int }
	}
	if err := json.Unmarshal([]byte(d.do(0, "audit", "eastfront", "--json")), &audit); err != nil {
		t.Fatal(err)
	}
	if !audit.OK || audit.Goes != len(p.Changes) || audit.Goes < 100 || audit.Luck.Dice != audit.Dice {
		t.Errorf("%+v", audit)
	}
	for _, round := range []string{"1", "12", "20"} {
		out := d.do(0, "replay", "eastfront", "--round", round, "--power", "Japan")
		if !strings.Contains(out, "round "+round+", Japan") {
			t.Errorf("round %s: %s", round, out)
		}
	}
}

// checkWithShell checks every resolution with the lines that reports print: bash, coreutils, openssl and python3,
// without this program.
func checkWithShell(t *testing.T, p *gametest.Played) {
	t.Helper()
	dir := t.TempDir()
	write := func(name string, b []byte) {
		if err := os.WriteFile(filepath.Join(dir, name), b, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var script strings.Builder
	for _, e := range p.Chain.Entries() {
		write(history.RecordFile("eastfront", e.Seq), e.Bytes)
		switch b := e.Body.(type) {
		case *history.Lock:
			for _, o := range b.Orders {
				if o.Kind == dice.TurnOrders {
					write(history.SetFile("eastfront", e.Seq, o.Role, o.Kind), p.Sets[o.Set])
				}
			}
		case *history.Turn:
			if b.Epoch%10 == 1 { // a sample of a tenth: each runs a few dozen processes
				lines, err := p.Chain.KitLines(b.Epoch)
				if err != nil {
					t.Fatal(err)
				}
				script.WriteString(strings.Join(lines, "\n") + "\n")
			}
		}
	}
	cmd := exec.CommandContext(t.Context(), "bash")
	cmd.Dir, cmd.Stdin = dir, strings.NewReader(script.String())
	out, err := cmd.CombinedOutput()
	if err != nil || strings.Contains(string(out), "FAILED") || strings.Count(string(out), "ok seed") < 10 {
		t.Errorf("%v\n%s", err, out)
	}
}

// game opens the desk's store for a change of its game.
func (d desk) game(change func(*store.Game) error) {
	d.t.Helper()
	s, err := store.Open(d.path("fieldpost.db"), store.Options{})
	if err != nil {
		d.t.Fatal(err)
	}
	err = s.Update(func(tx *store.Tx) error {
		g, err := tx.Games().Game("eastfront")
		if err != nil {
			return err
		}
		return change(g)
	})
	if err := errors.Join(err, s.Close()); err != nil {
		d.t.Fatal(err)
	}
}

// records rewrites the records, which the store itself refuses to do.
func (d desk) records(change func([][]byte) [][]byte) {
	d.t.Helper()
	var records [][]byte
	d.game(func(g *store.Game) error {
		for r, err := range g.Records(0) {
			if err != nil {
				return err
			}
			records = append(records, bytes.Clone(r))
		}
		return nil
	})
	db, err := bolt.Open(d.path("fieldpost.db"), 0o600, nil)
	if err != nil {
		d.t.Fatal(err)
	}
	err = db.Update(func(tx *bolt.Tx) error {
		return tx.Bucket([]byte("games")).Bucket([]byte("eastfront")).DeleteBucket([]byte("records"))
	})
	if err := errors.Join(err, db.Close()); err != nil {
		d.t.Fatal(err)
	}
	d.game(func(g *store.Game) error {
		for i, r := range change(records) {
			if err := g.Append(uint64(i), r); err != nil {
				return err
			}
		}
		return nil
	})
}

// Whoever can write into the store cannot do it unseen.
func TestAuditOfTamperedStores(t *testing.T) {
	t.Parallel()
	for kind, play := range map[string]func(*testing.T, int) (*gametest.Played, []byte){"tier 0": madeUp, "tier 2, with records of every kind": busy} {
		if testing.Short() && kind != "tier 0" {
			continue // the records of a game with a beacon are longer
		}
		p, file := play(t, 2)
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			findsTampering(t, p, file)
		})
	}
}

func findsTampering(t *testing.T, p *gametest.Played, file []byte) {
	t.Helper()
	turn := p.Changes[0].Turn.Seq
	for name, tamper := range map[string]func(desk){
		"a die changed": func(d desk) {
			d.records(func(records [][]byte) [][]byte {
				i := slices.IndexFunc(records, func(r []byte) bool { return bytes.Contains(r, []byte("d6 1")) })
				records[i] = bytes.Replace(records[i], []byte("d6 1"), []byte("d6 6"), 1)
				return records
			})
		},
		"an order changed": func(d desk) {
			set := p.Changes[0].Sets[0]
			other := bytes.Replace(set.Bytes, []byte("\nend\n"), []byte("\ndone\nend\n"), 1)
			d.game(func(g *store.Game) error {
				return g.Put(store.Sets, set.Ref.Set.String(), store.Value{Version: 1, Bytes: other})
			})
		},
		"a record dropped": func(d desk) {
			d.records(func(records [][]byte) [][]byte { return slices.Delete(records, 3, 4) })
		},
		"two records swapped": func(d desk) {
			d.records(func(records [][]byte) [][]byte {
				records[3], records[4] = records[4], records[3]
				return records
			})
		},
		"a seed swapped": func(d desk) {
			d.records(func(records [][]byte) [][]byte {
				records[turn] = regexp.MustCompile(`\nseed .*`).ReplaceAll(records[turn], []byte("\nseed "+dice.Sum(nil).String()))
				return records
			})
		},
		"a position edited": func(d desk) {
			pos := p.Pos.Clone()
			positiontest.Change(pos, func(d *position.Data) { d.Nations[0].Money += 30 })
			b, err := gamestore.EncodePosition(pos)
			if err != nil {
				t.Error(err)
			}
			d.game(func(g *store.Game) error {
				return g.SetSnapshot(store.Value{Version: gamestore.PositionVersion, Bytes: b})
			})
		},
		"a list of mails forgotten": func(d desk) {
			d.game(func(g *store.Game) error { return g.Delete("intakes", fmt.Sprintf("%08d", turn)) })
		},
	} {
		if testing.Short() && name != "a die changed" && name != "a position edited" {
			continue // each takes the game in and plays it twice
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newDesk(t)
			d.do(0, "game", "import", d.write("eastfront.bundle", string(file)))
			d.do(0, "audit", "eastfront")
			tamper(d)
			if out := d.do(1, "audit", "eastfront"); !strings.Contains(out, "DIFFERS") {
				t.Error(out)
			}
		})
	}
}

func TestReplayCommand(t *testing.T) {
	t.Parallel()
	_, file := madeUp(t, 2)
	d := newDesk(t)
	d.do(0, "game", "import", d.write("eastfront.bundle", string(file)))
	attack := d.write("attack.txt", "buy 2 infantry\n")
	for i, tt := range []struct {
		code int
		args []string
		want string // is printed
	}{
		{0, []string{"--round", "1"}, "round 1, USSR: research"},
		{0, []string{"--round", "1", "--power", "Germany", "--step"}, "round 1, Germany: record "},
		{0, []string{"--step", "--lang", "de"}, "== eastfront, round 2, USA"},
		{0, []string{"--round", "1", "--diff", "1 Germany"}, "USSR, ipc: 24"},
		{0, []string{"--diff", "now", "--json"}, "[]"},
		{0, []string{"--find", "who held Ukraine"}, "set-up: Germany"},
		{0, []string{"--find", "rolls by Germany over 4", "--json"}, `"record":`},
		{1, []string{"--find", "battles in Greenland"}, ""},
		{2, []string{"--find", "what is the meaning of this"}, ""},
		{0, []string{"--round", "1", "--power", "Germany", "--what-if", attack}, "these dice are not those of the game"},
		{0, []string{"--round", "1", "--power", "Germany", "--what-if", attack, "--json"}, `"bought"`},
		{2, []string{"--what-if", attack}, ""},
		{2, []string{"--round", "9"}, ""},
		{2, []string{"--power", "Japan"}, ""},
		{2, []string{"--diff", "tomorrow"}, ""},
	} {
		if testing.Short() && i%3 != 0 {
			continue // each plays the game again
		}
		if out := d.do(tt.code, append([]string{"replay", "eastfront"}, tt.args...)...); !strings.Contains(out, tt.want) {
			t.Errorf("%v: %q is not in\n%s", tt.args, tt.want, out)
		}
	}
}

func TestAuditWritesTablesAndPages(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	t.Parallel()
	_, file := madeUp(t, 2)
	d := newDesk(t)
	d.do(0, "game", "import", d.write("eastfront.bundle", string(file)))
	if out := d.do(0, "audit", "eastfront", "--csv", d.path("luck.csv"), "--html", d.path("luck.html")); !strings.Contains(out, "chi-square") {
		t.Error(out)
	}
	for name, want := range map[string]string{"luck.csv": "kind,name,", "luck.html": "<svg"} {
		if b, err := os.ReadFile(d.path(name)); err != nil || !strings.Contains(string(b), want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if out := d.do(0, "audit", "eastfront", "--csv", "-"); !strings.HasPrefix(out, "kind,name,") {
		t.Error(out)
	}
	d.do(2, "audit", "westfront")
}
