// Package reading understands orders as people write them: in shorthand, in prose, pasted from other programs, in three
// languages. It stands before the notary of package orders, which takes only the order language and guesses nothing.
//
// What it reads becomes canonical orders, which the notary and the judge accept like any others, with an account of
// every word of the text: used, filler, or left out. A reading that had to guess says so, and is asked about before it
// is played; nothing is ever misread silently.
//
// [Read] is the only door. It is a pure function: the same text in the same context gives the same result everywhere.
package reading

import (
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/orders"
	"fieldpost/orders/reading/lexicon"
	"fieldpost/orders/reading/phrase"
	"fieldpost/orders/reading/text"
	"fieldpost/orders/syntax"
)

// token is a word, a number or a sign of a line.
type token = text.Token

// place is a space that words may name.
type place = lexicon.Place

// Own is the words of a club; [NewOwn] makes them.
type Own = phrase.Own

// NewOwn makes the words of a club from what they stand for. An error says which word cannot be used, and why.
func NewOwn(words map[string]string) (Own, error) { return phrase.NewOwn(words) }

// Context is all that a reading depends on besides the text.
type Context struct {
	Board  *board.Board // whose spaces and powers are meant
	Rules  string       // the name of the rule set
	Phase  order.Phase  // in which the turn stands
	Power  board.Power  // who sends
	Lang   syntax.Lang  // of the seat
	Own    Own          // words of the club
	Judge  Judge
	Stands Stands
	Quote  int // the line on which an older mail, not marked by ">", may begin; 0: none
}

// Judge judges files at the position that the text was written for.
type Judge interface {
	// Judge returns all faults of a file, by line.
	Judge(order.File) []order.Fault
	// Effect describes what a file that is not refused leads to if luck holds: ways, flights, battles, money. Files
	// of the same effect are the same orders in other words.
	Effect(order.File) string
	// Unplaced reports whether a file ends the turn while something could be placed that it places nowhere.
	Unplaced(order.File) bool
}

// Stands tells what stands on the board, as far as a reader may look: enough to drop what cannot be meant.
type Stands interface {
	// Units lists what stands in a space, cargo included.
	Units(board.SpaceID) []board.Stack
	// Waiting lists what the power has bought and not placed yet.
	Waiting(board.Power) []board.Stack
	// Controller is whose land it is.
	Controller(board.SpaceID) board.Power
	// Money is what the power can spend.
	Money(board.Power) int
	// Price is what a unit costs, 0 if it is not for sale.
	Price(board.UnitType) int
	// Range is how many spaces a unit of a power moves.
	Range(board.Power, board.UnitType) int
}

// Outcome is how a text was understood.
type Outcome uint8

// The outcomes.
const (
	None   Outcome = iota // no legal reading: refused, with all faults and the turn mended as far as it goes
	Likely                // a legal reading that had to guess, or one of several: asked about
	Sure                  // one legal reading without a guess, nothing meaningful left out: accepted
)

// String is the outcome's name.
func (o Outcome) String() string { return [...]string{"none", "likely", "sure"}[o] }

// Result is a text understood, or not.
type Result struct {
	Outcome Outcome
	// Notary reports that the notary took the text as it stands: File is what it read, and nothing was interpreted.
	Notary bool
	// Worse reports that the notary understood more of a refused text: what is wrong is best said of the text as it is.
	Worse bool
	// File is what would be played: of a sure text, of the best of several readings, or the lines that were understood.
	// Its lines are numbered as Canonical is, those of what the notary took as the text is.
	File      orders.File
	Canonical string    // the orders of File in canonical form, without header
	Readings  []Reading // of a likely text: one to three, best first
	Faults    []order.Fault
	Said      []Said  // beside canonical lines, the player's own words where they differ
	Left      []Left  // words that were not read as orders
	Tokens    []Token // all words of the text, each with its end
}

// Reading is one way to understand a text.
type Reading struct {
	File    orders.File
	Orders  string // canonical
	Guesses []Guess
	Said    []Said
}

// Guess is a part of a reading that the text does not say.
type Guess struct {
	Line int    // of the text; 0 for the whole
	Text string // the words as written
	Read string // the canonical words that were taken for them, "" for words left out
	Why  Why
}

// Why is the reason of a guess.
type Why string

// The reasons.
const (
	WhyNumber    Why = "number"
	WhyPhase     Why = "phase"
	WhyVerb      Why = "verb"
	WhySource    Why = "source"
	WhyTarget    Why = "target"
	WhyUnit      Why = "unit"
	WhyPlace     Why = "place"
	WhySpelling  Why = "spelling"
	WhyCondition Why = "condition"
	WhyLosses    Why = "losses"
	WhySum       Why = "sum"
	WhyOrder     Why = "order"
	WhyUnread    Why = "unread"
	WhyRival     Why = "rival"
	WhyUnplaced  Why = "unplaced"
)

// Said is what a player wrote for a canonical line.
type Said struct {
	At   int    // line of the canonical orders, from 1
	Line int    // of the text
	Text string // as written
}

// Left is words of a line that were not read as orders.
type Left struct {
	Line int
	Text string
}

// End is what became of a token: every token has exactly one.
type End = text.End

// The ends.
const (
	LeftOut = text.LeftOut
	Filler  = text.Filler
	Used    = text.Used
)

// Token is a word, number or sign of the sender's own text, and what became of it.
type Token struct {
	Line int // from 1
	Text string
	End  End
}

// Read reads a text. It never fails: what is wrong stands in the result.
func Read(mail string, ctx Context) Result {
	if ctx.Board == nil {
		ctx.Board = board.Default()
	}
	lines := text.Own(mail)
	f := orders.Parse(mail, orders.Context{Board: ctx.Board, Phase: ctx.Phase, Power: ctx.Power, Quote: ctx.Quote})
	faults := f.Merge(f.Faults, ctx.Judge.Judge(f.File))
	byNotary := Result{Outcome: None, File: f, Faults: faults, Canonical: canonical(f.File, ctx.Board)}
	if tooLong(lines) {
		return byNotary
	}
	r := &reader{terrain: newTerrain(ctx), Reader: phrase.NewReader(ctx.Board, ctx.Lang, ctx.Own), rows: map[int]bool{}}
	r.Lang = r.Tongue(lines)
	return r.read(lines, byNotary)
}

// Limits of a text that is interpreted; beyond them only the notary reads.
const (
	MostLines  = 400
	mostTokens = 20_000
)

// tooLong reports whether a text is beyond what is interpreted.
func tooLong(lines []text.Line) bool {
	n := 0
	for _, l := range lines {
		n += len(l.Tokens) + len(l.Comment)
	}
	return len(lines) > MostLines || n > mostTokens
}

// canonical prints the orders of a file without its header.
func canonical(f order.File, b *board.Board) string {
	f.Header, f.Check = order.Header{}, false
	return orders.Format(f, syntax.English, orders.Context{Board: b})
}
