//go:build mailserver && linux

package endurance

import (
	"flag"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/history"
	"fieldpost/adjudicator/replay"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/mailio/mailtest"
	"fieldpost/store"
)

var (
	crashFor      = flag.Duration("crash-for", 0, "how long the daemon is killed again and again; 0 means until -crash-kills")
	crashKills    = flag.Int("crash-kills", 20, "how often it is killed at least")
	crashGames    = flag.Int("crash-games", 6, "how many games are played")
	crashCuts     = flag.Bool("crash-cuts", false, "cut a third of all connections at a random byte")
	crashRestarts = flag.Bool("crash-restarts", false, "stop and start the mail servers after every tenth kill")
	crashSeed     = flag.Uint64("crash-seed", 1, "of kills and cuts; the times differ all the same")
)

// The daemon is killed at random moments while bots play. In the end every order letter was played once, every report
// was delivered, what came twice has the same Message-ID and the same words, no letter is unanswered, the store is
// sound, and every game audits clean.
func TestCrash(t *testing.T) {
	h := newTestServer(t)
	games := h.found(*crashGames)
	p := newPlayers(h)
	random := rand.New(rand.NewPCG(*crashSeed, 0))
	kills := suffer(h, p, games, random)
	t.Logf("%d kills, %d letters, %d mails came, %d of them again", kills, len(p.letters), len(p.copies)+p.twice, p.twice)
	settle(h, p)
	check(h, p, games)
	for _, f := range p.faults {
		t.Error(f)
	}
	if t.Failed() {
		t.Logf("the daemon's last words:\n%s", h.lastWords())
	}
}

// suffer plays and kills until both the time is over and the kills are done.
func suffer(h *testServer, p *players, games []string, random *rand.Rand) (kills int) {
	if *crashCuts {
		cut := func() mailtest.Limits { return randomCut(random.Uint64()) }
		h.imap.Break(cut)
		h.smtp.Break(cut)
	}
	end := time.Now().Add(*crashFor)
	h.start()
	for kills < *crashKills || time.Now().Before(end) {
		life := time.Now().Add(time.Duration(100+random.IntN(3000)) * time.Millisecond)
		for time.Now().Before(life) {
			p.look()
			for _, g := range games {
				if time.Now().Before(life) {
					p.move(g)
				}
			}
			time.Sleep(10 * time.Millisecond)
		}
		h.kill()
		kills++
		if *crashRestarts && kills%10 == 0 {
			h.restartServers()
		}
		h.start()
	}
	h.imap.Break(nil)
	h.smtp.Break(nil)
	return kills
}

// randomCut spares two connections of three.
func randomCut(n uint64) mailtest.Limits {
	l := mailtest.Limits{Up: mailtest.Never, Down: mailtest.Never}
	switch at := int(n >> 8 % 60_000); n % 6 {
	case 0:
		l.Up = at
	case 1:
		l.Down = at
	}
	return l
}

func (h *testServer) restartServers() {
	h.t.Helper()
	if err := h.mail.Down(); err != nil {
		h.t.Fatal(err)
	}
	if err := h.mail.Up(); err != nil {
		h.t.Fatal(err)
	}
}

// patience is how long the daemon has to bring in order what the kills and cuts have left: a mail that was refused
// twice waits for minutes.
func patience() time.Duration {
	if *crashCuts || *crashRestarts {
		return 30 * time.Minute
	}
	return 3 * time.Minute
}

// settle waits until everything is answered and sent, and stops the daemon.
func settle(h *testServer, p *players) {
	h.t.Helper()
	end := time.Now().Add(patience())
	for p.unanswered() > 0 && time.Now().Before(end) {
		p.look()
		time.Sleep(50 * time.Millisecond)
	}
	for {
		h.stop()
		_, s := h.desk()
		queued := 0
		err := s.View(func(tx *store.Tx) error {
			for _, err := range tx.Outbox().Queued() {
				if err != nil {
					return err
				}
				queued++
			}
			return nil
		})
		s.Close()
		if err != nil {
			h.t.Fatal(err)
		}
		if queued == 0 || time.Now().After(end) {
			break
		}
		h.start()
		time.Sleep(5 * time.Second)
	}
	p.look()
}

