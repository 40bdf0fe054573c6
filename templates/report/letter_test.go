package report

import (
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
	"fieldpost/orders/syntax"
	"fieldpost/templates/layout"
	"fieldpost/templates/notice"
	"fieldpost/templates/noticetest"
	"fieldpost/templates/receipt"
)

// drawnBefore replaces the pictures of a report, where only their places matter.
var drawnBefore = &Drawing{Inline: []layout.File{{CID: mapCID}, {CID: "theatre@fieldpost"}}}

// everyLetter returns one of each kind of mail, in a language.
func everyLetter(t *testing.T, lang syntax.Lang) map[string]layout.Mail {
	t.Helper()
	all := map[string]layout.Mail{}
	keep := func(name string, m layout.Mail, err error) {
		if err != nil {
			t.Errorf("%s, %s: %v", name, lang, err)
		}
		all[name] = m
	}
	v := sovietTale(t).view()
	v.Drawing = drawnBefore
	m, err := Report(v, lang)
	keep("report", m, err)
	m, err = receipt.Mail(receiptOfTale(t), lang)
	keep("receipt", m, err)
	m, err = receipt.Refusal(refusalOfTale(t, lang), lang)
	keep("refusal", m, err)
	for _, n := range noticetest.All() {
		keep("notice "+string(n.ID()), noticeOf(t, n, v.Reader, lang), nil)
	}
	return all
}

// TestLettersKeepTheRulesOfMailPrograms: Gmail drops style sheets and what it does not know, Outlook lays out by
// tables and attributes, all hide what is not in the mail itself, and clip what is too long.
func TestLettersKeepTheRulesOfMailPrograms(t *testing.T) {
	t.Parallel()
	for _, lang := range syntax.Langs() {
		for name, m := range everyLetter(t, lang) {
			checkSubject(t, name, m.Subject)
			checkText(t, name, m.Text)
			checkHTML(t, name, m, string(lang))
		}
	}
}

func checkSubject(t *testing.T, name, s string) {
	t.Helper()
	if strings.ContainsAny(s, "\r\n\t") || len([]rune(s)) > 110 || !strings.HasPrefix(s, "[eastfront") &&
		!strings.HasPrefix(s, "fieldpost:") {
		t.Errorf("%s: subject %q", name, s)
	}
}

// checkText holds the text to its width.
func checkText(t *testing.T, name, text string) {
	t.Helper()
	for i, l := range strings.Split(text, "\n") {
		switch {
		case layout.Width(l) > layout.Columns:
			t.Errorf("%s, line %d: %d columns: %q", name, i+1, layout.Width(l), l)
		case l == "--" || l == "-- ":
			t.Errorf("%s, line %d is the mark of a signature", name, i+1)
		case strings.HasPrefix(l, ">") || strings.HasPrefix(l, "From "):
			t.Errorf("%s, line %d looks like a quote or the start of a mail: %q", name, i+1, l)
		case strings.Contains(l, "%!") || strings.Contains(l, "<no value>") || strings.Contains(l, "{{"):
			t.Errorf("%s, line %d: %q", name, i+1, l)
		case l != strings.TrimRight(l, " "):
			t.Errorf("%s, line %d ends in a blank", name, i+1)
		}
	}
}

// TestALongGoFitsAMail: a turn with more battles than any real one, in the language with the longest words.
func TestALongGoFitsAMail(t *testing.T) {
	t.Parallel()
	x := sovietTale(t)
	v := x.view()
	i := slices.IndexFunc(v.Events, func(e event.Reported) bool { return e.Kind == event.KindBattleBegan })
	j := slices.IndexFunc(v.Events, func(e event.Reported) bool { return e.Kind == event.KindCaptured })
	battle := slices.Clone(v.Events[i:j])
	for range 14 {
		v.Events = slices.Insert(v.Events, i, battle...)
		for range 3 { // further rounds
			v.Events = slices.Insert(v.Events, i+2, battle[2:len(battle)-1]...)
		}
	}
	m := mailOf(t, v, syntax.German)
	if len(m.HTML) > clip || len(m.Text) > 60<<10 {
		t.Errorf("%d bytes of HTML, %d of text", len(m.HTML), len(m.Text))
	}
}

func TestTextAndHTMLHoldTheSameWords(t *testing.T) {
	t.Parallel()
	v := sovietTale(t).view()
	v.Drawing = drawnBefore
	m, err := Report(v, syntax.English)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := html.Parse(strings.NewReader(m.HTML))
	if err != nil {
		t.Fatal(err)
	}
	var shown strings.Builder
	var walk func(n *html.Node)
	walk = func(n *html.Node) {
		if n.Type == html.TextNode && n.Parent.Data != "title" {
			shown.WriteString(n.Data + " ")
		}
		for _, a := range n.Attr {
			if a.Key == "alt" {
				shown.WriteString(a.Val + " ")
			}
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			walk(c)
		}
	}
	walk(doc)
	words := func(s string) map[string]int {
		count := map[string]int{}
		for _, w := range strings.Fields(strings.ToLower(strings.Trim(s, "-="))) {
			if w = strings.Trim(w, "[]-=•"); w != "" {
				count[w]++
			}
		}
		return count
	}
	inText, inHTML := words(m.Text), words(shown.String())
	for w, n := range inText {
		if inHTML[w] < n {
			t.Errorf("%q: %d times in the text, %d in HTML", w, n, inHTML[w])
		}
	}
	for w, n := range inHTML {
		if inText[w] < n {
			t.Errorf("%q: %d times in HTML, %d in the text", w, n, inText[w])
		}
	}
}

