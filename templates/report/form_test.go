package report

import (
	"slices"
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
	"fieldpost/templates/reader"
)

// textOfTale is the whole text of the tale's report, as its reader gets it.
func textOfTale(t *testing.T, v View, lang syntax.Lang) string {
	t.Helper()
	return mailOf(t, v, lang).Text
}

// mailOf is the whole report of a view, with the place of its map.
func mailOf(t *testing.T, v View, lang syntax.Lang) layout.Mail {
	t.Helper()
	w, err := newWriter(v.Rules, lang)
	if err != nil {
		t.Fatal(err)
	}
	m, err := newBuilder(w, &v, onlyMap).Mail(v)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// sentBack reads a whole report as the daemon reads a mail that a player sent back.
func sentBack(v View, text string) orders.File {
	return orders.Parse(text, orders.Context{Board: v.Rules.Board, Phase: v.Pos.Phase(),
		Power: v.Power, Preamble: true})
}

// fill removes the # from the lines of a form that hold a text, and replaces the dots by a space. Lines that continue
// one are filled in, too.
func fill(t *testing.T, text, line, space string) string {
	t.Helper()
	lines := strings.Split(text, "\n")
	i := slices.IndexFunc(lines, func(l string) bool { return strings.HasPrefix(l, "#") && strings.Contains(l, line) })
	if i < 0 {
		t.Fatalf("the form has no line with %q", line)
	}
	for {
		lines[i] = strings.Replace(strings.TrimPrefix(lines[i], "#"), "…", space, 1)
		if i++; !strings.HasPrefix(lines[i], "#     ") {
			return strings.Join(lines, "\n")
		}
	}
}

func TestAReportSentBackAsItIsOrdersNothing(t *testing.T) {
	t.Parallel()
	for _, lang := range syntax.Langs() {
		v := sovietTale(t).view()
		f := sentBack(v, textOfTale(t, v, lang))
		if len(f.Faults) > 0 || f.HasOrders() {
			t.Errorf("%s: faults %+v, orders %v", lang, f.Faults, f.HasOrders())
		}
		h := f.Header
		if h.Game != v.Game || h.Power != v.Power || h.Round != 3 || h.Key != v.Key || h.Base != v.Base ||
			h.Salt != v.Salt {
			t.Errorf("%s: header %+v", lang, h)
		}
	}
}

func TestTheFilledFormIsOrdersThatAreAccepted(t *testing.T) {
	t.Parallel()
	lines := map[syntax.Lang][]string{
		syntax.English: {"research rockets", "buy 3 infantry", "# combat", "from Belorussia to Karelia", "# noncombat",
			"from Germany to", "place 3 infantry"},
		syntax.German: {"forsche Raketen", "kaufe 3 Infanterie", "# Kampf", "von Belorussland nach Karelien", "# kampflos",
			"von Deutschland", "platziere 3 Infanterie"},
		syntax.Danish: {"forsk raketter", "køb 3 infanteri", "# kamp", "fra Hviderusland til Karelen", "# omrokering",
			"fra Tyskland til", "placer 3 infanteri"},
	}
	for lang, list := range lines {
		v := sovietTale(t).view()
		text := textOfTale(t, v, lang)
		for _, line := range list {
			text = fill(t, text, line, "")
		}
		f := sentBack(v, text)
		for _, x := range f.Faults {
			t.Errorf("%s: line %d %q: %s", lang, x.Line, f.Line(x.Line), x.Code)
		}
		for _, x := range adjudicator.Judge(v.Rules, v.Pos, v.Power, f.File) {
			t.Errorf("%s: line %d %q: %s", lang, x.Line, f.Line(x.Line), x.Code)
		}
		for _, ph := range []order.Phase{order.Research, order.Buy, order.Combat, order.Noncombat, order.Place} {
			if len(f.Sheet.Parts[ph].Orders) != 1 {
				t.Errorf("%s: %s holds %d orders", lang, ph, len(f.Sheet.Parts[ph].Orders))
			}
		}
	}
}

func TestLongMoveLinesAreWrappedAndRead(t *testing.T) {
	t.Parallel()
	for _, lang := range syntax.Langs() {
		v := sovietTale(t).view()
		congo, ok := v.Rules.Board.Find("French Equatorial Africa")
		positiontest.Change(v.Pos, func(d *position.Data) {
			v.Power, d.Power, d.Phase, d.Owner[congo] = "Germany", "Germany", order.Combat, "Germany"
			for range 11 {
				d.Add(board.Infantry, "Germany", congo)
			}
			d.Add(board.Artillery, "Germany", congo)
			d.Add(board.Tank, "Germany", congo)
		})
		v.Awaited = adjudicator.Awaited(v.Rules, v.Pos)
		text := textOfTale(t, v, lang)
		lines := strings.Split(text, "\n")
		i := slices.IndexFunc(lines, func(l string) bool { return strings.HasPrefix(l, "#") && strings.HasSuffix(l, " \\") })
		if i < 0 || !ok {
			t.Fatalf("%s: no line was wrapped in\n%s", lang, text)
		}
		lines[i], lines[i+1] = lines[i][1:], lines[i+1][1:]
		f := sentBack(v, strings.Join(lines, "\n"))
		if moves := f.Sheet.Parts[order.Combat].Orders; len(f.Faults) > 0 || len(moves) != 1 {
			t.Errorf("%s: faults %+v, moves %+v", lang, f.Faults, moves)
		}
	}
}

func TestTheFormOfAPausedBattleOffersItsAnswers(t *testing.T) {
	t.Parallel()
	for lang, retreat := range map[syntax.Lang]string{syntax.English: "retreat to", syntax.German: "Rückzug nach",
		syntax.Danish: "tilbagetog til"} {
		x := sovietTale(t)
		v := x.view()
		positiontest.Change(v.Pos, func(d *position.Data) {
			d.Turn.Fight.Queue = []position.Battle{{Space: x.at("Ukraine S.S.R."), Round: 2, Paused: true}}
		})
		positiontest.Change(v.Pos, func(d *position.Data) {
			d.Phase, v.Awaited = order.Combat, adjudicator.Awaited(v.Rules, v.Pos)
		})
		if len(v.Awaited) != 1 || v.Awaited[0].What != "battle" {
			t.Fatalf("awaited: %+v", v.Awaited)
		}
		battle := syntax.Keyword("battle", lang) + " " + syntax.SpaceName(x.b, x.at("Ukraine S.S.R."), lang)
		text := fill(t, fill(t, textOfTale(t, v, lang), "# "+battle, ""), retreat, "Caucasus")
		f := sentBack(v, text)
		if len(f.Faults) > 0 || len(f.Sheet.Battles) != 1 || f.Sheet.Battles[0].Tactics[0].Do != order.Retreat {
			t.Errorf("%s: faults %+v, battles %+v", lang, f.Faults, f.Sheet.Battles)
		}
	}
}

// TestQuestionsCanBeAnsweredByTheirForm: each question offers lines that are read once they are filled in.
func TestQuestionsCanBeAnsweredByTheirForm(t *testing.T) {
	t.Parallel()
	for _, what := range []string{"share", "bonus", "enigma", "nonaggression", "resistance"} {
		for _, lang := range syntax.Langs() {
			v := sovietTale(t).view()
			if what == "share" || what == "bonus" {
				set, err := rules.New("europe", rules.Options{})
				if err != nil {
					t.Fatal(err)
				}
				if v.Pos, err = adjudicator.Start(set); err != nil {
					t.Fatal(err)
				}
				v.Rules, v.Before, v.Events = set, nil, nil
			}
			v.Power = "UK"
			v.Awaited = []adjudicator.Await{{Power: "UK", What: what, Space: board.NoSpace}}
			l, err := v.Localizer(lang)
			if err != nil {
				t.Fatal(err)
			}
			p := reader.NewPage(v.Reader, l)
			p.AddSeatForm()
			if l.Err() != nil {
				t.Fatal(l.Err())
			}
			lines := p.Document.Blocks[2].(layout.Verbatim)
			for i, l := range lines {
				offer := strings.ReplaceAll(strings.TrimPrefix(l, "# "), "…", "UK")
				if alone := sentBack(v, offer); strings.HasPrefix(l, "# ") && len(alone.Faults) == 0 && alone.HasOrders() {
					lines[i] = offer
				}
			}
			f := sentBack(v, strings.Join(lines, "\n"))
			if len(f.Faults) > 0 || !f.HasOrders() {
				t.Errorf("%s, %s: %+v, orders %v", what, lang, f.Faults, f.HasOrders())
			}
		}
	}
}

// TestTheExamplesOfAFormAreLegalTogether: whoever takes every # away at the start of a power's turn has ordered a turn.
func TestTheExamplesOfAFormAreLegalTogether(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"revised", "europe"} {
		set, err := rules.New(name, rules.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, power := range set.Board.Powers() {
			for _, lang := range syntax.Langs() {
				v := View{}
				if v.Pos, err = adjudicator.Start(set); err != nil {
					t.Fatal(err)
				}
				positiontest.Change(v.Pos, func(d *position.Data) {
					d.Power, d.Phase, d.Round = power, set.Phases[0], 1
					d.Turn.StartOwner = slices.Clone(d.Owner)
					for at := range set.Board.Spaces {
						for _, u := range d.Units {
							if u.At == board.SpaceID(at) && u.Type == board.Complex {
								d.Turn.StartIC = append(d.Turn.StartIC, u.At)
							}
						}
					}
				})
				if !v.Pos.Nation(power).HasTurn() {
					continue
				}
				v.Rules, v.Power, v.Game = set, power, "eastfront"
				v.Awaited = []adjudicator.Await{{Power: power, What: set.Phases[0].String(), Space: board.NoSpace}}
				l, err := v.Localizer(lang)
				if err != nil {
					t.Fatal(err)
				}
				p := reader.NewPage(v.Reader, l)
				p.AddSeatForm()
				var lines []string
				for _, l := range p.Document.Blocks[2].(layout.Verbatim) {
					offer := strings.TrimPrefix(l, "# ")
					if f := sentBack(v, offer); len(f.Faults) == 0 && (f.HasOrders() || f.Sheet.Done > 0) ||
						strings.HasPrefix(offer, "  ") && !strings.Contains(offer, "…") {
						lines = append(lines, offer)
					}
				}
				f := sentBack(v, strings.Join(lines, "\n"))
				faults := append(f.Faults, adjudicator.Judge(set, v.Pos, power, f.File)...)
				if moves := len(f.Sheet.Parts[order.Combat].Orders); len(faults) > 0 || f.Sheet.Done == 0 || moves != 1 && power != "USA" {
					t.Errorf("%s, %s, %s: %+v in\n%s", name, power, lang, faults, strings.Join(lines, "\n"))
				}
			}
		}
	}
}
