package server

import (
	"strings"
	"testing"

	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/history"
	"fieldpost/cmd/internal/command"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/press"
	"fieldpost/cmd/internal/roster"
	"fieldpost/cmd/internal/vault"
	"fieldpost/store"
)

// writes sends a mail with a power's key.
func (w *world) writes(who string, lines ...string) {
	w.t.Helper()
	for p, x := range players {
		if string(p) == who {
			w.mailFrom(x.Address, "", "key "+w.keys[p]+"\n"+strings.Join(lines, "\n")+"\n")
			return
		}
	}
	w.t.Fatalf("no power %s", who)
}

// loadGame reads the game from the store.
func (w *world) table() *gamestore.Game {
	w.t.Helper()
	var table *gamestore.Game
	w.view(func(tx *store.Tx) (err error) {
		table, err = gamestore.Load(tx, "eastfront")
		if err == nil {
			table.Chain.Entries()
		}
		return err
	})
	return table
}

// acts are the act records of the game, "actor: what".
func (w *world) acts() []string { return w.actsOf("eastfront") }

func (w *world) actsOf(game string) []string {
	var out []string
	w.view(func(tx *store.Tx) error {
		g, err := gamestore.Load(tx, game)
		if err != nil {
			return err
		}
		for _, e := range g.Chain.Entries() {
			if a, ok := e.Body.(*history.Act); ok {
				out = append(out, a.Actor+": "+a.What)
			}
		}
		return nil
	})
	return out
}

// observer puts a person next to the table.
func (w *world) observer(addr string) string {
	w.update(func(tx *store.Tx) error {
		g, err := gamestore.Load(tx, "eastfront")
		if err != nil {
			return err
		}
		s, err := vault.WithPerson(w.d.Env, tx, g,
			roster.Participant{Kind: roster.Observer, Role: "-", Address: addr, Name: "Olga", Language: "en"},
			roster.Participant{})
		if err != nil {
			return err
		}
		return g.SaveSeat(tx, s)
	})
	return w.keyOf("eastfront", roster.Observer+":"+addr)
}

// house changes a setting.
func (w *world) house(name, value string) {
	w.t.Helper()
	w.update(func(tx *store.Tx) error {
		g, err := gamestore.Load(tx, "eastfront")
		if err != nil {
			return err
		}
		if g.State.House, err = g.State.House.With(name, value); err != nil {
			return err
		}
		return g.Save()
	})
}

func TestPressGoesOnlyToItsReceivers(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.writes("USSR", "press to Germany, Japan", "Leave India to me. # really", "> as you said", "end press")
	w.settle()
	german := w.inbox("bert@mail.test")
	if len(german) != 1 || german[0].Subject != "[eastfront R1] Brief von: UdSSR" {
		t.Fatalf("Germany got %d mails", len(german))
	}
	text := german[0].Body().Body
	w.wants(text, "Ein Brief für dich. Von: UdSSR. An: Deutschland und Japan.", "Leave India to me. # really",
		"> as you said", "presse an UdSSR")
	if strings.Contains(text, "anna@") || strings.Contains(text, w.keys["Germany"]) {
		t.Error("the letter shows an address or a key")
	}
	if reply := german[0].ReplyTo; len(reply) != 1 || !strings.HasPrefix(reply[0].Addr, "orders+eastfront.") {
		t.Errorf("answers go to %v", reply)
	}
	w.wants(w.last("dora@mail.test"), "From: USSR", "Leave India to me.")
	w.wants(w.last("anna@mail.test"), "Your letter has gone out to: Germany and Japan.")
	for _, other := range []string{"carl@mail.test", "emil@mail.test", refereeAddress} {
		if n := len(w.inbox(other)); n != 0 {
			t.Errorf("%s got %d mails", other, n)
		}
	}
	if got := w.acts(); len(got) != 1 || got[0] != "player: press" {
		t.Errorf("the history has %v", got)
	}
}

// What a reader finds in the file of their mail is what the record's hash was made of.
func TestTheDigestOfPressIsInTheHistory(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.writes("USSR", "press to Japan", "Peace?", "end press")
	w.settle()
	text := w.texts("dora@mail.test")["eastfront-press-1.txt"]
	for _, e := range w.table().Chain.Entries() {
		if a, ok := e.Body.(*history.Act); ok && a.Hash != dice.Sum([]byte(text)) {
			t.Errorf("the record has another hash than\n%s", text)
		}
	}
	w.wants(text, "from RUS", "to JPN", "Peace?")
}

