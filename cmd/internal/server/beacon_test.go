package server

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/history"
	"fieldpost/adjudicator/rules"
	"fieldpost/cmd/internal/admin"
	"fieldpost/cmd/internal/drand"
	"fieldpost/cmd/internal/env"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/people"
	"fieldpost/cmd/internal/play"
	"fieldpost/cmd/internal/proofs"
	"fieldpost/cmd/internal/steps"
	"fieldpost/cmd/internal/vault"
	"fieldpost/mailio"
	"fieldpost/mailio/message"
	"fieldpost/store"
	"github.com/cloudflare/circl/sign/bls"
)

// beaconKey signs the rounds of the tests' network, whose clock is quicknet's.
var beaconKey = sync.OnceValue(func() *bls.PrivateKey[bls.KeyG2SigG1] {
	key, err := bls.KeyGen[bls.KeyG2SigG1](make([]byte, 32), nil, nil)
	must(err)
	return key
})

func testNetwork() *drand.Network {
	n := drand.New(history.Quicknet(), beaconKey().PublicKey())
	return &n
}

// spoken is what the beacon says in a round.
func spoken(round int) string {
	return hex.EncodeToString(bls.Sign(beaconKey(), drand.Message(round)))
}

// beaconWorld is a world with a second game, tiertwo, whose dice wait for a beacon.
func beaconWorld(t *testing.T, options ...rules.Setting) *world {
	t.Helper()
	w := newWorld(t)
	w.keys = maps.Clone(w.keys) // which all worlds share
	w.d.Env.Drand = testNetwork()
	w.update(func(tx *store.Tx) error {
		g, err := people.CreateGame(w.d.Env, tx,
			people.NewGame{Name: "tiertwo", Rules: "revised",
				Options: append(options, rules.Setting{Name: "dice", Value: "tier-2"})})
		if err != nil {
			return err
		}
		for power, p := range players {
			if err := people.SeatPerson(w.d.Env, tx, g, power, p); err != nil {
				return err
			}
			w.keys[power] = reveal(w.d.Env, tx, g, g.Seat(power))
		}
		return people.Start(w.d.Env, tx, g)
	})
	w.settle()
	w.wants(bodies(w.inbox(players["USSR"].Address)), "Dice of tier 2", "does not protect against")
	w.forget()
	return w
}

// forget looks at all mails, so that only those that come are new.
func (w *world) forget() {
	for _, p := range players {
		w.inbox(p.Address)
	}
	w.inbox(refereeAddress)
}

// says sends a mail of a player of tiertwo, and returns the answers that come.
func (w *world) says(power board.Power, text string) []message.Letter {
	w.t.Helper()
	addr := players[power].Address
	w.mailFrom(addr, "[tiertwo R1 "+string(power)+"]",
		"game tiertwo\npower "+string(power)+"\nkey "+w.keys[power]+"\n"+text)
	w.settle()
	return w.inbox(addr)
}

// round is the one that tiertwo waits for, 0 if it waits for none.
func (w *world) round() (round int) {
	w.t.Helper()
	w.view(func(tx *store.Tx) error {
		g, err := gamestore.Load(tx, "tiertwo")
		if err == nil && g.Locked() != nil {
			round = g.Locked().Mix.Round
		}
		return err
	})
	return round
}

// bodies are the texts of mails, one after the other.
func bodies(ls []message.Letter) string {
	var out []string
	for _, l := range ls {
		out = append(out, l.Subject+"\n"+l.Body().Body)
	}
	return strings.Join(strings.Fields(strings.Join(out, "\n")), " ")
}

// attaches reports whether a file of a mail holds those words.
func attaches(l message.Letter, words string) bool {
	return slices.ContainsFunc(l.Texts, func(t message.Text) bool {
		return t.Source == message.Attachment && strings.Contains(t.Body, words)
	})
}

