package report

import (
	"strings"
	"testing"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/positiontest"
	"fieldpost/adjudicator/rules"
	"fieldpost/orders"
	"fieldpost/orders/syntax"
	"fieldpost/templates/layout"
	"fieldpost/templates/notice"
	"fieldpost/templates/reader"
)

// europe is a position of the other game in the middle of a war: Germany has held Moscow since round 3, two convoy
// centres, Archangel and two oil fields; British units stand on Soviet land.
func europe(t *testing.T) (*rules.Set, *position.Position) {
	t.Helper()
	set, err := rules.New("europe", rules.Options{})
	if err != nil {
		t.Fatal(err)
	}
	pos, err := adjudicator.Start(set)
	if err != nil {
		t.Fatal(err)
	}
	at := func(name string) board.SpaceID {
		id, ok := set.Board.Find(name)
		if !ok {
			t.Fatal(name)
		}
		return id
	}
	for _, space := range []string{"Moscow", "Archangel", "British Convoy 3", "U.S. Convoy 1", "Iran", "Syria"} {
		positiontest.Change(pos, func(d *position.Data) { d.Owner[at(space)] = "Germany" })
	}
	positiontest.Change(pos, func(d *position.Data) { // half of the garrisons, and losses elsewhere
		d.Remove(99, 101, 103, 105, 107, 109, 123, 130, 132, 134, 136, 138, 140, 142, 144, 146, 175)
	})
	positiontest.Change(pos, func(d *position.Data) { d.Nation("USSR").Fallen = 3 })
	for range 3 {
		positiontest.Change(pos, func(d *position.Data) { d.Add(board.Infantry, "UK", at("Caucasus")) })
	}
	positiontest.Change(pos, func(d *position.Data) {
		d.Add(board.Fighter, "USA", at("Siberia"))
		d.Nation("UK").Money, d.Nation("USA").Money = 1, 1
		d.Power, d.Phase, d.Round = "UK", order.Buy, 3
	})
	adjudicator.BeginTurn(set, pos)
	return set, pos
}

// TestEuropesReportsReadAsTheGoldenTextsSay: convoys, oil, what may be taken over, and the victory clock, in a report
// and in a status.
func TestEuropesReportsReadAsTheGoldenTextsSay(t *testing.T) {
	t.Parallel()
	set, pos := europe(t)
	seat := reader.Reader{Game: "atlantik", Rules: set, Pos: pos, Awaited: adjudicator.Awaited(set, pos),
		Power: "Germany"}
	for _, lang := range syntax.Langs() {
		v := View{Reader: seat, Asked: true}
		m := mailOf(t, v, lang)
		checkText(t, "europe", m.Text)
		golden(t, "europe-"+string(lang)+".txt", m.Text)
		l, err := seat.Localizer(lang)
		if err != nil {
			t.Fatal(err)
		}
		for _, b := range reader.Outlook(l, set, pos) {
			items, _ := b.(layout.Bullets)
			for _, part := range items {
				first, _, _ := strings.Cut(part, ".")
				if !strings.Contains(strings.Join(strings.Fields(m.HTML), " "),
					strings.Join(strings.Fields(first), " ")) {
					t.Errorf("%s: HTML does not say %q", lang, first)
				}
			}
		}
		m = noticeOf(t, notice.Status{}, seat, lang)
		golden(t, "europe-status-"+string(lang)+".txt", m.Text)
	}
}

// TestTheSharingIsOneProposal: every Ally sees what each of them proposes and is offered it in the form; Germany sees
// nothing.
func TestTheSharingIsOneProposal(t *testing.T) {
	t.Parallel()
	set, err := rules.New("europe", rules.Options{})
	if err != nil {
		t.Fatal(err)
	}
	pos, err := adjudicator.Start(set)
	if err != nil {
		t.Fatal(err)
	}
	file := func(who board.Power, text string) {
		t.Helper()
		f := orders.Parse(text, orders.Context{Board: set.Board, Phase: pos.Phase(), Power: who})
		res, err := adjudicator.Play(set, pos, who, f.File, nil)
		if err != nil || res.Refused || len(f.Faults) > 0 {
			t.Fatal(err, res.Faults, f.Faults)
		}
		pos = res.Position
	}
	file("Germany", "bonus nothing\n")
	file("USSR", "share USSR 2, UK 4, USA 6\n")
	for _, lang := range syntax.Langs() {
		for _, who := range []board.Power{"UK", "USSR", "Germany"} {
			v := View{Reader: reader.Reader{Game: "atlantik", Rules: set, Pos: pos, Power: who,
				Awaited: adjudicator.Awaited(set, pos)}, Before: pos}
			m := mailOf(t, v, lang)
			l, err := v.Localizer(lang)
			if err != nil {
				t.Fatal(err)
			}
			note := noticeOf(t, notice.Status{}, v.Reader, lang)
			for _, text := range []string{m.Text, note.Text} {
				if shown := strings.Contains(strings.ReplaceAll(text, layout.Glue, " "),
					l.Power("UK")+" 4, USA 6"); shown != (who != "Germany") {
					t.Errorf("%s, %s: the proposal is shown: %v\n%s", lang, who, shown, text)
				}
			}
			if who == "UK" {
				head, _, _ := strings.Cut(m.Text, strings.ToUpper(l.Text("powers")))
				_, form, _ := strings.Cut(m.Text, "\ngame atlantik\n")
				form, _, _ = strings.Cut(form, "\nend\n")
				golden(t, "shares-"+string(lang)+".txt", head+"…\n\ngame atlantik\n"+form+"\nend\n")
			}
		}
	}
	file("UK", "share USA 6, USSR 2, UK 4\n")
	file("USA", "share USA 6, USSR 2, UK 4\n")
	m := noticeOf(t, notice.Status{}, reader.Reader{Game: "atlantik", Rules: set, Pos: pos, Power: "UK"},
		syntax.English)
	if !strings.Contains(strings.ReplaceAll(m.Text, layout.Glue, " "),
		"The Allies share the bonus: USSR 2, UK 4, USA 6.") {
		t.Error(m.Text)
	}
}
