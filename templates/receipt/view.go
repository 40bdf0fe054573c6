package receipt

import (
	"time"

	"fieldpost/adjudicator/economy"
	"fieldpost/adjudicator/forecast"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/position"
	"fieldpost/orders"
	"fieldpost/orders/remedy"
	"fieldpost/templates/layout"
	"fieldpost/templates/reader"
)

// View is what a receipt is made from: orders that were accepted.
type View struct {
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
	Checked bool          // `check`: judged only
	InForce bool          // an earlier file of the same seat stays in force
	Mended  []remedy.Line // the whole turn, with what was offered for faulty lines and with gaps; empty: there is none
	Name    string        // of the question whether to send it, which yes answers; "": it cannot be sent as it stands
	Draft   *Draft        // what the draft would be then; nil without a question
}
