package orders

import (
	"slices"
	"strings"
	"testing"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/orders/syntax"
)

// canon parses with a context and gives the canonical text, faults as lines "! …" behind it.
func canon(text string, ctx Context) string {
	f := Parse(text, ctx)
	out := Format(f.File, syntax.English, ctx)
	for _, x := range told(&f) {
		out += "! " + x + "\n"
	}
	return out
}

// TestJoining: mail programs wrap lines; what belongs together is read as one, with the number of its first line.
func TestJoining(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, text, want string }{
		{"after a comma", "move 2 infantry,\n1 tank from Russia to Archangel", "combat\n  move 2 infantry, 1 tank from Russia to Archangel\n"},
		{"after a backslash", "move 2 infantry \\\n from Russia \\\n to Archangel", "combat\n  move 2 infantry from Russia to Archangel\n"},
		{"before a connector", "move 2 infantry\nfrom Russia\nto\nArchangel", "combat\n  move 2 infantry from Russia to Archangel\n"},
		{"before a number", "buy 2 infantry and\n3 tanks", "buy 2 infantry, 3 tanks\n"},
		{"inside a name", "move 1 tank from West\nRussia to Karelia", "combat\n  move 1 tank from West Russia to Karelia S.S.R.\n"},
		{"inside a name, whole before", "move 1 tank from West Russia to Karelia\nS.S.R.", "combat\n  move 1 tank from West Russia to Karelia S.S.R.\n"},
		{"before a condition", "battle Karelia\nretreat to Russia\nafter round 2", "battle Karelia S.S.R.\n  retreat to Russia after round 2\n"},
		{"before with, by, onto", "research rockets\nwith 2 dice\ncombat\nload 1 infantry from Algeria\nonto 1 transport\nin SZ13",
			"research rockets with 2 dice\ncombat\n  load 1 infantry from Algeria onto 1 transport in SZ13\n"},
		{"across blank lines and comments", "buy 2 infantry,\n\n# more\n3 tanks", "buy 2 infantry, 3 tanks\n"},
		{"a unit begins no order", "buy 2 infantry\ntank", "! 1 unknown-word tank\n"},
		{"the fault lies on the first line", "buy 2 infantry,\n3 tonks\nbuy 1 tank", "buy 1 tank\n! 1 unknown-unit tonks tank\n"},
		{"not a keyword that begins an order", "buy 2 infantry\nplace 2 infantry in Russia", "buy 2 infantry\nplace 2 infantry in Russia\n"},
		{"not what does not parse joined", "buy 2 infantry\nhello there", "buy 2 infantry\n! 2 unknown-line hello\n"},
		{"a comma too many", "buy 2 infantry,\nplace 2 infantry in Russia", "buy 2 infantry\nplace 2 infantry in Russia\n"},
		{"in German", "kaufe 2 Infanterie\nund 1 Panzer\nKampf\nbewege 1 Panzer von Russland\nüber Archangel\nnach Karelien",
			"buy 2 infantry, 1 tank\ncombat\n  move 1 tank from Russia via Archangel to Karelia S.S.R.\n"},
	} {
		if got := canon(c.text, Context{Phase: order.Combat}); got != c.want {
			t.Errorf("%s:\n got %q\nwant %q", c.name, got, c.want)
		}
	}
	f := Parse("# one\nbuy 2 infantry,\n3 tanks\n", Context{})
	if o := f.Sheet.Parts[order.Buy].Orders[0]; o.LineNo() != 2 {
		t.Errorf("a joined line counts as line %d", o.LineNo())
	}
	if f.Line(2) != "buy 2 infantry," || f.Whole(2) != "buy 2 infantry, 3 tanks" || f.Whole(1) != "" {
		t.Errorf("lines are told as %q and %q", f.Line(2), f.Whole(2))
	}
}

