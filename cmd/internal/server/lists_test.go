package server

import (
	"strings"
	"testing"

	"fieldpost/adjudicator/history"
	"fieldpost/cmd/internal/decision"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/people"
	"fieldpost/cmd/internal/queries"
	"fieldpost/cmd/internal/roster"
	"fieldpost/store"
)

// ask sends a question without a key and returns what comes back.
func (w *world) ask(addr, question string) string {
	w.t.Helper()
	w.text(addr)
	w.mailFrom(addr, "", "game eastfront\n"+question+"\n")
	w.settle()
	return w.text(addr)
}

func TestListsSpeakTheReadersLanguage(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.writes("USSR", wholeTurn)
	w.settle()
	for question, says := range map[string]string{
		"Historie": "0 2026-11-21 09:00 Anfang", "Würfel": "Zug 1 tech RUS",
		"nachprüfen": "stimmt nicht: 0", "Spiele": "eastfront Deutschland Runde 1",
		"Historie Mails": "1 2026-11-21 09:00 RUS angenommen played", "Historie Briefe": "angenommen",
		"Historie Presse": "Noch nichts.", "Historie Pünktlichkeit": "UdSSR 1 0,0 h 0 0 0",
	} {
		answer := w.ask("bert@mail.test", question)
		if !strings.Contains(strings.Join(strings.Fields(answer), " "), says) {
			t.Errorf("%s: %q is not in\n%s", question, says, answer)
		}
	}
}

// Questions are answered to players, to observers and to the referee.
func TestEverybodyAtTheTableMayAsk(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.observer("stranger@else.test")
	w.writes("USSR", wholeTurn)
	w.settle()
	for _, addr := range []string{"anna@mail.test", "stranger@else.test", refereeAddress} {
		for question, says := range map[string]string{"status": "Germany", "history": "genesis", "map": "POSITION",
			"report": "WHAT HAPPENED", "dice": "Go 1",
			"verify": "0 fail", "games": "eastfront", "standing": "standing orders", "history mails": "accepted",
			"history punctuality": "USSR"} {
			if answer := w.ask(addr, question); !strings.Contains(answer, says) {
				t.Errorf("%s asks for %s: %q is not in\n%s", addr, question, says, answer)
			}
		}
	}
}

// A player of several games is asked which one they mean, except for questions about none.
func TestQuestionsAboutNoGame(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.update(func(tx *store.Tx) error {
		table, err := people.CreateGame(w.d.Env, tx, people.NewGame{Name: "torch", Rules: "europe"})
		if err != nil {
			return err
		}
		return people.SeatPerson(w.d.Env, tx, table, "Germany", roster.Person{Address: "dora@mail.test", Name: "Dora"})
	})
	w.mailFrom("dora@mail.test", "", "games\n")
	w.settle()
	w.wants(w.text("dora@mail.test"), "eastfront Japan round 1", "torch Germany not started")
	w.mailFrom("dora@mail.test", "", "help press\n")
	w.settle()
	w.wants(w.text("dora@mail.test"), "end press")
	w.mailFrom("dora@mail.test", "", "map\n")
	w.settle()
	w.wants(w.text("dora@mail.test"), "which of your games")
}

func TestTheIntakeLogTellsWhatBecameOfEachMail(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.writes("USSR", "press to Japan", "Peace?", "end press")
	w.mailFrom("bert@mail.test", "", "key AAAA-BBBB-CCCC-DDDD\nbuy 1 tank\n")
	w.writes("USSR", "buy 1 tnak")
	w.mailFrom("stranger@else.test", "", "hello")
	w.settle()
	answer := strings.Join(strings.Fields(w.ask("anna@mail.test", "history mails")), " ")
	for _, line := range []string{"RUS accepted act", "RUS refused faults"} {
		if !strings.Contains(answer, line) {
			t.Errorf("%q is not in %s", line, answer)
		}
	}
	w.view(func(tx *store.Tx) error {
		rows, err := queries.ListMails(w.d.Env, tx, gamestore.GameName{})
		if got := rows.([]queries.MailRow); len(got) != 5 || got[3].Outcome != decision.Refused || got[3].Game != "" ||
			len(got[3].SHA256) != 64 {
			t.Errorf("%+v", got)
		}
		return err
	})
}

