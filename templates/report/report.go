// Package report writes the reports of resolutions, each as text and as HTML with the same words, in the reader's
// language. It turns positions and events into prose.
//
// Everything here is a pure function of its view: no clock, no disk, no network; the same view gives the same bytes.
package report

import (
	"time"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/position"
	"fieldpost/orders/syntax"
	"fieldpost/templates/layout"
	"fieldpost/templates/lists"
	"fieldpost/templates/reader"
	"fieldpost/templates/receipt"
)

// Report returns the report of a resolution for one reader. For several of one language a [Builder] does what is
// common once.
func Report(v View, lang syntax.Lang) (layout.Mail, error) {
	b, err := NewBuilder(v, lang)
	if err != nil {
		return layout.Mail{}, err
	}
	return b.Mail(v)
}

// resolved is the round and power of the resolution that a report describes.
func (v *View) resolved() (round int, power board.Power) {
	if v.Before == nil {
		return v.Pos.Round(), board.Nobody
	}
	return v.Before.Round(), v.Before.Power()
}

// opens reports whether it is the report with which the game begins: that of the opening position, or of the deal of
// national advantages before it. By it every seat gets its key.
func (v *View) opens() bool {
	return v.Before == nil && !v.Asked || v.Before != nil && v.Before.Power() == board.Nobody
}

// goesOn reports whether the turn that is told was not played to its end.
func (v *View) goesOn() bool {
	return v.Before != nil && v.Before.Power() != board.Nobody && !v.Pos.Over() &&
		v.Before.Power() == v.Pos.Power() && v.Before.Round() == v.Pos.Round()
}

// leave is what the reader's report leaves out: a short one shows neither the whole board nor the position.
func (v *View) leave() Leave {
	l := v.Leave
	if v.brief() {
		l.Overview, l.Position = true, true
	}
	return l
}

// brief reports whether the report is a short one: the turn goes on, and the reader neither moves nor is asked.
func (v *View) brief() bool {
	return v.goesOn() && !v.Has(v.Before.Power()) && len(v.ToAct()) == 0
}

// View is what a report is made from: a turn as far as it was played, from its beginning to the newest position.
type View struct {
	reader.Reader                    // Pos is the position after it
	Before        *position.Position // the position before it; nil at the start of a game
	Since         *position.Position // the position after the reader's own last turn, for what changed; nil: Before
	Asked         bool               // no resolution is told: the reader asked how the game stands; Before is nil
	Events        []event.Reported
	News          []event.Reported // those of them that no report has told before; nil: all

	Head   string   // hash of the newest record, 64 hex digits
	Tier   int      // of the dice: 0, 1 or 2 (dice.md §4)
	Quoted []Quote  // bases that players quoted since the last report
	Kit    []string // lines of shell that check the dice, for a page; mails have their evidence

	Corrected *CorrectionView // it was played again because it had been wrong
	Rulings   []string        // of this game, for who sees how it stands

	// Deadlines of the seats that the game waits for and whose clock runs. Deadline is the reader's own; the JSON has
	// all of them.
	Deadlines map[board.Power]time.Time

	Evidence []layout.File // records, order sets, intake list
	Receipt  *receipt.View // of the reader's orders, which were played at once; nil: they sent none now
	Bot      *Bot          // the bot made this; nil: a person

	Intake []lists.MailLine // the mails that came since the resolution before, for the referee; nil for others

	Page  bool  // it is read in a browser, where no picture makes room for another
	Leave Leave // what this reader's mail leaves out

	Light bool   // the reader wants one picture, and not the whole position
	Style string // which mails they have chosen, as the line of the option; "" for all

	Drawing *Drawing // the map, if it was drawn before for a reader of the same language; nil: it is drawn
}

// Quote is the base that a power quoted in its orders, and whether this history holds it.
type Quote struct {
	Power board.Power
	Base  string // 64 hex digits
	Known bool
}