// From the lock to the dice: all have the lock before a die falls, nothing more goes into the epoch, a stranger
// brings the value.
func TestTierTwoFromLockToDice(t *testing.T) {
	t.Parallel()
	w := beaconWorld(t)
	mine := w.says("USSR", wholeTurn)
	round := w.round()
	if round == 0 {
		t.Fatal("nothing is locked")
	}
	w.wants(bodies(mine), "accepted and locked", fmt.Sprintf("names round %d", round),
		"The game waits for the value of the public beacon")
	for power, p := range players {
		if power == "USSR" {
			continue
		}
		news := w.inbox(p.Address)
		if len(news) != 1 || !attaches(news[0], "type lock") || !strings.Contains(bodies(news), fmt.Sprint(round)) {
			t.Fatalf("%s has %d mails about the lock: %s", power, len(news), bodies(news))
		}
	}
	w.wants(bodies(w.says("USSR", "buy 3 tanks\n")), "TOO LATE", "locked before your mail came")
	w.wants(bodies(w.says("USSR", "withdraw\n")), "TOO LATE")
	w.wants(bodies(w.says("Germany", "defend everywhere\n  losses infantry, tank, fighter\n")),
		"gelten ab dem nächsten")
	w.wants(bodies(w.says("USSR", "status\n")), "The orders are locked")
	if w.round() != round || w.inOrder(t, "tiertwo") != 0 {
		t.Error("something was played, or locked anew")
	}

	w.restart() // with the orders locked
	w.d.Env.Drand = testNetwork()
	w.mailFrom("stranger@else.test", "hello", fmt.Sprintf("beacon %d %s\n", round, spoken(round+1)))
	w.settle()
	w.wants(bodies(w.inbox("stranger@else.test")), "not the signature of round")
	// and the lock
	if told := w.inbox(refereeAddress); len(told) != 2 || !strings.Contains(bodies(told), "false-beacon") {
		t.Errorf("the referee has %d mails: %s", len(told), bodies(told))
	}
	if w.round() != round {
		t.Fatal("a false value was taken")
	}
	w.mailFrom("stranger@else.test", "hello", fmt.Sprintf("beacon %d %s\n", round, strings.ToUpper(spoken(round))))
	w.settle()
	w.wants(bodies(w.inbox("stranger@else.test")), "true value of round", "tiertwo")
	if w.round() != 0 || w.inOrder(t, "tiertwo") != 1 {
		t.Error("the locked orders were not played")
	}
	w.wants(bodies(w.inbox(players["USSR"].Address)), "with dice of tier 2")
	w.wants(bodies(w.says("Germany", "standing\n")), "Infanterie") // on file for the next go
	w.mailFrom("stranger@else.test", "hello", fmt.Sprintf("beacon %d %s\n", round, spoken(round)))
	w.settle()
	w.wants(bodies(w.inbox("stranger@else.test")), "No game waits")
}

// relays is a beacon that can be asked: silent until it speaks.
type relays struct {
	mu     sync.Mutex
	speaks bool
	asked  int
}

func (r *relays) Fetch(_ context.Context, round int) (string, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.asked++
	if !r.speaks {
		return "", errors.New("nothing heard")
	}
	return spoken(round), nil
}

// The daemon asks relays when the time has come, and not before.
func TestTheDaemonAsksForTheBeacon(t *testing.T) {
	t.Parallel()
	w := beaconWorld(t)
	r := &relays{speaks: true}
	w.d.Beacons = r
	w.says("USSR", wholeTurn)
	if r.asked > 0 || w.round() == 0 {
		t.Fatalf("asked %d times before the time", r.asked)
	}
	w.now = w.now.Add(47 * time.Minute)
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- w.d.Run(ctx) }()
	for deadline := time.Now().Add(time.Minute); w.round() != 0; time.Sleep(2 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("the beacon is not heard")
		}
	}
	stop()
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	if w.inOrder(t, "tiertwo") != 1 {
		t.Error("the locked orders were not played")
	}
}

// A beacon that stays silent for a day voids the lock, in the open; the same orders are locked again. There is never a
// die without it.
func TestABeaconThatDoesNotComeVoidsTheLock(t *testing.T) {
	t.Parallel()
	w := beaconWorld(t)
	w.says("USSR", wholeTurn)
	first := w.round()
	w.forget()
	w.now = w.now.Add(23 * time.Hour)
	w.settle()
	if w.round() != first {
		t.Fatal("the lock was given up too early")
	}
	w.now = w.now.Add(2 * time.Hour)
	w.settle()
	second := w.round()
	if second <= first {
		t.Fatalf("round %d after %d", second, first)
	}
	news := w.inbox(players["UK"].Address)
	w.wants(bodies(news), "did not come within a day", fmt.Sprint(second))
	if len(news) != 1 || !attaches(news[0], "type void") || !attaches(news[0], "type lock") {
		t.Errorf("%d mails, %v", len(news), news)
	}
	w.mailFrom("stranger@else.test", "late", fmt.Sprintf("beacon %d %s\n", first, spoken(first)))
	w.settle()
	w.wants(bodies(w.inbox("stranger@else.test")), "No game waits")
	w.mailFrom("stranger@else.test", "now", fmt.Sprintf("beacon %d %s\n", second, spoken(second)))
	w.settle()
	if w.inOrder(t, "tiertwo") != 1 || w.round() != 0 {
		t.Error("the new lock was not played")
	}
	for _, f := range w.mailbox(players["UK"].Address).Findings().With(history.Fails) {
		t.Error(f)
	}
}

// mailbox is all that came to a player, as they check it.
func (w *world) mailbox(addr string) *proofs.Proofs {
	p := &proofs.Proofs{}
	for i, raw := range w.mail.Delivered(addr) {
		p.File(fmt.Sprintf("%d.eml", i), raw)
	}
	return p
}

