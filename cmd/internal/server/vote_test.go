package server

import (
	"slices"
	"strings"
	"testing"
	"time"

	"fieldpost/adjudicator/board"
	"fieldpost/store"
)

// text is all that an address got since the last look, subjects too.
func (w *world) text(addr string) string {
	w.t.Helper()
	var b strings.Builder
	for _, l := range w.inbox(addr) {
		b.WriteString("Subject: " + l.Subject + "\n" + l.Body().Body + "\n")
	}
	return b.String()
}

func TestASideSurrenders(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.writes("Japan", "defend everywhere", "losses tank, infantry")
	w.writes("USSR", wholeTurn)
	w.settle()
	for p := range players {
		w.text(players[p].Address)
	}
	w.writes("Germany", "stimme Kapitulation")
	w.settle()
	w.wants(w.text("dora@mail.test"), "VOTE: the surrender of the Axis", "There is a proposal by Germany",
		"Not yet Japan", "Saturday 28 November 2026, 09:00 UTC", `"vote surrender"`)
	if text := w.text("anna@mail.test"); !strings.Contains(text, "surrender of the Axis") ||
		strings.Contains(text, "To agree") {
		t.Errorf("the USSR reads\n%s", text)
	}
	w.writes("Japan", "vote surrender")
	w.settle()
	w.wants(w.text("carl@mail.test"), "VOTE carried: the surrender of the Axis", "Result: the Allies won the war",
		"The Axis surrendered; the Allies won the war.", "The game is over; nobody is awaited.")
	table := w.table()
	if table.Pos.Winner() != board.Allies || !table.Chain.Over() || table.State.Ended != "surrender" {
		t.Errorf("winner %v, over %v", table.Pos.Winner(), table.Chain.Over())
	}
	var files []string
	w.writes("Germany", "buy 1 tank")
	w.settle()
	mails := w.inbox("bert@mail.test")
	for name := range w.texts("bert@mail.test") {
		files = append(files, name)
	}
	if !slices.ContainsFunc(files, func(n string) bool { return strings.Contains(n, "JPN-standing") }) {
		t.Errorf("Japan's standing orders are not opened: %v", files)
	}
	w.wants(mails[len(mails)-1].Body().Body, "Die Partie ist zu Ende.")
	if n := w.audit(t); n != 1 {
		t.Errorf("%d goes", n)
	}
}

func TestADrawNeedsEverybody(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.writes("USSR", "vote draw")
	w.writes("Germany", "vote draw no")
	w.settle()
	w.wants(w.ask("carl@mail.test", "status"), "The game waits for the USSR")
	w.wants(w.text("emil@mail.test"), "VOTE: a draw", "VOTE rejected: a draw", "For USSR", "Against Germany",
		"Not yet UK, Japan and USA")
	for p := range players {
		w.writes(string(p), "vote draw")
	}
	w.settle()
	w.wants(w.text("emil@mail.test"), "VOTE carried: a draw", "Result: the game has ended",
		"The players have agreed to a draw. Nobody has won the war.")
	table := w.table()
	if table.Pos.Winner() != board.NoSide || !table.Chain.Over() || len(table.Awaited()) > 0 {
		t.Error("the game goes on")
	}
	w.writes("USSR", "vote end")
	w.writes("USSR", wholeTurn)
	w.writes("USSR", "press to Germany", "Good game.", "end press")
	w.settle()
	w.wants(w.text("anna@mail.test"), "There is nothing to vote on.", "Your letter has gone out")
	if n := w.audit(t); n != 0 {
		t.Errorf("%d goes after the end", n)
	}
}

func TestAVoteLapses(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.writes("USSR", "vote end")
	w.settle()
	w.wants(w.ask("dora@mail.test", "status"), "Open vote: to end the game now, without a winner",
		"For USSR", "vote end no")
	w.now = w.now.Add(7*24*time.Hour + time.Minute)
	w.settle()
	w.update(func(tx *store.Tx) error { return AttendGame(w.d.Env, tx, "eastfront") })
	w.settle()
	w.wants(w.text("dora@mail.test"), "VOTE lapsed: to end the game now, without a winner")
	if got := w.acts(); !slices.Equal(got, []string{"RUS: vote end yes", "players: vote end lapsed"}) {
		t.Errorf("the history has %v", got)
	}
}

func TestOnlyPlayersVote(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	key := w.observer("stranger@else.test")
	w.mailFrom("stranger@else.test", "", "key "+key+"\nvote draw\n")
	w.mailFrom("anna@mail.test", "", "vote draw\n")
	w.writes("UK", "vote surrender no")
	w.settle()
	w.wants(w.text("stranger@else.test"), "Only a player of this game may do that")
	w.wants(w.text("anna@mail.test"), "lack the key")
	w.wants(w.text("carl@mail.test"), "There is nothing to vote on.")
	if got := w.acts(); len(got) > 0 {
		t.Errorf("the history has %v", got)
	}
}

func TestAMajorityMovesTheDeadline(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.writes("USSR", "vote extend")
	w.settle()
	w.wants(w.text("anna@mail.test"), "There is nothing to vote on.")
	w.house("deadline", "48h")
	w.settle()
	w.update(func(tx *store.Tx) error { return AttendGame(w.d.Env, tx, "eastfront") })
	before := w.table().State.Clock.First().At
	for _, p := range []string{"USSR", "UK", "Japan"} {
		w.writes(p, "vote extend")
	}
	w.settle()
	if got := w.table().State.Clock.First().At.Sub(before); got != 48*time.Hour {
		t.Errorf("the deadline moved by %s", got)
	}
	w.wants(w.text("bert@mail.test"), "ABSTIMMUNG: eine spätere Frist",
		"ABSTIMMUNG angenommen: eine spätere Frist", "25. November 2026")
	if acts := w.acts(); acts[len(acts)-1] != "players: vote extend carried" {
		t.Errorf("the history has %v", acts)
	}
}
