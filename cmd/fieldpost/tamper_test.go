package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/history"
	"fieldpost/orders/gametest"
)

// bundled is a made-up game, ready to be tampered with: a power has standing orders, and in its newest turn dice were
// rolled and units bought.
func bundled(t *testing.T) history.Bundle {
	t.Helper()
	for seed := range uint64(50) {
		p, err := gametest.Play(game.Setup{Name: "eastfront", Rules: "revised"}, 1, seed)
		if err != nil {
			t.Fatal(err)
		}
		b, err := p.Bundle()
		if err != nil {
			t.Fatal(err)
		}
		_, _, turn := newest[*history.Turn](t, b)
		last := p.Changes[len(p.Changes)-1].Sets
		standing := slices.ContainsFunc(b.Sets, func(s []byte) bool { return bytes.Contains(s, []byte("\nkind standing\n")) })
		bought := slices.ContainsFunc(last, func(s game.OrderSet) bool {
			return s.Ref.Kind == dice.TurnOrders && bytes.Contains(s.Bytes, []byte("\nbuy "))
		})
		if len(turn.Rolls) > 0 && standing && bought {
			return b
		}
	}
	t.Fatal("no seed gives such a game")
	return history.Bundle{}
}

func parsed(t *testing.T, raw []byte) history.Record {
	t.Helper()
	r, err := history.ParseRecord(raw)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// newest is the number of the newest record of a type.
func newest[B history.Body](t *testing.T, b history.Bundle) (seq int, r history.Record, body B) {
	t.Helper()
	for seq = len(b.Records) - 1; seq >= 0; seq-- {
		r = parsed(t, b.Records[seq])
		if body, ok := r.Body.(B); ok {
			return seq, r, body
		}
	}
	t.Fatal("there is no such record")
	return 0, r, body
}

// put writes a record back, and makes those after it follow it.
func put(t *testing.T, b *history.Bundle, r history.Record) {
	t.Helper()
	b.Records = slices.Clone(b.Records)
	for seq := r.Seq; seq < len(b.Records); seq++ {
		if seq > r.Seq {
			r = parsed(t, b.Records[seq])
			r.Prev = dice.Sum(b.Records[seq-1])
		}
		text, err := r.Print()
		if err != nil {
			t.Fatal(err)
		}
		b.Records[seq] = text
	}
}

// rollAgain makes seed and dice of the newest turn follow from its lock again, as an attacker would who can do all but
// sign.
func rollAgain(t *testing.T, b *history.Bundle) {
	t.Helper()
	_, _, lock := newest[*history.Lock](t, *b)
	_, r, turn := newest[*history.Turn](t, *b)
	turn.OrderSum = lock.OrderSum
	turn.Seed = dice.RevealedSecret(turn.Reveal).Seed(b.Game, turn.Epoch, turn.Base, turn.OrderSum, turn.MixSum)
	stream := dice.NewStream(turn.Seed)
	for i, x := range turn.Rolls {
		faces, err := stream.Roll(x.Label, len(x.Dice), x.Sides)
		if err != nil {
			t.Fatal(err)
		}
		turn.Rolls[i].Dice = faces
	}
	put(t, b, r)
}

// What verify finds by the files alone, and what only playing the orders finds. A change cannot be signed: the
// checkpoint stays as it was, or is left out.
func TestVerifyTamperedBundles(t *testing.T) {
	t.Parallel()
	whole := bundled(t)
	for name, tt := range map[string]struct {
		tamper           func(t *testing.T, b *history.Bundle)
		verdict, playing int // exit codes of verify, of verify --replay
	}{
		"nothing":             {func(*testing.T, *history.Bundle) {}, 0, 0},
		"checkpoint left out": {func(_ *testing.T, b *history.Bundle) { b.Checkpoints = nil }, 3, 3},
		"state of the newest turn": {func(t *testing.T, b *history.Bundle) {
			_, r, turn := newest[*history.Turn](t, *b)
			turn.State = dice.Sum([]byte("a better one"))
			put(t, b, r)
			b.Checkpoints = nil
		}, 3, 1},
		"state of the newest turn, signed as it was": {func(t *testing.T, b *history.Bundle) {
			_, r, turn := newest[*history.Turn](t, *b)
			turn.State = dice.Sum([]byte("a better one"))
			put(t, b, r)
		}, 1, 1},
		"a roll of the newest turn left out": {func(t *testing.T, b *history.Bundle) {
			_, r, turn := newest[*history.Turn](t, *b)
			if len(turn.Rolls) == 0 {
				t.Fatal("no dice fell in the newest turn")
			}
			turn.Rolls = turn.Rolls[1:]
			put(t, b, r)
			b.Checkpoints = nil
		}, 3, 1},
		"a roll that nobody asked for": {func(t *testing.T, b *history.Bundle) {
			_, r, turn := newest[*history.Turn](t, *b)
			label, err := dice.ParseLabel("tech GER 9 - -")
			if err != nil {
				t.Fatal(err)
			}
			faces, err := dice.NewStream(turn.Seed).Roll(label, 2, 6)
			if err != nil {
				t.Fatal(err)
			}
			turn.Rolls = append(turn.Rolls, dice.Roll{Label: label, Sides: 6, Dice: faces})
			put(t, b, r)
			b.Checkpoints = nil
		}, 3, 1},
		"orders of the newest turn, everything mended but the signature": {func(t *testing.T, b *history.Bundle) {
			_, r, lock := newest[*history.Lock](t, *b)
			k := slices.IndexFunc(lock.Orders, func(o dice.OrderRef) bool { return o.Kind == dice.TurnOrders })
			i := slices.IndexFunc(b.Sets, func(s []byte) bool { return dice.Sum(s) == lock.Orders[k].Set })
			set, err := history.ParseSet(b.Sets[i])
			if err != nil {
				t.Fatal(err)
			}
			j := slices.IndexFunc(set.Orders, func(o string) bool { return strings.HasPrefix(o, "buy ") })
			if j < 0 {
				t.Fatalf("nothing is bought in %q", set.Orders)
			}
			set.Orders = []string{"done"}
			if b.Sets[i], err = set.Print(); err != nil {
				t.Fatal(err)
			}
			lock.Orders[k].Set = dice.Sum(b.Sets[i])
			lock.OrderSum = dice.OrderSum(lock.Orders)
			put(t, b, r)
			rollAgain(t, b)
			b.Checkpoints = nil
		}, 3, 1},
		"orders of the newest turn, the lock as it was": {func(t *testing.T, b *history.Bundle) {
			_, _, lock := newest[*history.Lock](t, *b)
			k := slices.IndexFunc(lock.Orders, func(o dice.OrderRef) bool { return o.Kind == dice.TurnOrders })
			i := slices.IndexFunc(b.Sets, func(s []byte) bool { return dice.Sum(s) == lock.Orders[k].Set })
			b.Sets[i] = bytes.Replace(b.Sets[i], []byte("\nend\n"), []byte("\ndone\nend\n"), 1)
		}, 1, 1},
		"a closed set left out": {func(t *testing.T, b *history.Bundle) {
			i := slices.IndexFunc(b.Sets, func(s []byte) bool { return bytes.Contains(s, []byte("\nkind standing\n")) })
			if i < 0 {
				t.Fatal("there are no standing orders")
			}
			gone := dice.Sum(b.Sets[i])
			b.Sets = slices.DeleteFunc(b.Sets, func(s []byte) bool { return dice.Sum(s) == gone })
		}, 0, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := whole
			b.Sets = slices.Clone(whole.Sets)
			tt.tamper(t, &b)
			file, err := b.Print()
			if err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(t.TempDir(), "eastfront.bundle")
			if err := os.WriteFile(path, file, 0o600); err != nil {
				t.Fatal(err)
			}
			verdict := map[int]history.Verdict{0: history.Sound, 1: history.NotSound, 3: history.NotSigned}
			for flag, code := range map[string]int{"--all": tt.verdict, "--replay": tt.playing} {
				var a verifyAnswer
				if err := json.Unmarshal([]byte(command(t, code, "verify", path, flag, "--json")), &a); err != nil || a.Verdict != verdict[code] {
					t.Errorf("%s: %s %v", flag, a.Verdict, err)
				}
				for _, f := range a.Findings.With(history.Fails) {
					if f.File != path {
						t.Errorf("%s: it does not name the file: %+v", flag, f)
					}
				}
			}
		})
	}
}

