package server

import (
	"slices"
	"strings"
	"testing"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/people"
	"fieldpost/store"
)

// form is a mail with an order form, which a player fills in by taking the # from lines and putting words in place of
// others.
type form struct {
	t     *testing.T
	lines []string
}

func formIn(t *testing.T, letter string) *form {
	t.Helper()
	if !strings.Contains(letter, "\n# ") {
		t.Fatalf("no order form in\n%s", letter)
	}
	return &form{t, strings.Split(letter, "\n")}
}

// take takes the # from an offered line, and from the lines it goes on in. Edits are what is replaced by what.
func (f *form) take(offered string, edits ...string) {
	f.t.Helper()
	i, n := f.find(offered)
	copy(f.lines[i:], f.filled(i, n, edits))
}

func (f *form) find(offered string) (line, length int) {
	f.t.Helper()
	i := slices.IndexFunc(f.lines, func(l string) bool {
		return strings.HasPrefix(l, "# ") && strings.Contains(l, offered)
	})
	if i < 0 {
		f.t.Fatalf("%q is not offered in\n%s", offered, strings.Join(f.lines, "\n"))
	}
	n := 1
	for strings.HasSuffix(f.lines[i+n-1], " \\") {
		n++
	}
	return i, n
}

func (f *form) filled(i, n int, edits []string) []string {
	f.t.Helper()
	text := strings.ReplaceAll("\n"+strings.Join(f.lines[i:i+n], "\n"), "\n# ", "\n")[1:]
	for k := 0; k < len(edits); k += 2 {
		if !strings.Contains(text, edits[k]) {
			f.t.Fatalf("no %q in the offered line\n%s", edits[k], text)
		}
		text = strings.Replace(text, edits[k], edits[k+1], 1)
	}
	return strings.Split(text, "\n")
}

// reply is the whole mail as sent back.
func (f *form) reply() string { return strings.Join(f.lines, "\n") }

func (w *world) onTurn(game string) (power board.Power) {
	w.t.Helper()
	w.update(func(tx *store.Tx) error {
		g, err := gamestore.Load(tx, game)
		if err == nil {
			power = g.Pos.Power()
		}
		return err
	})
	return power
}

// TestATurnOfFilledForms: a player who only fills in what the mails offer plays whole turns, in their language.
func TestATurnOfFilledForms(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.mailFrom("anna@mail.test", "hello", "") // an empty mail is answered with the form
	w.settle()
	f := formIn(t, w.last("anna@mail.test"))
	f.take("research rockets")
	f.take("buy 3 infantry, 1 tank", "3 infantry, 1 tank", "6 infantry")
	f.take("# combat")
	f.take("#   move")
	f.take("# noncombat")
	f.take("#   move")
	f.take("place 3 infantry, 1 tank", "3 infantry, 1 tank", "6 infantry")
	f.take("done")
	w.mailFrom("anna@mail.test", "Re: hello", f.reply())
	w.settle()
	if p := w.onTurn("eastfront"); p != "Germany" {
		t.Fatalf("%s is on turn; the last letter was\n%s", p, w.last("anna@mail.test"))
	}
	f = formIn(t, w.last("bert@mail.test"))
	f.take("kaufe 3 Infanterie, 1 Panzer", "3 Infanterie, 1 Panzer", "5 Infanterie")
	f.take("# Kampf")
	f.take("#   bewege")
	f.take("# kampflos")
	f.take("#   bewege")
	f.take("platziere 3 Infanterie, 1 Panzer", "3 Infanterie, 1 Panzer", "5 Infanterie")
	f.take("fertig")
	w.mailFrom("bert@mail.test", "Aw: Bericht", f.reply())
	w.settle()
	if p := w.onTurn("eastfront"); p != "UK" {
		t.Fatalf("%s is on turn; the last letter was\n%s", p, w.last("bert@mail.test"))
	}
}

// offers are the lines that answer what is asked before round 1, by language and question.
var offers = map[string]string{"debonus": "Bonus nichts", "bonus": "bonus nothing", "share": "share"}

// asked returns what a game waits for before round 1.
func (w *world) asked(game string) (all []adjudicator.Await) {
	w.t.Helper()
	w.update(func(tx *store.Tx) error {
		g, err := gamestore.Load(tx, game)
		if err == nil && (g.Pos.Power() == board.Nobody || g.Pos.Phase() == order.Bonus) {
			all = g.Awaited()
		}
		return err
	})
	return all
}

// TestATurnOfFilledFormsInEurope: the bonus before round 1, then Germany's turn.
func TestATurnOfFilledFormsInEurope(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.update(func(tx *store.Tx) error {
		g, err := people.CreateGame(w.d.Env, tx, people.NewGame{Name: "northsea", Rules: "europe"})
		if err != nil {
			return err
		}
		for _, s := range g.Seats {
			if err := people.SeatPerson(w.d.Env, tx, g, s.Power, players[s.Power]); err != nil {
				return err
			}
		}
		return people.Start(w.d.Env, tx, g)
	})
	w.settle()
	for range 4 { // the questions before round 1: bonus, sharing, bonus
		for _, a := range w.asked("northsea") {
			to := players[a.Power].Address
			f := formIn(t, w.last(to))
			f.take(offers[players[a.Power].Language+a.What])
			w.mailFrom(to, "Re: report", f.reply())
			w.settle()
		}
	}
	if p := w.onTurn("northsea"); p != "Germany" {
		t.Fatalf("%q is on turn; the last letter was\n%s", p, w.last("bert@mail.test"))
	}
	f := formIn(t, w.last("bert@mail.test"))
	f.take("kaufe 3 Infanterie, 1 Panzer", "3 Infanterie, 1 Panzer", "3 Infanterie")
	f.take("# Kampf")
	f.take("#   bewege")
	f.take("# kampflos")
	f.take("#   bewege")
	f.take("platziere 3 Infanterie, 1 Panzer", "3 Infanterie, 1 Panzer", "3 Infanterie")
	f.take("fertig")
	w.mailFrom("bert@mail.test", "Aw: Bericht", f.reply())
	w.settle()
	if p := w.onTurn("northsea"); p != "USSR" && p != "UK" {
		t.Fatalf("%q is on turn; the last letter was\n%s", p, w.last("bert@mail.test"))
	}
}
