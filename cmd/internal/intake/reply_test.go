package intake

import (
	"strings"
	"testing"

	"fieldpost/mailio/message"
	"fieldpost/orders"
)

// ofOurs is a mail with a form, in short.
const ofOurs = `Dear Anna,

buy 2 tnaks

There are no "tnaks".

YOUR ORDERS

Dice of tier 0: the daemon bound itself to this go's secret before it
saw the orders and reveals it now.

game eastfront
power USSR
round 1
key AAAA-BBBB-CCCC-DDDD

# Purchase: you have 24 IPC. Prices: infantry 3, artillery 4, tank 5.
# buy 1 infantry
#   move 3 infantry, 1 artillery, 1 tank from Caucasus to …

end

eastfront: Axis & Allies Revised.
`

// TestWithoutOurs: what is quoted of ours is left out, however a program wrote it; what the sender wrote or changed
// is kept.
func TestWithoutOurs(t *testing.T) {
	t.Parallel()
	quoted := func(s string) string {
		return "> " + strings.ReplaceAll(strings.TrimSuffix(s, "\n"), "\n", "\n> ") + "\n"
	}
	changed := strings.Replace(ofOurs, "# buy 1 infantry", "buy 8 infantry", 1)
	const wrote, original = "On Sat, 21 Nov 2026 at 10:00, fieldpost wrote:\n",
		"-----Original Message-----\nFrom: fieldpost\nSent: Saturday\nTo: Anna\nSubject: x\n\n"
	for _, tt := range []struct{ name, text, own string }{
		{"nothing quoted", "buy 8 infantry\n", "buy 8 infantry"},
		{"on top", "buy 8 infantry\n\n" + wrote + quoted(ofOurs), "buy 8 infantry"},
		{"below", wrote + quoted(ofOurs) + "\nbuy 8 infantry\n", "buy 8 infantry"},
		{"a changed line of the form", wrote + quoted(changed), "buy 8 infantry"},
		{"a line added to the form", wrote + quoted(strings.Replace(ofOurs, "\nend", "buy 8 infantry\nend", 1)),
			"buy 8 infantry"},
		{"prose in the form", wrote + quoted(strings.Replace(ofOurs, "\nend", "I do not know\nend", 1)),
			"I do not know"},
		{"a comment added to the form", wrote + quoted(strings.Replace(ofOurs, "\nend", "# not now\nend", 1)), ""},
		{"between quoted lines", wrote + strings.Replace(quoted(ofOurs), "> game eastfront",
			"buy 8 infantry\n> game eastfront", 1), "buy 8 infantry"},
		{"the header of the form changed", wrote + quoted(strings.Replace(ofOurs, "round 1", "round 2", 1)), "round 2"},
		{"the form cut out", wrote + quoted(ofOurs[strings.Index(ofOurs, "game"):strings.Index(ofOurs, "end")]), ""},
		{"quoted without a blank", wrote + strings.ReplaceAll(quoted(changed), "> ", ">"), "buy 8 infantry"},
		{"wrapped behind the mark", wrote + quoted(strings.ReplaceAll(strings.ReplaceAll(changed, "secret before",
			"secret\nbefore"), "artillery 4, tank", "artillery 4,\ntank")), "buy 8 infantry"},
		{"wrapped into words that begin a line of orders", wrote + quoted(strings.ReplaceAll(ofOurs,
			"eastfront: Axis", "eastfront:\nAxis")), ""},
		{"wrapped word by word", wrote + quoted(strings.ReplaceAll(ofOurs[:strings.Index(ofOurs, "game")], " ",
			"\n")), ""},
		{"bold words between stars", wrote + quoted(strings.Replace(ofOurs, "YOUR ORDERS", "*YOUR ORDERS*", 1)), ""},
		{"stars on two lines", wrote + quoted(strings.Replace(ofOurs, "Dice of tier 0: the daemon bound itself to this go's secret before it\nsaw the orders",
			"*Dice of tier 0: the daemon bound itself\nto this go's secret before it\nsaw the orders*", 1)), ""},
		{"blanks that do not break", wrote + quoted(strings.ReplaceAll(changed, " ", "\u00a0")),
			"buy\u00a08\u00a0infantry"},
		{"unmarked", "buy 8 infantry\n\n" + original + ofOurs, "buy 8 infantry"},
		{"unmarked, below", original + ofOurs + "\nbuy 8 infantry\nThanks\n", "buy 8 infantry Thanks"},
		{"unmarked, in the form", original + changed, "buy 8 infantry"},
		{"unmarked, between", original + strings.Replace(ofOurs, "game eastfront", "buy 8 infantry\n\ngame eastfront",
			1), "buy 8 infantry"},
		{"unmarked, with a picture at the end", original + ofOurs + "[image: a map]\n", ""},
		{"deeper quotes", wrote + quoted(ofOurs) + "> > buy 2 tanks\n", "> > buy 2 tanks"},
		{"a line of ours written once more", original + strings.Replace(ofOurs, "game eastfront",
			"buy 2 tnaks\n\ngame eastfront", 1), "buy 2 tnaks"},
		{"an order elsewhere in the quotation", wrote + quoted(strings.Replace(ofOurs, "YOUR ORDERS",
			"buy 8 infantry", 1)), "buy 8 infantry"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			of := &Answered{Game: "eastfront", Subject: "[eastfront R1] Your move", Sent: NewSentMail(parsed(t, ofOurs))}
			got := withoutOurs(parsed(t, tt.text)[0], of)
			if own := strings.Join(strings.Fields(got.own), " "); own != strings.Join(strings.Fields(tt.own), " ") {
				t.Errorf("own text is %q, want %q", own, tt.own)
			}
			if head := got.header; strings.Contains(tt.text, "key AAAA") && head.Key == "" {
				t.Errorf("the quoted header is %+v", head)
			}
		})
	}
}

