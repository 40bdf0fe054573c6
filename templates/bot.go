package templates

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/bot"
	"fieldpost/adjudicator/event"
)

// Bot is who played a go that no person played, and why it did what it did.
type Bot struct {
	Power   board.Power
	Reasons []bot.Reason
}

// savings are the reasons for which the bot keeps money that would buy something; the catalogue says each as "bot-saves-…".
var savings = []string{bot.NoRoom, bot.NoComplex}

// thought is the line in which the bot explains itself. What it moved is told by the tables; here stands where it went.
func (s *speaker) thought(b *Bot) []block {
	if b == nil {
		return nil
	}
	var items []string
	var claims, moves []board.SpaceID
	for _, r := range b.Reasons {
		switch r.Why {
		case bot.Claims:
			claims = append(claims, r.Space)
		case bot.Advances, bot.Ships, bot.Sails:
			moves = append(moves, r.Space)
		case bot.Lands, bot.Places: // follow from the rest
		default:
			items = append(items, s.decision(r))
		}
	}
	items = append(append(items, s.went("bot-claims", claims)...), s.went("bot-moves", moves)...)
	if len(items) == 0 {
		return []block{para{s.does("bot-alone", b.Power)}}
	}
	return []block{para{s.does("bot", b.Power, "List", s.list(items))}}
}

// went lists the spaces of decisions of one kind, each once; without any it says nothing.
func (s *speaker) went(key string, spaces []board.SpaceID) []string {
	if len(spaces) == 0 {
		return nil
	}
	slices.Sort(spaces)
	return []string{s.say(key, "Spaces", s.spaces(slices.Compact(spaces)))}
}

func (s *speaker) decision(r bot.Reason) string {
	switch r.Why {
	case bot.Buys:
		var units []event.Stack
		for _, u := range r.Units {
			units = append(units, event.Stack{Type: u.Type, N: u.N})
		}
		return s.say("bot-buys", "Units", s.stacks(units, board.Nobody))
	case bot.Saves:
		key := "bot-saves"
		if slices.Contains(savings, r.Word) {
			key += "-" + r.Word
		}
		return s.say(key, "IPC", s.ipc(r.Paid))
	case bot.Attacks:
		return s.say("bot-attacks", "Space", s.space(r.Space), "N", s.count(r.Chance))
	case bot.Keeps:
		return s.say("bot-keeps", "Space", s.space(r.Space), "N", s.count(r.N))
	case bot.Answers:
		return s.say("bot-answers")
	}
	return s.say("bot-presses", "Space", s.space(r.Space))
}