// The lists of mails do not show who wrote anonymous press.
func TestListsOfMailsDoNotNameWhoWroteAnonymously(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.house("press", "anonymous")
	w.writes("Japan", "press anonymous to all", "Beware of Germany.", "end press")
	w.settle()
	if answer := w.ask("anna@mail.test", "history mails"); strings.Contains(answer, "JPN") {
		t.Errorf("the log names the writer:\n%s", answer)
	}
	for _, a := range w.table().Intake {
		if a.Role != "-" {
			t.Errorf("the intake list says %s", a)
		}
	}
	w.wants(w.ask("anna@mail.test", "history press"),
		"1. 2026-11-21 09:00 UTC. From: anonymous. To: all.", "Beware of Germany.")
}

func TestPressIsReadAgainByThoseWhoMay(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.writes("USSR", "press to Germany", "Now or never.", "end press")
	w.writes("UK", "press to USA", "I trust nobody.", "end press")
	w.settle()
	for _, addr := range []string{"anna@mail.test", "bert@mail.test"} {
		if answer := w.ask(addr, "history press"); !strings.Contains(answer, "Now or never.") ||
			strings.Contains(answer, "I trust nobody.") {
			t.Errorf("%s reads\n%s", addr, answer)
		}
	}
	if answer := w.ask("dora@mail.test", "history press 1"); strings.Contains(answer, "Now or never.") {
		t.Errorf("Japan reads\n%s", answer)
	}
}

func TestTheRefereesReportHasTheIntakeList(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.mailFrom("bert@mail.test", "", "key "+w.keys["Germany"]+"\nbuy 1 tank\n")
	w.writes("USSR", wholeTurn)
	w.settle()
	w.wants(w.text(refereeAddress), "LETTERS SINCE THE LAST GO", "GER refused", "RUS accepted")
	if text := w.text("dora@mail.test"); strings.Contains(text, "LETTERS SINCE") {
		t.Error("a player has the referee's list")
	}
}

func TestResultsOfPlayers(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.writes("USSR", wholeTurn)
	for _, p := range []string{"Germany", "Japan"} {
		w.writes(p, "vote surrender")
	}
	w.settle()
	read := func(r queries.ResultsRequest) map[string]queries.ResultRow {
		got := map[string]queries.ResultRow{}
		w.view(func(tx *store.Tx) error {
			rows, err := queries.ListResults(w.d.Env, tx, r)
			if err == nil {
				for _, x := range rows.([]queries.ResultRow) {
					got[x.Player] = x
				}
			}
			return err
		})
		return got
	}
	seats := read(queries.ResultsRequest{Game: "eastfront"})
	if r := seats["USSR"]; r.Won != 1 || r.Resolutions != 1 || r.Games != 1 {
		t.Errorf("%+v", r)
	}
	if r := seats["Germany"]; r.Lost != 1 || r.Resolutions != 0 {
		t.Errorf("%+v", r)
	}
	people := read(queries.ResultsRequest{})
	if r := people["Anna <anna@mail.test>"]; r.Won != 1 || len(people) != 5 {
		t.Errorf("%+v of %d", r, len(people))
	}
	public, again := read(queries.ResultsRequest{Public: true}), read(queries.ResultsRequest{Public: true})
	for who := range public {
		if _, ok := again[who]; !ok || !strings.HasPrefix(who, "player-") {
			t.Errorf("%s is no lasting public name", who)
		}
	}
}

// Every order file gets a signed receipt: turn orders, and standing orders of a seat that is not on turn.
func TestEveryOrderFileGetsASignedReceipt(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.writes("Germany", "defend everywhere", "losses tank, infantry")
	w.writes("USSR", "buy 1 tank")
	w.settle()
	for _, addr := range []string{"bert@mail.test", "anna@mail.test"} {
		signed := ""
		for name, text := range w.texts(addr) {
			if strings.Contains(name, "receipt") {
				signed = text
			}
		}
		if _, err := history.OpenReceipt([]byte(signed), w.table().State.VKey); err != nil {
			t.Errorf("%s: %v\n%s", addr, err, signed)
		}
	}
}
