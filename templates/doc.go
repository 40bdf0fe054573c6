// Package templates writes what players get: reports, receipts, refusals and short notes, each as text and as HTML with the same
// facts, in the reader's language. It turns values of the game (positions, events, faults) into prose; nothing below it
// knows a sentence.
//
// A letter is made in three steps. report.go, receipt.go, refusal.go and note.go choose what is said, as a list of blocks (letter.go):
// headings, paragraphs, tables, forms. The words come from the catalogues (catalogue/*.json, catalogue.go) and the lexicon of
// package orders. text.go and html.go lay the blocks out, so that neither form can say more than the other.
//
// Everything here is a pure function of its view: no clock, no disk, no network; the same view gives the same bytes.
package templates

// Mail is a letter ready to be put into an envelope; headers, addresses and threads are the sender's business.
type Mail struct {
	Subject  string // "[eastfront R3 Germany] Result: …", one line
	Text     string // lines of at most 72 columns, LF
	HTML     string // a whole document, self-contained but for Inline
	Inline   []File // pictures that HTML shows by cid:CID
	Attached []File
}

// File is a part of a mail.
type File struct {
	Name string // ASCII letters, digits, '.', '_' and '-'
	Type string // media type
	CID  string // of an inline picture, without brackets; else empty
	Data []byte
}
