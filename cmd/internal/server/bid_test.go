package server

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/replay"
	"fieldpost/cmd/internal/admin"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/people"
	"fieldpost/store"
)

// bidders is a game with secret bids that was started: Anna's party sits on the Allies' seats, Bert's on the Axis'.
func bidders(t *testing.T) *world {
	w := newWorld(t)
	w.update(func(tx *store.Tx) error {
		e := w.d.Env
		table, err := people.CreateGame(e, tx, people.NewGame{Name: "torch", Rules: "revised"})
		if err != nil {
			return err
		}
		table.State.House, err = table.State.House.With("bids", "on")
		if err != nil {
			return err
		}
		for _, s := range table.Seats {
			p := players["USSR"]
			if table.Rules.Board.SideOf(s.Power) == board.Axis {
				p = players["Germany"]
			}
			if err := people.SeatPerson(e, tx, table, s.Power, p); err != nil {
				return err
			}
		}
		return people.Start(e, tx, table)
	})
	w.settle()
	return w
}

func (w *world) torch() *gamestore.Game {
	var table *gamestore.Game
	w.view(func(tx *store.Tx) (err error) {
		table, err = gamestore.Load(tx, "torch")
		return err
	})
	return table
}

// bids sends a bid for a seat with its key.
func (w *world) bids(power board.Power, text string) {
	w.t.Helper()
	s := w.torch().Seat(power)
	w.mailFrom(s.Address, "", "game torch\npower "+string(power)+"\nkey "+w.keyOf("torch", s.ID())+
		"\nbid "+text+"\n")
	w.settle()
}

// auditTorch plays the game again.
func (w *world) auditTorch() {
	w.t.Helper()
	w.view(func(tx *store.Tx) error {
		d, err := admin.ReadData(w.d.Env, tx, gamestore.GameName{Game: "torch"})
		if err != nil {
			return err
		}
		ev, err := d.(gamestore.Data).Evidence()
		if err != nil {
			return err
		}
		a, err := replay.Check(ev)
		if err != nil {
			return err
		}
		for _, x := range a.Differences {
			w.t.Error(x)
		}
		return nil
	})
}

// The Allies bid lower for the Axis: they get it with the money, and the sides are exchanged before the first turn.
func TestTheLowerBidHasTheSide(t *testing.T) {
	t.Parallel()
	w := bidders(t)
	w.wants(w.text("anna@mail.test"), "BIDS: which side for how much?", "bid Axis 7", "Saturday 28 November 2026, 09:00 UTC")
	w.bids("Germany", "Achse 9")
	german := w.text("bert@mail.test")
	w.wants(german, "Dein Gebot ist versiegelt", "'terms GER 9'", "sha256sum")
	if strings.Contains(w.text("anna@mail.test"), "9") {
		t.Error("the other party learns of the bid")
	}
	w.mailFrom("anna@mail.test", "", "game torch\npower UK\nstatus\n")
	w.settle()
	w.wants(w.text("anna@mail.test"), "A bid is awaited from: the Allies.")
	w.bids("UK", "Germany 4, Japan 3")
	table := w.torch()
	if !table.Running() || table.Seat("Germany").Address != "anna@mail.test" || table.Seat("Japan").Name != "Anna" ||
		table.Seat("USA").Address != "bert@mail.test" {
		t.Fatalf("running %v, seats %+v", table.Running(), table.Seats)
	}
	if g, j := table.Pos.Nation("Germany").Money(), table.Pos.Nation("Japan").Money(); g != 44 || j != 33 {
		t.Errorf("Germany has %d, Japan %d", g, j)
	}
	text := w.text("anna@mail.test")
	w.wants(text, "UK and its allies so far play: the Axis. Paid: Germany 4 IPC and Japan 3 IPC.",
		"The sides are exchanged.", "Germany bid: Germany 9 IPC", w.keyOf("torch", "GER"))
	w.wants(w.text("bert@mail.test"), w.keyOf("torch", "RUS"))
	w.auditTorch()
	var what []string
	for _, a := range w.actsOf("torch") {
		what = append(what, regexp.MustCompile(`salt [0-9a-f]+`).ReplaceAllString(a, "salt …"))
	}
	if got := strings.Join(what, "; "); got != "players: bids open; GER: bid sealed; UK: bid sealed; GER: bid opened GER 9 salt …; UK: bid opened GER 4 JPN 3 salt …; "+
		"players: bid pays GER 4 JPN 3; players: the sides are exchanged" {
		t.Errorf("the history has %s", got)
	}
	w.bids("USSR", "Axis 1")
	w.wants(w.text("bert@mail.test"), "Jetzt kann kein Gebot angenommen werden.")
}

