package server

import (
	"strings"
	"testing"
)

// Turns without a die: the Soviets leave Karelia, the Germans walk in, the British only buy.
const (
	sovietTurn = "noncombat\n  move 3 infantry from Karelia to Archangel\n  move 1 fighter from Karelia to Russia\ndone\n"
	germanTurn = "combat\n  move 2 infantry from Norway to Karelia\ndone\n"
	britTurn   = "buy 2 infantry\nplace 2 infantry in United Kingdom\ndone\n"
)

// A report tells its reader what changed since their own last turn, not only by the orders it is about; a reader who
// has played none yet is told of the go.
func TestReportsTellWhatChangedSinceTheReadersLastTurn(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	play := func(address, key, text string) {
		w.mailFrom(address, "orders", "key "+key+"\n"+text)
		w.settle()
	}
	last := func(address string) string {
		mails := w.inbox(address)
		if len(mails) == 0 {
			t.Fatalf("no mail to %s", address)
		}
		return mails[len(mails)-1].Body().Body
	}
	play("anna@mail.test", w.keys["USSR"], sovietTurn)
	if text := last("anna@mail.test"); !strings.Contains(text, "WHAT CHANGED\n") {
		t.Errorf("the report of the first turn ever tells changes since another:\n%s", text)
	}
	play("bert@mail.test", w.keys["Germany"], germanTurn)
	text := last("anna@mail.test")
	if !strings.Contains(text, "WHAT CHANGED SINCE YOUR LAST TURN\n") ||
		!strings.Contains(text, "- Karelia S.S.R.: USSR -> Germany.") {
		t.Errorf("Anna is not told what changed since her turn:\n%s", text)
	}
	// Britain takes nothing, but Anna's list still holds what Germany took; in Bert's, whose turn that was, it is old.
	play("carl@mail.test", w.keys["UK"], britTurn)
	if text := last("anna@mail.test"); !strings.Contains(text, "- Karelia S.S.R.: USSR -> Germany.") {
		t.Errorf("one turn later Anna is not told any more what Germany took:\n%s", text)
	}
	if text := last("bert@mail.test"); !strings.Contains(text, "SEIT DEINEM LETZTEN ZUG") ||
		strings.Contains(text, "- Karelien: ") {
		t.Errorf("Bert is told changes of before his turn's end:\n%s", text)
	}
	w.mailFrom("anna@mail.test", "map", "map\n")
	w.settle()
	if text := last("anna@mail.test"); !strings.Contains(text, "How eastfront stands in round 1.") ||
		!strings.Contains(text, "- Karelia S.S.R.: USSR -> Germany.") {
		t.Errorf("asked, the office says:\n%s", text)
	}
}