func TestWordsOfPlayersAreEscapedAndShortened(t *testing.T) {
	t.Parallel()
	evil := `<script>alert(1)</script> <img src="http://evil.example/x.png"> & "quotes"`
	r := sovietTale(t).view().Reader
	m := noticeOf(t, notice.RefereeNews{What: notice.Quote(evil),
		Details: []string{strings.Repeat(evil, 50), "a\r\nBcc: everybody@example.org"}}, r, syntax.English)
	if strings.Contains(m.HTML, "<script") || strings.Contains(m.HTML, `<img src="http`) ||
		!strings.Contains(m.HTML, "&lt;script&gt;") {
		t.Error("a player's HTML was taken over")
	}
	if strings.Contains(m.Text, "\r") || len(m.Text) > 3000 {
		t.Errorf("%d bytes of text", len(m.Text))
	}
	w := refusalOfTale(t, syntax.English)
	w.Lines[w.Faults[0].Line-1] = "key 7KQ2-M9XD-4TRA-W8PC " + evil
	m, err := receipt.Refusal(w, syntax.English)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(m.Text+m.HTML, "7KQ2-M9XD-4TRA-W8PC\n<") || strings.Contains(m.HTML, "<script") {
		t.Error("a quoted line shows a key, or HTML")
	}
}

// TestEveryEventCanBeTold tells every kind of event, with all its fields, by a power whose name is plural in German.
func TestEveryEventCanBeTold(t *testing.T) {
	t.Parallel()
	kinds := []event.Kind{event.KindPhaseBegan, event.KindResearched, event.KindBought, event.KindRefunded, event.KindConverted,
		event.KindMoved, event.KindLoaded, event.KindUnloaded,
		event.KindLanded, event.KindStayed, event.KindPledged, event.KindDeclared, event.KindPlaced, event.KindRetreats, event.KindSubmerge, event.KindSurfaced, event.KindRepaired,
		event.KindRocket, event.KindAntiaircraft, event.KindRaid, event.KindInterception, event.KindBattleBegan, event.KindRoundBegan, event.KindFired, event.KindLost, event.KindBattlePaused,
		event.KindBattleEnded, event.KindCalledOff, event.KindCaptured, event.KindLiberated, event.KindCapitalLost, event.KindCapitalFreed, event.KindNoLanding, event.KindDrowned,
		event.KindIncome, event.KindPayment, event.KindAdvantage, event.KindDealt, event.KindRolled, event.KindCityCount, event.KindVictory, event.KindPhaseFailed,
		event.KindTurnIdle, event.KindTurnEnded}
	x := newTale(t)
	for _, lang := range syntax.Langs() {
		for _, k := range kinds {
			s, err := newWriter(x.set, lang)
			if err != nil {
				t.Fatal(err)
			}
			e := event.NewReported(k, "USA")
			e.Whose, e.Space, e.From, e.To, e.Phase, e.Round = "USSR", x.at("Ukraine S.S.R."), x.at("SZ4"), x.at("Russia"), 3, 2
			e.Units, e.Attackers, e.Defenders = []event.Stack{of("USA", 3, 2),
				of("UK", 1, 1)}, []event.Stack{of("USA", 3, 2)}, []event.Stack{of("Germany", 1, 1)}
			e.Battle, e.Outcome, e.Dice, e.Value, e.Hits, e.N, e.Paid, e.Tech, e.Advantage, e.Side = "amphibious", "draw", []int{1, 2}, 1, 1, 2, 5, 3, "Radar", 1
			e.Advantages = []string{"Radar", "Enigma Decoded"}
			e.Volleys = []event.Volley{shots(3, []int{2, 4}, of("USA", 3, 2))}
			l := &layout.Document{Lang: string(lang)}
			l.Add(narrator{writer: s}.narrate([]event.Reported{e})...)
			text := l.Text()
			silent := slices.Contains([]event.Kind{event.KindPhaseBegan, event.KindFired, event.KindBattlePaused,
				event.KindBattleEnded}, k) // alone
			if s.Err() != nil || len(text) < 10 && !silent {
				t.Errorf("%s, %s: %v, %q", k, lang, s.Err(), text)
			}
		}
	}
}

// Before a game is started no orders are awaited, though its position knows who moves first.
func TestStatusOfAGameThatHasNotBegun(t *testing.T) {
	t.Parallel()
	r := sovietTale(t).view().Reader
	r.Unbegun = true
	m := noticeOf(t, notice.Status{}, r, syntax.English)
	if text := strings.Join(strings.Fields(m.Text), " "); !strings.Contains(text, "has not begun yet") ||
		strings.Contains(text, "It is your move") || strings.Contains(text, "waits for") {
		t.Error(m.Text)
	}
}

// Orders that come when it is not their turn are not told to be mended: no line of them is wrong.
func TestRefusalWithoutALine(t *testing.T) {
	t.Parallel()
	v := receipt.RefusalView{Reader: sovietTale(t).view().Reader, Lines: []string{"buy 1 infantry"}, Checked: true,
		Faults: []order.Fault{order.NewFault(0, order.NotAllowed, order.NotOnTurn)}}
	v.Faults[0].Power = "Germany"
	m, err := receipt.Refusal(v, syntax.English)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasSuffix(m.Subject, "Not accepted, Germany") || strings.Contains(m.Text, "mending") ||
		strings.Contains(m.Text, "1 line") {
		t.Errorf("%s\n%s", m.Subject, m.Text)
	}
}