// TestEnds: what is no order, and where a file ends.
func TestEnds(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, want string }{
		{"buy 1 tank # two would be better\n   # nothing\n\nBUY 1 FIGHTER", "buy 1 tank\nbuy 1 fighter\n"},
		{"buy 1 tank\nend\nbuy 2 tanks", "buy 1 tank\n"},
		{"kaufe 1 Panzer\nEnde\nbuy 2 tanks", "buy 1 tank\n"},
		{"buy 1 tank\n-- \nJohn\nbuy 2 tanks", "buy 1 tank\n"},
		{"> buy 2 tanks\nbuy 1 tank\n>> buy 3 tanks\n> hello", "buy 1 tank\n"},
		{"- buy 1 tank\n* buy 1 fighter", "buy 1 tank\nbuy 1 fighter\n"},
		{"Combat:\n  Move 1 tank from Russia to Archangel.", "combat\n  move 1 tank from Russia to Archangel\n"},
	} {
		if got := canon(c.text, Context{}); got != c.want {
			t.Errorf("%q:\n got %q\nwant %q", c.text, got, c.want)
		}
	}
	if f := Parse("Hello!\n> game east\n> buy 2 tanks\n", Context{Preamble: true}); f.Quoted != 1 || f.HasOrders() {
		t.Errorf("%d quoted lines of a mail would be orders", f.Quoted)
	}
	if f := Parse("> buy 2 tanks\n> hello\n>> move 1 tank from Russia to Karelia\n", Context{}); f.Quoted != 2 {
		t.Errorf("%d quoted lines would be orders", f.Quoted)
	}
}

// TestPreamble: in a mail's text everything above the orders is skipped, but not what was meant as one.
func TestPreamble(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, text, want string }{
		{"a report above its template", "Round 3 was hard.\nmove 1 tank from Russia to Archangel\n\ngame east\nbuy 1 tank\nend\nbye", "game east\nbuy 1 tank\n"},
		{"prose without a header", "Hi all,\nhere we go:\n\nbuy 1 tank", "buy 1 tank\n"},
		{"a greeting with a comma before the header", "Hi,\ngame east\nbuy 1 tank", "game east\nbuy 1 tank\n"},
		{"a misspelt order among prose", "Hi all,\nmuve 1 tank from Russia to Archangel\nbuy 1 tank", "buy 1 tank\n! 2 unknown-line muve move\n"},
		{"a misspelt order above the header", "Hi\nmove 1 tank from Rusia to Archangel\ngame east", "game east\n! 2 unknown-space Rusia Russia\n"},
		{"prose that is almost a keyword", "The battel went well.\nbuy 1 tank", "buy 1 tank\n"},
		{"an order that can be nothing else", "Hi,\nbuy tanks\nbuy 1 fighter", "buy 1 fighter\n! 2 no-number tanks\n"},
		{"a wrapped first line", "Hello\nmove 1 tank from West\nRussia to Karelia", "combat\n  move 1 tank from West Russia to Karelia S.S.R.\n"},
		{"check above the header holds", "check\ngame east\nbuy 1 tank", "check\ngame east\nbuy 1 tank\n"},
		{"prose only", "Thanks, see you!\nJohn", ""},
		{"a report with headings and tables", "Round 3\n=======\n\nRd  Dice\n--  ----\n--\nThe Axis attacks.\ngame east\nbuy 1 tank", "game east\nbuy 1 tank\n"},
		{"a header in any order", "round 3\nmuve 1 tank from Russia to Archangel\ngame east", "game east\nround 3\n! 2 unknown-line muve move\n"},
		{"a signature ends it", "buy 1 tank\n-- \ngame east", "buy 1 tank\n"},
	} {
		if got := canon(c.text, Context{Preamble: true, Phase: order.Combat}); got != c.want {
			t.Errorf("%s:\n got %q\nwant %q", c.name, got, c.want)
		}
	}
}

