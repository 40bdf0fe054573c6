// Package report writes the longer mails that players get: reports of resolutions, receipts, refusals, and the
// answers that are lists, each as text and as HTML with the same words, in the reader's language. It turns values of
// the game (positions, events, faults) into prose; nothing below it knows a sentence.
//
// Everything here is a pure function of its view: no clock, no disk, no network; the same view gives the same bytes.
package report

import (
	"time"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/economy"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/forecast"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/position"
	"fieldpost/orders"
	"fieldpost/orders/syntax"
	"fieldpost/templates/layout"
	"fieldpost/templates/lists"
	"fieldpost/templates/reader"
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
	Receipt  *ReceiptView  // of the reader's orders, which were played at once; nil: they sent none now
	Bot      *Bot          // the bot made this; nil: a person

	Intake []lists.MailLine // the mails that came since the resolution before, for the referee; nil for others

	Page  bool  // it is read in a browser, where no picture makes room for another
	Leave Leave // what this reader's mail leaves out

	Drawing *Drawing // the map, if it was drawn before for a reader of the same language; nil: it is drawn
}

// Quote is the base that a power quoted in its orders, and whether this history holds it.
type Quote struct {
	Power board.Power
	Base  string // 64 hex digits
	Known bool
}

// ReceiptView is what a receipt is made from: orders that were accepted.
type ReceiptView struct {
	reader.Reader
	Arrival  int           // number of the mail in the game
	Mail     string        // SHA-256 of the raw mail, 64 hex digits
	Set      string        // hash of the order set, 64 hex digits; "" if nothing was set
	Salt     string        // of the order set, 32 hex digits; "" if nothing was set
	File     order.File    // what was understood
	Hints    []order.Fault // legal but odd; empty without any
	Lines    []string      // the text as written, Lines[0] is line 1: hints quote it
	Read     Reading       // how a text that is not in the order language was read
	Repairs  []orders.Repair
	Played   bool               // it was played at once, a report follows
	Checked  bool               // `check`: judged only, nothing is changed
	Forecast forecast.Forecast  // what the orders lead to, told in the answer to `check`
	After    *position.Position // the position with these orders in it, for what is in force; nil: Pos
	Again    int                // arrival number of the same orders sent before; 0: none
	Draft    *Draft             // the draft that holds the orders now; nil: none of them wait
	Late     bool               // it came too late and was put aside for the next turn
	Locked   bool               // it is locked and played when the beacon has come
	Next     bool               // it came after a lock and counts from the next resolution on
	FromHTML bool               // read from HTML, as there was no usable text
	FromFile string             // name of the attachment that was read in place of the text
	Sent     time.Time          // the mail's own Date if it differs by more than an hour from its arrival; else zero
	Arrived  time.Time
	Evidence []layout.File // the signed note
}

// Reading is how a text in its sender's own words was read.
type Reading struct {
	Said    []Said   // what they wrote for lines that they wrote otherwise
	Guesses []string // what was guessed, a sentence each; only of what is checked
	NotRead string   // words that were not read as orders
}

// Said is an order line, and the words that it was read from.
type Said struct{ Order, Words string }

// Draft is the turn orders that were accepted and are not played yet.
type Draft struct {
	Sheet    order.Sheet        // all of them
	Fallen   order.Sheet        // what is not among them any more
	Forecast forecast.Forecast  // what they lead to
	Money    int                // IPC before the turn's purchases
	Unplaced []economy.Unplaced // if the turn ended with them
	Holds    bool               // nothing is played before the deadline
}

// RefusalView is what a refusal is made from: orders that were refused as a whole.
type RefusalView struct {
	reader.Reader
	Faults  []order.Fault
	Lines   []string // the text as written, Lines[0] is line 1
	Repairs []orders.Repair
	Checked bool // `check`: judged only
	InForce bool // an earlier file of the same seat stays in force
	// Mended is the whole orders with what was offered for each faulty line, which yes sends; empty if that does not mend
	// them. Name is that of the question.
	Mended []string
	Name   string
}