// The verdict names the file and the record.
func TestVerifyNamesFileAndRecord(t *testing.T) {
	t.Parallel()
	files, _ := firstReport(t, "g42")
	d := newDesk(t)
	for _, f := range files {
		text := string(f.data)
		if f.name == "g42-2.txt" {
			text = strings.Replace(text, "\nseed ", "\nseed 0", 1)
			text = strings.Replace(text, "\nstate ", "\nstate 1", 1)
		}
		if f.name == "g42-1.txt" {
			text = strings.Replace(text, "time 2026", "time 2027", 1)
		}
		d.write(f.name, text)
	}
	out := command(t, 1, "verify", d.dir)
	if !strings.Contains(out, d.path("g42-2.txt")+": ") || !strings.Contains(out, "not sound") {
		t.Error(out)
	}
	d = newDesk(t)
	for _, f := range files {
		text := string(f.data)
		if f.name == "g42-0.txt" {
			text = strings.Replace(text, "\ntime 2026", "\ntime 2027", 1)
		}
		d.write(f.name, text)
	}
	if out := command(t, 1, "verify", d.dir); !strings.Contains(out, d.path("g42-1.txt")+": record 1, prev: fails") {
		t.Error(out)
	}
}

// A report is verified and played again from the mail alone; without its checkpoint it is unsigned.
func TestVerifyAReportPlayedAgain(t *testing.T) {
	t.Parallel()
	files, head := firstReport(t, "g42")
	d := newDesk(t)
	mail := d.write("report.eml", string(eml(files, head)))
	if out := command(t, 0, "verify", mail, "--replay", "--all"); !strings.Contains(out, "state: holds: the orders, played again") {
		t.Error(out)
	}
	unsigned := slices.DeleteFunc(slices.Clone(files), func(f attachment) bool { return strings.Contains(f.name, "checkpoint") })
	out := command(t, 3, "verify", d.write("unsigned.eml", string(eml(unsigned, head))))
	if !strings.Contains(out, "unsigned: no checkpoint signed by the key of the genesis covers records 0 to 2") {
		t.Error(out)
	}
}

