package steps

import (
	"errors"
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/dice"
	"fieldpost/cmd/internal/command"
	"fieldpost/cmd/internal/decision"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/intake"
	"fieldpost/cmd/internal/keys"
	"fieldpost/cmd/internal/people"
	"fieldpost/cmd/internal/roster"
	"fieldpost/cmd/internal/vault"
	"fieldpost/mailio/message"
	"fieldpost/mailio/pgp"
	"fieldpost/orders"
	"fieldpost/orders/commands"
	"fieldpost/store"
	"fieldpost/templates/notice"
)

// verifySignature sets the seat whose key on file has signed the mail. A signature without a key on file proves
// nothing; a bad one refuses the mail.
func verifySignature(r *command.Request) (*decision.Outcome, error) {
	if len(r.Mail.Seals) == 0 || r.Released {
		return nil, nil
	}
	places, err := signersOnFile(r)
	if err != nil || len(places) == 0 {
		return nil, err
	}
	var why error
	var held []store.SeatRef // the seats for which the signature holds
	var under signedText
	for _, p := range places {
		text, err := checkSignatures(r, p.seat.PGP)
		if err != nil {
			why = err
			continue
		}
		held, under = append(held, p.ref), text
	}
	switch len(held) {
	case 0:
		return badSignature(r, places[0].ref, why)
	case 1:
		return takeSignedSeat(r, held[0], under)
	}
	return r.Refuse(notice.WhichGame{Games: vault.ListSeats(vault.SeatsOf(held))})
}

// signedText is what a good signature covers.
type signedText struct {
	texts []message.Text
	hash  dice.Hash
}

// badSignature refuses a mail whose signature is bad, and says why.
func badSignature(r *command.Request, ref store.SeatRef, why error) (*decision.Outcome, error) {
	g, err := gamestore.Load(r.Tx, ref.Game)
	if err != nil {
		return nil, err
	}
	r.Game, r.Seat = g, g.Participant(ref.Seat)
	r.Role = r.Seat.Role
	return r.RefuseInGame(notice.BadSignature{Why: notice.Quote(why.Error())})
}

// claimedSeat is a seat that may have signed the mail.
type claimedSeat struct {
	ref  store.SeatRef
	seat roster.Participant
}

// signersOnFile returns the seats that may have signed the mail and have a key on file: those of its address and key,
// and the one that it names.
func signersOnFile(r *command.Request) ([]claimedSeat, error) {
	h := r.File.Header
	handles := []string{roster.AddressHandle(r.Mail.From.Addr)}
	if k := keys.Parse(h.Key); !k.IsZero() {
		handles = append(handles, k.Handle())
	}
	var refs []store.SeatRef
	for _, handle := range handles {
		more, err := r.Tx.Handles().Seats(handle)
		if err != nil {
			return nil, err
		}
		refs = append(refs, more...)
	}
	if ok, err := gamestore.GameExists(r.Tx, h.Game); err != nil {
		return nil, err
	} else if s := board.Default().SeatOf(h.Power); ok && s != nil {
		refs = append(refs, store.SeatRef{Game: h.Game, Seat: s.Role})
	}
	var out []claimedSeat
	for _, ref := range refs {
		g, err := r.Tx.Games().Game(ref.Game)
		if err != nil {
			return nil, err
		}
		p := claimedSeat{ref: ref}
		if err := gamestore.GetJSON(g, roster.PartOf(ref.Seat), ref.Seat, &p.seat); err != nil {
			return nil, err
		}
		named := (h.Game == "" || h.Game == ref.Game) && (h.Power == board.Nobody || h.Power == p.seat.Power)
		if p.seat.PGP != "" && named && !slices.ContainsFunc(out, func(x claimedSeat) bool { return x.ref == ref }) {
			out = append(out, p)
		}
	}
	return out, nil
}

// checkSignatures checks the signatures of the mail with a key, and returns the texts under the first good one.
func checkSignatures(r *command.Request, key string) (signedText, error) {
	why := errors.New("nothing is signed")
	for _, s := range r.Mail.Seals {
		plain, err := s.Signed, error(nil)
		if s.Signature == nil {
			plain, err = pgp.VerifyClear(key, s.Signed, r.Env.Now())
		} else {
			err = pgp.Verify(key, s.Signed, s.Signature, r.Env.Now())
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

// takeSignedSeat sets the seat whose key has signed. What is outside of the signature, the subject too, does not count
// any more.
func takeSignedSeat(r *command.Request, ref store.SeatRef, s signedText) (*decision.Outcome, error) {
	g, err := gamestore.Load(r.Tx, ref.Game)
	if err != nil {
		return nil, err
	}
	r.Game, r.Seat = g, g.Participant(ref.Seat)
	r.Role, r.KnownAs = r.Seat.Role, r.Seat
	r.Mail.Texts, r.Mail.Subject, r.Subject = s.texts, "", intake.Subject{}
	r.ReadText(orders.Context{})
	h := r.File.Header
	switch {
	case h.Game != "" && h.Game != ref.Game, h.Power != board.Nobody && h.Power != r.Seat.Power:
		return r.RefuseInGame(notice.WrongSeat{Seat: notice.Quote(command.DescribeSeat(h))})
	case r.Seat.HasKey(keys.Parse(h.Key)):
		r.Keyed = true // the key is there as well: the mail is as good as one without signature
	case r.Changes() && (h.Game == "" || h.Base == ""):
		return r.RefuseInGame(notice.Unbound{})
	case r.Changes() && slices.Contains(g.Signatures().Taken, s.hash):
		return r.RefuseInGame(notice.SignatureAgain{})
	default:
		r.Keyed, r.Signature = true, s.hash
	}
	r.Signed = true
	r.Log.Info("signature holds", "game", ref.Game, "seat", r.Seat.Role)
	return nil, nil
}

// rememberSignature remembers a signed mail that was accepted.
func rememberSignature(r *command.Request, out decision.Outcome) error {
	if r.Signature == (dice.Hash{}) || out.Kind != decision.Accepted {
		return nil
	}
	s := r.Game.Signatures()
	s.Taken = append(s.Taken, r.Signature)
	return r.Game.SaveState()
}

var _ = command.Handle[commands.PublicKey](command.Spec{
	Syntax: []commands.Syntax{commands.PublicKeySyntax},
	Who:    command.Member, In: command.AnyGame, NeedsKey: command.SeatKey,
}, command.AsNotice(publicKey))

// publicKey puts the OpenPGP key that came with the mail on file.
func publicKey(r *command.Request, _ commands.PublicKey) (notice.Notice, error) {
	v := notice.NoOpenPGPKey{Why: "-"}
	if n := len(r.Mail.PublicKeys); n != 1 {
		if n > 1 {
			v.Why = "there are several"
		}
		return v, nil
	}
	fingerprint, err := people.FilePGP(r.Env, r.Tx, r.Game, *r.Seat, r.Mail.PublicKeys[0])
	if err != nil {
		v.Why = notice.Quote(err.Error())
		return v, nil
	}
	return notice.OpenPGPKeyFiled{Fingerprint: notice.Quote(fingerprint)}, nil
}
