package daemon

import (
	"errors"
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/dice"
	"fieldpost/cmd/internal/command"
	"fieldpost/cmd/internal/intake"
	"fieldpost/cmd/internal/keys"
	"fieldpost/cmd/internal/roster"
	"fieldpost/mailio"
	"fieldpost/mailio/message"
	"fieldpost/mailio/pgp"
	"fieldpost/orders"
	"fieldpost/orders/commands"
	"fieldpost/store"
	"fieldpost/templates/notice"
)

// A letter that is signed with the OpenPGP key on file for a seat needs no line with the seat's key. Only the text under the signature
// counts then. It must say for which game and which position it is meant, and is good for once: so nobody can use it again.

// seals are the signed letters that were taken for the position at hand, by the hash of what was signed.
type seals struct {
	Base  string      `json:"base,omitempty"`
	Taken []dice.Hash `json:"taken,omitempty"`
}

// unseal finds the seat whose key on file has signed the letter. A signature where no key is on file says nothing; one that is wrong
// refuses the letter.
func (e *errand) unseal() (*outcome, error) {
	if len(e.letter.Seals) == 0 || e.released {
		return nil, nil
	}
	places, err := e.keysOnFile()
	if err != nil || len(places) == 0 {
		return nil, err
	}
	var why error
	var held []store.SeatRef // the seats for which the signature holds
	var under signedText
	for _, p := range places {
		text, err := e.openSeals(p.seat.PGP)
		if err != nil {
			why = err
			continue
		}
		held, under = append(held, p.ref), text
	}
	switch len(held) {
	case 0:
		return e.badSignature(places[0].ref, why)
	case 1:
		return e.sitBySignature(held[0], under)
	}
	return e.refuse(notice.WhichGame{Games: gamesOf(seatsIn(held))})
}

// signedText is what a signature that holds covers.
type signedText struct {
	texts []message.Text
	hash  dice.Hash
}

// badSignature refuses a letter whose signature does not hold, and says why.
func (e *errand) badSignature(ref store.SeatRef, why error) (*outcome, error) {
	t, err := openTable(e.tx, ref.Game)
	if err != nil {
		return nil, err
	}
	e.table, e.seat = t, t.named(ref.Seat)
	e.role = e.seat.Role
	return e.reject(notice.BadSignature{Why: notice.Quote(why.Error())})
}

// place is a seat as it stands in the store.
type place struct {
	ref  store.SeatRef
	seat roster.Seat
}

// keysOnFile are the seats that may have signed the letter and have a key on file: those of its address and key, and the one that it
// names.
func (e *errand) keysOnFile() ([]place, error) {
	h := e.file.Header
	handles := []string{roster.AddressHandle(e.letter.From.Addr)}
	if k := keys.Parse(h.Key); !k.IsZero() {
		handles = append(handles, k.Handle())
	}
	var refs []store.SeatRef
	for _, handle := range handles {
		more, err := e.seatsOf(handle)
		if err != nil {
			return nil, err
		}
		refs = append(refs, more...)
	}
	if ok, err := e.isGame(h.Game); err != nil {
		return nil, err
	} else if s := board.Default().SeatOf(h.Power); ok && s != nil {
		refs = append(refs, store.SeatRef{Game: h.Game, Seat: s.Role})
	}
	var out []place
	for _, ref := range refs {
		g, err := e.tx.Game(ref.Game)
		if err != nil {
			return nil, err
		}
		p := place{ref: ref}
		if err := getJSON(g, roster.PartOf(ref.Seat), ref.Seat, &p.seat); err != nil {
			return nil, err
		}
		named := (h.Game == "" || h.Game == ref.Game) && (h.Power == board.Nobody || h.Power == p.seat.Power)
		if p.seat.PGP != "" && named && !slices.ContainsFunc(out, func(x place) bool { return x.ref == ref }) {
			out = append(out, p)
		}
	}
	return out, nil
}

