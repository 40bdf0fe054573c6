// Package message reads a mail as a person would: raw bytes in, a plain Letter out.
//
// Parse never fails on a merely odd mail. It repairs what mail programs break (line ends, characters, wrapped lines,
// HTML instead of text), lists each repair so that a receipt can name it, and refuses only what cannot be answered for
// safety: no or several senders, or sizes beyond Limits. Even then the Letter holds what could be read of the header,
// so that its sender can be answered. It knows nothing of games: which of a mail's texts holds orders is for the
// caller to find out.
//
// The characters of a plain text file are mended by Normalize in the same way.
package message

import (
	"fmt"
	"time"

	"fieldpost/mailio"
)

// Letter is a mail, read.
type Letter struct {
	From      mailio.Address   // the one author
	To, Cc    []mailio.Address //
	ReplyTo   []mailio.Address // where answers go; empty means From
	Delivered []string         // addresses it was delivered to, the surest first: Delivered-To, X-Original-To, To, Cc

	Subject    string   // decoded, on one line
	MessageID  string   // with angle brackets, "" if missing
	InReplyTo  []string // ids
	References []string // ids, the oldest first
	Date       time.Time

	Robot  Robot   // why it must not be answered, "" if a person wrote it
	Weak   bool    // X-Auto-Response-Suppress was there: no proof of a robot, but do not insist on an answer
	Loop   string  // the X-Loop field, the instance id of the daemon that sent it
	Bounce *Bounce // a delivery report, nil if it is none

	Signed     Signature // how the mail was signed; the signature is not checked here
	Seals      []Seal    // OpenPGP signatures with what they cover
	PublicKeys []string  // OpenPGP public keys that came along, in ASCII armour
	Texts      []Text    // body first (plain text before HTML), then text attachments in the mail's order
	Forwarded  int       // forwarded mails inside, which are not read
	Problems   []Problem // what could not be read
}

// Source says where a text came from.
type Source string

const (
	Plain      Source = "text"       // a text/plain part
	HTML       Source = "html"       // converted from HTML
	Attachment Source = "attachment" // a text file
)

// Text is one readable text of a mail, its lines ended by "\n".
type Text struct {
	Source  Source
	Name    string   // file name of an attachment
	Body    string   // mended; quoted lines begin with '>', the signature is cut off
	Quoted  int      // how many lines are quoted
	Hint    Hint     // where an unmarked quotation may begin
	Repairs []Repair // what was mended, in the order of the Repair constants
}

// Hint is a line in which a program's words introduce an older mail ("Am 3. Mai schrieb …", "-----Original
// Message-----"). Such words come in endless forms, so it is only a hint.
type Hint struct {
	Line      int  // counted from 1; 0 means none was found
	Lines     int  // over how many lines the words go
	Forwarded bool // the words of a forwarded mail, not of an answer
}

// Signature is the way in which a mail is signed.
type Signature string

const (
	Unsigned    Signature = ""
	SignedPGP   Signature = "pgp"       // PGP/MIME
	SignedClear Signature = "pgp-clear" // signed in the text
	SignedSMIME Signature = "smime"
)

// Body is the text that the sender most likely wrote: plain text, else HTML, else the first
// attachment. It is empty if the mail has none.
func (l Letter) Body() Text {
	if len(l.Texts) == 0 {
		return Text{}
	}
	return l.Texts[0]
}

// Attachments are the text files that came along.
func (l Letter) Attachments() []Text {
	for i, t := range l.Texts {
		if t.Source == Attachment {
			return l.Texts[i:]
		}
	}
	return nil
}

// AnswerTo is the address for an answer.
func (l Letter) AnswerTo() mailio.Address {
	if len(l.ReplyTo) > 0 {
		return l.ReplyTo[0]
	}
	return l.From
}

// Thread gives the fields In-Reply-To and References of an answer.
func (l Letter) Thread() (inReplyTo string, references []string) {
	if l.MessageID == "" {
		return "", nil
	}
	older := l.References
	if len(older) == 0 {
		older = l.InReplyTo
	}
	return l.MessageID, append(append([]string(nil), older...), l.MessageID)
}

