package daemon

import (
	"fmt"
	"strings"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/order"
	"fieldpost/orders"
)

// The words of mails, until package templates has them.

type rendered struct {
	Subject, Text, HTML string
	Inline, Attached    []attached
}

type attached struct {
	Name, Type, CID string
	Data            []byte
}

type formView struct {
	Key, Base, Salt string
}

type reportView struct {
	Game   *game.Game
	Reader board.Power
	Person string
	Go     *game.Go // nil before the first go
	Form   formView
}

type receiptView struct {
	Game    *game.Game
	Reader  board.Power
	Person  string
	Arrival int
	Check   bool // only judged
	Played  bool
	Source  string
	Orders  string
	Repairs []orders.Repair
	Hints   []order.Fault
	File    *orders.File
}

type refusalView struct {
	Game   *game.Game
	Reader board.Power
	Person string
	Check  bool
	File   *orders.File
	Faults []order.Fault
	Form   formView
}

type noteView struct {
	Kind    string
	Person  string
	Game    string
	Power   board.Power
	Word    string
	Lines   []string
	Have    int
	Want    int
	Awaited []adjudicator.Await
	Form    *formView
	State   *game.Game
}

func tag(g *game.Game, p board.Power) string {
	return fmt.Sprintf("[%s R%d %s]", g.Setup.Name, g.Pos.Round, p)
}

func form(b *strings.Builder, g *game.Game, p board.Power, f formView) {
	fmt.Fprintf(b, "\ngame %s\npower %s\nround %d\nkey %s\nbase %s\nsalt %s\n# orders\nend\n", g.Setup.Name, p, g.Pos.Round, f.Key, f.Base, f.Salt)
}

func renderReport(v reportView, lang string) (rendered, error) {
	var b strings.Builder
	fmt.Fprintf(&b, "Dear %s,\n\n", v.Person)
	if v.Go != nil {
		for _, e := range v.Go.Events {
			fmt.Fprintf(&b, "%s %s %v\n", e.Kind, e.Power, e.Units)
		}
	}
	for _, a := range v.Game.Awaited() {
		fmt.Fprintf(&b, "awaited: %s %s\n", a.Power, a.What)
	}
	form(&b, v.Game, v.Reader, v.Form)
	return rendered{Subject: tag(v.Game, v.Reader) + " report", Text: b.String()}, nil
}

func renderReceipt(v receiptView, lang string) (rendered, error) {
	text := fmt.Sprintf("Dear %s,\n\nyour orders arrived as number %d.\n\n%s\n", v.Person, v.Arrival, v.Orders)
	return rendered{Subject: tag(v.Game, v.Reader) + " OK", Text: text}, nil
}

func renderRefusal(v refusalView, lang string) (rendered, error) {
	var b strings.Builder
	fmt.Fprintf(&b, "Dear %s,\n\nnothing was played.\n\n", v.Person)
	for _, f := range v.Faults {
		fmt.Fprintf(&b, "line %d: %s\n  %s %s %v\n", f.Line, v.File.Line(f.Line), f.Code, f.Word, f.Suggest)
	}
	form(&b, v.Game, v.Reader, v.Form)
	return rendered{Subject: tag(v.Game, v.Reader) + " ERRORS", Text: b.String()}, nil
}

func renderNote(v noteView, lang string) (rendered, error) {
	var b strings.Builder
	fmt.Fprintf(&b, "Dear %s,\n\n%s %s\n%s\n", v.Person, v.Kind, v.Word, strings.Join(v.Lines, "\n"))
	subject := "fieldpost: " + v.Kind
	if v.Game != "" {
		subject = "[" + v.Game + "] " + v.Kind
	}
	return rendered{Subject: subject, Text: b.String()}, nil
}
