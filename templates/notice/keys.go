package notice

import (
	"fieldpost/templates/layout"
	"fieldpost/templates/reader"
)

// Notices about keys, addresses and signatures.

// NewKey tells a seat its new key.
type NewKey struct{ Key string }

func (NewKey) ID() ID { return "new-key" }

// KeyDrawn answers who asked for a new key, without the key.
type KeyDrawn struct{}

func (KeyDrawn) ID() ID { return "key-drawn" }

// KeySeen tells a seat its new key, because others could see the old one.
type KeySeen struct{ Key string }

func (KeySeen) ID() ID { return "key-seen" }

// KeySeenHeld says that a mail was not taken, as others could see its key.
type KeySeenHeld struct{}

func (KeySeenHeld) ID() ID { return "seen-held" }

// MailHeld asks a seat about a mail from another address.
type MailHeld struct {
	Address Quote
	Lines   []string // lines that answer
}

func (MailHeld) ID() ID                { return "letter-held" }
func (n MailHeld) body(p *reader.Page) { p.Add(layout.Verbatim(n.Lines)) }

// MailWaits tells that address that the seat is asked.
type MailWaits struct{}

func (MailWaits) ID() ID { return "letter-held-asked" }

// MailDropped says that a mail that was held is refused.
type MailDropped struct{ Number int }

func (MailDropped) ID() ID { return "letter-dropped" }

// AddressAsked asks a new address to confirm.
type AddressAsked struct {
	Main  Quote    // the address that it is added to
	Lines []string // to send back
}

func (AddressAsked) ID() ID                { return "address-ask" }
func (n AddressAsked) body(p *reader.Page) { p.Add(layout.Verbatim(n.Lines)) }

// AddressWaits says that a new address is asked.
type AddressWaits struct{ Address Quote }

func (AddressWaits) ID() ID { return "address-asked" }

// AddressAdded tells the main address of a new one.
type AddressAdded struct{ Address Quote }

func (AddressAdded) ID() ID { return "address-added" }

// AddressMain tells the old main address of the new one.
type AddressMain struct{ Address Quote }

func (AddressMain) ID() ID { return "address-main" }

// AddressDropped says that an address is removed.
type AddressDropped struct{ Address Quote }

func (AddressDropped) ID() ID { return "address-dropped" }

// BadSignature says that a signature does not hold.
type BadSignature struct{ Why Quote }

func (BadSignature) ID() ID { return "bad-signature" }

// Unbound refuses a signed mail that names neither game nor base.
type Unbound struct{}

func (Unbound) ID() ID { return "unbound" }

// SignatureAgain refuses a signed mail that was taken before.
type SignatureAgain struct{}

func (SignatureAgain) ID() ID { return "seal-again" }

// OpenPGPKeyFiled says that an OpenPGP key is on file.
type OpenPGPKeyFiled struct{ Fingerprint Quote }

func (OpenPGPKeyFiled) ID() ID { return "pgp-filed" }

// NoOpenPGPKey says that no public key came along.
type NoOpenPGPKey struct{ Why Quote }

func (NoOpenPGPKey) ID() ID { return "no-pgp-key" }

// KeyPublished tells a seat its new key, because the old one was in a mail to others.
type KeyPublished struct{ Key string }

func (KeyPublished) ID() ID { return "key-out" }
