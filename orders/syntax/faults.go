package syntax

import (
	"fieldpost/adjudicator/order"
)

// The faults of the language itself. Word is what the player wrote; Suggest lists canonical names or keywords they
// may have meant.
const (
	// UnknownLine is a line that begins with no keyword. Word: its first word. Suggest.
	UnknownLine order.Code = "unknown-line"
	// UnknownWord is a word in a line where none of its kind can stand. Word, Suggest.
	UnknownWord order.Code = "unknown-word"
	// UnknownSpace is a name of no space of this board. Word, Suggest.
	UnknownSpace order.Code = "unknown-space"
	// AmbiguousSpace is the beginning of several names. Word; Suggest: these names.
	AmbiguousSpace order.Code = "ambiguous-space"
	// UnknownUnit is no unit. Word, Suggest.
	UnknownUnit order.Code = "unknown-unit"
	// UnknownPower is no power of this game. Word, Suggest.
	UnknownPower order.Code = "unknown-power"
	// UnknownTech is no technology. Word, Suggest.
	UnknownTech order.Code = "unknown-tech"
	// UnknownAdvantage is no national advantage. Word, Suggest.
	UnknownAdvantage order.Code = "unknown-advantage"
	// NoNumber is a plural without a number. Word: the plural; Unit.
	NoNumber order.Code = "no-number"
	// BadNumber is a number that cannot stand here: 0, or too many. Word.
	BadNumber order.Code = "bad-number"
	// MissingWord is a line that breaks off, or lacks a part. Word: the canonical keyword or kind of word that is
	// missing ("from", "to", "space", "units", "number", "power" …).
	MissingWord order.Code = "missing-word"
	// ClauseTwice is a clause that stands twice in a line. Word: its keyword.
	ClauseTwice order.Code = "clause-twice"
	// HeaderTwice is a header line that contradicts an earlier one. Word: its keyword; Want: the earlier line.
	HeaderTwice order.Code = "header-twice"
	// BadHeader is a header line whose value has not the right form. Word: its keyword.
	BadHeader order.Code = "bad-header"
	// BadValue is a line that is no order and lacks what belongs behind its keyword, or has it in another form.
	// Word: its keyword.
	BadValue order.Code = "bad-value"
	// BadGameName is a name of a game with other characters than a-z, 0-9 and hyphens. Word; Suggest: a name that
	// may stand.
	BadGameName order.Code = "bad-game-name"
	// NoHeading is a movement line of which nothing tells the phase. Word: its keyword.
	NoHeading order.Code = "no-heading"
	// WrongSection is a line under a heading where it cannot stand. Word: its keyword; Suggest: the heading it needs.
	WrongSection order.Code = "wrong-section"
	// NotSpacesKind is a sea zone where land is needed or the other way round. Space; Word: "land" or "sea".
	NotSpacesKind order.Code = "not-spaces-kind"
	// LossTwice is a unit that stands twice in an order of loss. Unit.
	LossTwice order.Code = "loss-twice"
	// KeepNotLast is an entry of an order of loss behind what it keeps.
	KeepNotLast order.Code = "keep-not-last"
	// KeepNumber is `keep` with something else than a number and a unit. Word: the words.
	KeepNumber order.Code = "keep-number"
	// CheckNotFirst is `check` below orders, where it cannot hold them back any more.
	CheckNotFirst order.Code = "check-not-first"
	// AfterDone is an order of the turn below `done`. Want: the line of done.
	AfterDone order.Code = "after-done"
	// PressOpen is a press message without `end press`.
	PressOpen order.Code = "press-open"
	// TooLong is a text beyond the limits. Have, Want: lines.
	TooLong order.Code = "too-long"
	// TooMuch is the line from which on a text is not read: it has too many orders, or too many lines that go on in the
	// next.
	TooMuch order.Code = "too-much"
	// LineTooLong is a line beyond the limits. Have, Want: bytes.
	LineTooLong order.Code = "line-too-long"
)

// NewFault is a fault that the language finds: the line was not understood.
func NewFault(line int, code order.Code, word string, suggest ...string) order.Fault {
	f := order.NewFault(line, order.NotUnderstood, code)
	f.Word, f.Suggest = word, suggest
	return f
}
