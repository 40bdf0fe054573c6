package notice

import (
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/exchange"
	"fieldpost/adjudicator/order"
	"fieldpost/templates/layout"
	"fieldpost/templates/local"
	"fieldpost/templates/reader"
)

// TripleA brings a position as a file for TripleA, and says what is not in it.
type TripleA struct {
	File, Map string // its name, and that of the map's own beside which it goes
	Listed    string // the line of map.yml by which it is found
	Round     int
	Power     board.Power
	Phase     order.Phase
	Losses    []exchange.Loss
	Behind    []board.Power   // of whose next turn TripleA shows the round before
	Otherwise []board.SpaceID // where it packs the cargo otherwise
}

func (TripleA) ID() ID { return "triplea" }

func (n TripleA) body(p *reader.Page) {
	if n.Power != board.Nobody {
		p.Add(layout.Paragraph(p.Text("triplea-of", "Round", p.Count(n.Round), "Power", p.Power(n.Power),
			"Phase", p.Phase(n.Phase))))
	}
	if len(n.Losses) > 0 {
		var lines []string
		for _, l := range n.Losses {
			lines = append(lines, lossText(p.Localizer, l))
		}
		p.Add(layout.Paragraph(p.Text("triplea-lost")), layout.Bullets(lines))
	}
	if len(n.Otherwise) > 0 {
		p.Add(layout.Paragraph(p.Text("triplea-otherwise", "Spaces", p.Spaces(n.Otherwise))))
	}
	if len(n.Behind) > 0 {
		p.Add(layout.Paragraph(p.Plural("triplea-behind", len(n.Behind), "Powers", p.Powers(n.Behind),
			"Round", p.Count(n.Round), "Next", p.Count(n.Round+1))))
	}
	p.Add(layout.Paragraph(p.Text("triplea-open", "File", n.File, "Map", n.Map)),
		layout.Verbatim([]string{"  - " + n.Listed}), layout.Paragraph(p.Text("triplea-choose")))
}

// lossText says what a file does not have.
func lossText(l *local.Localizer, x exchange.Loss) string {
	switch x.Kind {
	case exchange.LostAdvantages:
		return l.Plural("triplea-lost-advantages", x.N, "N", l.Count(x.N), "List", l.List(l.Advantages(x.Names)))
	case exchange.LostOption:
		name, value := x.Names[0], x.Names[1]
		return l.Text("triplea-lost-option", "Name", name, "Value", value)
	default:
		return l.Plural("triplea-lost-"+string(x.Kind), x.N, "N", l.Count(x.N))
	}
}

// NoTripleA says why there is no file for TripleA.
type NoTripleA struct {
	Why   exchange.UnfitError // with one of the reasons below, too
	Round int
	Lines []string // how a file is made at home
}

// Why there is no file, besides what the position is.
const (
	NoMap  exchange.Unfit = "no-map"  // TripleA does not have the board
	NoFile exchange.Unfit = "no-file" // this host passes on no map
	NoTurn exchange.Unfit = "no-turn" // the game was not in the turn that is asked for
)

func (NoTripleA) ID() ID { return "no-triplea" }

func (n NoTripleA) body(p *reader.Page) {
	id, _ := p.Board.Find(n.Why.Space)
	power := ""
	if n.Why.Power != board.Nobody {
		power = p.Power(n.Why.Power)
	}
	p.Add(layout.Paragraph(p.Sentence("no-triplea-"+string(n.Why.Why), "Power", power, "N", p.Count(n.Why.N),
		"Where", p.Where(id), "Tech", p.Tech(n.Why.Tech), "Round", p.Count(n.Round))))
	if len(n.Lines) > 0 {
		p.Add(layout.Verbatim(n.Lines), layout.Paragraph(p.Text("triplea-json")))
	}
}
