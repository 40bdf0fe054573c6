package notice

import (
	"fieldpost/adjudicator/board"
	"fieldpost/templates/layout"
	"fieldpost/templates/reader"
)

// Notices about who comes and who goes.

// GameCreated asks the referee who opened a game to confirm.
type GameCreated struct {
	Lines  []string // to send back
	Closed bool     // joining by a line of one's own is not allowed
}

func (GameCreated) ID() ID                { return "game-made" }
func (n GameCreated) closed() bool        { return n.Closed }
func (n GameCreated) body(p *reader.Page) { p.Add(layout.Verbatim(n.Lines)) }

// NoNewGames says that the sender may not open games.
type NoNewGames struct{}

func (NoNewGames) ID() ID { return "no-new-games" }

// NotDone says why a command was not carried out: for the reason that Args fill, or without one as Why says.
type NotDone struct {
	Why    Quote
	Reason Denial // "": Why says it
	Args   []string
}

func (NotDone) ID() ID { return "not-done" }

// JoinClosed says that a game cannot be joined.
type JoinClosed struct{ Name Quote }

func (JoinClosed) ID() ID { return "join-closed" }

// SeatTaken says that a seat is taken.
type SeatTaken struct {
	Seat  board.Power
	Lines []string // lines that would do
}

func (SeatTaken) ID() ID                { return "seat-taken" }
func (n SeatTaken) body(p *reader.Page) { p.Add(layout.Verbatim(n.Lines)) }

// JoinAsked says that the referee of a game was asked.
type JoinAsked struct{ Name Quote }

func (JoinAsked) ID() ID { return "join-asked" }

// JoinRequested asks the referee whether a person may join.
type JoinRequested struct {
	Person Quote
	Lines  []string // lines that answer
}

func (JoinRequested) ID() ID                { return "referee-asks" }
func (n JoinRequested) body(p *reader.Page) { p.Add(layout.Verbatim(n.Lines)) }

// JoinRejected says that the referee rejects a request to join.
type JoinRejected struct{ Name Quote }

func (JoinRejected) ID() ID { return "join-rejected" }

// Confirm asks an address to confirm a seat.
type Confirm struct {
	Seat  board.Power
	Name  Quote
	Lines []string // to send back
}

func (Confirm) ID() ID                { return "confirm" }
func (n Confirm) body(p *reader.Page) { p.Add(layout.Verbatim(n.Lines)) }

// ConfirmObserver asks an address to confirm that it observes a game.
type ConfirmObserver struct {
	Name  Quote
	Lines []string
}

func (ConfirmObserver) ID() ID                { return "confirm-observer" }
func (n ConfirmObserver) body(p *reader.Page) { p.Add(layout.Verbatim(n.Lines)) }

// Confirmed says that an address is confirmed.
type Confirmed struct{}

func (Confirmed) ID() ID { return "confirmed" }

// SeatGiven tells a new player their seat and key.
type SeatGiven struct {
	Seat board.Power
	Key  string
}

func (SeatGiven) ID() ID { return "seat-given" }

// Observing tells an observer that they are in.
type Observing struct{ Name Quote }

func (Observing) ID() ID { return "observing" }

// SeatFilled tells the others that a seat is taken.
type SeatFilled struct{ Seat board.Power }

func (SeatFilled) ID() ID { return "seat-filled" }

// SeatFree tells all that a seat is free.
type SeatFree struct {
	Seat   board.Power
	Closed bool // joining by a line of one's own is not allowed
}

func (SeatFree) ID() ID         { return "seat-free" }
func (n SeatFree) closed() bool { return n.Closed }

// SeatLost tells a player that they no longer have a seat.
type SeatLost struct{ Seat board.Power }

func (SeatLost) ID() ID { return "seat-lost" }

// SeatLapsed tells the referee that a seat is free again, because it was not confirmed.
type SeatLapsed struct{ Seat board.Power }

func (SeatLapsed) ID() ID { return "seat-lapsed" }

// ObserverCame tells the others that an observer came.
type ObserverCame struct{}

func (ObserverCame) ID() ID { return "observer-came" }

// ObserverLeft tells all that an observer left.
type ObserverLeft struct{}

