package templates

import (
	"strings"
	"testing"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/rules"
	"fieldpost/orders"
)

// europe is a position of the other game in the middle of a war: Germany has Moscow since round 3, two convoy centres, Archangel
// and two oil fields; British units stand on Soviet land.
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
		pos.Owner[at(space)] = "Germany"
		for _, u := range pos.In(at(space)) {
			pos.Remove(u.ID)
		}
	}
	pos.Nation("USSR").Fallen = 3
	for range 3 {
		pos.Add(board.Infantry, "UK", at("Caucasus"))
	}
	pos.Add(board.Fighter, "USA", at("Siberia"))
	pos.Nation("UK").Money, pos.Nation("USA").Money = 1, 1
	pos.Power, pos.Phase, pos.Round = "UK", order.Buy, 3
	adjudicator.BeginTurn(set, pos)
	return set, pos
}

// TestEuropesReportsReadAsTheGoldenTextsSay: convoys, oil, what may be taken over, and the victory clock, in a report and in a status.
func TestEuropesReportsReadAsTheGoldenTextsSay(t *testing.T) {
	t.Parallel()
	set, pos := europe(t)
	seat := Seat{Game: "atlantik", Rules: set, Pos: pos, Awaited: adjudicator.Awaited(set, pos), Power: "Germany"}
	for _, lang := range orders.Langs() {
		v := ReportView{Seat: seat, Asked: true}
		s, err := v.speaker(lang)
		if err != nil {
			t.Fatal(err)
		}
		m, err := s.mail(s.telling(&v, onlyMap).letter(&v), v.Seat, v.tag(v.goOf()), "", Mail{})
		if err != nil {
			t.Fatal(err)
		}
		checkText(t, "europe", m.Text)
		golden(t, "europe-"+string(lang)+".txt", m.Text)
		for _, part := range append(s.capitals(pos), s.oil(pos)...) {
			first, _, _ := strings.Cut(part, ".")
			if !strings.Contains(strings.Join(strings.Fields(m.HTML), " "), first) {
				t.Errorf("%s: HTML does not say %q", lang, first)
			}
		}
		if m, err = Note(NoteView{Seat: seat, Kind: Status}, lang); err != nil {
			t.Fatal(err)
		}
		golden(t, "europe-status-"+string(lang)+".txt", m.Text)
	}
}

// TestTheVictoryClock: who must hold what until when, by whoever holds the capital, whoever is on turn, and by the options.
func TestTheVictoryClock(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		option, value string
		capital       string
		holder, turn  board.Power
		fresh         bool // taken in this very turn
		want          string
	}{
		"Germany before its turn":     {"", "", "Moscow", "Germany", "UK", false, "at the end of the turn of Germany in round 4"},
		"Germany in the turn it took": {"", "", "Moscow", "Germany", "Germany", true, "at the end of the turn of Germany in round 4"},
		"Germany in its next turn":    {"", "", "Moscow", "Germany", "Germany", false, "at the end of the turn of Germany in round 3"},
		"an Ally later in the round":  {"", "", "Germany", "USA", "UK", false, "at the end of the turn of the USA in round 3"},
		"an Ally in the next round":   {"", "", "Germany", "USSR", "UK", false, "at the end of the turn of the USSR in round 4"},
		"start, the Axis":             {"victory-check", "start", "Moscow", "Germany", "UK", false, "at the beginning of the turn of Germany in round 4"},
		"start, the Allies":           {"victory-check", "start", "Germany", "UK", "UK", false, "at the beginning of the turn of the USSR in round 4"},
		"Berlin need not be held":     {"hold-berlin", "no", "Moscow", "Germany", "UK", false, "The Axis wins if it holds Moscow at the end"},
		"Berlin must be held":         {"", "", "Moscow", "Germany", "UK", false, "The Axis wins if it holds Moscow and Germany at the end"},
	} {
		var o rules.Options
		if c.option != "" {
			var err error
			if o, err = o.With(c.option, c.value); err != nil {
				t.Fatal(err)
			}
		}
		set, err := rules.New("europe", o)
		if err != nil {
			t.Fatal(err)
		}
		pos := adjudicator.Empty(set)
		id, _ := set.Board.Find(c.capital)
		pos.Owner[id], pos.Power, pos.Phase, pos.Round = c.holder, c.turn, order.Combat, 3
		adjudicator.BeginTurn(set, pos)
		if c.fresh {
			pos.Turn.Captured = []board.SpaceID{id}
		}
		s, err := newSpeaker(set, orders.English)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(s.capitals(pos), " "); !strings.Contains(got, c.want) {
			t.Errorf("%s: %q does not say %q", name, got, c.want)
		}
	}
}

// TestTheSharingIsOneProposal: every Ally sees what each of them proposes and is offered it in the form; Germany sees nothing.
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
		f := orders.Parse(text, orders.Context{Board: set.Board, Phase: pos.Phase, Power: who})
		res, err := adjudicator.Play(set, pos, who, f.File, nil)
		if err != nil || res.Refused || len(f.Faults) > 0 {
			t.Fatal(err, res.Faults, f.Faults)
		}
		pos = res.Position
	}
	file("Germany", "bonus nothing\n")
	file("USSR", "share USSR 2, UK 4, USA 6\n")
	for _, lang := range orders.Langs() {
		for _, who := range []board.Power{"UK", "USSR", "Germany"} {
			v := ReportView{Seat: Seat{Game: "atlantik", Rules: set, Pos: pos, Power: who, Awaited: adjudicator.Awaited(set, pos)}, Before: pos}
			s, err := v.speaker(lang)
			if err != nil {
				t.Fatal(err)
			}
			m, err := s.mail(s.telling(&v, onlyMap).letter(&v), v.Seat, v.tag(v.goOf()), "", Mail{})
			if err != nil {
				t.Fatal(err)
			}
			note, err := Note(NoteView{Seat: v.Seat, Kind: Status}, lang)
			if err != nil {
				t.Fatal(err)
			}
			for _, text := range []string{m.Text, note.Text} {
				if shown := strings.Contains(strings.ReplaceAll(text, glue, " "), "UK 4, USA 6"); shown != (who != "Germany") {
					t.Errorf("%s, %s: the proposal is shown: %v\n%s", lang, who, shown, text)
				}
			}
			if who == "UK" {
				head, _, _ := strings.Cut(m.Text, strings.ToUpper(s.say("powers")))
				_, form, _ := strings.Cut(m.Text, "\ngame atlantik\n")
				form, _, _ = strings.Cut(form, "\nend\n")
				golden(t, "shares-"+string(lang)+".txt", head+"…\n\ngame atlantik\n"+form+"\nend\n")
			}
		}
	}
	file("UK", "share USA 6, USSR 2, UK 4\n")
	file("USA", "share USA 6, USSR 2, UK 4\n")
	m, err := Note(NoteView{Seat: Seat{Game: "atlantik", Rules: set, Pos: pos, Power: "UK"}, Kind: Status}, orders.English)
	if err != nil || !strings.Contains(strings.ReplaceAll(m.Text, glue, " "), "The Allies share the bonus: USSR 2, UK 4, USA 6.") {
		t.Errorf("%v\n%s", err, m.Text)
	}
}