// The lines of the page on checking, run on the file of a report of tier 2.
func TestTheKitChecksATierTwoReport(t *testing.T) {
	t.Parallel()
	w := beaconWorld(t)
	w.says("USSR", wholeTurn)
	if _, err := w.takeBeacon(w.round()); err != nil {
		t.Fatal(err)
	}
	w.settle()
	_, data := archiveIn(t, w.reportOf(players["UK"].Address, "tiertwo-R1-USSR.txt"))
	if out := checkByHand(t, "tiertwo-R1-USSR.txt", data); strings.Contains(out, "FAILED") ||
		!strings.Contains(out, "ok mix\nok seed\nok ") || !strings.Contains(out, "ok orders RUS-turn") {
		t.Error(out)
	}
}

// A lock that lay in the outbox while the beacon spoke proves nothing: it is voided, and the orders are locked again.
func TestALockThatWasNotMailedInTimeIsMadeAnew(t *testing.T) {
	t.Parallel()
	w := beaconWorld(t)
	letter := "From: anna@mail.test\r\nTo: " + serverAddress +
		"\r\nSubject: [tiertwo R1 USSR]\r\nMessage-ID: <late@mail.test>\r\n\r\nkey " +
		w.keys["USSR"] + "\r\n" + strings.ReplaceAll(wholeTurn, "\n", "\r\n")
	w.update(func(tx *store.Tx) error { // nothing is sent
		number, _, err := vault.AddMail(w.d.Env, tx,
			mailio.Raw{Account: "a", Folder: "f", UIDValidity: 1, UID: 1, Received: w.now, Bytes: []byte(letter)})
		if err != nil {
			return err
		}
		return steps.HandleMail(w.d.Env, tx, number)
	})
	first := w.round()
	w.now = w.now.Add(time.Hour)
	if _, err := w.takeBeacon(first); err != nil {
		t.Fatal(err)
	}
	w.settle()
	second := w.round()
	if second <= first {
		t.Fatalf("round %d after %d", second, first)
	}
	w.wants(bodies(w.inbox(players["UK"].Address)),
		"could not be mailed before the public beacon spoke", fmt.Sprint(second))
	if _, err := w.takeBeacon(second); err != nil {
		t.Fatal(err)
	}
	w.settle()
	if w.inOrder(t, "tiertwo") != 1 || w.round() != 0 {
		t.Error("the new lock was not played")
	}
}

// In Europe several are asked before round 1. An answer that comes while another is locked is played after it, in an
// epoch of its own.
func TestEuropesPregameAtTierTwo(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.keys = maps.Clone(w.keys)
	w.d.Env.Drand = testNetwork()
	w.update(func(tx *store.Tx) error {
		g, err := people.CreateGame(w.d.Env, tx,
			people.NewGame{Name: "tiertwo", Rules: "europe", Options: []rules.Setting{{Name: "dice", Value: "tier-2"}}})
		if err != nil {
			return err
		}
		for _, power := range g.Rules.Board.Powers() {
			if err := people.SeatPerson(w.d.Env, tx, g, power, players[power]); err != nil {
				return err
			}
			w.keys[power] = reveal(w.d.Env, tx, g, g.Seat(power))
		}
		return people.Start(w.d.Env, tx, g)
	})
	w.settle()
	w.forget()
	answered := 0
	for len(w.asked("tiertwo")) > 0 && answered < 20 {
		locked := false
		for _, a := range w.asked("tiertwo") {
			answer := "bonus nothing\n"
			if a.What == "share" {
				answer = "share USSR 12, UK 0, USA 0\n"
			}
			says := bodies(w.says(a.Power, answer))
			if !strings.Contains(says, "] OK: ") {
				t.Fatalf("%s, %s: %s", a.Power, a.What, says)
			}
			if later := strings.Contains(says, "from the next one on") ||
				strings.Contains(says, "gelten ab dem nächsten"); later != locked {
				t.Errorf("%s, while %v is locked: %s", a.Power, locked, says)
			}
			locked = locked || w.round() > 0
			answered++
		}
		for round := w.round(); round > 0; round = w.round() {
			if _, err := w.takeBeacon(round); err != nil {
				t.Fatal(err)
			}
			w.settle()
		}
	}
	if goes := w.inOrder(t, "tiertwo"); len(w.asked("tiertwo")) > 0 || goes == 0 {
		t.Errorf("after %d answers and %d goes it still waits for %v", answered, goes, w.asked("tiertwo"))
	}
}