// Limits bound what is read of a mail, so that none can hurt the daemon.
type Limits struct {
	Depth int // of parts within parts
	Parts int // in all
	Text  int // bytes of all plain text after decoding, attachments included; HTML may take four times as many
}

// DefaultLimits are those of the mail conventions.
func DefaultLimits() Limits { return Limits{Depth: 8, Parts: 100, Text: 256 << 10} }

// Trouble names a reason why a mail, or a part of it, is not read.
type Trouble string

const (
	// These refuse the mail.
	NotMail        Trouble = "not-mail"        // no header at all
	NoSender       Trouble = "no-sender"       // From is missing or holds no address
	SeveralSenders Trouble = "several-senders" // more than one From: who would be the player?
	TooManyParts   Trouble = "too-many-parts"
	TooDeep        Trouble = "too-deep"
	TooLong        Trouble = "too-long" // no text within the limit; as a Problem: this text was left out

	// These only concern a part.
	Encrypted  Trouble = "encrypted"
	Opaque     Trouble = "opaque-signature" // S/MIME that wraps the text
	Winmail    Trouble = "winmail"          // Outlook's winmail.dat
	Archive    Trouble = "archive"          // ZIP and the like
	Undecoded  Trouble = "undecoded"        // unknown transfer encoding or broken base64
	UnknownSet Trouble = "unknown-charset"  // read as UTF-8 or Windows-1252 instead
	NotText    Trouble = "not-text"         // an attachment that is no text, such as a picture or a PDF
)

// Problem is a Trouble with its circumstances.
type Problem struct {
	Trouble Trouble
	Detail  string // a file name, a charset, a limit; never text of the mail in full
}

func (p *Problem) Error() string {
	text := map[Trouble]string{
		NotMail:        "this is no mail: it has no header",
		NoSender:       "the mail has no readable From address",
		SeveralSenders: "the mail has more than one From address; send it from one",
		TooManyParts:   "the mail has too many parts; send plain text",
		TooDeep:        "the mail's parts are nested too deeply; send plain text",
		TooLong:        "the mail's text is too long",
	}[p.Trouble]
	if text == "" {
		text = string(p.Trouble)
	}
	if p.Detail == "" {
		return text
	}
	return fmt.Sprintf("%s (%s)", text, p.Detail)
}

// Parse reads a mail. The error, if any, is a *Problem; the Letter then holds what could be
// read until there.
func Parse(raw []byte, limits Limits) (Letter, error) {
	l, top, err := readHeader(raw)
	if err != nil {
		return l, err
	}
	w := walker{letter: &l, limits: limits}
	if err := w.walk(top, 0); err != nil {
		return l, err
	}
	if err := w.finish(); err != nil {
		return l, err
	}
	return l, nil
}

// ReadText reads a plain text file as if it had come as an attachment of that name, so that a
// command line and the daemon understand the same.
func ReadText(name string, data []byte) Text {
	t := repairCounts{}
	text, guessed, _ := decodeText(data, "")
	if guessed {
		t[Charset]++
	}
	return finishText(Text{Source: Attachment, Name: name}, normalize(text, t), t)
}

// ParseHeader reads the header only, for mails of which no more was fetched.
func ParseHeader(raw []byte) (Letter, error) {
	l, _, err := readHeader(raw)
	return l, err
}

func readHeader(raw []byte) (Letter, part, error) {
	top := newPart(raw)
	var l Letter
	if top.header.Len() == 0 {
		return l, top, &Problem{Trouble: NotMail}
	}
	readFields(&l, top.header)
	l.Robot = robot(&l, top.header)
	return l, top, checkSender(&l, top.header)
}

// Seal is a signature and what it covers, bytes as they came: whoever knows the keys can check it.
type Seal struct {
	Signed    []byte // of PGP/MIME the signed part whole; else the text with the signed block in it
	Signature []byte // of PGP/MIME; nil if it is in the text
}

// Inner reads the texts of one part of a mail, such as the one that a signature covers. The error is as Parse's.
func Inner(raw []byte, limits Limits) ([]Text, error) {
	var l Letter
	w := walker{letter: &l, limits: limits}
	if err := w.walk(newPart(raw), 0); err != nil {
		return nil, err
	}
	err := w.finish()
	return l.Texts, err
}
