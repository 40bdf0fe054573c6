package notice

import (
	"fieldpost/templates/layout"
	"fieldpost/templates/local"
	"fieldpost/templates/reader"
)

// Notices about mails that cannot be read, and about how many are answered.

// TooBig says that a mail is too big to be read.
type TooBig struct{}

func (TooBig) ID() ID { return "too-big" }

// Empty answers a mail without orders and questions.
type Empty struct {
	Form bool // with the order form
}

func (Empty) ID() ID              { return "empty" }
func (n Empty) form() bool        { return n.Form }
func (Empty) body(p *reader.Page) { addAwaited(p) }

// OnlyQuoted answers a mail whose orders are all quoted.
type OnlyQuoted struct {
	Lines int // how many lines look like orders
}

func (OnlyQuoted) ID() ID              { return "only-quoted" }
func (n OnlyQuoted) count() int        { return n.Lines }
func (OnlyQuoted) form() bool          { return true }
func (OnlyQuoted) body(p *reader.Page) { addAwaited(p) }

// NoText says that a mail has no text.
type NoText struct{}

func (NoText) ID() ID     { return "no-text" }
func (NoText) form() bool { return true }

// BrokenMail says that a mail came damaged.
type BrokenMail struct {
	Trouble Quote // how, as the reader of mails says it
}

func (BrokenMail) ID() ID     { return "broken-mail" }
func (BrokenMail) form() bool { return true }

// Encrypted says that a mail is encrypted.
type Encrypted struct{}

func (Encrypted) ID() ID     { return "encrypted" }
func (Encrypted) form() bool { return true }

// Unreadable says that a mail could not be read.
type Unreadable struct {
	Trouble Quote // why, as the reader of mails says it
	Details []string
}

func (Unreadable) ID() ID                { return "unreadable" }
func (n Unreadable) body(p *reader.Page) { addItems(p, n.Details) }

// Broken says that a mail could not be handled because of an error in the program.
type Broken struct{}

func (Broken) ID() ID { return "broken" }

// RefereeNews tells the operator what happened.
type RefereeNews struct {
	What    Quote
	Details []string
}

func (RefereeNews) ID() ID                { return "referee" }
func (n RefereeNews) body(p *reader.Page) { addItems(p, n.Details) }

// TooMany says that there were more mails of orders in a turn than the limit.
type TooMany struct{ Limit int }

func (TooMany) ID() ID { return "too-many" }

// Budget says that no more answers are sent within the hour.
type Budget struct{ Limit int }

func (Budget) ID() ID { return "budget" }

// NotAnswered lists the questions of a mail that asks for too much.
type NotAnswered struct{ Questions []string }

func (NotAnswered) ID() ID                { return "not-answered" }
func (n NotAnswered) body(p *reader.Page) { addItems(p, n.Questions) }

// Troubles returns the names that the reader of mails gives to what it could not read; each has the sentence of the
// key "trouble-" and the name.
func Troubles() []string {
	return []string{"not-mail", "no-sender", "several-senders", "too-many-parts", "too-deep", "too-long",
		"encrypted", "opaque-signature",
		"winmail", "archive", "undecoded", "unknown-charset", "not-text"}
}

// addItems lists what is quoted from elsewhere, if there is anything.
func addItems(p *reader.Page, lines []string) {
	if items := local.ShortenAll(lines); len(items) > 0 {
		p.Add(layout.Bullets(items))
	}
}
