package report

import (
	"strings"
	"testing"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/bot"
	"fieldpost/adjudicator/order"
	"fieldpost/orders/syntax"
	"fieldpost/templates/layout"
)

// A report of a turn that the bot played says so, and why, in every language.
func TestTheBotExplainsItself(t *testing.T) {
	t.Parallel()
	x := newTale(t)
	at := func(name string) board.SpaceID { return x.at(name) }
	b := &Bot{Power: "USSR", Reasons: []bot.Reason{
		{Why: bot.Buys, Units: []order.Units{{Type: board.Tank, N: 3}}, Paid: 15},
		{Why: bot.Keeps, Space: at("Russia"), N: 4},
		{Why: bot.Attacks, Space: at("Ukraine S.S.R."), Chance: 81},
		{Why: bot.Claims, Space: at("Persia")}, {Why: bot.Claims, Space: at("Persia")},
		{Why: bot.Advances, Space: at("Caucasus")}, {Why: bot.Lands, Space: at("Russia")},
	}}
	for lang, want := range map[syntax.Lang]string{
		"en": "The USSR is played by the bot: it buys 3 tanks, it leaves 4 land units on guard in Russia, it attacks Ukraine S.S.R. (chance 81%), " +
			"it occupies Persia, which nobody defends and it moves to Caucasus.",
		"de": "Die UdSSR wird vom Bot gespielt: er kauft 3 Panzer, ",
		"da": "Sovjetunionen spilles af botten: den køber 3 kampvogne, ",
	} {
		s, err := newWriter(x.set, lang)
		if err != nil {
			t.Fatal(err)
		}
		if got := layout.Unglue(string((&Builder{writer: s}).botLines(b)[0].(layout.Paragraph))); !strings.HasPrefix(got, want) || s.Err() != nil {
			t.Errorf("%s: %s, %v", lang, got, s.Err())
		}
	}
}

// Whatever the bot decides can be said.
func TestEveryReasonOfTheBotCanBeSaid(t *testing.T) {
	t.Parallel()
	x := newTale(t)
	reasons := []bot.Why{bot.Buys, bot.Saves, bot.Attacks, bot.Claims, bot.Keeps, bot.Lands, bot.Advances,
		bot.Ships, bot.Sails, bot.Places, bot.Answers, bot.Presses}
	for _, lang := range syntax.Langs() {
		s, err := newWriter(x.set, lang)
		if err != nil {
			t.Fatal(err)
		}
		for _, why := range reasons {
			said := (&Builder{writer: s}).botLines(&Bot{Power: "USA",
				Reasons: []bot.Reason{{Why: why, Space: x.at("Russia")}}})
			if len(said) != 1 || s.Err() != nil {
				t.Fatalf("%s %s: %v, %v", lang, why, said, s.Err())
			}
		}
	}
}
