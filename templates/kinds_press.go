package templates

import (
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/orders"
)

// The kinds of mails that letters between the people around a table bring: the letters themselves, and what is wrong with one.
const (
	PressCame    Kind = "press-came"     // to a reader; Who wrote, Whom to, Lines: the letter as written, Word: how an answer begins, or ""
	PressSent    Kind = "press-sent"     // to the writer; Whom to, Lines: the letter as it went out
	PressAsk     Kind = "press-ask"      // a private letter about to go to all; Who wrote the private one, Lines: how to send it all the same
	PressHow     Kind = "press-how"      // an answer to a letter that says not to whom; Who wrote the letter, Lines: how to answer
	PressOff     Kind = "press-off"      // the house has no press
	PressNamed   Kind = "press-named"    // the house has no anonymous press
	PressReferee Kind = "press-referee"  // observers write to the referee only
	PressNobody  Kind = "press-nobody"   // Whom: those of whom nobody can read it
	PressTooLong Kind = "press-too-long" // Want: bytes
	PressTooMany Kind = "press-too-many" // Want: letters a day
	KeyOut       Kind = "key-out"        // to a seat whose key stood in a letter to others; Word: its new key
)

func pressKinds() []Kind {
	return []Kind{PressCame, PressSent, PressAsk, PressHow, PressOff, PressNamed, PressReferee, PressNobody, PressTooLong, PressTooMany, KeyOut}
}

// Party is somebody around the table, or several of them: the player of a power, a side, or what a word says.
type Party struct {
	Power board.Power
	Side  board.Side
	Word  string // "all", "referee", "observer", "anonymous"
	Name  string // of an observer
}

// partyWords are the words of parties; the catalogue says them.
var partyWords = []string{"all", "referee", "observer", "anonymous"}

// party names somebody around the table.
func (s *speaker) party(p Party) string {
	switch {
	case p.Power != board.Nobody:
		return s.power(p.Power)
	case p.Side != board.NoSide:
		return s.side(p.Side)
	case p.Word == "":
		return ""
	case p.Name != "":
		return s.say("party-"+p.Word) + " (" + shortened(p.Name) + ")"
	}
	return s.say("party-" + p.Word)
}

func (s *speaker) parties(list []Party) string {
	names := make([]string, len(list))
	for i, p := range list {
		names[i] = s.party(p)
	}
	return s.list(names)
}

// letterBody adds a letter as it was written, and how it is answered.
func (s *speaker) letterBody(l *letter, v NoteView) {
	if v.Kind == PressCame || v.Kind == PressSent {
		l.add(prose{v.Lines})
	} else {
		l.add(verbatim{v.Lines})
	}
	if v.Kind != PressCame || v.Word == "" {
		return
	}
	_, end, _ := strings.Cut(orders.FormatCommand(orders.Press{}, s.lang, s.b), "\n")
	l.add(small{s.say("press-answer", "Open", v.Word, "Close", end)})
}
