package templates

import "slices"

// Kind is what a short answer is about.
type Kind string

// The kinds of short answers.
const (
	Stranger    Kind = "stranger"     // the sender sits in no game
	NoGame      Kind = "no-game"      // Word: the name that no game has, Lines: the sender's games
	NotYours    Kind = "not-yours"    // Word: the seat that is not his, Lines: the sender's games
	WhichGame   Kind = "which-game"   // Lines: the games that may be meant
	WrongSeat   Kind = "wrong-seat"   // Word: the power that the orders name
	WrongKey    Kind = "wrong-key"    // Word: what the key does not fit, or ""
	NoKey       Kind = "no-key"       //
	KeyUsed     Kind = "key-used"     // to the seat; Word: the other address that used its key
	StaleRound  Kind = "stale-round"  // Have: the round ordered, Want: the current one
	StaleBase   Kind = "stale-base"   // Word: the base quoted
	UnknownBase Kind = "unknown-base" // Word: the base quoted, which is no record that we know
	OldMail     Kind = "old-mail"     // orders without round and base; At: when the mail was written, Word: the round that is played
	OldText     Kind = "old-text"     // the same were played before; Word: the round that is played
	TooMany     Kind = "too-many"     // Want: the limit of letters a turn
	TooBig      Kind = "too-big"      // Have: the letter's bytes, Want: the limit; 0 where not known
	NotStarted  Kind = "not-started"  //
	Empty       Kind = "empty"        //
	OnlyQuoted  Kind = "only-quoted"  // Have: quoted lines that would be orders
	NoText      Kind = "no-text"      // nothing in the letter can be read as text
	BrokenMail  Kind = "broken-mail"  // Word: what is broken, as the reader of mails says it
	Encrypted   Kind = "encrypted"    //
	Again       Kind = "again"        // the same orders are in force; Have: the number of the first letter, or 0
	Broken      Kind = "broken"       // our own mistake
	TooLate     Kind = "too-late"     // Want: the round it came too late for
	Withdrawn   Kind = "withdrawn"    // orders not yet played are taken back
	// EndsUnplaced refuses orders once that end the turn with units unplaced. Have: how many, Lines: lines that place them
	EndsUnplaced Kind = "ends-unplaced"
	NothingOut   Kind = "nothing-out"  // `withdraw` without orders that wait
	Status       Kind = "status"       // whom the game waits for, and the powers
	Standing     Kind = "standing"     // the standing orders on file
	Help         Kind = "help"         // Lines: the help text
	Answer       Kind = "answer"       // Word: the question, Lines: the answer, letter by letter
	Budget       Kind = "budget"       // Want: answers an hour; no more are sent
	Referee      Kind = "referee"      // to the referee; Word: what happened, Lines: its circumstances
	Reminder     Kind = "reminder"     // the deadline is near
	Unreadable   Kind = "unreadable"   // Word: the trouble, Lines: its circumstances
	NotAnswered  Kind = "not-answered" // Lines: questions of a letter that asks for too much
)

// The kinds of news about who sits around the table and what he may do.
const (
	NotByMail   Kind = "not-by-mail"  // Word: the line
	RefereeOnly Kind = "referee-only" // Word: the line
	PlayersOnly Kind = "players-only" // Word: the line, or ""
	YouReferee  Kind = "you-referee"  // to the referee when the game starts; Word: his key
)

func tableKinds() []Kind { return []Kind{NotByMail, RefereeOnly, PlayersOnly, YouReferee} }

// Kinds lists all kinds of short answers.
func Kinds() []Kind {
	return slices.Concat(
		letterKinds(),
		tableKinds(),
		pressKinds(),
		voteKinds(),
		bidKinds(),
		beaconKinds(),
		peopleKinds(),
		clockKinds(),
		refereeKinds(),
	)
}

// letterKinds answer letters that come in.
func letterKinds() []Kind {
	return []Kind{Stranger, NoGame, NotYours, WhichGame, WrongSeat, WrongKey, NoKey, KeyUsed, StaleRound, StaleBase, UnknownBase, OldMail, OldText, TooMany, TooBig,
		NotStarted, Empty, OnlyQuoted, NoText, BrokenMail, Encrypted, Again, Broken, TooLate, Withdrawn, EndsUnplaced, NothingOut, Status, Standing,
		Help, Answer, Budget, Referee, Reminder, Unreadable, NotAnswered}
}
