package demo

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"fieldpost/adjudicator/history"
	"fieldpost/mailio/mailtest"
	"fieldpost/orders/syntax"
	"fieldpost/store"
	"fieldpost/templates/report"
)

// stopper ends the demo as soon as a line holds these words.
type stopper struct {
	bytes.Buffer
	words string
	stop  func()
}

func (s *stopper) Write(p []byte) (int, error) {
	if strings.Contains(string(p), s.words) {
		s.stop()
	}
	return s.Buffer.Write(p)
}

// The demo plays a round: every player's mail is read, every turn played, every report delivered, and the records are
// sound. Stopped in the middle it goes on where it was: no turn is played twice. A finished one is not started again.
func TestARoundThatWasInterrupted(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "demo")
	o := Options{Dir: dir, Rules: "revised", Lang: "de", Rounds: 1} // one language, one map for each resolution
	for _, words := range []string{"Bert (Germany) sends", "Carl (UK) sends"} {
		ctx, stop := context.WithCancel(t.Context())
		out := &stopper{words: words, stop: stop}
		o.Out = out
		if err := Run(ctx, o); err == nil || !strings.Contains(err.Error(), "interrupted") {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	var out bytes.Buffer
	o.Out = &out
	if err := Run(t.Context(), o); err != nil {
		t.Fatalf("%v\n%s", err, &out)
	}
	if !strings.Contains(out.String(), "going on with the demo") || !strings.Contains(out.String(), "all 5 players have the last report") {
		t.Errorf("it says\n%s", &out)
	}
	checkFolder(t, dir, 5)
	if err := Run(t.Context(), o); err == nil || !strings.Contains(err.Error(), "finished demo") {
		t.Errorf("a finished demo: %v", err)
	}
	visit(t, o)
}

// visit looks at the pages of a demo that was finished and is kept running.
func visit(t *testing.T, o Options) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	out, ended := make(lines, 100), make(chan error, 1)
	o.Serve, o.Out = true, out
	go func() { ended <- Run(ctx, o) }()
	for line := range out {
		_, after, ok := strings.Cut(line, "look at ")
		if !ok {
			continue
		}
		url, _, _ := strings.Cut(after, " ")
		r, err := http.Get(url + "games/demo/turns")
		if err != nil {
			t.Fatal(err)
		}
		page, err := io.ReadAll(r.Body)
		r.Body.Close()
		if err != nil || !strings.Contains(string(page), "Deutsch") || !strings.Contains(string(page), "USA") {
			t.Errorf("%v: the turns of the demo are shown as %s", err, page)
		}
		stop()
		break
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// lines are what a demo says, as it says it.
type lines chan string

func (l lines) Write(b []byte) (int, error) {
	l <- string(b)
	return len(b), nil
}

// records are those of the demo's game.
func records(t *testing.T, dir string) (out [][]byte) {
	t.Helper()
	s, err := store.Open(filepath.Join(dir, "fieldpost.db"), store.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	err = s.View(func(tx *store.Tx) error {
		g, err := tx.Games().Game(Game)
		if err != nil {
			return err
		}
		for r, err := range g.Records(0) {
			if err != nil {
				return err
			}
			out = append(out, r)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// checkFolder looks at what a demo leaves behind.
func checkFolder(t *testing.T, dir string, turns int) {
	t.Helper()
	ev := history.Evidence{Records: records(t, dir)}
	if len(ev.Records) != 1+2*turns {
		t.Errorf("%d records, want genesis and %d times lock and turn", len(ev.Records), turns)
	}
	if err := history.Verify(ev).Err(); err != nil {
		t.Error(err)
	}
	for _, name := range []string{"mail.html", "*.png"} {
		found, err := filepath.Glob(filepath.Join(dir, "reports", "anna@players.example", "*", name))
		if err != nil || len(found) < turns {
			t.Errorf("Anna has %d %s, want at least %d", len(found), name, turns)
		}
	}
	if page, err := os.ReadFile(filepath.Join(dir, "replay.html")); err != nil || !strings.Contains(string(page), `<svg id="map"`) {
		t.Errorf("replay.html has %d bytes and no map (%v)", len(page), err)
	}
	checkWeights(t, dir)
	office, err := filepath.Glob(filepath.Join(dir, "mail", officeAddress, "*.eml"))
	if err != nil || len(office) != turns {
		t.Errorf("%d mails came to the office, want %d", len(office), turns)
	}
}

// checkWeights looks whether every mail to the players of a demo is as light as it must be.
func checkWeights(t *testing.T, dir string) {
	t.Helper()
	mails, err := filepath.Glob(filepath.Join(dir, "mail", "*@players.example", "*.eml"))
	if err != nil || len(mails) == 0 {
		t.Fatalf("%d mails, %v", len(mails), err)
	}
	for _, name := range mails {
		raw, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		w, err := mailtest.Weigh(raw)
		if faults := w.Faults(); err != nil || len(faults) > 0 {
			t.Errorf("%s: %v %q", name, err, faults)
		}
	}
}

// noMap leaves the maps out: another test has looked at them, and they take longer than all the rest.
func noMap(report.View, syntax.Lang) (*report.Drawing, error) {
	return &report.Drawing{}, nil
}

// The same for Europe: the Allies agree on their shares, all spend their advance, and then the round is played.
func TestEurope(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "demo")
	var out bytes.Buffer
	if err := Run(t.Context(), Options{Dir: dir, Rules: "europe", Lang: "da", Rounds: 1, Out: &out}); err != nil {
		t.Fatalf("%v\n%s", err, &out)
	}
	if !strings.Contains(out.String(), "all 4 players have the last report") || strings.Contains(out.String(), "trouble") ||
		strings.Contains(out.String(), "FEJL") {
		t.Errorf("it says\n%s", &out)
	}
	checkWeights(t, dir)
}

func TestAFolderOfOtherThingsIsLeftAlone(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "thesis.txt"), []byte("years of work"), 0o600); err != nil {
		t.Fatal(err)
	}
	err := Run(t.Context(), Options{Dir: dir, Rules: "revised", Lang: "en", Rounds: 1, Out: t.Output(), Now: time.Now})
	if err == nil || !strings.Contains(err.Error(), "other things") {
		t.Errorf("%v", err)
	}
}

// A war of bots by real mail, two rounds, in CI ten, or until a side wins: no orders are refused, all get every report,
// and the records are sound to the last.
func TestAWar(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	t.Parallel()
	rounds := 2
	if n, err := strconv.Atoi(os.Getenv("FIELDPOST_WAR_ROUNDS")); err == nil {
		rounds = n
	}
	for _, rules := range []string{"revised", "europe"} {
		t.Run(rules, func(t *testing.T) {
			t.Parallel()
			dir := filepath.Join(t.TempDir(), "demo")
			var out bytes.Buffer
			if err := Run(t.Context(), Options{Dir: dir, Rules: rules, Lang: "en", Rounds: rounds, Out: &out, Draw: noMap}); err != nil {
				t.Fatalf("%v\n%s", err, &out)
			}
			for _, word := range []string{"trouble", "not accepted", "error", "fehler"} {
				if strings.Contains(strings.ToLower(out.String()), word) {
					t.Errorf("it says %q:\n%s", word, &out)
				}
			}
			checkWeights(t, dir)
			turns := strings.Count(out.String(), "sends orders")
			if !strings.Contains(out.String(), "players have the last report") || turns < 4*rounds && !strings.Contains(out.String(), "won the war") {
				t.Errorf("%d letters of orders:\n%s", turns, &out)
			}
			if err := history.Verify(history.Evidence{Records: records(t, dir)}).Err(); err != nil {
				t.Error(err)
			}
		})
	}
}
