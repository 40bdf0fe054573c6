package templates

// The kinds of mails about who comes, who goes, and how he proves that it is he. Who is the seat that they are about.
const (
	GameMade    Kind = "game-made"        // to the referee who opened it; Word: the key of his chair
	NoNewGames  Kind = "no-new-games"     // the sender may not open games
	NotDone     Kind = "not-done"         // Word: why an act was not done
	JoinClosed  Kind = "join-closed"      // Word: the game, into which the sender may not come
	SeatTaken   Kind = "seat-taken"       // Who; Lines: the lines that would do
	JoinAsked   Kind = "join-asked"       // the referee was asked; Word: the game
	RefereeAsks Kind = "referee-asks"     // to the referee; Word: who wants to come, Lines: the lines that answer
	Rejected    Kind = "join-rejected"    // Word: the game
	Confirm     Kind = "confirm"          // to an address; Who, Word: the game, Lines: what is to be sent back
	ConfirmEye  Kind = "confirm-observer" // the same to an observer or substitute
	Confirmed   Kind = "confirmed"        // the answer
	SeatGiven   Kind = "seat-given"       // to who sits there now; Who, Word: the key
	Observing   Kind = "observing"        // to an observer who has come; Word: the game
	SeatFilled  Kind = "seat-filled"      // news: Who seat is taken
	SeatFree    Kind = "seat-free"        // news: Who seat is free
	SeatLost    Kind = "seat-lost"        // to who sat there: Who
	SeatLapsed  Kind = "seat-lapsed"      // to the referee: Who seat is free again, for want of a confirmation
	Came        Kind = "observer-came"    // news
	Left        Kind = "observer-left"    // news
	Leave       Kind = "you-left"         // to an observer who left
	HouseSet    Kind = "house-set"        // news; Word: the setting and its value
	DoorSet     Kind = "door-set"         // Word: the line of allow or deny; Lines: the lists
	Decided     Kind = "decided"          // to the referee; Word: his line about somebody's coming, Lines: the lines for those who still wait
	SelfSet     Kind = "self-set"         // Word: what the sender set about himself
	CannotStart Kind = "cannot-start"     // Lines: the seats that are free or have not confirmed
	Started     Kind = "started"          // the game has begun
)

// The kinds of mails about keys, addresses and signatures.
const (
	NewKey        Kind = "new-key"           // to the seat only; Word: the key
	KeyDrawn      Kind = "key-drawn"         // the answer to who asked for it: without the key
	KeySeen       Kind = "key-seen"          // to the seat only; Word: its new key
	SeenHeld      Kind = "seen-held"         // the letter was not taken, as others could see its key
	LetterHeld    Kind = "letter-held"       // to the seat; Word: the other address, Lines: the lines that answer
	LetterWaits   Kind = "letter-held-asked" // to the other address: the seat is asked
	LetterDropped Kind = "letter-dropped"    // a letter that was held is refused; Have: its number
	AddressAsk    Kind = "address-ask"       // to a new address; Word: the main one, Lines: what is to be sent back
	AddressAsked  Kind = "address-asked"     // Word: the new address
	AddressAdded  Kind = "address-added"     // to the main address; Word: the new one
	AddressMain   Kind = "address-main"      // to the old main address; Word: the new one
	AddressGone   Kind = "address-dropped"   // Word: the address
	BadSignature  Kind = "bad-signature"     // Word: why
	Unbound       Kind = "unbound"           // a signed letter that names neither game nor base
	SealAgain     Kind = "seal-again"        // a signed letter that was taken before
	PGPFiled      Kind = "pgp-filed"         // Word: the fingerprint
	NoPGPKey      Kind = "no-pgp-key"        // no public key came along; Word: why
)

func peopleKinds() []Kind {
	return []Kind{GameMade, NoNewGames, NotDone, JoinClosed, SeatTaken, JoinAsked, RefereeAsks, Rejected, Confirm, ConfirmEye, Confirmed, SeatGiven, Observing, SeatFilled,
		SeatFree, SeatLost, SeatLapsed, Came, Left, Leave, HouseSet, DoorSet, Decided, SelfSet, CannotStart, Started,
		NewKey, KeyDrawn, KeySeen, SeenHeld, LetterHeld, LetterWaits, LetterDropped, AddressAsk, AddressAsked, AddressAdded, AddressMain, AddressGone,
		BadSignature, Unbound, SealAgain, PGPFiled, NoPGPKey}
}

// closable are the kinds that suggest how to come into a game, unless it is closed.
var closable = []Kind{GameMade, SeatFree, Leave}

// denials are the reasons of NotDone that the catalogue says in words.
var denials = []string{
	"main-already", "yours-already", "too-many-addresses", "addresses-a-day", "not-yours", "bids", "no-seat", "game-over",
	"already-there", "games-a-day", "name-taken", "no-letter", "from-home", "not-asked", "taken", "no-address",
	"no-setting", "begun", "sits-there", "keeps-referee", "unknown-option", "option-meant", "approve-whom", "our-mailbox",
	"not-waiting",
}
