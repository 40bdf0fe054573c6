package replay_test

import (
	"bytes"
	"compress/gzip"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/history"
	"fieldpost/adjudicator/replay"
	"fieldpost/orders/filing"
)

// The golden games are what earlier versions have played: testdata/golden/README.md.
var update = flag.Bool("update", false, "write the results of the golden games again: only where a ruling changed")

const goldenDir = "testdata/golden"

// TestGoldenGames plays every golden game from its inputs and compares records, reports and position with what they
// were when the game was stored, byte for byte.
func TestGoldenGames(t *testing.T) {
	t.Parallel()
	scripts, err := filepath.Glob(filepath.Join(goldenDir, "*.txtar"))
	if err != nil || len(scripts) != 24 {
		t.Fatalf("%d golden games, want 24 (%v)", len(scripts), err)
	}
	for i, path := range scripts {
		if testing.Short() && i%8 != 5 {
			continue // three games, of both kinds and tiers
		}
		name := strings.TrimSuffix(filepath.Base(path), ".txtar")
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			script, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			g, err := beginGolden(name, script.Files[0])
			if err != nil {
				t.Fatal(err)
			}
			for i, step := range script.Files[1:] {
				if err := g.do(step); err != nil {
					// what was played up to it shows where it went wrong
					t.Errorf("step %d, %q: %v", i+1, step.Name, err)
					break
				}
			}
			got, err := g.results()
			if err != nil {
				t.Fatal(err)
			}
			stored := filepath.Join(goldenDir, name+".results.gz")
			if *update && !t.Failed() {
				if err := writeResults(stored, got); err != nil {
					t.Fatal(err)
				}
			}
			want, err := readResults(stored)
			if err != nil {
				t.Fatal(err)
			}
			compareResults(t, want, got)
			replayGolden(t, want)
		})
	}
}

// results are all bytes that a game must give again: the bundle with every record, the reports, the position.
func (g *golden) results() (*txtar.Archive, error) {
	setup, err := g.Setup.Text()
	if err != nil {
		return nil, err
	}
	point, err := g.Chain.Checkpoint(g.signer)
	if err != nil {
		return nil, err
	}
	b := history.Bundle{Game: g.Setup.Name, Setups: [][]byte{setup}, Engines: g.engines, Words: g.words,
		Records: g.Chain.Records(),
		Intakes: g.intakes, Checkpoints: [][]byte{point}}
	b.Sets = replay.Source{Records: b.Records, Sets: g.sets}.Locked()
	bundle, err := b.Print()
	if err != nil {
		return nil, err
	}
	out := &txtar.Archive{Files: []txtar.File{
		{Name: "head", Data: []byte(g.Chain.Head().String() + "\n")},
		{Name: "bundle", Data: bundle},
		{Name: "state", Data: []byte(g.Pos.Text(g.Rules.Board))},
	}}
	out.Files = append(out.Files, g.reports...)
	return out, nil
}

func writeResults(path string, a *txtar.Archive) error {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return err
	}
	if _, err := w.Write(txtar.Format(a)); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	return os.WriteFile(path, b.Bytes(), 0o644)
}

func readResults(path string) (*txtar.Archive, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	r, err := gzip.NewReader(f)
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(r)
	return txtar.Parse(text), err
}

// compareResults shows the first line that differs of every text that differs.
func compareResults(t *testing.T, want, got *txtar.Archive) {
	t.Helper()
	if len(want.Files) != len(got.Files) {
		t.Errorf("%d texts, want %d", len(got.Files), len(want.Files))
	}
	for i := range min(len(want.Files), len(got.Files)) {
		w, g := want.Files[i], got.Files[i]
		if w.Name != g.Name {
			t.Errorf("text %d is %q, want %q", i, g.Name, w.Name)
		}
		if line, ok := firstDifference(w.Data, g.Data); !ok {
			t.Errorf("%s: %s", w.Name, line)
		}
	}
}

func firstDifference(want, got []byte) (string, bool) {
	if bytes.Equal(want, got) {
		return "", true
	}
	ws, gs := strings.Split(string(want), "\n"), strings.Split(string(got), "\n")
	n := 0
	for n < min(len(ws), len(gs)) && ws[n] == gs[n] {
		n++
	}
	at := func(lines []string) string { return strings.Join(lines[min(n, len(lines)):min(n+1, len(lines))], "") }
	return fmt.Sprintf("line %d is %q, want %q", n+1, at(gs), at(ws)), false
}

// replayGolden plays a stored game again from its bundle, as anybody can, and compares the reports of its resolutions
// with the stored reports.
func replayGolden(t *testing.T, stored *txtar.Archive) {
	t.Helper()
	texts := map[string][]byte{}
	for _, f := range stored.Files {
		texts[f.Name] = f.Data
	}
	b, err := history.ParseBundle(texts["bundle"])
	if err != nil {
		t.Fatal(err)
	}
	setup, err := game.ParseSetup(b.Setups[0])
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Verify().Err(); err != nil {
		t.Error(err)
	}
	a, err := replay.Check(replay.Evidence{Source: replay.Source{Setup: setup, Records: b.Records, Sets: b.Sets,
		Words: b.Words, Parse: filing.Parse},
		Intakes: b.Intakes, Checkpoints: b.Checkpoints})
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range a.Differences {
		t.Error(d)
	}
	chain, err := history.ReadChain(b.Game, b.Records)
	if err != nil {
		t.Fatal(err)
	}
	g := &game.Game{Setup: setup, Rules: a.Replayed.Rules, Chain: chain}
	for _, x := range a.Replayed.Resolutions {
		newest := x.Turn
		if x.Position.Over() {
			newest = len(b.Records) - 1 // the record that closes the game
		}
		text, err := reportJSON(g, dice.Sum(b.Records[newest]), x.Before, x.Position, x.Awaited, x.Events)
		if err != nil {
			t.Fatal(err)
		}
		if line, ok := firstDifference(texts[fmt.Sprintf("report %d", newest)], text); !ok {
			t.Errorf("replayed, report %d: %s", newest, line)
		}
	}
	if got := a.Replayed.Position.Text(a.Replayed.Rules.Board); got != string(texts["state"]) {
		t.Error("replayed, the position is another than the stored one")
	}
}