func TestPressToAllAndToASide(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.observer("stranger@else.test")
	w.writes("USSR", "press to all", "Good luck.", "end press")
	w.writes("USSR", "press to axis", "You will need it.", "end press")
	w.writes("UK", "press to referee", "When do we meet?", "end press")
	w.settle()
	for addr, n := range map[string]int{"bert@mail.test": 2, "dora@mail.test": 2, "emil@mail.test": 1,
		"carl@mail.test": 2, "stranger@else.test": 1, refereeAddress: 2, "anna@mail.test": 2} {
		if got := len(w.inbox(addr)); got != n {
			t.Errorf("%s got %d mails, want %d", addr, got, n)
		}
	}
	if got := strings.Join(w.acts(), ", "); got != "RUS: press to all, player: press, player: press" {
		t.Errorf("the history has %s", got)
	}
}

func TestTheRefereeWritesToOneAndToAll(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	key := w.keyOf("eastfront", "referee")
	w.mailFrom(refereeAddress, "", "key "+key+
		"\npress to Germany\nHurry up.\nend press\npress to all\nWe meet at nine.\nend press\n")
	w.settle()
	w.wants(w.text("bert@mail.test"), "Brief von: Spielleitung", "Hurry up.",
		`"presse an Spielleitung"`, "We meet at nine.")
	if text := w.text("dora@mail.test"); strings.Contains(text, "Hurry up.") ||
		!strings.Contains(text, "We meet at nine.") {
		t.Errorf("Japan reads\n%s", text)
	}
	if got := strings.Join(w.acts(), ", "); got != "player: press, referee: press to all" {
		t.Errorf("the history has %s", got)
	}
}

func TestAnonymousPressOnlyWhereTheSettingsAllow(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.writes("USSR", "press anonymous to all", "Germany lies.", "end press")
	w.settle()
	w.wants(w.last("anna@mail.test"), "letters bear the name of their writer")
	w.house("press", "anonymous")
	w.writes("USSR", "press anonymous to all", "Germany lies.", "end press")
	w.settle()
	text := w.last("dora@mail.test")
	w.wants(text, "From: anonymous", "Germany lies.")
	if strings.Contains(text, "USSR") || strings.Contains(text, "RUS") || strings.Contains(text, "Anna") {
		t.Errorf("the writer is named in\n%s", text)
	}
	if got := w.acts(); len(got) != 1 || got[0] != "player: press to all" {
		t.Errorf("the history has %v", got)
	}
	w.house("press", "off")
	w.writes("USSR", "press to Japan", "Peace?", "end press")
	w.writes("USSR", "press to referee", "Why not?", "end press")
	w.settle()
	answers := w.inbox("anna@mail.test")
	w.wants(answers[len(answers)-2].Body().Body+answers[len(answers)-1].Body().Body, "no letters are delivered",
		"has gone out to: the referee")
}

func TestObserversWriteToTheRefereeOnly(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	key := w.observer("stranger@else.test")
	w.mailFrom("stranger@else.test", "", "key "+key+"\npress to Japan\nI see your fleet.\nend press\n")
	w.mailFrom("stranger@else.test", "", "key "+key+"\npress to referee\nThey cheat.\nend press\n")
	w.settle()
	answers := w.inbox("stranger@else.test")
	w.wants(answers[0].Body().Body, "Observers may write to the referee")
	w.wants(w.last(refereeAddress), "From: an observer (Olga)", "They cheat.")
	if n := len(w.inbox("dora@mail.test")); n != 0 {
		t.Errorf("Japan got %d mails", n)
	}
}

// A mail is shown as it was written, and does nothing else.
func TestPressCannotCarryHTMLOrHeaders(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.writes("USSR", "press to Japan", `<script>alert("x")</script><img src="http://evil.test/x.png">`,
		"Bcc: everybody@mail.test", "", ".", "From nobody", "{{.Key}} %s", "end press")
	w.settle()
	raw := w.mail.Delivered("dora@mail.test")
	mail := strings.ReplaceAll(string(raw[len(raw)-1]), "=\r\n", "") // soft breaks
	head, _, _ := strings.Cut(mail, "\r\n\r\n")
	_, page, _ := strings.Cut(mail, "Content-Type: text/html")
	if strings.Contains(head, "everybody") || strings.Contains(page, "<script") ||
		strings.Contains(page, `<img src=3D"http`) || !strings.Contains(page, "&lt;script&gt;") {
		t.Error("the letter got out of its place")
	}
	w.wants(w.last("dora@mail.test"), `<script>alert("x")</script>`, "Bcc: everybody@mail.test", "{{.Key}} %s")
}

