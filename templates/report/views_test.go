package report

import (
	"slices"
	"strings"
	"testing"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/economy"
	"fieldpost/adjudicator/forecast"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/positiontest"
	"fieldpost/orders"
	"fieldpost/orders/remedy"
	"fieldpost/orders/syntax"
	"fieldpost/templates/layout"
	"fieldpost/templates/notice"
	"fieldpost/templates/noticetest"
	"fieldpost/templates/reader"
	"fieldpost/templates/receipt"
)

const germanOrders = `game eastfront
key 7KQ2-M9XD-4TRA-W8PC
buy 2 tanks, 1 bomber
combat
  move 3 infantry, 1 artillery from Ukraine to Caucasus
  move 1 fighter from Eastern Europe to Caucasus
battle Caucasus
  losses infantry, artillery, fighter
  retreat to Ukraine if odds below 40%
defend everywhere
  losses infantry, artillery, tank
end
`

// receiptOfTale is the receipt of orders for the position after the tale.
func receiptOfTale(t *testing.T) receipt.View {
	t.Helper()
	v := sovietTale(t).view()
	f := sentBack(v, germanOrders)
	if len(f.Faults) > 0 {
		t.Fatal(f.Faults)
	}
	hints := order.NewFault(3, order.Unwise, order.TooDear)
	hints.Have, hints.Want = 1, 2
	positiontest.Change(v.Pos, func(d *position.Data) { d.Nation("Germany").Standing = f.Standing })
	var fallen order.Sheet
	fallen.Parts[order.Place] = order.PhaseOrders{Held: true, Orders: []order.Order{order.PlaceUnits{
		Units: []order.Units{{N: 3, Type: board.Infantry}}, In: 0, From: board.NoSpace}}}
	d := &receipt.Draft{Sheet: f.Sheet, Fallen: fallen, Money: 41, Holds: true,
		Forecast: forecast.Of(v.Rules, v.Pos, "Germany", f.File),
		Unplaced: []economy.Unplaced{{Unit: board.Tank, N: 2, In: 0}}}
	return receipt.View{Reader: v.Reader, Arrival: 12, Mail: v.Head, Set: v.Base, File: f.File, Draft: d,
		Hints: []order.Fault{hints}, Lines: f.Lines,
		Repairs: []orders.Repair{{What: orders.RepairQuotes},
			{Line: 4, What: orders.RepairDashes}}, Arrived: monday, FromHTML: true}
}

// refusalOfTale is the answer to orders with faults.
func refusalOfTale(t *testing.T, lang syntax.Lang) receipt.RefusalView {
	t.Helper()
	v := sovietTale(t).view()
	text := "game eastfront\nbuy 3 tnaks\ncombat\nmove 9 infantry from Ukraine to Caucasus\n"
	f := sentBack(v, text)
	ground := remedy.Ground{Rules: v.Rules, Position: v.Pos, Power: v.Power, Lang: lang}
	faults := remedy.Find(ground, &f, f.Merge(f.Faults, adjudicator.Judge(v.Rules, v.Pos, v.Power, f.File)))
	if len(faults) < 2 {
		t.Fatal(faults)
	}
	return receipt.RefusalView{Reader: v.Reader, Faults: faults, Lines: f.Lines, InForce: true}
}

// noticeOf lays a notice out.
func noticeOf(t *testing.T, n notice.Notice, r reader.Reader, lang syntax.Lang) layout.Mail {
	t.Helper()
	l, err := r.Localizer(lang)
	if err != nil {
		t.Fatal(err)
	}
	m, err := notice.Render(n, r, l)
	if err != nil {
		t.Fatalf("%s: %v", n.ID(), err)
	}
	return m
}

func TestReceiptsAndRefusalsReadAsTheGoldenTextsSay(t *testing.T) {
	t.Parallel()
	for _, lang := range syntax.Langs() {
		m, err := receipt.Mail(receiptOfTale(t), lang)
		if err != nil {
			t.Fatal(err)
		}
		golden(t, "receipt-"+string(lang)+".txt", "Subject: "+m.Subject+"\n\n"+m.Text)
		if m, err = receipt.Refusal(refusalOfTale(t, lang), lang); err != nil {
			t.Fatal(err)
		}
		text, _, _ := strings.Cut(m.Text, "\ngame eastfront\n") // the reports show the form
		golden(t, "refusal-"+string(lang)+".txt", "Subject: "+m.Subject+"\n\n"+text)
	}
}

func TestNoticesReadAsTheGoldenTextsSay(t *testing.T) {
	t.Parallel()
	list := noticetest.All()
	slices.SortFunc(list, func(a, b notice.Notice) int { return strings.Compare(string(a.ID()), string(b.ID())) })
	for _, lang := range syntax.Langs() {
		all := ""
		for _, n := range list {
			r := sovietTale(t).view().Reader
			if n == (notice.UnknownSender{}) {
				r = reader.Reader{}
			}
			l, err := r.Localizer(lang)
			if err != nil {
				t.Fatal(err)
			}
			m := noticeOf(t, n, r, lang)
			text, _, _ := strings.Cut(m.Text, "\n"+strings.ToUpper(l.Text("form"))+"\n") // the reports show the form
			all += "Subject: " + m.Subject + "\n\n" + text + "\n"
		}
		golden(t, "notes-"+string(lang)+".txt", all)
	}
}

func TestAReceiptOfPlayedOrdersLeavesTheRestToTheReport(t *testing.T) {
	t.Parallel()
	v := receiptOfTale(t)
	v.Played = true
	m, err := receipt.Mail(v, syntax.English)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(m.Text, "It is your move") || !strings.Contains(m.Text, "the report comes") {
		t.Error(m.Text)
	}
}

// TestAReceiptsOrdersAreReadAgain: what a receipt shows as understood may be sent back, folded lines and all.
func TestAReceiptsOrdersAreReadAgain(t *testing.T) {
	t.Parallel()
	for _, lang := range syntax.Langs() {
		v := receiptOfTale(t)
		v.Played = true
		m, err := receipt.Mail(v, lang)
		if err != nil {
			t.Fatal(err)
		}
		_, text, _ := strings.Cut(m.Text, "==\n\n") // below the first heading
		text, _, _ = strings.Cut(text, "\n\n")
		f := orders.Parse(text, orders.Context{Board: v.Rules.Board, Phase: v.Pos.Phase(), Power: v.Power})
		canon := func(x order.File) string {
			x.Header = order.Header{}
			return orders.Format(x, syntax.English, orders.Context{Board: v.Rules.Board})
		}
		if len(f.Faults) > 0 || canon(f.File) != canon(v.File) {
			t.Errorf("%s: %+v\n%s\nwant\n%s", lang, f.Faults, canon(f.File), canon(v.File))
		}
	}
}
