package templates

import (
	"time"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/rules"
	"fieldpost/orders"
)

// Seat is who reads a letter, and how his game stands when it is written. Every letter about a game needs it; in a letter that
// is about no game all but Person is empty.
type Seat struct {
	Person  string // as he is addressed; "" leaves the greeting out
	Game    string
	Rules   *rules.Set
	Pos     *position.Position  // as it stands now
	Awaited []adjudicator.Await // whom it waits for
	Unbegun bool                // it was not started yet: it waits for nobody's orders

	Power board.Power // the reader's; Nobody for the referee and observers, who get no order form
	Key   string      // of the seat, for its order form; "" leaves the line for the player to fill in
	Base  string      // the record to quote in orders: 64 hex digits
	Salt  string      // for the next orders: 32 hex digits

	Deadline Deadline
	Beacon   time.Time // when the public value comes that the locked orders wait for; zero: none are locked
}

// Deadline is until when the awaited is awaited. The zero value is none.
type Deadline struct {
	At   time.Time
	Now  time.Time      // when the letter is written: tells the time left
	Zone *time.Location // the reader's; nil is UTC

	Paused bool      // the clocks stand still
	Until  time.Time // when they run again by themselves; zero: when the referee says so
}

// ReportView is what a report tells: one go, from the orders to the new position.
type ReportView struct {
	Seat                      // Pos is the position after the go
	Before *position.Position // the position before it; nil at the start of a game
	Since  *position.Position // the position after the reader's own last turn, for what changed; nil: Before
	Asked  bool               // no go is told: the reader asked how the game stands; Before is nil
	Events []event.Reported

	Head   string   // hash of the newest record, 64 hex digits
	Tier   int      // of the dice: 0, 1 or 2 (dice.md §4)
	Quoted []Quote  // bases that players quoted since the last report
	Kit    []string // lines of shell that check the dice; none if nothing was rolled

	Corrected *CorrectionView // the go was played again because it had been wrong
	Rulings   []string        // of this game, for who sees how it stands

	// Deadlines of those whom the game waits for and whose clock runs. Deadline is the reader's own; the JSON tells all of them.
	Deadlines map[board.Power]time.Time

	Attached []File // records, order sets, intake list
	Bot      *Bot   // the bot made this go; nil: a person

	Intake []MailLine // the mails that came since the go before, for the referee; nil for others

	Drawing *Drawing // the map, if it was drawn before for a reader of the same language; nil: it is drawn
}

// Quote is the base that a power quoted in its orders, and whether this history holds it.
type Quote struct {
	Power board.Power
	Base  string // 64 hex digits
	Known bool
}

// ReceiptView is what a receipt tells: orders that were accepted.
type ReceiptView struct {
	Seat
	Arrival  int           // number of the mail in the game
	Mail     string        // SHA-256 of the raw mail, 64 hex digits
	Set      string        // hash of the order set, 64 hex digits; "" if nothing was set
	Salt     string        // of the order set, 32 hex digits; "" if nothing was set
	File     order.File    // what was understood
	Hints    []order.Fault // legal but odd; empty without any
	Lines    []string      // the text as written, Lines[0] is line 1: hints quote it
	Repairs  []orders.Repair
	Played   bool                 // it was played at once, a report follows
	Checked  bool                 // `check`: judged only, nothing is changed
	Forecast adjudicator.Forecast // what the orders lead to, told in the answer to `check`
	After    *position.Position   // the position with these orders in it, for what is in force; nil: Pos
	Again    int                  // arrival number of the same orders sent before; 0: none
	Draft    bool                 // it came too late and was put aside for the next turn
	Locked   bool                 // it is locked and played when the beacon has come
	Next     bool                 // it came after a lock and counts from the next go on
	FromHTML bool                 // read from HTML, as there was no usable text
	FromFile string               // name of the attachment that was read in place of the text
	Sent     time.Time            // the mail's own Date if it differs by more than an hour from its arrival; else zero
	Arrived  time.Time
	Attached []File // the signed note
}

// RefusalView is what a refusal tells: orders of which nothing was taken.
type RefusalView struct {
	Seat
	Faults  []order.Fault
	Lines   []string // the text as written, Lines[0] is line 1
	Repairs []orders.Repair
	Checked bool // `check`: judged only
	InForce bool // an earlier file of the same seat stays in force
}

// NoteView is what a short answer tells. Each kind says which of Word, Lines, Who, Whom, Have and Want it uses.
type NoteView struct {
	Seat
	Kind    Kind
	Word    string
	Lines   []string
	Who     Party
	Whom    []Party
	Vote    *VoteView
	Bids    *BidsView
	Motion  *MotionView
	Undone  *UndoneView
	Rulings []string // of this game
	Have    int
	Want    int
	Reason  string        // of NotDone: the message not-done-REASON that says why; "": Word does
	Args    []string      // what fills its places A and B
	Closed  bool          // nobody may come in by a line of their own: none is suggested
	Form    bool          // offer the order form
	At      time.Time     // in news of clocks: what Kind says
	Span    time.Duration // likewise

	Attached []File // records that the news is about

	Votes   []VoteView // that are open, and
	Bidders []Party    // whose secret bids are awaited: told by Status
}