func TestAKeyInPressIsRemovedAndReplaced(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	old := w.keys["UK"]
	spread := strings.ToLower(strings.ReplaceAll(old, "-", " "))
	w.writes("USSR", "press to all", "Look what I found: "+spread+"!", "end press")
	w.settle()
	for _, addr := range []string{"dora@mail.test", "anna@mail.test"} {
		if text := w.last(addr); strings.Contains(text, spread) || !strings.Contains(text, command.HiddenKey) {
			t.Errorf("%s reads\n%s", addr, text)
		}
	}
	next := w.keyOf("eastfront", "UK")
	if next == old {
		t.Error("the key is still the old one")
	}
	told := ""
	for _, l := range w.inbox("carl@mail.test") {
		told += l.Body().Body
	}
	w.wants(told, "The key of your seat stood in a mail to others.", next)
	w.writes("UK", "press to all", "Hello?", "end press")
	w.settle()
	w.wants(w.last("carl@mail.test"), "was replaced. Reply to your newest mail.")
}

func TestPrivatePressIsNotSentToAllByMistake(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.writes("Germany", "press to Japan", "I shall attack Karelia with all I have.", "end press")
	w.settle()
	came := w.inbox("dora@mail.test")[0]
	w.sent++
	w.raw("dora@mail.test", "From: dora@mail.test\nTo: "+serverAddress+
		"\nSubject: Re: letter\nMessage-ID: <reply@mail.test>\nIn-Reply-To: "+came.MessageID+
		"\nContent-Type: text/plain\n\nkey "+w.keys["Japan"]+"\npress to all\nAgreed.\nend press\n")
	w.writes("Japan", "press to all", "> I shall attack Karelia with all I have.", "Ha!", "end press")
	w.settle()
	for _, asked := range w.inbox("dora@mail.test") {
		w.wants(asked.Body().Body, "addressed to all, but it answers or quotes a private one", "press openly to all")
	}
	if n := len(w.inbox("carl@mail.test")); n != 0 {
		t.Fatalf("the UK got %d mails", n)
	}
	w.writes("Japan", "press openly to all", "> I shall attack Karelia with all I have.", "Ha!", "end press")
	w.settle()
	w.wants(w.last("carl@mail.test"), "From: Japan", "I shall attack Karelia")
}

func TestAnAnswerWithoutReceiversIsAskedBack(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.writes("Germany", "press to Japan", "Shall we?", "end press")
	w.settle()
	came := w.inbox("dora@mail.test")[0]
	w.raw("dora@mail.test", "From: dora@mail.test\nTo: "+serverAddress+"\nSubject: "+came.Subject+
		"\nMessage-ID: <reply@mail.test>\nIn-Reply-To: "+came.MessageID+
		"\nContent-Type: text/plain\n\nYes, let us do it at dawn.\n\n> Shall we?\n")
	w.settle()
	w.wants(w.last("dora@mail.test"), "answers a letter from Germany", "press to Germany")
	if n := len(w.inbox("bert@mail.test")); n != 1 {
		t.Errorf("Germany got %d mails, want its copy only", n)
	}
}

func TestPressHasBounds(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.d.Env.Limits.RepliesPerSender = 1000
	w.writes("USSR", "press to Japan", strings.Repeat("long lines of nothing\n", 1000), "end press")
	w.settle()
	w.wants(w.last("anna@mail.test"), "longer than 16,384 bytes")
	w.writes("USSR", "press to USSR", "Dear me", "end press")
	w.settle()
	w.wants(w.last("anna@mail.test"), "Nobody can read your letter: USSR.")
	for range press.MaxPerDay/10 + 1 {
		var ten []string
		for range 10 {
			ten = append(ten, "press to Japan", "spam", "end press")
		}
		w.writes("USSR", ten...)
	}
	w.settle()
	w.wants(w.last("anna@mail.test"), "Within a day 40 letters may go out")
	if n := len(w.inbox("dora@mail.test")); n != press.MaxPerDay {
		t.Errorf("Japan got %d letters", n)
	}
}

