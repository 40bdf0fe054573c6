package reading_test

import (
	"fmt"
	"strings"
	"testing"

	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/view"
	"fieldpost/orders/reading"
	"fieldpost/orders/syntax"
)

// counted is a position that counts how often it is judged: nearly all that a long mail costs, and the same on every
// machine.
type counted struct {
	view.View
	judgings int
}

func (c *counted) Judge(f order.File) []order.Fault {
	c.judgings++
	return c.View.Judge(f)
}

func (c *counted) Effect(f order.File) string {
	c.judgings++
	return c.View.Effect(f)
}

// longMails are mails of so many lines, by what their lines are: orders, orders with much to guess, talk, words of orders
// in no order, and what cannot be done.
func longMails(lines int) map[string]string {
	mails := map[string]string{}
	for name, line := range map[string]string{
		"orders":   "1 inf Eastern Europe to Ukraine",
		"guesses":  "inf and tanks Ukr > Cauc, ftr too",
		"talk":     "and then we shall see what comes of it, my friend",
		"rubbish":  "3 from inf to Ukraine 2 tank in",
		"refusals": "3 inf Berlin to Moscow",
	} {
		mails[name] = "Noncombat\n" + strings.Repeat(line+"\n", lines-1)
	}
	return mails
}

// Bounds of the work of a mail.
const (
	mostJudgings     = 100 // of a mail, whatever it says
	mostGrowth       = 6   // of the allocations, for four times as many lines
	linesOfLongMail  = 60
	linesOfShortMail = 15
)

// TestCostOfLongMails holds what reading 60 lines costs, in judgings and in allocations against those of a quarter of
// the lines: both are work that is counted, and say the same on a slow machine.
func TestCostOfLongMails(t *testing.T) {
	v := setup(t, "Germany")
	short := longMails(linesOfShortMail)
	for name, mail := range longMails(linesOfLongMail) {
		c := &counted{View: v}
		costs := func(text string) float64 {
			return testing.AllocsPerRun(1, func() { readBy(c, text) })
		}
		c.judgings = 0
		readBy(c, mail)
		judgings := c.judgings
		long, quarter := costs(mail), costs(short[name])
		t.Logf("%-9s %3d judgings, %8.0f allocations; %8.0f of a quarter", name, judgings, long, quarter)
		if judgings > mostJudgings {
			t.Errorf("%s: %d judgings", name, judgings)
		}
		if long > mostGrowth*quarter {
			t.Errorf("%s: %.0f allocations, %.1f times those of a quarter", name, long, long/quarter)
		}
	}
}

func readBy(c *counted, text string) reading.Result {
	return reading.Read(text, reading.Context{Board: c.Rules.Board, Rules: c.Rules.Name, Phase: c.Position.Phase(),
		Power: c.Power, Lang: syntax.English, Judge: c, Stands: c})
}

// BenchmarkLongMails measures the time of 15 and of 60 lines.
func BenchmarkLongMails(b *testing.B) {
	v := setup(b, "Germany")
	for _, lines := range []int{linesOfShortMail, linesOfLongMail} {
		mails := longMails(lines)
		for _, name := range sortedKeys(mails) {
			b.Run(fmt.Sprintf("%s-%d", name, lines), func(b *testing.B) {
				for b.Loop() {
					readBy(&counted{View: v}, mails[name])
				}
			})
		}
	}
}