func (ObserverLeft) ID() ID { return "observer-left" }

// YouLeft tells an observer that they have left.
type YouLeft struct {
	Closed bool // they may not come again by a line of their own
}

func (YouLeft) ID() ID         { return "you-left" }
func (n YouLeft) closed() bool { return n.Closed }

// SettingChanged tells all a setting and its new value.
type SettingChanged struct{ Setting Quote }

func (SettingChanged) ID() ID { return "house-set" }

// AccessChanged answers a line of allow or deny with the lists.
type AccessChanged struct {
	Line  Quote
	Lines []string
}

func (AccessChanged) ID() ID                { return "door-set" }
func (n AccessChanged) body(p *reader.Page) { p.Add(layout.Verbatim(n.Lines)) }

// JoinDecided answers the referee's line about a request to join.
type JoinDecided struct {
	Line    Quote
	Waiting []string // lines for those who still wait
}

func (JoinDecided) ID() ID { return "decided" }

func (n JoinDecided) body(p *reader.Page) {
	if len(n.Waiting) > 0 {
		p.Add(layout.Paragraph(p.Text("decided-waiting")), layout.Verbatim(n.Waiting))
	}
}

// OwnSettingChanged says what the sender has set about themselves.
type OwnSettingChanged struct{ Setting Quote }

func (OwnSettingChanged) ID() ID { return "self-set" }

// CannotStart says that a game cannot start.
type CannotStart struct {
	Lines []string // the seats that are free or not confirmed
}

func (CannotStart) ID() ID                { return "cannot-start" }
func (n CannotStart) body(p *reader.Page) { p.Add(layout.Verbatim(n.Lines)) }

// Started says that the game has begun.
type Started struct{}

func (Started) ID() ID { return "started" }

// Denial is why a command was not carried out. Its sentence has the key "not-done-" and the denial, with the places A
// and B.
type Denial string

// The denials.
const (
	DeniedMainAlready      Denial = "main-already"
	DeniedYoursAlready     Denial = "yours-already"
	DeniedTooManyAddresses Denial = "too-many-addresses"
	DeniedAddressesADay    Denial = "addresses-a-day"
	DeniedNotYours         Denial = "not-yours"
	DeniedBids             Denial = "bids"
	DeniedNoSeat           Denial = "no-seat"
	DeniedGameOver         Denial = "game-over"
	DeniedAlreadyThere     Denial = "already-there"
	DeniedGamesADay        Denial = "games-a-day"
	DeniedNameTaken        Denial = "name-taken"
	DeniedNoLetter         Denial = "no-letter"
	DeniedFromHome         Denial = "from-home"
	DeniedNotAsked         Denial = "not-asked"
	DeniedTaken            Denial = "taken"
	DeniedNoAddress        Denial = "no-address"
	DeniedNoSetting        Denial = "no-setting"
	DeniedBegun            Denial = "begun"
	DeniedSitsThere        Denial = "sits-there"
	DeniedKeepsReferee     Denial = "keeps-referee"
	DeniedUnknownOption    Denial = "unknown-option"
	DeniedOptionMeant      Denial = "option-meant"
	DeniedApproveAddress   Denial = "approve-whom"
	DeniedOurMailbox       Denial = "our-mailbox"
	DeniedNotWaiting       Denial = "not-waiting"
	DeniedAttachment       Denial = "attachment"
	DeniedPosition         Denial = "position"
)

// Denials returns all of them.
func Denials() []Denial {
	return []Denial{
		DeniedMainAlready, DeniedYoursAlready, DeniedTooManyAddresses, DeniedAddressesADay,
		DeniedNotYours, DeniedBids, DeniedNoSeat, DeniedGameOver, DeniedAlreadyThere, DeniedGamesADay,
		DeniedNameTaken, DeniedNoLetter, DeniedFromHome, DeniedNotAsked, DeniedTaken, DeniedNoAddress,
		DeniedNoSetting, DeniedBegun, DeniedSitsThere, DeniedKeepsReferee, DeniedUnknownOption, DeniedOptionMeant,
		DeniedApproveAddress, DeniedOurMailbox, DeniedNotWaiting, DeniedAttachment, DeniedPosition,
	}
}