// TestUnmarkedQuotation: where a mail program does not mark the older mail below, what began above it ends there.
func TestUnmarkedQuotation(t *testing.T) {
	t.Parallel()
	const below = "-----Original Message-----\nFrom: x\n\ngame east\n# move …\nend\n"
	f := Parse("buy 1 tank\n"+below, Context{Preamble: true, Quote: 2})
	if f.Header.Game != "" || len(f.Sheet.Parts[order.Buy].Orders) != 1 {
		t.Errorf("orders above an unfilled template: %q", Format(f.File, syntax.English, Context{}))
	}
	f = Parse("see below\n"+below[:len(below)-4]+"buy 2 tanks\nend\n", Context{Preamble: true, Quote: 2})
	if f.Header.Game != "east" || len(f.Sheet.Parts[order.Buy].Orders) != 1 {
		t.Errorf("a template filled in below: %q", Format(f.File, syntax.English, Context{}))
	}
	f = Parse("game east\nbuy 1 tank\n-----Original Message-----\nbuy 2 tanks\n", Context{Preamble: true, Quote: 3})
	if len(f.Faults) != 0 || f.Quoted != 1 || len(f.Sheet.Parts[order.Buy].Orders) != 1 {
		t.Errorf("%q, %d quoted", told(&f), f.Quoted)
	}
}

// TestRepairs: what mail programs do to characters is undone and told.
func TestRepairs(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, text, want, repair string }{
		{"no-break space", "buy\u00a03\u202ftanks", "buy 3 tanks\n", RepairBlanks},
		{"invisible", "bu\u200by 3 ta\u00adnks", "buy 3 tanks\n", RepairBlanks},
		{"byte order mark", "\ufeffbuy 3 tanks", "buy 3 tanks\n", RepairBOM},
		{"CRLF", "buy 3 tanks\r\nbuy 1 fighter\r\n", "buy 3 tanks\nbuy 1 fighter\n", RepairEndings},
		{"smart quotes", "buy “3 tanks”", "buy 3 tanks\n", RepairQuotes},
		{"dashes", "combat\nmove 1 tank from Anglo–Egypt to Trans—Jordan", "combat\n  move 1 tank from Anglo-Egypt to Trans-Jordan\n", RepairDashes},
		{"arrows", "combat\nmove 1 tank from Russia → Archangel", "combat\n  move 1 tank from Russia to Archangel\n", RepairArrows},
		{"typed arrow", "combat\nmove 1 tank from Russia -> Archangel", "combat\n  move 1 tank from Russia to Archangel\n", ""},
		{"full width", "ｂｕｙ ３ tanks", "buy 3 tanks\n", RepairDigits},
		{"Windows-1252", "kaufe 1 J\xe4ger", "buy 1 fighter\n", RepairBytes},
		{"decomposed", "kaufe 1 Ja\u0308ger", "buy 1 fighter\n", ""},
		{"tabs", "\tbuy\t3\ttanks", "buy 3 tanks\n", ""},
	} {
		f := Parse(c.text, Context{})
		if got := canon(c.text, Context{}); got != c.want {
			t.Errorf("%s: %q", c.name, got)
		}
		if c.repair != "" && !slices.ContainsFunc(f.Repairs, func(r Repair) bool { return r.What == c.repair }) {
			t.Errorf("%s: repairs %v", c.name, f.Repairs)
		}
	}
}

// TestSections: headings may recur, and a line goes where it belongs.
func TestSections(t *testing.T) {
	t.Parallel()
	text := "noncombat\nmove 1 tank from Russia to Archangel\ncombat\nmove 1 tank from Russia to Karelia\nbattle Karelia\nlosses tank\n" +
		"combat\nmove 1 fighter from Russia to Karelia\nattack subs in SZ4\nbattle order Karelia\nbattle Karelia\nretreat to Russia\n" +
		"defend Russia\nlosses tank\nattack submarines in SZ5"
	want := "combat\n  move 1 tank from Russia to Karelia S.S.R.\n  move 1 fighter from Russia to Karelia S.S.R.\n  attack submarines in SZ4\n" +
		"  battle order Karelia S.S.R.\n  attack submarines in SZ5\nbattle Karelia S.S.R.\n  losses tank\n  retreat to Russia\n" +
		"noncombat\n  move 1 tank from Russia to Archangel\ndefend Russia\n  losses tank\n"
	if got := canon(text, Context{}); got != want {
		t.Errorf("got\n%s", diff(want, got))
	}
	empty := "bonus nothing\nresearch nothing\nbuy nothing\ncombat\nnoncombat\nplace nothing\ndone\n"
	if got := canon(empty, Context{Board: board.Named("europe")}); got != empty {
		t.Errorf("empty phases: %q", got)
	}
}