// The deal of advantages and orders that wait for a deadline are locked like all others.
func TestTheDealAndDeadlinesWaitForTheBeacon(t *testing.T) {
	t.Parallel()
	w := beaconWorld(t, rules.Setting{Name: "advantages", Value: "on"},
		rules.Setting{Name: "advantage-count", Value: "2"}, rules.Setting{Name: "advantage-choice", Value: "rolled"},
		rules.Setting{Name: "play", Value: "deadline"}, rules.Setting{Name: "beacon-delay", Value: "30m"})
	bring := func() {
		t.Helper()
		round := w.round()
		if round == 0 {
			t.Fatal("nothing is locked")
		}
		if _, err := w.takeBeacon(round); err != nil {
			t.Fatal(err)
		}
		w.settle()
		if w.round() == round {
			t.Fatal("the value is not used")
		}
	}
	if at := history.Quicknet().TimeOf(w.round()).Sub(w.now); at < 30*time.Minute || at > 31*time.Minute {
		t.Errorf("the beacon comes in %v", at)
	}
	w.wants(bodies(w.says("USSR", wholeTurn)), "TOO LATE")
	bring()
	w.wants(bodies(w.says("USSR", "buy 4 tanks\nplace 4 tanks in Russia\ndone\n")), "TAKEN AS A DRAFT")
	w.says("USSR", "ready\n")
	w.wants(bodies(w.says("USSR", "withdraw\n")), "TOO LATE")
	bring()
	if n := w.inOrder(t, "tiertwo"); n != 2 {
		t.Errorf("%d goes", n)
	}
}

// takeBeacon brings the value of a round as a relay does.
func (w *world) takeBeacon(round int) (games []string, err error) {
	err = w.store.Update(func(tx *store.Tx) error {
		games, err = play.AcceptBeacon(w.d.Env, tx, round, spoken(round))
		return err
	})
	return games, err
}

// A game goes over to another host while its orders are locked, and is played there.
func TestALockedGameMovesToAnotherHost(t *testing.T) {
	t.Parallel()
	w := beaconWorld(t)
	w.says("Germany", "defend everywhere\n  losses infantry, tank, fighter\n")
	w.says("USSR", "defend everywhere\n  losses infantry\n"+wholeTurn)
	there := w.moved("tiertwo")
	round := there.round()
	if round == 0 || round != w.round() {
		t.Fatalf("round %d there, %d here", round, w.round())
	}
	for _, host := range []*world{w, there} {
		if games, err := host.takeBeacon(round); err != nil || len(games) != 1 {
			t.Fatal(games, err)
		}
		host.settle()
		if host.inOrder(t, "tiertwo") != 1 {
			t.Error("not played")
		}
	}
	if a, b := w.position("tiertwo"), there.position("tiertwo"); a != b {
		t.Errorf("two positions:\n%s\n%s", a, b)
	}
}

// exported is a game as one file.
func (w *world) exported(name string, sealed bool) (text []byte) {
	w.t.Helper()
	w.view(func(tx *store.Tx) error {
		d, err := admin.ReadData(w.d.Env, tx, gamestore.GameName{Game: name})
		if err != nil {
			return err
		}
		b, err := d.(gamestore.Data).Bundle(sealed)
		if err != nil {
			return err
		}
		text, err = b.Print()
		return err
	})
	return text
}

// moved is another host that has taken a game in, with its secrets.
func (w *world) moved(name string) *world {
	w.t.Helper()
	there := newWorld(w.t)
	there.d.Env.Drand, there.now = w.d.Env.Drand, w.now
	text := w.exported(name, true)
	there.update(func(tx *store.Tx) error {
		_, err := admin.ImportGame(there.d.Env, tx, admin.ImportRequest{Bundle: text})
		return err
	})
	for _, kind := range []string{"master", "signer"} {
		copySecret(w.t, w.d.Env.Secrets.Path(name, kind), there.d.Env.Secrets.Path(name, kind))
	}
	return there
}

func (w *world) position(name string) (text string) {
	w.t.Helper()
	w.view(func(tx *store.Tx) error {
		g, err := gamestore.Load(tx, name)
		if err == nil {
			text = g.Pos.Text(g.Rules.Board)
		}
		return err
	})
	return text
}

// Orders that are locked and not played stay closed in the file for players.
func TestLockedOrdersStayClosedInAnOpenExport(t *testing.T) {
	t.Parallel()
	w := beaconWorld(t)
	w.says("USSR", wholeTurn)
	open, err := history.ParseBundle(w.exported("tiertwo", false))
	if err != nil || len(open.Sets) != 0 {
		t.Fatalf("%d sets, %v", len(open.Sets), err)
	}
	if err := open.Verify().Err(); err != nil {
		t.Error(err)
	}
}

func copySecret(t *testing.T, from, to string) {
	t.Helper()
	b, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	if err := env.WriteSecret(to, strings.TrimSpace(string(b))); err != nil {
		t.Fatal(err)
	}
}
