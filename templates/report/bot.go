package report

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/bot"
	"fieldpost/adjudicator/event"
	"fieldpost/templates/layout"
)

// Bot is who played what no person played, and why it did what it did.
type Bot struct {
	Power   board.Power
	Reasons []bot.Reason
}

// savings are the reasons for which the bot keeps money that would buy something; the catalogue says each as
// "bot-saves-…".
var savings = []string{bot.NoRoom, bot.NoComplex}

// botLines are the lines in which the bot explains itself. The tables show what it moved; these lines say where to.
func (b *Builder) botLines(who *Bot) []layout.Block {
	if who == nil {
		return nil
	}
	var items []string
	var claims, moves []board.SpaceID
	for _, r := range who.Reasons {
		switch r.Why {
		case bot.Claims:
			claims = append(claims, r.Space)
		case bot.Advances, bot.Ships, bot.Sails:
			moves = append(moves, r.Space)
		case bot.Lands, bot.Places: // follow from the rest
		default:
			items = append(items, b.decision(r))
		}
	}
	items = append(append(items, b.spaceList("bot-claims", claims)...), b.spaceList("bot-moves", moves)...)
	if len(items) == 0 {
		return []layout.Block{layout.Paragraph(b.PowerText("bot-alone", who.Power))}
	}
	return []layout.Block{layout.Paragraph(b.PowerText("bot", who.Power, "List", b.List(items)))}
}

// spaceList lists the spaces of decisions of one kind, each once; without any it says nothing.
func (b *Builder) spaceList(key string, spaces []board.SpaceID) []string {
	if len(spaces) == 0 {
		return nil
	}
	slices.Sort(spaces)
	return []string{b.Text(key, "Spaces", b.Spaces(slices.Compact(spaces)))}
}

func (b *Builder) decision(r bot.Reason) string {
	switch r.Why {
	case bot.Buys:
		var units []event.Stack
		for _, u := range r.Units {
			units = append(units, event.Stack{Type: u.Type, N: u.N})
		}
		return b.Text("bot-buys", "Units", b.Stacks(units, board.Nobody))
	case bot.Saves:
		key := "bot-saves"
		if slices.Contains(savings, r.Word) {
			key += "-" + r.Word
		}
		return b.Text(key, "IPC", b.IPC(r.Paid))
	case bot.Attacks:
		return b.Text("bot-attacks", "Space", b.Space(r.Space), "N", b.Count(r.Chance))
	case bot.Keeps:
		return b.Text("bot-keeps", "Space", b.Space(r.Space), "N", b.Count(r.N))
	case bot.Answers:
		return b.Text("bot-answers")
	}
	return b.Text("bot-presses", "Space", b.Space(r.Space))
}