// The attachment of a mail may be one archive; verify takes it, alone or in its mail, and writes out what is in it.
func TestVerifyTakesArchivesAndExtracts(t *testing.T) {
	t.Parallel()
	files, head := firstReport(t, "g42")
	a := &txtar.Archive{Comment: []byte("The proofs of a turn.\nCheck them with fieldpost verify.\n")}
	for _, f := range files {
		a.Files = append(a.Files, txtar.File{Name: f.name, Data: f.data})
	}
	archive := txtar.Format(a)
	d := newDesk(t)
	alone := d.write("g42-R1-USSR.txt", strings.ReplaceAll(string(archive), "\n", "\r\n"))
	mail := d.write("report.eml", string(eml([]attachment{{"g42-R1-USSR.txt", archive}}, head)))
	for _, path := range []string{alone, mail} {
		if out := command(t, 0, "verify", path, "--all"); !strings.Contains(out, "g42-2.txt: record 2, seed: holds") || !strings.Contains(out, "sound: ") {
			t.Errorf("%s: %s", path, out)
		}
		dir := filepath.Join(d.dir, "out-"+filepath.Base(path))
		command(t, 0, "verify", "--extract", dir, path)
		for _, f := range files {
			got, err := os.ReadFile(filepath.Join(dir, f.name))
			if err != nil || !bytes.Equal(got, f.data) {
				t.Errorf("%s: %s: %v", path, f.name, err)
			}
		}
		command(t, 2, "verify", "--extract", dir, path) // nothing is written over
		command(t, 0, "verify", "--extract", dir, path, "--force")
	}
	broken := strings.Replace(string(archive), "\nseed ", "\nseed 0", 1)
	if out := command(t, 1, "verify", d.write("g42-R1-UK.txt", broken)); !strings.Contains(out, "g42-R1-UK.txt: g42-2.txt") {
		t.Error(out)
	}
	_, file := madeUp(t, 1)
	dir := filepath.Join(d.dir, "whole")
	command(t, 0, "verify", "--extract", dir, d.write("eastfront.bundle", string(file)))
	if out := command(t, 0, "verify", "--replay", dir); !strings.Contains(out, "sound: ") {
		t.Error(out)
	}
}

// What a mail calls its files leads into no other folder.
func TestExtractStaysInItsFolder(t *testing.T) {
	t.Parallel()
	files, head := firstReport(t, "g42")
	d := newDesk(t)
	for i, name := range []string{"../../up-0.txt", "/etc/g42-0.txt", `..\g42-0.txt`, "../g42-0.txt"} {
		mail := d.write("evil.eml", string(eml([]attachment{{name, files[i%2].data}}, head)))
		dir := filepath.Join(t.TempDir(), "in", "out")
		command(t, 0, "verify", "--extract", dir, mail)
		outside := 0
		err := filepath.WalkDir(filepath.Dir(filepath.Dir(dir)), func(path string, e os.DirEntry, err error) error {
			if err == nil && !e.IsDir() && filepath.Dir(path) != dir {
				outside++
			}
			return err
		})
		if err != nil || outside > 0 {
			t.Errorf("%s: %d files outside, %v", name, outside, err)
		}
	}
}

// A game that no signed checkpoint vouches for is imported only if the operator says so.
func TestImportRefusesAnUnsignedBundle(t *testing.T) {
	t.Parallel()
	b := bundled(t)
	b.Checkpoints = nil
	file, err := b.Print()
	if err != nil {
		t.Fatal(err)
	}
	d := newDesk(t)
	path := d.write("eastfront.bundle", string(file))
	var errs bytes.Buffer
	if code := run(t.Context(), []string{"game", "import", path, "--config", d.path("fieldpost.yaml")}, &errs, &errs); code != 3 || !strings.Contains(errs.String(), "--unsigned") ||
		!strings.Contains(errs.String(), "covers records 0 to") {
		t.Errorf("exit code %d: %s", code, &errs)
	}
	if out := d.do(0, "game", "list"); strings.Contains(out, "eastfront") {
		t.Error("it was taken in all the same")
	}
	d.do(0, "game", "import", path, "--unsigned")
	d.do(0, "audit", "eastfront")

	_, r, turn := newest[*history.Turn](t, b)
	turn.State = dice.Sum([]byte("a better one"))
	put(t, &b, r)
	if file, err = b.Print(); err != nil {
		t.Fatal(err)
	}
	d = newDesk(t)
	d.do(2, "game", "import", d.write("eastfront.bundle", string(file)), "--unsigned") // it is played again
}
