package templates

import (
	"slices"
	"strings"
	"testing"
	"time"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/order"
	"fieldpost/orders"
	"fieldpost/orders/remedy"
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
func receiptOfTale(t *testing.T) ReceiptView {
	t.Helper()
	v := sovietTale(t).view()
	f := sentBack(v, germanOrders)
	if len(f.Faults) > 0 {
		t.Fatal(f.Faults)
	}
	hints := order.NewFault(3, order.Unwise, adjudicator.TooDear)
	hints.Have, hints.Want = 1, 2
	v.Pos.Nation("Germany").Standing = f.Standing
	return ReceiptView{Seat: v.Seat, Arrival: 12, Mail: v.Head, Set: v.Base, File: f.File, Hints: []order.Fault{hints}, Lines: f.Lines,
		Repairs: []orders.Repair{{What: orders.RepairQuotes}, {Line: 4, What: orders.RepairDashes}}, Arrived: monday, FromHTML: true}
}

// refusalOfTale is the answer to orders with faults.
func refusalOfTale(t *testing.T, lang orders.Lang) RefusalView {
	t.Helper()
	v := sovietTale(t).view()
	text := "game eastfront\nbuy 3 tnaks\ncombat\nmove 9 infantry from Ukraine to Caucasus\n"
	f := sentBack(v, text)
	ground := remedy.Ground{Rules: v.Rules, Position: v.Pos, Power: v.Power, Lang: lang}
	faults := remedy.Find(ground, &f, f.Merge(f.Faults, adjudicator.Judge(v.Rules, v.Pos, v.Power, f.File)))
	if len(faults) < 2 {
		t.Fatal(faults)
	}
	return RefusalView{Seat: v.Seat, Faults: faults, Lines: f.Lines, InForce: true}
}

// noteOfTale is a short answer of a kind.
func noteOfTale(t *testing.T, k Kind) NoteView {
	t.Helper()
	v := NoteView{Seat: sovietTale(t).view().Seat, Kind: k, Word: "westfront", Lines: []string{"eastfront", "g42"}, Have: 2, Want: 3, Form: k == Empty,
		Who: Party{Power: "Japan"}, Whom: []Party{{Power: "Germany"}, {Word: "referee"}}, At: time.Date(2026, 12, 24, 19, 0, 0, 0, time.UTC), Span: 50 * time.Hour}
	if slices.Contains(voteKinds(), k) {
		v.Vote = &VoteView{On: "surrender", Side: board.Axis, Yes: []board.Power{"Japan"}, Open: []board.Power{"Germany"},
			Until: time.Date(2026, 11, 28, 9, 0, 0, 0, time.UTC)}
	}
	if k == Status {
		v.Votes = []VoteView{{On: "draw", Yes: []board.Power{"Japan"}, Open: []board.Power{"Germany", "USA"}}}
		v.Bidders = []Party{{Side: board.Axis}}
	}
	if slices.Contains(bidKinds(), k) {
		v.Lines, v.Whom, v.Bids = nil, []Party{{Power: "Germany"}}, &BidsView{Seats: []Sitters{{"USSR", []string{"Bert"}}, {"Germany", []string{"Anna", "Carl"}}, {"UK", nil}},
			Until: time.Date(2026, 11, 28, 9, 0, 0, 0, time.UTC), Party: "UK", Side: board.Axis, Swaps: true,
			Paid: game.Terms{{Role: "GER", IPC: 4}, {Role: "JPN", IPC: 3}}, Opened: []OpenBid{{By: "UK", Terms: game.Terms{{Role: "GER", IPC: 4}, {Role: "JPN", IPC: 3}}, Salt: "0123456789abcdef", Hash: strings.Repeat("0f", 32)}}}
	}
	if k == Stranger {
		v.Seat = Seat{}
	}
	return v
}

func TestReceiptsAndRefusalsReadAsTheGoldenTextsSay(t *testing.T) {
	t.Parallel()
	for _, lang := range orders.Langs() {
		m, err := Receipt(receiptOfTale(t), lang)
		if err != nil {
			t.Fatal(err)
		}
		golden(t, "receipt-"+string(lang)+".txt", "Subject: "+m.Subject+"\n\n"+m.Text)
		if m, err = Refusal(refusalOfTale(t, lang), lang); err != nil {
			t.Fatal(err)
		}
		text, _, _ := strings.Cut(m.Text, "\ngame eastfront\n") // the reports show the form
		golden(t, "refusal-"+string(lang)+".txt", "Subject: "+m.Subject+"\n\n"+text)
	}
}

func TestNotesReadAsTheGoldenTextsSay(t *testing.T) {
	t.Parallel()
	for _, lang := range orders.Langs() {
		all := ""
		for _, k := range Kinds() {
			v := noteOfTale(t, k)
			v.Person, v.Form = "", false
			m, err := Note(v, lang)
			if err != nil {
				t.Fatalf("%s: %v", k, err)
			}
			all += "Subject: " + m.Subject + "\n\n" + m.Text + "\n"
		}
		golden(t, "notes-"+string(lang)+".txt", all)
	}
}

func TestAReceiptOfPlayedOrdersLeavesTheRestToTheReport(t *testing.T) {
	t.Parallel()
	v := receiptOfTale(t)
	v.Played = true
	m, err := Receipt(v, orders.English)
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
	for _, lang := range orders.Langs() {
		v := receiptOfTale(t)
		s, err := v.speaker(lang)
		if err != nil {
			t.Fatal(err)
		}
		l := &letter{}
		s.understood(l, v)
		text := ""
		for _, line := range l.blocks[1].(verbatim).lines {
			text += line + "\n"
		}
		f := orders.Parse(text, orders.Context{Board: v.Rules.Board, Phase: v.Pos.Phase, Power: v.Power})
		canon := func(x order.File) string {
			return orders.Format(bodyOf(x), orders.English, orders.Context{Board: v.Rules.Board})
		}
		if len(f.Faults) > 0 || canon(f.File) != canon(v.File) {
			t.Errorf("%s: %+v\n%s\nwant\n%s", lang, f.Faults, canon(f.File), canon(v.File))
		}
	}
}

// TestNotesNeedNoGame: the reader may be anybody, and about no game.
func TestNotesNeedNoGame(t *testing.T) {
	t.Parallel()
	for _, k := range Kinds() {
		if _, err := Note(NoteView{Kind: k, Form: true}, orders.Danish); err != nil {
			t.Errorf("%s: %v", k, err)
		}
	}
}