// What stands only in an attachment of ours is not quoted: the orders of another turn, with which players' lines may
// agree.
func TestAttachmentsAreNotQuoted(t *testing.T) {
	t.Parallel()
	sent := parsed(t, ofOurs)
	sent = append(sent, message.Text{Source: message.Attachment, Body: "combat\nmove 1 tank from Russia to Ukraine\ndone\n"})
	reply := parsed(t, "-----Original Message-----\nFrom: fieldpost\nSent: Saturday\nTo: Anna\nSubject: x\n\n"+
		strings.Replace(ofOurs, "\nend", "combat\ndone\nend", 1))[0]
	if q := withoutOurs(reply, &Answered{Game: "eastfront", Sent: NewSentMail(sent)}); strings.Join(strings.Fields(q.own),
		" ") != "combat done" {
		t.Errorf("own text is %q", q.own)
	}
}

// Without the mail that is answered, or once its texts are kept no more, nothing is taken out, but for the header
// next to it.
func TestQuotationOfNoMailOfOurs(t *testing.T) {
	t.Parallel()
	text := parsed(t, "buy 8 infantry\n> key AAAA-BBBB-CCCC-DDDD\n> buy 2 tanks\n")[0]
	for _, of := range []*Answered{nil, {Game: "eastfront"}} {
		if q := withoutOurs(text, of); q.own != text.Body || q.header.Key != "AAAA-BBBB-CCCC-DDDD" {
			t.Errorf("%+v: %+v", of, q)
		}
	}
}

// More than our mails are long is not compared, and so nothing is taken out.
func TestLongQuotationIsNotCompared(t *testing.T) {
	t.Parallel()
	text := message.Text{Body: strings.Repeat("> Your move, USSR.\n", maxCompared+1)}
	of := &Answered{Game: "eastfront", Sent: NewSentMail([]message.Text{{Body: "Your move, USSR.\n"}})}
	if q := withoutOurs(text, of); q.compared || q.own != text.Body {
		t.Errorf("%d lines were compared", maxCompared+1)
	}
	text.Body = strings.Repeat("> Your move, USSR.\n", maxCompared-1)
	if q := withoutOurs(text, of); !q.compared || strings.TrimSpace(q.own) != "" {
		t.Errorf("of %d lines is left %q", maxCompared-1, q.own)
	}
}

