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
		syntax.English: {"research rockets", "buy 1 infantry", "#   combat", "from Belorussia", "#   noncombat",
			"place 1 infantry"},
		syntax.German: {"forsche Raketen", "kaufe 1 Infanterie", "#   Kampf", "von Belorussland", "#   kampflos",
			"platziere 1 Infanterie"},
		syntax.Danish: {"forsk raketter", "køb 1 infanteri", "#   kamp", "fra Hviderusland", "#   omrokering",
			"placer 1 infanteri"},
	}
	spaces := []string{"", "", "", "West Russia", "", "Germany"}
	for lang, list := range lines {
		v := sovietTale(t).view()
		text := textOfTale(t, v, lang)
		for i, line := range list {
			text = fill(t, text, line, spaces[i])
		}
		f := sentBack(v, text)
		for _, x := range f.Faults {
			t.Errorf("%s: line %d %q: %s", lang, x.Line, f.Line(x.Line), x.Code)
		}
		for _, x := range adjudicator.Judge(v.Rules, v.Pos, v.Power, f.File) {
			t.Errorf("%s: line %d %q: %s", lang, x.Line, f.Line(x.Line), x.Code)
		}
		for _, ph := range []order.Phase{order.Research, order.Buy, order.Combat, order.Place} {
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
		positiontest.Change(v.Pos, func(d *position.Data) { v.Power, d.Power, d.Phase = "UK", "UK", order.Combat })
		v.Awaited = adjudicator.Awaited(v.Rules, v.Pos)
		home := v.Rules.Board.SeatOf("UK").Capital
		for _, typ := range []board.UnitType{board.Infantry, board.Artillery, board.Tank, board.Fighter, board.Bomber} {
			positiontest.Change(v.Pos, func(d *position.Data) { d.Add(typ, "UK", home) })
		}
		text := textOfTale(t, v, lang)
		from := syntax.Keyword("from", lang) + " " + syntax.SpaceName(v.Rules.Board, home, lang)
		lines := strings.Split(text, "\n")
		i := slices.IndexFunc(lines, func(l string) bool { return strings.Contains(l, from) })
		if i < 0 {
			t.Fatalf("%s: no line %q", lang, from)
		}
		if !strings.HasPrefix(lines[i], "#     ") {
			t.Fatalf("%s: %q was not wrapped", lang, lines[i])
		}
		lines[i] = strings.Replace(lines[i][1:], "…", "SZ2", 1)
		lines[i-1] = lines[i-1][1:]
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
		text := fill(t, fill(t, textOfTale(t, v, lang), "  "+battle, ""), retreat, "Caucasus")
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
				if strings.HasPrefix(l, "#   ") {
					lines[i] = strings.ReplaceAll(l[1:], "…", "UK")
				}
			}
			f := sentBack(v, strings.Join(lines, "\n"))
			if len(f.Faults) > 0 || !f.HasOrders() {
				t.Errorf("%s, %s: %+v, orders %v", what, lang, f.Faults, f.HasOrders())
			}
		}
	}
}