// openSeals checks the letter's signatures with a key, and gives the texts under the first that holds.
func (e *errand) openSeals(key string) (signedText, error) {
	why := errors.New("nothing is signed")
	for _, s := range e.letter.Seals {
		plain, err := s.Signed, error(nil)
		if s.Signature == nil {
			plain, err = pgp.VerifyClear(key, s.Signed, e.o.Now())
		} else {
			err = pgp.Verify(key, s.Signed, s.Signature, e.o.Now())
		}
		if err != nil {
			why = err
			continue
		}
		if s.Signature == nil {
			t := message.ReadText("", plain)
			t.Source = message.Plain
			return signedText{[]message.Text{t}, dice.Sum(plain)}, nil
		}
		texts, err := message.Inner(plain, message.DefaultLimits())
		return signedText{texts, dice.Sum(plain)}, err
	}
	return signedText{}, why
}

// sitBySignature takes the seat whose key has signed. What stands outside of the signature, the subject too, says nothing any more.
func (e *errand) sitBySignature(ref store.SeatRef, s signedText) (*outcome, error) {
	t, err := openTable(e.tx, ref.Game)
	if err != nil {
		return nil, err
	}
	e.table, e.seat = t, t.named(ref.Seat)
	e.role, e.home = e.seat.Role, e.seat
	e.letter.Texts, e.letter.Subject, e.subject = s.texts, "", intake.Subject{}
	e.choose(orders.Context{})
	h := e.file.Header
	switch {
	case h.Game != "" && h.Game != ref.Game, h.Power != board.Nobody && h.Power != e.seat.Power:
		return e.reject(notice.WrongSeat{Seat: notice.Quote(seatWord(h))})
	case e.seat.OpensWith(keys.Parse(h.Key)):
		e.keyed = true // the key is there as well: the letter is as good as one without signature
	case e.changes() && (h.Game == "" || h.Base == ""):
		return e.reject(notice.Unbound{})
	case e.changes() && slices.Contains(t.seals().Taken, s.hash):
		return e.reject(notice.SignatureAgain{})
	default:
		e.keyed, e.seal = true, s.hash
	}
	e.sealed = true
	e.log.Info("signature holds", "game", ref.Game, "seat", e.seat.Role)
	return nil, nil
}

// seals are those of the position at hand; those of one before are void by their base.
func (t *Table) seals() *seals {
	s := &t.Life.Seals
	if base := t.Base().String(); s.Base != base {
		*s = seals{Base: base}
	}
	return s
}

// keepSeal remembers a signed letter that was taken.
func (e *errand) keepSeal(out outcome) error {
	if e.seal == (dice.Hash{}) || out.kind != accepted {
		return nil
	}
	s := e.table.seals()
	s.Taken = append(s.Taken, e.seal)
	return e.table.saveLife()
}

var _ = define[commands.PublicKey](command.Spec{
	Syntax: []commands.Syntax{commands.PublicKeySyntax},
	Who:    command.Member, In: command.AnyGame, NeedsKey: command.SeatKey,
}, asNotice((*errand).publicKey))

// publicKey puts the OpenPGP key on file that came with the letter.
func (e *errand) publicKey(commands.PublicKey) (notice.Notice, error) {
	v := notice.NoOpenPGPKey{Why: "-"}
	if n := len(e.letter.PublicKeys); n != 1 {
		if n > 1 {
			v.Why = "there are several"
		}
		return v, nil
	}
	fingerprint, err := e.o.filePGP(e.tx, e.table, *e.seat, e.letter.PublicKeys[0])
	if err != nil {
		v.Why = notice.Quote(err.Error())
		return v, nil
	}
	return notice.OpenPGPKeyFiled{Fingerprint: notice.Quote(fingerprint)}, nil
}

// filePGP puts an OpenPGP key on file for a seat, in place of the one before.
func (o *Office) filePGP(tx *store.Tx, t *Table, s roster.Seat, armoured string) (fingerprint string, err error) {
	if fingerprint, err = pgp.Fingerprint(armoured, o.Now()); err != nil {
		return "", err
	}
	s.PGP = armoured
	if err := t.saveSeat(tx, s); err != nil {
		return "", err
	}
	_, err = o.act(t, s.Actor(), "puts a public key on file", mailio.FoldAddress(s.Address)+" "+fingerprint)
	return fingerprint, err
}
