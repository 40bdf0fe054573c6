package notice

// Notices about who wrote, and what they may do.

// UnknownSender answers who is in no game.
type UnknownSender struct{}

func (UnknownSender) ID() ID { return "stranger" }

// NoGame says that no game has this name; Games are the sender's.
type NoGame struct {
	Name  Quote
	Games []string
}

func (NoGame) ID() ID { return "no-game" }

// NotYours says that the sender does not have this seat; Games are theirs.
type NotYours struct {
	Seat  Quote
	Games []string
}

func (NotYours) ID() ID { return "not-yours" }

// WhichGame asks which of the sender's games a mail is about.
type WhichGame struct{ Games []string }

func (WhichGame) ID() ID { return "which-game" }

// WrongSeat says that the key is not that of this seat.
type WrongSeat struct{ Seat Quote }

func (WrongSeat) ID() ID { return "wrong-seat" }

// WrongKey says that a key is no seat's.
type WrongKey struct {
	Line int   // 0: it was only quoted
	Game Quote // "" if the mail is about none
}

func (WrongKey) ID() ID { return "wrong-key" }

// OldKey says that a key, or that of the mail answered, was replaced.
type OldKey struct{ Line int } // of the key, 0 if none was typed

func (OldKey) ID() ID { return "old-key" }

// NoKey says that orders lack the key of their seat.
type NoKey struct{}

func (NoKey) ID() ID { return "no-key" }

// KeyUsed tells a seat that its key came from another address.
type KeyUsed struct{ Address Quote }

func (KeyUsed) ID() ID { return "key-used" }

// PlayersOnly says that only players may do what was asked.
type PlayersOnly struct{}

func (PlayersOnly) ID() ID { return "players-only" }

// RefereeOnly says that only the referee may do what a line asks.
type RefereeOnly struct{ Line Quote }

func (RefereeOnly) ID() ID { return "referee-only" }

// NotByMail says that what a line asks cannot be done by mail.
type NotByMail struct{ Line Quote }

func (NotByMail) ID() ID { return "not-by-mail" }

// YouAreReferee tells the referee their key.
type YouAreReferee struct{ Key string }

func (YouAreReferee) ID() ID { return "you-referee" }