// What people call themselves is shown, and does nothing else.
func TestNamesCannotCarryHTMLOrHeaders(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	key := w.observer("stranger@else.test")
	w.update(func(tx *store.Tx) error {
		table, err := gamestore.Load(tx, "eastfront")
		if err != nil {
			return err
		}
		s := *table.Participant("observer:stranger@else.test")
		s.Name = "<b onclick=x>Olga</b>\r\nBcc: everybody@mail.test " + strings.Repeat("x", 500)
		return table.SaveSeat(tx, s)
	})
	w.mailFrom("stranger@else.test", "", "key "+key+"\npress to referee\nHello.\nend press\n")
	w.settle()
	raw := w.mail.Delivered(refereeAddress)
	mail := string(raw[len(raw)-1])
	head, _, _ := strings.Cut(mail, "\r\n\r\n")
	_, page, _ := strings.Cut(mail, "Content-Type: text/html")
	if strings.Contains(head, "\nBcc") || strings.Contains(page, "<b onclick") || len(mail) > 20000 {
		t.Errorf("%d bytes:\n%s", len(mail), mail)
	}
}

// One person with two seats reads press once, and none of their own.
func TestOnePersonGetsOneCopy(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.update(func(tx *store.Tx) error {
		table, err := gamestore.Load(tx, "eastfront")
		if err != nil {
			return err
		}
		s := *table.Seat("Japan")
		s.Address = "bert@mail.test"
		return table.SaveSeat(tx, s)
	})
	w.writes("USSR", "press to axis", "Surrender!", "end press")
	w.settle()
	if n := len(w.inbox("bert@mail.test")); n != 1 {
		t.Errorf("Bert got %d copies", n)
	}
	w.mailFrom("bert@mail.test", "", "power Japan\nkey "+w.keys["Japan"]+"\npress to Germany\nDear me\nend press\n")
	w.settle()
	w.wants(w.last("bert@mail.test"), "Nobody can read your letter")
}

// Answers keep the thread: the copies of a mail that answers another refer to the copies of that.
func TestAnAnswerStaysInTheThread(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.writes("Germany", "press to Japan, USSR", "Shall we?", "end press")
	w.settle()
	came := w.inbox("dora@mail.test")[0]
	first := w.inbox("anna@mail.test")[0].MessageID
	w.raw("dora@mail.test", "From: dora@mail.test\nTo: "+serverAddress+
		"\nSubject: Re: letter\nMessage-ID: <reply@mail.test>\nReferences: "+came.MessageID+
		"\nContent-Type: text/plain\n\nkey "+w.keys["Japan"]+"\npress to Germany, USSR\nWe shall.\nend press\n")
	w.settle()
	if l := w.inbox("anna@mail.test")[0]; len(l.InReplyTo) != 1 || l.InReplyTo[0] != first {
		t.Errorf("the answer refers to %v, not to %s", l.InReplyTo, first)
	}
}

// A mail may hold orders and mails.
func TestPressWithOrders(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.writes("USSR", "press to Japan", "buy 99 tanks", "end press", "research rockets with 1 die")
	w.settle()
	w.wants(w.text("dora@mail.test"), "From: USSR", "buy 99 tanks", "WHAT HAPPENED")
	if n := w.audit(t); n != 1 {
		t.Errorf("%d goes", n)
	}
}

// Orders that cannot be read get their faults listed, even as an answer to press.
func TestOrdersThatAnswerPressAreOrders(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.writes("Germany", "press to USSR", "Shall we?", "end press")
	w.settle()
	came := w.inbox("anna@mail.test")[0]
	w.raw("anna@mail.test", "From: anna@mail.test\nTo: "+serverAddress+
		"\nSubject: Re: letter\nMessage-ID: <reply@mail.test>\nIn-Reply-To: "+came.MessageID+
		"\nContent-Type: text/plain\n\nkey "+w.keys["USSR"]+"\nbuy 3 zeppelins\n")
	w.settle()
	w.wants(w.last("anna@mail.test"), `"zeppelins" is no unit`)
}
