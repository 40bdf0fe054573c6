// Package exchangetest has a map for tests, in the schema of TripleA.
package exchangetest

import (
	"fmt"
	"strings"

	"fieldpost/adjudicator/board"
)

// theirs spells the spaces that a map of TripleA spells otherwise.
var theirs = map[string]string{"Anglo-Egypt": "Anglo Egypt", "Kwangtung": "Kwantung",
	"Philippine Islands": "Philipine Islands"}

func spelled(s *board.Space) string {
	switch other, ok := theirs[s.Name]; {
	case ok:
		return other
	case s.Sea:
		return strings.TrimPrefix(s.Name, "SZ") + " Sea Zone"
	}
	return s.Name
}

// players are the powers in turn order: name, and how their steps begin.
var players = [][2]string{{"Russians", "russian"}, {"Germans", "german"}, {"British", "british"},
	{"Japanese", "japanese"}, {"Americans", "american"}}

func playerOf(b *board.Board, p board.Power) string {
	if i := b.Index(p); i < len(players) {
		return players[i][0]
	}
	return ""
}

// Sample is the XML of a map of our own in the schema of TripleA, with no units. Attach is how it spells "attach".
func Sample(b *board.Board, attach string) []byte {
	var w strings.Builder
	p := func(format string, args ...any) { fmt.Fprintf(&w, format+"\n", args...) }
	p(`<?xml version="1.0" encoding="UTF-8"?>`)
	p(`<!DOCTYPE game SYSTEM "game.dtd" [<!ENTITY strange "x">]>`)
	p("<game>\n\t<info name=\"Sample\" version='1.0'/> <!-- ours -->\n\t<map>")
	for i := range b.Spaces {
		if s := &b.Spaces[i]; s.Sea {
			p("\t\t<territory name=%q water=\"true\"/>", spelled(s))
		} else {
			p("\t\t<territory name=%q/>", spelled(s))
		}
	}
	p("\t</map>\n\t<playerList>")
	for _, x := range players {
		p("\t\t<player name=%q optional=\"false\"/>", x[0])
	}
	p("\t</playerList>\n\t<gamePlay>\n\t\t<delegate name=\"move\"/>\n\t\t<sequence>")
	p("\t\t\t<step name=\"gameInitDelegate\" delegate=\"initDelegate\" maxRunCount=\"1\"/>")
	for _, x := range players {
		p("\t\t\t<step name=\"%sBid\" delegate=\"bid\" player=%q maxRunCount=\"1\"/>", x[1], x[0])
		p("\t\t\t<step name=\"%sBidPlace\" delegate=\"placeBid\" player=%q maxRunCount=\"1\"/>", x[1], x[0])
	}
	for _, x := range players {
		for _, step := range []string{"Tech", "TechActivation", "Purchase", "CombatMove", "Battle", "NonCombatMove",
			"Place", "EndTurn"} {
			p("\t\t\t<step name=\"%s%s\" delegate=\"d\" player=%q/>", x[1], step, x[0])
		}
	}
	p("\t\t\t<step name=\"endRoundStep\" delegate=\"endRound\"/>\n\t\t</sequence>\n\t</gamePlay>\n\t<%smentList>", attach)
	attachment := func(kind, to string, options ...string) {
		name := kind + strings.ToUpper(attach[:1]) + attach[1:] + "ment"
		p("\t\t<%sment name=%q %sTo=%q javaClass=\"x\">", attach, name, attach, to)
		for _, o := range options {
			p("\t\t\t<option name=%q value=\"false\"/>", o)
		}
		p("\t\t</%sment>", attach)
	}
	for _, x := range players {
		attachment("tech", x[0], "heavyBomber", "jetPower", "rocket", "superSub", "longRangeAir", "industrialTechnology")
	}
	for i := range b.Spaces {
		if s := &b.Spaces[i]; !s.Sea {
			attachment("territory", spelled(s), "impassable")
		}
	}
	p("\t</%smentList>\n\t<initialize>\n\t\t<ownerInitialize>", attach)
	for i := range b.Spaces {
		if s := &b.Spaces[i]; !s.Sea && playerOf(b, s.OriginalController) != "" {
			p("\t\t\t<territoryOwner territory=%q owner=%q/>", spelled(s), playerOf(b, s.OriginalController))
		}
	}
	p("\t\t</ownerInitialize>\n\t\t<unitInitialize></unitInitialize>\n\t\t<resourceInitialize>")
	for _, x := range players {
		p("\t\t\t<resourceGiven player=%q resource=\"PUs\" quantity=\"0\"/>", x[0])
	}
	p("\t\t\t<resourceGiven player=\"Germans\" resource=\"techTokens\" quantity=\"7\"/>")
	p("\t\t</resourceInitialize>\n\t</initialize>\n\t<propertyList>")
	for _, name := range []string{"Low Luck", "Low Luck for AntiAircraft", "Territory Turn Limit", "LHTR Heavy Bombers",
		"LHTR Carrier production rules", "Honorable Surrender", "Total Victory"} {
		p("\t\t<property name=%q value=\"false\" editable=\"true\"><boolean/></property>", name)
	}
	for _, name := range []string{"Tech Development", "Always on AA", "Projection of Power"} {
		p("\t\t<property name=%q value=\"true\" editable=\"true\"><boolean/></property>", name)
	}
	for _, side := range []string{"Axis", "Allies"} {
		p("\t\t<property name=\"%s Projection of Power VCs\" value=\"9\"><number min=\"1\" max=\"12\"/></property>", side)
	}
	p("\t\t<property name=\"notes\"><value><![CDATA[A & B <c>]]></value></property>")
	p("\t</propertyList>\n</game>")
	return []byte(w.String())
}