// A player who does not trust the server seals their bid themselves, and opens it when the other is sealed too.
func TestABidSealedByItsBidder(t *testing.T) {
	t.Parallel()
	w := bidders(t)
	terms := game.Terms{{Role: "GER", IPC: 5}}
	hash := game.BidHash("torch", "GER", terms, "herring42").String()
	w.bids("Germany", "commit "+hash)
	w.wants(w.text("bert@mail.test"), "Der Hash deines Gebots steht in der Geschichte: "+hash)
	w.bids("Germany", "reveal herring42 Germany 5")
	w.wants(w.text("bert@mail.test"), "nicht vorher")
	w.bids("USSR", "Axis 6")
	w.wants(w.text("bert@mail.test"), "GEBOTE: bitte öffnen", "Jetzt sind zu öffnen die von: Deutschland.")
	if text := w.text("anna@mail.test"); !strings.Contains(text, "These are to open theirs now: Germany.") {
		t.Errorf("Anna reads\n%s", text)
	}
	w.bids("USSR", "Axis 2") // too late to change it
	w.bids("Germany", "reveal herring42 Germany 4")
	w.wants(w.text("bert@mail.test"), "nicht das Gebot, das du versiegelt hattest")
	w.bids("Germany", "reveal herring42 Germany 5")
	w.wants(w.text("bert@mail.test"), "Dein Gebot ist offen",
		"Deutschland und bisherige Verbündete spielen: die Achse. Gezahlt: Deutschland 5 IPC.")
	table := w.torch()
	if !table.Running() || table.Seat("Germany").Name != "Bert" || table.Pos.Nation("Germany").Money() != 45 {
		t.Error("the bid was not settled")
	}
	w.auditTorch()
}

func TestBidsEndWithTheirTime(t *testing.T) {
	t.Parallel()
	w := bidders(t)
	w.bids("USSR", "Allies 3")
	w.bids("Germany", "commit "+strings.Repeat("0f", 32))
	w.now = w.now.Add(8 * 24 * time.Hour)
	w.update(func(tx *store.Tx) error { return AttendGame(w.d.Env, tx, "torch") })
	w.settle()
	table := w.torch()
	if !table.Running() || table.Pos.Nation("USSR").Money() != 27 || table.Seat("USSR").Name != "Anna" {
		t.Errorf("running %v, the USSR has %d", table.Running(), table.Pos.Nation("USSR").Money())
	}
	w.auditTorch()
}

func TestBidsThatCannotBeTaken(t *testing.T) {
	t.Parallel()
	w := bidders(t)
	for text, says := range map[string]string{"Axis": "This bid cannot be read",
		"Germany 3, UK 3": "it is for both sides", "Axis 5000": "between 0 and 999"} {
		w.bids("USSR", text)
		w.wants(w.text("anna@mail.test"), says)
	}
	w.mailFrom("anna@mail.test", "", "game torch\npower USSR\nkey "+w.keyOf("torch", "RUS")+"\nbuy 1 tank\n")
	w.settle()
	w.wants(w.text("anna@mail.test"), "has not started yet")
	w.update(func(tx *store.Tx) error {
		table, err := gamestore.Load(tx, "torch")
		if err != nil {
			return err
		}
		if err := people.Start(w.d.Env, tx, table); err == nil || !strings.Contains(err.Error(), "secret bids") {
			t.Errorf("started over the bids: %v", err)
		}
		return nil
	})
}

// The referee need not wait forever: at their word the bids are settled as they are.
func TestTheRefereeEndsTheBids(t *testing.T) {
	t.Parallel()
	w := bidders(t)
	w.bids("Germany", "Allies 4")
	key := w.keyOf("torch", "referee")
	w.mailFrom(refereeAddress, "", "game torch\nkey "+key+"\nstart game\n")
	w.settle()
	w.wants(w.text(refereeAddress), "waits for secret bids")
	w.mailFrom(refereeAddress, "", "game torch\nkey "+key+"\nstart game anyway\n")
	w.settle()
	if table := w.torch(); !table.Running() || table.Seat("USSR").Name != "Bert" ||
		table.Pos.Nation("USSR").Money() != 28 {
		t.Errorf("running %v, %s has %d", table.Running(), table.Seat("USSR").Name, table.Pos.Nation("USSR").Money())
	}
	w.auditTorch()
}
