package orders

import (
	"strconv"
	"strings"

	"fieldpost/adjudicator/board"
)

// FormatCommand writes a command as a line (press: as its lines) that reads back as the same command.
func FormatCommand(c Command, lang Lang, b *board.Board) string {
	pr := newPrinter(lang, b)
	pr.command(c)
	return strings.TrimSpace(pr.out.String())
}

func (pr *printer) command(c Command) {
	switch c := c.(type) {
	case Query:
		pr.out.WriteString(strings.ToLower(pr.words(c.What, 2)) + "\n")
	case Search:
		pr.say("history", c.Question)
	case Act:
		pr.say(c.What)
	case Speech:
		pr.say(c.What, c.Text)
	case Report:
		pr.say("report", pr.round(c.Round), pr.power(c.Power))
	case Odds:
		pr.odds(c)
	case Help:
		topic := c.Topic
		if e := pr.lx.words.byID[topic]; e != nil {
			topic = e.show(pr.lang).one
		}
		pr.say("help", topic)
	case Beacon:
		pr.say("beacon", strconv.Itoa(c.Round), c.Signature)
	case Press:
		pr.press(c)
	default:
		pr.gameCommand(c)
	}
}

func (pr *printer) gameCommand(c Command) {
	switch c := c.(type) {
	case NewGame:
		pr.out.WriteString("new game " + c.Name + " rules " + c.Rules + "\n")
	case Option:
		pr.say("option", c.Name, c.Value)
	case Join:
		pr.say("join", c.Game, pr.word("as"), pr.power(c.Power))
	case Observe:
		pr.say("observe", c.Game)
	case Substitute:
		as := ""
		if c.Power != board.Nobody {
			as = pr.word("as")
		}
		pr.say("substitute", c.Game, as, pr.power(c.Power))
	case AddressLine:
		what := ""
		if c.What != "" {
			what = pr.word(c.What)
		}
		pr.say("address", what, c.Address)
	case StartGame:
		anyway := ""
		if c.Anyway {
			anyway = pr.word("anyway")
		}
		pr.say("start game", anyway)
	case Vacation:
		pr.say("vacation", c.From, pr.word("to"), c.To)
	case Vote:
		no := ""
		if c.No {
			no = pr.word("no")
		}
		pr.say("vote", pr.word(c.On), no)
	case Extend:
		pr.say("extend", strconv.Itoa(c.Hours)+"h")
	case Replace:
		pr.say("replace", pr.power(c.Power), pr.word("with"), c.Address)
	case RollBack, Edit, Correct:
		pr.refereeCommand(c)
	}
}

func (pr *printer) odds(c Odds) {
	sea, amphibious := "", ""
	if c.Sea {
		sea = pr.word("at sea")
	}
	if c.Amphibious {
		amphibious = pr.word("amphibious")
	}
	pr.say("odds", pr.units(c.Attackers), pr.word("vs"), pr.units(c.Defenders), sea, amphibious)
}

func (pr *printer) press(c Press) {
	var to []string
	for _, p := range c.To {
		to = append(to, PowerName(p, pr.lang))
	}
	if c.Side != board.NoSide {
		to = append(to, SideName(c.Side, pr.lang))
	}
	if c.All {
		to = append(to, pr.word("all"))
	}
	if c.Referee {
		to = append(to, pr.word("referee"))
	}
	anonymous := ""
	if c.Anonymous {
		anonymous = pr.word("anonymous")
	}
	openly := ""
	if c.Open {
		openly = pr.word("openly")
	}
	preposition := pr.word("to")
	if pr.lang == German {
		preposition = "an" // a person, where "nach" is a place
	}
	pr.say("press", anonymous, openly, preposition, strings.Join(to, ", "))
	for _, l := range c.Body {
		pr.out.WriteString(l + "\n")
	}
	pr.say("end press")
}