// TestHeader: who speaks about which game, in the text and in the subject.
func TestHeader(t *testing.T) {
	t.Parallel()
	base, salt := strings.Repeat("79c9", 16), strings.Repeat("5f1d", 8)
	f := Parse("Game EastFront\nSpieler\nMacht Deutschland\nrunde 3\nkey 7kq2 m9xd-4TRA w8pc\nbase "+base+"\nsalt "+salt+"\n", Context{})
	want := order.Header{Game: "eastfront", Power: "Germany", Round: 3, Key: "7KQ2-M9XD-4TRA-W8PC", Base: base, Salt: salt,
		Lines: order.HeaderLines{Game: 1, Power: 3, Round: 4, Key: 5, Base: 6, Salt: 7}}
	if f.Header != want {
		t.Errorf("header %+v, faults %q", f.Header, told(&f))
	}
	for subject, want := range map[string]order.Header{
		"[eastfront R3 Germany]":              {Game: "eastfront", Round: 3, Power: "Germany"},
		"Re: AW: [eastfront] Germany round 3": {Game: "eastfront", Round: 3, Power: "Germany"},
		"SV: [g42] Runde 12 Sovjetunionen":    {Game: "g42", Round: 12, Power: "USSR"},
		"[eastfront] my orders":               {Game: "eastfront"},
		"orders":                              {},
		"[East Front!]":                       {Game: "east"},
		"[]":                                  {},
	} {
		if got := Subject(subject); got != want {
			t.Errorf("%q: %+v", subject, got)
		}
	}
	if h := Over(order.Header{Game: "a", Round: 2}, order.Header{Game: "b", Power: "UK", Round: 3}); h != (order.Header{Game: "a", Power: "UK", Round: 2}) {
		t.Errorf("the text wins over the subject: %+v", h)
	}
}

// TestALetterEndsAsPeopleEndLetters: a closing ends the orders of a mail, not those of a file, and never above an
// order.
func TestALetterEndsAsPeopleEndLetters(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		below  string
		mail   bool
		faults int
	}{
		{"Best regards,\nAnna", true, 0},
		{"Mit freundlichen Grüßen\nHans Müller", true, 0},
		{"Mvh Søren", true, 0},
		{"Thanks!\nbuy 1 artillery", true, 1},
		{"Best regards", false, 1},
	} {
		f := Parse("buy 2 tanks\n"+c.below+"\n", Context{Preamble: c.mail})
		if len(f.Faults) != c.faults || len(f.Sheet.Parts[order.Buy].Orders) == 0 {
			t.Errorf("%q: %q", c.below, told(&f))
		}
	}
}

// A line that is an order with half of a space's name goes on in the lines below if only all of them make one.
func TestJoiningInTheMiddleOfNames(t *testing.T) {
	t.Parallel()
	text := "ship 1 infantry from syria to southern\nitaly via adriatic sea by 1 transport in\neastern mediterranean\n"
	want := "combat\n  ship 1 infantry from Syria to Southern Italy via Adriatic Sea by 1 transport in Eastern Mediterranean\n"
	ctx := Context{Board: board.Named("europe"), Phase: order.Combat}
	f := Parse(text, ctx)
	if got := Format(f.File, syntax.English, ctx); got != want || len(f.Faults) > 0 {
		t.Errorf("got %q, %v", got, f.Faults)
	}
}