// The form ends with the word for it in any language: what stands below is none of its lines, and words beside what was
// written elsewhere.
func TestFormEnds(t *testing.T) {
	t.Parallel()
	for _, end := range []string{"end", "Ende", "slut"} {
		sent := strings.Replace(ofOurs, "\nend\n", "\n"+end+"\n", 1)
		quoted := "> " + strings.ReplaceAll(strings.TrimSpace(sent), "\n", "\n> ")
		of := &Answered{Game: "eastfront", Sent: NewSentMail(parsed(t, sent))}
		for _, tt := range []struct{ place, own, aside string }{
			{quoted + "\n> Not ours, nor an order.\n> eastfront: Axis & Allies Revised.\n", "Not ours, nor an order.", ""},
			{"buy 1 tank\n" + quoted + "\n> Not ours, nor an order.\n> eastfront: Axis & Allies Revised.\n", "buy 1 tank",
				"Not ours, nor an order."},
			{"buy 1 tank\n" + strings.Replace(quoted, "> game", "Well done.\n> game", 1) + "\n", "buy 1 tank", "Well done."},
			{strings.Replace(quoted, "> game", "combat\nmove 1 tank\nand 1 fighter\n> game", 1), "combat\nmove 1 tank\nand 1 fighter", ""},
			{strings.Replace(quoted, "> "+end, "> Not ours, in the form.\n> "+end, 1) + "\n", "Not ours, in the form.", ""},
		} {
			q := withoutOurs(message.Text{Body: tt.place, Quoted: 1}, of)
			if strings.TrimSpace(q.own) != tt.own || q.aside != tt.aside {
				t.Errorf("%s: own text is %q, want %q; beside it %q, want %q", end, strings.TrimSpace(q.own), tt.own,
					q.aside, tt.aside)
			}
		}
	}
}

// A key that is changed in the quoted form is typed, and beats those that are quoted.
func TestChangedHeaderIsTyped(t *testing.T) {
	t.Parallel()
	text := "> " + strings.ReplaceAll(strings.Replace(ofOurs, "AAAA-BBBB-CCCC-DDDD", "EEEE-FFFF-GGGG-HHHH", 1), "\n",
		"\n> ")
	of := &Answered{Game: "eastfront", Sent: NewSentMail(parsed(t, ofOurs))}
	r := Read(message.Letter{Texts: parsed(t, text)}, of, orders.Context{})
	if h := r.File.Header; h.Key != "EEEE-FFFF-GGGG-HHHH" || r.QuotedKey || h.Game != "eastfront" || h.Round != 1 {
		t.Errorf("quoted %v, header %+v", r.QuotedKey, h)
	}
}

// Words of a subject count if they are not those of the mail answered.
func TestTypedSubject(t *testing.T) {
	t.Parallel()
	of := &Answered{Subject: "[eastfront R1] Your move, USSR"}
	for _, tt := range []struct {
		subject string
		of      *Answered
		typed   bool
	}{
		{"Re: [eastfront R1] Your move, USSR", of, false},
		{"Re: Re: [eastfront R1] Your move, USSR", of, false},
		{"AW: SV: [eastfront R1] Your move, USSR", of, false},
		{"[ladder] Re: [eastfront R1] Your move, USSR", of, false},
		{"Re: [ladder] [eastfront R1] Your move, USSR", of, false},
		{"status", of, true},
		{"Re: status", of, true},
		{"[westfront R1] Your move, USSR", of, true},
		{"Re: status", nil, false},
		{"[ladder] AW: status", nil, false},
		{"status", nil, true},
	} {
		if got := typedSubject(tt.subject, tt.of); got != tt.typed {
			t.Errorf("%q: typed %v", tt.subject, got)
		}
	}
}

// parsed is a plain text as package message reads it.
func parsed(t *testing.T, text string) []message.Text {
	t.Helper()
	const head = "From: anna@mail.test\nTo: orders@games.test\nContent-Type: text/plain; charset=utf-8\n\n"
	l, err := message.Parse([]byte(head+text), message.DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	return l.Texts
}