// check holds what is in the store against what the players sent and got.
func check(h *testServer, p *players, games []string) {
	t := h.t
	if n := p.unanswered(); n > 0 {
		t.Errorf("%d of %d letters are unanswered", n, len(p.letters))
	}
	if out, err := h.command("store", "check"); err != nil {
		t.Errorf("store check: %v\n%s", err, out)
	}
	d, s := h.desk()
	defer s.Close()
	played := checkLetters(t, s, p)
	names := checkMails(t, s, p)
	for _, g := range games {
		var data gamestore.Data
		ask(t, d, "game.data", gamestore.GameName{Game: g}, &data)
		checkGame(t, names, data, played[g])
	}
}

// checkLetters finds every letter in the store once and done, and counts those that were played, by game.
func checkLetters(t *testing.T, s *store.Store, p *players) map[string]int {
	t.Helper()
	played, seen := map[string]int{}, map[string]int{}
	err := s.View(func(tx *store.Tx) error {
		for l, err := range tx.Inbox().Mails(1) {
			if err != nil {
				return err
			}
			if seen[l.MessageID]++; !l.Done() {
				t.Errorf("letter %d is not done", l.Number)
			}
			if l.Outcome.Kind == "accepted" && l.Outcome.Reason == "played" {
				played[l.Outcome.Game]++
			}
			if _, ours := p.letters[l.MessageID]; !ours {
				t.Errorf("letter %d, %s: nobody sent it; %+v", l.Number, l.MessageID, l.Outcome)
			} else if l.Outcome.Kind != "accepted" {
				t.Errorf("letter %d: %+v\n%s", l.Number, l.Outcome, p.letters[l.MessageID].raw)
			}
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	for id := range p.letters {
		if seen[id] != 1 {
			t.Errorf("letter %s is in the store %d times", id, seen[id])
		}
	}
	return played
}

// checkMails finds every mail of the outbox with its recipient. It returns the names in the outbox of those that came.
func checkMails(t *testing.T, s *store.Store, p *players) (names []string) {
	t.Helper()
	n := 0
	err := s.View(func(tx *store.Tx) error {
		came := map[uint64]bool{} // by the number in the outbox, whose name there is not the Message-ID on the wire
		for id := range p.copies {
			m, ok, err := tx.Outbox().ByID(id)
			if err != nil {
				return err
			}
			came[m.Number] = ok
			names = append(names, m.MessageID)
		}
		for m, err := range tx.Outbox().Mails(1) {
			if err != nil {
				return err
			}
			if n++; m.State != store.Sent {
				t.Errorf("mail %s is %s: %s", m.MessageID, m.State, m.Code)
			} else if !came[m.Number] {
				t.Errorf("mail %s to %s never came", m.MessageID, m.To)
			}
		}
		return nil
	})
	if err != nil || n != len(p.copies) {
		t.Errorf("%d mails were sent, %d different ones came; %v", n, len(p.copies), err)
	}
	return names
}

// checkGame plays a game again, and holds its goes against the letters that were played and the reports that came.
func checkGame(t *testing.T, names []string, d gamestore.Data, played int) {
	t.Helper()
	name := d.Setup.Name
	evidence, err := d.Evidence()
	if err != nil {
		t.Fatal(err)
	}
	a, err := replay.Check(evidence)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	for _, x := range a.Differences {
		t.Errorf("%s: %v", name, x)
	}
	if a.Resolutions != played {
		t.Errorf("%s: %d goes, %d letters were played", name, a.Resolutions, played)
	}
	noted := map[dice.Hash]bool{}
	for _, text := range d.Intakes {
		list, err := history.ParseIntake(text)
		if err != nil {
			t.Fatal(err)
		}
		for _, arrival := range list {
			if noted[arrival.Mail] {
				t.Errorf("%s: letter %s stands in the intake lists twice", name, arrival.Mail)
			}
			noted[arrival.Mail] = true
		}
	}
	set, err := d.Setup.Set()
	if err != nil {
		t.Fatal(err)
	}
	reports := 0
	for _, mail := range names {
		if strings.HasPrefix(mail, "<"+name+".report.") {
			reports++
		}
	}
	if want := (a.Resolutions + 1) * (len(set.Board.Seats) + 1); reports != want { // the opening too, and the referee's
		t.Errorf("%s: %d reports came of %d goes, want %d", name, reports, a.Resolutions, want)
	}
}
